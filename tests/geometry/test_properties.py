"""Properties of any two shapes at any poses."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ecsphys.compile import ENABLED
from ecsphys.geometry import collide, distance, overlap
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import Circle, Shape
from tests.geometry.oracle import KINDS, Pose, random_pose, random_shape

Pair = tuple[Shape, Pose, Shape, Pose]
some = settings(
    max_examples=300 if ENABLED else 40,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much],
)


def near_pair(kind_a: str, kind_b: str, seed: int, unit: float = 1.0) -> Pair:
    """Two random shapes near each other, all lengths in multiples of `unit`."""
    rng = random.Random(seed)
    a, pose_a = random_shape(rng, kind_a, unit), random_pose(rng, 1.3 * unit)
    return a, pose_a, random_shape(rng, kind_b, unit), random_pose(rng, 1.3 * unit)


@st.composite
def seeded_kinds(draw: st.DrawFn) -> tuple[str, str, int]:
    """Arguments of `near_pair`: hypothesis shrinks the kinds, the seed picks the numbers."""
    return (
        draw(st.sampled_from(KINDS)),
        draw(st.sampled_from(KINDS[:-1])),
        draw(st.integers(0, 1 << 40)),
    )


def pairs() -> st.SearchStrategy[Pair]:
    """Two shapes near each other."""
    return seeded_kinds().map(lambda chosen: near_pair(*chosen))


def moved(pose: Pose, shift: Vec2, turn: float) -> Pose:
    """A pose after the whole plane turned about (0, 0) and moved."""
    return *(Vec2(pose[0], pose[1]).rotated(turn) + shift), pose[2] + turn


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
@given(seeded_kinds(), st.sampled_from([1e-3, 0.1, 64.0, 1e6]))
def test_other_units_scale_lengths_only(chosen: tuple[str, str, int], factor: float) -> None:
    near, far = distance(*near_pair(*chosen)), distance(*near_pair(*chosen, factor))
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
