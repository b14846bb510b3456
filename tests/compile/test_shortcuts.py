"""Shortcuts through numba's front end leave all results and, afterwards, numba as they were."""

import operator

import pytest

pytest.importorskip("numba")

from numba import types
from numba.core import errors, ir
from numba.core.compiler import run_frontend
from numba.core.registry import cpu_target

from ecsphys.compile.aot.shortcuts import _PURE, shortcuts
from ecsphys.compile.entries import KERNELS
from ecsphys.compile.warm_up import find_entries


def _state():
    return [getattr(owner, name) for owner, name in [*_PURE, (ir.Inst, "_rec_list_vars")]]


def test_numba_is_as_before_afterwards():
    before = _state()
    with pytest.raises(ZeroDivisionError), shortcuts():
        assert not any(new is old for new, old in zip(_state(), before, strict=True))
        1 / 0  # noqa: B018 - raises
    assert _state() == before


def test_variables_of_instructions_are_those_that_numba_finds():
    find_entries(with_space=False)
    instructions = [
        instruction
        for kernel in list(KERNELS)[::40]
        for block in run_frontend(kernel).blocks.values()
        for instruction in block.body
    ]
    wanted = [[each.name for each in instruction.list_vars()] for instruction in instructions]
    with shortcuts():
        found = [[each.name for each in instruction.list_vars()] for instruction in instructions]
    assert found == wanted
    assert sum(map(len, wanted)) > 1000


def test_types_are_asked_for_once():
    context = cpu_target.typing_context
    context.refresh()
    asked = [
        (operator.add, (types.float64, types.int64)),
        (operator.add, (types.int64, types.int64)),
        (operator.lt, (types.float64, types.float64)),
    ]
    wanted = [context.resolve_function_type(function, args, {}) for function, args in asked]
    with shortcuts():
        for _ in range(2):
            found = [context.resolve_function_type(function, args, {}) for function, args in asked]
            assert found == wanted
            with pytest.raises(errors.TypingError):
                context.resolve_function_type(operator.add, (types.float64, types.none), {})
        addition = context.resolve_value_type(operator.add)
        first = addition.get_call_type(context, (types.float64, types.int64), {})
        assert addition.get_call_type(context, [types.float64, types.int64], {}) is first
