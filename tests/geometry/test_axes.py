"""Projections and separating axes: closed forms, shapely, and `distance` and `overlap` on random pairs."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from ecsphys.geometry import Axis, Interval, collide, distance, overlap, project, separating_axes
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import AABB, Box, Capsule, Chain, Circle, HalfPlane, Polygon, Segment, Shape
from tests.geometry.oracle import KINDS, Pose, core, random_pairs, random_pose, random_shape

HERE = (0.0, 0.0, 0.0)
INF = math.inf
S = math.sqrt(0.5)


@pytest.mark.parametrize(
    ("shape", "pose", "axis", "low", "high"),
    [
        (Circle(2, (1, 0)), (4, 0, math.pi / 2), (0, 3), -1, 3),
        (Box(2, 4), (10, 0, 0), (1, 0), 9, 11),
        (Box(2, 2), HERE, (1, 1), -2 * S, 2 * S),
        (Box(2, 2, 0.5), (0, 5, math.pi / 4), (0, -1), -5.5 - 2 * S, -4.5 + 2 * S),
        (AABB(2, 4), (0, 0, 1), (0, 1), -2, 2),
        (Capsule(4, 1), HERE, (1e-3, 0), -1, 1),
        (Segment((0, 0), (3, 4)), HERE, (3, 4), 0, 5),
        (Polygon([(0, 0), (4, 0), (0, 2)]), (1, 1), (1, 0), 1, 5),
        (Chain([(0, 0), (1, 3), (4, 1)]), (0, 0, math.pi), (0, 1), -3, 0),
        (HalfPlane((0, 1), 2), (7, 1), (0, 9), -INF, 3),
        (HalfPlane((0, 1), 2), (7, 1), (0, -9), -3, INF),
        (HalfPlane((0, 1), 2), (7, 1), (0.1, 1), -INF, INF),
    ],
)
def test_project(shape: Shape, pose: Any, axis: Any, low: float, high: float) -> None:
    found = project(shape, pose, axis)
    assert isinstance(found, Interval) and found == pytest.approx((low, high), abs=1e-12)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "half-plane"])
def test_projections_agree_with_shapely(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(40):
        shape, pose = random_shape(rng, kind), random_pose(rng, 5.0)
        turn = rng.uniform(0.0, math.tau)
        axis = Vec2(rng.uniform(0.01, 100.0), 0.0).rotated(turn)
        xs = [
            Vec2(*p).rotated(-turn).x
            for p in getattr(core(shape, pose), "exterior", core(shape, pose)).coords
        ]
        wanted = min(xs) - shape.radius, max(xs) + shape.radius
        assert project(shape, pose, axis) == pytest.approx(wanted, abs=1e-12)


def directions(axes: list[Axis]) -> list[tuple[float, float]]:
    return [(round(axis.direction.x, 9), round(axis.direction.y, 9)) for axis in axes]


def test_axes_of_two_boxes() -> None:
    axes = separating_axes(AABB(2, 2), HERE, Box(2, 2), (1.5, -0.5, math.pi / 4))
    assert [axis.owner for axis in axes] == ["a", "a", "b", "b"]
    # Each leads from A to B by the shorter way: B is on the right of A and below.
    s = round(S, 9)
    assert sorted(directions(axes)) == sorted([(0, -1), (1, 0), (s, -s), (s, s)])
    by_x = axes[directions(axes).index((1, 0))]
    assert by_x.a == pytest.approx((-1, 1)) and by_x.b == pytest.approx((1.5 - 2 * S, 1.5 + 2 * S))
    assert by_x.overlap == pytest.approx(2 * S - 0.5)


def test_parallel_axes_are_tried_once() -> None:
    assert len(separating_axes(AABB(2, 2), HERE, AABB(4, 2), (1, 1))) == 2
    assert len(separating_axes(Box(2, 2), (0, 0, 0.3), Box(4, 2), (1, 1, 0.3 + math.pi / 2))) == 2
    hexagon = Polygon([Vec2(1, 0).rotated(k * math.tau / 6) for k in range(6)])
    assert len(separating_axes(hexagon, HERE, hexagon, HERE)) == 3
    assert {axis.owner for axis in separating_axes(hexagon, HERE, hexagon, HERE)} == {"a"}
    assert len(separating_axes(Capsule(4, 1), HERE, Capsule(4, 1), (0, 3.5))) == 2


def test_the_list_ends_with_the_first_axis_that_separates() -> None:
    """B lies to the right: with A's lower face, tried first, they overlap; its right face separates them."""
    axes = separating_axes(AABB(2, 2), HERE, Box(2, 2), (5, 0.5, 0.3))
    assert directions(axes) == [(0, 1), (1, 0)]
    assert axes[0].overlap > 0.0 > axes[1].overlap == pytest.approx(-(5 - math.cos(0.3) - math.sin(0.3) - 1))
    assert len(separating_axes(AABB(2, 2), HERE, Box(2, 2), (0, 5, 0.3))) == 1


