"""Contacts of two shapes, case by case."""

from __future__ import annotations

import math
from typing import Any

import pytest

from ecsphys.geometry import Manifold, closest_point, collide, distance, overlap
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import AABB, Box, Capsule, Chain, Circle, HalfPlane, Polygon, Segment, Shape

HERE = (0.0, 0.0, 0.0)
UNIT = Box(2, 2)
S = math.sqrt(0.5)
SLOPE = math.atan2(1, 2)

# name: A, its pose, B, its pose, normal, penetrations and points
CASES: dict[str, tuple[Any, ...]] = {
    "circles": (Circle(1), HERE, Circle(2), (0, 2.5, 9), (0, 1), [(0.5, (0, 0.75))]),
    "touching circles": (Circle(1), HERE, Circle(2), (3, 0, 0), (1, 0), [(0, (1, 0))]),
    "concentric circles": (Circle(1), HERE, Circle(2), HERE, (0, 1), [(3, (0, -0.5))]),
    "circle off its origin": (Circle(1, (2, 0)), HERE, Circle(1), (3.5, 0, 0), (1, 0), [(0.5, (2.75, 0))]),
    "circle on box": (UNIT, HERE, Circle(1), (0.5, 1.5, 0), (0, 1), [(0.5, (0.5, 0.75))]),
    "box under circle": (Circle(1), (0.5, 1.5, 0), UNIT, HERE, (0, -1), [(0.5, (0.5, 0.75))]),
    "circle at a corner": (UNIT, HERE, Circle(1), (1.6, 1.8, 0), (0.6, 0.8), [(0, (1, 1))]),
    "circle's centre in box": (UNIT, HERE, Circle(0.5), (0.75, 0, 0), (1, 0), [(0.75, (0.625, 0))]),
    "circle in the middle of a box": (Box(2, 4), HERE, Circle(0.5), HERE, (1, 0), [(1.5, (0.25, 0))]),
    "circle on round box": (Box(2, 2, 0.5), HERE, Circle(1), (0, 2.25, 0), (0, 1), [(0.25, (0, 1.375))]),
    "circle at a round corner": (Box(2, 2, 1), HERE, Circle(1), (2.2, 2.6, 0), (0.6, 0.8), [(0, (1.6, 1.8))]),
    "box on box": (UNIT, HERE, UNIT, (0, 1.5, 0), (0, 1), [(0.5, (-1, 0.75)), (0.5, (1, 0.75))]),
    "box beside the edge": (
        UNIT,
        HERE,
        UNIT,
        (1.5, 1.75, 0),
        (0, 1),
        [(0.25, (0.5, 0.875)), (0.25, (1, 0.875))],
    ),
    "small box in big box": (Box(10, 10), HERE, UNIT, (3, 0, 0), (1, 0), [(3, (3.5, -1)), (3, (3.5, 1))]),
    "box on a corner": (Box(10, 2), HERE, UNIT, (0, 2.2, math.pi / 4), (0, 1), [(2 * S + 1 - 2.2, None)]),
    "round boxes": (
        Box(2, 2, 0.5),
        HERE,
        Box(1, 1, 0.5),
        (0, 2.3, 0),
        (0, 1),
        [(0.2, (-0.5, 1.4)), (0.2, (0.5, 1.4))],
    ),
    "round corners": (Box(2, 2, 1), HERE, Box(2, 2, 0.5), (2.6, 2.8, 0), (0.6, 0.8), [(0.5, None)]),
    "aabb does not turn": (
        AABB(2, 2),
        (0, 0, 1),
        AABB(2, 2),
        (1.5, 0, 2),
        (1, 0),
        [(0.5, (0.75, -1)), (0.5, (0.75, 1))],
    ),
    "capsules side by side": (
        Capsule(4, 1),
        HERE,
        Capsule(4, 1),
        (1.5, 0, 0),
        (1, 0),
        [(0.5, (0.75, -1)), (0.5, (0.75, 1))],
    ),
    "capsules end to end": (Capsule(4, 1), HERE, Capsule(4, 1), (0, 3.5, 0), (0, 1), [(0.5, (0, 1.75))]),
    "capsules crossing": (Capsule(4, 1), HERE, Capsule(4, 1), (0.5, 0.2, math.pi / 2), (1, 0), [(2.5, None)]),
    "capsule standing on box": (Box(10, 2), HERE, Capsule(4, 1), (0, 2.5, 0), (0, 1), [(0.5, (0, 0.75))]),
    "capsule lying on box": (
        Box(10, 2),
        HERE,
        Capsule(4, 1),
        (0, 1.5, math.pi / 2),
        (0, 1),
        [(0.5, (-1, 0.75)), (0.5, (1, 0.75))],
    ),
    "capsule off the edge": (
        Box(2, 2),
        HERE,
        Capsule.between((0, 0), (4, 0), 1),
        (1.6, 1.8, 0),
        (0.6, 0.8),
        [(0, (1, 1))],
    ),
    "segments crossing": (
        Segment((-2, 0), (2, 0)),
        HERE,
        Segment((0, -1), (0, 3)),
        (0.5, 0, 0),
        (0, 1),
        [(1, (0.5, -0.5))],
    ),
    "segment and circle": (
        Segment((-2, 0), (2, 0)),
        HERE,
        Circle(1),
        (1, -0.5, 0),
        (0, -1),
        [(0.5, (1, 0.25))],
    ),
    "circle at the segment's end": (
        Segment((-2, 0), (2, 0)),
        HERE,
        Circle(1),
        (2.6, 0.8, 0),
        (0.6, 0.8),
        [(0, (2, 0))],
    ),
    "box on half-plane": (
        HalfPlane((0, 1)),
        HERE,
        UNIT,
        (7, 0.75, 0),
        (0, 1),
        [(0.25, (6, -0.125)), (0.25, (8, -0.125))],
    ),
    "corner on half-plane": (
        HalfPlane((0, 1)),
        HERE,
        UNIT,
        (0, 1.4, math.pi / 4),
        (0, 1),
        [(2 * S - 1.4, None)],
    ),
    "circle on half-plane": (Circle(1), (5, 0.5, 0), HalfPlane((0, 1)), HERE, (0, -1), [(0.5, (5, -0.25))]),
    "circle on turned half-plane": (
        HalfPlane((0, 1)),
        (0, 0, SLOPE),
        Circle(1),
        (0, 1, 0),
        None,
        [(1 - math.cos(SLOPE), None)],
    ),
    "polygon on polygon": (
        Polygon([(-2, 0), (2, 0), (0, -2)]),
        HERE,
        Polygon([(-1, 0), (1, 0), (0, 2)], 0.5),
        (0, 0.25, 0),
        (0, 1),
        [(0.25, (-1, -0.125)), (0.25, (1, -0.125))],
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("swap", [False, True], ids=["", "swapped"])
def test_case(name: str, swap: bool) -> None:
    a, pose_a, b, pose_b, normal, points = CASES[name]
    manifold = collide(b, pose_b, a, pose_a) if swap else collide(a, pose_a, b, pose_b)
    assert manifold is not None and len(manifold.points) == len(points)
    if swap and name not in ("concentric circles", "segments crossing", "circle in the middle of a box"):
        manifold = manifold._replace(normal=-manifold.normal)
    elif swap:
        return
    if normal is not None:
        assert manifold.normal == pytest.approx(normal, abs=1e-12)
    for found, (depth, where) in zip(sorted(manifold.points), points, strict=True):
        assert found.penetration == pytest.approx(depth, abs=1e-12)
        if where is not None:
            assert found.point == pytest.approx(where, abs=1e-12)


def test_local_points_are_relative_to_the_origins() -> None:
    manifold = collide(Box(2, 2), (10, 20, 1), Circle(2, (1, 0)), (11, 21.5, 0.3))
    assert manifold is not None
    point = manifold.points[0]
    assert point.point - (10, 20) == pytest.approx(point.local_a)
    assert point.point - (11, 21.5) == pytest.approx(point.local_b)


@pytest.mark.parametrize("name", CASES)
def test_points_on_both_surfaces(name: str) -> None:
    a, pose_a, b, pose_b, *_ = CASES[name]
    manifold = collide(a, pose_a, b, pose_b)
    assert manifold is not None
    for p in manifold.points:
        assert p.point_a - p.point_b == pytest.approx(manifold.normal * p.penetration, abs=1e-12)
        assert (p.point_a + p.point_b) * 0.5 == pytest.approx(p.point, abs=1e-12)
        # On the surface of the circle, or of the box whose face is the reference.
        for shape, pose, point in ((a, pose_a, p.point_a), (b, pose_b, p.point_b)):
            if isinstance(shape, Circle):
                outward = manifold.normal * (shape.radius if shape is a else -shape.radius)
                center = Vec2(*pose[:2]) + shape.center.rotated(pose[2])
                assert point - center == pytest.approx(outward, abs=1e-12)
    if (a.radius == b.radius == 0.0) and a.solid and name != "segments crossing":
        for p in manifold.points:
            assert closest_point(a, pose_a, p.point_a).distance == pytest.approx(0.0, abs=1e-12)
            assert closest_point(b, pose_b, p.point_b).distance == pytest.approx(0.0, abs=1e-12)


def test_the_side_of_an_aabb_is_its_origin() -> None:
    manifold = collide(AABB(2, 2), (10, 20, 0), Circle(1), (11, 21.5, 0))
    assert manifold is not None
    assert manifold.points[0].local_a == (0, 0) and manifold.points[0].local_b != (0, 0)
    manifold = collide(Circle(1), (11, 21.5, 0), AABB(2, 2), (10, 20, 0))
    assert manifold is not None and manifold.points[0].local_b == (0, 0)


@pytest.mark.parametrize(
    "shape",
    [
        Circle(1),
        Box(2, 2, 0.1),
        AABB(2, 2),
        Capsule(3, 1),
        Polygon([(-1, -1), (1, -1), (0, 2)]),
        Segment((-1, -1), (1, 1)),
    ],
    ids=repr,
)
def test_apart_is_none(shape: Shape) -> None:
    far = (10.0, 3.0, 0.5)
    assert collide(Box(2, 2), HERE, shape, far) is None
    assert not overlap(shape, far, Box(2, 2), HERE)
    assert distance(shape, far, Box(2, 2), HERE).distance > 5.0


def features(manifold: Manifold | None) -> set[int]:
    assert manifold is not None
    return {point.feature for point in manifold.points}


def test_features_stay_while_the_same_ones_touch() -> None:
    ground = Box(20, 2)
    resting = features(collide(ground, HERE, UNIT, (0, 1.99, 0)))
    assert len(resting) == 2
    for x, y, angle in [(3, 1.99, 0), (3, 1.98, 0.001), (-8, 1.99, -0.001), (9.5, 1.985, 0)]:
        assert features(collide(ground, HERE, UNIT, (x, y, angle))) == resting
    assert features(collide(UNIT, (1, 1.99, 0), ground, HERE)) != set()
    assert features(collide(ground, HERE, UNIT, (0, 1.99, math.pi / 2))).isdisjoint(resting)


def test_features_do_not_depend_on_whose_face_is_better() -> None:
    """Two equal boxes: by tiny turns either face is the reference, the ids stay."""
    ids = {
        frozenset(features(collide(UNIT, (0, 0, t), UNIT, (0.3, 1.9, -2 * t))))
        for t in (1e-9, -1e-9, 1e-4, -1e-4)
    }
    assert len(ids) == 1


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (HalfPlane((0, 1)), HalfPlane((1, 0))),
        (HalfPlane((0, 1)), Chain([(0, 0), (1, 0)])),
        (Chain([(0, 0), (1, 0)]), Chain([(0, 0), (1, 0)])),
    ],
)
@pytest.mark.parametrize("question", [overlap, collide, distance])
def test_two_without_an_end_have_no_answer(a: Shape, b: Shape, question: Any) -> None:
    for one, other in ((a, b), (b, a)):
        with pytest.raises(TypeError, match="must not both be HalfPlane or Chain"):
            question(one, HERE, other, HERE)


