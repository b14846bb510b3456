"""The coarse volume of a collider: a convex shape around all its shapes, which is tested before them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from ..limits import SMALLEST
from ..math2d.core import POLYGON, LocalCore, furthest
from ..math2d.enclosing import Disc, enclosing_circle, enclosing_rectangle
from ..math2d.outline import signed_distance
from ..math2d.vec2 import Pair, Vec2
from .base import Shape
from .line import Chain, HalfPlane
from .solid import AABB, Circle, Polygon

CoarseVolume: TypeAlias = Literal["circle", "box"] | Shape

# Of the distance of its furthest point from the body's origin: by how much shapes may stick out of a coarse
# volume for rounding. Rows of coarse volumes are that much larger.
TOLERANCE = 1e-9
_NARROW = 1e-6  # of its length: the least width of a box


class Frame(NamedTuple):
    """Where a collider places its shapes in its body's frame."""

    offset: Vec2
    angle: float


def coarse_shape(given: CoarseVolume, shapes: tuple[Shape, ...], frame: Frame) -> Shape:
    """Return the coarse volume of a collider, in the frame of its shapes.

    `given`: "circle" is the smallest one, "box" that of least area, upright if all shapes are AABBs; a shape
    is the volume itself. An AABB does not turn with the shapes of its collider that do, so it counts as the
    disc around the body's origin that holds it at every angle; and so do shapes that turn in an AABB.

    Raises `ValueError` for shapes that have no volume around them, for a `given` that is no convex solid one,
    and if a shape sticks out of it; `TypeError` for anything else.
    """
    if isinstance(given, Shape):
        _check_volume(given, shapes, frame)
        return given
    if isinstance(given, str) and given in ("circle", "box"):
        return _make_volume(given, shapes, frame)
    error: Any = ValueError if isinstance(given, str) else TypeError
    raise error(f'coarse must be "circle", "box", a convex shape or None, got {given!r:.60}')


@lru_cache(maxsize=1024)  # colliders of many bodies are alike
def _make_volume(given: str, shapes: tuple[Shape, ...], frame: Frame) -> Shape:
    """Return the circle or the box around shapes."""
    _check_parts(shapes)
    if given == "box":
        return _box(shapes, frame)
    center, radius = enclosing_circle([disc for _, disc in _discs(shapes, frame, upright=False)])
    return Circle(radius, center)


@lru_cache(maxsize=1024)
def _check_volume(volume: Shape, shapes: tuple[Shape, ...], frame: Frame) -> None:
    """Raise `ValueError` for a volume that is none, or of which a shape sticks out."""
    _check_parts(shapes)
    if not volume.solid or len(volume.cores) != 1 or volume.cores[0].form > POLYGON:
        raise ValueError(f"coarse must be a convex shape that ends, got {volume!r:.60}")
    _check_inside(volume, shapes, frame)


def _check_parts(shapes: Sequence[Shape]) -> None:
    """Raise `ValueError` for shapes that cannot be inside a volume."""
    for index, shape in enumerate(shapes):
        if isinstance(shape, (Chain, HalfPlane)) or any(core.form > POLYGON for core in shape.cores):
            reason = "has no end" if isinstance(shape, HalfPlane) else "is solid from one side only"
            raise ValueError(
                f"coarse is a volume around all shapes of a collider, and shapes[{index}], {shape!r:.60}, "
                f"{reason}: leave coarse out, or give that shape a collider of its own"
            )


def with_tolerance(volume: Shape, offset: Pair) -> LocalCore:
    """Return the core of a coarse volume, enlarged by what shapes may stick out of it."""
    form, rows, radius = volume.cores[0]
    reach = furthest(rows) + radius + math.hypot(*offset)
    return LocalCore(form, rows, radius + TOLERANCE * reach)


def reach_of(volume: Shape, frame: Frame) -> float:
    """Return the largest distance of a point of a shape from the body's origin."""
    return max(_placed(volume, point, frame).length for point in volume.points) + volume.radius


def _placed(shape: Shape, point: Vec2, frame: Frame) -> Vec2:
    """Return a point of a shape in the body's frame."""
    return (point if shape.upright else point.rotated(frame.angle)) + frame.offset


def _discs(shapes: Sequence[Shape], frame: Frame, upright: bool) -> Iterator[tuple[int, Disc]]:
    """Return discs whose hull holds all shapes, with the index of each one's shape.

    In the frame of the collider, and at every angle of the body; `upright`: of a volume that does not turn.
    """
    origin = -frame.offset if upright else (-frame.offset).rotated(-frame.angle)
    for index, shape in enumerate(shapes):
        if shape.upright != upright:
            yield index, Disc(origin, reach_of(shape, frame))
            continue
        for _, rows, radius in shape.cores:
            for x, y in rows[:, :2].tolist():
                yield index, Disc(Vec2(x, y), radius)


def _box(shapes: Sequence[Shape], frame: Frame) -> Shape:
    """Return the rectangle of least area around all shapes."""
    if all(shape.upright for shape in shapes):
        half_x, half_y = (
            max(abs(disc.center[axis]) + disc.radius for _, disc in _discs(shapes, frame, upright=True))
            for axis in (0, 1)
        )
        return AABB(2.0 * half_x, 2.0 * half_y)
    center, half, angle = enclosing_rectangle([disc for _, disc in _discs(shapes, frame, upright=False)])
    least = max(SMALLEST, _NARROW * max(half))
    x, y = max(half.x, least), max(half.y, least)
    corners = Vec2(-x, -y), Vec2(x, -y), Vec2(x, y), Vec2(-x, y)
    return Polygon([center + corner.rotated(angle) for corner in corners])


def _check_inside(volume: Shape, shapes: Sequence[Shape], frame: Frame) -> None:
    """Raise `ValueError` for the shape that sticks out furthest, if one does."""
    worst, furthest = TOLERANCE * reach_of(volume, frame), -1
    for index, disc in _discs(shapes, frame, volume.upright):
        out = signed_distance(volume.points, disc.center) + disc.radius - volume.radius
        if out > worst:
            worst, furthest = out, index
    if furthest < 0:
        return
    shape = shapes[furthest]
    turning = ""
    if shape.upright != volume.upright:
        still = shape if shape.upright else volume
        turning = f" when the body turns, which {type(still).__name__} does not"
    raise ValueError(
        f"coarse must contain all shapes of its collider: shapes[{furthest}], {shape!r}, sticks out of "
        f"{volume!r} by {worst:.6g}{turning}"
    )
