"""Rays, linear sweeps and times of impact, against sampling of the exact distance."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as Turn

from ecsphys.space3d.collide.advance import HIT, OVERLAPPING, SEPARATED, Impact, Sweep
from ecsphys.space3d.collide.core import BOX, HULL, PLANE, POINT, SEGMENT, TRIANGLE, Core
from tests.space3d.collide.calls import call_cast, call_closest, call_impact, call_ray
from tests.space3d.collide.solids import Reals, core, matrix_of, moved, points_of, pool, random_core, vec

ROWS = pool(np.random.default_rng(1))
SOLIDS = (POINT, SEGMENT, BOX, HULL, PLANE)
MOVERS = (POINT, SEGMENT, BOX, HULL)
PAIRS = list(itertools.product(MOVERS, (*SOLIDS, TRIANGLE)))
TOLERANCE = 1e-4
STILL = (0.0, 0.0, 0.0)


def gap(a: Core, b: Core) -> float:
    return call_closest(ROWS, a, b).distance


@pytest.mark.parametrize("form", SOLIDS)
def test_rays_end_where_the_distance_does(form: int) -> None:
    rng, hits, inside = np.random.default_rng([1, form]), 0, 0
    for _ in range(120):
        a = random_core(rng, ROWS, form)
        start = np.array(a.center) + rng.normal(size=3) * rng.choice([0.2, 2.0])
        way = np.array(a.center) - start + rng.normal(size=3) * 0.7
        way *= rng.uniform(0.5, 3.0)
        hit = call_ray(ROWS, a, vec(start), vec(way))
        if gap(a, core(POINT, at=start)) <= 0.0:
            inside += 1
            assert (hit.found, hit.fraction) == (1, 0.0)
            assert np.array(hit.normal) == pytest.approx(-way / np.linalg.norm(way))
            continue
        if hit.found:
            hits += 1
            place, n = start + hit.fraction * way, np.array(hit.normal)
            assert np.array(hit.point) == pytest.approx(place) and n @ way < 0.0
            assert gap(a, core(POINT, at=place)) == pytest.approx(0.0, abs=1e-9)
            assert gap(a, core(POINT, at=place + 1e-6 * n)) == pytest.approx(1e-6, abs=1e-9)
        for part in np.linspace(0.0, hit.fraction if hit.found else 1.0, 20, endpoint=False):
            assert gap(a, core(POINT, at=start + part * way)) > 0.0
    assert hits > 10 and inside > 2


def test_rays_meet_triangles_from_their_front() -> None:
    rng, hits = np.random.default_rng(2), 0
    for _ in range(200):
        a = random_core(rng, ROWS, TRIANGLE)
        normal = matrix_of(a) @ ROWS.faces[a.span, :3]
        start, way = np.array(a.center) + 3 * normal + rng.normal(size=3), -6 * normal
        hit = call_ray(ROWS, a, vec(start), vec(way))
        hits += hit.found
        if hit.found:
            assert gap(a, core(POINT, at=hit.point)) == pytest.approx(0.0, abs=1e-9)
            assert np.array(hit.normal) == pytest.approx(normal)
        assert call_ray(ROWS, a, vec(start + way), vec(-way)).found == 0
    assert hits > 20


def test_rays_meet_rounded_boxes_and_hulls() -> None:
    rng, hits = np.random.default_rng(3), 0
    for form in (BOX, HULL) * 60:
        a = random_core(rng, ROWS, form)._replace(radius=0.3)
        start = rng.uniform(-4, 4, 3)
        way = 2.0 * (np.array(a.center) - start) + rng.normal(size=3)
        hit = call_ray(ROWS, a, vec(start), vec(way))
        if hit.found and hit.fraction > 0.0:
            hits += 1
            assert gap(a, core(POINT, at=hit.point)) == pytest.approx(0.0, abs=1e-8)
            assert np.array(hit.normal) @ way < 0.0
    assert hits > 60


def test_a_ray_without_a_way_hits_what_it_is_in() -> None:
    for form in SOLIDS:
        a = random_core(np.random.default_rng(4), ROWS, form, spread=0.0)
        inside, up = np.array(a.center), np.ones(3)
        if form == HULL:
            inside = points_of(ROWS, a).mean(axis=0)
        if form == PLANE:
            up = matrix_of(a) @ np.array(a.half)
        assert call_ray(ROWS, a, vec(inside), vec(STILL))[:2] == (1, 0.0)
        assert call_ray(ROWS, a, vec(inside + 9.0 * up), vec(STILL)).found == 0


@pytest.mark.parametrize("forms", PAIRS)
def test_casts_end_where_the_distance_does(forms: tuple[int, int]) -> None:
    rng, hits = np.random.default_rng([5, *forms]), 0
    for _ in range(40):
        a, b = random_core(rng, ROWS, forms[0], spread=3.0), random_core(rng, ROWS, forms[1], spread=0.5)
        way = np.array(b.center) - np.array(a.center) + rng.normal(size=3) * 0.8
        way *= rng.uniform(0.7, 1.5)
        hit = call_cast(ROWS, a, vec(way), b)
        if gap(a, b) <= 0.0:
            assert (hit.found, hit.fraction) == (1, 0.0)
            continue
        if hit.found:
            hits += 1
            s = call_closest(ROWS, moved(a, hit.fraction * way), b)
            assert s.distance == pytest.approx(0.0, abs=1e-8)
            assert np.array(hit.normal) @ way > 0.0
            assert gap(b, core(POINT, at=hit.point)) == pytest.approx(0.0, abs=1e-8)
        for part in np.linspace(0.0, hit.fraction if hit.found else 1.0, 20, endpoint=False):
            assert gap(moved(a, part * way), b) > 0.0
    assert hits > 3


def test_a_touch_hits_only_what_comes_closer() -> None:
    box, ball = core(BOX, (1, 1, 1)), core(POINT, radius=0.5, at=(0.0, 1.5, 0.0))
    rod = core(SEGMENT, (0.5, 0, 0), 0.5, (0.2, 1.5, 0.1))
    top = core(BOX, (0.5, 0.5, 0.5), at=(0.3, 1.5, 0.0))
    for a in (ball, rod, top):
        assert call_cast(ROWS, a, vec((0, 1, 0)), box).found == 0
        assert call_cast(ROWS, a, vec((1, 0, 0)), box).found == 0
        assert call_cast(ROWS, a, vec((0, -1, 0)), box)[:2] == (1, 0.0)
        deep = moved(a, (0, -0.1, 0))
        assert call_cast(ROWS, deep, vec((0, 1, 0)), box)[:2] == (1, 0.0)


def placed_at(given: Core, sweep: Sweep, time: float) -> Core:
    """A core at a time of its sweep, by scipy's rotations."""
    turned, pivot = Turn.from_rotvec(time * np.array(sweep.turn)).as_matrix(), np.array(sweep.pivot)
    at = pivot + time * np.array(sweep.way) + turned @ (np.array(given.center) - pivot)
    return core(given.form, given.half, given.radius, at, turned @ matrix_of(given), given.span)


