"""Machine code for `prefetch`, `gather_words`, `add_products`: four words of a row are a vector of LLVM's.

LLVM by itself would load and store each word alone (tumble-2k: `solve` 0.85 x, `relax` 0.79 x, 2026-11-22).
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from .. import LINE, add_products, gather_words, prefetch

types: Any = numba_types  # made in ways that mypy cannot follow

_FOUR = 4
_WORD, _NUMBER, _PLACE = ir.DoubleType(), ir.IntType(32), ir.IntType(64)
_WORDS = ir.VectorType(_WORD, _FOUR)
_NOTHING = ir.Constant(_WORDS, [0.0] * _FOUR)
_ALIGNED = 8  # bytes


@infer_global(gather_words)
@infer_global(add_products)
@infer_global(prefetch)
class _OfRows(AbstractTemplate):  # type: ignore[misc, unused-ignore]
    def generic(self, args: Any, kws: Any) -> Any:
        numbers = [types.int64 if isinstance(kind, types.Integer) else kind for kind in args]
        return signature(types.none, *numbers)


def _shuffled(builder: Any, one: Any, two: Any, *lanes: int) -> Any:
    return builder.shuffle_vector(one, two, ir.Constant(ir.VectorType(_NUMBER, _FOUR), list(lanes)))


def _transposed(builder: Any, rows: list[Any]) -> list[Any]:
    """Four vectors, as rows of a matrix, to its columns, or back."""
    even = [_shuffled(builder, rows[k], rows[k + 1], 0, 4, 2, 6) for k in (0, 2)]
    odd = [_shuffled(builder, rows[k], rows[k + 1], 1, 5, 3, 7) for k in (0, 2)]
    low = [_shuffled(builder, *pair, 0, 1, 4, 5) for pair in (even, odd)]
    high = [_shuffled(builder, *pair, 2, 3, 6, 7) for pair in (even, odd)]
    return low + high


class _Lanes:
    """The arguments of a call: where the words of rows and of lanes are."""

    def __init__(self, context: Any, builder: Any, kinds: Any, values: Any):
        self.builder = builder
        records, numbers, lanes = [
            context.make_array(kinds[k])(context, builder, values[k]) for k in (0, -4, -3)
        ]
        self.rows = builder.bitcast(records.data, _WORD.as_pointer())
        self.width = _PLACE(kinds[0].dtype.size // 8)
        self.numbers = numbers.data
        self.lanes = builder.bitcast(lanes.data, _WORD.as_pointer())
        self.length = builder.extract_value(lanes.shape, 1)
        self.lo, self.hi = values[-2:]

    def row(self, i: Any, first: Any) -> Any:
        """Where four words of lane i's row are."""
        number = self.builder.load(self.builder.gep(self.numbers, [i]))
        place = self.builder.mul(self.builder.sext(number, _PLACE), self.width)
        pointer = self.builder.gep(self.rows, [self.builder.add(place, first)])
        return self.builder.bitcast(pointer, _WORDS.as_pointer())

    def lane(self, k: int, i: Any) -> Any:
        """Where word k of lane i is."""
        return self.builder.gep(self.lanes, [self.builder.add(self.builder.mul(_PLACE(k), self.length), i)])

    def each(self, block: Any, single: Any) -> None:
        """Loops over the lanes: `block(i)` for four from i on, `single(i)` for those that are left."""
        count = self.builder.sub(self.hi, self.lo)
        end = self.builder.add(self.lo, self.builder.and_(count, _PLACE(-_FOUR)))
        for start, stop, step, body in ((self.lo, end, _FOUR, block), (end, self.hi, 1, single)):
            loop = cgutils.for_range_slice(self.builder, start, stop, _PLACE(step), _PLACE)
            with loop as (i, _):
                body(i)


@lower_builtin(gather_words, types.Array, types.int64, types.Array, types.Array, types.int64, types.int64)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_gather_words(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    lanes, first = _Lanes(context, builder, sig.args, args), args[1]

    def read(i: Any) -> Any:
        return builder.load(lanes.row(i, first), align=_ALIGNED)

    def block(i: Any) -> None:
        rows = [read(builder.add(i, _PLACE(k))) for k in range(_FOUR)]
        for k, column in enumerate(_transposed(builder, rows)):
            place = builder.bitcast(lanes.lane(k, i), _WORDS.as_pointer())
            builder.store(column, place, align=_ALIGNED)

    def single(i: Any) -> None:
        row = read(i)
        for k in range(_FOUR):
            builder.store(builder.extract_element(row, _NUMBER(k)), lanes.lane(k, i))

    lanes.each(block, single)
    return context.get_dummy_value()


@lower_builtin(  # type: ignore[untyped-decorator, unused-ignore]
    add_products, types.Array, types.int64, types.int64, types.Array, types.Array, types.int64, types.int64
)
def _lower_add_products(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    lanes, first, factors = _Lanes(context, builder, sig.args, args), args[1], args[2]

    def add(i: Any, amounts: Any) -> None:
        place = lanes.row(i, first)
        factor = builder.load(lanes.row(i, factors), align=_ALIGNED)
        total = builder.fadd(builder.load(place, align=_ALIGNED), builder.fmul(factor, amounts))
        builder.store(total, place, align=_ALIGNED)

    def block(i: Any) -> None:
        columns = [
            builder.load(builder.bitcast(lanes.lane(k, i), _WORDS.as_pointer()), align=_ALIGNED)
            for k in range(3)
        ]
        for k, row in enumerate(_transposed(builder, [*columns, _NOTHING])):
            add(builder.add(i, _PLACE(k)), row)

    def single(i: Any) -> None:
        amounts = _NOTHING
        for k in range(3):
            amounts = builder.insert_element(amounts, builder.load(lanes.lane(k, i)), _NUMBER(k))
        add(i, amounts)

    lanes.each(block, single)
    return context.get_dummy_value()


@lower_builtin(prefetch, types.Array, types.int64)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_prefetch(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    byte, to_read, soon, data = ir.IntType(8).as_pointer(), _NUMBER(0), _NUMBER(3), _NUMBER(1)
    kind = ir.FunctionType(ir.VoidType(), [byte, _NUMBER, _NUMBER, _NUMBER])
    ask = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    kind_of_rows, rows = sig.args[0], context.make_array(sig.args[0])(context, builder, args[0])
    start, stride = builder.bitcast(rows.data, byte), builder.extract_value(rows.strides, 0)
    if kind_of_rows.ndim == 1:  # then LLVM knows how many lines it is
        stride = _PLACE(context.get_abi_sizeof(context.get_data_type(kind_of_rows.dtype)))
    row = builder.gep(start, [builder.mul(args[1], stride)])
    with cgutils.for_range_slice(builder, _PLACE(0), stride, _PLACE(LINE), _PLACE) as (line, _):
        builder.call(ask, [builder.gep(row, [line]), to_read, soon, data])
    return context.get_dummy_value()
