"""LLVM below numba: the target machine, optimisation, object code, and how Python comes to call it.

Only llvmlite is needed here: kernels from the cache run without numba being imported.
"""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()

# What wrappers find behind the symbol `ecsphys_context`, see `wrapper.py` and `native.c`.
_OBJECTS: tuple[Any, ...] = (np.ndarray, None, TypeError, IndexError)
_context = (ctypes.py_object * len(_OBJECTS))(*map(ctypes.py_object, _OBJECTS))
llvm.add_symbol("ecsphys_context", ctypes.addressof(_context))

# What lets another thread have the processor, see `shared.py` and `native.c`.
if sys.platform == "win32":
    _yield = ctypes.windll.kernel32.SwitchToThread
else:
    _yield = ctypes.CDLL(None).sched_yield
llvm.add_symbol("ecsphys_yield", ctypes.cast(_yield, ctypes.c_void_p).value)

# Where the parts of Python's objects are, see `wrapper.py`, depends on its version and how it was built.
PYTHON = f"{sys.implementation.cache_tag} {object.__basicsize__}"

_FASTCALL = 0x80  # METH_FASTCALL


@cache
def host() -> tuple[str, str]:
    """Name and features of this processor, as LLVM puts them."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def target(cpu: str, features: str) -> Any:
    """A machine to optimise and emit for; `"", ""` is the least of its kind."""
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=cpu, features=features, opt=3, reloc="pic", codemodel="default"
    )


def object_code(module: Any, machine: Any) -> bytes:
    """Optimise a module and make machine code of it."""
    builder = _pass_builder(machine, 0)
    tidy = builder.getModulePassManager()  # inlines what must be, and readies loops, as numba does
    tidy.add_loop_rotate_pass()
    tidy.add_instruction_combine_pass()
    tidy.add_jump_threading_pass()
    tidy.run(module, builder)
    builder = _pass_builder(machine, 3)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def _pass_builder(machine: Any, level: int) -> Any:
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = level > 0
    options.slp_vectorization = False
    return llvm.create_pass_builder(machine, options)


@cache
def _engine() -> Any:
    arm = platform.machine() in ("aarch64", "arm64")  # its calls reach no further than 128 MB
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), target(*host()), use_lmm=arm)


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("call", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_builtin = ctypes.pythonapi.PyCFunction_NewEx
_builtin.argtypes = (ctypes.POINTER(_MethodDef), ctypes.py_object, ctypes.c_void_p)
_builtin.restype = ctypes.py_object
_methods: list[_MethodDef] = []  # they must outlive their functions
# ... also when Python ends and takes both apart, in an order that is up to chance: it crashed then.
ctypes.pythonapi.Py_IncRef(ctypes.py_object(_methods))


def load(code: bytes, symbol: str, result: object) -> Callable[..., Any]:
    """The function `symbol` of some object code; `result` is the NamedTuple that it returns, or None."""
    engine = _engine()
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address = engine.get_function_address(symbol)
    _methods.append(_MethodDef(symbol.encode(), address, _FASTCALL, None))
    return _builtin(ctypes.byref(_methods[-1]), result, None)  # type: ignore[no-any-return]
