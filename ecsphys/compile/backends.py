"""Choose the back end: what is installed and built from these very sources, and what the user wants."""

from __future__ import annotations

import importlib
import os
import warnings
from functools import cache
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias

from .sources import PACKAGE, digest

# The extension modules, and how the names of their kernels begin. Space has its own, for it is loaded when
# a game imports it.
NATIVE_MODULES: dict[str, str] = {"_native3d": "space3d.", "_native": ""}

BackendName: TypeAlias = Literal["native", "jit", "python"]
BACKENDS: tuple[BackendName, ...] = ("native", "jit", "python")
SLOW = (
    "ecsphys runs as plain Python, some hundred times slower than compiled: {reason}, and numba is not "
    "installed. For speed install a wheel of ecsphys with native kernels, or numba: "
    'pip install "ecsphys[jit]". ECSPHYS_BACKEND=python says that this is meant, and silences this warning.'
)


def load_native(module_name: str = "_native") -> Any:
    """Import an extension module; raises `ImportError` if there is none, or if it is out of date.

    A game packed by PyInstaller has no sources to compare it with.
    """
    name = f"{__name__.split('.')[0]}.{module_name}"
    if find_spec(name) is None:
        raise ImportError("this installation has no native kernels")
    module = importlib.import_module(name)
    sources = [PACKAGE / path for path in module.sources.split("\n")]
    existing = [path for path in sources if path.exists()]
    if existing and (len(existing) < len(sources) or digest(sources) != module.digest):
        raise ImportError("its native kernels were built from other sources")
    return module


def module_of(kernel: str) -> str:
    """Return the name of the extension module that a kernel is compiled into."""
    return next(module for module, prefix in NATIVE_MODULES.items() if kernel.startswith(prefix))


@cache
def native_of(module_name: str) -> Any | None:
    """Return an extension module if the back end is native and this module is there and up to date."""
    if backend != "native":
        return None
    try:
        return load_native(module_name)
    except ImportError:
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
