"""The extension modules with the native kernels: where they are, and whether they are of these sources."""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Iterator
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from .sources import PACKAGE, cache_root, digest

# The extension modules, and how the names of their kernels begin. Space has its own, for it is loaded when
# a game imports it.
NATIVE_MODULES: dict[str, str] = {"_native3d": "space3d.", "_native": ""}

COMMAND = "python -m ecsphys build"


@cache
def load_native(module_name: str = "_native") -> Any:
    """Import an extension module, once; raises `ImportError` if there is none that is whole and up to date.

    A game packed by PyInstaller has no sources to compare it with.
    """
    why = "this installation has no native kernels"
    for spec in specs(module_name):
        if not is_whole(spec):
            why = f"its native kernels are damaged: {spec.origin} was cut short; install ecsphys again"
            continue
        module = _load(spec)
        if _is_up_to_date(module):
            return module
        why = "its native kernels were built from other sources"
    raise ImportError(f"{why} ({COMMAND} makes new ones)" if in_checkout() else why)


def specs(module_name: str) -> Iterator[ModuleSpec]:
    """Yield where an extension module is: beside the sources, or kept for them because they are read-only.

    Only there: where another copy of the repository is installed as editable, setuptools' finder offers that
    copy's modules for every name that is missing in this one.
    """
    name = f"{__name__.split('.')[0]}.{module_name}"
    beside = PathFinder.find_spec(name, [str(PACKAGE)])
    if beside is not None:
        yield beside
    if in_checkout() and kept_module(module_name).exists():
        kept = spec_from_file_location(name, kept_module(module_name))
        if kept is not None:
            yield kept


def is_whole(spec: ModuleSpec) -> bool:
    """Whether the file of an extension module is as long as it says.

    Linux maps one that was cut short, by a full disk or a copy that was stopped, and kills who runs into its
    end; other systems refuse to load it. Linkers put the table of sections last; ELF's header has its place.
    """
    with Path(str(spec.origin)).open("rb") as file:
        head = file.read(64)
        size = file.seek(0, os.SEEK_END)
    if len(head) < 64 or not head.startswith(b"\x7fELF"):
        return len(head) == 64
    order = "<" if head[5] == 1 else ">"
    (place,) = struct.unpack_from(f"{order}Q", head, 40)
    length, count = struct.unpack_from(f"{order}HH", head, 58)
    return bool(place + length * count <= size)


def _load(spec: ModuleSpec) -> Any:
    """Load an extension module, in place of one that was loaded before and is out of date."""
    module = module_from_spec(spec)
    assert spec.loader is not None
    spec.loader.exec_module(module)
    return module


def _is_up_to_date(module: Any) -> bool:
    sources = [PACKAGE / path for path in module.sources.split("\n")]
    existing = [path for path in sources if path.exists()]
    return not existing or (len(existing) == len(sources) and digest(sources) == module.digest)


def in_checkout() -> bool:
    """Whether the package is in a copy of the repository, from which native kernels can be built."""
    return all((PACKAGE.parent / name).is_file() for name in ("setup.py", "pyproject.toml"))


def kept_module(module: str) -> Path:
    """Return where an extension module is kept that cannot be put beside its sources."""
    place = hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:16]
    return cache_root() / f"native-{place}" / f"{module}{EXTENSION_SUFFIXES[0]}"
