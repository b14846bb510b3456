"""The smallest circle and the least rectangle around discs, such as the corners of rounded shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from .elementary import acos, cos_sin_of_many
from .hull import hull
from .vec2 import Vec2

ROUNDING = 1e-12  # of the radius: a disc that sticks out by less is inside
UPRIGHT = 1e-9  # an upright rectangle whose area is larger by less than this part of it is the least one


class Disc(NamedTuple):
    """A disc; of radius 0, a point."""

    center: Vec2
    radius: float


def enclosing_circle(discs: Sequence[Disc]) -> Disc:
    """Return the smallest circle around discs, at least one.

    It is that of three of them at most. They are found by taking in what sticks out furthest, and keeping
    those on which the circle around these rests; it grows each time (an LP-type problem: Matoušek, Sharir and
    Welzl, *A Subexponential Bound for Linear Programming*, 1996).
    """
    basis, circle = [discs[0]], discs[0]
    while True:
        furthest = max(discs, key=lambda disc: _excess(circle, disc))
        if _excess(circle, furthest) <= ROUNDING * circle.radius or furthest in basis:
            break
        basis, larger = _smallest_basis([*basis, furthest])
        if larger.radius <= circle.radius:  # but for rounding it would be larger
            break
        circle = larger
    radius = max(circle.center.distance(disc.center) + disc.radius for disc in discs)
    return Disc(circle.center, radius)


def _excess(circle: Disc, disc: Disc) -> float:
    """Return by how much a disc sticks out of a circle."""
    return circle.center.distance(disc.center) + disc.radius - circle.radius


def _smallest_basis(discs: list[Disc]) -> tuple[list[Disc], Disc]:
    """Return those of at most four discs on which the smallest circle around all rests, and this circle."""
    found: list[tuple[float, float, list[Disc], Disc]] = []
    for size in (1, 2, 3):
        for chosen in combinations(discs, size):
            for circle in _circles_around(chosen):
                out = max(_excess(circle, disc) for disc in discs)
                inside = out <= ROUNDING * circle.radius
                found.append((0.0 if inside else out, circle.radius, list(chosen), circle))
    _, _, basis, circle = min(found, key=lambda one: one[:2])
    return basis, circle


def _circles_around(discs: Sequence[Disc]) -> Iterator[Disc]:
    """Return the circles that touch all of one, two or three discs from outside."""
    first, *others = discs
    if not others:
        yield first
    elif len(others) == 1:
        way = others[0].center - first.center
        distance = way.length
        radius = 0.5 * (distance + first.radius + others[0].radius)
        if distance > abs(first.radius - others[0].radius):  # else one holds the other
            yield Disc(first.center + way * ((radius - first.radius) / distance), radius)
    else:
        yield from _circles_around_three(first, *others)


def _circles_around_three(a: Disc, b: Disc, c: Disc) -> Iterator[Disc]:
    """Return the circles around three discs that touch each (the problem of Apollonius).

    The differences of their equations |center - p| = R - r are linear: center = base + R * way.
    """
    p, q = b.center - a.center, c.center - a.center
    det = p.cross(q)
    if det == 0.0:
        return
    u = 0.5 * (p.length_squared + a.radius * a.radius - b.radius * b.radius), b.radius - a.radius
    v = 0.5 * (q.length_squared + a.radius * a.radius - c.radius * c.radius), c.radius - a.radius
    base = Vec2(u[0] * q.y - v[0] * p.y, v[0] * p.x - u[0] * q.x) / det
    way = Vec2(u[1] * q.y - v[1] * p.y, v[1] * p.x - u[1] * q.x) / det
    square, half, rest = way.dot(way) - 1.0, base.dot(way) + a.radius, base.dot(base) - a.radius * a.radius
    root = half * half - square * rest
    if root < 0.0:
        return
    far = -half - math.copysign(math.sqrt(root), half)  # of the two roots the one without cancellation
    for above, below in ((far, square), (rest, far)):
        if below != 0.0 and above / below >= max(a.radius, b.radius, c.radius):
            radius = above / below
            yield Disc(a.center + base + way * radius, radius)


class Rectangle(NamedTuple):
    """A rectangle by its centre, half of its sides and the angle of the first."""

    center: Vec2
    half: Vec2
    angle: float


def enclosing_rectangle(discs: Sequence[Disc]) -> Rectangle:
    """Return the rectangle of least area around discs; an upright one if no other is smaller.

    Between the directions at which a side lies on two discs, the area has no minimum: both widths are concave
    functions of the angle there (Freeman and Shapira, *Determining the Minimum-Area Encasing Rectangle*,
    1975, for points).
    """
    corners = list(_corners(discs))
    x, y = np.array([disc.center for disc in corners]).T
    outer = np.multiply.outer
    radii = np.array([disc.radius for disc in corners])
    angles = np.array([0.0, *_tangents(corners)])
    c, s = cos_sin_of_many(angles)
    spans = [
        ((along - radii).min(axis=1), (along + radii).max(axis=1))
        for along in (outer(c, x) + outer(s, y), outer(c, y) - outer(s, x))
    ]
    areas = (spans[0][1] - spans[0][0]) * (spans[1][1] - spans[1][0])
    best = int(areas.argmin())
    best = 0 if areas[0] <= areas[best] * (1.0 + UPRIGHT) else best
    (lx, ux), (ly, uy) = ((float(low[best]), float(high[best])) for low, high in spans)
    middle = Vec2(0.5 * (lx + ux), 0.5 * (ly + uy)).rotated(float(angles[best]))
    return Rectangle(middle, Vec2(0.5 * (ux - lx), 0.5 * (uy - ly)), float(angles[best]))


def _corners(discs: Iterable[Disc]) -> Iterator[Disc]:
    """Return the discs without those that lie in the hull of others of the same radius."""
    by_radius: dict[float, list[Vec2]] = {}
    for disc in discs:
        by_radius.setdefault(disc.radius, []).append(disc.center)
    for radius, centers in by_radius.items():
        for center in hull(centers):
            yield Disc(center, radius)


def _tangents(discs: Sequence[Disc]) -> Iterator[float]:
    """Return the angles, within a quarter turn, of the lines that two discs touch from the same side."""
    for a, b in combinations(discs, 2):
        way = b.center - a.center
        lean, distance = a.radius - b.radius, way.length
        if distance > abs(lean):
            angle, normal = way.angle, acos(lean / distance)
            yield (angle + normal) % (0.5 * math.pi)
            yield (angle - normal) % (0.5 * math.pi)
