"""LLVM below numba: the target machine, optimisation and object code."""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()


def target(features: str) -> Any:
    """Return the machine to compile for: the least processor of its kind, plus some features."""
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu="", features=features, opt=3, reloc="pic", codemodel="default"
    )


def object_code(module: Any, machine: Any) -> bytes:
    """Optimise a module and compile it to object code."""
    builder = _pass_builder(machine, 0)
    cheap = builder.getModulePassManager()  # always-inline and loop rotation first, as numba does
    cheap.add_loop_rotate_pass()
    cheap.add_instruction_combine_pass()
    cheap.add_jump_threading_pass()
    cheap.run(module, builder)
    builder = _pass_builder(machine, 3)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def _pass_builder(machine: Any, level: int) -> Any:
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = level > 0
    options.slp_vectorization = False
    return llvm.create_pass_builder(machine, options)
