"""Machine code of `prefetch`: one instruction for each cache line of a row."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types as numba_types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from ..primitives import prefetch
from ..types import LINE

types: Any = numba_types  # made in ways that mypy cannot follow

_BYTE, _NUMBER, _PLACE = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)
_READ, _KEEP, _DATA = _NUMBER(0), _NUMBER(3), _NUMBER(1)  # for reading, into all levels of the data cache


@type_callable(prefetch)  # type: ignore[untyped-decorator, unused-ignore]
def _type_prefetch(context: Any) -> Any:
    def typer(rows: Any, row: Any) -> Any:
        return types.none(rows, types.int64)

    return typer


@lower_builtin(prefetch, types.Array, types.int64)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_prefetch(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = ir.FunctionType(ir.VoidType(), [_BYTE, _NUMBER, _NUMBER, _NUMBER])
    instruction = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    rows = cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0])
    stride = builder.extract_value(rows.strides, 0)
    if isinstance(sig.args[0].dtype, types.Record):  # a constant: LLVM unrolls the loop over its lines
        stride = _PLACE(sig.args[0].dtype.size)
    row = builder.gep(builder.bitcast(rows.data, _BYTE), [builder.mul(args[1], stride)])
    with cgutils.for_range_slice(builder, _PLACE(0), stride, _PLACE(LINE), _PLACE) as (line, _):
        builder.call(instruction, [builder.gep(row, [line]), _READ, _KEEP, _DATA])
    return context.get_dummy_value()
