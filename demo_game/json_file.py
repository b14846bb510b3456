"""Read JSON files that anyone may have edited or damaged, and name what is wrong and where.

All files of the game (maps, recordings, options, best times) pass through `read`. What it returns fits into
memory, nests a little, has finite numbers, texts that can be printed, and no key twice.
"""

from __future__ import annotations

import errno
import json
import reprlib
import stat
from collections.abc import Mapping
from numbers import Real
from pathlib import Path
from typing import Any

MAX_BYTES = 12 << 20
MAX_PARTS = 1 << 18  # lists and tables; also texts
MAX_DEPTH = 32
MAX_NUMBER = 2**53  # whole numbers up to here are exact as floats
_WORDS = {
    str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table",
    Real: "a number",
}  # fmt: skip
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60


class BrokenFile(ValueError):
    """A file has the wrong content; the message names the place, by line or by key."""


class _Twice:
    """Stands for a table with a key that occurs twice."""

    def __init__(self, key: str):
        self.key = key


def read(path: Path) -> Any:
    """Return the data of a JSON file.

    Raises `OSError` if it cannot be read, and `BrokenFile` if its content is wrong.
    """
    return parse(_content(path))


def parse(content: bytes) -> Any:
    """Return the data of JSON. Raises `BrokenFile` if it is wrong."""
    _refuse_large(content)
    data = _parse(_text(content))
    if fault := _fault(data, 0):
        place, what = fault
        raise BrokenFile(f"{place.removeprefix('.') or 'the file'} {what}")
    return data


def require_regular(path: Path) -> None:
    """Raise `OSError` for a folder, a device, or a pipe, which may be endless."""
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is a device or a pipe, not a file", str(path))


def _content(path: Path) -> bytes:
    """Return the bytes of a file, refused before they take memory."""
    require_regular(path)
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise BrokenFile(f"the file is larger than {MAX_BYTES >> 20} MB")
    return content


def _refuse_large(content: bytes) -> None:
    """Raise `BrokenFile` for more parts than fit into memory."""
    if content.count(b"[") + content.count(b"{") > MAX_PARTS:
        raise BrokenFile(f"the file has more than {MAX_PARTS} lists and tables")
    if content.count(b'"') > 2 * MAX_PARTS:
        raise BrokenFile(f"the file has more than {MAX_PARTS} texts")


def _text(content: bytes) -> str:
    """Decode UTF-8, with or without a byte order mark."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BrokenFile(
            f"line {line} is not UTF-8: byte 0x{content[error.start]:02x}, {error.reason}"
        ) from error


def _parse(text: str) -> Any:
    """Parse JSON. Numbers that are too long become infinite, which `_fault` reports with their place."""
    try:
        return json.loads(text, object_pairs_hook=_table, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise BrokenFile(f"line {error.lineno} column {error.colno} is not JSON: {error.msg}") from error
    except RecursionError as error:
        raise BrokenFile(f"the file is nested deeper than {MAX_DEPTH} levels") from error


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Twice:
    """Return the dict of a table, unless a key occurs twice."""
    table = dict(pairs)
    if len(table) == len(pairs):
        return table
    keys = [key for key, _ in pairs]
    return _Twice(next(key for k, key in enumerate(keys) if key in keys[:k]))


def _whole(digits: str) -> float:
    """Return a whole number; Python refuses to convert one of thousands of digits."""
    return int(digits) if len(digits) < 20 else float(digits)


def _fault(value: Any, depth: int) -> tuple[str, str] | None:
    """Return place and description of the first value that no file may have, None if there is none."""
    if isinstance(value, str):
        return None if value.isascii() or _is_printable(value) else ("", "has half of a surrogate pair")
    if isinstance(value, float | int):
        if -MAX_NUMBER <= value <= MAX_NUMBER:
            return None
        return "", f"must be a number of at most {MAX_NUMBER:.1e}, got {float(value):g}"
    if isinstance(value, _Twice):
        return "", f"has the key {shown(value.key)} twice"
    if depth == MAX_DEPTH and isinstance(value, dict | list):
        return "", f"is nested deeper than {MAX_DEPTH} levels"
    if isinstance(value, dict):
        for key, item in value.items():
            if not (key.isascii() or _is_printable(key)):
                return "", "has a key with half of a surrogate pair"
            if fault := _fault(item, depth + 1):
                return f".{key:.40}{fault[0]}", fault[1]
    elif isinstance(value, list):
        for k, item in enumerate(value):
            if fault := _fault(item, depth + 1):
                return f"[{k}]{fault[0]}", fault[1]
    return None


def _is_printable(text: str) -> bool:
    """Return whether a text can be encoded."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def shown(value: Any) -> str:
    """Return the beginning of a value, for messages."""
    return _SHORT.repr(value)


def check_fields(data: Any, fields: Mapping[str, Any], where: str = "the file") -> None:
    """Raise `BrokenFile` unless `data` is a table that has these fields, each of its type.

    `object` allows any type. `where` is the place of the table.
    """
    if not isinstance(data, dict):
        raise BrokenFile(f"{where} must be a table, got {shown(data)}")
    for name, kind in fields.items():
        if name not in data:
            raise BrokenFile(f"{where}: {name!r} is missing")
        value = data[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind not in (bool, object)):
            raise BrokenFile(f"{where}: {name!r} must be {_WORDS[kind]}, got {shown(value)}")
