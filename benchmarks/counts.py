"""What a step has to do, counted instead of timed: `python -m benchmarks.counts [--save]`.

The same on every machine; `tests/benchmarks/test_counts.py` compares with what was kept in `counts.json`.
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
    """How often Python calls a kernel meanwhile, in a list of one."""
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
    """Means over some frames: pairs whose boxes overlap, contact points solved, kernel calls, and the memory
    that a frame takes for a while, in KiB, and keeps.
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
    """How many contact points push."""
    contacts = world.solid.contacts[: world.solid.contact_count].view(np.ndarray)
    return int(contacts["count"][(contacts["solid"] == 1) & (contacts["touching"] == 1)].sum())


def measure_memory(frame: Callable[[], object]) -> Counts:
    """The memory that a frame needs for a while, at most, and what is left of it afterwards, a frame."""
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        frame()
        before = tracemalloc.get_traced_memory()[0]
        most = 0
        for _ in range(FRAMES):
            tracemalloc.reset_peak()
            start = tracemalloc.get_traced_memory()[0]
            frame()
            most = max(most, tracemalloc.get_traced_memory()[1] - start)
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
        gc.enable()
    return {"KiB for a while": most / 1024, "KiB kept": (after - before) / 1024 / FRAMES}


def main() -> None:
    """Print all counts; with `--save` they are what tests compare with."""
    found = {name: count_work(make()) for name, make in COUNTED.items()}
    names = list(next(iter(found.values())))
    rows = [[name, *(f"{one[n]:.2f}" if n in one else "-" for n in names)] for name, one in found.items()]
    print(table(["scene", *names], rows))
    if "--save" in sys.argv:
        RECORDED.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
