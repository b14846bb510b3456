"""Count the work of a step instead of timing it: `python -m benchmarks.counts [--save]`.

The counts are equal on every machine; `tests/benchmarks/test_counts.py` compares them with `counts.json`.
"""

from __future__ import annotations

import gc
import json
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from ecsphys.compile import ENTRIES
from ecsphys.world.state import World

from .engines.ecsphys_ import Ecsphys
from .measure import make_frame
from .report import table
from .scene import Scene
from .scenes import SCENES, churn, gas, pyramid

RECORDED = Path(__file__).with_name("counts.json")
FRAMES = 30
Counts = dict[str, float]

COUNTED: dict[str, Callable[[], Scene]] = {
    "tiny": SCENES["tiny"],
    "gas": lambda: gas("gas", 1000, FRAMES),
    "pyramid": lambda: pyramid("pyramid", 20, FRAMES),
    "churn": lambda: churn(1000, 40, FRAMES),
    "pickups": SCENES["pickups"],
    "idle": SCENES["idle-10k"],
}


@contextmanager
def count_calls() -> Iterator[list[int]]:
    """Count the calls of kernels from Python inside the `with` block, in a list of one number."""
    count = [0]
    kernels = {entry.compile() for entry in ENTRIES}
    codes = {entry.python.__code__ for entry in ENTRIES}

    def seen(frame: FrameType, event: str, called: Any) -> None:
        if (event == "c_call" and called in kernels) or (event == "call" and frame.f_code in codes):
            count[0] += 1

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        yield count
    finally:
        sys.setprofile(before)


def count_work(scene: Scene) -> Counts:
    """Return means per frame: overlapping pairs, contact points solved, kernel calls, and memory in KiB.

    The memory is the peak of a frame and the growth per frame.
    """
    engine = Ecsphys(scene)
    frame, world = make_frame(engine, scene), engine.physics.world
    for _ in range(scene.warm_up):
        frame()
    pairs = points = 0
    with count_calls() as calls:
        for _ in range(FRAMES):
            frame()
            pairs += world.solid.contact_count + world.triggers.contact_count
            points += solved_points(world)
    return {
        "pairs tested": pairs / FRAMES,
        "points solved": points / FRAMES,
        "kernel calls": calls[0] / FRAMES,
        **({} if scene.replacements else measure_memory(frame)),
    }


def solved_points(world: World) -> int:
    """Return the number of contact points that are solved."""
    contacts = world.solid.contacts[: world.solid.contact_count].view(np.ndarray)
    return int(contacts["count"][(contacts["solid"] == 1) & (contacts["touching"] == 1)].sum())


def measure_memory(frame: Callable[[], object]) -> Counts:
    """Measure the peak memory of a frame, and the growth per frame."""
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        frame()
        before = tracemalloc.get_traced_memory()[0]
        peak = 0
        for _ in range(FRAMES):
            tracemalloc.reset_peak()
            start = tracemalloc.get_traced_memory()[0]
            frame()
            peak = max(peak, tracemalloc.get_traced_memory()[1] - start)
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
        gc.enable()
    return {"KiB for a while": peak / 1024, "KiB kept": (after - before) / 1024 / FRAMES}


def main() -> None:
    """Print all counts; with `--save`, write them to `counts.json`."""
    found = {name: count_work(make()) for name, make in COUNTED.items()}
    names = list(next(iter(found.values())))
    rows = [[name, *(f"{one[n]:.2f}" if n in one else "-" for n in names)] for name, one in found.items()]
    print(table(["scene", *names], rows))
    if "--save" in sys.argv:
        RECORDED.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
