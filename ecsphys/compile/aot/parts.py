"""What numba makes of kernels, kept in files: a later build makes only what depends on changed sources.

A part is one kernel for some types of arguments. Its file is named after both and after the contents of all
sources that it can reach. Processes that build side by side share a folder, too: each takes over what another
one has made.
"""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba.core import itanium_mangler
from numba.core.caching import NullCache
from numba.core.compiler import compile_result
from numba.core.runtime.nrt import rtsys

from ..files import write_whole
from ..sources import digest, kernel_sources

ROOMS = "aot", "intrinsics", "jit.py"  # of the compiler, on which all kernels depend
_UNUSED = 7 * 86400.0  # seconds after which files of other sources are removed


class Part(NamedTuple):
    """One kernel for some types of arguments."""

    described: Any  # numba's descriptor of the function
    signature: Any
    callees: tuple[str, ...]  # names of parts, in the order of their first use
    bitcode: bytes  # not optimised as a module


class Code:
    """Stands for the code of a part where numba expects a library: callers note that they need it."""

    _reload_init = frozenset[Any]()

    def __init__(self, name: str):
        self.part_name = name

    def _ensure_finalized(self) -> None:
        """Do nothing: it is complete."""


_parts: dict[str, Part] = {}  # by name
_folders: list[Path] = []  # the last one is used


@contextmanager
def kept_in(folder: Path) -> Iterator[None]:
    """Keep parts in a folder."""
    with suppress(OSError):  # nothing is kept then
        folder.mkdir(parents=True, exist_ok=True)
    _folders.append(folder)
    try:
        yield
    finally:
        _folders.pop()


def part(name: str) -> Part:
    """Return a part that was made or read before, or is in the folder."""
    if name not in _parts:
        path = _folders[-1] / name
        _parts[name] = pickle.loads(path.read_bytes())
        with suppress(OSError):  # another user's
            os.utime(path)  # it is used
    return _parts[name]


def remove_unused(folder: Path) -> None:
    """Remove the files of parts that no build has used for long."""
    oldest = time.time() - _UNUSED
    with suppress(OSError):
        for path in folder.iterdir():
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)


class PartCache(NullCache):  # type: ignore[misc, unused-ignore]
    """What the dispatcher of a kernel asks before it compiles, and tells what it has compiled."""

    def __init__(self, function: Callable[..., Any]):
        self._name = qualified(function)
        self._sources = kernel_sources(Path(function.__code__.co_filename), *ROOMS)

    def load_overload(self, types: tuple[Any, ...], context: Any) -> Any | None:
        """Return what numba knows of a compiled function; None if its part, or a callee, is missing."""
        name = self._part_name(types)
        try:
            linked_parts(name, {})
        except (OSError, EOFError, pickle.UnpicklingError):
            return None
        found = part(name)
        return compile_result(
            target_context=context,
            library=Code(name),
            entry_point=object(),  # a key: Python never calls it
            fndesc=found.described,
            signature=found.signature,
            objectmode=False,
        )

    def save_overload(self, types: tuple[Any, ...], result: Any) -> None:
        """Keep what was compiled."""
        name, described, library = self._part_name(types), result.fndesc, result.library
        described.typemap = described.calltypes = None  # large, and needed by the lowering alone
        callees = dict.fromkeys(each.part_name for each in library._linking_libraries if _is_part(each))
        made = Part(described, result.signature, tuple(callees), _bitcode(library, described.llvm_func_name))
        _parts[name], library.part_name = made, name
        with suppress(OSError):
            write_whole(_folders[-1] / name, pickle.dumps(made, pickle.HIGHEST_PROTOCOL))

    def _part_name(self, types: tuple[Any, ...]) -> str:
        return digest(self._sources, self._name, repr(types))


def _is_part(library: Any) -> bool:
    return hasattr(library, "part_name")


def _bitcode(library: Any, symbol: str) -> bytes:
    """Return a kernel with functions of numba that it calls, which nothing else can call by their names.

    These names count functions, in another order in every process. The functions, `min`, `max` and the like,
    are as short as a call; numba marks them for inlining only if the first kernel that needs them is marked.
    """
    module = library._final_module
    for other in library._linking_libraries:
        if not _is_part(other) and other is not rtsys.library:
            module.link_in(other._get_module_for_linking(), preserve=True)
    for function in module.functions:
        if function.is_declaration:
            continue
        if function.name == symbol:
            function.linkage = "weak_odr"
        else:
            function.linkage = "internal"
            function.add_function_attribute("alwaysinline")
    return bytes(module.as_bitcode())


def qualified(function: Callable[..., Any]) -> str:
    """Return the name by which numba calls a function."""
    return f"{function.__module__}.{function.__qualname__}"


def symbol(name: str, types: tuple[Any, ...]) -> str:
    """Return the symbol of a kernel for some types: the same in every process, and short.

    numba's symbols count functions, and spell out the types, which have up to 60 kB.
    """
    return str(itanium_mangler.mangle(name, (), abi_tags=(digest((), repr(types)),)))


def linked_parts(name: str, seen: dict[str, None]) -> None:
    """Add a part and those that it calls to others, in the order of their first use."""
    if name not in seen:
        seen[name] = None
        for callee in part(name).callees:
            linked_parts(callee, seen)


def module_of_part(name: str) -> Any:
    """Return the LLVM module of a part."""
    return llvm.parse_bitcode(part(name).bitcode)
