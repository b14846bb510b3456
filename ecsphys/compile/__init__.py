"""Kernels and the three ways to run them: native code, numba's just-in-time compiler, plain Python.

`kernel` marks a function that other kernels call, `entry` one that Python calls. Kernels are and stay plain
Python functions; `backend` decides once, at import, how entries run:

- "native": this installation has an extension module, built ahead of time (`aot/`) from these sources;
- "jit": numba compiles an entry at its first call (`jit.py`) and caches it on disk;
- "python": neither is available.
"""

from __future__ import annotations

from .backends import ENABLED, backend, reason
from .entries import (
    ENTRIES,
    KERNELS,
    Entry,
    Kernel,
    compile_loop,
    entry,
    entry_like,
    inlined,
    kernel,
    python_function,
    without_gil,
)
from .primitives import (
    add_products,
    add_words,
    enter_eight_3d,
    fetch_add,
    gather_words,
    highest_product,
    lowest_bit,
    overlap_eight,
    overlap_eight_3d,
    overlap_four,
    planes_above,
    prefetch,
    wait_for,
)
from .sources import cache_root
from .types import INT, INTS, LINE, REAL, REALS2, Array, Group, Scalar, Spec, array, group, records, value

__all__ = [
    "ENABLED",
    "ENTRIES",
    "INT",
    "INTS",
    "KERNELS",
    "LINE",
    "REAL",
    "REALS2",
    "Array",
    "Entry",
    "Group",
    "Kernel",
    "Scalar",
    "Spec",
    "add_products",
    "add_words",
    "array",
    "backend",
    "cache_root",
    "compile_loop",
    "enter_eight_3d",
    "entry",
    "entry_like",
    "fetch_add",
    "gather_words",
    "group",
    "highest_product",
    "inlined",
    "kernel",
    "lowest_bit",
    "overlap_eight",
    "overlap_eight_3d",
    "overlap_four",
    "planes_above",
    "prefetch",
    "python_function",
    "reason",
    "records",
    "value",
    "wait_for",
    "without_gil",
]  # fmt: skip
