"""Questions about many pairs of shapes at once, in one call of a kernel."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ...arrays import Flags, Ints, Reals2
from ...math2d.check import shown
from ..collide.core import SolidRows
from ..math3d.pose import UPRIGHT, Pose3, PoseLike3, as_pose
from ..shapes import Shape3
from . import pair_kernels as kernels
from .pair_kernels import Contacts, Side
from .results import Manifolds
from .solids import check_shape, solids_of

Shapes: TypeAlias = "Shape3 | Sequence[Shape3]"
Poses: TypeAlias = "PoseLike3 | npt.ArrayLike"

_NO_CONTACTS = Manifolds(
    np.empty(0, np.int64), np.empty((0, 3)), np.empty((0, 4, 3)), np.empty((0, 4)), np.empty((0, 4), np.int64)
)
_FIRST = np.empty(0, np.int64)  # numbers of shapes: the first one for each pair


def collide_many(
    shapes_a: Shapes,
    poses_a: Poses,
    shapes_b: Shapes,
    poses_b: Poses,
    *,
    which_a: npt.ArrayLike | None = None,
    which_b: npt.ArrayLike | None = None,
) -> Manifolds:
    """How n pairs of shapes touch, as arrays: see `Manifolds`.

    `poses_a` and `poses_b` are arrays (n, 7) of x, y, z and the quaternion w, x, y, z, or of positions
    (n, 3), or lists of poses; or one pose for all pairs. `shapes_a` and `shapes_b` are one shape for all
    pairs or a sequence: of a shape for each pair, or of any with `which_a` and `which_b`, the number (n,) of
    each pair's shape.

    Float64 arrays in C order are not copied. A quaternion of another length than 1 is normalized. Raises
    `ValueError` for NaN, infinity and zero quaternions, `TypeError` for pairs of Plane and Mesh.

    >>> import numpy as np
    >>> from ecsphys.space3d import Box, Sphere, collide_many
    >>> found = collide_many(Sphere(1), np.array([(0, 1.5, 0), (0, 3, 0)]), Box(2, 2, 2), (0, 0, 0))
    >>> found.count, found.penetration[:, 0], found.normal[0]
    (array([1, 0]), array([0.5, nan]), array([ 0., -1.,  0.]))
    """
    rows, a, b, n = _both_sides(
        Group(shapes_a, poses_a, which_a, "a"), Group(shapes_b, poses_b, which_b, "b")
    )
    out = Manifolds(
        np.empty(n, np.int64),
        np.empty((n, 3)),
        np.empty((n, 4, 3)),
        np.empty((n, 4)),
        np.empty((n, 4), np.int64),
    )
    _check(kernels.collide_pairs(rows, a, b, Contacts(*out), n), a, b)
    return out


def overlap_many(
    shapes_a: Shapes,
    poses_a: Poses,
    shapes_b: Shapes,
    poses_b: Poses,
    *,
    which_a: npt.ArrayLike | None = None,
    which_b: npt.ArrayLike | None = None,
) -> Flags:
    """Whether n pairs of shapes overlap or touch: an array (n,) of bool; arguments as of `collide_many`.

    >>> from ecsphys.space3d import Sphere, overlap_many
    >>> overlap_many(Sphere(1), [(0, 0, 0), (5, 0, 0)], Sphere(1), (1, 1, 0))
    array([ True, False])
    """
    rows, a, b, n = _both_sides(
        Group(shapes_a, poses_a, which_a, "a"), Group(shapes_b, poses_b, which_b, "b")
    )
    counts = np.empty(n, np.int64)
    _check(kernels.collide_pairs(rows, a, b, Contacts(counts, *_NO_CONTACTS[1:]), n), a, b)
    return counts > 0


class Group(NamedTuple):
    """One side of pairs as it was given, and its name."""

    shapes: Any
    poses: Any
    which: Any
    name: str


class _Solids(NamedTuple):
    """Different shapes, and the number (n,) of each pair's; no numbers: it is the first for every pair."""

    shapes: list[Shape3]
    which: Ints
    one_each: bool


def _both_sides(of_a: Group, of_b: Group) -> tuple[SolidRows, Side, Side, int]:
    """Return the rows of all shapes, both sides of pairs for the kernel, and how many pairs there are."""
    solids_a, solids_b = _solids(of_a), _solids(of_b)
    poses_a, poses_b = pose_table(of_a.poses, "poses_a"), pose_table(of_b.poses, "poses_b")
    lengths = {
        f"poses_{of.name}": len(poses) for of, poses in ((of_a, poses_a), (of_b, poses_b)) if len(poses) != 1
    }
    for of, solids in ((of_a, solids_a), (of_b, solids_b)):
        if solids.one_each:
            lengths[f"shapes_{of.name}" if of.which is None else f"which_{of.name}"] = len(solids.which)
    if len(set(lengths.values())) > 1:
        got = ", ".join(f"{number} {name}" for name, number in lengths.items())
        raise ValueError(f"poses and shapes of pairs must be as many, or one for all, got {got}")
    n = next(iter(lengths.values()), 1)
    if n > 0:
        _check_kinds(solids_a, solids_b)
    rows, table = solids_of([*solids_a.shapes, *solids_b.shapes])
    first_b = len(solids_a.shapes)
    return (
        rows,
        Side(table[:first_b], solids_a.which, poses_a),
        Side(table[first_b:], solids_b.which, poses_b),
        n,
    )


