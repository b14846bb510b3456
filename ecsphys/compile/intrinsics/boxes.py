"""Machine code of `overlap_four` and `overlap_eight`: compare several boxes with one in vector registers."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types as numba_types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from ..primitives import overlap_eight, overlap_four

types: Any = numba_types  # made in ways that mypy cannot follow
_ARGUMENTS = types.Array(types.float64, 2, "C"), types.int64, *(types.float64,) * 4
_NUMBER, _INT = ir.IntType(32), ir.IntType(64)


@type_callable(overlap_four)  # type: ignore[untyped-decorator, unused-ignore]
@type_callable(overlap_eight)  # type: ignore[untyped-decorator, unused-ignore]
def _type_overlap(context: Any) -> Any:
    def typer(boxes: Any, row: Any, lx: Any, ly: Any, ux: Any, uy: Any) -> Any:
        return types.int64(*_ARGUMENTS)

    return typer


def _overlap_bits(lanes: int, context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Emit the comparison of `lanes` boxes with one; returns an integer with a bit per lane."""
    array = cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0])
    width = builder.extract_value(array.shape, 1)
    start = builder.gep(array.data, [builder.mul(args[1], width)])
    vector = ir.VectorType(ir.DoubleType(), lanes)
    sides = builder.bitcast(start, vector.as_pointer())
    overlap = None
    for side, (compare, bound) in enumerate(zip(("<=", "<=", ">=", ">="), args[4:] + args[2:4], strict=True)):
        lane_sides = builder.load(builder.gep(sides, [_NUMBER(side)]), align=8)
        first = builder.insert_element(ir.Constant(vector, ir.Undefined), bound, _NUMBER(0))
        all_lanes = ir.Constant(ir.VectorType(_NUMBER, lanes), None)
        bounds = builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), all_lanes)
        fits = builder.fcmp_ordered(compare, lane_sides, bounds)
        overlap = fits if overlap is None else builder.and_(overlap, fits)
    return builder.zext(builder.bitcast(overlap, ir.IntType(lanes)), _INT)


@lower_builtin(overlap_four, *_ARGUMENTS)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_overlap_four(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _overlap_bits(4, context, builder, sig, args)


@lower_builtin(overlap_eight, *_ARGUMENTS)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_overlap_eight(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _overlap_bits(8, context, builder, sig, args)
