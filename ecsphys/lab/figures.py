"""Figures that several exhibits draw: shapes, worlds, intervals, graphs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from ..arrays import FREE, Reals2
from ..drawing.force_lines import force_lines
from ..drawing.joint_lines import joint_lines
from ..drawing.lines import Color, Colors
from ..drawing.outlines import outline
from ..drawing.poses import interpolate_poses
from ..drawing.shape_lines import ShapeLines
from ..drawing.world_lines import contact_normals
from ..math2d.bounds import Bounds
from ..math2d.pose import PoseLike, as_pose
from ..math2d.vec2 import Pair, Vec2
from ..physics import Physics
from ..shapes import Chain, HalfPlane, Shape
from .display import Display, Segments
from .palette import GRID, MUTED, TEXT, fade

_FILL = 56  # alpha of the filling of a shape
_ARC_SEGMENTS = 48  # of a full circle
_RING = 10  # sides of a small circle among many
_LETTER = 6.2  # room for a letter of a graph's legend


def outline_points(shape: Shape, pose: PoseLike) -> list[Vec2]:
    """Return the closed outline of a convex shape at a pose, counter-clockwise; arcs in 48 to the turn."""
    _, rows, radius = shape.cores[0]
    x, y, angle = as_pose(pose)
    corners = outline(shape.cores[0].form, rows, radius, _ARC_SEGMENTS)[::2]
    if len(shape.points) == 1:
        corners = corners[:-1]  # without the spoke that shows the angle
    return _placed(corners, (x, y, 0.0 if shape.upright else angle))


def _placed(points: Reals2, pose: tuple[float, float, float]) -> list[Vec2]:
    """Return local points, (n, 2), at a pose."""
    x, y, angle = pose
    cos, sin = math.cos(angle), math.sin(angle)
    turned = points @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    return [*map(Vec2._make, turned.tolist())]


def draw_shape(
    display: Display, shape: Shape, pose: PoseLike, color: Color, fill: bool = True, width: float = 2.0
) -> None:
    """Draw a shape at a pose; the inside of a Chain or a HalfPlane is not filled."""
    if isinstance(shape, HalfPlane | Chain):
        x, y, angle = as_pose(pose)
        for _, rows, radius in shape.cores:
            display.path(_placed(outline(shape.cores[0].form, rows, radius), (x, y, angle)), color, width)
        return
    points = outline_points(shape, pose)
    if len(points) == 2:
        display.line(points[0], points[1], color, width)
    else:
        display.polygon(points, fade(color, _FILL) if fill else None, color, width)


def draw_bounds(display: Display, bounds: Bounds, color: Color = MUTED, width: float = 1.0) -> None:
    """Draw an axis-aligned box."""
    (left, low), (right, high) = bounds
    display.path([(left, low), (right, low), (right, high), (left, high)], color, width, closed=True)


def draw_world(
    display: Display, physics: Physics, colors: Mapping[int, Color] | None = None, normals: bool = False
) -> None:
    """Draw the shapes and joints of a world, filled where `colors` names an entity's colour.

    The outlines have the colours of the debug overlay: green static, blue kinematic, orange dynamic, grey
    asleep, pink trigger.
    """
    world = physics.world
    bodies = world.bodies.rows[: world.bodies.count]
    poses = interpolate_poses(bodies, world.bodies.alpha)
    for entity, color in (colors or {}).items():
        _fill_entity(display, physics, entity, color)
    display.lines(ShapeLines(world).lines(poses, None), 1.5)
    for lines in joint_lines(physics, poses, None):
        display.lines(lines, 1.5)
    if normals:
        display.lines(contact_normals(world, 0.3 * physics.length_unit), 2.0)


def draw_forces(display: Display, physics: Physics) -> None:
    """Draw arrows of the forces that contacts and joints bear; one that holds up a body is half as long as
    the longest.
    """
    bodies = physics.world.bodies
    for lines in force_lines(physics, interpolate_poses(bodies.rows[: bodies.count], bodies.alpha)):
        display.lines(lines, 2.5)


def _fill_entity(display: Display, physics: Physics, entity: int, color: Color) -> None:
    """Fill the shapes of one entity."""
    world = physics.world
    body = world.row_of(entity)
    if body == FREE:
        return
    pose = tuple(world.bodies.rows[body][["x", "y", "angle"]].item())
    rows = world.shapes.rows[: world.shapes.count]
    for row in rows[rows["body"] == body]:
        points = world.shapes.local[row["first"] : row["first"] + max(row["count"], 1)]
        corners = _filled_corners(int(row["form"]), points.shape[1], points.tobytes(), float(row["radius"]))
        if len(corners) > 2:
            display.polygon(_placed(corners, pose), fade(color, _FILL))


@lru_cache(maxsize=1024)
def _filled_corners(form: int, columns: int, points: bytes, radius: float) -> Reals2:
    """Return the corners (n, 2) of a shape's filling; worlds have many bodies of few shapes."""
    rows = np.frombuffer(points).reshape(-1, columns)
    corners = outline(form, rows, radius, _ARC_SEGMENTS)[::2]
    return corners[:-1] if len(rows) == 1 else corners  # a circle's without the spoke that shows the angle


