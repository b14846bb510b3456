"""Reflection keeps what is along the wall; the engine's ball leaves by the same angle."""

import math

import esper
import pytest

from ecsphys import Circle, Collider, Physics, RigidBody, Segment, Transform
from ecsphys.lab import open_exhibit

UPRIGHT = {"wall": (0, -150, 0), "start": (-200, 100), "target": (0, -150)}


def test_it_leaves_by_the_angle_of_arrival() -> None:
    numbers = open_exhibit("reversed-or-reflected", **UPRIGHT).numbers()
    angle = math.degrees(math.atan2(200, 250))
    assert numbers["angle of arrival, °"] == pytest.approx(angle)
    assert numbers["angle, reflected, °"] == pytest.approx(angle)
    assert numbers["reversed and reflected are apart by, °"] == pytest.approx(2 * angle)
    assert numbers["speed kept, reversed"] == numbers["speed kept, reflected"] == pytest.approx(1)


def test_head_on_both_are_the_same() -> None:
    numbers = open_exhibit("reversed-or-reflected", **{**UPRIGHT, "start": (0, 100)}).numbers()
    assert numbers["reversed and reflected are apart by, °"] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("restitution", [0.0, 0.5, 1.0])
def test_the_engine_reflects(restitution: float) -> None:
    runner = open_exhibit("reversed-or-reflected", restitution=restitution)
    exhibit = runner.exhibit
    hit = exhibit.hit()
    _, _, expected = exhibit.velocities(hit)
    physics = Physics(restitution_threshold=0, sleeping=False)
    esper.add_processor(physics)
    shape, pose = exhibit.wall
    esper.create_entity(Transform(*pose), Collider(shape, friction=0, restitution=restitution))
    body = RigidBody(velocity=exhibit.target - exhibit.start, lock_rotation=True)
    esper.create_entity(Transform(*exhibit.start), body, Collider(Circle(22), friction=0))
    for _ in range(70):
        physics.step_once()
    assert body.velocity == pytest.approx(expected, abs=1e-3 * expected.length + 1e-9)
    assert isinstance(shape, Segment)


def test_it_may_pass_the_wall() -> None:
    runner = open_exhibit("reversed-or-reflected", target=(-230, 300))
    assert runner.numbers() == {"touch": False} and runner.display().items
