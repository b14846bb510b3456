"""`python -m ecsphys examples` and `demo`: from a clone, and from a package that has them inside."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from ecsphys import shipped
from ecsphys.__main__ import main
from ecsphys.shipped import NotFound, needing_display

ROOT = Path(__file__).parents[1]
NAMES = sorted(path.stem for path in (ROOT / "examples").glob("*.py"))


def test_all_examples_are_listed_in_a_line_each(capsys):
    assert main(["examples"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[: len(NAMES)]] == NAMES
    assert all("`" not in line and ": " in line for line in lines[: len(NAMES)])
    assert "Pinball: Left and Right are the flippers" in lines[NAMES.index("pinball")]


@pytest.mark.jit
def test_an_example_is_started_as_by_python(capsys):
    assert main(["examples", "headless_server"]) == 0  # the one without a window
    assert capsys.readouterr().out.count("match 3") == 10


def test_an_example_is_copied_once(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert main(["examples", "pinball", "--copy"]) == 0
    assert (tmp_path / "pinball.py").read_bytes() == (ROOT / "examples" / "pinball.py").read_bytes()
    (tmp_path / "pinball.py").write_text("mine")
    assert main(["examples", "pinball", "--copy"]) == 1
    assert "is there already" in capsys.readouterr().err and (tmp_path / "pinball.py").read_text() == "mine"


def test_a_misspelt_name_gets_a_hint(capsys):
    assert main(["examples", "pinbal"]) == 1
    assert "no example 'pinbal'; did you mean pinball?" in capsys.readouterr().err
    assert main(["examples", "xyz"]) == 1
    assert "python -m ecsphys examples lists them" in capsys.readouterr().err


def test_without_arcade_it_says_what_to_install(capsys, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "arcade" else find(name, *rest)
    )
    for command in (["examples", "pinball"], ["demo"]):
        assert main(command) == 1
        assert 'needs arcade, which is not installed: pip install "ecsphys[demo]"' in capsys.readouterr().err


def test_without_a_display_it_says_how_to_get_one(capsys, monkeypatch):
    class NoSuchDisplayException(Exception):
        """As pyglet raises it."""

    def open_window(*arguments, **options):
        raise NoSuchDisplayException

    monkeypatch.setattr("runpy.run_path", open_window)
    assert main(["examples", "pinball"]) == 1
    assert "there is no display; xvfb-run -a python" in capsys.readouterr().err
    with pytest.raises(NotFound, match="no display"), needing_display():
        open_window()
    with pytest.raises(ZeroDivisionError), needing_display():
        1 / 0  # noqa: B018


def test_the_lab_gets_its_own_arguments(capsys):
    assert main(["lab", "--list"]) == 0
    assert "tunnelling" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["lab", "tunneling"])
    assert "did you mean 'tunnelling'?" in capsys.readouterr().err


def test_the_demo_gets_its_own_arguments(capsys):
    pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")
    with pytest.raises(SystemExit) as ended:
        main(["demo", "--help"])
    assert ended.value.code == 0 and "--headless" in capsys.readouterr().out


def test_folders_inside_of_the_package_come_first_and_strangers_are_left_alone(monkeypatch, tmp_path):
    package = tmp_path / "ecsphys"
    (tmp_path / "examples").mkdir()
    package.mkdir()
    monkeypatch.setattr(shipped, "_PACKAGE", package)
    with pytest.raises(shipped.NotFound, match="examples did not come along"):
        shipped.find_folder("examples")  # site-packages has somebody's folder of that name
    (tmp_path / "pyproject.toml").touch()
    assert shipped.find_folder("examples") == tmp_path / "examples"
    (package / "_examples").mkdir()
    assert shipped.find_folder("examples") == package / "_examples"
