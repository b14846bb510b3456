"""How kernels come to run: as machine code made ahead of time, made on first use, or as plain Python.

`kernel` marks a function that other kernels call, `entry` one that Python calls. Kernels are and stay plain
Python functions; what becomes an entry is decided once, at import, by `backend`:

- "native": this installation has their machine code in an extension module, made from these very sources;
- "jit": numba makes it at the first call, and it is kept on disk;
- "python": neither is there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from .backends import backend, can_compile, native, reason
from .sources import cache_root, reachable

__all__ = [
    "AHEAD", "ENABLED", "ENTRIES", "INT", "INTS", "KERNELS", "LINE", "REAL", "REALS2", "Array", "Entry",
    "Group", "Scalar", "Spec", "add_products", "array", "backend", "cache_root", "eight_meet", "entry",
    "fetch_add", "four_meet", "gather_words", "group", "inlined", "kernel", "loop_around", "plain",
    "prefetch", "prefetch_ahead", "reachable", "reason", "records", "value", "wait_for",
]  # fmt: skip

LINE = 64  # bytes of a cache line
AHEAD = 8  # turns of a loop: so long before it is needed a row is asked for, see `prefetch`
F = TypeVar("F", bound=Callable[..., Any])
ENABLED = backend != "python"

KERNELS: dict[Callable[..., Any], bool] = {}
"""All kernels, and whether LLVM must inline them."""


def kernel(function: F) -> F:
    """A function that other kernels call; to Python it stays what it is."""
    KERNELS[function] = False
    return function


def inlined(function: F) -> F:
    """A small kernel for inner loops that LLVM must inline where by itself it would not.

    Its values then stay in registers instead of going through memory from kernel to kernel: two boxes
    collide in 108 instead of 180 ns (2026-11-21).
    """
    KERNELS[function] = True
    return function


def fetch_add(numbers: Any, place: int, change: int) -> int:
    """Add to a whole number that threads share; returns what it was. No change of another thread gets lost.

    Kernels only; in compiled ones what a thread wrote before it is seen by those who see its sum.
    """
    before = int(numbers[place])
    numbers[place] = before + change
    return before


def wait_for(numbers: Any, place: int, least: int) -> None:
    """Wait until a whole number that threads share has come to `least`. Kernels only; in plain Python, which
    runs one thread, it has.
    """


def gather_words(rows: Any, first: int, numbers: Any, out: Any, lo: int, hi: int) -> None:
    """`out[k, i]` = word `first + k` (k < 4, doubles) of row `numbers[i]` of some records, `lo` <= i < `hi`.

    Kernels only. Compiled, four rows are read at once and transposed in registers.
    """
    words = rows.view(np.float64).reshape(len(rows), -1)
    out[:, lo:hi] = words[numbers[lo:hi], first : first + 4].T


def add_products(rows: Any, first: int, factors: int, numbers: Any, amounts: Any, lo: int, hi: int) -> None:
    """Add `amounts[k, i]` times word `factors + k` to word `first + k` (k < 3) of row `numbers[i]`.

    Kernels only. The words after these three, too, must be finite numbers: they are added 0 times.
    """
    words = rows.view(np.float64).reshape(len(rows), -1)
    for i in range(lo, hi):
        row = words[numbers[i]]
        row[first : first + 3] += row[factors : factors + 3] * amounts[:3, i]


def prefetch(rows: Any, row: int) -> None:
    """Ask for a whole row that will be needed soon. Kernels only; changes nothing, wherever it points."""


@inlined
def prefetch_ahead(rows: Any, numbers: Any, at: int, end: int) -> None:
    """Ask for the row that a loop over `numbers` to before `end` will need AHEAD turns after turn `at`."""
    prefetch(rows, numbers[min(at + AHEAD, end - 1)])


def four_meet(boxes: Any, row: int, lx: float, ly: float, ux: float, uy: float) -> int:
    """Which of four boxes overlap a box, one a bit; touching counts, and NaN never does. Kernels only.

    A row of `boxes` has their lower x, then their lower y, upper x and upper y. Compiled it is a few vector
    instructions, of which LLVM makes none out of a loop so short.
    """
    return _meet(boxes[row].reshape(4, -1), lx, ly, ux, uy)


def eight_meet(boxes: Any, row: int, lx: float, ly: float, ux: float, uy: float) -> int:
    """`four_meet` of eight boxes."""
    return _meet(boxes[row].reshape(4, -1), lx, ly, ux, uy)


def _meet(sides: Any, lx: float, ly: float, ux: float, uy: float) -> int:
    meet = (sides[0] <= ux) & (sides[1] <= uy) & (sides[2] >= lx) & (sides[3] >= ly)
    return sum(1 << k for k in np.flatnonzero(meet).tolist())


def plain(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """The Python function behind one that a user compiled with numba; None for one that was not compiled."""
    return getattr(function, "py_func", None)


def loop_around(function: Callable[..., Any], make: Callable[[Any], Any]) -> Any:
    """The loop that `make` puts around a function which a user compiled, to be called from Python.

    It is compiled at its first call and kept in memory only. An entry kernel could not take the function as
    an argument: it would be compiled anew for each one, and its cache would not know them.
    """
    if not ENABLED:
        return make(plain(function))
    import numba  # the user has it

    return numba.njit(error_model="numpy")(make(function))


def records(n: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """`n` zeroed rows of a record array, from the start of a cache line on.

    Its rows have attributes in every back end.
    """
    raw = np.zeros(n * dtype.itemsize + LINE, np.uint8)
    start = -raw.ctypes.data % LINE
    rows = raw[start : start + n * dtype.itemsize].view(dtype)
    return rows if ENABLED else rows.view(np.recarray)


class Spec:
    """The type of one argument of an entry kernel."""


@dataclass(frozen=True)
class Scalar(Spec):
    """A number: `float` (64 bits) or `int` (64 bits)."""

    kind: type


@dataclass(frozen=True)
class Array(Spec):
    """A C-contiguous array of numbers or of records."""

    dtype: np.dtype[Any]
    ndim: int


@dataclass(frozen=True)
class Group(Spec):
    """A NamedTuple `kind` whose fields have the given types."""

    kind: type
    fields: tuple[Spec, ...]


def array(dtype: Any, ndim: int = 1) -> Array:
    """A C-contiguous array of numbers or of records."""
    return Array(np.dtype(dtype), ndim)


def group(kind: type, *fields: Spec) -> Group:
    """A NamedTuple `kind` whose fields have the given types."""
    return Group(kind, fields)


value = group  # the same, for NamedTuples of scalars
REAL, INT = Scalar(float), Scalar(int)
REALS2, INTS = array(np.float64, 2), array(np.int64)


class Entry:
    """A kernel that Python calls, with its one signature."""

    def __init__(self, function: Callable[..., Any], signature: tuple[Spec, ...]):
        self.python: Callable[..., Any] = function
        self.signature: tuple[Spec, ...] = signature
        self.name: str = f"{function.__module__.removeprefix('ecsphys.')}.{function.__name__}"
        self.source: Path = Path(function.__code__.co_filename)
        result = function.__globals__.get(str(function.__annotations__.get("return")))
        self.result: type[tuple[Any, ...]] | None = (
            result if isinstance(result, type) and issubclass(result, tuple) else None
        )
        self._run: Callable[..., Any] | None = None

    def __call__(self, *args: Any) -> Any:
        """Run the kernel."""
        return (self._run or self.compile())(*args)

    def compile(self) -> Callable[..., Any]:
        """What to call: made now, or kept from an earlier run, or what it is in plain Python."""
        if self._run is None:
            self._run = self._made()
        return self._run

    def _made(self) -> Callable[..., Any]:
        if backend == "python":
            return self.python
        if native is not None and self.name in native.kernels:
            return native.bind(self.name, self.result)  # type: ignore[no-any-return]
        if not can_compile:
            raise RuntimeError(f"{self.name} is not in the native build: install ecsphys again, or numba")
        from .aot.cached import compiled

        return compiled(self)


ENTRIES: list[Entry] = []


def entry(*signature: Spec) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark a kernel that Python calls and state its one signature."""

    def marked(function: Callable[..., Any]) -> Callable[..., Any]:
        one = Entry(function, signature)
        ENTRIES.append(one)
        return one if backend == "jit" else one.compile()

    return marked