def test_arguments_are_checked() -> None:
    with pytest.raises(TypeError, match="b must be a shape, got 5"):
        overlap(Circle(1), HERE, 5, HERE)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="pose_a must be"):
        overlap(Circle(1), (0,), Circle(1), HERE)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"pose_b.*nan"):
        distance(Circle(1), HERE, Circle(1), (0, math.nan, 0))
    with pytest.raises(TypeError, match="point must be a pair"):
        closest_point(Circle(1), HERE, 3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("shape", "point", "gap", "where", "normal"),
    [
        (Circle(1), (0, 3), 2, (0, 1), (0, 1)),
        (Circle(1), (0.5, 0), -0.5, (1, 0), (1, 0)),
        (Circle(1), (0, 0), -1, (0, 1), (0, 1)),
        (Box(2, 2), (4, 5), 5, (1, 1), (0.6, 0.8)),
        (Box(2, 2), (0.5, 0.25), -0.5, (1, 0.25), (1, 0)),
        (Box(2, 2, 0.5), (4, 5), 4.5, (1.3, 1.4), (0.6, 0.8)),
        (Segment((0, 0), (4, 0)), (1, 2), 2, (1, 0), (0, 1)),
        (Segment((0, 0), (4, 0)), (7, 4), 5, (4, 0), (0.6, 0.8)),
        (HalfPlane((0, 1), 2), (7, 1), -1, (7, 2), (0, 1)),
        (Chain([(4, 0), (0, 0), (0, 4)]), (2, -1), 1, (2, 0), (0, -1)),
    ],
)
def test_closest_point(shape: Shape, point: Any, gap: float, where: Any, normal: Any) -> None:
    hit = closest_point(shape, (10, 20, 0), Vec2(10, 20) + point)
    assert hit.distance == pytest.approx(gap)
    assert hit.point - (10, 20) == pytest.approx(where)
    assert hit.normal == pytest.approx(normal)
