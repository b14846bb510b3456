"""Shapes with curved sides, as polygons whose corners lie on the curve."""

from __future__ import annotations

import math
from typing import Never

from ..keywords import refuse_keywords
from ..math2d import check
from ..math2d.elementary import cos_sin
from ..math2d.outline import convex_outline
from ..math2d.vec2 import Vec2
from .base import Shape
from .immutable import assign

__all__ = ["Ellipse", "Sector"]  # public names, also of ecsphys

_MOST_SEGMENTS = 256
_LEAST_ANGLE = 0.01


class Ellipse(Shape):
    """An ellipse around the origin, of a full width and height, as a polygon of `segments` sides.

    Its corners, the four ends of its axes among them, lie on the curve; none of the curve is further than
    `error` from the polygon: with 32 sides at most 0.5 % of half the longer axis, and 0.6 % of the area is
    lost. Twice as many sides make a quarter of both. Where only a disc will do, take `Circle`.

    >>> from ecsphys import Ellipse
    >>> egg = Ellipse(6, 4)
    >>> egg.bounds(), len(egg.points), round(egg.error, 4)
    (Bounds(lower=Vec2(x=-3.0, y=-2.0), upper=Vec2(x=3.0, y=2.0)), 32, 0.0144)
    """

    __slots__ = ("_points", "height", "segments", "width")

    radius: float = 0.0
    width: float
    height: float
    segments: int
    _points: tuple[Vec2, ...]

    def __init__(self, width: float, height: float, segments: int = 32, **unknown: Never):
        """Both axes > 0; `segments` a multiple of 4, from 8 to 256. Raises `ValueError` or `TypeError`."""
        if unknown:
            refuse_keywords(self, unknown)
        assign(self, "width", check.positive(width, "width"))
        assign(self, "height", check.positive(height, "height"))
        assign(self, "segments", _checked_segments(segments, 4, 8))
        corners = _ellipse(0.5 * self.width, 0.5 * self.height, self.segments // 4)
        assign(self, "_points", tuple(convex_outline(corners)))

    @property
    def error(self) -> float:
        """The largest distance of the curve from the polygon."""
        turn = math.pi / self.segments
        short, long = sorted((0.5 * self.width, 0.5 * self.height))
        # Over the middles of the sides at the ends of the longer axis, where the curve is roundest.
        c, s = cos_sin(turn)
        return (1.0 - c) * long * short / math.hypot(short * c, long * s)

    def _corners(self) -> tuple[Vec2, ...]:
        return self._points

    def _arguments(self) -> tuple[object, ...]:
        return self.width, self.height, self.segments


def _checked_segments(segments: int, multiple: int, least: int) -> int:
    """Return a number of sides."""
    count = check.count(segments, "segments", _MOST_SEGMENTS)
    if count < least or count % multiple:
        wanted = f"a multiple of {multiple} from {least} to {_MOST_SEGMENTS}"
        raise ValueError(f"segments must be {wanted}, got {segments!r}")
    return count


def _ellipse(x: float, y: float, count: int) -> list[Vec2]:
    """Corners of an ellipse of half axes x and y, `count` sides a quarter; the quarters are mirror images."""
    turns = [0.5 * math.pi * k / count for k in range(count)]
    first = [*(Vec2(x * c, y * s) for c, s in map(cos_sin, turns)), Vec2(0.0, y)]
    second = [Vec2(-p.x, p.y) for p in first[-2::-1]]
    upper = first + second
    return upper + [Vec2(p.x, -p.y) for p in upper[-2:0:-1]]


class Sector(Shape):
    """A slice of a disc around the x axis, its tip at the origin: at `angle=math.pi` a semicircle.

    Its arc is `segments` sides, whose corners lie on the curve; none of the arc is further than `error` from
    them: for a semicircle of 16 sides 0.5 % of the reach. More than half a disc is concave: take two.

    >>> import math
    >>> from ecsphys import Sector
    >>> sight = Sector(100, math.radians(60))  # what a guard sees, who looks along x
    >>> sight.contains((0, 0), (80, 40)), sight.contains((0, 0), (80, 60))
    (True, False)
    >>> half_disc = Sector(10, math.pi)
    >>> half_disc.bounds(), round(half_disc.error, 3)
    (Bounds(lower=Vec2(x=0.0, y=-10.0), upper=Vec2(x=10.0, y=10.0)), 0.048)
    """

    __slots__ = ("_points", "angle", "reach", "segments")

    radius: float = 0.0
    reach: float
    angle: float
    segments: int
    _points: tuple[Vec2, ...]

    def __init__(self, reach: float, angle: float, segments: int = 16, **unknown: Never):
        """`reach` > 0 is the radius of the disc; `angle` from 0.01 to pi radians; `segments` even, from 2 to
        256. Raises `ValueError` or `TypeError`.
        """
        if unknown:
            refuse_keywords(self, unknown)
        assign(self, "reach", check.positive(reach, "reach"))
        assign(self, "angle", check.positive(angle, "angle"))
        assign(self, "segments", _checked_segments(segments, 2, 2))
        if not _LEAST_ANGLE <= angle <= math.pi:
            raise ValueError(
                f"angle must be from {_LEAST_ANGLE} to pi radians, got {angle!r}; "
                "of more than half a disc make two sectors, or give degrees through math.radians"
            )
        assign(self, "_points", tuple(convex_outline(_sector(self.reach, self.angle, segments // 2))))

    @property
    def error(self) -> float:
        """The largest distance of the arc from the polygon."""
        return self.reach * (1.0 - cos_sin(0.5 * self.angle / self.segments)[0])

    def _corners(self) -> tuple[Vec2, ...]:
        return self._points

    def _arguments(self) -> tuple[object, ...]:
        return self.reach, self.angle, self.segments


def _sector(reach: float, angle: float, count: int) -> list[Vec2]:
    """The tip of a sector, unless it is half a disc, then the arc: `count` sides on each side of x."""
    upper = arc_points(Vec2(0.0, 0.0), reach, 0.0, 0.5 * angle, count)
    if angle == math.pi:
        upper[-1] = Vec2(0.0, reach)
    tip = [] if angle == math.pi else [Vec2(0.0, 0.0)]
    return [*tip, *(Vec2(p.x, -p.y) for p in upper[:0:-1]), *upper]


def arc_points(center: Vec2, radius: float, start: float, end: float, segments: int) -> list[Vec2]:
    """The ends of the sides that an arc is cut into, from one angle to another."""
    turns = (start + (end - start) * k / segments for k in range(segments + 1))
    return [center + Vec2(radius * c, radius * s) for c, s in map(cos_sin, turns)]
