"""Manifolds of contacts that hardly move are kept, but not where that would give energy to what rolls."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
from tests.fuzz.runner import own_world

RADIUS, HALF = 60.0, 4.0  # of the barrel, of the plank


def rocking(amplitude: float, substeps: int) -> list[float]:
    """Return how far a plank rocks on a barrel in each of six stretches of five seconds."""
    with own_world("rocking"):
        esper.add_processor(Physics(gravity=(0, -900), sleeping=False, substeps=substeps))
        esper.create_entity(Transform(0, 0), Collider(Circle(RADIUS), friction=1.0))
        s, c, rolled = math.sin(amplitude), math.cos(amplitude), RADIUS * amplitude
        place = Transform(-(RADIUS + HALF) * s + rolled * c, (RADIUS + HALF) * c + rolled * s, amplitude)
        esper.create_entity(place, RigidBody(), Collider(Box(200, 2 * HALF), friction=1.0))
        widest = [0.0] * 6
        for frame in range(1800):
            esper.process(1 / 60)
            widest[frame // 300] = max(widest[frame // 300], abs(place.angle))
        return widest


@pytest.mark.parametrize(
    ("amplitude", "substeps"),
    [(0.0005, 2), (0.002, 2), (0.02, 2), (0.0005, 4), (0.002, 4), (0.02, 4), (0.2, 4)],
)
def test_a_plank_that_hardly_rocks_on_a_barrel_rocks_no_wider_in_half_a_minute(
    amplitude: float, substeps: int
) -> None:
    """It rocked by a third more from 0.002 radians: its contact was where it had been some steps before."""
    assert rocking(amplitude, substeps) == pytest.approx([amplitude] * 6, rel=0.01)


def test_a_pile_at_rest_keeps_its_manifolds() -> None:
    with own_world("pile"):
        physics = Physics(gravity=(0, -900), sleeping=False)
        esper.add_processor(physics)
        esper.create_entity(Transform(0, -50), Collider(Box(400, 100)))
        for k in range(3):
            esper.create_entity(Transform(0, 16 + 32 * k), RigidBody(), Collider(Box(32, 32)))
        esper.create_entity(Transform(100, 16), RigidBody(), Collider(Circle(16)))
        for _ in range(300):
            esper.process(1 / 60)
        assert physics.counts.exact == 0
