"""The part of a core that is below a surface and inside the outline of a liquid, exactly.

The outline of a convex shape is a few *graphs*: straight edges and arcs, as heights over t along the surface.
Above each graph is a column up to the surface, and the shape is the sum of the columns above its lower side
less those above its upper side. So is any outline, with holes or without. What two outlines have in common
is then the signed sum of what every two columns have in common: the column above the higher one of two
graphs. No outline is clipped and nothing has to be kept, and each term is continuous: where edges of both
coincide, rounding changes the sum by rounding.

How fast the area falls while the core rises follows from the same sum: by the length of its own graphs that
are the higher ones. Of a core that floats freely this is the waterline.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ..arrays import PointRows, Rows
from ..compile import inlined, kernel
from ..math2d.vec2 import Vec2
from .submerged import (
    NOTHING,
    Moments,
    Submerged,
    SurfaceFrame,
    arc_moments,
    edge_moments,
    in_frame,
    normal_in_frame,
    plus,
)

# Where a disc is, of which only the part below the surface counts.
OUTSIDE, ACROSS, INSIDE = 0, 1, 2

AT_SURFACE = 1e-9  # of a disc's radius: an outline so little below the surface is that of the surface


class Graph(NamedTuple):
    """A height over t in [low, high]: a line through (t, z), or half a circle around there.

    `sign` is 1 on the lower side of an outline and -1 on the upper one.
    """

    low: float
    high: float
    sign: float
    t: float
    z: float
    slope: float
    r: float  # 0: a line


class Outline(NamedTuple):
    """The outline of a liquid, rows `first` to `end` of OUTLINE, and its frames in that of the surface."""

    rows: Rows
    first: int
    end: int
    turning: SurfaceFrame
    upright: SurfaceFrame  # of what does not turn with its body


class Line(NamedTuple):
    """The integrals of 1, t and t² along a waterline: how much area a core loses where it rises or turns."""

    wide: float
    first: float
    second: float


class Immersed(NamedTuple):
    """The part of a core in a liquid: area, centroid, and its waterline's moments."""

    area: float
    t: float
    z: float
    line: Line


class Column(NamedTuple):
    """What a column contributes: to the area and its moments, and to the waterline's."""

    moments: Moments
    line: Line


