"""Which files a kernel depends on, and where its machine code is kept between runs.

numba's disk cache looks at the time stamp of a function's own file only; a change in a callee of another file
goes unseen. So the kernels of a file are kept in a folder named after a hash of all sources that the
file can reach by imports, of the compiler and of the processor.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

COMPILER = Path(__file__).parent
PACKAGE = COMPILER.parent
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
    found, waiting = {source, *COMPILER.rglob("*.py"), COMPILER / "aot" / "native.c"}, [source]
    while waiting:
        new = set(_neighbours(waiting.pop())) - found - {PACKAGE / "__init__.py"}
        found |= new
        waiting.extend(new)
    return tuple(sorted(found))


@cache
def _digest(source: Path) -> bytes:
    return hashlib.sha256(source.read_bytes().replace(b"\r\n", b"\n")).digest()


def digest(sources: Iterable[Path], *others: str) -> str:
    """A hash of what is in some files, and of some strings."""
    total = hashlib.sha256("\n".join(others).encode())
    for path in sources:
        total.update(_digest(path))
    return total.hexdigest()[:16]


@cache
def cache_folder(source: Path, *others: str) -> Path:
    """Where the compiled kernels of a file are kept between runs; another folder for other sources."""
    return cache_root() / digest(reachable(source), *others)


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
