"""The container of snapshots in bytes and of recordings in files: a header, and columns of numbers.

A file is one document behind the other. All numbers are little endian. A document:

| at | bytes | what |
|---|---|---|
| 0 | 8 | `MAGIC` |
| 8 | 4 | version of this container, 1; it and `MAGIC` stay where they are in all versions |
| 12 | 4 | flags: 1, the text is compressed by zlib |
| 16 | 8 | length of the whole document, a multiple of 8 |
| 24 | 4 | length of the text as it is stored |
| 28 | 4 | length of the text |
| 32 | 4 | CRC-32 of the text as it is stored |
| 36 | 4 | CRC-32 of the 36 bytes before |
| 40 | | the text: JSON in UTF-8; zeros up to a multiple of 8; the columns |

The text is an object: `kind` and `version` of what is kept, `header`, anything, and `columns`, a list in the
order of the file: `name`, `dtype` (see `dtypes`), `shape`, `offset` from the beginning of the first column (a
multiple of 8), `stored` (bytes in the file), `zlib` (whether they are compressed) and `check`: the CRC-32 of
sums (modulo 2**64, 8 bytes each) of every 4096 bytes of what is stored, as numbers of 8 bytes, filled up with
zeros. That finds any changed byte and exchanged blocks at the speed of memory: the 2 MB of 5,000 bodies take
0.04 ms, their CRC-32 0.55 ms, ten times as long as a copy (2026-11-23).

Memory: what is read takes at most `MOST_SMALL` + `MOST_RATIO` times the length of the document, the text at
most `MOST_TEXT` + `MOST_RATIO` times what is stored of it, whatever a damaged file says. Both are checked
before anything is unpacked. What compresses better is written as it is.
"""

from __future__ import annotations

import json
import reprlib
import struct
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

import numpy as np

from ..arrays import Array
from .dtypes import array_of, bytes_of, dtype_from_tree, dtype_to_tree, is_count, shape_from_tree, size_of

MAGIC = b"\x89ECP\r\n\x1a\n"  # as PNG's: finds transfers as text
CONTAINER_VERSION = 1
MOST_SMALL, MOST_TEXT, MOST_RATIO = 1 << 25, 1 << 20, 100
_PREFIX = struct.Struct("<8sIIQIIII")
_IS_COMPRESSED = 1
_BLOCK = 512  # words of a sum
_PIECE = 1 << 22  # bytes that are unpacked at once
_LEVEL = 6  # of zlib
_TEXT_KEYS = {"kind", "version", "header", "columns"}
_COLUMN_KEYS = {"name", "dtype", "shape", "offset", "stored", "zlib", "check"}

Bytes = bytes | bytearray | memoryview


class Document(NamedTuple):
    """What a document holds. The columns are views on the document's bytes where possible, and read-only."""

    version: int
    header: Any
    columns: dict[str, Array]


class Split(NamedTuple):
    """The documents of a file that are complete, and how many bytes of an incomplete one are at its end."""

    documents: list[memoryview]
    cut: int


class _Prefix(NamedTuple):
    magic: bytes
    container_version: int
    flags: int
    length: int
    stored: int
    text: int
    check: int
    own_check: int


class _Column(NamedTuple):
    """A column as it is stored: its line of the table without an offset, its bytes, their unpacked size."""

    line: dict[str, Any]
    data: bytes | memoryview
    size: int


# -- writing -------------------------------------------------------------------------------------------


def write_document(
    kind: str, version: int, header: Any, columns: Mapping[str, Array], *, compress: bool = False
) -> bytes:
    """Return a document of a kind and version.

    `header`: what JSON can hold, without NaN and infinities; a dict comes back with keys of text. `columns`:
    arrays of numbers or records. Raises `TypeError` or `ValueError` for what cannot be written.
    """
    stored = [_column(name, column, compress) for name, column in columns.items()]
    lines: list[dict[str, Any]] = []
    parts: list[bytes | memoryview] = []
    at = 0
    for line, data, _ in stored:
        lines.append({**line, "offset": at})
        parts += [data, _padding(len(data))]
        at += _aligned(len(data))
    table = {"kind": kind, "version": version, "header": header, "columns": lines}
    text = json.dumps(table, allow_nan=False, separators=(",", ":")).encode()
    kept = zlib.compress(text, _LEVEL) if compress else text
    length = _aligned(_PREFIX.size + len(kept)) + at
    if compress and (
        len(text) > _most_text(len(kept)) or sum(one.size for one in stored) > _most_memory(length)
    ):
        return write_document(kind, version, header, columns)
    prefix = _prefix_of(length, kept, len(text), _IS_COMPRESSED if compress else 0)
    return b"".join([prefix, kept, _padding(_PREFIX.size + len(kept)), *parts])


