"""Measure whole frames of the lab's window, 1280 x 720: `python -m benchmarks.lab [NAME ...] [--profile]`.

`LP_NUM_THREADS=0 taskset -c 0 xvfb-run -a -s "-screen 0 1280x800x24" python -m benchmarks.lab` measures one
core with software OpenGL. A frame is a step of the exhibit, what is drawn, and the swap; per exhibit it
prints the median, the 95th percentile and the largest of the CPU times, ms. Exhibits are as they open, and
some at their most expensive settings.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import statistics
import time
from typing import Any

import pyglet

from ecsphys.lab.catalog import names
from ecsphys.lab.exhibit import STEP
from ecsphys.lab.window import LabWindow

WARM, FRAMES = 30, 90
LIMIT = 1000.0 / 60.0  # ms
COSTLY: tuple[tuple[str, dict[str, Any]], ...] = (
    ("finding-pairs", {"count": 20000.0}),
    ("finding-pairs", {"count": 20000.0, "shown": "quadtree"}),
    ("finding-pairs", {"count": 20000.0, "shown": "all pairs"}),
    ("space-octree", {"count": 1500.0}),
    ("space-octree", {"count": 1500.0, "threshold": 1.0}),
)


def frame(window: LabWindow) -> float:
    """Run a frame; return its CPU time, ms."""
    start = time.process_time()
    window.dispatch_event("on_update", STEP)
    window.dispatch_event("on_draw")
    window.flip()
    window.ctx.finish()
    return 1000.0 * (time.process_time() - start)


def measure(window: LabWindow, name: str, values: dict[str, Any], profile: bool) -> float:
    """Print the times of an exhibit's frames; return their median, ms."""
    window.desk.open(name)
    runner = window.desk.visit.runner
    assert runner is not None
    for control, value in values.items():
        runner.set(control, value)
    for _ in range(WARM):
        frame(window)
    profiler = cProfile.Profile()
    if profile:
        profiler.enable()
    times = sorted(frame(window) for _ in range(FRAMES))
    profiler.disable()
    assert not window.desk.visit.error, window.desk.visit.error
    median = statistics.median(times)
    said = ", ".join(f"{key} {value}" for key, value in values.items())
    mark = "  above 16.7" if median > LIMIT else ""
    title = f"{name} {said}".strip()
    print(f"{title:44s} {median:7.1f} {times[int(0.95 * FRAMES)]:7.1f} {times[-1]:7.1f}{mark}", flush=True)
    if profile:
        pstats.Stats(profiler).sort_stats("tottime").print_stats(25)
    return median


def main() -> None:
    """Measure all exhibits, or those that are named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lab", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="of exhibits (default: all)")
    parser.add_argument("--profile", action="store_true", help="print where the time goes")
    options = parser.parse_args()
    wanted = options.names or names()
    window = LabWindow()
    window._enable_event_queue = False  # else events wait for pyglet's own loop
    pyglet.clock.unschedule(window._dispatch_frame)  # no frames by the wall clock
    print(f"{'ms of CPU time a frame':44s}  median     95%     max")
    for name in wanted:
        measure(window, name, {}, options.profile)
    for name, values in COSTLY:
        if name in wanted:
            measure(window, name, values, options.profile)
    window.close()


if __name__ == "__main__":
    main()
