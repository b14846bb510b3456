"""Shapes on the move: linear casts and times of impact, against cases and dense sampling."""

from __future__ import annotations

import math
import random

import pytest

from ecsphys.geometry import TraceStep, distance, overlap, raycast, shape_cast, time_of_impact
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import AABB, Box, Capsule, Chain, Circle, HalfPlane, Polygon, Segment, Shape
from tests.geometry.oracle import KINDS, Pose, random_pose, random_shape

HERE = (0.0, 0.0, 0.0)
BOX = Box(2, 2)
Moving = tuple[Shape, Pose, Pose, Shape, Pose, Pose]


@pytest.mark.parametrize(
    ("a", "start", "way", "b", "fraction", "point", "normal"),
    [
        (Circle(1), (-5, 0, 0), (10, 0), BOX, 0.3, (-1, 0), (1, 0)),
        (BOX, (-5, 0, 0), (10, 0), Circle(1), 0.3, (-1, 0), (1, 0)),
        (Circle(1), (0, 9, 0), (0, -10), HalfPlane((0, 1)), 0.8, (0, 0), (0, -1)),
        (Circle(1), (-5, 0, 0), (10, 0), Circle(1), 0.3, (-1, 0), (1, 0)),
        (Box(2, 2, 1), (-6, 0, 0), (10, 0), Capsule(4, 1), 0.3, (-1, None), (1, 0)),
        (Capsule(2, 1), (-4, 1.6, 0), (8, 0), Circle(1), (4 - 1.2) / 8, (-0.6, 0.8), (0.6, -0.8)),
        (Box(2, 2), (-5, 0, math.pi / 4), (10, 0), BOX, (4 - math.sqrt(2)) / 10, (-1, 0), (1, 0)),
        (AABB(2, 2), (-5, 0, 1), (10, 0), BOX, 0.3, (-1, None), (1, 0)),
        (Circle(1), (-5, 0, 0), (10, 0), Segment((0, -1), (0, 1)), 0.4, (0, 0), (1, 0)),
        (Circle(1), (0, 5, 0), (0, -10), Chain([(3, 0), (-3, 0)]), 0.4, (0, 0), (0, -1)),
        (Circle(1), (0.5, 0, 0), (9, 0), BOX, 0.0, None, None),
    ],
)
def test_shape_cast(a, start, way, b, fraction, point, normal) -> None:  # type: ignore[no-untyped-def]
    hit = shape_cast(a, start, way, b, HERE)
    assert hit is not None and hit.fraction == pytest.approx(fraction, abs=1e-9)
    if normal is not None:
        assert hit.normal == pytest.approx(normal, abs=1e-6)
        assert all(
            x is None or x == pytest.approx(y, abs=1e-6) for x, y in zip(point, hit.point, strict=True)
        )


@pytest.mark.parametrize(
    ("a", "start", "way", "b"),
    [
        (Circle(1), (-5, 3, 0), (10, 0), BOX),
        (Circle(1), (-5, 0, 0), (2, 0), BOX),
        (Circle(1), (-5, 0, 0), (-10, 0), BOX),
        (Circle(1), (-5, 0, 0), (0, 0), BOX),
        (Circle(1), (0, -5, 0), (0, 10), Chain([(3, 0), (-3, 0)])),  # from behind
    ],
)
def test_shape_cast_misses(a: Shape, start: Pose, way: tuple[float, float], b: Shape) -> None:
    assert shape_cast(a, start, way, b, HERE) is None


ON_THE_FLOOR = (Box(2, 2), Box(2, 2, 0.5), Capsule(4, 1), Circle(1), Polygon([(0, -1), (1, 1), (-1, 1)]))


@pytest.mark.parametrize("shape", ON_THE_FLOOR, ids=repr)
def test_what_stands_on_something_is_free_along_and_away(shape: Shape) -> None:
    rng = random.Random(1)
    for _ in range(20):
        turn, x, far = rng.uniform(-3, 3), rng.uniform(-30, 30), rng.choice((0, 1e5))
        along, up = Vec2(1, 0).rotated(turn), Vec2(0, 1).rotated(turn)
        height = -shape.support((0, -1)).y
        pose = (*(x * along + height * up + (far, 0)), turn)
        floor = Box(200, 2), (*(Vec2(far, 0) - up), turn)
        for way in (along, -along, up, along + 0.3 * up, Vec2(0, 0)):
            assert shape_cast(shape, pose, 50 * way, *floor) is None
        for way in (-up, along - 0.1 * up):
            hit = shape_cast(shape, pose, 50 * way, *floor)
            assert hit is not None and hit.fraction < 1e-7
            assert hit.normal == pytest.approx(-up)
        assert shape_cast(shape, (pose[0] - 0.01 * up.x, pose[1] - 0.01 * up.y, turn), 50 * along, *floor)


