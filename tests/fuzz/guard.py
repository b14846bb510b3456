"""Guard pages: an access beside an array ends the process by SIGSEGV.

    python -m tests.fuzz.guard behind       runs the tests' share of all fuzzers so
    python -m tests.fuzz.guard before

numpy takes the memory of arrays from an exchangeable handler (NEP 49). This one, in `guard.c`, maps pages of
its own for each array, the last byte of which lies before a page without any access, or the first one behind
it; freed arrays are unmapped. Needs Linux and a C compiler.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

SIDES = ("behind", "before")
_SET_HANDLER = 304  # place of PyDataMem_SetHandler in numpy's table of C functions
_kept: list[Any] = []  # what numpy refers to


class _Allocator(ctypes.Structure):
    """`PyDataMemAllocator` of numpy's C API."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("context", "malloc", "calloc", "realloc", "free")]


class _Handler(ctypes.Structure):
    """`PyDataMem_Handler` of numpy's C API."""

    _fields_ = [("name", ctypes.c_char * 127), ("version", ctypes.c_uint8), ("allocator", _Allocator)]


def install(side: str) -> None:
    """Give all arrays made from now on a guard page on one side; import ecsphys before."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "guard.so"
        source = Path(__file__).with_name("guard.c")
        compiler = os.environ.get("CC", "cc")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", path, source], check=True)
        library = ctypes.CDLL(str(path))
    ctypes.c_int.in_dll(library, "guard_before").value = int(side == "before")
    places = [
        ctypes.cast(getattr(library, f"guard_{name}"), ctypes.c_void_p)
        for name in ("malloc", "calloc", "realloc", "free")
    ]
    handler = _Handler(b"guard", 1, _Allocator(None, *places))
    new_capsule = ctypes.pythonapi.PyCapsule_New
    new_capsule.restype = ctypes.py_object
    new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    capsule = new_capsule(ctypes.addressof(handler), b"mem_handler", None)
    _kept.extend((library, handler, capsule))
    _set_handler()(capsule)
    # interrupts are held in code of modules named so, and not in what looks like the game's
    own_records = FunctionType(records.__code__, {**globals(), "__name__": "ecsphys.guard"})
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("ecsphys") and hasattr(module, "records"):
            module.records = own_records


def _set_handler() -> Any:
    """Return numpy's `PyDataMem_SetHandler`."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    table = ctypes.cast(pointer(np._core._multiarray_umath._ARRAY_API, None), ctypes.POINTER(ctypes.c_void_p))
    return ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(table[_SET_HANDLER])


def records(n: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Stands in for `compile.records`, without the room by which that aligns: rows end at the guard."""
    rows: np.ndarray[Any, Any] = np.zeros(n * dtype.itemsize, np.uint8).view(dtype)
    return rows


def main(side: str) -> int:
    """Run seeds of all fuzzers with guard pages on one side; a system call for each array costs time."""
    from tests.fuzz.__main__ import fuzz
    from tests.fuzz.test_fuzz import COUNTS

    install(side)
    counts = {name: share.compiled for name, share in COUNTS.items()}
    return sum(fuzz(name, 0, count, None) for name, count in counts.items() if count)


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1])))
