"""What must hold for any two shapes anywhere."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ecsphys.compile import ENABLED
from ecsphys.geometry import collide, distance, overlap
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import AABB, Box, Capsule, Circle, HalfPlane, Polygon, Segment, Shape
from tests.geometry.oracle import KINDS, Pose, random_pose, random_shape

Pair = tuple[Shape, Pose, Shape, Pose]
some = settings(
    max_examples=300 if ENABLED else 40,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much],
)


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """Two shapes near each other; hypothesis shrinks the kinds, the seed picks the numbers."""
    a, b = draw(st.sampled_from(KINDS)), draw(st.sampled_from(KINDS[:-1]))
    rng = random.Random(draw(st.integers(0, 1 << 40)))
    return random_shape(rng, a), random_pose(rng, 1.3), random_shape(rng, b), random_pose(rng, 1.3)


def moved(pose: Pose, shift: Vec2, turn: float) -> Pose:
    """A pose after the whole plane turned about (0, 0) and moved."""
    return *(Vec2(pose[0], pose[1]).rotated(turn) + shift), pose[2] + turn


def scaled(shape: Shape, factor: float) -> Shape:
    """The same shape in other units."""
    radius = shape.radius * factor
    match shape:
        case Circle():
            return Circle(radius, shape.center * factor)
        case Box():
            return Box(shape.width * factor, shape.height * factor, radius)
        case AABB():
            return AABB(shape.width * factor, shape.height * factor)
        case Capsule():
            return Capsule.between(shape.p1 * factor, shape.p2 * factor, radius)
        case Polygon():
            return Polygon([p * factor for p in shape.points], radius)
        case Segment():
            return Segment(shape.p1 * factor, shape.p2 * factor)
        case HalfPlane():
            return HalfPlane(shape.normal, shape.offset * factor)
    raise TypeError(shape)


@some
@given(pairs())
def test_swapping_flips_the_normal(pair: Pair) -> None:
    a, pose_a, b, pose_b = pair
    assert overlap(a, pose_a, b, pose_b) == overlap(b, pose_b, a, pose_a)
    one, other = distance(a, pose_a, b, pose_b), distance(b, pose_b, a, pose_a)
    assert one.distance == pytest.approx(other.distance, abs=1e-12)
    assert one.normal == pytest.approx(-other.normal, abs=1e-9)
    hit, back = collide(a, pose_a, b, pose_b), collide(b, pose_b, a, pose_a)
    assert (hit is None) == (back is None)
    if hit is not None and back is not None:
        assert len(hit.points) == len(back.points)
        there, here = sorted(hit.points), sorted(back.points)
        assert sorted(p.penetration for p in there) == pytest.approx(
            sorted(p.penetration for p in here), abs=1e-9
        )


@some
@given(pairs(), st.floats(-1e3, 1e3), st.floats(-1e3, 1e3), st.floats(-7.0, 7.0))
def test_a_rigid_motion_of_both_changes_nothing(pair: Pair, x: float, y: float, turn: float) -> None:
    a, pose_a, b, pose_b = pair
    if a.upright or b.upright:
        turn = 0.0
    before = distance(a, pose_a, b, pose_b)
    after = distance(a, moved(pose_a, Vec2(x, y), turn), b, moved(pose_b, Vec2(x, y), turn))
    assert after.distance == pytest.approx(before.distance, abs=1e-9)
    if abs(before.distance) > 1e-6 and not_tied(pair):
        assert after.normal == pytest.approx(before.normal.rotated(turn), abs=1e-6)


def not_tied(pair: Pair) -> bool:
    """Whether there is one best direction: a nudge of B does not change the normal."""
    a, pose_a, b, pose_b = pair
    normal = distance(*pair).normal
    nudges = [(1e-7, 0.0), (0.0, 1e-7), (-1e-7, 0.0), (0.0, -1e-7)]
    return all(
        normal.dot(distance(a, pose_a, b, (pose_b[0] + x, pose_b[1] + y, pose_b[2])).normal) > 0.999
        for x, y in nudges
    )


@some
@given(pairs(), st.sampled_from([1e-3, 0.1, 64.0, 1e6]))
def test_other_units_scale_lengths_only(pair: Pair, factor: float) -> None:
    a, pose_a, b, pose_b = pair
    near = distance(a, pose_a, b, pose_b)
    big_a, big_b = (x * factor for x in pose_a[:2]), (x * factor for x in pose_b[:2])
    far = distance(scaled(a, factor), (*big_a, pose_a[2]), scaled(b, factor), (*big_b, pose_b[2]))
    assert far.distance == pytest.approx(near.distance * factor, abs=1e-9 * factor)


@some
@given(pairs())
def test_contacts_are_sane(pair: Pair) -> None:
    a, pose_a, b, pose_b = pair
    manifold = collide(*pair)
    if manifold is None:
        return
    assert manifold.normal.length == pytest.approx(1.0, abs=1e-12)
    assert len(manifold.points) in (1, 2)
    assert len({p.feature for p in manifold.points}) == len(manifold.points)
    reach = 0.5 * manifold.normal
    for p in manifold.points:
        assert p.penetration >= 0.0
        assert all(map(math.isfinite, (*p.point, *p.local_a, *p.local_b)))
        # Half the depth to either side along the normal are the two surfaces.
        ends = p.point + reach * p.penetration, p.point - reach * p.penetration
        assert distance(a, pose_a, Circle(1e-9), (*ends[0], 0.0)).distance < 1e-8
        assert distance(b, pose_b, Circle(1e-9), (*ends[1], 0.0)).distance < 1e-8