def test_corners_that_touch_stop_no_way_between_their_normals() -> None:
    rising, level, sinking, falling = (9, 1), (9, 0), (9, -1), (0, -9)
    tile = Box(2, 2), (3, -1)  # the floor in front of what stands on the tile before
    steps = list[TraceStep]()
    for way in (rising, level, falling):
        assert shape_cast(BOX, (1, 1), way, *tile) is None
        assert shape_cast(*tile, (-way[0], -way[1]), BOX, (1, 1)) is None
        assert shape_cast(BOX, (1, 1), way, *tile, trace=steps) is None and steps[-1].status == "separated"
    hit = shape_cast(BOX, (1, 1), sinking, *tile)
    assert hit is not None and hit.fraction == 0.0
    chain = Chain([(9, 0), (2, 0), (0, 0), (-9, 0)])
    assert shape_cast(BOX, (1, 1), level, chain, HERE) is None and shape_cast(
        BOX, (1, 1), sinking, chain, HERE
    )


def test_grazing_casts_end() -> None:
    for gap in (-1e-9, -1e-12, 0.0, 1e-12, 1e-9):
        hit = shape_cast(Circle(1), (-5, 2 + gap, 0), (10, 0), Circle(1), HERE)
        if hit is not None:
            assert hit.fraction == pytest.approx(0.5, abs=1e-4)
    assert shape_cast(Circle(1), (-5, 2 + 1e-9, 0), (10, 0), Circle(1), HERE) is None
    assert shape_cast(Circle(1), (-5, 2 - 1e-9, 0), (10, 0), Circle(1), HERE) is not None


def moving(count: int, seed: int, turn: float) -> list[Moving]:
    """Pairs that start apart and mostly cross."""
    rng = random.Random(seed)
    kinds = [(a, b) for a in KINDS for b in KINDS if "half-plane" not in (a, b)]
    found: list[Moving] = []
    while len(found) < count:
        kind_a, kind_b = kinds[len(found) % len(kinds)]
        a, b = random_shape(rng, kind_a), random_shape(rng, kind_b)
        start_b = random_pose(rng, 1.0)
        side = Vec2(4.0, 0.0).rotated(rng.uniform(0.0, math.tau))
        end = random_pose(rng, 1.0)
        start_a = (*side, end[2] - turn * rng.uniform(-1.0, 1.0))
        end_b = (
            (start_b[0] + 0.5, start_b[1], start_b[2] + turn * rng.uniform(-1.0, 1.0)) if turn else start_b
        )
        if distance(a, start_a, b, start_b).distance > 0.01:
            found.append((a, start_a, end, b, start_b, end_b))
    return found


def at(start: Pose, end: Pose, fraction: float) -> Pose:
    x, y, angle = (p + (q - p) * fraction for p, q in zip(start, end, strict=True))
    return x, y, angle


def gaps(pair: Moving, fractions: list[float]) -> list[float]:
    a, start_a, end_a, b, start_b, end_b = pair
    return [distance(a, at(start_a, end_a, t), b, at(start_b, end_b, t)).distance for t in fractions]


@pytest.mark.parametrize("count", [pytest.param(600, marks=pytest.mark.jit), pytest.param(64, id="few")])
def test_casts_agree_with_sampling(count: int) -> None:
    hits = 0
    for pair in moving(count, 1, turn=0.0):
        a, start, end, b, pose_b, _ = pair
        start = (start[0], start[1], end[2])
        hit = shape_cast(a, start, (end[0] - start[0], end[1] - start[1]), b, pose_b)
        still = (a, start, end, b, pose_b, pose_b)
        if overlap(a, start, b, pose_b):
            assert hit is not None and hit.fraction == 0.0
        elif hit is None:
            assert min(gaps(still, [k / 40 for k in range(41)])) > -1e-9
        else:
            hits += 1
            assert min(gaps(still, [hit.fraction * k / 20 for k in range(20)])) > 0.0
            assert gaps(still, [hit.fraction])[0] == pytest.approx(0.0, abs=1e-9)
            assert hit.normal.length == pytest.approx(1.0)
            assert hit.normal.dot((end[0] - start[0], end[1] - start[1])) > 0.0
    assert hits > count / 3


