"""What falls asleep: what rests or is in contact, not what drifts on without touching anything."""

from __future__ import annotations

import math
from typing import Any

import esper
import pytest

from ecsphys import Box, Circle, Collider, Physics, RevoluteJoint, RigidBody, Transform

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


# -- what trembles -----------------------------------------------------------------------------------


def steps_to_sleep(
    physics: Physics, body: RigidBody, tremor: float, way: float, most: int = 300
) -> int | None:
    """Shake a body to and fro at six hertz while it moves on at `way`; return after which step it sleeps."""
    for k in range(most):
        body.velocity = (way + (tremor if k // 5 % 2 == 0 else -tremor), 0.0)
        physics.step_once()
        if not body.awake:
            return k + 1
    return None


@pytest.mark.parametrize("tremor", [0.5, 4, 6])
def test_what_trembles_at_a_place_falls_asleep(tremor: float) -> None:
    physics = clock()
    _, body = thing(linear_damping=0.01)
    steps = steps_to_sleep(physics, body, tremor, 0.0)
    assert steps is not None and steps < 280


@pytest.mark.parametrize(("tremor", "way"), [(0.0, 4.0), (5.0, 4.0), (15.0, 4.0), (40.0, 0.0)], ids=str)
def test_what_moves_on_or_trembles_a_lot_stays_awake(tremor: float, way: float) -> None:
    physics = clock()
    _, body = thing(linear_damping=0.01)
    assert steps_to_sleep(physics, body, tremor, way) is None


def test_a_tremor_stays_a_tremor_when_it_is_restored() -> None:
    physics = clock()
    _, body = thing(linear_damping=0.01)
    assert steps_to_sleep(physics, body, 4.0, 0.0, 60) is None
    start = physics.snapshot()
    steps = steps_to_sleep(physics, body, 4.0, 0.0)
    physics.restore(start)
    assert steps is not None and steps == steps_to_sleep(physics, body, 4.0, 0.0)


@pytest.mark.parametrize("gravity", [10, 50, 900])
def test_what_is_slow_at_the_top_of_its_flight_stays_awake(gravity: float) -> None:
    physics = clock(-gravity)
    where, body = thing(velocity=(0, 60), linear_damping=0.001)
    while where.y > -20:
        physics.step_once()
        assert body.awake


def test_a_pendulum_does_not_fall_asleep_in_its_swing() -> None:
    physics = clock(-900)
    angle = 0.05
    where, body = thing(200 * math.sin(angle), -200 * math.cos(angle))
    bob = next(entity for entity, found in esper.get_component(RigidBody) if found is body)
    esper.create_entity(RevoluteJoint(None, bob, anchor=(0, 0)))
    crossings, before = 0, where.x
    for _ in range(600):
        physics.step_once()
        crossings += before * where.x < 0
        before = where.x
        assert body.awake
    assert crossings >= 5
