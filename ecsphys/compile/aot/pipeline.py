"""From the Python source of an entry kernel to an LLVM module: the use that is made of numba.

A kernel that other kernels call is an *ingredient*: numba infers its types and lowers it to LLVM's language,
but it is optimised and made machine code of only as a part of the entries it is linked into.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import types as numba_types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.runtime.nrt import rtsys
from numba.core.typed_passes import NativeLowering
from numba.core.typing.typeof import Purpose, typeof_impl
from numba.np import arrayobj

from .. import KERNELS, Array, Entry, Group, Scalar, Spec
from ..intrinsics import atomic as atomic  # kernels use what these register
from ..intrinsics import boxes as boxes
from ..intrinsics import words as words
from .wrapper import Wrapper

types: Any = numba_types  # made in ways that mypy cannot follow


class _Nowhere:
    """Takes the environment of a function that is nowhere in memory."""

    def set_env(self, name: str, environment: Any) -> None:
        """Without effect: nobody calls the function by itself."""


class _Ingredient(JITCodeLibrary):  # type: ignore[misc, unused-ignore]
    """The code of a kernel, neither linked with what it calls nor optimised nor made into machine code.

    numba does all that for every function, and again with every one that calls it: all entries took 55 s to
    compile that way and 29 s without (2026-11-21), with the same speed at run time.
    """

    codegen = _Nowhere()

    def finalize(self) -> None:
        """Nothing is added any more."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """None."""
        return 0


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index as it is. numba would let a negative one count from the end; kernels have none.

    Comparing and adding took up to a tenth of a kernel's time (quadtree 0.23 to 0.21 ms, 2026-11-21).
    """
    return context.cast(builder, index, kind, types.intp)


@contextmanager
def _plain_indices() -> Iterator[None]:
    before = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = _index
    try:
        yield
    finally:
        arrayobj.fix_integer_index = before


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerIngredient(NativeLowering):  # type: ignore[misc, unused-ignore]
    """numba's lowering, with plain indices, into an `_Ingredient`."""

    _name = "lower_ingredient"

    def run_pass(self, state: Any) -> bool:
        """Lower one function."""
        state.library = _Ingredient(state.targetctx.codegen(), state.func_id.func_qualname)
        with _plain_indices():
            return bool(super().run_pass(state))


# numba's passes for what kernels do not have: closures, `with`, literal containers, expressions of whole
# arrays. Without them, and the tidying up after them, all kernels compile in a tenth less time.
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
    """numba's own pipeline, but for what becomes of the code."""

    def define_pipelines(self) -> list[Any]:
        """The one pipeline."""
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
    """What numba takes a kernel for; Python never calls it.

    It takes `0` for what it is, a number: numba would compile a kernel once more for every constant that it
    is called with. Kernels allocate nothing and keep nothing, so references are not counted.
    """
    dispatcher = numba.njit(
        error_model="numpy",
        fastmath=False,
        no_cfunc_wrapper=True,
        no_cpython_wrapper=True,
        pipeline_class=_KernelCompiler,
        forceinline=KERNELS.get(function, False),
        _nrt=False,
    )(function)
    dispatcher._insert = lambda *overload: None  # there is nothing that Python could call
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(types.unliteral, args)), kws)
    return dispatcher


@typeof_impl.register(FunctionType)  # type: ignore[untyped-decorator, unused-ignore]
def _type_of_kernel(function: Any, context: Any) -> Any:
    """Kernels are plain Python functions to everybody but each other."""
    if context.purpose is Purpose.constant and function in KERNELS:
        return types.Dispatcher(_dispatcher(function))
    return None


def type_of(spec: Spec) -> Any:
    """numba's type for an argument."""
    match spec:
        case Scalar(kind):
            return types.float64 if kind is float else types.int64
        case Array(dtype, ndim):
            return types.Array(numba.from_dtype(dtype), ndim, "C")
        case Group(kind, fields):
            return types.NamedTuple([type_of(field) for field in fields], kind)
    raise TypeError(f"no type of an argument: {spec!r}")


@contextmanager
def _no_collector() -> Iterator[None]:
    """Compiling makes millions of objects that live long; to look for garbage among them costs 12 %."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def lowered(entry: Entry) -> Any:
    """An entry and all it calls as one LLVM module that shows only the entry's wrapper, not optimised yet."""
    with _no_collector():
        signature = tuple(map(type_of, entry.signature))
        dispatcher = _dispatcher(entry.python)
        dispatcher.compile(signature)
        result = dispatcher.overloads[signature]
        _check_result(entry, result.fndesc.restype)
        names = entry.python.__code__.co_varnames[: len(signature)]
        wrapper = Wrapper(result.target_context, result.fndesc, entry.name, names)
        module = llvm.parse_assembly(str(wrapper.module))
        for library in _parts(result.library, {}):
            module.link_in(library._get_module_for_linking(), preserve=True)
    for part in (*module.functions, *module.global_variables):
        if part.is_declaration:
            _check_outside(part.name)
        elif part.name != entry.name:
            part.linkage = "internal"
    return module


def _check_result(entry: Entry, kind: Any) -> None:
    """The wrapper makes NamedTuples of the class that the source states."""
    made = kind.instance_class if isinstance(kind, types.BaseNamedTuple) else None
    if made is not entry.result:
        raise TypeError(f"{entry.name} must be annotated as returning {kind}, got {entry.result}")


def _parts(library: Any, seen: dict[Any, None]) -> dict[Any, None]:
    """A library and all that it calls, each once, in the order of their first mention."""
    if library not in seen and library is not rtsys.library:
        seen[library] = None
        if isinstance(library, _Ingredient):
            for other in library._linking_libraries:
                _parts(other, seen)
    return seen


def _check_outside(name: str) -> None:
    """Machine code must stand on its own, without numba's helpers or any address of this process."""
    if name.startswith(("NRT_", "numba", "_ZN")):
        raise RuntimeError(f"a kernel needs {name}, which is not there at run time")
