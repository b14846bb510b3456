"""Machine code of `fetch_add` and `wait_for`, by which threads in the same kernel share out their tasks."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types as numba_types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from ..primitives import fetch_add, wait_for

types: Any = numba_types  # made in ways that mypy cannot follow
_COUNTERS, _INT = types.Array(types.int64, 1, "C"), ir.IntType(64)

# Checks of the counter before a waiting thread yields its processor, some 20 us. That is longer than the
# stages it waits for, unless their thread has lost its processor; a thread that yields may get its own back
# only after milliseconds.
_CHECKS = 20_000

# How to yield: compiled code finds it by this name, in native builds in `native.c`.
_YIELD = "ecsphys_yield"
if sys.platform == "win32":
    _yield = ctypes.windll.kernel32.SwitchToThread
else:
    _yield = ctypes.CDLL(None).sched_yield
llvm.add_symbol(_YIELD, ctypes.cast(_yield, ctypes.c_void_p).value)


@type_callable(fetch_add)  # type: ignore[untyped-decorator, unused-ignore]
def _type_fetch_add(context: Any) -> Any:
    def typer(numbers: Any, place: Any, change: Any) -> Any:
        return types.int64(_COUNTERS, types.int64, types.int64)

    return typer


@type_callable(wait_for)  # type: ignore[untyped-decorator, unused-ignore]
def _type_wait_for(context: Any) -> Any:
    def typer(numbers: Any, place: Any, least: Any) -> Any:
        return types.none(_COUNTERS, types.int64, types.int64)

    return typer


def _address(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    array = cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0])
    return builder.gep(array.data, [args[1]])


@lower_builtin(fetch_add, types.Array, types.int64, types.int64)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_fetch_add(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.atomic_rmw("add", _address(context, builder, sig, args), args[2], "acq_rel")


@lower_builtin(wait_for, types.Array, types.int64, types.int64)  # type: ignore[untyped-decorator, unused-ignore]
def _lower_wait_for(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    address = _address(context, builder, sig, args)
    checks = cgutils.alloca_once_value(builder, _INT(0))
    check = builder.append_basic_block("check")
    again = builder.append_basic_block("again")
    done = builder.append_basic_block("done")
    builder.branch(check)
    builder.position_at_end(check)
    reached = builder.icmp_signed(">=", builder.load_atomic(address, "acquire", 8), args[2])
    builder.cbranch(reached, done, again)
    builder.position_at_end(again)
    count = builder.add(builder.load(checks), _INT(1))
    builder.store(count, checks)
    with builder.if_then(builder.icmp_signed(">", count, _INT(_CHECKS)), likely=False):
        kind = ir.FunctionType(ir.VoidType(), [])
        builder.call(cgutils.get_or_insert_function(builder.module, kind, _YIELD), [])
    builder.branch(check)
    builder.position_at_end(done)
    return context.get_dummy_value()