@pytest.mark.parametrize(
    ("count", "turn"),
    [
        pytest.param(400, 2.0, marks=pytest.mark.jit),
        pytest.param(400, 12.0, marks=pytest.mark.jit),
        pytest.param(20, 3.0, id="few"),
    ],
)
def test_times_of_impact_agree_with_sampling(count: int, turn: float) -> None:
    hits, worst = 0, 0
    for pair in moving(count, 2, turn):
        a, start_a, end_a, b, start_b, end_b = pair
        hit = time_of_impact(a, start_a, end_a, b, start_b, end_b)
        worst = max(worst, hit.iterations)
        assert hit.status in ("hit", "separated"), pair
        steps = 300 if count > 20 else 30
        samples = gaps(pair, [hit.fraction * k / steps for k in range(steps)])
        assert min(samples) > 0.0, pair
        if hit.status == "hit":
            hits += 1
            assert 0.0 < gaps(pair, [hit.fraction])[0] < 1e-5
            assert hit.normal.length == pytest.approx(1.0)
    assert hits > count / 3
    assert worst < 64


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("turn", [-20.0, 3.0, 16.0])
def test_time_of_impact_of_what_tumbles_onto_a_half_plane(turn: float, swap: bool) -> None:
    """Seen from what turns, a half-plane turns too, and sweeps all."""
    plane, plate, end = HalfPlane((0, 1)), Box(14, 4), (10, 2, 0.5 + turn)
    start = (0.0, plate.support((math.sin(-0.5), -math.cos(0.5))).length + 0.4, 0.5)
    pair = (plate, start, end, plane, HERE, HERE)
    pair = (*pair[3:], *pair[:3]) if swap else pair
    hit = time_of_impact(*pair)
    assert hit.status == "hit"
    assert min(gaps(pair, [hit.fraction * k / 2000 for k in range(2000)])) > 0.0
    assert gaps(pair, [hit.fraction])[0] < 1e-4


def test_time_of_impact_of_a_turning_stick() -> None:
    """A stick of length 4 turning about its middle meets a point-like disc at a known angle."""
    stick, disc = Box(4, 0.2), Circle(0.1)
    hit = time_of_impact(stick, HERE, (0, 0, math.pi / 2), disc, (0, 1, 0), (0, 1, 0))
    # Its upper side is 0.1 off the axis, the disc's rim 0.1 from its centre, one unit out.
    wanted = (math.pi / 2 - math.asin(0.2)) / (math.pi / 2)
    assert hit.status == "hit" and hit.fraction == pytest.approx(wanted, abs=1e-5)
    assert hit.iterations < 20


def test_time_of_impact_statuses() -> None:
    ball = Circle(1)
    assert time_of_impact(ball, (-5, 0, 0), (-4, 0, 0), BOX, HERE, HERE).status == "separated"
    assert time_of_impact(ball, (-5, 0, 0), (-4, 0, 0), BOX, HERE, HERE).fraction == 1.0
    over = time_of_impact(ball, (-1.5, 0, 0), (5, 0, 0), BOX, HERE, HERE)
    assert over.status == "overlapping" and over.fraction == 0.0
    hit = time_of_impact(ball, (-5, 0, 0), (5, 0, 0), BOX, HERE, HERE)
    assert hit.status == "hit" and hit.fraction == pytest.approx(0.3, abs=1e-6) and hit.fraction <= 0.3
    assert hit.normal == (1, 0) and hit.point == pytest.approx((-1, 0), abs=1e-5)
    both = time_of_impact(ball, (-5, 0, 0), (-1, 0, 0), ball, (5, 0, 0), (1, 0, 0))
    assert both.status == "hit" and both.fraction == pytest.approx(1.0, abs=1e-6)
    failed = time_of_impact(Box(6, 0.1), (-5, 0, 0), (0, 0, 9), BOX, HERE, HERE, max_iterations=2)
    assert failed.status == "failed" and failed.iterations == 2
    assert (
        0.0 < failed.fraction < time_of_impact(Box(6, 0.1), (-5, 0, 0), (0, 0, 9), BOX, HERE, HERE).fraction
    )
    coarse = time_of_impact(ball, (-5, 0, 0), (5, 0, 0), BOX, HERE, HERE, tolerance=0.1)
    assert coarse.status == "hit" and 0.28 < coarse.fraction < 0.3