def draw_rings(
    display: Display, centers: Sequence[Pair] | Reals2, radius: float, colors: Colors, width: float = 1.5
) -> None:
    """Draw many small circles as one item: `centers` (n, 2), `colors` (n, 4) of uint8."""
    turns = np.arange(_RING + 1) * (2.0 * np.pi / _RING)
    ring = radius * np.column_stack([np.cos(turns), np.sin(turns)])
    sides = np.stack([ring[:-1], ring[1:]], axis=1).reshape(-1, 2)
    points = np.reshape(np.asarray(centers, float)[:, None] + sides, (-1, 2))
    display.items.append(Segments(points, np.repeat(colors, len(sides), axis=0), width))


def draw_interval(
    display: Display, start: Pair, end: Pair, color: Color, label: str = "", width: float = 4.0
) -> None:
    """Draw an interval as a bar with ends, `label` above its middle, or to the right of a steep one."""
    begin, stop = Vec2(*start), Vec2(*end)
    way = stop - begin
    side = way.normalized().perpendicular * 6.0
    display.line(begin, stop, color, width)
    display.line(begin - side, begin + side, color)
    display.line(stop - side, stop + side, color)
    middle = begin.lerp(stop, 0.5)
    if label and abs(way.y) > abs(way.x):
        display.text(middle + Vec2(10.0, -5.0), label, color, 13.0)
    elif label:
        display.text(middle + Vec2(0.0, 9.0), label, color, 13.0, "center")


def draw_graph(
    display: Display,
    frame: Bounds,
    curves: Sequence[tuple[str, Color, Sequence[float]]],
    low: float,
    high: float,
    length: int,
    title: str = "",
) -> None:
    """Draw curves of values `low` … `high` in a frame, its title above it, their legend to their left.

    The longest name decides where the curves begin: names with numbers should keep their length.

    A curve is a name, a colour and one value a column; `length` columns fill the frame, of longer curves the
    last ones are shown. Values out of range are cut off at the frame.
    """
    (left, bottom), (right, top) = frame
    draw_bounds(display, frame, GRID)
    display.text((left, top + 6), title, TEXT, 13.0)
    for k, (name, color, _) in enumerate(curves):
        display.text((left + 6, top - 18 - 16 * k), name, color, 12.0)
    longest = max((len(name) for name, _, _ in curves), default=0)
    left += (12.0 + _LETTER * longest) if longest else 0.0
    for _, color, values in curves:
        shown = np.clip(np.array(values[-length:], float), low, high)
        xs = left + (right - left) * np.arange(len(shown)) / max(1, length - 1)
        ys = bottom + (top - bottom) * (shown - low) / (high - low)
        display.path(np.column_stack([xs, ys]).tolist(), color, 1.5)
    display.text((right - 4, top - 14), f"{high:g}", MUTED, 12.0, "right")
    display.text((right - 4, bottom + 4), f"{low:g}", MUTED, 12.0, "right")
