"""Measure geometry functions from Python and in a kernel: `python -m benchmarks.geometry`."""

from __future__ import annotations

import math
import time
import timeit
from collections.abc import Callable

import numpy as np

from ecsphys import geometry
from ecsphys.arrays import PointRows
from ecsphys.collide.dispatch import collide
from ecsphys.collide.manifold import POINT, POLYGON, SEGMENT, Core
from ecsphys.compile import INT, REAL, REALS2, entry, value
from ecsphys.math2d.core import box_rows, outline_rows, transform_rows
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import Box, Capsule, Chain, Circle, HalfPlane, Polygon, Shape

HERE, NEAR, FAR = (0.0, 0.0, 0.3), (1.2, 0.5, 1.0), (5.0, 5.0, 1.0)
SHAPES: dict[str, Shape] = {
    "circle": Circle(1),
    "box": Box(2, 2),
    "round box": Box(2, 2, 0.2),
    "capsule": Capsule(4, 1),
    "64 corners": Polygon([Vec2(1.5, 0).rotated(k * math.tau / 64) for k in range(64)]),
}
CORE = value(Core, INT, INT, INT, REAL, REAL, REAL)


def microseconds(call: Callable[[], object]) -> float:
    """Return the time of one call, the best of seven rounds."""
    call()
    return min(timeit.repeat(call, number=2000, repeat=7)) / 2000 * 1e6


@entry(REALS2, CORE, CORE, INT)
def repeated(points: PointRows, a: Core, b: Core, times: int) -> float:
    """Collide the same pair many times while B moves slowly."""
    total = 0.0
    for i in range(times):
        moved = Core(b.form, b.first, b.count, b.radius, b.x + 1e-9 * i, b.y)
        total += collide(points, a, moved, 0.02).separation0
    return total


def nanoseconds(points: PointRows, a: Core, b: Core) -> float:
    """Return the time of one pair inside a kernel, the best of nine rounds."""
    rounds = []
    for _ in range(9):
        start = time.perf_counter()
        repeated(points, a, b, 200_000)
        rounds.append(time.perf_counter() - start)
    return min(rounds) / 200_000 * 1e9


def main() -> None:
    """Print both tables."""
    print(f"{'microseconds a call':28}{'overlap':>9}{'collide':>9}{'distance':>9}{'cast':>9}{'impact':>9}")
    box = SHAPES["box"]
    for name, shape in SHAPES.items():
        times = [
            microseconds(lambda s=shape: geometry.overlap(s, HERE, box, NEAR)),  # type: ignore[misc]
            microseconds(lambda s=shape: geometry.collide(s, HERE, box, NEAR)),  # type: ignore[misc]
            microseconds(lambda s=shape: geometry.distance(s, HERE, box, FAR)),  # type: ignore[misc]
            microseconds(lambda s=shape: geometry.shape_cast(s, HERE, (9.0, 8.0), box, FAR)),  # type: ignore[misc]
            microseconds(lambda s=shape: geometry.time_of_impact(s, HERE, (9.0, 8.0, 2.0), box, FAR, FAR)),  # type: ignore[misc]
        ]
        print(f"{name + ' and box':28}" + "".join(f"{t:9.2f}" for t in times))
    print(f"{'raycast, box':28}{microseconds(lambda: geometry.raycast(box, HERE, (5, 4), (0, 0))):9.2f}")
    print(f"{'closest_point, box':28}{microseconds(lambda: geometry.closest_point(box, HERE, (5, 4))):9.2f}")
    starts = np.random.default_rng(1).uniform(-5, 5, (1000, 2))
    poses = np.column_stack([starts, starts[:, 0]])
    many = microseconds(lambda: geometry.raycast_many(box, HERE, starts, -starts)) / 1000
    print(f"{'raycast_many, a ray':28}{many:9.3f}")
    many = microseconds(lambda: geometry.overlap_many(box, poses, box, HERE)) / 1000
    print(f"{'overlap_many, a pose':28}{many:9.3f}")
    print("\nnanoseconds a pair in a kernel")
    rows = np.concatenate(
        [
            np.zeros((1, 4)),
            box_rows(1, 1),
            transform_rows(box_rows(1, 1), (0, 0), 0.01),
            outline_rows([(0, 0), (1, 0.1)]),
        ]
    )
    ball, crate = Core(POINT, 0, 1, 0.5, 0.0, 0.0), Core(POLYGON, 1, 4, 0.0, 0.0, 0.0)
    tilted, capsule = Core(POLYGON, 5, 4, 0.0, 0.3, 0.99), Core(SEGMENT, 9, 2, 0.4, 0.0, 0.0)
    print(f"{'circles':28}{nanoseconds(rows, ball, ball._replace(x=0.9)):9.0f}")
    print(f"{'circle on box':28}{nanoseconds(rows, crate, ball._replace(x=0.3, y=0.99)):9.0f}")
    print(f"{'box on box':28}{nanoseconds(rows, crate, tilted):9.0f}")
    print(f"{'boxes apart':28}{nanoseconds(rows, crate, tilted._replace(y=1.2)):9.0f}")
    print(f"{'capsules':28}{nanoseconds(rows, capsule, capsule._replace(x=0.3, y=0.5)):9.0f}")
    print("\nmicroseconds to make a shape")
    for text, make in (
        ("Circle(16)", lambda: Circle(16)),
        ("Box(32, 16)", lambda: Box(32, 16)),
        ("Capsule(48, 12)", lambda: Capsule(48, 12)),
        ("HalfPlane((0, 1))", lambda: HalfPlane((0, 1))),
        ("Chain of 3 points", lambda: Chain([(9, 0), (5, 1), (0, 0)])),
        ("Polygon of 5 points", lambda: Polygon([(0, 0), (2, 0), (3, 1), (1, 2), (0, 1)])),
    ):
        print(f"{text:28}{microseconds(make):9.2f}")


if __name__ == "__main__":
    main()
