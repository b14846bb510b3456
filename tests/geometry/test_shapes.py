"""Shapes: what they refuse, what they say about themselves."""

from __future__ import annotations

import copy
import math
import pickle
import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import geometry as sg

from ecsphys.geometry import closest_point, collide, distance, is_convex
from ecsphys.math2d.core import edge_normal
from ecsphys.math2d.pose import transform_point
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import (
    AABB,
    Box,
    Capsule,
    Chain,
    Circle,
    Ellipse,
    HalfPlane,
    Polygon,
    Sector,
    Segment,
    Shape,
)
from tests.geometry.oracle import KINDS, core, random_pose, random_shape

NAN, INF = math.nan, math.inf
HERE = (0.0, 0.0, 0.0)
ALL = [
    Circle(2, (1, 0)),
    Box(2, 3),
    Box(2, 3, 0.5),
    AABB(1, 2),
    Capsule(4, 1),
    Capsule.between((0, 0), (3, 1), 0.5),
    Polygon([(0, 0), (2, 0), (0, 1)]),
    Polygon([(0, 0), (2, 0), (0, 1)], 0.25),
    Ellipse(4, 2, 8),
    Sector(3, 1.0, 4),
    Segment((0, 0), (1, 1)),
    Chain([(2, 0), (1, 1), (0, 0)]),
    Chain([(0, 0), (1, 0), (0, 1)], loop=True),
    HalfPlane((0, 1), 2),
]


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: Circle(0), ValueError, "radius must be a finite number > 0, got 0"),
        (lambda: Circle(-1), ValueError, "radius.*got -1"),
        (lambda: Circle(NAN), ValueError, "radius.*got nan"),
        (lambda: Circle(INF), ValueError, "radius.*got inf"),
        (lambda: Circle(10**400), ValueError, "radius"),
        (lambda: Circle(True), TypeError, "radius.*got True"),
        (lambda: Circle("2"), TypeError, "radius.*got '2'"),
        (lambda: Circle(None), TypeError, "radius.*got None"),
        (lambda: Circle(1j), TypeError, "radius"),
        (lambda: Circle(1, (0, NAN)), ValueError, "center"),
        (lambda: Circle(1, 5), TypeError, "center must be a pair"),
        (lambda: Circle(1, "ab"), TypeError, "center"),
        (lambda: Box(0, 1), ValueError, "width.*got 0"),
        (lambda: Box(1, -2), ValueError, "height.*got -2"),
        (lambda: Box(1, 1, -0.1), ValueError, "radius must be a finite number >= 0, got -0.1"),
        (lambda: AABB(1, INF), ValueError, "height.*got inf"),
        (lambda: AABB(np.array([1, 2]), 1), TypeError, "width"),
        (lambda: Ellipse(0, 1), ValueError, "width.*got 0"),
        (lambda: Ellipse(2, 1, 30), ValueError, "segments must be a multiple of 4 from 8 to 256, got 30"),
        (lambda: Ellipse(2, 1, 4), ValueError, "segments must be a multiple of 4 from 8 to 256, got 4"),
        (lambda: Ellipse(2, 1, 8.0), TypeError, "segments.*got 8.0"),
        (lambda: Sector(2, 60), ValueError, "angle must be from 0.01 to pi radians, got 60.*math.radians"),
        (lambda: Sector(2, 1, 3), ValueError, "segments must be a multiple of 2 from 2 to 256, got 3"),
        (lambda: Chain.arc(2, 0, 0), ValueError, "end must be up to a full turn from start, got 0 and 0"),
        (lambda: Chain.arc(2, 0, 7), ValueError, "end must be up to a full turn from start"),
        (lambda: Capsule(1, 1), ValueError, "height must be at least 2 \\* radius"),
        (lambda: Capsule.between((0, 0), (1, 0), 0), ValueError, "radius"),
        (lambda: Segment((1, 1), (1, 1)), ValueError, "p1 and p2 must differ"),
        (lambda: HalfPlane((0, 0)), ValueError, "normal"),
        (lambda: HalfPlane((0, 1), NAN), ValueError, "offset"),
        (lambda: Polygon([(0, 0), (1, 0)]), ValueError, "at least 3, got 2"),
        (lambda: Polygon([(0, 0), (1, 1), (2, 2), (3, 3)]), ValueError, "collinear"),
        (lambda: Polygon([(0, 0), (0, 0), (1, 0)]), ValueError, "collinear"),
        (lambda: Polygon([(0, 0), (4, 0), (1, 1), (0, 4)]), ValueError, "concave|inward.*decompose"),
        (lambda: Polygon([(0, 0), (2, 2), (2, 0), (0, 2)]), ValueError, "decompose"),
        (
            lambda: Polygon([Vec2(1, 0).rotated(k * 4 * math.pi / 5) for k in range(5)]),
            ValueError,
            "crosses itself",
        ),
        (lambda: Polygon(7), TypeError, "points must be a sequence"),
        (lambda: Polygon([(0, 0), (1, 0), 3]), TypeError, "points\\[2\\]"),
        (lambda: Chain([]), ValueError, "at least 2"),
        (lambda: Chain([(0, 0), (0, 0)]), ValueError, "at least 2 different ones, got 1"),
        (lambda: Chain([(0, 0), (1, 0)], loop=True), ValueError, "at least 3"),
        (lambda: Chain([(0, 0), (1, 0)], loop=1), TypeError, "loop"),
        (lambda: Circle(1).mass_properties(-1), ValueError, "density"),
        (lambda: Circle(1).contains((0,), (0, 0)), TypeError, "pose"),
        (lambda: Circle(1).contains((0, 0, NAN), (0, 0)), ValueError, "pose"),
        (lambda: Circle(1).support((0, 0)), ValueError, "direction"),
        (lambda: HalfPlane((0, 1)).support((1, 1)), ValueError, "direction"),
    ],
)
def test_mistakes_stop_at_the_door(make: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()


@pytest.mark.parametrize("shape", ALL, ids=repr)
def test_shapes_are_values(shape: Shape) -> None:
    twin = pickle.loads(pickle.dumps(shape))
    assert twin == shape == copy.deepcopy(shape) and hash(twin) == hash(shape)
    assert eval(repr(shape)) == shape
    assert shape != Circle(99) and shape != 1
    with pytest.raises(AttributeError, match="immutable"):
        shape.radius = 3.0
    with pytest.raises(AttributeError):
        shape.anything = 3.0  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="read-only"):
        shape.cores[0][1][0, 0] = 1.0
    assert shape.cores is shape.cores


