"""Exact volume, centre of mass and inertia of spheres, boxes, capsules and polyhedra."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Reals2
from .products import dots
from .vec3 import Vec3


class MassProperties3(NamedTuple):
    """Mass, centre of mass, and inertia about that centre: a symmetric (3, 3) array, mass · length².

    >>> from ecsphys.space3d import Box
    >>> mass, center, inertia = Box(1, 2, 3).mass_properties(density=2)
    >>> mass, center, inertia.diagonal()
    (12.0, Vec3(x=0.0, y=0.0, z=0.0), array([13., 10.,  5.]))
    """

    mass: float
    center: Vec3
    inertia: Reals2


def no_mass(center: Vec3) -> MassProperties3:
    """Return the mass properties of what has no volume."""
    return MassProperties3(0.0, center, np.zeros((3, 3)))


def mass_of_sphere(radius: float, center: Vec3, density: float) -> MassProperties3:
    """Mass properties of a ball.

    >>> round(mass_of_sphere(1.0, Vec3(0.0, 0.0, 0.0), 3.0).mass / math.pi, 12)
    4.0
    """
    mass = density * 4.0 / 3.0 * math.pi * radius * radius * radius
    return MassProperties3(mass, center, np.diag([0.4 * mass * radius * radius] * 3))


def mass_of_box(half: Vec3, density: float) -> MassProperties3:
    """Mass properties of a box around (0, 0, 0), of half its width, height and depth."""
    x, y, z = half
    mass = density * 8.0 * x * y * z
    inertia = mass / 3.0 * np.diag([y * y + z * z, x * x + z * z, x * x + y * y])
    return MassProperties3(mass, Vec3(0.0, 0.0, 0.0), inertia)


def mass_of_capsule(p1: Vec3, p2: Vec3, radius: float, density: float) -> MassProperties3:
    """Mass properties of a capsule: a cylinder, and two half balls at its ends."""
    way = p2 - p1
    length, square = way.length, radius * radius
    tube = density * math.pi * square * length
    ends = density * 4.0 / 3.0 * math.pi * square * radius
    along = (0.5 * tube + 0.4 * ends) * square
    across = tube * (length * length / 12.0 + 0.25 * square) + ends * (
        0.4 * square + length * (0.25 * length + 0.375 * radius)
    )
    axis = np.array(way.normalized())
    inertia = across * np.eye(3) + (along - across) * np.outer(axis, axis)
    return MassProperties3(tube + ends, 0.5 * (p1 + p2), inertia)


def mass_of_polyhedron(points: Reals2, faces: Sequence[Sequence[int]], density: float) -> MassProperties3:
    """Mass properties of a closed polyhedron with faces counter-clockwise seen from outside.

    Tetrahedra from a point in the middle to triangles of the faces; the integrals of the products of
    coordinates over them are closed forms. Tonon, *Explicit Exact Formulas for the 3-D Tetrahedron Inertia
    Tensor* (2004).
    """
    middle = np.array(list(map(math.fsum, points.T))) / len(points)
    triangles = np.array([(f[0], f[i], f[i + 1]) for f in faces for i in range(1, len(f) - 1)])
    a, b, c = np.moveaxis((points - middle)[triangles], 1, 0)
    volumes = dots(a, np.cross(b, c)) / 6.0
    volume = math.fsum(volumes)
    if volume <= 0.0:
        return no_mass(Vec3(*middle.tolist()))
    sums = a + b + c
    offset = np.array([math.fsum(volumes * x) for x in sums.T]) / (4.0 * volume)
    products = sum(p[:, :, None] * p[:, None, :] for p in (a, b, c, sums))
    squares = np.array([[math.fsum(volumes * products[:, j, k]) for k in range(3)] for j in range(3)]) / 20.0
    squares -= volume * np.outer(offset, offset)
    inertia = density * (np.trace(squares) * np.eye(3) - squares)
    return MassProperties3(density * volume, Vec3(*(middle + offset).tolist()), inertia)
