"""A scene with some of everything; `python -m tests.acceptance.mixed` prints what it comes to."""

from __future__ import annotations

import math
import random
import sys

import esper

from ecsphys import (
    AABB,
    COLLISION_BEGIN,
    Box,
    Capsule,
    Circle,
    Collider,
    HalfPlane,
    Physics,
    Polygon,
    RigidBody,
    Segment,
    Transform,
)
from ecsphys.world.checks import fingerprint


def shapes(random_: random.Random) -> object:
    size = random_.uniform(12, 28)
    corners = [
        (math.cos(a) * size, math.sin(a) * size)
        for a in sorted(random_.uniform(0, math.tau) for _ in range(3))
    ]
    corners = corners if _wide(corners) else [(-size, -size), (size, -size), (0, size)]
    return random_.choice(
        [
            Circle(size),
            Box(size * 2, size),
            AABB(size, size),
            Capsule(size * 3, size / 2),
            Polygon(corners, radius=2),
            [Circle(size / 2, (-size / 2, 0)), Box(size, size / 2)],
        ]
    )


def _wide(corners: list[tuple[float, float]]) -> bool:
    (ax, ay), (bx, by), (cx, cy) = corners
    return (bx - ax) * (cy - ay) - (cx - ax) * (by - ay) > 100


def spawn(random_: random.Random) -> int:
    parts: list[object] = [
        Transform(random_.uniform(-400, 400), random_.uniform(100, 900), random_.uniform(-3, 3)),
        RigidBody(
            velocity=(random_.uniform(-200, 200), random_.uniform(-200, 200)),
            angular_velocity=random_.uniform(-3, 3),
            linear_damping=random_.choice([0, 0.1]),
        ),
        Collider(shapes(random_), friction=random_.random(), restitution=random_.random() * 0.6),
    ]
    random_.shuffle(parts)
    return esper.create_entity(*parts)


def play(steps: int, bodies: int = 80, **options: object) -> str:
    """Run the scene in the current world and say what it came to."""
    random_ = random.Random(7)
    clock = Physics(gravity=(0, -900), **options)  # type: ignore[arg-type]
    esper.add_processor(clock)
    begins: list[int] = []

    def began(event: object) -> None:
        begins.append(event.entity_a)  # type: ignore[attr-defined]

    esper.set_handler(COLLISION_BEGIN, began)
    esper.create_entity(Transform(0, 0), Collider(HalfPlane((0, 1))))
    for side in (-1, 1):
        esper.create_entity(Transform(side * 500, 500), Collider(Box(60, 1200)))
    esper.create_entity(Transform(0, 150, 0.2), Collider(Segment((-200, 0), (200, 0))))
    esper.create_entity(Transform(0, 60), Collider(Circle(80), trigger=True))
    esper.create_entity(Transform(-100, 30), RigidBody.kinematic(velocity=(8, 0)), Collider(Box(80, 20)))
    alive = [spawn(random_) for _ in range(bodies)]
    for step in range(steps):
        esper.process(1 / 60)
        if step % 20 == 19:
            esper.delete_entity(alive.pop(random_.randrange(len(alive))), immediate=step % 40 == 19)
            alive.append(spawn(random_))
    return f"{fingerprint(clock)} {len(begins)}"


if __name__ == "__main__":
    print(play(int(sys.argv[1])))
