"""Signed distances against brute force, and what holds for the points and normals of all pairs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as Turn

from ecsphys.space3d.collide.core import BOX, HULL, PLANE, POINT, SEGMENT, TRIANGLE, Core, SolidRows
from ecsphys.space3d.collide.manifold import Separation
from ecsphys.space3d.collide.solid_rows import join_rows
from tests.space3d.collide import brute
from tests.space3d.collide.calls import (
    call_bounds,
    call_cast,
    call_closest,
    call_collide,
    call_contains,
    call_support,
)
from tests.space3d.collide.solids import (
    CONVEX,
    POLYTOPES,
    Reals,
    core,
    hull_rows,
    local_points,
    matrix_of,
    moved,
    points_of,
    pool,
    random_core,
    random_hull,
    vec,
)

FORMS = (*CONVEX, PLANE)
PAIRS = [(a, b) for a, b in itertools.product(FORMS, FORMS) if (a, b) != (PLANE, PLANE)]
ROWS = pool(np.random.default_rng(1))


def sampled(
    rng: np.random.Generator, count: int, forms: tuple[int, int], spread: float = 1.5
) -> list[tuple[Core, Core]]:
    a, b = forms
    return [
        (random_core(rng, ROWS, a, spread=spread), random_core(rng, ROWS, b, spread=spread))
        for _ in range(count)
    ]


def low_and_high(rows: SolidRows, given: Core, normal: Reals) -> tuple[float, float]:
    heights = points_of(rows, given) @ normal
    return float(heights.min()) - given.radius, float(heights.max()) + given.radius


def gap_along(rows: SolidRows, a: Core, b: Core, normal: Reals) -> float:
    """The gap of two cores along a normal from A to B, from their points."""
    if a.form == PLANE:
        return low_and_high(rows, b, normal)[0] - float(np.array(a.center) @ normal)
    if b.form == PLANE:
        return float(np.array(b.center) @ normal) - low_and_high(rows, a, normal)[1]
    return low_and_high(rows, b, normal)[0] - low_and_high(rows, a, normal)[1]


def check(rows: SolidRows, a: Core, b: Core, s: Separation, exact: float) -> None:
    """Compare a separation with its exact distance, and its parts with each other."""
    normal, p, q = np.array(s.normal), np.array(s.point_a), np.array(s.point_b)
    assert s.distance == pytest.approx(exact, abs=1e-9)
    assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-12)
    assert q - p == pytest.approx(s.distance * normal, abs=1e-9)
    assert gap_along(rows, a, b, normal) == pytest.approx(s.distance, abs=1e-9)
    for point, given in ((s.point_a, a), (s.point_b, b)):
        if s.distance > 1e-6 and given.form != TRIANGLE:  # on the surface: outside of it just beyond
            outward = normal if given is a else -normal
            beyond = call_closest(rows, given, core(POINT, at=point + 1e-6 * outward))
            assert beyond.distance == pytest.approx(1e-6, abs=1e-9)


@pytest.mark.parametrize("forms", PAIRS)
def test_distances_are_those_of_brute_force(forms: tuple[int, int]) -> None:
    rng = np.random.default_rng([2, *forms])
    apart = 0
    for a, b in sampled(rng, 40, forms):
        s = call_closest(ROWS, a, b)
        if PLANE in forms:
            plane = a if a.form == PLANE else b
            n = matrix_of(plane) @ np.array(plane.half)
            exact = gap_along(ROWS, a, b, n if a is plane else -n)
        else:
            exact = brute.distance(ROWS, a, b)
        apart += exact > 0.0
        check(ROWS, a, b, s, exact)
    assert PLANE in forms or apart >= 3


@pytest.mark.parametrize("forms", PAIRS)
def test_exchange_and_rigid_motion_change_nothing_but_the_frame(forms: tuple[int, int]) -> None:
    rng = np.random.default_rng([3, *forms])
    for a, b in sampled(rng, 20, forms):
        s, t = call_closest(ROWS, a, b), call_closest(ROWS, b, a)
        assert t.distance == pytest.approx(s.distance, abs=1e-12)
        turned, by = Turn.random(rng=rng).as_matrix(), rng.uniform(-5, 5, 3)
        u = call_closest(ROWS, placed(a, turned, by), placed(b, turned, by))
        assert u.distance == pytest.approx(s.distance, abs=1e-12)
        if s.distance > 0.01 and {a.form, b.form} != {PLANE}:
            assert np.array(t.normal) == pytest.approx(-np.array(s.normal), abs=1e-9)
            assert np.array(u.normal) == pytest.approx(turned @ np.array(s.normal), abs=1e-9)


def placed(given: Core, turned: Reals, by: Reals) -> Core:
    matrix = turned @ matrix_of(given)
    return core(
        given.form, given.half, given.radius, turned @ np.array(given.center) + by, matrix, given.span
    )


@pytest.mark.parametrize("forms", PAIRS)
def test_moving_b_out_just_parts_them(forms: tuple[int, int]) -> None:
    rng = np.random.default_rng([4, *forms])
    for a, b in sampled(rng, 20, forms, 0.5):
        s = call_closest(ROWS, a, b)
        out = -s.distance * np.array(s.normal)
        assert call_closest(ROWS, a, moved(b, out)).distance == pytest.approx(0.0, abs=1e-9)
        if s.distance < -0.01:
            assert call_closest(ROWS, a, moved(b, 0.99 * out)).distance < 0.0


def _degenerate_rows(rng: np.random.Generator) -> SolidRows:
    flat = [
        rng.normal(size=(12, 3)) * (1, 1, 0) + (0, 0, 5e-6) * (rng.integers(0, 2, (12, 1)) * 2 - 1)
        for _ in range(2)
    ]
    needles = [rng.normal(size=(12, 3)) * (1, 1e-3, 1e-3) for _ in range(2)]
    slab = np.array(list(itertools.product((-1, 1), (-1, 1), (-0.5, 0.5))), float)
    return join_rows([hull_rows(p) for p in (*flat, *needles, slab)] + [random_hull(rng, 60)])


def _degenerate_core(rng: np.random.Generator) -> Core:
    turned = Turn.random(rng=rng)
    if rng.random() < 0.5:
        turned = Turn.from_euler(
            "xyz", rng.integers(0, 4, 3) * 90 + rng.choice([0, 0, 1e-7, 1e-10], 3), degrees=True
        )
    at = rng.uniform(-1, 1, 3) * rng.choice([0, 1, 1, 1e-3])
    if rng.random() < 0.3:
        at = np.round(at * 2) / 2
    kind = int(rng.integers(8))
    if kind < 6:
        return core(HULL, at=at, turned=turned.as_matrix(), span=kind)
    return core(BOX, (1, 1, 0.5) if kind == 6 else (1, 1e-3, 1e-3), 0.0, at, turned.as_matrix())


def test_flat_needle_like_and_parallel_solids() -> None:
    """Hulls 1e-5 thick, needles of 1 : 1000, right angles but for 1e-10 degrees, equal places, touching.

    The door lets no hulls in that are much thinner.
    """
    rng = np.random.default_rng(5)
    rows = _degenerate_rows(rng)
    for _ in range(150):
        a, b = _degenerate_core(rng), _degenerate_core(rng)
        check(rows, a, b, call_closest(rows, a, b), brute.distance(rows, a, b))


@pytest.mark.parametrize("forms", list(itertools.product(CONVEX, CONVEX)))
def test_solids_at_one_place_part_along_a_unit_vector(forms: tuple[int, int]) -> None:
    rng = np.random.default_rng([6, *forms])
    for a, b in sampled(rng, 10, forms, 0.0):
        s = call_closest(ROWS, a, b)
        assert np.linalg.norm(s.normal) == pytest.approx(1.0, abs=1e-12)
        assert gap_along(ROWS, a, b, np.array(s.normal)) == pytest.approx(s.distance, abs=1e-9)


@pytest.mark.parametrize("form", POLYTOPES)
def test_a_solid_overlaps_itself_as_deep_as_it_is_thin(form: int) -> None:
    """Corners that coincide but for rounding errors are no gap."""
    rng = np.random.default_rng([7, form])
    for a, _ in sampled(rng, 20, (form, form)):
        check(ROWS, a, a, call_closest(ROWS, a, a), brute.distance(ROWS, a, a))
        if form != TRIANGLE:  # which only touches itself
            assert call_cast(ROWS, a, vec((1.0, 0.0, 0.0)), a).fraction == 0.0
            assert call_collide(ROWS, a, a, 0.0).count > 0


def test_coincident_centres_part_upwards() -> None:
    ball, cube = core(POINT, radius=1.0), core(BOX, (1, 1, 1))
    assert call_closest(ROWS, ball, ball) == (-2.0, (0, 1, 0), (0, 1, 0), (0, -1, 0))
    assert call_closest(ROWS, cube, ball)[:2] == (-2.0, (0, 1, 0))
    assert call_closest(ROWS, cube, cube)[:2] == (-2.0, (0, 1, 0))
    rod = core(SEGMENT, (1, 0, 0), 0.5)
    assert call_closest(ROWS, rod, rod)[:2] == (-1.0, (0, 1, 0))
    assert call_closest(ROWS, rod, core(POINT, radius=0.5))[:2] == (-1.0, (0, 1, 0))


def test_digits_do_not_depend_on_the_place() -> None:
    """A million away the distance is as exact as coordinates there are."""
    rng = np.random.default_rng(7)
    for forms in itertools.product(POLYTOPES, CONVEX):
        for a, b in sampled(rng, 5, forms):
            far = np.array([1e6, -2e6, 3e6])
            near, there = call_closest(ROWS, a, b), call_closest(ROWS, moved(a, far), moved(b, far))
            assert there.distance == pytest.approx(near.distance, abs=3e-9)


@pytest.mark.parametrize("form", CONVEX)
def test_bounds_and_supports_are_those_of_the_points(form: int) -> None:
    rng = np.random.default_rng([8, form])
    for _ in range(20):
        a = random_core(rng, ROWS, form)
        points = points_of(ROWS, a)
        lower, upper = points.min(axis=0) - a.radius, points.max(axis=0) + a.radius
        assert call_bounds(ROWS, a) == pytest.approx((*lower, *upper), abs=1e-12)
        d = rng.normal(size=3)
        found = np.array(call_support(ROWS, a, vec(d)))
        assert found @ d == pytest.approx((points @ d).max() + a.radius * np.linalg.norm(d), abs=1e-12)


def test_supports_of_many_points_are_the_furthest() -> None:
    rng = np.random.default_rng(9)
    rows = random_hull(rng, 300)
    assert rows.spans[0, 1] > 200
    ball = core(HULL)
    for d in rng.normal(size=(300, 3)):
        highest = pytest.approx((rows.points @ d).max(), abs=1e-12)
        assert np.array(call_support(rows, ball, vec(d))) @ d == highest


@pytest.mark.parametrize("form", (POINT, SEGMENT, BOX, HULL, PLANE))
def test_what_contains_a_point_has_no_distance_from_it(form: int) -> None:
    rng, inside = np.random.default_rng([10, form]), 0
    for _ in range(100):
        a, p = random_core(rng, ROWS, form, spread=0.5), rng.uniform(-1, 1, 3)
        gap = call_closest(ROWS, a, core(POINT, at=p)).distance
        inside += gap < 0.0
        assert call_contains(ROWS, a, vec(p)) == (gap <= 0.0)
    assert inside > 2


def test_rounded_polytopes_are_their_cores_and_a_radius() -> None:
    rng = np.random.default_rng(11)
    for forms in itertools.product((BOX, HULL), CONVEX):
        for a, b in sampled(rng, 5, forms):
            sharp, thick = call_closest(ROWS, a, b), call_closest(ROWS, a._replace(radius=0.25), b)
            assert thick.distance == pytest.approx(sharp.distance - 0.25, abs=1e-12)
            p = local_points(ROWS, a)[0] @ matrix_of(a).T + np.array(a.center)
            way = rng.normal(size=3)
            beside = p + 0.24 * way / np.linalg.norm(way)
            assert call_contains(ROWS, a._replace(radius=0.25), vec(beside))
