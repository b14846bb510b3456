"""Distances and contacts beside those of fcl, coal and scipy, on seeded pairs.

For shapes apart coal is right to about 1e-6; fcl's search ends up to 1e-4 too far. Of deep overlaps they tell
a penetration that need not be the least one, so there ours must not be larger.
"""

from __future__ import annotations

import numpy as np
import pytest

from ecsphys.compile import ENABLED
from ecsphys.space3d import Box, Capsule, Hull, Pose3, Shape3, Sphere
from ecsphys.space3d.geometry import collide, distance, overlap
from ecsphys.space3d.math3d.quaternion import rotation_of
from tests.space3d.geometry.scenes import count_of, poses_of, round_hull

fcl = pytest.importorskip("fcl")

# The capsules of both libraries lie along z.
SHAPES: dict[str, Shape3] = {
    "sphere": Sphere(0.8),
    "box": Box(1.2, 0.7, 2.0),
    "needle": Box(3.0, 0.02, 0.03),
    "capsule": Capsule.between((0, 0, -0.8), (0, 0, 0.8), 0.4),
    "hull": round_hull(16, 1),
    "large hull": round_hull(60, 2),
}
PAIRS = [(a, b) for k, a in enumerate(SHAPES) for b in list(SHAPES)[k:]]


def fcl_object(shape: Shape3, pose: Pose3):
    at = fcl.Transform(np.array(pose.orientation), np.array(pose.position))
    if isinstance(shape, Sphere):
        return fcl.CollisionObject(fcl.Sphere(shape.radius), at)
    if isinstance(shape, Box):
        return fcl.CollisionObject(fcl.Box(shape.width, shape.height, shape.depth), at)
    if isinstance(shape, Capsule):
        return fcl.CollisionObject(fcl.Capsule(shape.radius, shape.height - 2 * shape.radius), at)
    faces = [number for face in shape.faces for number in (len(face), *face)]
    return fcl.CollisionObject(fcl.Convex(np.array(shape.vertices), len(shape.faces), np.array(faces)), at)


def coal_shape(coal, shape: Shape3):
    if isinstance(shape, Sphere):
        return coal.Sphere(shape.radius)
    if isinstance(shape, Box):
        return coal.Box(shape.width, shape.height, shape.depth)
    if isinstance(shape, Capsule):
        return coal.Capsule(shape.radius, shape.height - 2 * shape.radius)
    assert isinstance(shape, Hull)
    points = coal.StdVec_Vec3s()
    for vertex in shape.vertices:
        points.append(np.array(vertex))
    return coal.Convex.convexHull(points, False, "")


def coal_pose(coal, pose: Pose3):
    return coal.Transform3s(np.array(rotation_of(*pose.orientation)).reshape(3, 3), np.array(pose.position))


@pytest.mark.parametrize(("name_a", "name_b"), PAIRS)
def test_distances(name_a: str, name_b: str):
    a, b = SHAPES[name_a], SHAPES[name_b]
    coal = pytest.importorskip("coal")
    of_a, of_b = coal_shape(coal, a), coal_shape(coal, b)
    apart = deep = 0
    for pose_a, pose_b in poses_of(name_a, name_b, count_of(150, 15)):
        gap = distance(a, pose_a, b, pose_b)
        result = coal.DistanceResult()
        theirs = coal.distance(
            of_a, coal_pose(coal, pose_a), of_b, coal_pose(coal, pose_b), coal.DistanceRequest(), result
        )
        if gap.distance > 1e-6:
            apart += 1
            assert theirs == pytest.approx(gap.distance, abs=2e-6)
            theirs = fcl.distance(
                fcl_object(a, pose_a), fcl_object(b, pose_b), fcl.DistanceRequest(), fcl.DistanceResult()
            )
            assert -1e-5 <= theirs - gap.distance <= 1e-3  # its search ends early
        elif gap.distance < -1e-6:
            deep += 1
            assert theirs < 2e-6
            assert -gap.distance <= -theirs + 1e-5
    assert apart > 2 and (deep > 2 or "needle" in (name_a, name_b))


@pytest.mark.parametrize(("name_a", "name_b"), PAIRS)
def test_contacts(name_a: str, name_b: str):
    a, b = SHAPES[name_a], SHAPES[name_b]
    request = fcl.CollisionRequest(num_max_contacts=4, enable_contact=True)
    touching = 0
    for pose_a, pose_b in poses_of(name_a, name_b, count_of(150, 15)):
        gap = distance(a, pose_a, b, pose_b).distance
        if abs(gap) < 1e-5:
            continue
        result = fcl.CollisionResult()
        found = fcl.collide(fcl_object(a, pose_a), fcl_object(b, pose_b), request, result) > 0
        m = collide(a, pose_a, b, pose_b)
        assert found == (m is not None) == overlap(a, pose_a, b, pose_b)
        if m is not None and isinstance(a, Sphere) and isinstance(b, (Sphere, Box)):
            (contact,) = result.contacts  # closed forms
            touching += 1
            assert contact.penetration_depth == pytest.approx(m.points[0].penetration, abs=1e-9)
            if not b_contains_middle(a, pose_a, b, pose_b):  # then several directions may part them alike
                assert np.allclose(contact.normal, m.normal, rtol=0, atol=1e-9)
    assert touching or not isinstance(a, Sphere) or name_b not in ("sphere", "box")


def b_contains_middle(a: Shape3, pose_a: Pose3, b: Shape3, pose_b: Pose3) -> bool:
    return b.contains(pose_b, a.vertices_at(pose_a)[0])


def test_hulls_and_their_planes_as_scipy():
    spatial = pytest.importorskip("scipy.spatial")
    rng = np.random.default_rng(5)
    for k in range(40 if ENABLED else 8):
        points = rng.normal(size=(20 + k, 3))
        hull, theirs = Hull(points), spatial.ConvexHull(points)
        assert hull.volume == pytest.approx(theirs.volume, rel=1e-12)
        assert len(hull.vertices) == len(theirs.vertices)
        ours = np.array(
            sorted((*n, -o) for n, o in zip(hull.normals, hull.packed.faces[:, 3].tolist(), strict=True))
        )
        assert np.allclose(ours, np.array(sorted(map(tuple, theirs.equations.tolist()))), atol=1e-9)
