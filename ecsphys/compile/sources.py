"""Find the source files that a kernel depends on, and name cache folders after their hash."""

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
def _imported(source: Path) -> tuple[Path, ...]:
    """Return the files of the package that a file imports from."""
    files = set()
    for dots, module, names in _IMPORT.findall(source.read_text("utf-8")):
        folder = source.parents[len(dots) - 1].joinpath(*filter(None, module.split(".")))
        parts = [folder, *(folder / name for name in re.findall(r"\w+", names))]
        for part in parts:
            files |= {path for path in (part.with_suffix(".py"), part / "__init__.py") if path.exists()}
    return tuple(sorted(files))


@cache
def reachable(source: Path) -> tuple[Path, ...]:
    """Return the files of the package that a kernel of a file can depend on: its imports, transitively.

    Files of the compiler room are not among them, see `kernel_sources`.
    """
    files, waiting = {source}, [source]
    while waiting:
        new = set(_imported(waiting.pop())) - files - {PACKAGE / "__init__.py"}
        new = {path for path in new if not path.is_relative_to(COMPILER)}
        files |= new
        waiting.extend(new)
    return tuple(sorted(files))


@cache
def kernel_sources(source: Path, *compiler: str) -> tuple[Path, ...]:
    """Return all files that the machine code of a file's kernels depends on.

    `compiler`: files and folders of the compiler room that the back end adds to those shared by all.
    """
    rooms = [COMPILER / name for name in ("entries.py", "primitives.py", "types.py", *compiler)]
    files = {file for room in rooms for file in (room.rglob("*.*") if room.is_dir() else [room])}
    return tuple(sorted({*reachable(source), *(file for file in files if file.suffix in (".py", ".c"))}))


@cache
def _digest(source: Path) -> bytes:
    return hashlib.sha256(source.read_bytes().replace(b"\r\n", b"\n")).digest()


def digest(sources: Iterable[Path], *others: str) -> str:
    """Return a hash of the contents of files and of some strings."""
    total = hashlib.sha256("\n".join(others).encode())
    for path in sources:
        total.update(_digest(path))
    return total.hexdigest()[:16]


@cache
def cache_folder(sources: tuple[Path, ...], *others: str) -> Path:
    """Return the cache folder of kernels made from some sources; changed sources have another one."""
    return cache_root() / digest(sources, *others)


@cache
def cache_root() -> Path:
    """Return the folder that holds all cache folders; if it cannot be written, nothing is cached."""
    root = os.environ.get("ECSPHYS_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    try:
        path = Path(root) if root else _home() / ".cache"
        (path / "ecsphys").mkdir(parents=True, exist_ok=True)
        return path / "ecsphys"
    except (OSError, RuntimeError):
        pass
    try:
        return Path(tempfile.gettempdir()) / "ecsphys"
    except OSError:
        return PACKAGE / "__pycache__" / "ecsphys"


def _home() -> Path:
    """Return the home of the user; raises `RuntimeError` without one."""
    home = Path.home()
    if not home.is_absolute():
        raise RuntimeError(f"the home folder must be an absolute path, got {str(home)!r}")
    return home
