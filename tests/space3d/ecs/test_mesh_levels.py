"""Fast bodies in a level that is one mesh: to touch one side of it does not open the others."""

from __future__ import annotations

import math

import esper
import numpy as np
import pytest

from ecsphys.space3d import (
    Body3D,
    Box,
    Capsule,
    Collider3D,
    Mesh,
    Physics3D,
    Pose3,
    Transform3D,
    from_axis_angle,
)
from tests.space3d.geometry.scenes import count_of, random_orientation

LEVEL = Mesh(
    [(-20, 0, -20), (5, 0, -20), (5, 0, 20), (-20, 0, 20), (5, 20, -20), (5, 20, 20)],
    [(0, 2, 1), (0, 3, 2), (1, 2, 5), (1, 5, 4)],
)  # a floor, and a wall at x = 5


def world() -> Physics3D:
    physics = Physics3D(gravity=(0, -9.8, 0))
    esper.add_processor(physics)
    esper.create_entity(Transform3D(), Collider3D(LEVEL))
    return physics


@pytest.mark.parametrize("continuous", ["auto", "bullet"])
@pytest.mark.parametrize("depth", [0.0, 0.001, 0.01, 0.02, 0.05])
def test_a_box_in_the_floor_meets_the_wall(continuous, depth):
    physics = world()
    tilt = from_axis_angle((0, 0, 1), 0.2)
    place = Transform3D(3.1, 0.2 * (math.cos(0.2) + math.sin(0.2)) - depth, 0, orientation=tilt)
    esper.create_entity(
        place, Body3D(velocity=(60, -1, 0), continuous=continuous), Collider3D(Box(0.4, 0.4, 0.4))
    )
    for _ in range(30):
        physics.step_once()
        assert place.x < 5


def test_what_tumbles_along_the_floor_meets_the_wall():
    physics, rng, places = world(), np.random.default_rng(17), []
    for _ in range(count_of(400, 5)):
        shape = [Box(0.4, 0.4, 0.4), Capsule(1, 0.2), Box(0.8, 0.5, 0.3)][rng.integers(3)]
        turn = random_orientation(rng)
        lowest = shape.bounds(Pose3((0, 0, 0), turn)).lower.y
        x, z = rng.uniform(-10, 3), rng.uniform(-15, 15)
        places.append(Transform3D(x, 0.05 - lowest, z, orientation=turn))
        velocity = (rng.choice([15, 20, 30, 40, 60]), -2, 0)
        esper.create_entity(places[-1], Body3D(velocity=velocity), Collider3D(shape, layer=2, mask=1))
    for _ in range(count_of(120, 30)):
        physics.step_once()
        assert max(place.x for place in places) < 5
