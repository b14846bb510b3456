"""Fat boxes: how far they reach, and how many pairs they make."""

from __future__ import annotations

import esper
import pytest

from ecsphys import Box, Collider, Physics, RigidBody, Transform
from ecsphys.space3d import Body3D, Collider3D, Physics3D, Sphere, Transform3D

FAST = 12.0  # metres a second


def crowd(count: int, apart: float) -> Physics:
    """Return a world of `count` by `count` crates of 0.2 m that fly side by side."""
    physics = Physics(length_unit=1.0)
    esper.add_processor(physics)
    for k in range(count * count):
        place = Transform(apart * (k % count), apart * (k // count))
        esper.create_entity(place, RigidBody(velocity=(FAST, FAST)), Collider(Box(0.2, 0.2)))
    return physics


def pairs_a_body(physics: Physics | Physics3D, steps: int) -> float:
    """Return how many pairs a body has after some steps."""
    for _ in range(steps):
        physics.step_once()
    return physics.world.solid.contact_count / len(physics.bodies["x"])


@pytest.mark.jit
def test_a_crowd_that_flies_has_few_pairs() -> None:
    """Its boxes reached five steps ahead: each crate had 53 pairs, and touched none."""
    assert pairs_a_body(crowd(12, 0.21), 10) < 25.0


def test_boxes_of_few_reach_ahead() -> None:
    """They are rewritten in one step of five."""
    physics = crowd(5, 4.0)
    pairs_a_body(physics, 3)
    fat, tight = physics.world.shapes.fat, physics.world.shapes.tight
    reach = [float(fat[0, side] - tight[0, side]) for side in (2, 3)]
    assert min(reach) > 2.0 * FAST / 60.0


@pytest.mark.jit
def test_a_crowd_in_space_has_few_pairs() -> None:
    """Each ball had 107."""
    physics = Physics3D(length_unit=1.0)
    esper.add_processor(physics)
    for k in range(216):
        place = Transform3D(0.21 * (k % 6), 0.21 * (k // 6 % 6), 0.21 * (k // 36))
        body = Body3D(velocity=(FAST, FAST, FAST))
        esper.create_entity(place, body, Collider3D(Sphere(0.1)))
    assert pairs_a_body(physics, 10) < 50.0
