"""What a kinematic body presses against a static one stays on this side of it, in space."""

from __future__ import annotations

from random import Random
from typing import Any

import esper
import pytest

from ecsphys import COLLISION_CRUSH, on
from ecsphys import space3d as s3

SLOP = 0.005


def put(x: float, y: float, shape: Any, *body: s3.Body3D) -> int:
    return esper.create_entity(s3.Transform3D(x, y, 0), s3.Collider3D(shape), *body)


def new_physics(**options: Any) -> s3.Physics3D:
    """A world in metres with a floor whose top is at 0, and a wall from x = 0."""
    physics = s3.Physics3D(gravity=(0, -10, 0), **options)
    esper.add_processor(physics)
    put(0, -0.5, s3.Box(80, 1, 40))
    put(0.25, 2, s3.Box(0.5, 4, 10))
    return physics


@pytest.mark.parametrize(("speed", "substeps"), [(2, 4), (5, 1), (50, 8)])
@pytest.mark.parametrize("shape", [s3.Box(1, 1, 1), s3.Sphere(0.5)])
def test_it_stays_on_this_side(shape: Any, speed: float, substeps: int) -> None:
    physics = new_physics(substeps=substeps)
    place, body = s3.Transform3D(-0.502, 0.5, 0), s3.Body3D()
    crate = esper.create_entity(place, body, s3.Collider3D(shape))
    piston = put(-1.51, 1, s3.Box(1, 2, 2), s3.Body3D.kinematic(velocity=(speed, 0, 0)))
    found: list[Any] = []
    keep = on(COLLISION_CRUSH)(lambda event: found.append((event.entities, round(event.normal[0], 3))))
    deepest, was_squeezed = -1.0, False
    for _ in range(min(40, int(90 / speed) + 5)):
        physics.step_once()
        deepest = max(deepest, place.x + 0.5)
        was_squeezed |= body.squeezed
    assert keep
    assert deepest < 1.1 * SLOP
    assert was_squeezed
    assert found[0] == ((crate, piston), -1.0)


def test_a_row_is_squeezed_as_a_whole() -> None:
    physics = new_physics()
    bodies = [s3.Body3D() for _ in range(2)]
    crates = [put(-0.502 - k, 0.5, s3.Box(1, 1, 1), body) for k, body in enumerate(bodies)]
    put(-2.51, 1, s3.Box(1, 2, 2), s3.Body3D.kinematic(velocity=(2, 0, 0)))
    for _ in range(15):
        physics.step_once()
    assert [body.squeezed for body in bodies] == [True, True]
    assert esper.component_for_entity(crates[0], s3.Transform3D).x < -0.5 + 2 * SLOP


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("shape", [s3.Box(1, 1, 1), s3.Box(2, 0.4, 1)])
def test_nothing_shoots_out_from_under_a_plate(shape: Any, seed: int) -> None:
    """No impulses stop all that a plate presses together: looked for, they grew without end."""
    random = Random(seed)
    physics = s3.Physics3D(gravity=(0, -10, 0))
    esper.add_processor(physics)
    esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Plane((0, 1, 0), 0)))
    bodies = [s3.Body3D(mass=10) for _ in range(3)]
    for k, body in enumerate(bodies):
        turn = [random.gauss(0, 1) for _ in range(4)]
        place = s3.Transform3D(random.uniform(-0.3, 0.3), 0.6 + 0.7 * k, random.uniform(-0.3, 0.3), turn)
        esper.create_entity(place, body, s3.Collider3D(shape))
    put(0, 4, s3.Box(4, 1, 4), s3.Body3D.kinematic(velocity=(0, -4, 0)))
    for _ in range(48):
        physics.step_once()
        assert max(body.velocity.length for body in bodies) < 16
