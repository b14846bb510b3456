"""LLVM below numba: target machines, optimisation and object code."""

from __future__ import annotations

from functools import cache
from typing import Any

import llvmlite.binding as llvm

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()


def target(triple: str, features: str) -> Any:
    """Return a machine to compile for: the least processor of its kind, plus some features."""
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu="", features=features, opt=3, reloc="pic", codemodel="default"
    )


def aim(module: Any, machine: Any) -> None:
    """Make a module one of a machine, whatever it was before: they must have the same types."""
    module.triple, module.data_layout = machine.triple, str(machine.target_data)


@cache
def _plain_machine() -> Any:
    return target(llvm.get_process_triple(), "")


def simplify(module: Any) -> None:
    """Simplify each function of a module by itself, as numba does: callers take in less then."""
    machine = _plain_machine()
    module.data_layout = str(machine.target_data)
    builder = _pass_builder(machine, 3)
    passes = builder.getFunctionPassManager()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)


def optimize(module: Any, machine: Any) -> None:
    """Optimise a module."""
    builder = _pass_builder(machine, 0)
    cheap = builder.getModulePassManager()  # always-inline and loop rotation first, as numba does
    cheap.add_loop_rotate_pass()
    cheap.add_instruction_combine_pass()
    cheap.add_jump_threading_pass()
    cheap.run(module, builder)
    builder = _pass_builder(machine, 3)
    builder.getModulePassManager().run(module, builder)


def object_code(module: Any, machine: Any) -> bytes:
    """Compile an optimised module to object code."""
    module = module.clone()  # LLVM changes it on the way
    aim(module, machine)
    return bytes(machine.emit_object(module))


def _pass_builder(machine: Any, level: int) -> Any:
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = level > 0
    options.slp_vectorization = False
    return llvm.create_pass_builder(machine, options)
