"""The container: what goes in comes out, and what is damaged is refused with a reason."""

from __future__ import annotations

import json
import struct
import tracemalloc
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ecsphys.compile import records
from ecsphys.solver.joints.block import JOINT_BLOCK
from ecsphys.state import document
from ecsphys.state.document import Document, read_document, split_documents, write_document
from ecsphys.state.dtypes import adapt_rows, dtype_from_tree, dtype_to_tree
from ecsphys.world.bodies import BODY
from ecsphys.world.events import EVENT
from ecsphys.world.joints import JOINT

HEADER = {"step": 7, "note": "Größe", "list": [1, 2.5, -0.0, None, True, {"a": []}], "big": 2**63}


def bodies(count: int = 50) -> Any:
    rows = records(count, BODY)
    rows.view(np.ndarray)["x"] = np.random.default_rng(3).random(count)
    rows["kind"] = 2
    return rows


COLUMNS: dict[str, Any] = {
    "bodies": bodies(),
    "joints": records(3, JOINT),
    "blocks": records(2, JOINT_BLOCK),
    "events": np.zeros(4, EVENT),
    "numbers": np.arange(5),
    "small": np.arange(7, dtype=np.int8),
    "flags": np.array([True, False, True]),
    "plane": np.arange(12.0).reshape(3, 4).T,
    "none": np.empty((0, 3)),
    "one": np.array(2.5, np.float32),
    "strange": np.array([np.nan, -np.inf, -0.0, 5e-324]),
    "words": np.array(["ab", "€"]),
    "big endian": np.arange(4, dtype=">i4"),
    "": np.zeros(1, [("inner", [("a", "u2"), ("b", "f8", (2, 2))]), ("c", "S3")]),
}


@pytest.mark.parametrize("compress", [False, True])
def test_what_is_written_is_read(compress: bool) -> None:
    data = write_document("snapshot", 3, HEADER, COLUMNS, compress=compress)
    assert len(data) % 8 == 0
    read = read_document(data, "snapshot", 3)
    assert (read.version, read.header) == (3, HEADER)
    assert str(read.header["list"][2]) == "-0.0"
    assert list(read.columns) == list(COLUMNS)
    for name, column in COLUMNS.items():
        other = read.columns[name]
        assert other.shape == column.shape and other.dtype == column.dtype.newbyteorder("="), name
        is_same = other.dtype == column.dtype
        assert other.tobytes() == (column if is_same else column.astype(other.dtype)).tobytes()
        assert not other.flags.writeable and other.flags.aligned


def test_equal_documents_have_equal_bytes() -> None:
    assert write_document("a", 1, HEADER, COLUMNS) == write_document("a", 1, HEADER, COLUMNS)


def test_columns_of_bytes_are_views() -> None:
    data = bytearray(write_document("a", 1, None, {"n": np.arange(1000)}))
    column = read_document(data, "a", 1).columns["n"]
    assert np.shares_memory(column, np.frombuffer(data, np.uint8))


def test_documents_may_begin_anywhere() -> None:
    """Columns that are not aligned in memory are copied."""
    data = write_document("a", 1, HEADER, COLUMNS)
    for shift in range(1, 9):
        columns = read_document(memoryview(bytes(shift) + data)[shift:], "a", 1).columns
        assert all(column.flags.aligned for column in columns.values())
        assert columns["bodies"].tobytes() == COLUMNS["bodies"].tobytes()


