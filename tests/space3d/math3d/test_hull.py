"""Convex hulls: closed, convex, with polygons for faces, whatever the points; volumes as qhull's."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecsphys.space3d.math3d.hull import Polyhedron, edges_of, hull
from ecsphys.space3d.math3d.mass import mass_of_polyhedron


def rotation(seed: int) -> np.ndarray:
    q, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    return q * np.sign(np.linalg.det(q))


def check(points: np.ndarray, polyhedron: Polyhedron, tolerance: float = 1e-11) -> None:
    """A closed convex polyhedron of given points around all of them, without parallel neighbours."""
    corners, faces, normals = polyhedron
    size = np.abs(points - points.mean(axis=0)).max() + 1e-3 * np.abs(points).max()
    edges = edges_of(faces)
    assert len(corners) - len(edges) + len(faces) == 2  # Euler
    assert min(right for _, _, _, right in edges) >= 0
    assert len({frozenset(edge[:2]) for edge in edges}) == len(edges)
    assert np.bincount([i for face in faces for i in face]).min() >= 3
    assert np.allclose(np.linalg.norm(normals, axis=1), 1.0, rtol=0.0, atol=1e-15)
    heights = points @ normals.T
    for k, face in enumerate(faces):
        assert len(set(face)) == len(face) >= 3
        level = (corners[list(face)] @ normals[k]).min()
        assert heights[:, k].max() - level <= tolerance * size
    known = {tuple(p) for p in (points + 0.0).tolist()}
    assert all(tuple(corner) in known for corner in corners.tolist())
    assert list(faces) == sorted(faces)
    assert all(face[0] == min(face) for face in faces)


def volume(polyhedron: Polyhedron) -> float:
    return mass_of_polyhedron(polyhedron.points, polyhedron.faces, 1.0).mass


def exact_volume(polyhedron: Polyhedron) -> float:
    """Without cancellation, which takes digits of thin things in floats."""
    corners = [[Fraction(x) for x in corner] for corner in polyhedron.points.tolist()]
    total = Fraction(0)
    for face in polyhedron.faces:
        a = corners[face[0]]
        for i, j in pairwise(face[1:]):
            (bx, by, bz), (cx, cy, cz) = corners[i], corners[j]
            total += a[0] * (by * cz - bz * cy) + a[1] * (bz * cx - bx * cz) + a[2] * (bx * cy - by * cx)
    return float(total / 6)


def test_a_cube_has_six_squares_in_the_order_of_its_points():
    points = np.array([(x, y, z) for x in (0.0, 2.0) for y in (0.0, 2.0) for z in (0.0, 2.0)])
    corners, faces, normals = hull(points)
    assert corners.tolist() == points.tolist()
    assert faces == ((0, 1, 3, 2), (0, 2, 6, 4), (0, 4, 5, 1), (1, 5, 7, 3), (2, 3, 7, 6), (4, 6, 7, 5))
    assert normals.tolist() == [[-1, 0, 0], [0, 0, -1], [0, -1, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
@pytest.mark.parametrize("shift", [0.0, 1e5])
def test_points_on_a_turned_cube_are_left_out(scale: float, shift: float):
    axis = np.arange(6.0)
    grid = np.stack(np.meshgrid(axis, axis, axis), -1).reshape(-1, 3) @ rotation(1).T
    points = scale * (grid + shift)
    polyhedron = hull(points)
    check(points, polyhedron)
    assert (len(polyhedron.points), len(polyhedron.faces)) == (8, 6)
    assert math.isclose(volume(polyhedron), 125.0 * scale**3, rel_tol=1e-9)


def test_a_prism_has_round_ends_of_one_polygon_each():
    turns = np.arange(50) * math.tau / 50
    points = np.array([(math.cos(t), y, math.sin(t)) for t in turns for y in (0.0, 1.0)]) @ rotation(2).T
    polyhedron = hull(points)
    check(points, polyhedron)
    assert sorted(map(len, polyhedron.faces)) == [4] * 50 + [50, 50]


@pytest.mark.parametrize("thickness", [1.0, 1e-3, 1e-6, 1e-9])
def test_thin_plates_and_needles(thickness: float):
    points = np.random.default_rng(3).uniform(-1, 1, (60, 3))
    for scales in ((1.0, 1.0, thickness), (1.0, thickness, thickness)):
        given = (points * scales) @ rotation(3).T
        polyhedron = hull(given)
        check(given, polyhedron)
        # What is within 1e-13 of a plane is in it.
        expected = volume(hull(points)) * math.prod(scales)
        assert math.isclose(exact_volume(polyhedron), expected, rel_tol=1e-12 / thickness)


def test_volumes_are_those_of_qhull():
    spatial = pytest.importorskip("scipy.spatial")
    rng = np.random.default_rng(4)
    kinds = set()
    for seed in range(200):
        n = int(rng.integers(4, 40))
        points = rng.normal(size=(n, 3)) if seed % 3 else rng.integers(-2, 3, (n, 3)).astype(float)
        points = points @ rotation(seed).T * 10.0 ** rng.integers(-6, 7) + rng.normal(size=3)
        try:
            expected = spatial.ConvexHull(points).volume
        except spatial.QhullError:
            continue
        polyhedron = hull(points)
        check(points, polyhedron)
        kinds.add(max(map(len, polyhedron.faces)))
        assert math.isclose(
            volume(polyhedron), expected, rel_tol=1e-9, abs_tol=1e-13 * np.abs(points).max() ** 2
        )
    assert max(kinds) > 4


# At the tolerance, 1e-13, rounding decides which triangles are one face.
COORDINATES = st.sampled_from([-1.0, -0.5, 0.0, 1e-13, 1e-9, 0.1, 0.3, 0.5, 1.0])


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(COORDINATES, COORDINATES, COORDINATES), min_size=4, max_size=24), st.integers(0, 9))
def test_any_points_give_a_closed_hull_or_are_refused(points: list[tuple[float, ...]], seed: int):
    given_points = np.array(points) @ rotation(seed).T
    try:
        polyhedron = hull(given_points)
    except ValueError:
        centered = given_points - given_points.mean(axis=0)
        assert np.linalg.svd(centered)[1][-1] < 1e-10
        return
    check(given_points, polyhedron)
    again = hull(polyhedron.points)
    assert again.faces == polyhedron.faces
    assert again.points.tolist() == polyhedron.points.tolist()


def test_the_order_of_points_changes_only_the_order_of_corners():
    rng = np.random.default_rng(5)
    points = rng.integers(-2, 3, (40, 3)) @ rotation(5).T
    first, second = hull(points), hull(points[rng.permutation(40)])
    assert sorted(first.points.tolist()) == sorted(second.points.tolist())
    as_sets = [
        {frozenset(map(tuple, h.points[list(face)].tolist())) for face in h.faces} for h in (first, second)
    ]
    assert as_sets[0] == as_sets[1]
    assert hull(points)[1] == first[1] and hull(points)[2].tolist() == first[2].tolist()


FLAT = {
    "one point": np.ones((5, 3)),
    "three points": np.eye(3),
    "line": np.outer(np.arange(9.0), (1.0, 2.0, 3.0)),
    "turned line": np.outer(np.linspace(0, 1, 9), (0.3, 0.1, 0.7)) + 1.0,
    "plane": np.column_stack([np.random.default_rng(6).normal(size=(50, 2)), np.zeros(50)]),
    "turned plane": np.column_stack([np.random.default_rng(6).normal(size=(50, 2)), np.zeros(50)])
    @ rotation(7).T,
    "far plane": np.column_stack([np.random.default_rng(6).normal(size=(50, 2)), np.zeros(50)])
    @ rotation(7).T
    + 1e6,
}


@pytest.mark.parametrize("name", FLAT)
def test_points_without_volume_are_refused(name: str):
    with pytest.raises(
        ValueError, match=r"points must (not lie in one plane|be at least four different ones)"
    ):
        hull(FLAT[name])


def test_a_thousand_corners():
    points = np.random.default_rng(8).normal(size=(1000, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    polyhedron = hull(points)
    check(points, polyhedron)
    assert (len(polyhedron.points), len(polyhedron.faces)) == (1000, 1996)


def test_edges_of_open_surfaces_have_a_rim():
    assert edges_of([(0, 1, 2), (2, 1, 3)]) == [
        (0, 1, 0, -1),
        (1, 2, 0, 1),
        (2, 0, 0, -1),
        (1, 3, 1, -1),
        (3, 2, 1, -1),
    ]
    three = edges_of([(0, 1, 2), (1, 0, 3), (1, 0, 4)])
    assert [edge for edge in three if set(edge[:2]) == {0, 1}] == [(0, 1, 0, 1), (1, 0, 2, -1)]
