"""The contract of the kernels: margins, bounds, turning, rays."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from ecsphys.collide.manifold import HALF_PLANE
from ecsphys.geometry import distance
from ecsphys.math2d.core import box_rows, transform_rows
from ecsphys.shapes import Box, Capsule, Circle, HalfPlane, Polygon, Segment
from tests.collide.calls import HERE, call_core_bounds, call_raycast, call_rotate_rows, contacts, cores
from tests.geometry.oracle import KINDS, random_pairs, random_pose, random_shape


def test_points_within_the_margin_are_made_and_none_beyond() -> None:
    for gap, points in ((0.015, 2), (0.025, 0), (-0.1, 2)):
        found = contacts(Box(2, 2), HERE, Box(2, 2), (0.3, 2 + gap, 0), 0.02)
        assert sum(m.count for m in found) == points
        assert all(m.separation0 == pytest.approx(gap) and m.separation1 == pytest.approx(gap) for m in found)
    tilted = contacts(Box(20, 2), HERE, Box(2, 2), (0, 2.0, 0.008), 0.02)
    assert tilted[0].count == 2 and tilted[0].separation0 * tilted[0].separation1 < 0.0
    assert contacts(Box(20, 2), HERE, Box(2, 2), (0, 2.0, 0.03), 0.02)[0].count == 1


def test_separations_with_a_margin_are_exact() -> None:
    for a, pose_a, b, pose_b in random_pairs(300, 12):
        found = contacts(a, pose_a, b, pose_b, 0.5)
        gap = distance(a, pose_a, b, pose_b).distance
        assert (found != []) == (gap <= 0.5)
        if found:
            m = found[0]
            nearest = min(m.separation0, m.separation1) if m.count == 2 else m.separation0
            # The reference face may be the second best by a hundredth of the margin.
            assert nearest == pytest.approx(gap, abs=0.005)
            assert math.hypot(m.nx, m.ny) == pytest.approx(1.0)


def test_resting_boxes_keep_normal_and_features() -> None:
    """Noise does not make two equal, parallel boxes change normal or features."""
    rng = random.Random(2)
    ids = set()
    for _ in range(200):
        pose = (0.3 + rng.uniform(-1e-3, 1e-3), 1.995 + rng.uniform(-1e-3, 1e-3), rng.uniform(-1e-4, 1e-4))
        (m,) = contacts(Box(2, 2), HERE, Box(2, 2), pose, 0.02)
        assert (m.count, m.nx, m.ny) == (2, 0.0, 1.0)
        ids.add((m.id0, m.id1))
    assert len(ids) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_bounds_are_those_of_the_shape(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(20):
        shape, pose = random_shape(rng, kind), random_pose(rng, 3.0)
        (core,), rows = cores(shape, pose, 0)
        lower, upper = shape.bounds(pose)
        assert call_core_bounds(rows, core) == pytest.approx((*lower, *upper))


@pytest.mark.parametrize(
    ("angle", "wanted"),
    [
        (0, (-math.inf, -math.inf, math.inf, 2)),
        (math.pi / 2, (-2, -math.inf, math.inf, math.inf)),
        (math.pi, (-math.inf, -2, math.inf, math.inf)),
        (-math.pi / 2, (-math.inf, -math.inf, 2, math.inf)),
        (0.1, (-math.inf, -math.inf, math.inf, math.inf)),
    ],
)
def test_bounds_of_half_planes(angle: float, wanted: tuple[float, ...]) -> None:
    (core,), rows = cores(HalfPlane((0, 1), 2), (0.0, 0.0, angle), 0)
    assert core.form == HALF_PLANE
    assert call_core_bounds(rows, core) == pytest.approx(wanted)


def test_rotate_rows_writes_only_the_given_rows() -> None:
    local, turned = np.tile(box_rows(2, 4), (3, 1)), np.zeros((12, 4))
    call_rotate_rows(local, turned, 4, 4, math.cos(0.7), math.sin(0.7))
    assert np.allclose(turned[4:8], transform_rows(box_rows(2, 4), (0, 0), 0.7), atol=1e-15)
    assert not turned[:4].any() and not turned[8:].any()


@pytest.mark.parametrize(
    "shape",
    [Circle(1), Box(2, 2), Capsule(4, 1), Segment((-1, 0), (1, 0)), Polygon([(0, 0), (1, 0), (0, 1)], 0.1)],
)
def test_rays_are_relative_to_the_same_origin(shape: object) -> None:
    (core,), rows = cores(shape, (10.0, 20.0, 0.0), 0)  # type: ignore[arg-type]
    fraction, _, _ = call_raycast(rows, core, 10.2, 30.0, 10.2, 20.05)
    assert fraction > 1.0 if isinstance(shape, Segment) else 0.0 < fraction < 1.0
    assert call_raycast(rows, core, 0.0, 30.0, 0.0, 20.0)[0] > 1.0


@pytest.mark.parametrize("tilt", [0.0, 1e-12, 1e-8, 1e-6, 1e-5, 1e-4])
@pytest.mark.parametrize("gap", [0.005, 0.015, 0.025, 0.3])
def test_capsules_end_to_end_touch_with_their_ends(gap: float, tilt: float) -> None:
    one = Capsule.between((0, 0), (1, 0), 0.25)
    for angle in (0.0, 0.7):
        for side in (-1, 1):
            # B crosses A's line near its own end: A's face is kept, and B is a little behind it.
            other = Capsule.between((1.5 + gap, -side * 0.01 * tilt), (2.5 + gap, side * tilt), 0.25)
            found = contacts(one, (0, 0, angle), other, (0, 0, angle), 0.02)
            assert len(found) == (gap <= 0.02)
            for m in found:
                assert m.count == 1 and m.separation0 == pytest.approx(gap, abs=1e-6)
                assert (m.nx, m.ny) == pytest.approx((math.cos(angle), math.sin(angle)), abs=1e-3)
