"""Machine code on first use: made by numba once, kept on disk, loaded without numba from then on."""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..sources import cache_folder
from . import machine

if TYPE_CHECKING:
    from .. import Entry


@cache
def _compiler() -> tuple[str, ...]:
    """What machine code depends on beside the source."""
    return version("numba"), os.environ.get("NUMBA_BOUNDSCHECK", "0"), *machine.host(), machine.PYTHON


def compiled(entry: Entry) -> Callable[..., Any]:
    """The function that runs an entry's machine code."""
    path = cache_folder(entry.source, *_compiler()) / f"{entry.name}.o"
    code = _kept(path)
    if code is None:
        from .pipeline import lowered

        code = machine.object_code(lowered(entry), machine.target(*machine.host()))
        _keep(path, code)
    return machine.load(code, entry.name, entry.result)


def _kept(path: Path) -> bytes | None:
    """What a file holds, None if there is none or it is not whole."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    code = content[32:]
    return code if hashlib.sha256(code).digest() == content[:32] else None


def _keep(path: Path, code: bytes) -> None:
    """Write a file that appears whole or not at all; where that is forbidden the next run compiles again."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{uuid.uuid4().hex}")
        part.write_bytes(hashlib.sha256(code).digest() + code)
        part.replace(path)
    except OSError:
        pass
