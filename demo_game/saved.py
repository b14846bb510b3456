"""Small files that outlast a game: written atomically; those of JSON renamed when damaged."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from . import json_file
from .json_file import BrokenFile

Value = TypeVar("Value")
_NAME = "ecsphys-demo"
_ASIDE = ".damaged"


def folder() -> Path | None:
    """Return the platform's folder for user data (Linux: `$XDG_DATA_HOME` or ~/.local/share).

    None if the user has no home.
    """
    import platformdirs  # comes with the `demo` extra

    try:
        path = platformdirs.user_data_path(_NAME, appauthor=False)
    except RuntimeError:
        return None
    return path if path.is_absolute() else None  # older versions leave the ~


def path_of(file: str, home: Path | None = None) -> Path | None:
    """Return the path of a file in `home`, or in the user's folder; None if there is none."""
    home = home or folder()
    return None if home is None else home / file


def read(path: Path | None, parse: Callable[[Any], Value], default: Callable[[], Value]) -> tuple[Value, str]:
    """Return the value in a file and a message, which is empty unless the file was damaged or unreadable.

    `parse` turns JSON data into a value and raises `BrokenFile` for malformed data. A missing file gives the
    default, and so does `path` None. A damaged one does, too, and is renamed; the message names its new name.
    """
    if path is None:
        return default(), ""
    try:
        return parse(json_file.read(path)), ""
    except (FileNotFoundError, NotADirectoryError):
        return default(), ""
    except OSError as error:
        return default(), f"{path} cannot be read: {error.strerror}"
    except BrokenFile as error:
        aside = path.with_name(path.name + _ASIDE)
        try:
            os.replace(path, aside)
        except OSError:
            return default(), f"{path} is damaged ({error}) and cannot be moved away"
        return default(), f"{path} is damaged ({error}); it is now {aside.name}"


def write(path: Path | None, data: Any, indent: int | None = 1) -> str:
    """Write JSON data as `write_bytes` does; return a message, empty on success."""
    return write_bytes(path, f"{json.dumps(data, indent=indent)}\n".encode())


def write_bytes(path: Path | None, content: bytes) -> str:
    """Write a new file that then replaces the old one atomically.

    A symbolic link stays, and the file that it names is replaced. Returns a message, empty on success.
    """
    if path is None:
        return "nothing can be saved: the user has no home folder"
    target = Path(os.path.realpath(path))
    scratch = target.parent / f"{target.name}.{os.getpid()}.new"
    try:
        if target.exists():
            json_file.require_regular(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        with scratch.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(scratch, target)
    except OSError as error:
        with suppress(OSError):
            scratch.unlink(missing_ok=True)
        return f"{path} cannot be written: {error.strerror}"
    return ""
