"""Machine code of `overlap_four`, `overlap_eight` and their kin of space: one box or ray, and several boxes
in vector registers.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types as numba_types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from ..primitives import enter_eight_3d, overlap_eight, overlap_eight_3d, overlap_four

types: Any = numba_types  # made in ways that mypy cannot follow
_BOXES = types.Array(types.float64, 2, "C")
_ARGUMENTS = _BOXES, types.int64, *(types.float64,) * 4
_ARGUMENTS_3D = _BOXES, types.int64, *(types.float64,) * 6
_NUMBER, _INT = ir.IntType(32), ir.IntType(64)


@type_callable(overlap_four)  # type: ignore[untyped-decorator, unused-ignore]
@type_callable(overlap_eight)  # type: ignore[untyped-decorator, unused-ignore]
def _type_overlap(context: Any) -> Any:
    def typer(boxes: Any, row: Any, lx: Any, ly: Any, ux: Any, uy: Any) -> Any:
        return types.int64(*_ARGUMENTS)

    return typer


@type_callable(overlap_eight_3d)  # type: ignore[untyped-decorator, unused-ignore]
def _type_overlap_3d(context: Any) -> Any:
    def typer(boxes: Any, row: Any, lx: Any, ly: Any, lz: Any, ux: Any, uy: Any, uz: Any) -> Any:
        return types.int64(*_ARGUMENTS_3D)

    return typer


@type_callable(enter_eight_3d)  # type: ignore[untyped-decorator, unused-ignore]
def _type_enter(context: Any) -> Any:
    def typer(boxes: Any, row: Any, slabs: Any, limit: Any, fractions: Any, at: Any) -> Any:
        return types.int64(_BOXES, types.int64, slabs, types.float64, fractions, types.int64)

    return typer


class _Lanes:
    """The boxes in a row, side by side in vectors of `lanes` doubles."""

    def __init__(self, lanes: int, context: Any, builder: Any, sig: Any, args: Any):
        self.builder, self.lanes = builder, lanes
        array = cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0])
        width = builder.extract_value(array.shape, 1)
        self.vector = ir.VectorType(ir.DoubleType(), lanes)
        start = builder.gep(array.data, [builder.mul(args[1], width)])
        self._sides = builder.bitcast(start, self.vector.as_pointer())

    def side(self, number: Any) -> Any:
        """Load one side of all boxes."""
        return self.builder.load(self.builder.gep(self._sides, [number]), align=8)

    def all(self, number: Any) -> Any:
        """Return a vector with the same number in all lanes."""
        undefined = ir.Constant(self.vector, ir.Undefined)
        first = self.builder.insert_element(undefined, number, _NUMBER(0))
        lanes = ir.Constant(ir.VectorType(_NUMBER, self.lanes), None)
        return self.builder.shuffle_vector(first, undefined, lanes)

    def bits(self, flags: Any) -> Any:
        """Return an integer with a bit per lane."""
        return self.builder.zext(self.builder.bitcast(flags, ir.IntType(self.lanes)), _INT)


def _overlap_bits(lanes: int, context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Emit the comparison of `lanes` boxes with one; returns an integer with a bit per lane."""
    boxes = _Lanes(lanes, context, builder, sig, args)
    axes = len(args) // 2 - 1
    bounds = args[2 + axes :] + args[2 : 2 + axes]
    overlap = None
    for side, (compare, bound) in enumerate(zip(["<="] * axes + [">="] * axes, bounds, strict=True)):
        fits = builder.fcmp_ordered(compare, boxes.side(_NUMBER(side)), boxes.all(bound))
        overlap = fits if overlap is None else builder.and_(overlap, fits)
    return boxes.bits(overlap)


@lower_builtin(overlap_four, *_ARGUMENTS)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_overlap_four(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _overlap_bits(4, context, builder, sig, args)


@lower_builtin(overlap_eight, *_ARGUMENTS)  # type: ignore[untyped-decorator, unused-ignore]
@lower_builtin(overlap_eight_3d, *_ARGUMENTS_3D)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_overlap_eight(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _overlap_bits(8, context, builder, sig, args)


@lower_builtin(  # type: ignore[untyped-decorator, unused-ignore]
    enter_eight_3d, _BOXES, types.int64, types.BaseNamedTuple, types.float64, types.Array, types.int64
)
def _lower_enter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    boxes = _Lanes(8, context, builder, sig, args)
    slabs = [builder.extract_value(args[2], k) for k in range(15)]
    enter, leave = boxes.all(ir.Constant(ir.DoubleType(), 0.0)), boxes.all(args[3])
    for axis in range(3):
        side, other, near_start, far_start, per = (slabs[k + axis] for k in range(0, 15, 3))
        step = boxes.all(per)
        near = builder.fmul(builder.fsub(boxes.side(side), boxes.all(near_start)), step)
        far = builder.fmul(builder.fsub(boxes.side(other), boxes.all(far_start)), step)
        enter = builder.select(builder.fcmp_ordered(">", near, enter), near, enter)
        leave = builder.select(builder.fcmp_ordered("<", far, leave), far, leave)
    fractions = cgutils.create_struct_proxy(sig.args[4])(context, builder, args[4])
    place = builder.bitcast(builder.gep(fractions.data, [args[5]]), boxes.vector.as_pointer())
    builder.store(enter, place, align=8)
    return boxes.bits(builder.fcmp_ordered("<=", enter, leave))
