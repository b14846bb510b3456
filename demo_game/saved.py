"""Small files that are kept between games: written whole or not at all, and set aside when damaged."""

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
    """Where this platform wants a user's data (Linux: `$XDG_DATA_HOME` or ~/.local/share)."""
    import platformdirs  # comes with the `demo` extra

    return platformdirs.user_data_path(_NAME, appauthor=False)


def read(path: Path, parse: Callable[[Any], Value], default: Callable[[], Value]) -> tuple[Value, str]:
    """What a file holds, and a message: empty if all is well, else what was wrong and where the file went.

    `parse` turns JSON data into a value and raises `ValueError`, `TypeError` or `KeyError` for what it cannot
    read. A missing file is no fault. A damaged one is renamed, and the default taken.
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
    """Write JSON data: a new file takes the place of the old one at once.

    Returns a message, empty if all is well.
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
