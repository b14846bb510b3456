"""Some of everything at once, by `n` threads; `python -m tests.acceptance.crowded STEPS n ...` prints what
it comes to for each n.

Worlds this small would be left to one thread; here every range of rows is shared out.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import sys
from typing import Any
from unittest.mock import patch

import esper
import numpy as np

import ecsphys
from ecsphys import (
    AABB,
    Box,
    Capsule,
    CharacterController,
    Circle,
    Collider,
    HalfPlane,
    Physics,
    Polygon,
    Projectile,
    RayCaster,
    RigidBody,
    Segment,
    ShapeCaster,
    Transform,
)
from ecsphys.contacts import narrow_phase, post_solve
from ecsphys.parallel.thread_pool import ThreadPool
from ecsphys.world.checks import fingerprint

EVENTS = tuple(value for name, value in vars(ecsphys).items() if name.startswith(("COLLISION_", "TRIGGER_")))
_worlds = itertools.count()


def _never(pool: ThreadPool, rows: int, least: int) -> bool:
    return pool.threads == 1 or rows < 10


def _all(pool: ThreadPool, rows: int, least: int) -> int:
    return 1 if _never(pool, rows, least) else pool.threads


def body(shape: Any, x: float, y: float, angle: float = 0.0, **options: Any) -> int:
    surface = {name: options.pop(name) for name in list(options) if name in ("restitution", "friction")}
    return esper.create_entity(Transform(x, y, angle), RigidBody(**options), Collider(shape, **surface))


def furnish() -> list[CharacterController]:
    """Ground, walls, a pile, a drum with rubble, a gas, sensors, eyes and heroes; returns those who walk."""
    esper.create_entity(Transform(0, 0), Collider(HalfPlane((0, 1))))
    for x in (-620, 620):
        esper.create_entity(Transform(x, 300), Collider(Box(40, 600)))
    for row in range(6):
        for k in range(6 - row):
            body(Box(24, 24), -500 + 26 * k + 13 * row, 12 + 24 * row)
    corners = [(-80, -80), (80, -80), (80, 80), (-80, 80), (-80, -80)]
    paddles = [Segment(a, b) for a, b in itertools.pairwise(corners)]
    esper.create_entity(Transform(-200, 150), RigidBody.kinematic(angular_velocity=1.5), Collider(paddles))
    rubble = (Box(20, 12), Capsule(16, 5), Polygon([(-9, -7), (10, -6), (1, 11)], radius=1), AABB(14, 14))
    for k in range(16):
        body(rubble[k % 4], -250 + 25 * (k % 4), 110 + 25 * (k // 4), 0.3 * k, friction=0.4)
    for k in range(40):
        way = (90 * math.cos(2.4 * k), 90 * math.sin(2.4 * k))
        body(Circle(6), 60 + 30 * (k % 8), 160 + 30 * (k // 8), velocity=way, gravity_scale=0, restitution=1)
    for k in range(6):
        esper.create_entity(Transform(80 + 40 * k, 210), Collider(Circle(18), trigger=True))
    esper.create_entity(Transform(400, 60), Collider(Segment((-60, 0), (60, 0)), one_way=(0, 1)))
    for k in range(6):
        esper.create_entity(Transform(-560 + 220 * k, 380), RayCaster((0.2, -1), 400))
        esper.create_entity(Transform(-500 + 200 * k, 350), ShapeCaster(Circle(10), (30, -400)))
    heroes = [CharacterController(step_height=8) for _ in range(4)]
    for k, hero in enumerate(heroes):
        legs = Collider(Capsule(30, 10))
        esper.create_entity(Transform(300 + 60 * k, 90), RigidBody.kinematic(), legs, hero)
        hero.move((-80 if k % 2 else 90, 0))
    return heroes


def play(steps: int, threads: int) -> str:
    """What the scene comes to after some steps: all poses and velocities, and every event in order."""
    home = esper.current_world
    esper.switch_world(f"crowded-{next(_worlds)}")
    with (
        patch.object(ThreadPool, "is_alone", _never),
        patch.object(ThreadPool, "thread_count", _all),
        patch.object(narrow_phase, "CONTACTS_PER_RANGE", 7),
        patch.object(post_solve, "CONTACTS_PER_RANGE", 7),
    ):
        told = _told(steps, Physics(gravity=(0, -900), threads=threads))
    esper.switch_world(home)
    return told


def _told(steps: int, physics: Physics) -> str:
    esper.add_processor(physics)
    heard = hashlib.sha256()
    heroes = furnish()

    def hear(event: Any) -> None:
        heard.update(repr(event).encode())

    def slippery(contact: Any) -> None:
        contact.friction = 0.5 * contact.friction

    def odd(a: int, b: int) -> bool:
        return (a * b) % 11 != 3

    for name in EVENTS:
        esper.set_handler(name, hear)
    physics.add_contact_hook(slippery)
    physics.add_filter(odd)
    eyes = [part for kind in (RayCaster, ShapeCaster) for _, part in esper.get_component(kind)]
    ends = np.stack([np.linspace(-600, 600, 25), np.full(25, 5.0)], 1)
    shot = 0
    for step in range(steps):
        if step % 15 == 4:
            if shot:
                esper.delete_entity(shot)
            shot = body(
                Circle(4), 560, 50 + step % 200, velocity=(-7000, 0), continuous="bullet", gravity_scale=0
            )
            arrow = RigidBody(velocity=(2400, 300))
            esper.create_entity(Transform(-590, 250), arrow, Collider(Circle(2)), Projectile(ricochet=2))
        if step % 40 == 20:
            heroes[step // 40 % 4].jump(250)
        esper.process(1 / 60)
        for eye in eyes:
            heard.update(repr([(hit.entity, hit.fraction) for hit in eye.hits]).encode())
        hits = physics.raycast_many(np.full((25, 2), (0.0, 500.0)), ends)
        heard.update(hits.entity.tobytes() + hits.fraction.tobytes() + hits.normal.tobytes())
        heard.update(fingerprint(physics).encode())
    return f"{fingerprint(physics)} {heard.hexdigest()[:16]}"


if __name__ == "__main__":
    for n in map(int, sys.argv[2:]):
        print(n, play(int(sys.argv[1]), n))
