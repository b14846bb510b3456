"""The outline of a union of cores as pieces: edges, and arcs of at most half a circle.

Each piece runs counter-clockwise around what is inside. Of cores that overlap or touch, what is inside of
another one is left out: the pieces are cut where they meet, and kept or dropped as a whole.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from .core import HALF_PLANE, INSIDE, POINT, POLYGON, LocalCore
from .elementary import atan2
from .outline import signed_distance
from .vec2 import Vec2

FAR = 1e12  # half the width of a half-plane
_SAME = 1e-9  # of the size of a core: what is so near is on it
_BESIDE = 1e-6  # of the size of a core: how far from a piece its two sides are looked at


class Piece(NamedTuple):
    """An edge from `a` to `b`, on which `c` is, or an arc around `c` if it has a radius."""

    a: Vec2
    b: Vec2
    c: Vec2
    radius: float

    @property
    def turn(self) -> float:
        """The angle of an arc."""
        u, v = self.a - self.c, self.b - self.c
        turn = atan2(u.cross(v), u.dot(v))
        return turn if turn >= 0.0 else math.pi  # half a circle, by rounding

    def at(self, share: float) -> Vec2:
        """Return the point at a share of the way."""
        if self.radius == 0.0:
            return self.a.lerp(self.b, share)
        return self.c + (self.a - self.c).rotated(share * self.turn)

    def outward(self, share: float) -> Vec2:
        """Return the unit normal out of the outline at a share of the way."""
        if self.radius > 0.0:
            return (self.at(share) - self.c) / self.radius
        way = (self.b - self.a).normalized()
        return Vec2(way.y, -way.x)

    def share(self, point: Vec2) -> float:
        """Return where a point of its line or circle is, as a share of the way."""
        way = self.b - self.a
        if self.radius == 0.0:
            return (point - self.a).dot(way) / way.dot(way)
        u, v, turn = self.a - self.c, point - self.c, self.turn
        return atan2(u.cross(v), u.dot(v)) % math.tau / turn if turn > 0.0 else 0.0

    def between(self, low: float, high: float) -> Piece:
        """Return the part between two shares of the way."""
        a = self.a if low == 0.0 else self.at(low)
        b = self.b if high == 1.0 else self.at(high)
        return Piece(a, b, self.c, self.radius)


def pieces_of(core: LocalCore) -> list[Piece]:
    """Return the outline of one core; none of lines, which have nothing inside."""
    points = [Vec2(x, y) for x, y in core.rows[:, :2].tolist()]
    normals = [Vec2(x, y) for x, y in core.rows[:, 2:].tolist()]
    if core.form == POINT:
        left, right = (points[0] + Vec2(side * core.radius, 0.0) for side in (-1.0, 1.0))
        return [Piece(left, right, points[0], core.radius), Piece(right, left, points[0], core.radius)]
    if core.form == HALF_PLANE:
        aside, down = normals[0].perpendicular * FAR, normals[0] * (-2.0 * FAR)
        left, right = points[0] + aside, points[0] - aside
        corners = [left + down, right + down, right, left]
        return [Piece(corners[i - 1], corners[i], points[0] if i == 3 else corners[i], 0.0) for i in range(4)]
    if core.form == INSIDE:
        points = points[: _corner_count(core)]
    elif core.form > POLYGON or (len(points) == 2 and core.radius == 0.0):
        return []
    return list(_rounded(points, normals, core.radius))


def _corner_count(core: LocalCore) -> int:
    """Return how many points of a core are its corners: those of the inside of loops precede its exits."""
    if core.form != INSIDE:
        return len(core.rows)
    return 4 if core.rows[3, 2:].any() else 3


def _rounded(points: Sequence[Vec2], normals: Sequence[Vec2], radius: float) -> Iterable[Piece]:
    """Yield the edges and arcs of a polygon, rounded by a radius."""
    for k, (p, n) in enumerate(zip(points, normals, strict=False)):
        q, following = points[(k + 1) % len(points)], normals[(k + 1) % len(points)]
        a, b = p + n * radius, q + n * radius
        yield Piece(a, b, a, 0.0)
        if radius > 0.0:
            yield Piece(b, q + following * radius, q, radius)


def height_over(core: LocalCore, point: Vec2) -> float:
    """Return how far a point is outside of a core with an outline, negative inside."""
    points = [Vec2(x, y) for x, y in core.rows[:, :2].tolist()]
    if core.form == HALF_PLANE:
        return Vec2(*core.rows[0, 2:].tolist()).dot(point - points[0])
    return signed_distance(points[: _corner_count(core)], point) - core.radius


def union_pieces(cores: Sequence[LocalCore]) -> list[Piece]:
    """Return the outline of a union of cores."""
    outlines = [pieces_of(core) for core in cores]
    kept: list[Piece] = []
    for i, outline in enumerate(outlines):
        for piece in outline:
            others = [other for j, each in enumerate(outlines) if j != i for other in each]
            shares = sorted({0.0, 1.0, *_cuts(piece, others)})
            for low, high in pairwise(shares):
                if not any(
                    _covers(core, piece, 0.5 * (low + high), j < i)
                    for j, core in enumerate(cores)
                    if j != i and outlines[j]
                ):
                    kept.append(piece.between(low, high))
    return kept


class Rectangle(NamedTuple):
    """The middle of a rectangle along the axes, and half its width and height."""

    x: float
    y: float
    width: float
    height: float


NO_RECTANGLE = Rectangle(0.0, 0.0, -1.0, -1.0)


def inner_rectangle(pieces: Sequence[Piece]) -> Rectangle:
    """Return a rectangle inside an outline: that around its corners, shrunk until no piece enters it.

    NO_RECTANGLE if the middle is outside. Arcs bulge, so their chords stand for them.
    """
    if not pieces:
        return NO_RECTANGLE
    xs, ys = [piece.a.x for piece in pieces], [piece.a.y for piece in pieces]
    x, y = 0.5 * (min(xs) + max(xs)), 0.5 * (min(ys) + max(ys))
    width, height = 0.5 * (max(xs) - min(xs)), 0.5 * (max(ys) - min(ys))
    if width == 0.0 or height == 0.0:
        return NO_RECTANGLE
    size, below = math.inf, 0
    for piece in pieces:
        a = Vec2((piece.a.x - x) / width, (piece.a.y - y) / height)
        b = Vec2((piece.b.x - x) / width, (piece.b.y - y) / height)
        size = min(size, _nearest_square(a, b))
        if (a.x <= 0.0) != (b.x <= 0.0) and a.lerp(b, a.x / (a.x - b.x)).y < 0.0:
            below += 1 if a.x <= 0.0 else -1
    return Rectangle(x, y, size * width, size * height) if below > 0 else NO_RECTANGLE


def _nearest_square(a: Vec2, b: Vec2) -> float:
    """Return half the side of the largest square around the origin that an edge does not enter."""
    shares = [0.0, 1.0]
    for begin, end in ((a.x, b.x), (a.y, b.y), (a.x - a.y, b.x - b.y), (a.x + a.y, b.x + b.y)):
        if (begin < 0.0) != (end < 0.0):
            shares.append(begin / (begin - end))
    return min(max(abs(p.x), abs(p.y)) for p in (a.lerp(b, share) for share in shares))


def _size(piece: Piece) -> float:
    """Return the scale of what is near to a piece."""
    return min(max(piece.radius, piece.a.distance(piece.b)), FAR / 1e6)


def _covers(core: LocalCore, piece: Piece, share: float, comes_first: bool) -> bool:
    """Whether a core contains a part of a piece, given by its middle, or is to keep it, or lies beyond it."""
    point, size = piece.at(share), _size(piece)
    height = height_over(core, point)
    if abs(height) > _SAME * size:
        return height < 0.0
    beyond = height_over(core, point + piece.outward(share) * (_BESIDE * size))
    return comes_first or beyond < 0.0


def _cuts(piece: Piece, others: Iterable[Piece]) -> Iterable[float]:
    """Yield where a piece has to be cut, as shares of the way: where others cross it, begin or end on it."""
    for other in others:
        for point in (other.a, other.b, *_crossings(piece, other)):
            share = piece.share(point)
            if 0.0 < share < 1.0 and piece.at(share).distance(point) <= _SAME * _size(piece):
                yield share


def _crossings(p: Piece, q: Piece) -> list[Vec2]:
    """Return where the lines or circles of two pieces cross."""
    if p.radius == 0.0 and q.radius == 0.0:
        way, other = p.b - p.a, q.b - q.a
        across = way.cross(other)
        return [p.a + way * ((q.a - p.a).cross(other) / across)] if across != 0.0 else []
    if p.radius > 0.0 and q.radius > 0.0:
        way = q.c - p.c
        square = way.dot(way)
        if square == 0.0:
            return []
        share = 0.5 * (square + (p.radius - q.radius) * (p.radius + q.radius)) / square
        foot, aside = p.c + way * share, way.perpendicular / math.sqrt(square)
        off = p.radius * p.radius - share * share * square
    else:
        line, arc = (p, q) if p.radius == 0.0 else (q, p)
        aside = (line.b - line.a).normalized()
        foot = line.a + aside * (arc.c - line.a).dot(aside)
        off = arc.radius * arc.radius - (foot - arc.c).length_squared
    reach = math.sqrt(max(0.0, off))
    return [foot - aside * reach, foot + aside * reach] if off >= 0.0 else []
