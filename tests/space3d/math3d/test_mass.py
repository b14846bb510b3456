"""Mass properties against closed forms, each other, and sampling."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ecsphys.space3d.math3d.hull import hull
from ecsphys.space3d.math3d.mass import (
    MassProperties3,
    mass_of_box,
    mass_of_capsule,
    mass_of_polyhedron,
    mass_of_sphere,
)
from ecsphys.space3d.math3d.vec3 import Vec3

CUBE = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]


def assert_close(a: MassProperties3, b: MassProperties3, tolerance: float) -> None:
    size = math.sqrt(np.trace(b.inertia) / b.mass)
    assert math.isclose(a.mass, b.mass, rel_tol=tolerance)
    assert a.center.distance(b.center) <= tolerance * size
    assert np.abs(a.inertia - b.inertia).max() <= tolerance * np.trace(b.inertia)


def test_a_box_is_a_polyhedron():
    polyhedron = hull(np.array(CUBE) * (0.5, 1.0, 3.0))
    assert_close(
        mass_of_polyhedron(polyhedron.points, polyhedron.faces, 2.5),
        mass_of_box(Vec3(0.5, 1.0, 3.0), 2.5),
        1e-15,
    )


def test_a_tetrahedron_by_hand():
    polyhedron = hull(np.array([(0.0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]))
    mass, center, inertia = mass_of_polyhedron(polyhedron.points, polyhedron.faces, 6.0)
    assert (round(mass, 15), [round(x, 15) for x in center]) == (1.0, [0.25] * 3)
    assert np.allclose(inertia, np.full((3, 3), 1 / 80) + np.diag([1 / 16] * 3), rtol=0, atol=1e-15)


def test_far_from_the_origin_no_digits_are_lost():
    points = np.array(CUBE, float)
    near, far = hull(points), hull(points + np.array([1e6, -2e6, 3e6]))
    expected = mass_of_polyhedron(near.points, near.faces, 1.0)
    given = mass_of_polyhedron(far.points, far.faces, 1.0)
    assert_close(given._replace(center=given.center - (1e6, -2e6, 3e6)), expected, 1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_hulls_as_trimesh(seed: int):
    trimesh = pytest.importorskip("trimesh")
    points = np.random.default_rng(seed).normal(size=(6 + 3 * seed, 3)) * (1.0, 2.0, 0.1 + seed)
    polyhedron = hull(points)
    triangles = [(f[0], f[i], f[i + 1]) for f in polyhedron.faces for i in range(1, len(f) - 1)]
    oracle = trimesh.Trimesh(polyhedron.points, triangles, process=False)
    assert oracle.is_watertight and oracle.is_winding_consistent
    expected = MassProperties3(oracle.volume, Vec3(*oracle.center_mass), oracle.moment_inertia)
    assert_close(mass_of_polyhedron(polyhedron.points, polyhedron.faces, 1.0), expected, 1e-9)


def sampled(inside: np.ndarray, points: np.ndarray, volume: float) -> MassProperties3:
    p = points[inside]
    center = p.mean(axis=0)
    mass = volume * len(p) / len(points)
    spread = (p - center).T @ (p - center) / len(p) * mass
    return MassProperties3(mass, Vec3(*center), np.trace(spread) * np.eye(3) - spread)


def test_spheres_and_capsules_as_sampled():
    points = np.random.default_rng(1).uniform(-3, 3, (400_000, 3))
    ball = mass_of_sphere(2.0, Vec3(0.5, 0.0, -0.5), 1.0)
    assert_close(ball, sampled(np.linalg.norm(points - (0.5, 0, -0.5), axis=1) < 2.0, points, 216.0), 0.01)
    p1, p2 = np.array([-1.0, 0.5, 0.0]), np.array([1.5, -1.0, 1.0])
    t = np.clip((points - p1) @ (p2 - p1) / ((p2 - p1) @ (p2 - p1)), 0, 1)
    inside = np.linalg.norm(points - p1 - t[:, None] * (p2 - p1), axis=1) < 1.2
    assert_close(mass_of_capsule(Vec3(*p1), Vec3(*p2), 1.2, 1.0), sampled(inside, points, 216.0), 0.01)


def test_capsules_between_spheres_and_needles():
    one = Vec3(1.0, 2.0, 3.0)
    assert_close(mass_of_capsule(one, one, 0.5, 3.0), mass_of_sphere(0.5, one, 3.0), 1e-15)
    # A needle is a rod: mass · length² / 12 across it.
    mass, center, inertia = mass_of_capsule(Vec3(0, 0, 0), Vec3(0, 10, 0), 1e-4, 1.0)
    assert center == (0, 5, 0)
    assert math.isclose(inertia[0, 0], mass * 100 / 12, rel_tol=1e-4)
    assert inertia[1, 1] < 1e-6 * inertia[0, 0]