def check_impact(a: Core, sweep_a: Sweep, b: Core, sweep_b: Sweep, found: Impact, samples: int) -> None:
    """What was found is a touch, and nothing touches before."""
    if found.status == OVERLAPPING:
        assert found.fraction == 0.0 and gap(a, b) <= 0.0
        return
    assert found.status in (HIT, SEPARATED)
    if found.status == HIT:
        there = gap(placed_at(a, sweep_a, found.fraction), placed_at(b, sweep_b, found.fraction))
        assert 0.0 <= there <= TOLERANCE * 1.0001
    for time in np.linspace(0.0, found.fraction, samples, endpoint=False):
        assert gap(placed_at(a, sweep_a, time), placed_at(b, sweep_b, time)) > 0.0


@pytest.mark.parametrize("forms", PAIRS)
def test_impacts_are_never_missed(forms: tuple[int, int]) -> None:
    rng, hits = np.random.default_rng([6, *forms]), 0
    for _ in range(20):
        a, b = random_core(rng, ROWS, forms[0], spread=3.0), random_core(rng, ROWS, forms[1], spread=0.5)
        way = np.array(b.center) - np.array(a.center) + rng.normal(size=3) * 0.8
        turns = rng.normal(size=(2, 3)) * rng.choice([0, 1, 4], (2, 1))
        sweep_a = Sweep(vec(np.array(a.center) + rng.normal(size=3) * 0.3), vec(way), vec(turns[0]))
        moving = forms[1] != PLANE
        sweep_b = Sweep(b.center, vec(rng.normal(size=3) * 0.3 * moving), vec(turns[1] * moving))
        found = call_impact(ROWS, a, sweep_a, b, sweep_b, TOLERANCE, 64)
        hits += found.status == HIT
        check_impact(a, sweep_a, b, sweep_b, found, 30)
    assert hits > 0


def test_needles_that_turn_fast_do_not_pass_through() -> None:
    """Bars of 1 : 1000 that make up to three turns in a step."""
    rng, hits = np.random.default_rng(7), 0
    for _ in range(60):
        a = core(BOX, (1, 1e-3, 1e-3), at=(0, 0.3, 0), turned=Turn.random(rng=rng).as_matrix())
        b = core(BOX, (1, 1e-3, 1e-3), at=rng.uniform(-1.2, 1.2, 3), turned=Turn.random(rng=rng).as_matrix())
        turns: Reals = rng.normal(size=(2, 3)) * 8
        sweep_a = Sweep(a.center, vec(rng.normal(size=3) * 0.5), vec(turns[0]))
        sweep_b = Sweep(b.center, vec(rng.normal(size=3) * 0.5), vec(turns[1]))
        found = call_impact(ROWS, a, sweep_a, b, sweep_b, TOLERANCE, 400)
        hits += found.status == HIT
        check_impact(a, sweep_a, b, sweep_b, found, 300)
    assert hits > 10
