"""Another commit of ecsphys is imported from its own environment, and compared with today's fairly."""

from __future__ import annotations

import site
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import against
from benchmarks.against import AgainstError, Build, copied_benchmarks, measure, quiet_times, results
from benchmarks.scenes import gas

SITE = "Lib/site-packages" if sys.platform == "win32" else "lib/python{}.{}/site-packages"
EMPTY = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # git's name of a tree without files
OTHER = """
import esper

class Part:
    def __init__(self, *arguments, **options): self.step = 1 / 60
    @classmethod
    def between(cls, *arguments): return cls()

class Physics(Part, esper.Processor):
    def process(self, dt): pass

class Transform(Part): pass
class Collider(Part): pass
class RigidBody(Part): pass

Box = Capsule = Chain = Circle = Polygon = Part

def warm_up(): pass
"""


def make_environment(home: Path) -> Build:
    """Return an environment with an ecsphys that does nothing, which shares all else with this one."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    package = home / SITE.format(*sys.version_info) / "ecsphys"
    package.mkdir()
    (package / "__init__.py").write_text(OTHER, "utf-8")
    (package.parent / "others.pth").write_text("\n".join(site.getsitepackages()), "utf-8")
    return Build("other", home / against.PYTHON, home)


def test_each_process_imports_the_package_of_its_build(tmp_path: Path) -> None:
    other = make_environment(tmp_path / "other")
    with copied_benchmarks() as copy:
        assert not (copy / "ecsphys").exists()
        assert measure(other, copy, "tiny", 0.01)
        with pytest.raises(AgainstError, match=f"imported {other.home}"):
            measure(other._replace(home=against.ROOT), copy, "tiny", 0.01)


@pytest.mark.jit
def test_todays_process_imports_todays_package() -> None:
    with copied_benchmarks() as copy:
        assert measure(against.today(), copy, "tiny", 0.01)


def test_a_scene_that_a_build_cannot_play_says_why(tmp_path: Path) -> None:
    old = tmp_path / "ecsphys"
    old.mkdir()
    (old / "__init__.py").write_text("raise AttributeError('no joints yet')\n")
    with copied_benchmarks() as copy, pytest.raises(AgainstError, match="AttributeError: no joints yet"):
        measure(against.today()._replace(path=(tmp_path,)), copy, "ropes", 0.01)


def test_frames_that_all_rounds_played_are_compared_by_their_best_rounds() -> None:
    scene = gas("gas", 30, 5)
    assert quiet_times(scene, [[[1.0, 5.0, 3.0], [2.0, 2.0, 9.0]], [[4.0, 6.0], [5.0, 7.0, 99.0]]]) == [
        1.5,
        5.0,
    ]


def test_ratios_have_a_geometric_mean() -> None:
    rows = [["a", "1", "2", "2.00"], ["b", "2", "1", "0.50"], ["c", "1", "8", "8.00"]]
    assert "| geometric mean of 3 |     |       | **2.00** |" in results("abc", rows)
    assert results("abc", []).splitlines()[-1].split()[-2] == "-"


def test_an_unknown_commit_says_what_to_do() -> None:
    with pytest.raises(AgainstError, match=r"git knows no commit 'no-such'.*git log"):
        against.at("no-such")


def test_a_build_that_fails_leaves_its_log_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(against, "cache_root", lambda: tmp_path / "ecsphys")
    monkeypatch.setattr(against, "find", lambda commit: EMPTY)
    real = against.call

    def call(command: list[str], log: against.TextIO, **variables: str) -> None:
        real([sys.executable, "-c", "print('no compiler', flush=True); raise SystemExit(1)"], log)

    monkeypatch.setattr(against, "call", call)
    with pytest.raises(AgainstError, match="says why"):
        against.at("HEAD")
    (left,) = (tmp_path / "ecsphys-benchmarks").iterdir()
    assert left.suffix == ".log"
    assert "no compiler" in left.read_text()
