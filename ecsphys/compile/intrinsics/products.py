"""Machine code of `highest_product` and `planes_above`, eight vectors in registers, and of `lowest_bit`.

Products are rounded after each operation, as in plain Python: the same bits.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types as numba_types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from ..primitives import highest_product, lowest_bit, planes_above

types: Any = numba_types  # made in ways that mypy cannot follow
_BLOCKS, _REAL, _INT = types.Array(types.float64, 2, "C"), types.float64, types.int64
_HIGHEST = _BLOCKS, _INT, _INT, _REAL, _REAL, _REAL
_PLANES = _BLOCKS, _INT, _REAL, _REAL, _REAL, _REAL
_LANES = 8
_WORD, _NUMBER, _PLACE = ir.DoubleType(), ir.IntType(32), ir.IntType(64)
_WORDS = ir.VectorType(_WORD, _LANES)


@type_callable(highest_product)  # type: ignore[untyped-decorator, unused-ignore]
def _type_highest(context: Any) -> Any:
    def typer(blocks: Any, first: Any, count: Any, x: Any, y: Any, z: Any) -> Any:
        return _INT(*_HIGHEST)

    return typer


@type_callable(planes_above)  # type: ignore[untyped-decorator, unused-ignore]
def _type_planes(context: Any) -> Any:
    def typer(blocks: Any, row: Any, x: Any, y: Any, z: Any, least: Any) -> Any:
        return _INT(*_PLANES)

    return typer


@type_callable(lowest_bit)  # type: ignore[untyped-decorator, unused-ignore]
def _type_lowest(context: Any) -> Any:
    def typer(bits: Any) -> Any:
        return _INT(_INT)

    return typer


def _splat(builder: Any, value: Any, vector: Any) -> Any:
    """Return a vector with the same value in all lanes."""
    undefined = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(undefined, value, _NUMBER(0))
    return builder.shuffle_vector(first, undefined, ir.Constant(ir.VectorType(_NUMBER, _LANES), None))


def _start_of(context: Any, builder: Any, blocks: Any, row: Any) -> Any:
    """Return the address of a row of blocks, and how many numbers a row has."""
    array = cgutils.create_struct_proxy(_BLOCKS)(context, builder, blocks)
    width = builder.extract_value(array.shape, 1)
    return builder.gep(array.data, [builder.mul(row, width)]), width


def _products(builder: Any, start: Any, vector: list[Any]) -> Any:
    """Return the products of a vector, each component in all lanes, with the eight that start there."""
    start = builder.bitcast(start, _WORDS.as_pointer())
    total = None
    for axis, component in enumerate(vector):
        part = builder.fmul(builder.load(builder.gep(start, [_NUMBER(axis)]), align=8), component)
        total = part if total is None else builder.fadd(total, part)
    return total


def _best_lane(builder: Any, order: str, vector: Any) -> Any:
    """Return the largest (">") or least ("<") of the numbers in all lanes: one instruction a step.

    LLVM's own reductions take two more each, for NaN.
    """
    lanes = _LANES
    while lanes > 1:
        lanes //= 2
        undefined = ir.Constant(vector.type, ir.Undefined)
        low, high = (
            builder.shuffle_vector(vector, undefined, ir.Constant(ir.VectorType(_NUMBER, lanes), places))
            for places in (list(range(lanes)), list(range(lanes, 2 * lanes)))
        )
        vector = builder.select(builder.fcmp_ordered(order, high, low), high, low)
    return builder.extract_element(vector, _NUMBER(0))


@lower_builtin(highest_product, *_HIGHEST)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_highest(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    start, width = _start_of(context, builder, args[0], args[1])
    vector = [_splat(builder, component, _WORDS) for component in args[3:]]
    lanes = ir.Constant(_WORDS, [float(lane) for lane in range(_LANES)])  # compared faster than whole numbers
    best = cgutils.alloca_once_value(builder, _products(builder, start, vector))
    where = cgutils.alloca_once_value(builder, lanes)
    with cgutils.for_range_slice(builder, _PLACE(1), args[2], _PLACE(1), _PLACE) as (block, _):
        heights = _products(builder, builder.gep(start, [builder.mul(block, width)]), vector)
        higher = builder.fcmp_ordered(">", heights, builder.load(best))
        before = builder.sitofp(builder.mul(block, _PLACE(_LANES)), _WORD)
        numbers = builder.fadd(lanes, _splat(builder, before, _WORDS))
        builder.store(builder.select(higher, heights, builder.load(best)), best)
        builder.store(builder.select(higher, numbers, builder.load(where)), where)
    top = _best_lane(builder, ">", builder.load(best))
    equal = builder.fcmp_ordered("==", builder.load(best), _splat(builder, top, _WORDS))
    behind = ir.Constant(_WORDS, [2.0**53] * _LANES)
    first = _best_lane(builder, "<", builder.select(equal, builder.load(where), behind))
    return builder.fptosi(first, _PLACE)


@lower_builtin(planes_above, *_PLANES)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_planes(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    start = _start_of(context, builder, args[0], args[1])[0]
    products = _products(builder, start, [_splat(builder, component, _WORDS) for component in args[2:5]])
    behind = builder.bitcast(builder.gep(start, [_PLACE(3 * _LANES)]), _WORDS.as_pointer())
    offsets = builder.load(behind, align=8)
    heights = builder.fsub(products, offsets)
    above = builder.fcmp_ordered(">", heights, _splat(builder, args[5], _WORDS))
    return builder.zext(builder.bitcast(above, ir.IntType(_LANES)), _PLACE)


@lower_builtin(lowest_bit, _INT)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_lowest(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.cttz(args[0], ir.IntType(1)(1))
