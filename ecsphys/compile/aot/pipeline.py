"""Compile an entry kernel to an LLVM module by a pipeline of numba's own passes.

A kernel that other kernels call is an *ingredient*: numba infers its types and lowers it to LLVM IR; it is
optimised and compiled to machine code only as part of the entries it is linked into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import types as numba_types
from numba.core.base import BaseContext
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.funcdesc import default_mangler
from numba.core.typed_passes import NativeLowering
from numba.core.typing.typeof import Purpose, typeof_impl
from numba.np import arrayobj

from ..entries import KERNELS, Entry
from ..jit import OPTIONS, signature
from . import machine
from .parts import PartCache, kept_in, linked_parts, module_of_part, qualified, symbol
from .shortcuts import replaced, shortcuts
from .wrapper import Wrapper

types: Any = numba_types  # made in ways that mypy cannot follow


class _Nowhere:
    """Accepts the environment of a function that has no address."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: Python never calls the function."""


class _Ingredient(JITCodeLibrary):  # type: ignore[misc, unused-ignore]
    """The LLVM IR of a kernel, neither linked with its callees nor optimised nor compiled to machine code.

    numba does all three for every function, and again in each of its callers: all entries took 55 s to
    compile that way and 29 s without (2026-11-21), with the same speed at run time.
    """

    codegen = _Nowhere()

    def finalize(self) -> None:
        """Mark the library as complete."""
        self._finalized = True

    def _optimize_functions(self, module: Any) -> None:
        """Simplify functions. numba does so for those that are only declared, too, three of four."""
        machine.simplify(module)

    def get_pointer_to_function(self, name: str) -> int:
        """Return no address."""
        return 0


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Lower an index without wraparound: kernels never use negative indices.

    Comparing and adding took up to a tenth of a kernel's time (quadtree 0.23 to 0.21 ms, 2026-11-21).
    """
    return context.cast(builder, index, kind, types.intp)


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerIngredient(NativeLowering):  # type: ignore[misc, unused-ignore]
    """numba's lowering, with plain indices, into an `_Ingredient`."""

    _name = "lower_ingredient"

    def run_pass(self, state: Any) -> bool:
        """Lower one function."""
        state.library = _Ingredient(state.targetctx.codegen(), state.func_id.func_qualname)
        with replaced((arrayobj, "fix_integer_index", _index)):
            return bool(super().run_pass(state))


# numba's passes for features that kernels do not use: closures, `with`, literal containers, array
# expressions. Without them all kernels compile in a tenth less time.
_NEEDLESS = (
    "WithLifting",
    "InlineClosureLikes",
    "MakeFunctionToJitFunction",
    "InlineInlinables",
    "DeadBranchPrune",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "InlineOverloads",
    "NopythonRewrites",
    "DumpParforDiagnostics",
)


class _KernelCompiler(CompilerBase):  # type: ignore[misc, unused-ignore]
    """numba's pipeline with `_LowerIngredient`, without the needless passes."""

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [
            (_LowerIngredient if kind is NativeLowering else kind, about)
            for kind, about in pipeline.passes
            if getattr(kind, "__name__", "") not in _NEEDLESS
        ]
        pipeline.finalize()
        return [pipeline]


@cache
def _dispatcher(function: Callable[..., Any]) -> Any:
    """Return the numba dispatcher of a kernel; Python never calls it.

    Literals are typed as plain numbers: numba would compile a kernel again for every constant argument.
    """
    dispatcher = numba.njit(
        **OPTIONS,
        no_cfunc_wrapper=True,
        no_cpython_wrapper=True,
        pipeline_class=_KernelCompiler,
        forceinline=KERNELS.get(function, False),
    )(function)
    dispatcher._insert = lambda *overload: None  # no machine code to call
    dispatcher._cache = PartCache(function)
    if "<locals>" not in function.__qualname__:  # of which there may be many of one name
        _names.add(qualified(function))
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(types.unliteral, args)), kws)
    return dispatcher


