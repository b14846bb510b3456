"""Wrong arguments stop at the door, with a message that says what is wanted."""

from __future__ import annotations

import math
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import Transform
from ecsphys import space3d as s3
from ecsphys.space3d import geometry
from tests.space3d.things import ball, physics, run


@pytest.mark.parametrize("axis", [(math.inf, 0, 0), (0, math.nan, 0), (0, 0, 0)])
def test_axes_are_vectors_with_a_direction(axis: Any) -> None:
    with pytest.raises(ValueError, match="axis"):
        s3.from_axis_angle(axis, 1)


@pytest.mark.parametrize("axis", [None, "xyz", (1, 0), 1.0])
def test_axes_are_three_numbers(axis: Any) -> None:
    with pytest.raises(TypeError, match="axis"):
        s3.from_axis_angle(axis, 1)


def test_a_pose_of_the_plane_is_none_of_space() -> None:
    flat = Transform(0, 0, angle=5)
    for _ in range(2):  # a pair that is new, and one that is known
        for call in (geometry.overlap, geometry.collide, geometry.distance):
            with pytest.raises(TypeError, match="of the plane"):
                call(s3.Sphere(1), flat, s3.Sphere(1), (0, 0, 0))
    with pytest.raises(TypeError, match="of the plane"):
        physics().overlap(s3.Sphere(1), flat)


def test_kinds_of_bodies_are_words() -> None:
    clock = physics()
    for kind in (1, True):
        with pytest.raises(TypeError, match="kind must be one of static"):
            clock.overlap_point((0, 0, 0), kind=kind)


@pytest.mark.parametrize("index", [s3.Octree, s3.BoundingVolumeTree, s3.SweepAndPrune, s3.BruteForce])
def test_many_ids_are_several_numbers(index: Any) -> None:
    boxes = index()
    for ids in (None, 3, "12"):
        for call in (lambda ids: boxes.insert_many(ids, [(0,) * 6]), boxes.remove_many):
            with pytest.raises(TypeError, match="ids must be several whole numbers"):
                call(ids)


def test_rays_are_real() -> None:
    with pytest.raises(ValueError, match="starts must be numbers"):
        physics().raycast_many(np.zeros((2, 3), complex), np.ones((2, 3)))


@pytest.mark.parametrize("entity", [None, "x", 1.5])
def test_collisions_are_of_entities(entity: Any) -> None:
    list_of = physics().collisions
    for call in (list_of.of, list_of.triggers_of, lambda entity: list_of.between(entity, 1)):
        with pytest.raises(TypeError, match="must be an entity"):
            call(entity)


def test_a_system_to_be_replaced_is_given_by_its_type() -> None:
    clock = physics()
    with pytest.raises(TypeError, match="given by its type"):
        clock.replace((), esper.Processor())  # type: ignore[arg-type]


def test_a_projectile_without_a_body_is_named_with_the_parts_of_space() -> None:
    physics()
    ball()
    esper.create_entity(s3.Projectile3D())
    with pytest.warns(match="a Transform3D and a Body3D or a Collider3D"):
        run()


@pytest.mark.parametrize("pose", [None, 5, (1, 2), ((1, 2, 3), (1, 0, 0))])
def test_a_transform_takes_poses_only(pose: Any) -> None:
    place = s3.Transform3D(1, 2, 3)
    with pytest.raises(TypeError, match="pose"):
        place.pose = pose
    assert place.pose == ((1, 2, 3), (1, 0, 0, 0))


def test_an_inertia_that_rounding_eats_is_refused_with_its_entity() -> None:
    physics()
    near, far = s3.Sphere(1e-4), s3.Sphere(1e-4, (1e5, 0, 0))
    entity = esper.create_entity(s3.Transform3D(), s3.Body3D(mass=1), s3.Collider3D([near, far]))
    with pytest.raises(ValueError, match=rf"entity {entity}: the moments of inertia .* give Body3D an"):
        run()
    esper.add_component(entity, s3.Body3D(mass=1, inertia=(1, 1, 1)))
    run()
