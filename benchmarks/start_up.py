"""Measure the first start, which compiles all kernels, and a later one: `python -m benchmarks.start_up`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

FIRST_STEP = """
import time
start = time.perf_counter()
import esper, ecsphys
physics = ecsphys.Physics(gravity=(0, -900))
esper.add_processor(physics)
esper.create_entity(ecsphys.Transform(), ecsphys.Collider(ecsphys.Box(100, 20)))
esper.create_entity(ecsphys.Transform(0, 20), ecsphys.RigidBody(), ecsphys.Collider(ecsphys.Circle(8)))
esper.process(1 / 60)
print(f"{time.perf_counter() - start:.2f}")
"""
COMPILE_ALL = """
import time
import ecsphys
slow = []
start, last = time.perf_counter(), time.process_time()
def progress(done, total, name):
    global last
    now = time.process_time()
    slow.append((now - last, name))
    last = now
ecsphys.warm_up(progress)
wall, cpu = time.perf_counter() - start, sum(seconds for seconds, _ in slow)
print(f"{wall:.1f} s ({cpu:.1f} s CPU) for {len(slow)} kernels; CPU seconds of the slowest:")
for seconds, name in sorted(slow, reverse=True)[:8]:
    print(f"  {seconds:5.1f} s {name}")
"""


def run(code: str, cache: str) -> str:
    """Run `code` in a new process, on one core, with the given cache; return its output."""
    command = [sys.executable, "-c", code]
    if sys.platform == "linux":
        command = ["taskset", "-c", "0", *command]
    environment = {**os.environ, "ECSPHYS_CACHE_DIR": cache}
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Measure and print both times."""
    with tempfile.TemporaryDirectory() as cache:
        print("compiling everything:", run(COMPILE_ALL, cache), end="")
        times = sorted(float(run(FIRST_STEP, cache)) for _ in range(5))
        print(f"import to the end of the first step, cached: {times[2]:.2f} s (median of 5)")


if __name__ == "__main__":
    main()