_names = set[str]()  # of kernels
_lowering = False


@contextmanager
def _lowering_into(folder: Path) -> Iterator[None]:
    """Type kernels for this pipeline; outside of it, in the same process, the jit back end compiles its own.

    Entries that jit compiled with ingredients would lack the code of their callees, also in the cache.
    """
    global _lowering
    _lowering = True
    try:
        with shortcuts(), replaced((BaseContext, "mangler", _mangled)), kept_in(folder):
            yield
    finally:
        _lowering = False


def _mangled(context: Any, name: str, types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    """Return the symbol of a function, or that of its environment."""
    if name.removeprefix(".NumbaEnv.") in _names:
        return symbol(name, types)
    return str(default_mangler(name, types, abi_tags=abi_tags, uid=uid))


@typeof_impl.register(FunctionType)  # type: ignore[untyped-decorator, unused-ignore]
def _type_of_kernel(function: Any, context: Any) -> Any:
    """Type the plain Python function of a kernel as its dispatcher."""
    if _lowering and context.purpose is Purpose.constant and function in KERNELS:
        return types.Dispatcher(_dispatcher(function))
    return None


def make_parts(entries: Iterable[Entry], folder: Path) -> None:
    """Lower entries and their callees to parts in a folder."""
    with _lowering_into(folder):
        for entry in entries:
            _dispatcher(entry.python).compile(signature(entry))


def lowered(entries: Iterable[Entry], folder: Path) -> Any:
    """Return entries and their callees as one unoptimised LLVM module that exports the wrappers.

    What is not in the folder of parts is made. A kernel is in the module once, whoever calls it: with callees
    linked into each entry more than half of the machine code was repetitions (13.1 MB instead of 5.7,
    2026-11-27).
    """
    modules, names = [llvm.parse_assembly("")], dict[str, None]()
    with _lowering_into(folder):
        for entry in entries:
            wrapper, library = _wrapped(entry)
            modules.append(llvm.parse_assembly(str(wrapper.module)))
            linked_parts(library.part_name, names)
        modules.extend(map(module_of_part, names))
    module = _linked(modules)
    for part in (*module.functions, *module.global_variables):
        if part.is_declaration:
            _check_outside(part.name)
    return module


def _wrapped(entry: Entry) -> tuple[Wrapper, Any]:
    """Return the wrapper of an entry, and the library with its code."""
    kinds = signature(entry)
    dispatcher = _dispatcher(entry.python)
    dispatcher.compile(kinds)
    result = dispatcher.overloads[kinds]
    _check_result(entry, result.fndesc.restype)
    names = entry.python.__code__.co_varnames[: len(kinds)]
    return Wrapper(result.target_context, result.fndesc, entry.name, names), result.library


def _check_result(entry: Entry, kind: Any) -> None:
    """Check that the annotation names the NamedTuples which are returned: the wrapper creates them."""
    if _named_tuples_in(kind) != entry.results:
        raise TypeError(f"{entry.name} must be annotated as returning {kind}, got {entry.results}")


def _named_tuples_in(kind: Any) -> tuple[type, ...]:
    """Return the class of a NamedTuple and those of its fields, in the order in which they are made."""
    own = (kind.instance_class,) if isinstance(kind, types.BaseNamedTuple) else ()
    parts = kind if isinstance(kind, types.BaseTuple) else ()
    return (*own, *chain.from_iterable(map(_named_tuples_in, parts)))


def _linked(modules: list[Any]) -> Any:
    """Link modules in pairs, and pairs of these: one after the other, each costs as much as all before."""
    while len(modules) > 1:
        for module, other in zip(modules[::2], modules[1::2], strict=False):
            module.link_in(other)
        modules = modules[::2]
    return modules[0]


def _check_outside(name: str) -> None:
    """Check that the code needs no helper of numba: the extension module runs without it."""
    if name.startswith(("NRT_", "numba", "_Z")):
        raise RuntimeError(f"a kernel needs {name}, which is not there at run time")
