"""Hulls, decomposition, swept shapes and Minkowski differences."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from shapely import geometry as sg
from shapely.ops import unary_union

from ecsphys.geometry import (
    convex_hull,
    decompose,
    distance,
    is_convex,
    line_crossings,
    minkowski_difference,
    overlap,
    swept_shape,
)
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import AABB, Box, Capsule, Chain, Circle, HalfPlane, Polygon, Segment, Shape
from tests.geometry.oracle import KINDS, Pose, random_pairs, random_pose, random_shape

HERE = (0.0, 0.0, 0.0)
Pairs = Sequence[tuple[float, float]]

OUTLINES: dict[str, tuple[Pairs, list[Pairs], int]] = {
    "triangle": ([(0, 0), (4, 0), (0, 4)], [], 1),
    "clockwise square": ([(0, 0), (0, 4), (4, 4), (4, 0)], [], 1),
    "L": ([(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)], [], 2),
    "L with extra points": ([(0, 0), (2, 0), (2, 0), (4, 0), (4, 1), (1, 1), (1, 2), (1, 3), (0, 3)], [], 2),
    "plus": (
        [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)],
        [],
        3,
    ),
    "comb": (
        [(0, 0), (7, 0), (7, 3), (6, 3), (6, 1), (5, 1), (5, 3), (4, 3), (4, 1), (3, 1), (3, 3), (0, 3)],
        [],
        4,
    ),
    "arrow": ([(0, 0), (4, 2), (0, 4), (1, 2)], [], 2),
    "frame": ([(0, 0), (4, 0), (4, 4), (0, 4)], [[(1, 1), (3, 1), (3, 3), (1, 3)]], 4),
    "two windows": (
        [(0, 0), (9, 0), (9, 4), (0, 4)],
        [[(1, 1), (3, 1), (3, 3), (1, 3)], [(5, 3), (8, 3), (8, 1), (5, 1)]],
        7,
    ),
    "diamond hole": ([(-3, -3), (3, -3), (3, 3), (-3, 3)], [[(1, 0), (0, 1), (-1, 0), (0, -1)]], 8),
    "holes in a row": (
        [(0, 0), (20, 0), (20, 2), (0, 2)],
        [[(x, 0.5), (x + 1, 0.5), (x + 1, 1.5), (x, 1.5)] for x in (2, 5, 8, 11, 14)],
        16,
    ),
}


def check_parts(parts: list[Polygon], outline: Pairs, holes: Sequence[Pairs]) -> None:
    whole = sg.Polygon(outline, holes)
    assert sum(part.area for part in parts) == pytest.approx(whole.area, rel=1e-9)
    union = unary_union([sg.Polygon(part.points) for part in parts])
    assert union.symmetric_difference(whole).area <= 1e-9 * whole.area


@pytest.mark.parametrize("name", OUTLINES)
@pytest.mark.parametrize("turn", [0.0, 0.3])
def test_decompose(name: str, turn: float) -> None:
    outline, holes, most = OUTLINES[name]
    outline = [Vec2(*p).rotated(turn) * 100 for p in outline]
    holes = [[Vec2(*p).rotated(turn) * 100 for p in hole] for hole in holes]
    parts = decompose(outline, holes)
    check_parts(parts, outline, holes)
    assert len(parts) <= most


def star(rng: random.Random, corners: int, center: Vec2 = Vec2(0.0, 0.0), size: float = 1.0) -> list[Vec2]:  # noqa: B008
    """A simple outline around a centre, mostly concave."""
    angles = sorted(rng.uniform(0.0, math.tau) for _ in range(corners))
    return [center + Vec2(size * rng.uniform(0.3, 1.0), 0.0).rotated(t) for t in angles]


def test_decompose_random_outlines() -> None:
    rng = random.Random(3)
    for k in range(120):
        outline = star(rng, rng.randint(5, 60))
        if not sg.Polygon(outline).is_valid or not sg.Polygon(outline).contains(sg.Point(0, 0)):
            continue
        holes = []
        if k % 2:
            holes = [star(rng, rng.randint(5, 9), Vec2(x, y), 0.05) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
            holes = [
                h for h in holes if sg.Polygon(h).is_valid and sg.Polygon(outline).contains(sg.Polygon(h))
            ]
        parts = decompose(outline, holes)
        check_parts(parts, outline, holes)
        inward = sum(
            (b - a).cross(c - b) < 0.0
            for ring in [outline, *(hole[::-1] for hole in holes)]
            for a, b, c in zip(ring, ring[1:] + ring[:1], ring[2:] + ring[:2], strict=True)
        )
        assert len(parts) <= 2 * inward + 1 + len(holes)  # Hertel and Mehlhorn


def test_decompose_a_spiral() -> None:
    out = [Vec2(1 + 0.1 * k, 0).rotated(0.2 * k) for k in range(80)]
    back = [Vec2(0.6 + 0.1 * k, 0).rotated(0.2 * k) for k in range(80)][::-1]
    parts = decompose(out + back)
    check_parts(parts, out + back, [])


@pytest.mark.parametrize(
    ("points", "holes", "words"),
    [
        ([(0, 0), (2, 2), (2, 0), (0, 2)], [], r"\(1, 1\)"),
        ([(0, 0), (4, 0), (4, 4), (3, -1), (0, 4)], [], "crossing at"),
        ([(0, 0), (2, 0), (2, 2), (1, 0), (0, 2)], [], r"\(1, 0\)"),  # touches itself
        ([(0, 0), (4, 0), (4, 4), (0, 4)], [[(3, 1), (5, 1), (3, 2)]], "crossing at"),
        ([(0, 0), (4, 0), (4, 4), (0, 4)], [[(7, 1), (8, 1), (7, 2)]], r"holes\[0\]"),
        (
            [(0, 0), (9, 0), (9, 9), (0, 9)],
            [[(1, 1), (8, 1), (8, 8), (1, 8)], [(3, 3), (4, 3), (3, 4)]],
            r"holes\[1\]",
        ),
        ([(0, 0), (1, 1), (2, 2)], [], "line"),
        ([(0, 0), (1, 1)], [], "3 points"),
        ([], [], "3 points"),
    ],
)
def test_decompose_refuses(points: Pairs, holes: list[Pairs], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        decompose(points, holes)


def test_convex_hull() -> None:
    rng = random.Random(1)
    points = [(rng.gauss(0, 1), rng.gauss(0, 1)) for _ in range(500)]
    hull = convex_hull(points)
    assert sg.Polygon(hull).equals(sg.MultiPoint(points).convex_hull)
    assert sg.Polygon(hull).exterior.is_ccw
    assert convex_hull([(0, 0), (2, 2), (1, 1)]) == [(0, 0), (2, 2)]
    assert convex_hull([(1, 1), (1, 1)]) == [(1, 1)]
    with pytest.raises(ValueError, match="at least one"):
        convex_hull([])


def test_minkowski_difference_contains_the_origin_when_shapes_overlap() -> None:
    checked = 0
    for a, pose_a, b, pose_b in random_pairs(160, 8):
        if isinstance(a, HalfPlane) or isinstance(b, HalfPlane):
            continue
        hull = minkowski_difference(a, pose_a, b, pose_b, arc_segments=180)
        if len(hull) < 3:
            continue
        polygon = sg.Polygon(hull)
        assert polygon.exterior.is_ccw
        # The arcs are inscribed, so nearly touching pairs may go either way.
        if polygon.boundary.distance(sg.Point(0, 0)) > 1e-3:
            checked += 1
            assert polygon.contains(sg.Point(0, 0)) == overlap(a, pose_a, b, pose_b)
    assert checked > 80


def test_minkowski_difference_of_boxes_is_exact() -> None:
    assert minkowski_difference(Box(2, 2), HERE, Box(2, 4), (5, 0, 0)) == [(3, -3), (7, -3), (7, 3), (3, 3)]
    assert len(minkowski_difference(Circle(1), HERE, Circle(2), HERE, 12)) == 12
    assert minkowski_difference(Segment((0, 0), (1, 0)), HERE, Segment((0, 0), (2, 0)), HERE) == [
        (-1, 0),
        (2, 0),
    ]
    for bad in (HalfPlane((0, 1)), Chain([(0, 0), (1, 0)])):
        with pytest.raises(TypeError, match="b must be convex and have an end"):
            minkowski_difference(Circle(1), HERE, bad, HERE)
    with pytest.raises(TypeError, match="edges must be True or False, got 1"):
        minkowski_difference(Circle(1), HERE, Circle(1), HERE, edges=1)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="arc_segments"):
        minkowski_difference(Circle(1), HERE, Circle(1), HERE, 2)


def owners(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, arc_segments: int = 32) -> str:
    """The owners of the edges, counter-clockwise, by their first letters; "+" for both."""
    edges = minkowski_difference(a, pose_a, b, pose_b, arc_segments, edges=True)
    return "".join("+" if edge.owner == "both" else edge.owner for edge in edges)


def test_edges_of_a_minkowski_difference_tell_whose_they_are() -> None:
    triangle = Polygon([(0, 0), (2, 0), (0, 2)])
    assert owners(Box(2, 2), HERE, Box(4, 2), (9, 9, 0)) == "++++"
    assert owners(Box(2, 2), (0, 0, 0.4), Box(4, 2), (9, 9, 0.4 - math.pi / 2)) == "++++"
    assert sorted(owners(Box(2, 2), HERE, Box(4, 2), (9, 9, 0.3))) == list("aaaabbbb")
    assert owners(Box(2, 2), HERE, triangle, HERE) == "+aba+"
    assert owners(Segment((0, 0), (1, 0)), HERE, Segment((0, 0), (2, 0)), HERE) == "++"
    assert owners(Segment((0, 0), (1, 0)), HERE, Segment((0, 0), (0, 1)), HERE) == "abab"
    # Arcs belong to what is round.
    assert owners(Circle(1), HERE, Circle(2), HERE) == "+" * 32
    assert owners(Circle(1), HERE, Segment((0, 0), (0, 4)), HERE).count("b") == 2
    assert owners(Box(2, 2), HERE, Box(2, 2, 1), (0, 0, 0.5), 16).count("a") == 4
    assert owners(Box(2, 2, 1), HERE, Box(2, 2, 1), (0, 0, 0.5), 16).count("+") == 16


def test_edges_of_random_minkowski_differences() -> None:
    """They close, each is parallel to an edge of its owner, and what they bound is the hull of the points."""
    seen = set()
    for a, pose_a, b, pose_b in random_pairs(320, 9):
        if isinstance(a, HalfPlane) or isinstance(b, HalfPlane):
            continue
        corners = minkowski_difference(a, pose_a, b, pose_b)
        edges = minkowski_difference(a, pose_a, b, pose_b, edges=True)
        assert all(e.p2 == f.p1 for e, f in zip(edges, [*edges[1:], edges[0]], strict=True))
        assert [e.p1 for e in edges] == corners
        for edge in edges:
            parallel = [
                any(
                    abs((q - p).normalized().cross((edge.p2 - edge.p1).normalized())) < 1e-9
                    for p, q in pairwise([*points, points[0]])
                    if p != q
                )
                for points in (a.points_at(pose_a), b.points_at(pose_b))
            ]
            rounded = [a.radius > 0.0, b.radius > 0.0]
            owned = [edge.owner in ("a", "both"), edge.owner in ("b", "both")]
            assert owned in (parallel, rounded)
            seen.add((*owned, *rounded))
    assert len(seen) == 10  # edges of both: where both are round, or neither and both are AABBs


def test_is_convex() -> None:
    square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    pentagram = [Vec2(1, 0).rotated(k * 4 * math.pi / 5) for k in range(5)]
    assert is_convex(square) and is_convex(square[::-1]) and is_convex([*square, (0, 1), (0, 0)])
    for outline in (pentagram, [(0, 0), (4, 0), (1, 1), (0, 4)], [(0, 0), (2, 2), (2, 0), (0, 2)]):
        assert not is_convex(outline) and not is_convex(outline[::-1])
    for degenerate in ([], [(1, 1)], [(0, 0), (1, 1)], [(0, 0), (1, 1), (2, 2)], [(1, 1)] * 4):
        assert not is_convex(degenerate)
    with pytest.raises(TypeError, match=r"points\[1\] must be a pair"):
        is_convex([(0, 0), 3])  # type: ignore[list-item]
    with pytest.raises(ValueError, match=r"points\[0\]"):
        is_convex([(math.nan, 0), (1, 1), (2, 0)])
    with pytest.raises(TypeError, match="points must be a sequence"):
        is_convex(7)  # type: ignore[arg-type]


def test_convex_outlines_are_their_own_hull() -> None:
    rng = random.Random(12)
    found = [0, 0]
    for _ in range(300):
        outline = star(rng, rng.randint(3, 6))
        convex = is_convex(outline)
        assert convex == (len(convex_hull(outline)) == len(outline) and sg.Polygon(outline).is_valid)
        found[convex] += 1
    assert min(found) > 20


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "half-plane"])
def test_swept_shapes_contain_the_way(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(20):
        shape = random_shape(rng, kind)
        x, y, angle = random_pose(rng, 2.0)
        way = (rng.uniform(-3, 3), rng.uniform(-3, 3))
        swept = swept_shape(shape, (x, y, angle), (x + way[0], y + way[1], angle))
        probe, there = random_shape(rng, "circle", 0.3), random_pose(rng, 3.0)
        steps = [(x + way[0] * k / 200, y + way[1] * k / 200, angle) for k in range(201)]
        nearest = min(distance(shape, pose, probe, there).distance for pose in steps)
        swept_gap = distance(swept, HERE, probe, there).distance
        if swept_gap > 0.0:
            assert nearest == pytest.approx(swept_gap, abs=2e-3)
        else:
            assert nearest <= 2e-2


def test_swept_shapes_by_kind() -> None:
    assert swept_shape(Circle(1), HERE, (3, 4, 1)) == Capsule.between((0, 0), (3, 4), 1)
    assert swept_shape(Circle(1), HERE, HERE) == Circle(1)
    assert swept_shape(AABB(2, 2), HERE, (5, 0, 0)) == Polygon([(-1, -1), (6, -1), (6, 1), (-1, 1)])
    assert swept_shape(Segment((0, 0), (1, 0)), HERE, (1, 0, 0)) == Segment((0, 0), (2, 0))
    assert swept_shape(Box(2, 2, 0.5), HERE, (5, 5, 0)).radius == 0.5
    with pytest.raises(ValueError, match="same angle"):
        swept_shape(Box(2, 2), HERE, (5, 0, 1))
    with pytest.raises(TypeError, match="convex"):
        swept_shape(HalfPlane((0, 1)), HERE, (5, 0, 0))
    shape: Shape = AABB(2, 2)
    assert swept_shape(shape, HERE, (0, 0, 2)).area == pytest.approx(4)


def most_crossings(points: Pairs) -> int:
    """Count the crossings of lines that cut off each corner closely; one that turns inward has four."""
    most = 0
    for before, at, after in zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True):
        ends = Vec2(*at).lerp(before, 1e-3), Vec2(*at).lerp(after, 1e-3)
        most = max(most, len(line_crossings(points, *ends)))
    return most


@pytest.mark.parametrize("name", ["clockwise square", "triangle", "L", "plus", "comb", "arrow"])
def test_an_outline_is_convex_if_no_line_crosses_it_more_than_twice(name: str) -> None:
    points, _, _ = OUTLINES[name]
    assert (most_crossings(points) <= 2) == is_convex(points)


def test_random_lines_cross_as_shapely_says() -> None:
    rng = random.Random(7)
    for points, _, _ in OUTLINES.values():
        ring = sg.LinearRing(points)
        for _ in range(20):
            start = Vec2(rng.uniform(-1, 8), rng.uniform(-1, 8))
            way = Vec2(1, 0).rotated(rng.uniform(0, 7))
            found = line_crossings(points, start, start + way)
            expected = ring.intersection(sg.LineString([start - way * 100, start + way * 100]))
            places = sorted(
                ((p.x, p.y) for p in getattr(expected, "geoms", [expected]) if not p.is_empty), key=way.dot
            )
            assert [*map(tuple, found)] == [pytest.approx(p, abs=1e-9) for p in places]
            assert len(found) % 2 == 0


def test_a_line_through_corners_is_counted_in_pairs() -> None:
    square = [(0, 0), (4, 0), (4, 4), (0, 4)]
    assert line_crossings(square, (0, 0), (1, 1)) == [(0, 0), (4, 4)]
    assert len(line_crossings(square, (-4, 4), (4, -4))) in (0, 2)  # touches a corner
    assert len(line_crossings(square, (0, 0), (1, 0))) in (0, 2)  # along a side
    with pytest.raises(ValueError, match="start and end must differ"):
        line_crossings(square, (1, 1), (1, 1))
    with pytest.raises(ValueError, match="points must be at least 3, got 2"):
        line_crossings(square[:2], (0, 0), (1, 1))