def _solids(given: Group) -> _Solids:
    """Return the shapes of one side."""
    shapes, which, name = given.shapes, given.which, f"shapes_{given.name}"
    if isinstance(shapes, Shape3):
        if which is not None:
            raise ValueError(f"which_{given.name} needs a sequence of shapes, got one shape, {shapes!r:.200}")
        return _Solids([shapes], _FIRST, False)
    if not isinstance(shapes, Sequence) or isinstance(shapes, str):
        raise TypeError(f"{name} must be a shape or a sequence of shapes, got {shown(shapes):.200}")
    for i, shape in enumerate(shapes):
        check_shape(shape, f"{name}[{i}]")
    if which is not None:
        return _Solids(list(shapes), _numbers(which, len(shapes), f"which_{given.name}"), True)
    different = {id(shape): shape for shape in shapes}
    numbers = {key: number for number, key in enumerate(different)}
    return _Solids(list(different.values()), np.array([numbers[id(s)] for s in shapes], np.int64), True)


def _numbers(which: Any, shapes: int, name: str) -> Ints:
    """Return numbers of shapes as an array."""
    numbers = np.asarray(which)
    if numbers.size == 0:
        return _FIRST
    if numbers.ndim != 1 or numbers.dtype.kind not in "iu":
        raise TypeError(f"{name} must be whole numbers of shape (n,), got {shown(which):.200}")
    if numbers.min() < 0 or numbers.max() >= shapes:
        wrong = numbers[(numbers < 0) | (numbers >= shapes)][0]
        raise ValueError(f"{name} must be numbers of shapes, from 0 to {shapes - 1}, got {wrong}")
    return np.ascontiguousarray(numbers, np.int64)


def _check_kinds(a: _Solids, b: _Solids) -> None:
    """Raise `TypeError` for pairs of Plane and Mesh."""
    static_a, static_b = (np.array([not shape.solid for shape in side.shapes]) for side in (a, b))
    if static_a.any() and static_b.any():
        both = static_a[a.which if a.one_each else 0] & static_b[b.which if b.one_each else 0]
        if both.any():
            raise TypeError(
                f"shapes of a pair must not both be Plane or Mesh, got pair {int(np.argmax(both))}"
            )


def _is_pose(value: Any) -> bool:
    """Whether a value is one pose: an object that has one, or a position and an orientation."""
    if hasattr(value, "pose") or isinstance(value, Pose3):
        return True
    if not isinstance(value, tuple) or len(value) != 2:
        return False
    return all(isinstance(part, Sized) for part in value) and [len(part) for part in value] == [3, 4]


def _numbers_of(pose: PoseLike3, name: str) -> tuple[float, ...]:
    position, orientation = as_pose(pose, name)
    return (*position, *orientation)


def pose_table(poses: Any, name: str) -> Reals2:
    """Return poses (n, 7) or positions (n, 3) as float64 in C order, one pose as (1, 7).

    Values in arrays are not checked.
    """
    if _is_pose(poses):
        return np.array([_numbers_of(poses, name)])
    if isinstance(poses, (list, tuple)) and any(map(_is_pose, poses)):
        return np.array([_numbers_of(pose, f"{name}[{i}]") for i, pose in enumerate(poses)])
    try:
        table = np.ascontiguousarray(poses, np.float64)
    except (TypeError, ValueError, OverflowError):
        wanted = "numbers of shape (n, 7) or (n, 3), or poses"
        raise TypeError(f"{name} must be {wanted}, got {shown(poses):.200}") from None
    if table.ndim == 1 and len(table) in (3, 7):
        table = table.reshape(1, -1)
    if table.size == 0:
        return np.empty((0, 3))
    if table.ndim != 2 or table.shape[1] not in (3, 7):
        raise ValueError(
            f"{name} must be of shape (n, 7), x, y, z and a quaternion w, x, y, z, or (n, 3), "
            f"got {table.shape}"
        )
    return table


def _check(wrong: int, a: Side, b: Side) -> None:
    """Raise `ValueError` for the first pair with a pose that is none; -1: there is none such."""
    if wrong < 0:
        return
    for side, name in ((a, "poses_a"), (b, "poses_b")):
        row = wrong if len(side.poses) > 1 else 0
        x, y, z, *orientation = side.poses[row].tolist()
        as_pose(((x, y, z), tuple(orientation) or UPRIGHT), f"{name}[{row}]")
    raise AssertionError("a pose that the kernel refuses is one that as_pose refuses")
