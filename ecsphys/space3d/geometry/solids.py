"""What kernels need of a shape: a row of numbers beside its rows of points, and of two shapes as a pair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Reals2
from ..collide.core import POINT, SolidRows
from ..collide.solid_rows import join_rows
from ..math3d.pose import Pose3, PoseLike3, as_pose
from ..shapes import Shape3

# The columns of a solid: form, span, radius, half (3), position in the shape's frame (3), upright.
COLUMNS = 10

# A mere point as a solid, and its key among the partners of a shape; no object has this id.
POINT_KEY = -1
_POINT = np.array([[POINT] + [0.0] * (COLUMNS - 1)])

_MOST_PARTNERS = 64  # of a shape that are remembered


class Pair(NamedTuple):
    """Two shapes for kernels: the rows of both, and a solid (1, COLUMNS) each; B is kept alive."""

    rows: SolidRows
    a: Reals2
    b: Reals2
    partner: Shape3


def solids_of(shapes: Sequence[Shape3]) -> tuple[SolidRows, Reals2]:
    """Return the rows of shapes one behind the other, and a solid (n, COLUMNS) of each."""
    packed = [shape.packed for shape in shapes if len(shape.packed.spans)]
    rows = packed[0] if len(packed) == 1 else join_rows(packed)
    table = np.empty((len(shapes), COLUMNS))
    span = 0
    for row, shape in zip(table, shapes, strict=True):
        (core,) = shape.cores
        row[:] = (core.form, span, core.radius, *core.half, *core.position, shape.upright)
        span += len(shape.packed.spans)
    return rows, table


def check_shape(shape: Any, name: str) -> Shape3:
    """Return a shape; raise `TypeError` for anything else."""
    if not isinstance(shape, Shape3):
        raise TypeError(f"{name} must be a shape of ecsphys.space3d, got {shape!r:.200}")
    return shape


def pair_of(a: Shape3, b: Shape3) -> Pair:
    """Return two shapes for kernels; A remembers B. Raises `TypeError` for shapes that have no answer."""
    known: Pair | None = check_shape(a, "a").partners.get(id(b))
    if known is not None:
        return known
    check_shape(b, "b")
    if not (a.solid or b.solid):
        raise TypeError(f"a and b must not both be Plane or Mesh, got {a!r:.200} and {b!r:.200}")
    rows, table = solids_of([a, b])
    return _remember(a, id(b), Pair(rows, table[:1], table[1:], b))


def _remember(shape: Shape3, key: int, pair: Pair) -> Pair:
    if len(shape.partners) >= _MOST_PARTNERS:
        shape.partners.clear()
    shape.partners[key] = pair
    return pair


def with_point(shape: Shape3) -> Pair:
    """Return a shape and a mere point for kernels; the shape remembers it."""
    known: Pair | None = check_shape(shape, "shape").partners.get(POINT_KEY)
    return known or _remember(shape, POINT_KEY, Pair(*solids_of([shape]), _POINT, shape))


def prepare(
    a: Shape3, pose_a: PoseLike3, b: Shape3, pose_b: PoseLike3
) -> tuple[Shape3, Pose3, Shape3, Pose3]:
    """Check two shapes and their poses; returns them as kernels take them at once."""
    pair_of(a, b)
    return a, Pose3(*as_pose(pose_a, "pose_a")), b, Pose3(*as_pose(pose_b, "pose_b"))


def prepare_one(shape: Shape3, pose: PoseLike3) -> tuple[Shape3, Pose3]:
    """Check a shape and its pose; returns them as kernels take them at once."""
    with_point(shape)
    return shape, Pose3(*as_pose(pose))
