"""Measure the Python side of components, entities and idle frames: `python -m benchmarks.python_side`.

Targets: reading an attribute at most 0.25 us, writing one 0.35 us; Transform, RigidBody, Collider and
`create_entity` together at most 12 us including adoption; a frame in which nothing changes and all bodies
sleep at most 20 us; 0.4 s (native kernels, others 1 s) from `import ecsphys` to the end of a world's first
step.
"""

from __future__ import annotations

import itertools
import statistics
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import esper

import ecsphys
from ecsphys import Circle, Collider, Physics, RigidBody, Transform

from .queries import median
from .report import table

READ, WRITE, BIRTH, QUIET = 0.25, 0.35, 12.0, 20.0  # us
START = {"native": 4e5}.get(ecsphys.backend, 1e6)
BEGIN = """if True:
    import time
    start = time.process_time()
    import esper
    from ecsphys import Box, Circle, Collider, HalfPlane, Physics, RigidBody, Transform
    esper.add_processor(Physics(gravity=(0, -900)))
    esper.create_entity(Transform(0, 0), Collider(HalfPlane((0, 1))))
    esper.create_entity(Transform(0, 8), RigidBody(), Collider(Circle(10)))
    esper.process(1 / 60)
    print(time.process_time() - start)
"""
READS = (
    "transform.x", "transform.angle", "transform.position", "transform.pose", "body.velocity",
    "body.angular_velocity", "body.mass", "body.kind", "body.awake", "collider.friction", "collider.layer",
    "collider.shape",
)  # fmt: skip
WRITES = (
    "transform.x = 1.0", "transform.angle = 0.5", "transform.position = p", "body.velocity = p",
    "body.angular_velocity = 1.0", "body.gravity_scale = 0.5", "body.mass = 2.0", "collider.friction = 0.5",
    "collider.layer = 2",
)  # fmt: skip
_worlds = itertools.count()


def fresh() -> Physics:
    """Create a `Physics` in a new esper world."""
    esper.switch_world(f"python-side-{next(_worlds)}")
    physics = Physics((0.0, -900.0))
    esper.add_processor(physics)
    return physics


def microseconds(function: Callable[[], object], count: int, rounds: int = 7) -> float:
    """Return the CPU time of one of the `count` repetitions in a call: the median over rounds."""
    return median(function, rounds) / count


def repeated(statement: str, names: dict[str, Any], count: int) -> Callable[[], None]:
    """Return a loop around a statement, compiled once."""
    source = f"def loop({', '.join(names)}):\n for _ in range({count}): {statement}"
    scope: dict[str, Any] = {}
    exec(source, scope)
    return lambda: scope["loop"](**names)


def of_attributes(count: int = 2000) -> dict[str, float]:
    """Measure reads and writes of attributes of adopted components."""
    physics = fresh()
    names = {
        "transform": Transform(),
        "body": RigidBody(),
        "collider": Collider(Circle(8.0)),
        "p": (1.0, 2.0),
    }
    esper.create_entity(*list(names.values())[:3])
    esper.process(physics.step)
    loop = microseconds(repeated("pass", names, count), count)
    times = {}
    for statement in (*READS, *WRITES):
        times[statement] = microseconds(repeated(statement, names, count), count) - loop
        esper.process(physics.step)  # adopts the written values
    return times


def of_birth(count: int = 1000) -> float:
    """Measure the creation of an entity with all three components, with its adoption by the next step."""
    samples = []
    for _ in range(5):
        physics = fresh()
        esper.process(physics.step)
        shape = Circle(8.0)

        def make(physics: Physics = physics, shape: Circle = shape) -> None:
            for k in range(count):
                esper.create_entity(
                    Transform(20.0 * k, 0.0), RigidBody(velocity=(1.0, 0.0)), Collider(shape, friction=0.3)
                )
            physics.settle()

        samples.append(microseconds(make, count, 1))
    return statistics.median(samples)


def of_a_quiet_frame(count: int = 200) -> float:
    """Measure `esper.process` when nothing has changed and all bodies sleep."""
    physics = fresh()
    esper.create_entity(Transform(0.0, -20.0), Collider(ecsphys.Box(8000.0, 40.0)))
    bodies = [RigidBody() for _ in range(100)]
    for k, body in enumerate(bodies):
        esper.create_entity(Transform(30.0 * k, 8.0), body, Collider(ecsphys.Box(16.0, 16.0)))
    for _ in range(120):
        esper.process(physics.step)
    assert not any(body.awake for body in bodies), "some are awake"
    return microseconds(lambda: [esper.process(physics.step) for _ in range(count)], count)


def of_a_start() -> float:
    """Return the CPU time from `import ecsphys` to the end of the first step, in a new process."""
    runs = [subprocess.run([sys.executable, "-c", BEGIN], capture_output=True, check=True) for _ in range(5)]
    return statistics.median(1e6 * float(done.stdout) for done in runs)


def main() -> None:
    """Print all figures beside their targets."""
    ecsphys.warm_up()
    rows = [[name, us, WRITE if "=" in name else READ] for name, us in of_attributes().items()]
    rows.append(["an entity with three components, adopted", of_birth(), BIRTH])
    rows.append(["a quiet frame", of_a_quiet_frame(), QUIET])
    rows.append([f"a start ({ecsphys.backend})", of_a_start(), START])
    lines = [[name, f"{us:.3f}", f"{wanted:g}", "" if us <= wanted else "*"] for name, us, wanted in rows]
    print(table(["", "us", "wanted", "over"], lines))


if __name__ == "__main__":
    main()
