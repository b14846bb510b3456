"""The decorators `kernel`, `inlined` and `entry`, and the entry kernels' way to their back end."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path
from types import BuiltinFunctionType
from typing import Any, TypeAlias, TypeVar, get_type_hints

from .backends import ENABLED, backend, can_compile, module_of, native_of
from .types import Spec

F = TypeVar("F", bound=Callable[..., Any])
Kernel: TypeAlias = Callable[..., Any]

KERNELS: dict[Callable[..., Any], bool] = {}
"""All kernels that kernels call, and whether LLVM must inline them."""


def kernel(function: F) -> F:
    """Mark a function that other kernels call; it stays a plain Python function."""
    KERNELS[function] = False
    return function


def inlined(function: F) -> F:
    """Mark a small kernel for inner loops that LLVM must inline where its own heuristics would not.

    Its values then stay in registers: a collision of two boxes takes 108 instead of 180 ns (2026-11-21).
    """
    KERNELS[function] = True
    return function


class Entry:
    """A kernel that Python calls, with its one signature."""

    def __init__(self, function: Callable[..., Any], signature: tuple[Spec, ...], room: str = ""):
        self.python: Callable[..., Any] = function
        self.signature: tuple[Spec, ...] = signature
        self.name: str = f"{(room or function.__module__).removeprefix('ecsphys.')}.{function.__name__}"
        self.source: Path = Path(function.__code__.co_filename)
        self.results: tuple[type, ...] = _tuples_in(
            function.__globals__.get(str(function.__annotations__.get("return")))
        )
        self._run: Callable[..., Any] | None = None

    def __call__(self, *args: Any) -> Any:
        """Run the kernel."""
        return (self._run or self.compile())(*args)

    def compile(self) -> Callable[..., Any]:
        """Return the function that runs the kernel in this back end; jit compiles or loads it now."""
        if self._run is None:
            self._run = self._compiled()
        return self._run

    def is_built(self) -> bool:
        """Whether it runs without being compiled first."""
        return backend == "python" or self._native() is not None

    def _native(self) -> Any | None:
        """Return the extension module that has it, None if there is none."""
        native = native_of(module_of(self.name))
        return native if native is not None and self.name in native.kernels else None

    def _compiled(self) -> Callable[..., Any]:
        if backend == "python":
            return self.python
        native = self._native()
        if native is not None:
            return native.bind(self.name, self.results)  # type: ignore[no-any-return]
        if not can_compile:
            raise RuntimeError(f"{self.name} is not in the native build: install ecsphys again, or numba")
        from .jit import compiled

        return compiled(self)


def _tuples_in(kind: Any) -> tuple[type, ...]:
    """Return a NamedTuple class and those of its fields, in the order in which a result is made of them."""
    if not (isinstance(kind, type) and issubclass(kind, tuple)):
        return ()
    return (kind, *chain.from_iterable(map(_tuples_in, get_type_hints(kind).values())))


ENTRIES: list[Entry] = []

_functions: dict[Callable[..., Any], Callable[..., Any]] = {}  # Python functions of what `entry` returned


def entry(*signature: Spec) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark a kernel that Python calls and state its one signature."""

    def mark(function: Callable[..., Any]) -> Callable[..., Any]:
        return _add(Entry(function, signature))

    return mark


def entry_like(other: Callable[..., Any], room: str, *signature: Spec) -> Callable[..., Any]:
    """Return an entry that runs the kernel of another one on rows of other records with the same fields.

    It belongs to the module `room` (`__name__`).
    """
    return _add(Entry(_functions[other], signature, room))


def _add(marked: Entry) -> Callable[..., Any]:
    """List an entry; return it, or the function that runs it, where that need not be compiled."""
    ENTRIES.append(marked)
    run = marked.compile() if marked.is_built() else marked
    _functions[run] = marked.python
    return run


def without_gil(run: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls an entry kernel with the GIL released.

    The wrappers of native kernels release it for one extra argument, numba's at every call. An entry is
    compiled here, in the calling thread, and not by several threads at once.
    """
    if isinstance(run, Entry):
        run = run.compile()
    return _RunNative(run) if isinstance(run, BuiltinFunctionType) else run


class _RunNative:
    """A native kernel called with the extra argument that releases the GIL, see `aot/wrapper.py`."""

    __slots__ = ("_run",)

    def __init__(self, run: Callable[..., Any]):
        self._run = run

    def __call__(self, *args: Any) -> Any:
        return self._run(*args, None)


def python_function(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return the Python function of one that a user compiled with numba; None if it was not compiled."""
    return getattr(function, "py_func", None)


def compile_loop(function: Callable[..., Any], make: Callable[[Any], Any]) -> Any:
    """Compile the loop that `make` builds around a function which a user compiled with numba.

    It is compiled at its first call and kept in memory only. An entry kernel could not take the function as
    an argument: it would be compiled anew for each one, and its cache would not know them.
    """
    if not ENABLED:
        return make(python_function(function))
    import numba  # the user has it

    return numba.njit(error_model="numpy")(make(function))