NO_GRAPH = Graph(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
NO_LINE = Line(0.0, 0.0, 0.0)
NO_COLUMN = Column(NOTHING, NO_LINE)
NOT_IMMERSED = Immersed(0.0, 0.0, 0.0, NO_LINE)


@inlined
def line_of(low: float, high: float) -> Line:
    """Return the moments of a waterline from `low` to `high`."""
    wide = high - low
    return Line(wide, 0.5 * wide * (high + low), (high * high * high - low * low * low) / 3.0)


@inlined
def as_immersed(part: Submerged) -> Immersed:
    """Return the part below the surface of a core that is in the liquid as far as it is below."""
    return Immersed(part.area, part.t, part.z, line_of(part.low, part.high))


@inlined
def height_at(g: Graph, t: float) -> float:
    """Return the height of a graph at `t`."""
    if g.r == 0.0:
        return g.z + g.slope * (t - g.t)
    return g.z - g.sign * math.sqrt(max(0.0, g.r * g.r - (t - g.t) * (t - g.t)))


@inlined
def edge_graph(a: Vec2, b: Vec2, on: Vec2) -> Graph:
    """Return the edge from a to b, on which a third point is, as a graph; an upright one has no width."""
    if a.x == b.x:
        return NO_GRAPH
    sign = 1.0 if b.x > a.x else -1.0
    return Graph(min(a.x, b.x), max(a.x, b.x), sign, on.x, on.y, (b.y - a.y) / (b.x - a.x), 0.0)


@inlined
def arc_graph(center: Vec2, r: float, a: Vec2, b: Vec2, lower: bool) -> Graph:
    """Return the lower or upper side of an arc of at most half a circle, counter-clockwise from a to b.

    Both sides of an arc are the lower one of the arc, or of its mirror image in the center.
    """
    side = 1.0 if lower else -1.0
    ux, uy, vx, vy = (
        side * (a.x - center.x),
        side * (a.y - center.y),
        side * (b.x - center.x),
        side * (b.y - center.y),
    )
    if uy >= 0.0 and vy >= 0.0 and not ux < 0.0 < vx:
        return NO_GRAPH
    low, high = a.x if uy < 0.0 else center.x - side * r, b.x if vy < 0.0 else center.x + side * r
    return (
        Graph(min(low, high), max(low, high), side, center.x, center.y, 0.0, r)
        if side * low < side * high
        else NO_GRAPH
    )


@kernel
def core_graph(
    points: PointRows, first: int, count: int, r: float, f: SurfaceFrame, k: int, part: int
) -> Graph:
    """Return part 0, 1 or 2 of what is at point k of a core: its edge, lower and upper side of its arc."""
    p = in_frame(points, first + k, f)
    if count == 1:
        left, right = Vec2(p.x - r, p.y), Vec2(p.x + r, p.y)
        return (
            NO_GRAPH
            if part == 0
            else arc_graph(p, r, left if part == 1 else right, right if part == 1 else left, part == 1)
        )
    n = normal_in_frame(points, first + k, f)
    if part == 0:
        q = in_frame(points, first + (k + 1) % count, f)
        a = Vec2(p.x + r * n.x, p.y + r * n.y)
        return edge_graph(a, Vec2(q.x + r * n.x, q.y + r * n.y), a)
    if r == 0.0:
        return NO_GRAPH
    before = normal_in_frame(points, first + (k + count - 1) % count, f)
    start = Vec2(p.x + r * before.x, p.y + r * before.y)
    return arc_graph(p, r, start, Vec2(p.x + r * n.x, p.y + r * n.y), part == 1)


@inlined
def placed(f: SurfaceFrame, x: float, y: float) -> Vec2:
    """Return a point in the frame of a surface."""
    return Vec2(f.t0 + f.c * x - f.s * y, f.z0 + f.s * x + f.c * y)


@kernel
def outline_graph(row: Any, f: SurfaceFrame, part: int) -> Graph:
    """Return part 0 or 1 of a row of an outline: an edge has one, an arc a lower and an upper side."""
    a, b, c = placed(f, row.ax, row.ay), placed(f, row.bx, row.by), placed(f, row.cx, row.cy)
    if row.radius == 0.0:
        return edge_graph(a, b, c) if part == 0 else NO_GRAPH
    return arc_graph(c, row.radius, a, b, part == 0)


@inlined
def two_crossings(middle: float, square: float) -> tuple[float, float]:
    """Return what lies the root of `square` on both sides of a middle; the middle where it has none."""
    off = math.sqrt(max(0.0, square))
    return middle - off, middle + off


@kernel
def crossings(g: Graph, f: Graph) -> tuple[float, float]:
    """Return where two graphs may cross, ascending: all of their crossings are among the two."""
    if g.r == 0.0 and f.r == 0.0:
        if g.slope == f.slope:
            return g.low, g.low
        t = f.t + (g.z - f.z + g.slope * (f.t - g.t)) / (f.slope - g.slope)
        return t, t
    if g.r == 0.0 or f.r == 0.0:
        line, arc = (g, f) if g.r == 0.0 else (f, g)
        z = line.z + line.slope * (arc.t - line.t) - arc.z  # of the line above the middle of the arc
        steep = 1.0 + line.slope * line.slope
        return two_crossings(
            arc.t - line.slope * z / steep, (arc.r * arc.r * steep - z * z) / (steep * steep)
        )
    x, z = f.t - g.t, f.z - g.z
    square = x * x + z * z
    if square == 0.0:
        return g.low, g.low
    along = 0.5 * (square + (g.r - f.r) * (g.r + f.r)) / square
    across = (g.r * g.r - along * along * square) * z * z / square
    return two_crossings(g.t + along * x, across)


@inlined
def within(t: float, low: float, high: float) -> float:
    """Return the nearest number to `t` in [low, high]."""
    return min(max(t, low), high)


@inlined
def moments_below(g: Graph, low: float, high: float) -> Moments:
    """Return the moments of the column between a graph that is below the surface and the surface."""
    a, b = height_at(g, low), height_at(g, high)
    if g.r == 0.0:
        return edge_moments(Vec2(low, a), Vec2(high, b))
    u, v = Vec2((low - g.t) / g.r, (a - g.z) / g.r), Vec2((high - g.t) / g.r, (b - g.z) / g.r)
    if g.sign > 0.0:
        return arc_moments(Vec2(g.t, g.z), g.r, u, v)
    back = arc_moments(Vec2(g.t, g.z), g.r, v, u)
    return Moments(-back.area, -back.t, -back.z)


@kernel
def column_above(g: Graph, low: float, high: float, owned: bool) -> Column:
    """Return the column above a graph, up to the surface; its waterline counts if the core owns the graph."""
    if low >= high:
        return NO_COLUMN
    moments, line = NOTHING, NO_LINE
    first, second = crossings(g, Graph(low, high, 1.0, low, 0.0, 0.0, 0.0))
    first, second = within(first, low, high), within(second, low, high)
    for part in range(3):
        begin = low if part == 0 else first if part == 1 else second
        end = first if part == 0 else second if part == 1 else high
        if begin < end and height_at(g, 0.5 * (begin + end)) < 0.0:
            moments = plus(moments, moments_below(g, begin, end))
            if owned:
                own = line_of(begin, end)
                line = Line(line.wide + own.wide, line.first + own.first, line.second + own.second)
    return Column(moments, line)


@kernel
def add_common(total: Column, g: Graph, f: Graph) -> Column:
    """Add what the columns of a core's graph and an outline's have in common, by their signs."""
    low, high = max(g.low, f.low), min(g.high, f.high)
    if low >= high:
        return total
    first, second = crossings(g, f)
    first, second = within(first, low, high), within(second, low, high)
    sign = g.sign * f.sign
    for part in range(3):
        begin = low if part == 0 else first if part == 1 else second
        end = first if part == 0 else second if part == 1 else high
        if begin < end:
            middle = 0.5 * (begin + end)
            owned = height_at(g, middle) >= height_at(f, middle)
            own = column_above(g if owned else f, begin, end, owned)
            m, n, was, line = total.moments, own.moments, total.line, own.line
            total = Column(
                Moments(m.area + sign * n.area, m.t + sign * n.t, m.z + sign * n.z),
                Line(
                    was.wide + sign * line.wide,
                    was.first + sign * line.first,
                    was.second + sign * line.second,
                ),
            )
    return total


@inlined
def frame_of(outline: Outline, row: Any) -> SurfaceFrame:
    """Return the frame of a row of an outline."""
    return outline.upright if row.upright == 1 else outline.turning


@kernel
def immersed(
    points: PointRows, first: int, count: int, r: float, f: SurfaceFrame, outline: Outline
) -> Immersed:
    """Return the part of a core that is below the surface and inside the outline.

    The core is convex, of `count` points from row `first`, rounded by `r`.
    """
    total = NO_COLUMN
    for at in range(3 * count):
        g = core_graph(points, first, count, r, f, at // 3, at % 3)
        if g.low < g.high:
            for k in range(outline.first, outline.end):
                row = outline.rows[k]
                for part in range(2):
                    total = add_common(total, g, outline_graph(row, frame_of(outline, row), part))
    area = total.moments.area
    if area <= 0.0:
        return NOT_IMMERSED
    return Immersed(area, total.moments.t / area, total.moments.z / area, stable_line(total.line))


@inlined
def stable_line(line: Line) -> Line:
    """Return the moments of a waterline without what would turn a core over, or drive it out."""
    wide, second = max(0.0, line.wide), max(0.0, line.second)
    most = math.sqrt(wide * second)
    return Line(wide, within(line.first, -most, most), second)


@inlined
def distance_from_edge(a: Vec2, b: Vec2, z: float) -> float:
    """Return the distance of (0, z) from the edge from a to b."""
    x, y = b.x - a.x, b.y - a.y
    square = x * x + y * y
    share = within(((0.0 - a.x) * x + (z - a.y) * y) / square, 0.0, 1.0) if square > 0.0 else 0.0
    tx, tz = a.x + share * x, a.y + share * y - z
    return math.sqrt(tx * tx + tz * tz)


@kernel
def place_of_disc(outline: Outline, z: float, reach: float) -> int:
    """Return whether the part below the surface of a disc around (0, z) is OUTSIDE, ACROSS or INSIDE.

    ACROSS may as well be near to the outline. Where no part of the outline that is below the surface is near,
    that part of the disc is inside if its lowest point is.
    """
    depth, inside = -AT_SURFACE * reach, 0.0
    for k in range(outline.first, outline.end):
        row = outline.rows[k]
        f = frame_of(outline, row)
        a, b = placed(f, row.ax, row.ay), placed(f, row.bx, row.by)
        if row.radius == 0.0:
            if (a.y < depth or b.y < depth) and distance_from_edge(a, b, z) <= reach:
                return ACROSS
        else:
            c = placed(f, row.cx, row.cy)
            away = math.sqrt(c.x * c.x + (z - c.y) * (z - c.y))
            if c.y - row.radius < depth and abs(away - row.radius) <= reach:
                return ACROSS
        for part in range(2):
            g = outline_graph(row, f, part)
            if g.low <= 0.0 < g.high and height_at(g, 0.0) < z - reach:
                inside += g.sign
    return INSIDE if inside > 0.0 else OUTSIDE
