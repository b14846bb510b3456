"""Another commit of ecsphys, built in an environment of its own and measured in turns with today's.

Both are driven by today's scenes and adapter: processes import `benchmarks` from a copy, and `ecsphys` from
where the build is.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from ecsphys.compile.sources import cache_root

from .report import OURS, table
from .scene import Scene

ROOT = Path(__file__).parents[1]
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
PYTHON = "Scripts/python.exe" if os.name == "nt" else "bin/python"
TODAY = "today"
Samples = list[float]  # ms per frame


class AgainstError(Exception):
    """A commit that cannot be had, or a process that failed; the text says what to do."""


class Build(NamedTuple):
    """Where an interpreter and its `ecsphys` are; `path`: what comes first on `sys.path`."""

    name: str
    python: Path
    home: Path
    path: tuple[Path, ...] = ()


def today() -> Build:
    """Return this copy of the repository."""
    return Build(TODAY, Path(sys.executable), ROOT, (ROOT,))


def at(commit: str) -> Build:
    """Return the build of a commit, made unless an earlier run has done it."""
    found = find(commit)
    builds = cache_root().with_name("ecsphys-benchmarks")
    # Other versions of these would be measured, too.
    others = [f"{name}=={version(name)}" for name in ("esper", "numpy")]
    home = builds / "-".join([found, f"py{sys.version_info.major}.{sys.version_info.minor}", *others])
    if not home.exists():
        builds.mkdir(parents=True, exist_ok=True)
        print(f"building {commit} in {home}, some minutes", flush=True)
        build(found, home, others)
    return Build(found[:7], home / PYTHON, home)


def find(commit: str) -> str:
    """Return the full hash of a commit."""
    name = ["git", "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"]
    done = subprocess.run(name, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AgainstError(
            f"git knows no commit {commit!r}: name a hash, a branch or a tag of this repository "
            "(`git log --oneline` lists them; `git fetch --unshallow` completes a shallow copy)"
        )
    return done.stdout.strip()


def build(commit: str, home: Path, others: list[str]) -> None:
    """Install a commit and other packages in a new environment, which has its name only when complete."""
    log = home.with_name(home.name + ".log")
    with tempfile.TemporaryDirectory(prefix="incomplete-", dir=home.parent) as folder:
        source, fresh = Path(folder, "source"), Path(folder, "environment")
        source.mkdir()
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
        subprocess.run(["tar", "-x"], cwd=source, input=archive.stdout, check=True)
        python = str(fresh / PYTHON)
        with log.open("w") as output:
            call([sys.executable, "-m", "venv", str(fresh)], output)
            call([python, "-m", "pip", "install", *others, str(source)], output)
            # Without a C compiler the build leaves the native kernels out: that would be another engine.
            call([python, "-P", "-c", "import ecsphys"], output, ECSPHYS_BACKEND="native", PYTHONPATH="")
        with contextlib.suppress(OSError):  # another run may have been quicker
            fresh.rename(home)
    log.unlink(missing_ok=True)


def call(command: list[str], log: TextIO, **variables: str) -> None:
    """Run a command of a build. Raises `AgainstError` if it fails."""
    environment = {**os.environ, **variables}
    done = subprocess.run(command, env=environment, cwd=ROOT.anchor, stdout=log, stderr=log, check=False)
    if done.returncode != 0:
        raise AgainstError(
            f"{' '.join(command)} failed: {log.name} says why. A build needs a C compiler and a "
            "package index; nothing half-built is kept, so run it again when that is mended"
        )


@contextlib.contextmanager
def copied_benchmarks() -> Iterator[Path]:
    """Copy this package to a folder without `ecsphys`; return the folder."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(__file__).parent
        shutil.copytree(here, Path(folder, here.name), ignore=shutil.ignore_patterns("__pycache__"))
        yield Path(folder)


def measure(build: Build, copy: Path, scene: str, seconds: float) -> Samples:
    """Measure a scene with a build, in a new process."""
    command = [str(build.python), "-P", "-m", "benchmarks.measure", scene, OURS, str(seconds), "times"]
    path = os.pathsep.join(map(str, (copy, *build.path)))
    environment = {**os.environ, **ONE_THREAD, "PYTHONPATH": path}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AgainstError((done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1])
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if "missing" in found:
        raise AgainstError(found["missing"])
    if not Path(found["package"]).is_relative_to(build.home):
        raise AgainstError(f"the process for {build.name} imported {found['package']}: not of {build.home}")
    samples: Samples = found["samples"]
    return samples


def quiet_times(scene: Scene, builds: list[list[Samples]]) -> list[float]:
    """Return the typical time of a frame for each build, given its rounds, of the frames that all played.

    A scene is the same in every round, so a frame's best round is the one least disturbed by others.
    """
    frames = min(len(samples) for rounds in builds for samples in rounds)
    return [scene.typical(list(map(min, zip(*rounds, strict=False)))[:frames]) for rounds in builds]


def compare(scene: Scene, builds: tuple[Build, Build], copy: Path, rounds: int, seconds: float) -> list[str]:
    """Measure a scene with both builds, in turns; return its row. Raises `AgainstError` if one cannot."""
    times: dict[str, list[Samples]] = {build.name: [] for build in builds}
    for k in range(rounds):
        for build in builds[:: 1 if k % 2 == 0 else -1]:
            try:
                times[build.name].append(measure(build, copy, scene.name, seconds))
            except AgainstError as error:
                raise AgainstError(f"{build.name} cannot play it: {error}") from None
    other, own = quiet_times(scene, [*times.values()])
    return [scene.name, *(f"{ms:#.3g}".rstrip(".") for ms in (other, own)), f"{own / other:.2f}"]


def main(commit: str, scenes: list[Scene], rounds: int, seconds: float) -> None:
    """Print a table of times, of ratios and their geometric mean, and what could not be compared."""
    builds = at(commit), today()
    rows, skipped = [], []
    with copied_benchmarks() as copy:
        for scene in scenes:
            try:
                rows.append(compare(scene, builds, copy, rounds, seconds))
                print("  ".join(rows[-1]), flush=True)
            except AgainstError as error:
                skipped.append(f"- {scene.name}: {error}")
                print(skipped[-1], flush=True)
    print("\n" + results(builds[0].name, rows))
    if skipped:
        print("\nNot compared:\n\n" + "\n".join(skipped))
    if not rows:
        raise AgainstError("no scene could be compared")


def results(name: str, rows: list[list[str]]) -> str:
    """Return a table with the geometric mean of its ratios."""
    mean = [f"**{statistics.geometric_mean(float(row[-1]) for row in rows):.2f}**"] if rows else ["-"]
    return table(["scene", name, TODAY, "ratio"], [*rows, [f"geometric mean of {len(rows)}", "", "", *mean]])
