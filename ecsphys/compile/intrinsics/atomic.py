"""Machine code for `fetch_add` and `wait_for`: how threads in the same kernel agree on who does what."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from .. import fetch_add, wait_for

types: Any = numba_types  # made in ways that mypy cannot follow

# So often a thread looks again before it lets others have its processor, some 20 us. That is longer than what
# it waits for takes, unless that thread has no processor: whoever lets go may get it back only after
# milliseconds.
_PATIENCE = 20_000


class _Shared(AbstractTemplate):  # type: ignore[misc, unused-ignore]
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(self.result, types.Array(types.int64, 1, "C"), types.int64, types.int64)


@infer_global(fetch_add)
class _FetchAdd(_Shared):
    result = types.int64


@infer_global(wait_for)
class _WaitFor(_Shared):
    result = types.none


def _address(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    array = context.make_array(sig.args[0])(context, builder, args[0])
    return cgutils.get_item_pointer(context, builder, sig.args[0], array, [args[1]])


@lower_builtin(fetch_add, types.Array, types.int64, types.int64)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_fetch_add(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.atomic_rmw("add", _address(context, builder, sig, args), args[2], "acq_rel")


@lower_builtin(wait_for, types.Array, types.int64, types.int64)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_wait_for(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    address = _address(context, builder, sig, args)
    looks = cgutils.alloca_once_value(builder, context.get_constant(types.int64, 0))
    look = builder.append_basic_block("look")
    again = builder.append_basic_block("again")
    done = builder.append_basic_block("done")
    builder.branch(look)
    builder.position_at_end(look)
    builder.cbranch(
        builder.icmp_signed(">=", builder.load_atomic(address, "acquire", 8), args[2]), done, again
    )
    builder.position_at_end(again)
    count = builder.add(builder.load(looks), context.get_constant(types.int64, 1))
    builder.store(count, looks)
    tired = builder.icmp_signed(">", count, context.get_constant(types.int64, _PATIENCE))
    with builder.if_then(tired, likely=False):
        let_others = ir.FunctionType(ir.VoidType(), [])
        builder.call(cgutils.get_or_insert_function(builder.module, let_others, "ecsphys_yield"), [])
    builder.branch(look)
    builder.position_at_end(done)
    return context.get_dummy_value()