def _column(name: str, column: Array, compress: bool) -> _Column:
    if not isinstance(name, str):
        raise TypeError(f"names of columns must be text, got {name!r}")
    try:
        dtype = dtype_to_tree(column.dtype)
    except TypeError as error:
        raise TypeError(f"column {name!r}: {error}") from None
    memory = bytes_of(column)
    data: bytes | memoryview = zlib.compress(memory, _LEVEL) if compress else memory
    data = data if len(data) < len(memory) else memory
    line = {
        "name": name,
        "dtype": dtype,
        "shape": list(column.shape),
        "stored": len(data),
        "zlib": data is not memory,
        "check": _check_of(data),
    }
    return _Column(line, data, len(memory))


def _prefix_of(length: int, stored: bytes, text: int, flags: int) -> bytes:
    fields = (MAGIC, CONTAINER_VERSION, flags, length, len(stored), text, zlib.crc32(stored))
    own_check = zlib.crc32(_PREFIX.pack(*fields, 0)[:-4])
    return _PREFIX.pack(*fields, own_check)


def _aligned(length: int) -> int:
    return -(-length // 8) * 8


def _padding(length: int) -> bytes:
    return bytes(_aligned(length) - length)


def _check_of(data: Any) -> int:
    """Return the check of stored bytes."""
    whole = len(data) // (8 * _BLOCK) * _BLOCK
    words = np.frombuffer(data, "<u8", whole) if whole else np.empty(0, "<u8")
    rest = bytes(data[8 * whole :])
    last = np.frombuffer(rest + _padding(len(rest)), "<u8")
    sums = [np.add.reduce(words.reshape(-1, _BLOCK), axis=1), np.add.reduce(last, keepdims=True)]
    return zlib.crc32(np.concatenate(sums).astype("<u8").tobytes())


def _most_memory(length: int) -> int:
    """Return the largest size of all columns together of a document of some length."""
    return MOST_SMALL + MOST_RATIO * length


def _most_text(stored: int) -> int:
    """Return the largest length of the text of which so much is stored."""
    return MOST_TEXT + MOST_RATIO * stored


# -- reading -------------------------------------------------------------------------------------------


def read_document(data: Bytes, kind: str, newest: int) -> Document:
    """Return a document of a kind, of version 1 to `newest`, from all of its bytes.

    Raises `ValueError` for any other bytes; says what is wrong with them.
    """
    memory = _memory_of(data)
    prefix = _read_prefix(memory)
    if prefix.length > len(memory):
        _refuse(f"it is cut off: it has {len(memory)} of {prefix.length} bytes")
    if prefix.length < len(memory):
        _refuse(f"{len(memory) - prefix.length} bytes follow it")
    table = _read_text(memory, prefix)
    version = table["version"]
    if table["kind"] != kind:
        raise ValueError(f"the document is a {_shown(table['kind'])}, not a {kind!r}")
    if not is_count(version) or version < 1:
        _refuse(f"its version is {_shown(version)}, no number from 1 on")
    if version > newest:
        raise ValueError(
            f"the {kind} was written by a later ecsphys: it has version {version}, this one reads up to "
            f"{newest}"
        )
    first = _aligned(_PREFIX.size + prefix.stored)
    return Document(version, table["header"], _read_columns(memory[first:], table["columns"], len(memory)))


def split_documents(data: Bytes) -> Split:
    """Divide the bytes of a file into its documents, without looking into them.

    The last one may be incomplete, as when the program died that wrote it. Raises `ValueError` for bytes that
    begin no document.
    """
    memory, at = _memory_of(data), 0
    documents: list[memoryview] = []
    while at < len(memory):
        rest = memory[at:]
        if len(rest) < _PREFIX.size and MAGIC.startswith(bytes(rest[: len(MAGIC)])):
            break
        try:
            length = _read_prefix(rest).length
        except ValueError as error:
            raise ValueError(f"document {len(documents)}, at byte {at}: {error}") from None
        if length > len(rest):
            break
        documents.append(rest[:length])
        at += length
    return Split(documents, len(memory) - at)


def _refuse(reason: str) -> NoReturn:
    raise ValueError(f"the document is damaged: {reason}")


def _shown(value: Any) -> str:
    """Return a value of a damaged document as a short text."""
    return reprlib.repr(value)


def _memory_of(data: Bytes) -> memoryview:
    memory = memoryview(data)
    return memory.cast("B") if memory.nbytes else memoryview(b"")


def _read_prefix(memory: memoryview) -> _Prefix:
    if memory[: len(MAGIC)] != MAGIC:
        raise ValueError(f"no document of ecsphys: it begins with {bytes(memory[: len(MAGIC)])!r}")
    if len(memory) < _PREFIX.size:
        _refuse(f"it is cut off after {len(memory)} bytes")
    prefix = _Prefix(*_PREFIX.unpack_from(memory))
    if prefix.container_version > CONTAINER_VERSION:
        raise ValueError(
            f"the document was written by a later ecsphys: its container has version "
            f"{prefix.container_version}, this one reads up to {CONTAINER_VERSION}"
        )
    if zlib.crc32(memory[: _PREFIX.size - 4]) != prefix.own_check:
        _refuse("the checksum of its first bytes is another")
    if prefix.container_version < 1 or prefix.flags > _IS_COMPRESSED or prefix.length % 8:
        _refuse("its first bytes have impossible values")
    if prefix.length < _aligned(_PREFIX.size + prefix.stored):
        _refuse(f"its header of {prefix.stored} bytes ends behind its end")
    return prefix


def _read_text(memory: memoryview, prefix: _Prefix) -> dict[str, Any]:
    stored = memory[_PREFIX.size : _PREFIX.size + prefix.stored]
    if zlib.crc32(stored) != prefix.check:
        _refuse("the checksum of its header is another")
    if prefix.flags == _IS_COMPRESSED:
        if prefix.text > _most_text(prefix.stored):
            _refuse(f"its header of {prefix.stored} bytes would become {prefix.text}")
        try:
            text: bytes | bytearray = _unpack(stored, prefix.text)
        except ValueError as error:
            _refuse(f"its header: {error}")
    else:
        text = bytes(stored)
    if len(text) != prefix.text:
        _refuse(f"its header has {len(text)} instead of {prefix.text} bytes")
    try:
        table = json.loads(text.decode(), parse_constant=_refuse_constant)
    except RecursionError:
        _refuse("its header is nested too deep")
    except ValueError as error:
        _refuse(f"its header is no JSON: {error}")
    if not (isinstance(table, dict) and table.keys() == _TEXT_KEYS and isinstance(table["columns"], list)):
        _refuse(f"its header must have {', '.join(sorted(_TEXT_KEYS))}, and nothing else")
    return table


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is none")


def _unpack(stored: memoryview, size: int) -> bytearray:
    """Return compressed bytes as they were; take no more memory than that is to be, and a piece.

    Raises `ValueError` for bytes that do not become just as many.
    """
    data, at = bytearray(size), 0
    unpacking, waiting = zlib.decompressobj(), bytes(stored)
    try:
        while not unpacking.eof and at <= size and (piece := unpacking.decompress(waiting, _PIECE)):
            data[at : at + len(piece)] = piece[: size - at]
            at += len(piece)
            waiting = unpacking.unconsumed_tail
    except zlib.error as error:
        raise ValueError(f"it cannot be unpacked: {error}") from None
    if at != size or not unpacking.eof or unpacking.unused_data:
        raise ValueError(f"it does not unpack into {size} bytes")
    return data


def _read_columns(memory: memoryview, lines: list[Any], length: int) -> dict[str, Array]:
    """Return the columns, which begin in memory one behind the other; all of it must be used."""
    most, at = _most_memory(length), 0
    columns: dict[str, Array] = {}
    for line in lines:
        if not (isinstance(line, dict) and line.keys() == _COLUMN_KEYS):
            _refuse(f"a column must have {', '.join(sorted(_COLUMN_KEYS))}, and nothing else")
        name = line["name"]
        if not isinstance(name, str) or name in columns:
            _refuse(f"columns must have different names, got {_shown(name)}")
        if not is_count(line["stored"]) or line["offset"] != at or at + line["stored"] > len(memory):
            _refuse(f"column {_shown(name)} is not where it is said to be")
        try:
            column = _read_column(memory[at : at + line["stored"]], line, most)
        except ValueError as error:
            _refuse(f"column {_shown(name)}: {error}")
        column.flags.writeable = False
        columns[name] = column
        most -= column.nbytes
        at += _aligned(line["stored"])
    if at != len(memory):
        _refuse(f"{len(memory) - at} bytes follow its columns")
    return columns


def _read_column(stored: memoryview, line: dict[str, Any], most: int) -> Array:
    """Return a column of at most some bytes."""
    dtype, shape = dtype_from_tree(line["dtype"]), shape_from_tree(line["shape"])
    size = size_of(shape, dtype, most)
    if _check_of(stored) != line["check"]:
        raise ValueError("its checksum is another")
    if line["zlib"] is True:
        return array_of(_unpack(stored, size), dtype, shape)
    if line["zlib"] is not False or len(stored) != size:
        raise ValueError(f"{len(stored)} bytes are stored, must be {size}")
    return array_of(stored, dtype, shape)
