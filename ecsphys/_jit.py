"""The one file that knows the compiler.

`kernel` marks a function that other kernels call, `entry` one that Python calls. Both are
plain Python functions when numba is missing or `ECSPHYS_JIT=0`.

numba's disk cache looks at the time stamp of a function's own file only; a change in a callee
of another file goes unseen. So the kernels of a file are kept in a folder named after a hash of all
sources that the file can reach by imports, the compiler's version and its flags.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

try:
    if os.environ.get("ECSPHYS_JIT", "1") == "0":
        raise ImportError
    import numba
except ImportError:
    numba = None  # type: ignore[assignment, unused-ignore]

F = TypeVar("F", bound=Callable[..., Any])
ENABLED = numba is not None
backend = "jit" if ENABLED else "python"

_SOURCES = Path(__file__).parent
_IMPORT = re.compile(r"^\s*from (\.+)([\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)


@cache
def _neighbours(source: Path) -> tuple[Path, ...]:
    """The files of the package that one of them imports from."""
    found = set()
    for dots, module, names in _IMPORT.findall(source.read_text("utf-8")):
        folder = source.parents[len(dots) - 1].joinpath(*filter(None, module.split(".")))
        parts = [folder, *(folder / name for name in re.findall(r"\w+", names))]
        for part in parts:
            found |= {path for path in (part.with_suffix(".py"), part / "__init__.py") if path.exists()}
    return tuple(sorted(found))


@cache
def reachable(source: Path) -> tuple[Path, ...]:
    """The files of the package that a kernel of a file can depend on: those it imports, and so on."""
    found, waiting = {source, Path(__file__)}, [source]
    while waiting:
        new = set(_neighbours(waiting.pop())) - found - {_SOURCES / "__init__.py"}
        found |= new
        waiting.extend(new)
    return tuple(sorted(found))


@cache
def _digest(source: Path) -> bytes:
    return hashlib.sha256(source.read_bytes()).digest()


@cache
def cache_folder(source: Path) -> Path:
    """Where the compiled kernels of a file are kept between runs; another folder for other sources."""
    digest = hashlib.sha256(f"{numba.__version__ if numba else ''} {sys.version}".encode())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "0").encode())
    for path in reachable(source):
        digest.update(_digest(path))
    return cache_root() / digest.hexdigest()[:16]


@cache
def cache_root() -> Path:
    """The folder of all cache folders."""
    root = os.environ.get("ECSPHYS_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    try:
        path = Path(root) if root else Path.home() / ".cache"
        (path / "ecsphys").mkdir(parents=True, exist_ok=True)
        return path / "ecsphys"
    except (OSError, RuntimeError):
        return Path(tempfile.gettempdir()) / "ecsphys"


@contextmanager
def _own_cache(source: str) -> Iterator[None]:
    """numba reads its cache folder when a function is decorated; other users keep theirs."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(Path(source)))
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


if ENABLED:
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import register_pass
    from numba.core.typed_passes import NativeLowering

    class _Nowhere:
        """Takes the environment of a function that is nowhere in memory."""

        def set_env(self, name: str, environment: Any) -> None:
            """Without effect: nobody calls the function by itself."""

    class _Ingredient(JITCodeLibrary):  # type: ignore[misc, unused-ignore]
        """The code of a kernel: neither optimised nor made into machine code by itself, only as a part of the
        entries that it is linked into.

        numba does both for every function, and optimises it again with every one that calls it: all entries
        took 55 s to compile that way and take 29 s now, with the same speed (2026-11-21).
        """

        codegen = _Nowhere()

        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            return 0

    @register_pass(mutates_CFG=True, analysis_only=False)
    class _LowerIngredient(NativeLowering):  # type: ignore[misc, unused-ignore]
        """numba's lowering, into an `_Ingredient`."""

        _name = "lower_ingredient"

        def run_pass(self, state: Any) -> bool:
            state.library = _Ingredient(state.targetctx.codegen(), state.func_id.func_qualname)
            return bool(super().run_pass(state))

    class _KernelCompiler(CompilerBase):  # type: ignore[misc, unused-ignore]
        """numba's own pipeline, but for what becomes of the code."""

        def define_pipelines(self) -> list[Any]:
            pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
            pipeline.passes = [
                (_LowerIngredient if kind is NativeLowering else kind, about)
                for kind, about in pipeline.passes
            ]
            pipeline.finalize()
            return [pipeline]


