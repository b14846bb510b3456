"""Choose the back end: what is installed and built from these very sources, and what the user wants."""

from __future__ import annotations

import os
import warnings
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias

from .modules import COMMAND, NATIVE_MODULES, load_native

BackendName: TypeAlias = Literal["native", "jit", "python"]
BACKENDS: tuple[BackendName, ...] = ("native", "jit", "python")
SLOW = (
    "ecsphys runs as plain Python, some hundred times slower than compiled: {reason}, and numba is not "
    "installed. For speed install a wheel of ecsphys with native kernels, or numba: "
    'pip install "ecsphys[jit]". ECSPHYS_BACKEND=python says that this is meant, and silences this warning.'
)

UNBUILT = (
    "ecsphys.space3d cannot run here: its kernels are not compiled, and numba is not installed. "
    f"{COMMAND} compiles them and says what is missing; ECSPHYS_BACKEND=python does without, slowly."
)


def module_of(kernel: str) -> str:
    """Return the name of the extension module that a kernel is compiled into."""
    return next(module for module, prefix in NATIVE_MODULES.items() if kernel.startswith(prefix))


@cache
def native_of(module_name: str) -> Any | None:
    """Return an extension module if the back end is native and this module is there and up to date."""
    if backend != "native":
        return None
    with suppress(ImportError):
        return load_native(module_name)
    return _built_at_import(module_name)


def _built_at_import(module_name: str) -> Any | None:
    """Return an extension module that a copy of the repository does not have yet."""
    from . import build

    if build.build_at_import(module_name):
        with suppress(ImportError):
            return load_native(module_name)
    if not can_compile:
        warnings.warn(UNBUILT, RuntimeWarning, stacklevel=2)
    return None


def _forced() -> BackendName | None:
    """Return the back end that the user forces, if any.

    Native code checks no bounds, so NUMBA_BOUNDSCHECK implies jit.
    """
    forced = os.environ.get("ECSPHYS_BACKEND", "")
    if forced:
        for name in BACKENDS:
            if forced == name:
                return name
        raise ValueError(f"ECSPHYS_BACKEND must be one of {', '.join(BACKENDS)}, got {forced!r}")
    if os.environ.get("ECSPHYS_JIT") == "0" or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return "python"
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "0") != "0"
    return "jit" if checked and can_compile else None


def _choose() -> tuple[BackendName, str]:
    """Return the back end, and the reason why it is not native."""
    forced = _forced()
    if forced == "jit" and not can_compile:
        raise ImportError("ECSPHYS_BACKEND=jit, but numba is not installed")
    if forced in ("jit", "python"):
        return forced, "forced by the environment"
    try:
        load_native()
        return "native", ""
    except ImportError as error:
        if forced == "native":
            raise ImportError(f"ECSPHYS_BACKEND=native, but {error}") from error
        reason = str(error)
    if not can_compile:
        warnings.warn(SLOW.format(reason=reason), RuntimeWarning, stacklevel=2)
    return "jit" if can_compile else "python", reason


can_compile: bool = find_spec("numba") is not None
backend: BackendName
reason: str
backend, reason = _choose()
ENABLED: bool = backend != "python"
