"""Documents of the state, damaged in one way or several: read, or refused with a reason.

`python -m tests.fuzz.documents 100000` damages as many in this process, and prints what came of them and the
peak of its memory. What is read is taken apart as a snapshot is: values and components are made of it.
"""

from __future__ import annotations

import json
import math
import random
import resource
import struct
import sys
import time
import tracemalloc
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, IntFlag
from functools import cache
from typing import Any

import numpy as np

from ecsphys import (
    Area,
    Box,
    CharacterController,
    Circle,
    Collider,
    HalfPlane,
    Polygon,
    Projectile,
    RayCaster,
    RigidBody,
    Vec2,
    WheelJoint,
)
from ecsphys.state.component_values import ComponentValues, build, describe
from ecsphys.state.document import Document, read_document, split_documents, write_document
from ecsphys.state.values import from_tree, to_tree
from ecsphys.world.bodies import BODY
from ecsphys.world.joints import JOINT
from tests.fuzz.damage import MARK, change_bytes, change_structure

PER_SEED = 400  # documents of a seed
MEASURED = 0.01  # share of those whose memory is measured
MOST_MEMORY = 100e6
KIND, NEWEST = "fuzzed", 2
NASTY = (
    None, True, False, "", "x", "x" * 5000, "\u0000", "\ud800", 0, -1, 1, 7, 8, 40, 0.5, -0.0, 1e-300, 1e308,
    2**31, 2**53 + 1, 2**60, 2**63, -(2**64), 10**400, [], {}, [[]], [{}], {"x": 1}, [0, 0], "<f8",
    "|b1", "<U3", "|O", "<i8,<O", {"base": "<f8", "shape": [1 << 30]}, {"dict": [[[], 1]]},
    {"int": "f" * 5000}, {"float": "7ff8000000000001"}, {"tuple": [[[[]]]]}, {"function": "os:system"},
    {"shape": ["ecsphys:Circle", [1.0, {"vec": [0.0, 0.0]}]]}, {"object": ["os:environ", {}, {}]},
    {"array": ["<f8", [0, 1 << 40], ""]}, {"array": ["|b1", [1], "/w=="]}, {"named": ["ecsphys:Vec2", [1]]},
)  # fmt: skip
RAW = (
    "[" * 40 + "]" * 40, "[" * 5000, '{"a":' * 5000, "1e999", "-1e999", "9" * 5000, "NaN", "-Infinity",
    '{"tuple":[' * 300 + "]}" * 300, "[{}" + ",{}" * 3000 + "]", '{"a": 1, "a": 2}', "00", "'x'",
)  # fmt: skip
KEYS = ("x", "shape", "object", "tuple", "dict", "function", "scalar")
Outcome = str


class Mood(Enum):
    GLAD = 1


class Tags(IntFlag):
    RED = 1
    BLUE = 2


@dataclass
class Item:
    name: str
    parts: list[Any] = field(default_factory=list)
    mood: Mood = Mood.GLAD


@dataclass(frozen=True, slots=True)
class Key:
    door: int


def on_hit(me: int, other: int, event: Any) -> None:
    """A handler."""


def run(seed: int) -> None:
    """Damage some documents, and read them."""
    rng = random.Random(seed)
    for _ in range(PER_SEED):
        try_document(rng)


def try_document(rng: random.Random) -> Outcome:
    """Read a damaged document; return what came of it."""
    return attempt(rng, damaged(rng), read)


def attempt(rng: random.Random, data: bytes, read: Callable[[bytes], Outcome]) -> Outcome:
    """Read a damaged file; return what came of it. Only a `ValueError` with a short message may come."""
    is_measured = rng.random() < MEASURED
    if is_measured:
        tracemalloc.start()
    try:
        return read(data)
    except ValueError as error:
        message = str(error)
        assert type(error) is ValueError, error
        assert 0 < len(message) < 1000 and "Traceback" not in message, message
        message.encode("utf-8", "backslashreplace")
        return "refused"
    finally:
        if is_measured:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert peak < MOST_MEMORY, f"{peak / 1e6:.0f} MB for a file of {len(data)} bytes"