def test_circles_have_the_line_of_centres_only() -> None:
    (axis,) = separating_axes(Circle(1), HERE, Circle(2), (3, 4, 9))
    assert axis == (pytest.approx((0.6, 0.8)), (-1, 1), pytest.approx((3, 7)), pytest.approx(-2), "both")
    (axis,) = separating_axes(Circle(1), HERE, Circle(2), HERE)
    assert axis == ((0, 1), (-1, 1), (-2, 2), 3, "both")


def test_round_sides_add_the_line_between_the_nearest_vertices() -> None:
    axes = separating_axes(Box(2, 2), HERE, Circle(1), (1.6, 1.79))
    assert [axis.owner for axis in axes] == ["a", "a", "both"]
    assert axes[2].overlap == pytest.approx(1 - math.hypot(0.6, 0.79)) and axes[2].overlap > 0.0
    axes = separating_axes(Box(2, 2), HERE, Circle(1), (1.6, 1.81))
    assert axes[2].overlap < 0.0 and not overlap(Box(2, 2), HERE, Circle(1), (1.6, 1.81))
    # A disc right above a face: its nearest vertex is no help, and is tried nevertheless.
    assert len(separating_axes(Box(2, 2), HERE, Circle(1), (0.2, 1.5))) == 3
    # Centre and corner at one place: no line leads from the one to the other.
    assert len(separating_axes(Box(2, 2), HERE, Circle(1), (1, 1))) == 2


def test_segments_on_one_line() -> None:
    a, b = Segment((0, 0), (2, 0)), Segment((3, 0), (5, 0))
    assert [axis.overlap for axis in separating_axes(a, HERE, b, HERE)] == [0, -1]
    assert [axis.overlap for axis in separating_axes(a, HERE, b, (-2, 0))] == [0, 1]
    assert len(separating_axes(a, HERE, Segment((1, -1), (2, 1)), HERE)) == 2


@pytest.mark.parametrize("swap", [False, True])
def test_the_normal_of_a_half_plane_is_the_only_axis(swap: bool) -> None:
    plane, box = HalfPlane((0, 1), 1), Box(2, 2)
    (axis,) = (
        separating_axes(box, (3, 1.5), plane, HERE) if swap else separating_axes(plane, HERE, box, (3, 1.5))
    )
    assert axis.direction == (0, -1 if swap else 1)
    assert axis.overlap == 0.5 and axis.owner == ("b" if swap else "a")
    of_plane, of_box = (axis.b, axis.a) if swap else (axis.a, axis.b)
    assert of_plane == ((-1, INF) if swap else (-INF, 1)) and of_box == ((-2.5, -0.5) if swap else (0.5, 2.5))


def check_axes(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, unit: float) -> bool:
    """Compare with `distance` and `overlap`; returns whether the answer is clear: no mere touch."""
    axes, gap = separating_axes(a, pose_a, b, pose_b), distance(a, pose_a, b, pose_b).distance
    for axis in axes:
        assert axis.direction.length == pytest.approx(1.0, abs=1e-12)
        assert axis.overlap == min(axis.a.high - axis.b.low, axis.b.high - axis.a.low)
        assert axis.a == pytest.approx(project(a, pose_a, axis.direction), abs=1e-9 * unit)
        assert axis.b == pytest.approx(project(b, pose_b, axis.direction), abs=1e-9 * unit)
        parted = (*(Vec2(pose_b[0], pose_b[1]) + axis.direction * axis.overlap), pose_b[2])
        assert distance(a, pose_a, b, parted).distance >= -1e-9 * unit
    if abs(gap) < 1e-9 * unit:
        return False
    assert all(axis.overlap >= 0.0 for axis in axes[:-1])
    assert (axes[-1].overlap >= 0.0) == overlap(a, pose_a, b, pose_b) == (gap < 0.0)
    least = min(axis.overlap for axis in axes)
    if gap < 0.0:
        assert least == pytest.approx(-gap, abs=1e-9 * unit)
    else:
        assert -gap - 1e-9 * unit <= least < 0.0
    return True


