"""Measure how cost grows from 1,000 to 100,000 bodies: `python -m benchmarks.scaling [--save]`.

Fits the exponent of time against the number for four scenes, measures memory, and draws the curves beside the
peers': `scaling.csv` and, with matplotlib, `scaling.png`. Targets: exponents of at most 1.1, and 1.5 KB
per body.
"""

from __future__ import annotations

import argparse
import csv
import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .engines import load
from .measure import measure_scene
from .report import OURS, table
from .scene import STATIC, Item, Scene
from .scenes import gas, rays, stack_boxes, velocities

SIZES = (1000, 3000, 10_000, 30_000, 100_000)
PEERS = ("pymunk", "pyb2d3")
HERE = Path(__file__).parent
ROWS = 20  # of a pyramid
FEW = 12  # frames
PATIENCE = 60.0  # seconds, time limit of a measurement
LONG = 500.0  # ms per frame above which larger sizes are skipped


class Point(NamedTuple):
    """A measurement: CPU milliseconds per frame, and bytes per body."""

    scene: str
    engine: str
    n: int
    ms: float
    bytes: float


def pile(n: int) -> Scene:
    """Return pyramids side by side on one ground."""
    each = ROWS * (ROWS + 1) // 2
    width = ROWS + 4.0
    count = -(-n // each)
    boxes = [box for p in range(count) for box in stack_boxes(ROWS, width * p)]
    ground = Item("box", (width * (count + 2), 2.0), (0.5 * width * count, -1.0), kind=STATIC)
    return Scene("pile", [ground, *boxes[:n]], FEW, warm_up=4)


def sensors(n: int) -> Scene:
    """Return nine sensors per flying body, at the density of the scene `pickups`."""
    rng = np.random.default_rng(17)
    half, movers = 1.4 * np.sqrt(0.9 * n), n // 10
    coins = [
        Item("circle", (0.5,), (x, y), kind=STATIC, sensor=True, layer=2, mask=1)
        for x, y in rng.uniform(-half, half, (n - movers, 2)).tolist()
    ]
    positions = rng.uniform(-0.9 * half, 0.9 * half, (movers, 2)).tolist()
    players = [
        Item("capsule", (0.5, 0.3), (x, y), velocity=velocity, layer=1, mask=2)
        for (x, y), velocity in zip(positions, velocities(rng, movers, 15.0, 15.0), strict=True)
    ]
    return Scene("sensors", coins + players, FEW, gravity=(0.0, 0.0), frame="events", warm_up=10)


def rays_of(n: int) -> Scene:
    """Return n static bodies and as many rays."""
    scene = rays(n, n)
    scene.frames = 4
    return scene


def gas_of(n: int) -> Scene:
    """Return a gas with events."""
    scene = gas("gas", n, FEW)
    scene.warm_up = 10
    return scene


SCENES: dict[str, Callable[[int], Scene]] = {
    "gas": gas_of,
    "pile": pile,
    "sensors": sensors,
    "rays": rays_of,
}


def resident() -> int:
    """Return the resident memory of this process in bytes (Linux)."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1])
    return 0


def measure(name: str, engine: str, n: int) -> Point:
    """Measure in this process."""
    kind = load(engine)
    scene = SCENES[name](n)
    kind.prepare()
    scene.figures = None
    gc.collect()
    before = resident()
    found = measure_scene(scene, kind, 6.0)
    taken = resident() - before
    return Point(name, engine, n, found["ms"], taken / len(scene.items))


def measure_in_process(name: str, engine: str, n: int) -> Point | None:
    """Measure in a new process; return None if the engine is not installed or too slow."""
    command = [sys.executable, "-m", "benchmarks.scaling", "--measure", name, engine, str(n)]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            command, cwd=HERE.parent, env=environment, capture_output=True, text=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        if "ModuleNotFoundError" in done.stderr:
            return None
        raise RuntimeError(done.stderr)
    return Point(*json.loads(done.stdout.splitlines()[-1]))


def curve(name: str, engine: str, sizes: list[int]) -> list[Point]:
    """Return the measurements of a scene in an engine, up to the largest feasible size."""
    points: list[Point] = []
    for n in sizes:
        if points and points[-1].ms > LONG * points[-1].n / n:
            break
        found = measure_in_process(name, engine, n)
        if found is None:
            break
        points.append(found)
    return points


def exponent(points: list[Point]) -> float:
    """Return the exponent of time against number: the slope of the line fitted to the logarithms."""
    return float(np.polyfit(np.log([p.n for p in points]), np.log([p.ms for p in points]), 1)[0])


def draw(points: list[Point], path: Path) -> None:
    """Draw the curves of all engines, one plot per scene."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, len(SCENES), figsize=(16, 4), sharex=True)
    for axis, name in zip(axes, SCENES, strict=True):
        for engine in (OURS, *PEERS):
            line = [p for p in points if (p.scene, p.engine) == (name, engine)]
            if line:
                label = f"{engine}, n^{exponent(line):.2f}"
                width = 2.5 if engine == OURS else 1.2
                axis.loglog([p.n for p in line], [p.ms for p in line], "o-", lw=width, label=label)
        axis.set(title=name, xlabel="bodies")
        axis.grid(alpha=0.3)
        if axis.lines:  # empty for a scene that was not measured
            axis.legend()
    axes[0].set_ylabel("CPU ms a frame")
    figure.tight_layout()
    figure.savefig(path, dpi=90)


def save(points: list[Point]) -> None:
    """Write the table and, with matplotlib, the plots."""
    with (HERE / "scaling.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Point._fields)
        writer.writerows((p.scene, p.engine, p.n, f"{p.ms:.4g}", f"{p.bytes:.0f}") for p in points)
    try:
        draw(points, HERE / "scaling.png")
    except ImportError:
        print("no picture: pip install matplotlib")


def summary(points: list[Point]) -> str:
    """Return a table of times, exponents, and bytes per body at the largest size."""
    sizes = sorted({p.n for p in points})
    rows = []
    for name in SCENES:
        for engine in (OURS, *PEERS):
            line = [p for p in points if (p.scene, p.engine) == (name, engine)]
            if line:
                times = {p.n: f"{p.ms:.3g}" for p in line}
                power = f"{exponent(line):.2f}" if len(line) > 1 else "-"
                rows.append(
                    [name, engine, *(times.get(n, "-") for n in sizes), power, f"{line[-1].bytes:.0f}"]
                )
    return table(["scene", "engine", *(f"{n:,}" for n in sizes), "exponent", "bytes a body"], rows)


def main() -> None:
    """Measure and print; with `--save`, write the files."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description=__doc__.splitlines()[0])
    parser.add_argument("--engines", default=",".join((OURS, *PEERS)), help="default: %(default)s")
    parser.add_argument("--scenes", default=",".join(SCENES), help="default: %(default)s")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="default: %(default)s")
    parser.add_argument("--save", action="store_true", help="write scaling.csv and scaling.png")
    parser.add_argument("--measure", nargs=3, metavar=("SCENE", "ENGINE", "N"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        name, engine, n = options.measure
        print(json.dumps(measure(name, engine, int(n))))
        return
    points = [
        point
        for name in options.scenes.split(",")
        for engine in options.engines.split(",")
        for point in curve(name, engine, [int(n) for n in options.sizes.split(",")])
    ]
    print(summary(points))
    if options.save:
        save(points)


if __name__ == "__main__":
    main()
