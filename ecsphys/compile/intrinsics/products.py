"""Machine code of `highest_product`, `products_above` and `planes_above`: eight vectors in registers.

Products are rounded after each operation, as in plain Python: the same bits.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types as numba_types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from ..primitives import highest_product, planes_above, products_above

types: Any = numba_types  # made in ways that mypy cannot follow
_BLOCKS, _REAL, _INT = types.Array(types.float64, 2, "C"), types.float64, types.int64
_HIGHEST = _BLOCKS, _INT, _INT, _REAL, _REAL, _REAL
_ABOVE = _BLOCKS, _INT, _INT, _REAL, _REAL, _REAL, _REAL
_PLANES = _BLOCKS, _INT, _REAL, _REAL, _REAL, _REAL
_LANES = 8
_WORD, _NUMBER, _PLACE = ir.DoubleType(), ir.IntType(32), ir.IntType(64)
_WORDS, _PLACES = ir.VectorType(_WORD, _LANES), ir.VectorType(_PLACE, _LANES)


@type_callable(highest_product)  # type: ignore[untyped-decorator, unused-ignore]
def _type_highest(context: Any) -> Any:
    def typer(blocks: Any, first: Any, count: Any, x: Any, y: Any, z: Any) -> Any:
        return _INT(*_HIGHEST)

    return typer


@type_callable(products_above)  # type: ignore[untyped-decorator, unused-ignore]
def _type_above(context: Any) -> Any:
    def typer(blocks: Any, row: Any, column: Any, x: Any, y: Any, z: Any, least: Any) -> Any:
        return _INT(*_ABOVE)

    return typer


@type_callable(planes_above)  # type: ignore[untyped-decorator, unused-ignore]
def _type_planes(context: Any) -> Any:
    def typer(blocks: Any, row: Any, x: Any, y: Any, z: Any, least: Any) -> Any:
        return _INT(*_PLANES)

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


def _reduce(builder: Any, name: str, vector: Any) -> Any:
    """Reduce a vector to one number by an LLVM intrinsic."""
    kind = ir.FunctionType(vector.type.element, [vector.type])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [vector])


def _bits_above(builder: Any, numbers: Any, least: Any) -> Any:
    """Return which numbers are above another one, as bits."""
    above = builder.fcmp_ordered(">", numbers, _splat(builder, least, _WORDS))
    return builder.zext(builder.bitcast(above, ir.IntType(_LANES)), _PLACE)


@lower_builtin(highest_product, *_HIGHEST)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_highest(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    start, width = _start_of(context, builder, args[0], args[1])
    vector = [_splat(builder, component, _WORDS) for component in args[3:]]
    lanes = ir.Constant(_PLACES, list(range(_LANES)))
    best = cgutils.alloca_once_value(builder, _products(builder, start, vector))
    where = cgutils.alloca_once_value(builder, lanes)
    with cgutils.for_range_slice(builder, _PLACE(1), args[2], _PLACE(1), _PLACE) as (block, _):
        heights = _products(builder, builder.gep(start, [builder.mul(block, width)]), vector)
        higher = builder.fcmp_ordered(">", heights, builder.load(best))
        numbers = builder.add(lanes, _splat(builder, builder.mul(block, _PLACE(_LANES)), _PLACES))
        builder.store(builder.select(higher, heights, builder.load(best)), best)
        builder.store(builder.select(higher, numbers, builder.load(where)), where)
    top = _reduce(builder, "llvm.vector.reduce.fmax.v8f64", builder.load(best))
    equal = builder.fcmp_ordered("==", builder.load(best), _splat(builder, top, _WORDS))
    behind = _splat(builder, builder.mul(args[2], _PLACE(_LANES)), _PLACES)
    first = builder.select(equal, builder.load(where), behind)
    return _reduce(builder, "llvm.vector.reduce.smin.v8i64", first)


@lower_builtin(products_above, *_ABOVE)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_above(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    start = builder.gep(_start_of(context, builder, args[0], args[1])[0], [args[2]])
    products = _products(builder, start, [_splat(builder, component, _WORDS) for component in args[3:6]])
    return _bits_above(builder, products, args[6])


@lower_builtin(planes_above, *_PLANES)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_planes(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    start = _start_of(context, builder, args[0], args[1])[0]
    products = _products(builder, start, [_splat(builder, component, _WORDS) for component in args[2:5]])
    behind = builder.bitcast(builder.gep(start, [_PLACE(3 * _LANES)]), _WORDS.as_pointer())
    offsets = builder.load(behind, align=8)
    return _bits_above(builder, builder.fsub(products, offsets), args[5])