def read(data: bytes) -> Outcome:
    """Read all documents of a file, and make what they describe; raise `ValueError` for a damaged one."""
    documents, cut = split_documents(data)
    assert sum(map(len, documents)) + cut == len(data)
    for one in documents:
        use(read_document(one, KIND, NEWEST))
    return "read" if cut == 0 else "read, but the last"


def use(document: Document) -> None:
    """Make what a document describes."""
    version, header, columns = document
    assert 1 <= version <= NEWEST
    for column in columns.values():
        assert not column.flags.writeable
        column[:5].tolist() if column.ndim else column.tolist()
    again = read_document(write_document(KIND, version, None, columns), KIND, NEWEST)
    assert [(one.dtype, one.shape) for one in again.columns.values()] == [
        (one.dtype, one.shape) for one in columns.values()
    ]
    if not isinstance(header, dict):
        raise ValueError("the header is no object")
    if "type" in header:
        repr(build(ComponentValues(header["type"], columns.get("words"), header.get("attributes"))))
    value = from_tree(header.get("values"), "values")
    tree = to_tree(value)
    assert json.dumps(to_tree(from_tree(tree))) == json.dumps(tree)


# -- documents -----------------------------------------------------------------------------------------


@cache
def some_documents() -> tuple[bytes, ...]:
    """Return documents of several kinds, as they are written; small ones, so that each fault has a chance."""
    rows = np.zeros(2, [("x", "f8"), ("kind", "i1"), ("flag", "?"), ("pair", "i4", (2,))])
    rows["x"] = math.nan, -math.inf
    columns = {"rows": rows, "none": np.empty((0, 3)), "flags": rows["x"] > 0, "words": np.array(["ab", "€"])}
    return (
        *(write_document(KIND, 1, {"values": to_tree(value)}, {}) for value in some_values()),
        *(component_document(part) for part in some_components()),
        write_document(KIND, 1, {}, {"bodies": np.zeros(2, BODY), "joints": np.zeros(1, JOINT)}),
        *[write_document(KIND, 2, {"values": [1, 2]}, columns)] * 4,
        *[write_document(KIND, 2, None, {"zeros": np.zeros(1 << 9), "steps": np.arange(9)}, compress=True)]
        * 2,
    )


def some_values() -> list[Any]:
    """Return values of all kinds that there are."""
    return [
        Item("lamp", [Key(3), (1, 2.5, None, b"\x00"), {1: {"a", "b"}}]),
        {("x", 1): [Vec2(1.0, 2.0), math.inf, 2**80, "\ud800", Tags.RED | Tags.BLUE, frozenset({1.5})]},
        [np.arange(4.0), np.array(["ab"]), np.float32(1.5), np.zeros(2, [("a", "f8"), ("b", "i4")])],
        [Polygon([(0, 0), (3, 0), (0, 2)], 0.1), HalfPlane((1, 2), 3), Box(1, 2), on_hit],
    ]


def some_components() -> list[Any]:
    """Return components with all kinds of values."""
    body = RigidBody(mass=2)
    body.apply_impulse((1, 2), (3, 4))
    return [
        body, Collider([Circle(1), Box(1, 2)], one_way=(1, 2)), CharacterController(), Area(wind=(1, 2)),
        Projectile(on_hit=on_hit, ignore=(3, 4)), RayCaster((1, 2), 5, ignore=3), WheelJoint(1, 2),
    ]  # fmt: skip


def component_document(part: Any) -> bytes:
    """Return a document with a component."""
    kind, words, attributes = describe(part)
    columns = {} if words is None else {"words": words}
    return write_document(KIND, 1, {"type": kind, "attributes": attributes}, columns)


def damaged(rng: random.Random) -> bytes:
    """Return a file of one to three documents with one to four faults."""
    documents = list(rng.choices(some_documents(), k=rng.choice((1, 1, 1, 2, 3))))
    at = rng.randrange(len(documents))
    if rng.random() < 0.7:
        documents[at] = resealed(rng, documents[at])
    data = b"".join(documents)
    for _ in range(rng.choice((0, 0, 1, 2))):
        data = change_bytes(rng, data)
    return data


