"""Small JSON files that outlast a game: written atomically, renamed when damaged."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

Value = TypeVar("Value")
_NAME = "ecsphys-demo"
_ASIDE = ".damaged"


def folder() -> Path:
    """Return the platform's folder for user data (Linux: `$XDG_DATA_HOME` or ~/.local/share)."""
    import platformdirs  # comes with the `demo` extra

    return platformdirs.user_data_path(_NAME, appauthor=False)


def read(path: Path, parse: Callable[[Any], Value], default: Callable[[], Value]) -> tuple[Value, str]:
    """Return the value in a file and a message, which is empty unless the file was damaged or unreadable.

    `parse` turns JSON data into a value and raises `ValueError`, `TypeError` or `KeyError` for malformed
    data. A missing file gives the default. So does a damaged one, which is renamed; the message names its new
    name.
    """
    try:
        return parse(json.loads(path.read_text(encoding="utf-8"))), ""
    except FileNotFoundError:
        return default(), ""
    except OSError as error:
        return default(), f"{path} cannot be read: {error}"
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        aside = path.with_name(path.name + _ASIDE)
        why = f"{error} is missing" if isinstance(error, KeyError) else error
        try:
            os.replace(path, aside)
        except OSError:
            return default(), f"{path} is damaged ({why}) and cannot be moved away"
        return default(), f"{path} is damaged ({why}); it is now {aside.name}"


def write(path: Path, data: Any, indent: int | None = 1) -> str:
    """Write JSON data to a new file that then replaces the old one atomically.

    Returns a message, empty on success.
    """
    scratch = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with scratch.open("w", encoding="utf-8") as file:
            json.dump(data, file, indent=indent)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(scratch, path)
    except OSError as error:
        with suppress(OSError):
            scratch.unlink(missing_ok=True)
        return f"{path} cannot be written: {error}"
    return ""
