"""What holds for any poses: another frame changes nothing, larger shapes are nearer, a scale is a factor."""

from __future__ import annotations

import math

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ecsphys.space3d import Box, Hull, Pose3, Quaternion, Sphere, Vec3
from ecsphys.space3d.geometry import collide, distance, overlap
from ecsphys.space3d.math3d.quaternion import multiply, normalize, rotate, rotation_of
from tests.space3d.geometry.scenes import SHAPES, SOLID

NUMBER = st.floats(-3, 3, allow_subnormal=False)
QUARTER = math.sqrt(0.5)
ORIENTATIONS = st.one_of(
    st.sampled_from([(1.0, 0, 0, 0), (QUARTER, QUARTER, 0, 0), (0.5, 0.5, 0.5, 0.5), (0, 0, 1.0, 0)]),
    st.tuples(NUMBER, NUMBER, NUMBER, NUMBER).filter(lambda q: math.hypot(*q) > 0.1),
).map(lambda q: normalize(Quaternion(*map(float, q))))
POSES = st.builds(Pose3, st.tuples(NUMBER, NUMBER, NUMBER).map(lambda p: Vec3(*p)), ORIENTATIONS)
TURNING = [name for name, shape in SHAPES.items() if not shape.upright]


def moved(pose: Pose3, by: Pose3) -> Pose3:
    position = by.position + rotate(rotation_of(*by.orientation), Vec3(*pose.position))
    return Pose3(position, normalize(multiply(Quaternion(*by.orientation), Quaternion(*pose.orientation))))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(TURNING), POSES, st.sampled_from([n for n in TURNING if n != "plane"]), POSES, POSES)
def test_another_frame_changes_nothing(name_a, pose_a, name_b, pose_b, frame):
    a, b = SHAPES[name_a], SHAPES[name_b]
    here = distance(a, pose_a, b, pose_b)
    there = distance(a, moved(pose_a, frame), b, moved(pose_b, frame))
    assert math.isclose(here.distance, there.distance, abs_tol=1e-9)
    if here.distance > 1e-3:  # the normal is the only one
        turned = rotate(rotation_of(*frame.orientation), here.normal)
        assert there.normal.distance(turned) < 1e-6


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(SOLID)), POSES, POSES, st.floats(0.01, 1.0))
def test_a_larger_ball_is_nearer_by_its_radius(name, pose_a, pose_b, more):
    shape = SOLID[name]
    small, large = (distance(shape, pose_a, Sphere(r), pose_b).distance for r in (0.5, 0.5 + more))
    assert math.isclose(small - large, more, abs_tol=1e-9)


@settings(max_examples=100, deadline=None)
@given(POSES, POSES, st.sampled_from([1e-6, 1e-3, 1e3, 1e6]))
def test_a_scale_is_a_factor(pose_a, pose_b, scale):
    def gap(factor: float) -> float:
        box = Box(1.0 * factor, 2.0 * factor, 0.5 * factor)
        hull = Hull([factor * Vec3(*vertex) for vertex in SOLID["tetrahedron"].vertices])
        at, there = (Pose3(factor * Vec3(*pose.position), pose.orientation) for pose in (pose_a, pose_b))
        return distance(box, at, hull, there).distance

    assert math.isclose(gap(scale) / scale, gap(1.0), abs_tol=1e-9)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(SOLID)), POSES, st.sampled_from(list(SOLID)), POSES)
def test_a_contact_parts_by_its_penetration(name_a, pose_a, name_b, pose_b):
    a, b = SOLID[name_a], SOLID[name_b]
    m = collide(a, pose_a, b, pose_b)
    assume(m is not None)
    depth = m.points[0].penetration
    for factor, still in ((1.0 - 1e-6, True), (1.0 + 1e-6, False)):
        if depth > 1e-3:
            there = Pose3(pose_b.position + factor * depth * m.normal, pose_b.orientation)
            assert overlap(a, pose_a, b, there) is still
