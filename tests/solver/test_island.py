"""What falls asleep: what rests or is in contact, not what drifts on without touching anything."""

from __future__ import annotations

from typing import Any

import esper
import pytest

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform

SLOW = 1.0  # units per second, a third of the speed below which bodies fall asleep


def clock(gravity: float = 0) -> Physics:
    physics = Physics(gravity=(0, gravity))
    esper.add_processor(physics)
    return physics


def thing(x: float = 0, y: float = 0, trigger: bool = False, **options: Any) -> tuple[Transform, RigidBody]:
    where, body = Transform(x, y), RigidBody(**options)
    esper.create_entity(where, body, Collider(Circle(8), trigger=trigger))
    return where, body


def run(physics: Physics, seconds: float = 2) -> None:
    for _ in range(round(60 * seconds)):
        physics.step_once()


@pytest.mark.parametrize("options", [{}, {"angular_damping": 3}, {"gravity_scale": 0}], ids=str)
def test_a_slow_drift_goes_on(options: dict[str, Any]) -> None:
    physics = clock(-900 if options.get("gravity_scale") == 0 else 0)
    where, body = thing(velocity=(SLOW, 0), **options)
    esper.create_entity(Transform(0, 0), Collider(Box(50, 50), trigger=True))  # to be in one is no contact
    run(physics, 5)
    assert where.x == pytest.approx(5 * SLOW) and body.velocity == (SLOW, 0) and body.awake


def test_a_slow_spin_goes_on() -> None:
    physics = clock()
    where, body = thing(angular_velocity=0.01, linear_damping=1)
    run(physics, 5)
    assert where.angle == pytest.approx(0.05) and body.awake


def test_what_rests_alone_falls_asleep() -> None:
    physics = clock()
    _, still = thing()
    _, damped = thing(100, velocity=(SLOW, 0), linear_damping=0.5)
    _, locked = thing(200, angular_velocity=0.02, angular_damping=1, lock_x=True, lock_y=True)
    run(physics)
    assert not still.awake and not damped.awake and not locked.awake


def test_what_moves_less_than_rounding_rests() -> None:
    physics = clock()
    where, body = thing(1000, velocity=(1e-16, 0))
    run(physics)
    assert where.x == 1000 and not body.awake


def test_slow_ones_in_contact_fall_asleep() -> None:
    physics = clock(-900)
    esper.create_entity(Transform(0, -10), Collider(Box(400, 20), friction=0))
    where, sliding = Transform(0, 8), RigidBody(velocity=(SLOW, 0))
    esper.create_entity(where, sliding, Collider(Box(16, 16), friction=0))
    run(physics)
    assert not sliding.awake and where.x < 2


def test_one_that_drifts_does_not_keep_others_awake() -> None:
    physics = clock()
    _, drifting = thing(velocity=(SLOW, 0))
    _, still = thing(500)
    run(physics)
    assert drifting.awake and not still.awake
