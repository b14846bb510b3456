"""A world in space has the same bits in every back end."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import esper
import numpy as np
import pytest

import ecsphys
from ecsphys import space3d as s3
from ecsphys.compile import ENABLED

FIELDS = ("entity", "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz", "awake")
HEARD = ecsphys.COLLISION_BEGIN, ecsphys.COLLISION_END, ecsphys.TRIGGER_ENTER, ecsphys.PROJECTILE_HIT
OCTAHEDRON = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


def scene(steps: int = 40) -> str:
    """Run a heap of all shapes, a bullet, a projectile, triggers and queries; return a hash of all of it."""
    clock = s3.Physics3D((0, -10, 0))
    esper.add_processor(clock)
    esper.create_entity(s3.Transform3D(0, -0.5, 0), s3.Collider3D(s3.Box(20, 1, 20), restitution=0.3))
    esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Plane((0, 1, 0), -2)))
    esper.create_entity(s3.Transform3D(0, 1, 0), s3.Collider3D(s3.Sphere(1), trigger=True))
    shapes = [
        s3.Sphere(0.5),
        s3.Box(1, 0.6, 0.8),
        s3.Capsule(1.4, 0.3),
        s3.Hull(OCTAHEDRON),
        s3.AABB(1, 1, 1),
    ]
    for k, shape in enumerate(shapes):
        turn = s3.from_axis_angle((1, k, 2), 0.3 * k)
        place = s3.Transform3D(0.3 * k, 1 + 0.9 * k, 0.1 * k, turn)
        esper.create_entity(place, s3.Body3D(angular_velocity=(0, k, 1)), s3.Collider3D(shape))
    fast = s3.Body3D(velocity=(0, -300, 0), continuous="bullet")
    esper.create_entity(s3.Transform3D(4, 5, 0), fast, s3.Collider3D(s3.Sphere(0.1), restitution=0.5))
    esper.create_entity(
        s3.Transform3D(-6, 1, 0),
        s3.Body3D(velocity=(90, -20, 0)),
        s3.Collider3D(s3.Capsule(0.4, 0.1), restitution=0.8),
        s3.Projectile3D(pierce=1, ricochet=2),
    )
    hero = s3.CharacterController3D()
    esper.create_entity(
        s3.Transform3D(-5, 0.95, 3), s3.Body3D.kinematic(), s3.Collider3D(s3.Capsule(1.8, 0.4)), hero
    )
    esper.create_entity(s3.Transform3D(-4, 0.1, 3), s3.Collider3D(s3.Box(1, 0.2, 3)))
    hero.move((3, 0, 0.7))
    digest = hashlib.sha256()

    def hear(event: object) -> None:
        digest.update(repr(event).encode())

    handlers = []
    for name in (
        ecsphys.COLLISION_BEGIN,
        ecsphys.COLLISION_END,
        ecsphys.TRIGGER_ENTER,
        ecsphys.PROJECTILE_HIT,
    ):
        handlers.append(lambda event: hear(event))
        esper.set_handler(name, handlers[-1])
    starts = np.array([(k - 4.0, 4.0, 0.1 * k) for k in range(8)])
    for k in range(steps):
        if k == 20:
            hero.jump(3)
        esper.process(1 / 60)
        for field in FIELDS:
            digest.update(np.ascontiguousarray(clock.bodies[field]).tobytes())
        hits = clock.raycast_many(starts, starts - (0, 6, 0))
        digest.update(hits.entity.tobytes() + hits.fraction.tobytes() + hits.normal.tobytes())
        near = clock.nearest((0, 3, 0), 9)
        cast = clock.shape_cast(s3.Box(0.5, 0.5, 0.5), (0, 6, 0), (0, -7, 0))
        digest.update(repr((near, cast, clock.overlap(s3.Sphere(1), (0, 1, 0)))).encode())
    return digest.hexdigest()


def test_a_scene_repeats_itself() -> None:
    first = scene(15)
    esper.switch_world("bits, once more")
    assert scene(15) == first


@pytest.mark.jit
def test_compiled_and_plain_python_have_equal_bits() -> None:
    assert ENABLED
    environment = {**os.environ, "ECSPHYS_BACKEND": "python"}
    done = subprocess.run(
        [sys.executable, __file__], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout.strip() == scene()


if __name__ == "__main__":
    print(scene())
