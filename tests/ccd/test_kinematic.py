"""Nothing stops a kinematic body, however fast it is; what it meets is told as for slow ones."""

from __future__ import annotations

import math
from itertools import product

import pytest

from ecsphys import COLLISION_BEGIN, Box, space3d
from tests.acceptance.flight import A_STEP
from tests.acceptance.support import body, physics, rigid, run, transform, wall

SPEEDS = [A_STEP, 300 * A_STEP]  # a tenth of its width in a step, and thirty times


@pytest.mark.parametrize(("speed", "continuous"), [*product(SPEEDS, ["auto", "bullet"]), (A_STEP, "off")])
def test_it_goes_through_what_is_static(speed: float, continuous: str) -> None:
    clock = physics()
    wall(50, 0, 20, 400)
    begun = clock.stream(COLLISION_BEGIN)
    mover = body(Box(10, 10), 0, 0, kind="kinematic", velocity=(speed, 0), continuous=continuous)
    steps = 2 + int(100 / speed / clock.step)
    run(steps)
    assert transform(mover).x == pytest.approx(steps * clock.step * speed, rel=1e-12)
    assert len(begun.take()) == 1


def test_an_arm_turns_through_the_floor() -> None:
    clock = physics()
    wall(0, -10, 2000, 20)
    arm = body(Box(400, 10), 0, 100, 0.0, kind="kinematic", angular_velocity=3, friction=0.3)
    box = body(Box(10, 10), -100, 5.0, friction=0.3)
    run(round(2 * math.pi / 3 / clock.step))
    assert transform(arm).angle == pytest.approx(2 * math.pi, rel=0.01)
    assert transform(box).x > 0 and transform(box).y > 0  # swept along, and not into the floor
    assert rigid(arm).angular_velocity == 3


@pytest.mark.parametrize("speed", [0.5, 200.0])
def test_it_goes_through_what_is_static_in_space(speed: float) -> None:
    import esper

    clock = space3d.Physics3D()
    esper.add_processor(clock)
    esper.create_entity(space3d.Transform3D(3, 0, 0), space3d.Collider3D(space3d.Box(1, 9, 9)))
    place = space3d.Transform3D()
    esper.create_entity(
        place, space3d.Body3D.kinematic(velocity=(speed, 0, 0)), space3d.Collider3D(space3d.Box(1, 1, 1))
    )
    steps = 2 + int(6 / (speed * clock.step))
    for _ in range(steps):
        clock.step_once()
    assert place.x == pytest.approx(steps * clock.step * speed, rel=1e-12)
