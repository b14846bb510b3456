"""Contact manifolds: closed forms, properties of all pairs, and what keeps heaps quiet."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as Turn

from ecsphys.space3d.collide.core import BOX, HULL, PLANE, POINT, SEGMENT, TRIANGLE, Core, SolidRows
from ecsphys.space3d.collide.solid_rows import join_rows
from tests.space3d.collide.calls import call_closest, call_collide
from tests.space3d.collide.contacts import contact, normal, points
from tests.space3d.collide.solids import CONVEX, core, hull_rows, matrix_of, moved, pool, random_core

PAIRS = [pair for pair in itertools.product((*CONVEX, PLANE), repeat=2) if pair != (PLANE, PLANE)]
ROWS = pool(np.random.default_rng(1))
CUBE_ROWS = hull_rows(np.array(list(itertools.product((-1.0, 1.0), repeat=3))))
CUBE = core(BOX, (1, 1, 1))


def about(axis: str, degrees: float) -> np.ndarray:
    return Turn.from_euler(axis, degrees, degrees=True).as_matrix()


def near_pairs(
    rng: np.random.Generator, forms: tuple[int, int], count: int
) -> list[tuple[Core, Core, float]]:
    """Pairs at gaps of -0.05 to 0.05, along the way that parts them."""
    found = []
    for _ in range(count):
        a, b = (random_core(rng, ROWS, form) for form in forms)
        s, gap = call_closest(ROWS, a, b), rng.uniform(-0.05, 0.05)
        found.append((a, moved(b, (gap - s.distance) * np.array(s.normal))))
    return found


@pytest.mark.parametrize("forms", PAIRS)
def test_points_lie_between_the_surfaces(forms: tuple[int, int]) -> None:
    """Half of each separation leads to the surface of A, the other half to that of B."""
    rng = np.random.default_rng([1, *forms])
    for a, b in near_pairs(rng, forms, 30):
        n, found = contact(ROWS, a, b, 0.02)
        assert (found != []) == (call_closest(ROWS, a, b).distance <= 0.02)
        assert len({p.id for p in found}) == len(found)
        for p in found:
            assert p.separation <= 0.02
            for given, side in ((a, -0.5), (b, 0.5)):
                ball = core(POINT, at=p.point + side * p.separation * n)
                # Of a capsule that leans, what is nearest along the normal is below its surface.
                noise = 0.01 if given.form == SEGMENT else 1e-9
                assert -noise <= call_closest(ROWS, given, ball).distance <= 1e-9


@pytest.mark.parametrize("forms", PAIRS)
def test_without_a_margin_the_first_point_has_the_distance(forms: tuple[int, int]) -> None:
    rng = np.random.default_rng([2, *forms])
    for a, b in near_pairs(rng, forms, 30):
        s = call_closest(ROWS, a, b)
        n, found = contact(ROWS, a, b)
        assert (found != []) == (s.distance <= 0.0)
        if found:
            assert found[0].separation == pytest.approx(s.distance, abs=1e-9)
            assert found[0].separation == min(p.separation for p in found)
            apart = call_closest(ROWS, a, moved(b, -found[0].separation * n))
            assert apart.distance == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("forms", PAIRS)
def test_exchange_flips_normal_and_ids(forms: tuple[int, int]) -> None:
    rng = np.random.default_rng([3, *forms])
    for a, b in near_pairs(rng, forms, 20):
        m, n = call_collide(ROWS, a, b, 0.02), call_collide(ROWS, b, a, 0.02)
        assert m.count == n.count or a.form == b.form
        if a.form != b.form:
            assert normal(n) == pytest.approx(-normal(m))
            assert [(p.id >> 24, p.id % (1 << 24)) for p in points(m)] == [
                (p.id % (1 << 24), p.id >> 24) for p in points(n)
            ]


@pytest.mark.parametrize("forms", PAIRS)
def test_rigid_motion_moves_manifolds(forms: tuple[int, int]) -> None:
    rng = np.random.default_rng([4, *forms])
    for a, b in near_pairs(rng, forms, 20):
        turned, by = Turn.random(rng=rng).as_matrix(), rng.uniform(-2, 2, 3)
        n, found = contact(ROWS, a, b, 0.02)
        c, d = (
            core(g.form, g.half, g.radius, turned @ np.array(g.center) + by, turned @ matrix_of(g), g.span)
            for g in (a, b)
        )
        there, moved_points = contact(ROWS, c, d, 0.02)
        assert there == pytest.approx(turned @ n, abs=1e-7)
        assert [p.id for p in moved_points] == [p.id for p in found]
        for p, q in zip(found, moved_points, strict=True):
            assert q.point == pytest.approx(turned @ p.point + by, abs=1e-7)
            assert q.separation == pytest.approx(p.separation, abs=1e-9)


@pytest.mark.parametrize("solid", [CUBE, core(HULL)], ids=["box", "hull"])
def test_a_cube_on_a_cube_has_four_points(solid: Core) -> None:
    for yaw, wide in ((0.0, 1.0), (90.0, 1.0), (45.0, None), (10.0, None)):
        top = core(BOX, (1, 1, 1), at=(0.0, 1.99, 0.0), turned=about("y", yaw))
        n, found = contact(CUBE_ROWS, solid, top, 0.02)
        assert n == pytest.approx((0, 1, 0))
        assert len(found) == 4 and all(p.separation == pytest.approx(-0.01) for p in found)
        corners = np.array([p.point for p in found])
        assert corners[:, 1] == pytest.approx(0.995)
        if wide:
            assert sorted(map(tuple, np.round(corners[:, [0, 2]], 9) + 0.0)) == [
                (-1, -1),
                (-1, 1),
                (1, -1),
                (1, 1),
            ]
        else:
            assert np.ptp(corners[:, 0]) > 1.0 and np.ptp(corners[:, 2]) > 1.0


def test_a_small_box_on_a_large_one_keeps_its_corners_and_ids() -> None:
    floor, ids = core(BOX, (5, 1, 5)), set()
    rng = np.random.default_rng(5)
    for _ in range(200):
        turned = Turn.from_rotvec(rng.normal(size=3) * 1e-5).as_matrix()
        at = np.array([0.3, 1.495, -0.2]) + rng.normal(size=3) * 1e-4
        m = call_collide(ROWS, floor, core(BOX, (0.5, 0.5, 0.5), at=at, turned=turned), 0.02)
        assert m.count == 4 and (m.nx, m.ny, m.nz) == (0.0, 1.0, 0.0)
        ids.add(tuple(sorted((m.id0, m.id1, m.id2, m.id3))))
    assert len(ids) == 1


def test_crossed_edges_touch_in_one_point() -> None:
    low = core(BOX, (2, 1, 1), turned=about("x", 45))
    high = core(BOX, (1, 1, 2), at=(0.3, 2 * np.sqrt(2) - 0.01, 0.2), turned=about("z", 45))
    n, found = contact(ROWS, low, high, 0.02)
    assert n == pytest.approx((0, 1, 0)) and len(found) == 1
    assert found[0].separation == pytest.approx(-0.01)
    assert found[0].point == pytest.approx((0.3, np.sqrt(2) - 0.005, 0.0))


@pytest.mark.parametrize(("gap", "count"), [(-0.01, 2), (0.01, 2), (0.03, 0)])
def test_parallel_capsules_touch_along_a_line(gap: float, count: int) -> None:
    one, other = core(SEGMENT, (1, 0, 0), 0.5), core(SEGMENT, (2, 0, 0), 0.25, (1.5, 0.75 + gap, 0.0))
    n, found = contact(ROWS, one, other, 0.02)
    assert len(found) == count
    if found:
        assert n == pytest.approx((0, 1, 0))
        assert sorted(p.point[0] for p in found) == pytest.approx([-0.5, 1.0])
        assert all(p.separation == pytest.approx(gap) for p in found)
        assert all(p.point[1] == pytest.approx(0.5 + 0.5 * gap) for p in found)


@pytest.mark.parametrize(
    "solid", [core(BOX, (2, 1, 2)), core(PLANE, (0, 1, 0), at=(0, 1, 0))], ids=["box", "plane"]
)
def test_a_lying_capsule_has_two_points(solid: Core) -> None:
    rod = core(SEGMENT, (1, 0, 0), 0.5, (0.2, 1.49, 0.1))
    n, found = contact(ROWS, solid, rod, 0.02)
    assert n == pytest.approx((0, 1, 0)) and len(found) == 2
    assert sorted(p.point[0] for p in found) == pytest.approx([-0.8, 1.2])
    assert all(p.separation == pytest.approx(-0.01) for p in found)


@pytest.mark.parametrize(
    ("at", "n", "separation"),
    [
        ((0, 1.4, 0), (0, 1, 0), -0.1),
        ((0.2, 0.9, 0.1), (0, 1, 0), -0.6),  # centre inside
        ((0, 0, 0), (0, 1, 0), -1.5),
        ((1.3, 1.4, 0), (0.6, 0.8, 0), 0.0),
        ((1.2, 1.2, 1.1), (2 / 3, 2 / 3, 1 / 3), -0.2),
    ],
)
@pytest.mark.parametrize("solid", [CUBE, core(HULL)], ids=["box", "hull"])
def test_balls_on_a_cube(solid: Core, at: tuple[float, ...], n: tuple[float, ...], separation: float) -> None:
    found_normal, found = contact(CUBE_ROWS, solid, core(POINT, radius=0.5, at=at), 1e-9)
    if at != (0, 0, 0) or solid.form == BOX:
        assert found_normal == pytest.approx(n)
    assert len(found) == 1 and found[0].separation == pytest.approx(separation, abs=1e-12)


def test_a_box_on_a_plane_stands_on_four_corners() -> None:
    plane = core(PLANE, (0, 1, 0), at=(0, -1, 0))
    n, found = contact(ROWS, plane, core(BOX, (1, 2, 3), at=(0, 0.99, 0), turned=about("y", 30)), 0.02)
    assert n == pytest.approx((0, 1, 0)) and len(found) == 4
    tilted = contact(ROWS, plane, core(BOX, (1, 2, 3), at=(0, 1.0, 0), turned=about("z", 2)), 0.02)
    assert len(tilted[1]) == 2


def test_faces_are_kept_where_edges_are_hardly_better() -> None:
    """Noise of the orientation changes neither normal nor number of points of boxes that lie flat."""
    rng = np.random.default_rng(6)
    base = core(BOX, (1, 1, 1), turned=about("y", 20))
    for _ in range(300):
        turned = (
            Turn.from_rotvec(rng.normal(size=3) * 1e-6) * Turn.from_euler("y", 65, degrees=True)
        ).as_matrix()
        n, found = contact(ROWS, base, core(BOX, (1, 1, 1), at=(0.1, 1.999, 0.2), turned=turned), 0.02)
        assert len(found) == 4 and n == pytest.approx((0, 1, 0), abs=1e-9)


def test_overlapping_pairs_have_points_at_any_depth() -> None:
    rng = np.random.default_rng(7)
    for forms in itertools.product((BOX, HULL, SEGMENT, POINT, TRIANGLE), repeat=2):
        for _ in range(30):
            a, b = (random_core(rng, ROWS, form, spread=0.4) for form in forms)
            s = call_closest(ROWS, a, b)
            for margin in (0.0, 0.02):
                m = call_collide(ROWS, a, b, margin)
                assert m.count > 0 or s.distance > 0.0
                if m.count and s.distance < 0.0:
                    assert (
                        s.distance - 1e-9 <= m.separation0 <= s.distance + 0.05 * margin + 1e-9
                        or margin > 0.0
                    )


def test_hulls_of_many_points_touch_as_small_ones_do() -> None:
    """More edges than a mask has bits, more points than are tried one by one."""
    rng = np.random.default_rng(8)
    rows: SolidRows = join_rows([hull_rows(rng.normal(size=(150, 3))), CUBE_ROWS])
    for _ in range(40):
        a, b = core(HULL), core(HULL, span=int(rng.integers(2)), turned=Turn.random(rng=rng).as_matrix())
        s = call_closest(rows, a, moved(b, rng.normal(size=3) * 2))
        b = moved(b, rng.normal(size=3) * 2)
        s = call_closest(rows, a, b)
        b = moved(b, (-0.01 - s.distance) * np.array(s.normal))
        n, found = contact(rows, a, b)
        assert found[0].separation == pytest.approx(call_closest(rows, a, b).distance, abs=1e-9)
        assert np.linalg.norm(n) == pytest.approx(1.0)
