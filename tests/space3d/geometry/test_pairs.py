"""Overlap, contact and distance of two shapes: closed forms, and what must hold for every pair."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ecsphys.space3d import (
    AABB,
    Box,
    Capsule,
    Hull,
    Mesh,
    Plane,
    Pose3,
    Sphere,
    Transform3D,
    Vec3,
    from_axis_angle,
)
from ecsphys.space3d.geometry import Manifold, closest_point, collide, distance, overlap
from ecsphys.space3d.math3d.quaternion import multiply
from tests.space3d.geometry.scenes import ORIGIN, PAIRS, SHAPES, SOLID, count_of, poses_of, random_pose

NEAR = 1e-9
CUBE = Box(2, 2, 2)
CORNERS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]


@pytest.mark.parametrize(("name_a", "name_b"), PAIRS)
def test_contact_and_distance_agree(name_a: str, name_b: str):
    a, b = SHAPES[name_a], SHAPES[name_b]
    touching = apart = 0
    for pose_a, pose_b in poses_of(name_a, name_b, count_of(60, 10)):
        gap, m = distance(a, pose_a, b, pose_b), collide(a, pose_a, b, pose_b)
        assert overlap(a, pose_a, b, pose_b) == (m is not None)
        assert math.isclose(abs(gap.normal), 1.0, abs_tol=1e-12)
        assert gap.point_b.distance(gap.point_a + gap.distance * gap.normal) < NEAR
        # Moving B by -distance * normal brings both into touch.
        moved = Pose3(Vec3(*pose_b.position) - gap.distance * gap.normal, pose_b.orientation)
        assert abs(distance(a, pose_a, b, moved).distance) < NEAR
        # The other way round.
        back = distance(b, pose_b, a, pose_a)
        assert math.isclose(back.distance, gap.distance, abs_tol=NEAR)
        if abs(gap.distance) < NEAR:
            continue
        assert (m is None) == (gap.distance > 0.0)
        if m is None:
            apart += 1
            # From A's point outwards there is no more of A, and B begins at its point.
            for shape, pose, point, outward in (
                (a, pose_a, gap.point_a, 1.0),
                (b, pose_b, gap.point_b, -1.0),
            ):
                assert closest_point(shape, pose, point).distance < NEAR
                assert closest_point(shape, pose, point + outward * 1e-3 * gap.normal).distance > 0.0
        else:
            touching += 1
            check_manifold(m, a, pose_a, b, pose_b, -gap.distance)
    assert touching and (apart or "plane" in (name_a, name_b))


def check_manifold(m: Manifold, a, pose_a, b, pose_b, penetration: float) -> None:
    depths = [p.penetration for p in m.points]
    assert 1 <= len(m.points) <= 4
    assert math.isclose(depths[0], penetration, abs_tol=NEAR)
    assert min(depths) >= -1e-12 and max(depths) <= depths[0] + NEAR
    assert len({p.feature for p in m.points}) == len(m.points)
    assert math.isclose(abs(m.normal), 1.0, abs_tol=1e-12)
    for p in m.points:
        assert p.local_a == (ORIGIN if a.upright else p.local_a)
        if not a.upright:
            assert p.point.distance(p.local_a + pose_a.position) < 1e-12
        if not b.upright:
            assert p.point.distance(p.local_b + pose_b.position) < 1e-12
        assert p.point_a.distance(p.point + 0.5 * p.penetration * m.normal) < 1e-15
        assert p.point_b.distance(p.point - 0.5 * p.penetration * m.normal) < 1e-15
        # Both surface points are in both shapes: on the own surface, and as deep as said in the other.
        assert closest_point(a, pose_a, p.point_a).distance < NEAR
        assert closest_point(b, pose_b, p.point_b).distance < NEAR


@pytest.mark.parametrize("name", SHAPES)
def test_the_nearest_point_of_a_surface(name: str):
    shape, rng = SHAPES[name], np.random.default_rng(3)
    inside = 0
    for _ in range(count_of(300, 60)):
        pose = random_pose(rng)
        point = Vec3(*(np.array(pose.position) + 0.6 * rng.normal(size=3)).tolist())
        hit = closest_point(shape, pose, point)
        assert shape.contains(pose, point) == (hit.distance <= 0.0)
        assert hit.point.distance(point - hit.distance * hit.normal) < NEAR
        assert abs(closest_point(shape, pose, hit.point).distance) < NEAR
        assert closest_point(shape, pose, hit.point + 1e-6 * hit.normal).distance > 0.0
        inside += hit.distance < 0.0
    assert inside or name == "plate"


def test_spheres():
    m = collide(Sphere(1), (0, 0, 0), Sphere(2), (0, 0, 2.5))
    assert m is not None
    normal, (point,) = m
    assert normal == (0, 0, 1) and point.penetration == 0.5
    assert point.point_a == (0, 0, 1) and point.point_b == (0, 0, 0.5) and point.point == (0, 0, 0.75)
    assert point.local_a == (0, 0, 0.75) and point.local_b == (0, 0, -1.75)
    assert collide(Sphere(1), (0, 0, 0), Sphere(2), (0, 0, 3.0)) is not None
    assert collide(Sphere(1), (0, 0, 0), Sphere(2), (0, 0, 3.0000001)) is None
    together = distance(Sphere(1), (1, 2, 3), Sphere(2), (1, 2, 3))
    assert together.distance == -3.0 and math.isclose(abs(together.normal), 1.0)


def test_a_box_on_a_box_has_four_points():
    m = collide(CUBE, (0, 0, 0), CUBE, (0.5, 1.75, -0.5))
    assert m is not None and m.normal == (0, 1, 0)
    assert {p.point for p in m.points} == {(x, 0.875, z) for x in (-0.5, 1.0) for z in (-1.0, 0.5)}
    assert {p.penetration for p in m.points} == {0.25}
    turned = collide(CUBE, (0, 0, 0), CUBE, ((0, 1.9, 0), from_axis_angle((0, 1, 0), math.pi / 4)))
    assert turned is not None and turned.normal == (0, 1, 0) and len(turned.points) == 4
    assert all(math.isclose(p.penetration, 0.1) for p in turned.points)


@pytest.mark.parametrize("hulls", [False, True])
def test_the_points_of_boxes_turned_alike_lie_on_both(hulls: bool):
    rng = np.random.default_rng(5)
    quarters = [0.0, math.pi / 2, math.pi]
    for _ in range(count_of(1000, 100)):
        a, b = (Box(*rng.choice([0.05, 0.5, 1.0, 2.0, 10.0], 3)) for _ in "ab")
        if hulls:
            a, b = Hull(a.vertices), Hull(b.vertices)
        turn = random_pose(rng).orientation
        axis = [(1, 0, 0), (0, 1, 0), (0, 0, 1)][rng.integers(3)]
        angle = float(rng.choice([*quarters, rng.uniform(0, math.pi)]))
        at = Pose3((0, 0, 0), turn)
        there = Pose3(tuple(rng.normal(size=3)), multiply(turn, from_axis_angle(axis, angle)))
        gap = distance(a, at, b, there)
        assert abs(closest_point(a, at, gap.point_a).distance) < NEAR
        assert abs(closest_point(b, there, gap.point_b).distance) < NEAR


@pytest.mark.parametrize("half", [1e-2, 1e-4, 1e-5])
def test_the_narrow_side_of_a_plate_is_as_near_at_its_middle(half: float):
    rng = np.random.default_rng(0)
    plate = Hull([(0.5 * x, half * y, 0.5 * z) for x, y, z in CORNERS])
    for _ in range(50):
        x, y, z = rng.normal(size=3)
        end = Vec3(2.5, 0.0, float(rng.choice([-0.5, 0.0, 0.5])))
        rod = Capsule.between(end, Vec3(abs(x), y, z) + end, 0.1)
        assert math.isclose(distance(plate, ORIGIN, rod, ORIGIN).distance, 1.9, abs_tol=1e-12)


def test_crossed_edges_have_one_point():
    diagonal = from_axis_angle((0, 0, 1), math.pi / 4)
    other = from_axis_angle((1, 0, 0), math.pi / 4)
    height = 2 * math.sqrt(2) - 0.1
    m = collide(CUBE, ((0, 0, 0), diagonal), CUBE, ((0, height, 0), other))
    assert m is not None and len(m.points) == 1
    assert m.normal.distance((0, 1, 0)) < 1e-12
    assert math.isclose(m.points[0].penetration, 0.1)
    assert m.points[0].point.distance((0, math.sqrt(2) - 0.05, 0)) < 1e-12


def test_a_lying_capsule_has_two_points_a_standing_one_one():
    lying = Capsule.between((-1, 0, 0), (1, 0, 0), 0.5)
    for ground in (Plane((0, 1, 0)), Box(10, 2, 10)):
        at = (0, 0 if isinstance(ground, Plane) else -1, 0)
        m = collide(ground, at, lying, (0, 0.4, 0))
        assert m is not None and m.normal == (0, 1, 0) and len(m.points) == 2
        assert all(math.isclose(p.penetration, 0.1) for p in m.points)
        m = collide(ground, at, Capsule(3, 0.5), (0, 1.4, 0))
        assert m is not None and len(m.points) == 1 and math.isclose(m.points[0].penetration, 0.1)


def test_a_box_a_hull_of_its_corners_and_a_mesh_of_its_faces():
    hull = Hull(CORNERS)
    triangles = [face[:3] for face in hull.faces] + [(face[0], *face[2:]) for face in hull.faces]
    mesh = Mesh(CORNERS, triangles)
    rng = np.random.default_rng(6)
    for _ in range(count_of(100, 10)):
        pose_a, pose_b = random_pose(rng), random_pose(rng, 2.5)
        box, other = (distance(a, pose_a, Box(1, 2, 1), pose_b) for a in (CUBE, hull))
        assert math.isclose(box.distance, other.distance, abs_tol=NEAR)
        if box.distance > 0.01:
            apart = distance(mesh, pose_a, Box(1, 2, 1), pose_b)
            assert math.isclose(box.distance, apart.distance, abs_tol=NEAR)
            assert collide(mesh, pose_a, Box(1, 2, 1), pose_b) is None
    m = collide(mesh, (0, 0, 0), Box(1, 1, 1), (0, 1.4, 0))
    assert m is not None and m.normal.distance((0, 1, 0)) < 1e-12 and len(m.points) == 4
    assert all(math.isclose(p.penetration, 0.1) for p in m.points)


def test_AABBs_do_not_turn():
    turned = ((0, 1.9, 0), from_axis_angle((0, 0, 1), math.pi / 4))
    m = collide(AABB(2, 2, 2), ((0, 0, 0), from_axis_angle((1, 1, 0), 1.0)), AABB(2, 2, 2), turned)
    assert m is not None and len(m.points) == 4 and m.normal == (0, 1, 0)
    assert all(p.local_a == p.local_b == (0, 0, 0) for p in m.points)


def test_features_stay_while_the_same_features_touch():
    def features(x: float) -> list[int]:
        m = collide(CUBE, (0, 0, 0), Box(4, 2, 4), (x, 1.9, 0.3))
        assert m is not None
        return [p.feature for p in m.points]

    assert features(0.5) == features(0.500001) == features(0.6)


def test_far_from_the_origin_no_digits_are_lost():
    far = Vec3(1e9, -2e9, 3e9)
    here = distance(CUBE, (0, 0, 0), Sphere(1), (0, 3, 0))
    there = distance(CUBE, far, Sphere(1), Vec3(0, 3, 0) + far)
    assert there.distance == here.distance == 1.0 and there.normal == here.normal
    m = collide(CUBE, far, CUBE, Vec3(0.5, 1.75, 0) + far)
    assert m is not None and {p.penetration for p in m.points} == {0.25}
    assert {p.local_a for p in m.points} == {(x, 0.875, z) for x in (-0.5, 1) for z in (-1, 1)}


def test_a_manifold_is_a_value():
    first, second = (collide(CUBE, (0, 0, 0), CUBE, (0, 1.9, x)) for x in (0.0, 0.0))
    other = collide(CUBE, (0, 0, 0), CUBE, (0, 1.8, 0))
    assert first == second and hash(first) == hash(second) and first != other and first != "m"
    assert first is not None and repr(first).startswith(
        "Manifold(normal=Vec3(x=0.0, y=1.0, z=0.0), points=(Con"
    )
    assert first.points is first.points and first.normal is first.normal


class Thing:
    """Has a pose that changes."""

    def __init__(self, *position: float):
        self.position = position

    @property
    def pose(self) -> Pose3:
        return Pose3(self.position)


def test_poses_of_all_kinds():
    expected = distance(CUBE, (1, 2, 3), Sphere(1), (1, 2, 8))
    upright = (1.0, 0.0, 0.0, 0.0)
    for pose in (((1, 2, 3), upright), Pose3((1, 2, 3)), [1, 2, 3], np.array([1, 2, 3]), Thing(1, 2, 3),
                 ((1, 2, 3), (2, 0, 0, 0)), ([1, 2, 3], list(upright)), (np.float32(1), 2, 3)):  # fmt: skip
        assert distance(CUBE, pose, Sphere(1), (1, 2, 8)) == expected
        assert closest_point(CUBE, pose, (1, 2, 8)).distance == 4.0
        assert overlap(CUBE, pose, Sphere(1), pose)
        assert all(type(x) is float for x in distance(CUBE, pose, Sphere(1), (1, 2, 8)).point_a)


def test_a_manifold_keeps_what_it_was_made_of():
    thing = Thing(0, 1.9, 0)
    m = collide(CUBE, (0, 0, 0), CUBE, thing)
    thing.position = (5, 5, 5)
    assert m is not None and all(math.isclose(p.local_b.y, -0.95) for p in m.points)


def test_many_partners_are_forgotten_and_met_again():
    balls = [Sphere(1 + 0.01 * k) for k in range(200)]
    for _ in range(2):
        assert [distance(CUBE, (0, 0, 0), ball, (5, 0, 0)).distance for ball in balls] == [
            pytest.approx(3 - 0.01 * k) for k in range(200)
        ]
    assert len(CUBE.partners) <= 64


def test_hulls_in_both_places():
    one, other = SOLID["hull"], SOLID["prism"]
    assert overlap(one, (0, 0, 0), one, (0.5, 0, 0)) and not overlap(one, (0, 0, 0), one, (5, 0, 0))
    gap, back = distance(one, (0, 0, 0), other, (5, 0, 0)), distance(other, (5, 0, 0), one, (0, 0, 0))
    assert gap.distance == pytest.approx(back.distance, abs=1e-12)


NAN = math.nan
MESH = Mesh([(0, 0, 0), (1, 0, 0), (0, 0, 1)], [(0, 2, 1)])
HERE = (0, 0, 0)
BAD = [
    ((3, HERE, CUBE, HERE), TypeError, "a must be a shape of ecsphys.space3d, got 3"),
    ((CUBE, HERE, None, HERE), TypeError, "b must be a shape of ecsphys.space3d, got None"),
    ((CUBE, (0, 0), CUBE, HERE), TypeError, r"pose_a must be a Pose3\(position, orientation\)"),
    ((CUBE, HERE, CUBE, "pose"), TypeError, "pose_b must be a Pose3"),
    ((CUBE, HERE, CUBE, (0, NAN, 0)), ValueError, "pose_b.position.y must be a finite number, got nan"),
    ((CUBE, (HERE, (1, 0, 0, math.inf)), CUBE, HERE), ValueError, "pose_a.orientation.z must be"),
    ((CUBE, (HERE, (0, 0, 0, 0)), CUBE, HERE), ValueError, "pose_a.orientation must be a quaternion other"),
    ((CUBE, ((0, "1", 0), (1, 0, 0, 0)), CUBE, HERE), TypeError, "pose_a.position.y must be a finite number"),
    ((CUBE, (1e20, 0, 0), CUBE, HERE), ValueError, "pose_a.position.x must be from -1e"),
    ((MESH, HERE, Plane((0, 1, 0)), HERE), TypeError, "a and b must not both be Plane or Mesh"),
]  # fmt: skip


@pytest.mark.parametrize("question", [overlap, collide, distance])
@pytest.mark.parametrize(("arguments", "error", "message"), BAD)
def test_what_is_no_question(question, arguments, error, message):
    for _ in range(2):  # the second time shapes may be known
        with pytest.raises(error, match=message):
            question(*arguments)


def test_no_nearest_point():
    with pytest.raises(TypeError, match="shape must be a shape"):
        closest_point("box", (0, 0, 0), (0, 0, 0))
    for point, error in (((0, NAN, 0), ValueError), ("abc", TypeError), ((0, 0), TypeError)):
        with pytest.raises(error, match="point"):
            closest_point(CUBE, (0, 0, 0), point)


@pytest.mark.parametrize("query", [overlap, collide, distance])
def test_a_transform_is_a_pose(query):
    a = Transform3D(1, 2, 3)
    b = Transform3D(1.5, 2, 3, orientation=from_axis_angle((0, 0, 1), 0.3))
    shapes = Box(1, 2, 3), Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    for _ in range(2):  # a pair that is new, and one that is known
        assert query(shapes[0], a, shapes[1], b) == query(shapes[0], a.pose, shapes[1], b.pose)