def test_a_polygon_is_tidied() -> None:
    wanted = Polygon([(0, 0), (2, 0), (2, 2), (0, 2)])
    assert Polygon([(0, 2), (2, 2), (2, 0), (0, 0)]).points == (
        Vec2(0, 0),
        Vec2(2, 0),
        Vec2(2, 2),
        Vec2(0, 2),
    )
    messy = [(0, 0), (1, 0), (1, 0), (2, 0), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0)]
    assert Polygon(messy) == wanted
    assert Polygon(np.array(messy)) == wanted
    many = [Vec2(5, 0).rotated(k * math.tau / 100) for k in range(100)]
    assert len(Polygon(many).points) == 100


@pytest.mark.parametrize(
    ("shape", "vertices", "edges", "axes"),
    [
        (Circle(2, (1, 0)), 1, 0, []),
        (Box(2, 3), 4, 4, [(0, -1), (1, 0)]),
        (Box(2, 3, 0.5), 4, 4, [(0, -1), (1, 0)]),
        (AABB(1, 2), 4, 4, [(0, -1), (1, 0)]),
        (Capsule(4, 1), 2, 1, [(1, 0)]),
        (Capsule(2, 1), 1, 0, []),
        (Polygon([(0, 0), (3, 0), (3, 4)]), 3, 3, [(0, -1), (1, 0), (-0.8, 0.6)]),
        (Segment((0, 0), (3, 4)), 2, 1, [(0.8, -0.6)]),
        (Chain([(2, 0), (1, 0), (0, 0), (0, -1)]), 4, 3, [(0, 1), (-1, 0)]),
        (Chain([(0, 0), (3, 0), (3, 4)], loop=True), 3, 3, [(0, -1), (1, 0), (-0.8, 0.6)]),
        (HalfPlane((0, 2), 3), 1, 0, [(0, 1)]),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_vertices_edges_and_axes(shape: Shape, vertices: int, edges: int, axes: list[Any]) -> None:
    assert len(shape.vertices) == vertices and len(shape.edges) == edges
    assert all(isinstance(p, Vec2) for edge in shape.edges for p in edge)
    assert [p for p, _ in shape.edges] == list(shape.vertices[:edges])  # in order, each from its vertex
    assert all(b == c for (_, b), (c, _) in pairwise(shape.edges))
    assert all(isinstance(n, Vec2) for n in shape.axes) and len(shape.axes) == len(axes)
    assert [tuple(n) for n in shape.axes] == [pytest.approx(n) for n in axes]


@pytest.mark.parametrize("kind", KINDS)
def test_axes_are_the_outward_normals_of_the_edges(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(20):
        shape = random_shape(rng, kind)
        normals = [(b - a).perpendicular.normalized() * -1.0 for a, b in shape.edges]
        assert len(shape.vertices) < 3 or len(normals) == len(shape.vertices)
        for (a, _), n in zip(shape.edges, normals, strict=True):
            assert len(shape.vertices) < 3 or shape.support(n).dot(n) == pytest.approx(
                a.dot(n) + shape.radius
            )
            assert sum(abs(n.cross(axis)) < 1e-9 for axis in shape.axes) == 1
        assert (
            all(any(axis.distance(n) < 1e-9 for n in normals) for axis in shape.axes) or kind == "half-plane"
        )


def test_needles_and_sizes() -> None:
    for size in (1e-3, 1.0, 1e6):
        needle = Polygon([(0, 0), (size, 0), (size, size * 1e-4)])
        assert len(needle.points) == 3
        assert needle.area == pytest.approx(0.5e-4 * size * size)
        normals = needle.cores[0][1][:, 2:]
        assert np.allclose(np.hypot(normals[:, 0], normals[:, 1]), 1.0, atol=1e-15)


def test_half_plane_is_what_its_formula_says() -> None:
    plane = HalfPlane((3, 4), 10)
    assert plane.normal == pytest.approx((0.6, 0.8)) and plane.offset == pytest.approx(2.0)
    assert plane.contains(HERE, (1.2, 1.6 - 1e-9)) and not plane.contains(HERE, (1.2, 1.6 + 1e-9))
    assert plane.bounds(HERE).upper == (INF, INF)
    assert HalfPlane((0, -1), 2).bounds((0, 10, 0)) == ((-INF, 8), (INF, INF))
    assert HalfPlane((1, 0)).bounds((3, 0, math.pi / 2)).upper.y == pytest.approx(0.0)


def test_chain_cores_know_their_neighbours() -> None:
    first, last = (core[1] for core in Chain([(2, 0), (1, 0), (0, 1)]).cores)
    assert first[0].tolist() == [2, 0, 0, 1] and first[1].tolist() == [1, 0, 0, -1]
    assert first[2].tolist() == [2, 0, 0, 0]  # nothing before
    assert first[3, :2].tolist() == [0, 1] and first[3, 2:].tolist() == last[0, 2:].tolist()
    assert last[2].tolist() == [2, 0, 0, 1]
    loop = Chain([(0, 0), (1, 0), (0, 1)], loop=True)
    assert len(loop.cores) == 3 and loop.cores[0][1][2, :2].tolist() == [0, 1]
    assert loop.cores[0][1][0, 2:].tolist() == [0, -1]  # counter-clockwise: solid inside


@pytest.mark.parametrize("kind", KINDS)
def test_bounds_are_tight_and_supports_reach_them(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(30):
        shape, pose = random_shape(rng, kind), random_pose(rng, 3.0)
        if isinstance(shape, HalfPlane):
            continue
        lower, upper = shape.bounds(pose)
        minx, miny, maxx, maxy = core(shape, pose).bounds
        assert (*lower, *upper) == pytest.approx(
            (minx - shape.radius, miny - shape.radius, maxx + shape.radius, maxy + shape.radius)
        )
        turn = 0.0 if shape.upright else pose[2]
        reach = shape.support(Vec2(1, 0).rotated(-turn)).rotated(turn) + pose[:2]
        assert reach.x == pytest.approx(upper.x)


MASSES = [
    (Circle(2, (3, 1)), 4 * math.pi, (3, 1), 8 * math.pi),
    (Box(2, 4), 8, (0, 0), 8 * 20 / 12),
    (AABB(2, 4), 8, (0, 0), 8 * 20 / 12),
    (Polygon([(0, 0), (3, 0), (0, 3)]), 4.5, (1, 1), 4.5 * (9 + 9) / 18),
    (Polygon([(10, 10), (12, 10), (12, 11), (10, 11)]), 2, (11, 10.5), 2 * 5 / 12),
    (Segment((0, 0), (4, 2)), 0, (2, 1), 0),
    (Chain([(0, 0), (4, 2)]), 0, (0, 0), 0),
    (HalfPlane((0, 1)), 0, (0, 0), 0),
    # A stadium: the rectangle, and two half discs about the middle (parallel axes).
    (
        Capsule(4, 1),
        4 + math.pi,
        (0, 0),
        4 * 8 / 12 + math.pi * 0.5 + math.pi * 1 + 2 * 1 * math.pi * (4 / (3 * math.pi)),
    ),
]


@pytest.mark.parametrize(("shape", "area", "center", "inertia"), MASSES, ids=lambda v: repr(v)[:30])
def test_mass_properties(shape: Shape, area: float, center: tuple[float, float], inertia: float) -> None:
    found = shape.mass_properties(3)
    assert shape.area == pytest.approx(area)
    assert found.mass == pytest.approx(3 * area)
    assert found.center == pytest.approx(center)
    assert found.inertia == pytest.approx(3 * inertia)


def moments(polygon: sg.Polygon) -> tuple[float, float, float, float]:
    """Area, centroid and polar moment about it, by triangles of a fine outline."""
    xy = np.array(polygon.exterior.coords)[:-1]
    center = np.array(polygon.centroid.coords[0])
    a, b = xy - center, np.roll(xy, -1, axis=0) - center
    cross = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    square = (a * a).sum(1) + (a * b).sum(1) + (b * b).sum(1)
    return polygon.area, *center, abs(float((cross * square).sum())) / 12


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "half-plane"])
def test_mass_properties_of_random_shapes(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(10):
        shape = random_shape(rng, kind)
        if shape.area == 0.0:
            continue
        body = core(shape, HERE)
        fine = body.buffer(shape.radius, quad_segs=2000) if shape.radius > 0.0 else body
        area, x, y, moment = moments(fine)
        found = shape.mass_properties()
        assert (found.mass, *found.center, found.inertia) == pytest.approx(
            (area, x, y, moment), rel=2e-6, abs=1e-6
        )


@given(
    st.floats(-1e3, 1e3),
    st.floats(-1e3, 1e3),
    st.floats(-7, 7),
    st.sampled_from([shape for shape in ALL if shape.area > 0.0 or isinstance(shape, HalfPlane)]),
    st.floats(-3, 3),
    st.floats(-3, 3),
)
@settings(max_examples=60, deadline=None)
def test_contains_moves_with_the_pose(
    x: float, y: float, angle: float, shape: Shape, px: float, py: float
) -> None:
    turn = 0.0 if shape.upright else angle
    point = Vec2(x, y) + Vec2(px, py).rotated(turn)
    # On the boundary either answer may be right; on a sharp corner every nudge leads outside.
    nudges = [Vec2(1e-9, 0).rotated(k * math.pi / 16) for k in range(32)]
    nudged = [shape.contains(HERE, Vec2(px, py) + d) for d in (Vec2(0, 0), *nudges)]
    if all(nudged) or not any(nudged):
        assert shape.contains((x, y, angle), point) == nudged[0]


class Somewhere:
    pose = (5.0, 0.0, math.pi / 2)


def test_whatever_has_a_pose_will_do() -> None:
    assert Box(4, 1).bounds(Somewhere()).upper == pytest.approx((5.5, 2.0))
    assert Box(4, 1).contains(Somewhere(), (5, 1.9))


@pytest.mark.parametrize("turn", [0.0, 0.3, 2.0])
def test_a_face_at_right_angles_has_both_its_ends_as_supports(turn: float) -> None:
    corners = [Vec2(*p).rotated(turn) for p in ((-2, -1), (2, -1), (3, 1), (0, 2), (-2, 1))]
    for shape in (Polygon(corners), Polygon(corners, 0.5)):
        for (p, q), normal in zip(shape.edges, [Vec2(*edge_normal(*e)) for e in shape.edges], strict=True):
            assert shape.supports(normal * 7.0) == (p + normal * shape.radius, q + normal * shape.radius)
            assert shape.supports(normal.rotated(1e-3)) == (shape.support(normal.rotated(1e-3)),)


def test_supports_of_other_shapes() -> None:
    assert Circle(2, (1, 0)).supports((0, 3)) == ((1, 2),)
    assert Capsule(4, 1).supports((-1, 0)) == ((-1, -1), (-1, 1))
    assert Capsule(4, 1).supports((-1e-3, 1))[0] == pytest.approx(Capsule(4, 1).support((-1e-3, 1)))
    assert Segment((0, 0), (1, 1)).supports((1, -1)) == ((0, 0), (1, 1))
    assert HalfPlane((0, 1), 2).supports((0, 5)) == ((0, 2),)
    with pytest.raises(ValueError, match="direction must be the normal's"):
        HalfPlane((0, 1), 2).supports((1, 0))
    with pytest.raises(ValueError, match="direction"):
        Box(1, 1).supports((0, 0))


def test_the_point_of_a_box_along_the_dominant_axis_never_twists_it() -> None:
    box, ball = AABB(4, 2), Circle(1)
    for center, expected in (((2.5, 0.3), (2, 0)), ((-1.0, -1.8), (0, -1)), ((2.7, 1.6), (2, 0))):
        m = collide(box, (10, 0), ball, (10 + center[0], center[1]))
        assert m is not None and box.face_center(m.normal) == expected
        lever = box.face_center(m.normal)
        dominant = m.normal.project(lever)  # the impulse along that axis
        assert lever.cross(dominant) == 0.0
    assert Box(4, 2, 0.5).face_center((1, 1)) == (2.5, 0) and Box(4, 2).face_center((0, -1e-9)) == (0, -1)
    with pytest.raises(ValueError, match="direction"):
        box.face_center((0, 0))


@pytest.mark.parametrize("shape", ALL, ids=repr)
def test_a_shape_names_the_corner_or_edge_at_each_point(shape: Shape) -> None:
    pose = (100.0, -50.0, 0.7)
    corners = [transform_point(pose if not shape.upright else (*pose[:2], 0.0), *p) for p in shape.points]
    if isinstance(shape, HalfPlane):
        assert shape.feature_at(pose, corners[0]) == ("edge", 0)
        return
    for i, corner in enumerate(corners):
        assert shape.feature_at(pose, corner) == ("vertex", i)
    place = dict(zip(shape.points, corners, strict=True))
    for i, (p, q) in enumerate(shape.edges):
        side = (place[q] - place[p]).perpendicular.normalized() * -shape.radius
        for fraction in (1e-3, 0.4, 1 - 1e-3):
            assert shape.feature_at(pose, place[p].lerp(place[q], fraction) + side) == ("edge", i)


def test_the_features_of_a_contact_are_a_corner_on_an_edge() -> None:
    table, box = (Box(9, 2), (1e4, 0)), (Box(2, 2), (1e4 + 3, 1.75, 0.2))
    (point,) = collide(*table, *box).points[:1]
    assert table[0].feature_at(table[1], point.point_a) == ("edge", 2)
    assert box[0].feature_at(box[1], point.point_b) == ("vertex", 0)
    gap = distance(Capsule(4, 1), (0, 0), Box(2, 2), (5, 9))
    assert Capsule(4, 1).feature_at((0, 0), gap.point_a) == ("vertex", 1)
    assert Box(2, 2).feature_at((5, 9), gap.point_b) == ("vertex", 0)
    gap = distance(Circle(1), (0, 0), Box(2, 2), (5, 0))
    assert Box(2, 2).feature_at((5, 0), gap.point_b) == ("edge", 3)
    with pytest.raises(TypeError, match="point"):
        Circle(1).feature_at((0, 0), 3)


@pytest.mark.parametrize("segments", [8, 32, 128])
@pytest.mark.parametrize(("width", "height"), [(6, 4), (1, 30), (5, 5)])
def test_an_ellipse_is_as_near_to_its_curve_as_it_says(width: float, height: float, segments: int) -> None:
    ellipse = Ellipse(width, height, segments)
    curve = [Vec2(0.5 * width * math.cos(t), 0.5 * height * math.sin(t)) for t in np.linspace(0, 6.3, 801)]
    off = [closest_point(ellipse, HERE, p).distance for p in curve]
    assert 0.97 * ellipse.error < max(off) <= ellipse.error * (1 + 1e-9)
    assert min(off) > -1e-12 * max(width, height)  # the polygon is inside
    assert ellipse.bounds() == ((-0.5 * width, -0.5 * height), (0.5 * width, 0.5 * height))
    assert ellipse.area == pytest.approx(0.25 * math.pi * width * height, rel=14 / segments**2)
    assert is_convex(ellipse.points) and len(ellipse.points) == segments
    mass, center, inertia = ellipse.mass_properties(2.0)
    assert center == pytest.approx((0, 0), abs=1e-12)
    assert inertia == pytest.approx(mass * (width**2 + height**2) / 16, rel=14 / segments**2)


@pytest.mark.parametrize("degrees", [1, 60, 180])
def test_a_sector_is_as_near_to_its_arc_as_it_says(degrees: float) -> None:
    angle = math.radians(degrees)
    sector = Sector(10, angle)
    curve = [Vec2(10, 0).rotated(t) for t in np.linspace(-angle / 2, angle / 2, 401)]
    off = [closest_point(sector, HERE, p).distance for p in curve]
    assert 0.97 * sector.error < max(off) <= sector.error * (1 + 1e-6) and min(off) > -1e-11
    assert sector.area == pytest.approx(50 * angle, rel=0.01)
    assert len(sector.points) == 17 + (degrees < 180) and sector.contains(HERE, (0, 0))
    assert not sector.contains(HERE, Vec2(9, 0).rotated(angle / 2 + 0.01))
    assert sector.points[0].y == -sector.points[-1].y or degrees < 180
    half = Sector(10, math.pi)  # mirrored to the bit
    assert sorted(half.points) == sorted(Vec2(p.x, 0.0 - p.y) for p in half.points)


def test_arcs_are_hills_and_pipes() -> None:
    hill, pipe = Chain.arc(5, 0, math.pi), Chain.arc(5, 0, -math.pi, (0, 5), 16)
    ball = Circle(0.5)
    assert collide(hill, HERE, ball, (0, 5.4)) is not None and collide(hill, HERE, ball, (0, 4.4)) is None
    assert collide(pipe, HERE, ball, (0, 0.4)) is not None and collide(pipe, HERE, ball, (0, -0.4)) is None
    assert all(p.distance((0, 5)) == pytest.approx(5) for p in pipe.points) and not pipe.loop
    sag = min((0.5 * (p + q)).distance((0, 5)) for p, q in pipe.edges)
    assert 5 - sag == pytest.approx(5 * (1 - math.cos(math.pi / 2 / 16)))
    island = Chain.arc(5, 1.0, 1.0 + math.tau)
    assert island.loop and len(island.points) == 32
