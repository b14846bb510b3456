"""The packets that sessions send: one in each frame, and before that a greeting, until it is answered.

All numbers are little endian. A packet:

| bytes | what |
|---|---|
| 4 | `MAGIC`, with the version of this format |
| 4 | a number that the sender drew when its session began |
| 4 | the receiver's number, 0 while it is unknown; both keep packets of other sessions out |
| 1 | flags: 1, the sender leaves; 2, it has the receiver's greeting, and both play the same game |
| 4 | ack: the last frame whose inputs of the receiver's players have come, -1 for none |
| 4 | the frame that the sender is about to simulate |
| 2 | how many frames the sender is ahead of what it has last heard of the receiver |
| 4, 8 | a confirmed frame, -1 for none, and the fingerprint of the state at its beginning |
| 1 | the number of the sender's players |
| 4 | the first frame whose inputs follow |
| 1 | the number of frames whose inputs follow: all that are not acknowledged, as far as there is room |
| … | for each frame and player: a byte n and n bytes, an input; n = 0: the same as in the frame before |
| 4 | CRC-32 of all of that |

A greeting:

| bytes | what |
|---|---|
| 4 | `GREETING` |
| 4 | the sender's number, as above |
| … | an object of JSON in UTF-8: `mine` and `yours`, lists of players, and `terms` (see `terms`) |
| 4 | CRC-32 of all of that |
"""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any, NamedTuple

from .terms import Greeting
from .transport import MOST_BYTES

MAGIC, GREETING = b"eRb2", b"eRg2"
_SENDER = struct.Struct("<4sI")
_HEAD = struct.Struct("<4sIIBiihi8sBiB")
_CHECK = struct.Struct("<I")
_LEAVES, _AGREES = 1, 2
_MOST_FRAMES = 255
_MOST_AHEAD = (1 << 15) - 1

Row = tuple[bytes, ...]  # of a frame: each player's input


class Packet(NamedTuple):
    """What a machine says to another one."""

    sender: int
    receiver: int
    leaves: bool
    agrees: bool
    ack: int
    frame: int
    ahead: int
    check_frame: int
    check: str  # 16 hexadecimal digits
    players: int
    start: int
    rows: tuple[Row, ...]


def is_of_session(data: bytes) -> bool:
    """Whether bytes look like a packet of a session."""
    return data[:4] in (MAGIC, GREETING)


def write_packet(packet: Packet) -> bytes:
    """Return a packet's bytes, with as many of its rows as there is room for."""
    body = bytearray()
    before: Row = (b"",) * packet.players
    count = 0
    for row in packet.rows[:_MOST_FRAMES]:
        part = b"".join(
            b"\0" if data == old else bytes((len(data),)) + data
            for data, old in zip(row, before, strict=True)
        )
        if _HEAD.size + len(body) + len(part) + _CHECK.size > MOST_BYTES:
            break
        body += part
        before, count = row, count + 1
    head = _HEAD.pack(
        MAGIC,
        packet.sender,
        packet.receiver,
        _LEAVES * packet.leaves | _AGREES * packet.agrees,
        packet.ack,
        packet.frame,
        max(-_MOST_AHEAD, min(packet.ahead, _MOST_AHEAD)),
        packet.check_frame,
        bytes.fromhex(packet.check),
        packet.players,
        packet.start,
        count,
    )
    data = head + body
    return data + _CHECK.pack(zlib.crc32(data))


def read_packet(data: bytes) -> Packet:
    """Return the packet of some bytes. Raises `ValueError` for bytes that are none."""
    body = _checked(data, MAGIC, _HEAD.size)
    _, sender, receiver, flags, ack, frame, ahead, check_frame, check, players, start, count = (
        _HEAD.unpack_from(body)
    )
    if flags > _LEAVES | _AGREES or sender == 0 or min(ack, check_frame) < -1 or min(frame, start) < 0:
        raise ValueError("a packet with impossible numbers")
    rows = _read_rows(body[_HEAD.size :], players, count)
    leaves, agrees = bool(flags & _LEAVES), bool(flags & _AGREES)
    return Packet(
        sender, receiver, leaves, agrees, ack, frame, ahead, check_frame, check.hex(), players, start, rows
    )


def write_greeting(sender: int, greeting: Greeting) -> bytes:
    """Return a greeting's bytes; texts that do not fit in are cut off."""
    longest = max(map(len, greeting.terms.values()), default=0)
    terms = greeting.terms
    while True:
        text = json.dumps({**greeting._asdict(), "terms": terms}, separators=(",", ":"))
        data = _SENDER.pack(GREETING, sender) + text.encode()
        if len(data) + _CHECK.size <= MOST_BYTES:
            return data + _CHECK.pack(zlib.crc32(data))
        longest //= 2
        terms = {topic: text[-longest:] for topic, text in terms.items()}


def read_greeting(data: bytes) -> tuple[int, Greeting]:
    """Return who sends a greeting, and what it says. Raises `ValueError` for bytes that are none."""
    body = _checked(data, GREETING, _SENDER.size)
    _, sender = _SENDER.unpack_from(body)
    try:
        said: Any = json.loads(body[_SENDER.size :])
    except RecursionError:
        raise ValueError("a greeting that is nested too deep") from None
    if sender == 0 or type(said) is not dict or said.keys() != set(Greeting._fields):
        raise ValueError("a greeting without its parts")
    seats, terms = (said["mine"], said["yours"]), said["terms"]
    if type(terms) is not dict or not all(type(text) is str for text in terms.values()):
        raise ValueError("a greeting whose terms are no texts")
    if not all(type(part) is list and all(type(player) is int for player in part) for part in seats):
        raise ValueError("a greeting whose players are no numbers")
    return sender, Greeting(tuple(said["mine"]), tuple(said["yours"]), terms)


def _checked(data: bytes, magic: bytes, least: int) -> bytes:
    """Return bytes without their sum. Raises `ValueError` if they are too few, too many, or damaged."""
    if not least + _CHECK.size <= len(data) <= MOST_BYTES or data[:4] != magic:
        raise ValueError("no packet of a session")
    body = data[: -_CHECK.size]
    if _CHECK.unpack(data[-_CHECK.size :])[0] != zlib.crc32(body):
        raise ValueError("a damaged packet")
    return body


def _read_rows(data: bytes, players: int, count: int) -> tuple[Row, ...]:
    inputs: list[bytes] = [b""] * players
    rows: list[Row] = []
    at = 0
    for _ in range(count):
        for player in range(players):
            length = data[at] if at < len(data) else 0
            if at >= len(data) or at + 1 + length > len(data) or not (length or inputs[player]):
                raise ValueError("a packet whose inputs are cut off")
            inputs[player] = data[at + 1 : at + 1 + length] or inputs[player]
            at += 1 + length
        rows.append(tuple(inputs))
    if at != len(data):
        raise ValueError("a packet with bytes behind its inputs")
    return tuple(rows)