@pytest.mark.parametrize(
    ("count", "unit", "seed"),
    [
        *(
            pytest.param(500, unit, seed, marks=pytest.mark.jit)
            for unit in (1e-3, 1.0, 1e4)
            for seed in (1, 2)
        ),
        pytest.param(160, 1.0, 3, id="few"),
    ],
)
def test_axes_agree_with_distance_and_overlap(count: int, unit: float, seed: int) -> None:
    pairs = random_pairs(count, seed, unit)
    clear = [check_axes(*pair, unit) for pair in pairs]
    swapped = [check_axes(b, pose_b, a, pose_a, unit) for a, pose_a, b, pose_b in pairs]
    overlaps = sum(overlap(*pair) for pair in pairs)
    assert min(sum(clear), sum(swapped)) > 0.99 * count and count / 4 < overlaps < 3 * count / 4


@pytest.mark.parametrize("count", [pytest.param(800, marks=pytest.mark.jit), pytest.param(80, id="few")])
def test_axes_move_along(count: int) -> None:
    """A rigid motion of both shapes turns directions and leaves overlaps; a swap turns them round."""
    rng, compared = random.Random(4), 0
    for a, pose_a, b, pose_b in random_pairs(count, 22):
        turn = 0.0 if a.upright or b.upright else rng.uniform(-9.0, 9.0)
        shift = Vec2(rng.uniform(-50, 50), rng.uniform(-50, 50))
        there_a, there_b = (
            (*(Vec2(x, y).rotated(turn) + shift), angle + turn) for x, y, angle in (pose_a, pose_b)
        )
        if abs(distance(a, pose_a, b, pose_b).distance) < 1e-6:
            continue
        here, there = separating_axes(a, pose_a, b, pose_b), separating_axes(a, there_a, b, there_b)
        assert [axis.owner for axis in here] == [axis.owner for axis in there]
        for one, other in zip(here, there, strict=True):
            assert other.overlap == pytest.approx(one.overlap, abs=1e-9)
            if abs((one.a.high - one.b.low) - (one.b.high - one.a.low)) > 1e-9:
                assert other.direction == pytest.approx(one.direction.rotated(turn), abs=1e-9)
                compared += 1
        back = separating_axes(b, pose_b, a, pose_a)
        if here[-1].overlap > 0.0:
            assert len(back) == len(here)
            assert sorted(x.overlap for x in back) == pytest.approx(sorted(x.overlap for x in here), abs=1e-9)
    assert compared > count


def test_the_least_axis_is_the_normal_of_the_contact() -> None:
    for a, pose_a, b, pose_b in random_pairs(300, 23):
        manifold = collide(a, pose_a, b, pose_b)
        if manifold is None or max(p.penetration for p in manifold.points) < 1e-6:
            continue
        first, *others = sorted(separating_axes(a, pose_a, b, pose_b), key=lambda axis: axis.overlap)
        clear = all(axis.overlap - first.overlap > 1e-6 for axis in others)
        if clear and abs((first.a.high - first.b.low) - (first.b.high - first.a.low)) > 1e-6:
            assert first.direction == pytest.approx(manifold.normal, abs=1e-6)


def test_arguments_are_checked() -> None:
    chain, plane = Chain([(0, 0), (1, 0)]), HalfPlane((0, 1))
    with pytest.raises(TypeError, match=r"a must be convex, got Chain.*segments.*chain\.edges"):
        separating_axes(chain, HERE, Box(1, 1), HERE)
    with pytest.raises(TypeError, match="b must be convex"):
        separating_axes(Box(1, 1), HERE, chain, HERE)
    with pytest.raises(TypeError, match="must not both be HalfPlane"):
        separating_axes(plane, HERE, plane, HERE)
    with pytest.raises(TypeError, match="b must be a shape, got 3"):
        separating_axes(plane, HERE, 3, HERE)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"pose_b.*nan"):
        separating_axes(plane, HERE, Box(1, 1), (0, math.nan))
    with pytest.raises(ValueError, match="axis must be a vector other than zero"):
        project(plane, HERE, (0, 0))
    with pytest.raises(TypeError, match="axis must be a pair"):
        project(plane, HERE, 5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="shape must be a shape"):
        project("box", HERE, (1, 0))  # type: ignore[arg-type]