def resealed(rng: random.Random, data: bytes) -> bytes:
    """Return a document with faults in its text or its columns, whose checksums are right."""
    text, blobs = taken_apart(data)
    table, raw = json.loads(text), ""
    for _ in range(rng.randrange(3)):
        raw = change_structure(rng, table, NASTY, RAW, KEYS) or raw
    for k in range(len(blobs)):
        if rng.random() < 0.1:
            blobs[k] = change_blob(rng, blobs[k])
            seal_column(rng, table, k, blobs[k])
    text = json.dumps(table).replace(f'"{MARK}"', raw).encode()
    if rng.random() < 0.1:
        text = change_bytes(rng, text)
    return sealed(rng, text, blobs)


def taken_apart(data: bytes) -> tuple[bytes, list[bytes]]:
    """Return the text of a document that is right, and what it stores of each column."""
    _, _, flags, _, stored, _, _, _ = struct.unpack_from("<8sIIQIIII", data)
    text = data[40 : 40 + stored]
    text = zlib.decompress(text) if flags else text
    first = 40 + stored + -stored % 8
    lines = json.loads(text)["columns"]
    begins = [first + line["offset"] for line in lines]
    return text, [data[at : at + line["stored"]] for at, line in zip(begins, lines, strict=True)]


def sealed(rng: random.Random, text: bytes, blobs: list[bytes]) -> bytes:
    """Return a document of a text and columns; now and then its lengths lie."""
    flags = rng.choice((0, 0, 1))
    stored = zlib.compress(text) if flags else text
    body = b"".join(part + bytes(-len(part) % 8) for part in (stored, *blobs))
    lengths = [40 + len(body), len(stored), len(text)]
    if rng.random() < 0.1:
        k = rng.randrange(3)
        lies = (0, 8, 40, lengths[k] + 8, lengths[k] - 8, 2**32 - 8, rng.randrange(2**20) * 8)
        lengths[k] = max(rng.choice(lies), 0)
    head = struct.pack("<8sIIQIII", b"\x89ECP\r\n\x1a\n", 1, flags, *lengths, zlib.crc32(stored))
    return head + struct.pack("<I", zlib.crc32(head)) + body


def seal_column(rng: random.Random, table: Any, k: int, blob: bytes) -> None:
    """Write the length of a changed column and its checksum into the text, if there is a place for them."""
    words = struct.unpack(f"<{-(-len(blob) // 8)}Q", blob + bytes(-len(blob) % 8))
    sums = [sum(words[at : at + 512]) % 2**64 for at in range(0, len(blob) // 8 // 512 * 512, 512)]
    sums.append(sum(words[512 * len(sums) :]) % 2**64)
    lines = table.get("columns") if isinstance(table, dict) else None
    if isinstance(lines, list) and len(lines) > k and isinstance(lines[k], dict):
        lines[k] |= {"stored": len(blob), "check": zlib.crc32(struct.pack(f"<{len(sums)}Q", *sums))}


def change_blob(rng: random.Random, blob: bytes) -> bytes:
    """Return other bytes for a column: a few changed, or a bomb."""
    dice = rng.random()
    if dice < 0.02:
        return bombs()[rng.randrange(len(bombs()))]
    return change_bytes(rng, blob) if dice < 0.8 else bytes(rng.randrange(256) for _ in range(len(blob)))


@cache
def bombs() -> tuple[bytes, ...]:
    """Return bytes that unpack into 200 MB, and into 80 MB."""
    return zlib.compress(bytes(200_000_000), 9), zlib.compress(bytes(80_000_000), 9)


# -- damage --------------------------------------------------------------------------------------------


def main(count: int) -> None:
    """Damage `count` documents."""
    rng, begin = random.Random(count), time.monotonic()
    outcomes = Counter(try_document(rng) for _ in range(count))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    spent = time.monotonic() - begin
    print(f"{dict(sorted(outcomes.items()))}, peak {peak:.0f} MB, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
