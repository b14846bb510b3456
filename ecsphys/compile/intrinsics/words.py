"""Machine code of `gather_words`, `add_products` and `add_words`: four words of a record are one LLVM vector.

LLVM's vectoriser would load and store each word separately (tumble-2k: with this `solve` takes 0.85, `relax`
0.79 times as long, 2026-11-22).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types as numba_types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from ..primitives import add_products, add_words, gather_words

types: Any = numba_types  # made in ways that mypy cannot follow

_FOUR = 4
_WORD, _NUMBER, _PLACE = ir.DoubleType(), ir.IntType(32), ir.IntType(64)
_WORDS = ir.VectorType(_WORD, _FOUR)
_ZEROS = ir.Constant(_WORDS, [0.0] * _FOUR)
_ALIGNED = 8  # bytes


def _signature(*kinds: Any) -> Any:
    """Return a signature in which integers are int64, whatever literals were given."""
    return types.none(*(types.int64 if isinstance(kind, types.Integer) else kind for kind in kinds))


@type_callable(gather_words)  # type: ignore[untyped-decorator, unused-ignore]
def _type_gather_words(context: Any) -> Any:
    def typer(rows: Any, first: Any, numbers: Any, out: Any, lo: Any, hi: Any) -> Any:
        return _signature(rows, first, numbers, out, lo, hi)

    return typer


@type_callable(add_words)  # type: ignore[untyped-decorator, unused-ignore]
def _type_add_words(context: Any) -> Any:
    def typer(rows: Any, first: Any, numbers: Any, amounts: Any, lo: Any, hi: Any) -> Any:
        return _signature(rows, first, numbers, amounts, lo, hi)

    return typer


@type_callable(add_products)  # type: ignore[untyped-decorator, unused-ignore]
def _type_add_products(context: Any) -> Any:
    def typer(rows: Any, first: Any, factors: Any, numbers: Any, amounts: Any, lo: Any, hi: Any) -> Any:
        return _signature(rows, first, factors, numbers, amounts, lo, hi)

    return typer


def _shuffle(builder: Any, one: Any, two: Any, *lanes: int) -> Any:
    return builder.shuffle_vector(one, two, ir.Constant(ir.VectorType(_NUMBER, _FOUR), list(lanes)))


def _transpose(builder: Any, rows: list[Any]) -> list[Any]:
    """Transpose a matrix whose rows are four vectors."""
    even = [_shuffle(builder, rows[k], rows[k + 1], 0, 4, 2, 6) for k in (0, 2)]
    odd = [_shuffle(builder, rows[k], rows[k + 1], 1, 5, 3, 7) for k in (0, 2)]
    low = [_shuffle(builder, *pair, 0, 1, 4, 5) for pair in (even, odd)]
    high = [_shuffle(builder, *pair, 2, 3, 6, 7) for pair in (even, odd)]
    return low + high


class _Lanes:
    """The arguments of a call, as addresses of the words of records and of lanes."""

    def __init__(self, context: Any, builder: Any, kinds: Any, values: Any):
        self.builder = builder
        records, numbers, lanes = [
            cgutils.create_struct_proxy(kinds[k])(context, builder, values[k]) for k in (0, -4, -3)
        ]
        self.rows = builder.bitcast(records.data, _WORD.as_pointer())
        self.width = _PLACE(kinds[0].dtype.size // 8)
        self.numbers = numbers.data
        self.lanes = builder.bitcast(lanes.data, _WORD.as_pointer())
        self.length = builder.extract_value(lanes.shape, 1)
        self.lo, self.hi = values[-2:]

    def row(self, i: Any, first: Any) -> Any:
        """Return the address of four words of lane i's record."""
        number = self.builder.load(self.builder.gep(self.numbers, [i]))
        place = self.builder.mul(self.builder.sext(number, _PLACE), self.width)
        pointer = self.builder.gep(self.rows, [self.builder.add(place, first)])
        return self.builder.bitcast(pointer, _WORDS.as_pointer())

    def lane(self, k: int, i: Any) -> Any:
        """Return the address of word k of lane i."""
        return self.builder.gep(self.lanes, [self.builder.add(self.builder.mul(_PLACE(k), self.length), i)])

    def each(self, block: Any, single: Any) -> None:
        """Emit loops over the lanes: `block(i)` for four from i on, `single(i)` for the remaining ones."""
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
        for k, column in enumerate(_transpose(builder, rows)):
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

    def product(i: Any, amounts: Any) -> Any:
        return builder.fmul(builder.load(lanes.row(i, factors), align=_ALIGNED), amounts)

    _add(builder, lanes, first, product)
    return context.get_dummy_value()


@lower_builtin(add_words, types.Array, types.int64, types.Array, types.Array, types.int64, types.int64)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_add_words(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    _add(builder, _Lanes(context, builder, sig.args, args), args[1], lambda i, amounts: amounts)
    return context.get_dummy_value()


def _add(builder: Any, lanes: _Lanes, first: Any, term: Callable[[Any, Any], Any]) -> None:
    """Emit what adds to three words of each lane's record the term of its amounts."""

    def add(i: Any, amounts: Any) -> None:
        place, value = lanes.row(i, first), term(i, amounts)
        total = builder.fadd(builder.load(place, align=_ALIGNED), value)
        builder.store(total, place, align=_ALIGNED)

    def block(i: Any) -> None:
        columns = [
            builder.load(builder.bitcast(lanes.lane(k, i), _WORDS.as_pointer()), align=_ALIGNED)
            for k in range(3)
        ]
        for k, row in enumerate(_transpose(builder, [*columns, _ZEROS])):
            add(builder.add(i, _PLACE(k)), row)

    def single(i: Any) -> None:
        amounts = _ZEROS
        for k in range(3):
            amounts = builder.insert_element(amounts, builder.load(lanes.lane(k, i)), _NUMBER(k))
        add(i, amounts)

    lanes.each(block, single)
