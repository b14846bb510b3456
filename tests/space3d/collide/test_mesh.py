"""Static meshes: inner sides catch nothing, fronts only, and the same as trying all triangles."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as Turn

from ecsphys.space3d.collide.advance import HIT, SEPARATED, Sweep
from ecsphys.space3d.collide.core import BOX, HULL, MESH, PLANE, POINT, SEGMENT, TRIANGLE, Core
from ecsphys.space3d.collide.solid_rows import join_rows
from ecsphys.space3d.shapes import Mesh
from tests.space3d.collide import brute
from tests.space3d.collide.calls import (
    call_bounds,
    call_cast,
    call_closest,
    call_impact,
    call_ray,
    call_support,
)
from tests.space3d.collide.contacts import contact
from tests.space3d.collide.solids import core, local_points, matrix_of, moved, points_of, random_hull, vec

FORMS = (POINT, SEGMENT, BOX, HULL)
STILL = vec((0, 0, 0))
SIDE = 8  # squares of the floor, one unit wide


def grid(height: np.ndarray) -> Mesh:
    """A surface above a grid, two triangles a square."""
    count = len(height)
    points = [(x - 4.0, height[x, z], z - 4.0) for x in range(count) for z in range(count)]
    faces = []
    for i in (x * count + z for x in range(count - 1) for z in range(count - 1)):
        faces += [(i, i + 1, i + count), (i + 1, i + count + 1, i + count)]
    return Mesh(points, faces)


ROWS = join_rows([grid(np.zeros((SIDE + 1, SIDE + 1))).packed, random_hull(np.random.default_rng(1), 20)])
FLOOR = core(MESH)


def some_core(rng: np.random.Generator, form: int, turned: Turn) -> Core:
    at, matrix = rng.uniform(-2, 2, 3), turned.as_matrix()
    if form == POINT:
        return core(POINT, radius=0.4, at=at)
    if form == SEGMENT:
        return core(SEGMENT, (0.8, 0, 0), 0.3, at, matrix)
    if form == BOX:
        return core(BOX, (0.7, 0.3, 0.5), 0.0, at, matrix)
    return core(HULL, at=at, turned=matrix, span=1)


def lowered(given: Core, height: float) -> Core:
    """The core moved so that its lowest point is at a height."""
    return moved(given, (0, height - points_of(ROWS, given)[:, 1].min() + given.radius, 0))


@pytest.mark.parametrize("form", FORMS)
def test_nothing_catches_at_the_inner_sides_of_a_floor(form: int) -> None:
    rng, counts = np.random.default_rng([1, form]), set()
    for _ in range(100):
        tilt = rng.normal(size=3) * rng.choice([0, 1e-6, 1e-3, 0.02])
        turned = Turn.from_rotvec(tilt) * Turn.from_euler(
            "y", rng.choice([0, 45, rng.uniform(0, 360)]), degrees=True
        )
        height = rng.uniform(-0.05, 0.02)
        b = lowered(some_core(rng, form, turned), height)
        n, found = contact(ROWS, FLOOR, b, 0.02)
        assert n == pytest.approx((0, 1, 0), abs=1e-9)
        assert found[0].separation == pytest.approx(height, abs=1e-9)
        assert 1 <= len(found) <= 4 and len({p.id for p in found}) == len(found)
        counts.add(len(found))
        m, flipped = contact(ROWS, b, FLOOR, 0.02)
        assert m == pytest.approx((0, -1, 0), abs=1e-9) and len(flipped) == len(found)
    assert form == POINT or max(counts) == 4


def test_a_box_lies_on_its_four_corners() -> None:
    for x, yaw in ((0.0, 0.0), (0.25, 0.0), (0.3, 33.0)):
        b = core(
            BOX, (1.2, 0.3, 0.9), 0.0, (x, 0.29, 0.1), Turn.from_euler("y", yaw, degrees=True).as_matrix()
        )
        _, found = contact(ROWS, FLOOR, b, 0.02)
        places = np.array([p.point for p in found])
        corners = points_of(ROWS, b)
        corners = corners[corners[:, 1] < 0.0]
        for corner in corners:
            assert np.linalg.norm((places - corner)[:, [0, 2]], axis=1).min() < 1e-9


def test_what_is_behind_a_surface_does_not_touch_it() -> None:
    for form in FORMS:
        a = some_core(np.random.default_rng(2), form, Turn.identity())
        middle = 0.5 * (call_bounds(ROWS, a).ly + call_bounds(ROWS, a).uy)
        assert contact(ROWS, FLOOR, moved(a, (0, -0.01 - middle, 0)), 0.02)[1] == []
        assert contact(ROWS, FLOOR, moved(a, (0, 0.01 - middle, 0)), 0.02)[1] != []


def test_ridges_and_rims_have_their_own_normals() -> None:
    """Between the normals of both sides of a ridge, and sideways beyond the end of a surface."""
    height = -np.abs(np.arange(9.0) - 4.0)[:, None] * np.ones((9, 9))
    rows = join_rows([grid(height).packed])
    for angle in np.radians([-40, 0, 20, 40]):
        way = np.array([np.sin(angle), np.cos(angle), 0.0])
        n, found = contact(rows, FLOOR, core(POINT, radius=0.5, at=0.49 * way + (0, 0, 0.3)), 0.02)
        assert n == pytest.approx(way, abs=1e-9)
        assert found[0].separation == pytest.approx(-0.01)
    n, found = contact(ROWS, FLOOR, core(POINT, radius=0.5, at=(4.3, 0.39, 0.2)), 0.02)
    assert n == pytest.approx(np.array([0.3, 0.39, 0.0]) / np.hypot(0.3, 0.39)) and len(found) == 1


def test_in_a_valley_both_slopes_are_fronts() -> None:
    height = np.abs(np.arange(9.0) - 4.0)[:, None] * np.ones((9, 9))
    rows = join_rows([grid(height).packed])
    n, found = contact(rows, FLOOR, core(POINT, radius=0.5, at=(-0.02, 0.69, 0.3)), 0.02)
    assert (
        abs(n[0]) == pytest.approx(np.sqrt(0.5)) and n[1] == pytest.approx(np.sqrt(0.5)) and len(found) == 1
    )


def test_rays_and_casts_against_a_floor() -> None:
    rng, hits = np.random.default_rng(3), 0
    for _ in range(80):
        start, way = rng.uniform(-3, 3, 3), rng.normal(size=3)
        start[1], way[1] = abs(start[1]) + 1.1, -5.0 * abs(way[1]) - 0.5
        hit, fraction = call_ray(ROWS, FLOOR, vec(start), vec(way)), -start[1] / way[1]
        place = start + fraction * way
        wanted = fraction <= 1.0 and np.abs(place[[0, 2]]).max() < 4.0
        assert (hit.found == 1) == wanted
        if wanted:
            assert hit.fraction == pytest.approx(fraction, abs=1e-12) and hit.normal == (0, 1, 0)
        assert call_ray(ROWS, FLOOR, vec(start * (1, -1, 1)), vec(way * (1, -1, 1))).found == 0
        a = moved(some_core(rng, FORMS[int(rng.integers(4))], Turn.random(rng=rng)), (0, 4, 0))
        points = points_of(ROWS, a)
        fraction = -(points[:, 1].min() - a.radius) / way[1]
        if fraction < 1.0 and np.abs((points + fraction * way)[:, [0, 2]]).max() + a.radius < 4.0:
            hits += 1
            cast = call_cast(ROWS, a, vec(way), FLOOR)
            assert cast.fraction == pytest.approx(fraction, abs=1e-9)
            assert np.array(cast.normal) == pytest.approx((0, -1, 0), abs=1e-6)
            sweep, still = Sweep(a.center, vec(way), STILL), Sweep(STILL, STILL, STILL)
            for found in (
                call_impact(ROWS, a, sweep, FLOOR, still, 1e-4, 64),
                call_impact(ROWS, FLOOR, still, a, sweep, 1e-4, 64),
            ):
                assert found.status == HIT
                assert (fraction - found.fraction) * -way[1] == pytest.approx(0.5e-4, abs=0.51e-4)
    assert hits > 20


def test_a_turning_box_meets_the_floor_with_its_corner() -> None:
    box = core(BOX, (1, 0.1, 0.1), at=(0, 0.5, 0))
    still = Sweep(STILL, STILL, STILL)
    found = call_impact(ROWS, box, Sweep(box.center, STILL, vec((0, 0, 3))), FLOOR, still, 1e-5, 64)
    # The corner at (-1, -0.1) from the middle comes down to the floor.
    angle = np.arcsin(0.5 / np.hypot(1, 0.1)) - np.arctan(0.1)
    assert found.status == HIT and found.fraction * 3 == pytest.approx(angle, abs=1e-4)
    slow = call_impact(ROWS, box, Sweep(box.center, STILL, vec((0, 3, 0))), FLOOR, still, 1e-5, 64)
    assert slow.status == SEPARATED


def test_distances_are_those_of_the_nearest_triangle() -> None:
    """Of what does not touch: what crosses a triangle from behind is 0 away from it."""
    rng, apart, crossing = np.random.default_rng(4), 0, 0
    points = rng.normal(size=(20, 3))
    faces = [tuple(map(int, rng.choice(20, 3, replace=False))) for _ in range(25)]
    rows = join_rows([random_hull(rng, 20), random_hull(rng, 8), Mesh(points, faces).packed])
    mesh = core(MESH, at=(0.1, 0.2, 0.3), turned=Turn.from_euler("xyz", (1, 2, 3)).as_matrix(), span=2)
    first, count = rows.spans[2, 2:4]
    for k in range(60):
        b = moved(
            some_core(rng, FORMS[k % 4], Turn.random(rng=rng)), rng.choice([0.0, 3.0]) * rng.normal(size=3)
        )
        triangles = [mesh._replace(form=TRIANGLE, span=int(f)) for f in range(first, first + count)]
        exact = min(brute.distance(rows, triangle, b) for triangle in triangles)
        _, found = contact(rows, mesh, b)
        if found:
            exact = found[0].separation
        apart, crossing = apart + (exact > 0.0), crossing + (exact <= 0.0 and not found)
        for gap in (call_closest(rows, mesh, b), call_closest(rows, b, mesh)):
            assert gap.distance == pytest.approx(max(exact, 0.0) if not found else exact, abs=1e-9)
    assert apart > 10 and crossing > 0
    corners = local_points(rows, mesh) @ matrix_of(mesh).T + np.array(mesh.center)
    assert call_bounds(rows, mesh) == pytest.approx((*corners.min(axis=0), *corners.max(axis=0)))
    d = np.array([0.3, -1.0, 0.2])
    assert np.array(call_support(rows, mesh, vec(d))) @ d == pytest.approx((corners @ d).max())


def test_planes_and_meshes_do_not_meet() -> None:
    plane = core(PLANE, (0, 1, 0))
    assert contact(ROWS, FLOOR, plane)[1] == [] and contact(ROWS, FLOOR, FLOOR)[1] == []
    assert call_closest(ROWS, plane, FLOOR).distance == np.inf
    assert call_cast(ROWS, plane, vec((0, 1, 0)), FLOOR).found == 0
