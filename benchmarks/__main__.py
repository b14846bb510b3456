"""Compare ecsphys with the installed peers: `python -m benchmarks [SCENE ...] [--rounds 5] [--save]`.

    pip install pymunk pyb2d3

Every engine and round is measured in a process of its own, in turns, so that a slow spell of the machine
affects all engines. `--against COMMIT` compares with another commit of ecsphys instead, in the same way.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import Any

from . import against, report
from .against import ONE_THREAD, ROOT
from .engines import ENGINES
from .scene import Scene
from .scenes import SCENES


def measure(scene: str, engine: str, seconds: float) -> dict[str, Any] | None:
    """Measure in a new process; return None if the engine is not installed."""
    command = [sys.executable, "-m", "benchmarks.measure", scene, engine, str(seconds)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **ONE_THREAD}, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return None if "missing" in found else found


def compare(scene: Scene, engines: list[str], rounds: int, seconds: float) -> dict[str, report.Rounds]:
    """Measure a scene in all engines, in turns; the order alternates between rounds."""
    found: dict[str, report.Rounds] = {engine: [] for engine in engines}
    if scene.frame != "events" or scene.sensing:
        found.pop("pymunk-batch", None)  # it differs from pymunk only in contact events
    for k in range(rounds):
        for engine in [*found][:: 1 if k % 2 == 0 else -1]:
            one = measure(scene.name, engine, seconds)
            if one is None:
                del found[engine]
            else:
                found[engine].append(one)
    return found


def main() -> None:
    """Measure and print; with `--save`, write the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.splitlines()[0])
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"of {', '.join(SCENES)} (default: all)")
    parser.add_argument("--engines", default=",".join(ENGINES), help="comma-separated (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each (default: 5)")
    parser.add_argument("--seconds", type=float, default=4.0, help="CPU time a round, at most (default: 4)")
    parser.add_argument("--save", action="store_true", help="write their rows of benchmarks/RESULTS.md")
    parser.add_argument("--against", metavar="COMMIT", help="compare with another commit, built apart")
    options = parser.parse_args()
    engines = options.engines.split(",")
    for name in options.scenes:
        if name not in SCENES:
            parser.error(f"unknown scene {name!r}; there are {', '.join(SCENES)}")
    for name in engines:
        if name not in ENGINES:
            parser.error(f"unknown engine {name!r}; there are {', '.join(ENGINES)}")
    scenes, found = [SCENES[name]() for name in options.scenes or SCENES], {}
    if options.against is not None:
        try:
            against.main(options.against, scenes, options.rounds, options.seconds)
        except against.AgainstError as error:
            sys.exit(str(error))
        return
    for scene in scenes:
        found[scene.name] = compare(scene, engines, options.rounds, options.seconds)
        line = dict(zip(report.column_heads(), report.row(scene, found[scene.name]), strict=True))
        print("  ".join(f"{head} {cell}" for head, cell in line.items() if cell != "-"), flush=True)
    if options.save:
        saved = report.read(report.RESULTS.read_text("utf-8"))
        report.RESULTS.write_text(report.results(report.merge(scenes, found, saved)), "utf-8")
    else:
        print("\n" + report.results(report.merge(scenes, found, report.Saved({}, {}))))


if __name__ == "__main__":
    main()
