"""A body that hangs on several rods from the world moves as closed forms say."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys import Box, Collider, DistanceJoint, Physics, RevoluteJoint, RigidBody, Transform

LENGTH, GRAVITY = 200.0, 900.0


def hang(physics: Physics, angle: float, width: float, height: float) -> int:
    """Hang a seat on two parallel rods at an angle."""
    seat = esper.create_entity(
        Transform(LENGTH * math.sin(angle), -LENGTH * math.cos(angle)),
        RigidBody(),
        Collider(Box(width, height)),
    )
    for x in (-0.5 * width, 0.5 * width):
        esper.create_entity(DistanceJoint(None, seat, anchor_a=(x, 0.0), anchor_b=(x, 0.0)))
    return seat


@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("angle", [0.05, 0.3, 1.0])
@pytest.mark.parametrize("size", [(20.0, 2.0), (60.0, 8.0), (200.0, 40.0)])
def test_a_swing_on_two_rods_swings_as_a_pendulum(
    substeps: int, angle: float, size: tuple[float, float]
) -> None:
    """It does not turn, so it moves as a point; the matrix of its mass with both rods was inverted badly."""
    physics = Physics(gravity=(0.0, -GRAVITY), substeps=substeps)
    esper.add_processor(physics)
    place = esper.component_for_entity(hang(physics, angle, *size), Transform)
    xs = []
    for _ in range(240):
        esper.process(1 / 60)
        assert abs(place.angle) < 1e-3
        assert math.hypot(place.x, place.y) == pytest.approx(LENGTH, abs=0.1)
        xs.append(place.x)
    top = LENGTH * math.sin(angle)
    assert min(xs) == pytest.approx(-top, rel=0.01)
    assert max(xs[60:]) == pytest.approx(top, rel=0.01)
    half = math.pi * math.sqrt(LENGTH / GRAVITY) * (1.0 + angle**2 / 16.0 + 11.0 * angle**4 / 3072.0)
    assert (xs.index(min(xs)) + 1) / 60 == pytest.approx(half, abs=1.5 / 60)


@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("speed", [50.0, 300.0, 500.0])
def test_a_push_lifts_a_swing_as_high_as_its_energy(substeps: int, speed: float) -> None:
    physics = Physics(gravity=(0.0, -GRAVITY), substeps=substeps)
    esper.add_processor(physics)
    seat = hang(physics, 0.0, 60.0, 8.0)
    esper.component_for_entity(seat, RigidBody).velocity = (speed, 0.0)
    place, highest = esper.component_for_entity(seat, Transform), -LENGTH
    for _ in range(120):
        esper.process(1 / 60)
        highest = max(highest, place.y)
    assert highest + LENGTH == pytest.approx(0.5 * speed**2 / GRAVITY, rel=0.03)


@pytest.mark.parametrize("heavy", [1.0, 1000.0])
def test_a_bar_on_rods_and_a_pin_stands_still(heavy: float) -> None:
    """Three directions are held, by a pin and a rod: nothing can move, and nothing does."""
    physics = Physics(gravity=(0.0, -GRAVITY))
    esper.add_processor(physics)
    bar = esper.create_entity(Transform(50.0, 0.0), RigidBody(mass=heavy), Collider(Box(100.0, 10.0)))
    esper.create_entity(RevoluteJoint(None, bar, anchor=(0.0, 0.0)))
    esper.create_entity(DistanceJoint(None, bar, anchor_a=(150.0, 100.0), anchor_b=(50.0, 0.0)))
    place = esper.component_for_entity(bar, Transform)
    for _ in range(120):
        esper.process(1 / 60)
    assert (place.x, place.y, place.angle) == pytest.approx((50.0, 0.0, 0.0), abs=0.01)