def _compiled(function: F, **options: Any) -> F:
    """A numba dispatcher that takes `0` for what it is, a number.

    numba would compile a kernel once more for every constant that it is called with (warm-up of
    all: 39.5 s with, 37.3 s without these copies, 2026-11-21).
    """
    with _own_cache(function.__code__.co_filename):
        jit = numba.njit(error_model="numpy", fastmath=False, no_cfunc_wrapper=True, _nrt=False, **options)
        dispatcher = jit(function)
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(numba.types.unliteral, args)), kws)
    return dispatcher  # type: ignore[no-any-return]


def _ingredient(function: F, **options: Any) -> F:
    """A dispatcher for other kernels. Should Python call it, as tests do, it is compiled once more."""
    dispatcher: Any = _compiled(function, pipeline_class=_KernelCompiler, no_cpython_wrapper=True, **options)
    dispatcher._insert = lambda *overload: None  # there is nothing that Python could call
    alone: Any = cache(lambda: _compiled(function))
    dispatcher._compile_for_args = lambda *args: alone()._compile_for_args(*args)
    return dispatcher  # type: ignore[no-any-return]


def kernel(function: F) -> F:
    """A function that other kernels call, compiled with the one set of flags."""
    return _ingredient(function) if ENABLED else function


def inlined(function: F) -> F:
    """A small kernel for inner loops that LLVM must inline where by itself it would not.

    Its values then stay in registers instead of going through memory from kernel to kernel, and no
    references are counted: two boxes collide in 108 instead of 180 ns (2026-11-21).
    """
    return _ingredient(function, forceinline=True) if ENABLED else function


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
    return numba.njit(error_model="numpy")(make(function))


def records(n: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """`n` zeroed rows of a record array whose rows have attributes in every back end."""
    rows = np.zeros(n, dtype)
    return rows if ENABLED else rows.view(np.recarray)


class Spec:
    """The type of one argument of an entry kernel, turned into numba's only when compiling."""

    def __init__(self, make: Callable[[], Any]):
        self.make = make


def array(dtype: Any, ndim: int = 1) -> Spec:
    """A C-contiguous array of numbers or of records."""
    dtype = np.dtype(dtype)
    return Spec(lambda: numba.types.Array(numba.from_dtype(dtype), ndim, "C"))


def group(kind: type, *fields: Spec) -> Spec:
    """A NamedTuple `kind` whose fields have the given types."""
    return Spec(lambda: numba.types.NamedTuple([f.make() for f in fields], kind))


def value(kind: type, *fields: Spec) -> Spec:
    """The same as `group`, for NamedTuples of scalars."""
    return group(kind, *fields)


REAL = Spec(lambda: numba.types.float64)
INT = Spec(lambda: numba.types.int64)
REALS2 = array(np.float64, 2)
INTS = array(np.int64)


class Entry:
    """A kernel that Python calls: one signature, compiled at the first call.

    A call goes straight to the compiled wrapper, past numba's type dispatch (0.9 against
    1.8 us with a record array and a tuple of arrays, numba 0.68, 2026-11-21).
    """

    def __init__(self, function: Callable[..., Any], signature: tuple[Spec, ...]):
        self.python = function
        self.name = f"{function.__module__.removeprefix('ecsphys.')}.{function.__name__}"
        self.__doc__ = function.__doc__
        self._signature = signature
        self._run: Callable[..., Any] = self._first if ENABLED else function
        self._dispatcher: Any = _compiled(function, cache=True) if ENABLED else None
        ENTRIES.append(self)

    def __call__(self, *args: Any) -> Any:
        return self._run(*args)

    def _first(self, *args: Any) -> Any:
        self.compile()
        return self._run(*args)

    def compile(self) -> None:
        """Compile, or load from the cache; nothing to do in plain Python."""
        if self._run != self._first:
            return
        signature = tuple(spec.make() for spec in self._signature)
        self._dispatcher.compile(signature)
        self._run = self._dispatcher.overloads[signature].entry_point


ENTRIES: list[Entry] = []


def entry(*signature: Spec) -> Callable[[Callable[..., Any]], Entry]:
    """Mark a kernel that Python calls and state its one signature."""
    return lambda function: Entry(function, signature)