def test_the_layout_is_the_documented_one() -> None:
    """Reads a document with nothing but struct, json and the docstring."""
    numbers = np.arange(600, dtype=np.float64)
    data = write_document("kind", 2, {"a": 1}, {"x": numbers, "y": np.arange(3, dtype=np.uint8)})
    magic, version, flags, length, stored, text, check, own = struct.unpack_from("<8sIIQIIII", data)
    assert (magic, version, flags, length, stored) == (b"\x89ECP\r\n\x1a\n", 1, 0, len(data), text)
    assert own == zlib.crc32(data[:36]) and check == zlib.crc32(data[40 : 40 + text])
    table = json.loads(data[40 : 40 + text])
    assert (table["kind"], table["version"], table["header"]) == ("kind", 2, {"a": 1})
    first = -(-(40 + text) // 8) * 8
    x, y = table["columns"]
    assert (x["name"], x["dtype"], x["shape"], x["stored"], x["zlib"]) == ("x", "<f8", [600], 4800, False)
    assert (y["offset"], y["dtype"]) == (4800, "|u1")
    content = data[first + x["offset"] : first + x["offset"] + x["stored"]]
    assert content == numbers.tobytes()
    words = [int(word) for word in numbers.view(np.uint64)]
    sums = [sum(words[:512]) % 2**64, sum(words[512:]) % 2**64]
    assert x["check"] == zlib.crc32(struct.pack("<QQ", *sums))
    assert y["check"] == zlib.crc32(struct.pack("<Q", 0x020100))


def test_a_big_column_is_compressed_where_that_saves_something() -> None:
    noise = np.random.default_rng(0).integers(0, 256, 10_000, np.uint8)
    zeros = np.zeros(10_000)
    data = write_document("a", 1, None, {"noise": noise, "zeros": zeros}, compress=True)
    assert 10_000 < len(data) < 11_000
    assert np.array_equal(read_document(data, "a", 1).columns["noise"], noise)


@pytest.mark.parametrize(
    ("header", "columns", "error"),
    [
        ({"a": float("nan")}, {}, ValueError),
        ({"a": b"x"}, {}, TypeError),
        ({}, {"x": np.array([object()])}, TypeError),
        ({}, {"x": np.zeros(1, np.longdouble)}, TypeError),
        ({}, {3: np.zeros(1)}, TypeError),
    ],
)
def test_what_cannot_be_written_is_refused(header: Any, columns: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        write_document("a", 1, header, columns)


# -- damage --------------------------------------------------------------------------------------------


def repacked(data: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """A document whose text was changed, with checksums that are right."""
    *_, stored, _, _, _ = struct.unpack_from("<8sIIQIIII", data)
    table = json.loads(data[40 : 40 + stored])
    change(table)
    text = json.dumps(table).encode()
    rest = data[-(-(40 + stored) // 8) * 8 :]
    body = text + bytes(-(40 + len(text)) % 8) + rest
    head = struct.pack("<8sIIQIII", data[:8], 1, 0, 40 + len(body), len(text), len(text), zlib.crc32(text))
    return head + struct.pack("<I", zlib.crc32(head)) + body


def column(name: str, value: Any) -> Callable[[dict[str, Any]], object]:
    return lambda table: table["columns"][0].update({name: value})


DAMAGES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "unknown key": (lambda table: table.update(x=1), "must have columns, header, kind, version"),
    "no columns": (lambda table: table.pop("columns"), "must have columns, header, kind, version"),
    "columns": (lambda table: table.update(columns={}), "must have columns, header, kind, version"),
    "version": (lambda table: table.update(version="1"), "its version is '1'"),
    "version 0": (lambda table: table.update(version=0), "its version is 0"),
    "later": (
        lambda table: table.update(version=2),
        "later ecsphys: it has version 2, this one reads up to 1",
    ),
    "kind": (lambda table: table.update(kind="recording"), "is a 'recording', not a 'a'"),
    "name": (column("name", 3), "must have different names, got 3"),
    "same name": (column("name", "y"), "must have different names, got 'y'"),
    "line": (lambda table: table["columns"].append(3), "a column must have"),
    "one less": (lambda table: table["columns"].pop(), "bytes follow its columns"),
    "offset": (column("offset", 8), "column 'x' is not where it is said to be"),
    "stored": (column("stored", 1 << 40), "column 'x' is not where it is said to be"),
    "stored text": (column("stored", "8"), "column 'x' is not where it is said to be"),
    "less stored": (column("stored", 797), "column 'x': its checksum is another"),
    "check": (column("check", 5), "column 'x': its checksum is another"),
    "zlib": (column("zlib", True), "column 'x': it cannot be unpacked"),
    "zlib 1": (column("zlib", 1), "column 'x': 800 bytes are stored, must be 800"),
    "type": (column("dtype", "|O"), "column 'x': no type of an array that is known: '|O'"),
    "type code": (column("dtype", "<f8,<f8"), "column 'x': no type of an array that is known"),
    "type size": (column("dtype", "<f4"), "column 'x': 800 bytes are stored, must be 400"),
    "shape": (column("shape", [99]), "column 'x': 800 bytes are stored, must be 792"),
    "shape of floats": (column("shape", [100.0]), "column 'x': a shape must be a list"),
    "negative shape": (column("shape", [-100]), "column 'x': a shape must be a list"),
    "huge shape": (column("shape", [1 << 62]), "column 'x': an array of shape .* is larger than"),
    "huge and empty": (column("shape", [1 << 62, 0]), "column 'x': an array of shape .* is larger than"),
    "many dimensions": (column("shape", [1] * 65), "column 'x': a shape must be a list of at most"),
    "record": (
        column("dtype", {"names": ["a"], "formats": ["<f8"], "offsets": [1], "size": 8}),
        "column 'x': field 'a' of a record ends behind its 8 bytes",
    ),
    "same fields": (
        column("dtype", {"names": ["a", "a"], "formats": ["<f4"] * 2, "offsets": [0, 4], "size": 8}),
        "column 'x': names of a record must be different words",
    ),
    "record of objects": (
        column("dtype", {"names": ["a"], "formats": ["|O"], "offsets": [0], "size": 8}),
        "column 'x': no type of an array that is known",
    ),
    "size of a record": (
        column("dtype", {"names": ["a"], "formats": ["<f8"], "offsets": [0], "size": 1 << 40}),
        "column 'x': offsets and size of a record must be",
    ),
    "array in a record": (column("dtype", {"base": "<f8", "shape": [1 << 40]}), "column 'x': invalid shape"),
    "text": (column("dtype", "<U2"), "column 'x': an array of text has numbers that are no characters"),
    "flags": (
        lambda table: table["columns"][0].update(dtype="|b1", shape=[800]),
        "column 'x': an array of truth values has others than 0 and 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_texts_are_refused(name: str) -> None:
    data = write_document("a", 1, HEADER, {"x": np.linspace(-1, 1, 100), "y": np.arange(2)})
    assert repacked(data, lambda table: None) and read_document(repacked(data, dict), "a", 1)
    change, message = DAMAGES[name]
    with pytest.raises(ValueError, match=message):
        read_document(repacked(data, change), "a", 1)


def test_each_byte_counts() -> None:
    """Any single byte that changes is found, but those between the parts."""
    data = write_document("a", 1, {"k": 1}, {"x": np.arange(3.0), "y": np.ones(3, np.int8)})
    *_, stored, _, _, _ = struct.unpack_from("<8sIIQIIII", data)
    gaps = {*range(40 + stored, -(-(40 + stored) // 8) * 8), *range(len(data) - 5, len(data))}
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= 0x10
        if place in gaps:
            read_document(changed, "a", 1)
            continue
        with pytest.raises(ValueError, match="document"):
            read_document(changed, "a", 1)


def test_exchanged_blocks_are_found() -> None:
    numbers = np.arange(2048.0)
    data = write_document("a", 1, None, {"x": numbers})
    at = len(data) - numbers.nbytes
    changed = data[:at] + data[at + 4096 : at + 8192] + data[at : at + 4096] + data[at + 8192 :]
    with pytest.raises(ValueError, match="its checksum is another"):
        read_document(changed, "a", 1)


@pytest.mark.parametrize("compress", [False, True])
def test_each_length_is_refused(compress: bool) -> None:
    data = write_document("a", 1, HEADER, {"x": np.arange(30.0)}, compress=compress)
    for length in range(len(data)):
        with pytest.raises(ValueError, match="document"):
            read_document(data[:length], "a", 1)
    with pytest.raises(ValueError, match="8 bytes follow it"):
        read_document(data + bytes(8), "a", 1)


@pytest.mark.parametrize("data", [b"", b"\x89ECP", b"PK\x03\x04" * 20, b"\x89ECP\n\x1a\n" * 9, bytes(100)])
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="document"):
        read_document(data, "a", 1)


def test_a_later_container_is_refused() -> None:
    data = bytearray(write_document("a", 1, None, {}))
    data[8] = 2
    with pytest.raises(
        ValueError, match="later ecsphys: its container has version 2, this one reads up to 1"
    ):
        read_document(data, "a", 1)


@pytest.mark.parametrize("text", [b"[" * 5000, b'{"a":' * 5000, b"NaN", b"\xff", b"9" * 5000, b"{", b"[]"])
def test_bad_texts_are_refused(text: bytes) -> None:
    head = struct.pack(
        "<8sIIQIII",
        document.MAGIC,
        1,
        0,
        -(-(40 + len(text)) // 8) * 8,
        len(text),
        len(text),
        zlib.crc32(text),
    )
    data = head + struct.pack("<I", zlib.crc32(head)) + text
    with pytest.raises(ValueError, match="the document is damaged: its header"):
        read_document(data + bytes(-len(data) % 8), "a", 1)


def peak_of(function: Callable[[], object]) -> float:
    """Megabytes that a call takes at most."""
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def test_bombs_are_refused_before_they_go_off() -> None:
    bomb = zlib.compress(bytes(400_000_000), 9)
    honest = write_document("a", 1, None, {"x": np.frombuffer(bomb, np.uint8)})

    def lie(size: int) -> Callable[[dict[str, Any]], object]:
        return lambda table: table["columns"][0].update(zlib=True, shape=[size])

    for size in (1, 33_000_000, 70_000_000, 90_000_000, 400_000_000, 1 << 60):
        data = repacked(honest, lie(size))

        def read(data: bytes = data) -> None:
            with pytest.raises(ValueError, match=r"larger than|does not unpack"):
                read_document(data, "a", 1)

        assert peak_of(read) < (100 if size < 72_000_000 else 2)


def test_large_columns_are_unpacked_piece_by_piece() -> None:
    numbers = np.arange(1 << 20) // 7
    data = write_document("a", 1, None, {"x": numbers}, compress=True)
    assert len(data) < numbers.nbytes / 5
    assert np.array_equal(read_document(data, "a", 1).columns["x"], numbers)


def test_many_columns_share_one_limit() -> None:
    """Each would be small enough alone."""
    columns = {str(k): np.zeros(2_000_000) for k in range(8)}
    data = write_document("a", 1, None, columns, compress=True)
    assert len(data) > 100_000_000  # as they are: they would not be read
    assert len(read_document(data, "a", 1).columns) == 8


def test_a_bomb_in_the_text_is_refused() -> None:
    stored = zlib.compress(b'"' + b" " * 300_000_000 + b'"', 9)
    for size in (10, 300_000_002):
        head = struct.pack(
            "<8sIIQIII",
            document.MAGIC,
            1,
            1,
            40 + -(-len(stored) // 8) * 8,
            len(stored),
            size,
            zlib.crc32(stored),
        )
        data = head + struct.pack("<I", zlib.crc32(head)) + stored + bytes(-len(stored) % 8)

        def read(data: bytes = data) -> None:
            with pytest.raises(ValueError, match="its header"):
                read_document(data, "a", 1)

        assert peak_of(read) < 10


# -- files ---------------------------------------------------------------------------------------------


def test_a_file_is_one_document_behind_the_other() -> None:
    parts = [write_document("a", 1, k, {"x": np.arange(k)}, compress=k % 2 == 1) for k in range(5)]
    found = split_documents(b"".join(parts))
    assert [bytes(one) for one in found.documents] == parts and found.cut == 0
    assert [read_document(one, "a", 1).header for one in found.documents] == [0, 1, 2, 3, 4]
    assert split_documents(b"") == ([], 0)


def test_the_last_document_of_a_file_may_be_cut_off() -> None:
    first, last = (write_document("a", 1, k, {"x": np.arange(9)}) for k in range(2))
    for length in range(len(last)):
        documents, cut = split_documents(first + last[:length])
        assert (len(documents), cut) == (1, length)


def test_a_file_with_something_else_in_it_is_refused() -> None:
    one = write_document("a", 1, None, {})
    for between in (b"x", bytes(8), bytes(100), b"\x89ECQ"):
        with pytest.raises(ValueError, match=f"document 1, at byte {len(one)}: "):
            split_documents(one + between + one)


# -- rows of other versions ----------------------------------------------------------------------------


def test_types_come_back_from_their_trees() -> None:
    for dtype in (BODY, JOINT, EVENT, JOINT_BLOCK, *(column.dtype for column in COLUMNS.values())):
        tree = json.loads(json.dumps(dtype_to_tree(dtype)))
        assert dtype_from_tree(tree) == dtype.newbyteorder("=")


def test_rows_of_another_version_are_adapted_by_name() -> None:
    old = np.zeros(2, [("a", "f8"), ("gone", "i8"), ("b", "i4"), ("c", "i1", (2,)), ("n", [("x", "f4")])])
    old["a"], old["b"], old["c"], old["n"]["x"] = (1.5, -2.5), (3, -4), ((1, 2), (3, 4)), (0.5, 1)
    new = adapt_rows(
        old,
        np.dtype(
            [("new", "f8"), ("b", "i8"), ("c", "i1", (2,)), ("a", "f8"), ("n", [("y", "f8"), ("x", "f8")])]
        ),
    )
    assert new["a"].tolist() == [1.5, -2.5] and new["b"].tolist() == [3, -4] and new["new"].tolist() == [0, 0]
    assert new["c"].tolist() == [[1, 2], [3, 4]] and new["n"]["x"].tolist() == [0.5, 1]
    assert adapt_rows(old, old.dtype) is old
    narrow = adapt_rows(old, np.dtype([("b", "i1")]))
    assert narrow["b"].tolist() == [3, -4]


@pytest.mark.parametrize(
    ("name", "form", "message"),
    [
        ("a", "i8", "field 'a' must be of type int64, got float64"),
        ("b", "i1", "field 'b' has values that do not fit into int8"),
        ("b", ("i8", (2,)), r"field 'b' must have the shape \(1, 2\), got \(1,\)"),
        ("b", [("x", "i8")], "rows must be of a record"),
    ],
)
def test_rows_that_do_not_fit_are_refused(name: str, form: Any, message: str) -> None:
    old = np.zeros(1, [("a", "f8"), ("b", "i8")])
    old["b"] = 300
    with pytest.raises(ValueError, match=message):
        adapt_rows(old, np.dtype([(name, *form) if isinstance(form, tuple) else (name, form)]))


def test_a_document_of_today_stays_readable() -> None:
    """Bytes as this version wrote them on 2026-11-23: no later one may refuse them."""
    data = bytes.fromhex(OF_2026)
    assert read_document(data, "a", 9) == Document(1, {"k": [1.5]}, {"x": np.array([7])})


OF_2026 = (
    "894543500d0a1a0a0100000000000000c800000000000000960000009600000090f9aa65f40d5d2f7b226b696e64223a"
    "2261222c2276657273696f6e223a312c22686561646572223a7b226b223a5b312e355d7d2c22636f6c756d6e73223a5b"
    "7b226e616d65223a2278222c226474797065223a223c6938222c227368617065223a5b315d2c2273746f726564223a38"
    "2c227a6c6962223a66616c73652c22636865636b223a313837373436343638382c226f6666736574223a307d5d7d0000"
    "0700000000000000"
)
