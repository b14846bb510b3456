"""A pose is a triple, a pair, or what has a `.pose`; a pair is a position."""

from __future__ import annotations

from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform, geometry

POSITIONS: tuple[Any, ...] = ((3, 4), [3.0, 4.0], np.array([3, 4]), Transform(3, 4))


@pytest.mark.parametrize("position", POSITIONS, ids=lambda value: type(value).__name__)
def test_a_position_is_a_pose_in_geometry(position: Any) -> None:
    a, b, full = Box(4, 2), Circle(1), (3, 4, 0)
    for function in (geometry.overlap, geometry.collide, geometry.distance):
        assert function(a, position, b, (5, 4)) == function(a, full, b, (5, 4, 0))
    for function in (geometry.raycast, geometry.raycast_many):
        ray = ((0, 4), (9, 4)) if function is geometry.raycast else ([(0, 4)], [(9, 4)])
        assert str(function(a, position, *ray)) == str(function(a, full, *ray))
    assert geometry.closest_point(a, position, (9, 9)) == geometry.closest_point(a, full, (9, 9))
    assert geometry.shape_cast(b, (0, 4), (9, 0), a, position) == geometry.shape_cast(
        b, (0, 4, 0), (9, 0), a, full
    )
    assert geometry.time_of_impact(b, (-2, 4), (9, 4), a, position, position).status == "hit"
    assert geometry.swept_shape(b, (0, 0), position) == geometry.swept_shape(b, (0, 0, 0), full)
    assert geometry.minkowski_difference(a, position, a, (0, 0)) == geometry.minkowski_difference(
        a, full, a, (0, 0, 0)
    )
    assert a.bounds(position) == a.bounds(full) and a.contains(position, (4.5, 4.5))


def test_many_positions_are_poses() -> None:
    answer = geometry.overlap_many(Circle(1), [(0, 0), (5, 0)], Circle(1), (1, 1))
    assert answer.tolist() == [True, False]


def test_a_position_is_a_pose_in_queries() -> None:
    physics = Physics()
    esper.add_processor(physics)
    box = esper.create_entity(Transform(3, 4), RigidBody(), Collider(Box(4, 2)))
    assert physics.overlap(Circle(1), (5, 4)) == [box]
    assert physics.shape_cast(Circle(1), (0, 4), (9, 0)) == physics.shape_cast(Circle(1), (0, 4, 0), (9, 0))
    assert len(physics.shape_cast_all(Circle(1), (0, 4), (9, 0))) == 1


@pytest.mark.parametrize("value", [5, None, (1,), (1, 2, 3, 4), {}], ids=repr)
def test_anything_else_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=r"pose must be \(x, y, angle\) or \(x, y\), or have a .pose, got"):
        geometry.raycast(Circle(1), value, (0, 0), (1, 1))


def test_a_position_assigned_leaves_the_angle() -> None:
    there = Transform(0, 0, 1)
    there.pose = (3, 4)
    assert there.pose == (3, 4, 1)
    physics = Physics()
    esper.add_processor(physics)
    body = RigidBody.kinematic()
    body.move_to((6, 8), 1 / 60)  # waits for its row, and for the angle to keep
    esper.create_entity(there, body)
    physics.step_once()
    assert there.pose == pytest.approx((6, 8, 1))
    body.move_to((7, 8), 1 / 60)
    physics.step_once()
    assert there.pose == pytest.approx((7, 8, 1))
