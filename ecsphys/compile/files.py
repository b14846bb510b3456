"""Files that several processes may write, or read, at the same time."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that then takes the place of the old one: whole, or not at all. Raises `OSError`."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