def test_aabbs_do_not_turn_on_the_way() -> None:
    hit = time_of_impact(AABB(2, 2), (-5, 0, 0), (5, 0, 3), BOX, HERE, HERE)
    assert hit.fraction == pytest.approx(0.3, abs=1e-6)


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="end_b must not turn a HalfPlane"):
        time_of_impact(BOX, HERE, HERE, HalfPlane((0, 1)), HERE, (0, 0, 1))
    with pytest.raises(ValueError, match="tolerance"):
        time_of_impact(BOX, HERE, HERE, BOX, HERE, HERE, tolerance=0.0)
    for bad, error in ((0, ValueError), (1.5, TypeError), (True, TypeError)):
        with pytest.raises(error, match="max_iterations"):
            time_of_impact(BOX, HERE, HERE, BOX, HERE, HERE, max_iterations=bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="translation"):
        shape_cast(BOX, HERE, (math.inf, 0), BOX, HERE)


@pytest.mark.parametrize(
    ("shape", "start", "end", "fraction", "normal"),
    [
        (Circle(1), (-5, 0), (5, 0), 0.4, (-1, 0)),
        (Circle(1), (0.5, 0), (5, 0), 0.0, (-1, 0)),
        (Circle(1), (0.5, 0), (0.5, 0), 0.0, (0, 1)),
        (BOX, (-5, 0.5), (5, 0.5), 0.4, (-1, 0)),
        (Box(2, 2, 1), (-5, 0.5), (5, 0.5), 0.3, (-1, 0)),
        (Box(2, 2, 1), (-5, 1.6), (5, 1.6), 0.32, (-0.8, 0.6)),
        (Capsule(4, 1), (0, 6), (0, 2), 1.0, (0, 1)),
        (Capsule(4, 1), (3, 0.5), (-1, 0.5), 0.5, (1, 0)),
        (Segment((0, -1), (0, 1)), (2, 0), (-2, 0), 0.5, (1, 0)),
        (Segment((0, -1), (0, 1)), (-2, 0), (2, 0), 0.5, (-1, 0)),
        (Segment((0, -1), (0, 1)), (0, 5), (0, -5), 0.4, (0, 1)),  # along it, onto its end
        (HalfPlane((0, 1)), (0, 1), (5, -1), 0.5, (0, 1)),
        (HalfPlane((0, 1)), (0, -1), (0, -5), 0.0, (0, 1)),
        (Chain([(1, 0), (0, 0), (-1, 0)]), (0, 1), (0, -1), 0.5, (0, 1)),  # exactly on a joint
    ],
)
def test_raycast(shape, start, end, fraction, normal) -> None:  # type: ignore[no-untyped-def]
    hit = raycast(shape, HERE, start, end)
    assert hit is not None and hit.fraction == pytest.approx(fraction)
    assert hit.normal == pytest.approx(normal)
    assert hit.point == pytest.approx(Vec2(*start).lerp(end, fraction))


@pytest.mark.parametrize(
    ("shape", "start", "end"),
    [
        (Circle(1), (-5, 1.0001), (5, 1.0001)),
        (Circle(1), (-5, 0), (-2, 0)),
        (Circle(1), (-2, 0), (-5, 0)),
        (Box(2, 2, 1), (-5, 1.99), (-0.5, 6)),
        (Segment((0, -1), (0, 1)), (2, 1.001), (-2, 1.001)),
        (Segment((0, -1), (0, 1)), (2, -3), (2, 3)),
        (HalfPlane((0, 1)), (0, 1), (5, 1)),
        (Chain([(1, 0), (0, 0), (-1, 0)]), (0, -1), (0, 1)),  # from behind
        (Polygon([(0, 0), (4, 0), (0, 4)]), (4, 4), (2.1, 2)),
    ],
)
def test_raycast_misses(shape: Shape, start: tuple[float, float], end: tuple[float, float]) -> None:
    assert raycast(shape, HERE, start, end) is None


def test_a_small_disc_far_away_is_hit_exactly() -> None:
    hit = raycast(Circle(1), (1e7, 0, 0), (0, 0.6), (2e7, 0.6))
    assert hit is not None
    assert hit.point.x == pytest.approx(1e7 - 0.8, abs=1e-6) and hit.normal == pytest.approx(
        (-0.8, 0.6), abs=1e-6
    )
