"""The one kind of packet that sessions send, once a frame.

All numbers are little endian. A packet:

| bytes | what |
|---|---|
| 4 | `MAGIC`, with the version of this format |
| 4 | a number that the sender drew when its session began |
| 4 | the receiver's number, 0 while it is unknown; both keep packets of other sessions out |
| 1 | flags: 1, the sender leaves |
| 4 | ack: the last frame whose inputs of the receiver's players have come, -1 for none |
| 4 | the frame that the sender is about to simulate |
| 2 | how many frames the sender is ahead of what it has last heard of the receiver |
| 4, 8 | a confirmed frame, -1 for none, and the fingerprint of the state at its beginning |
| 1 | the number of the sender's players |
| 4 | the first frame whose inputs follow |
| 1 | the number of frames whose inputs follow: all that are not acknowledged, as far as there is room |
| … | for each frame and player: a byte n and n bytes, an input; n = 0: the same as in the frame before |
| 4 | CRC-32 of all of that |
"""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

from .transport import MOST_BYTES

MAGIC = b"eRb1"
_HEAD = struct.Struct("<4sIIBiihi8sBiB")
_CHECK = struct.Struct("<I")
_LEAVES = 1
_MOST_FRAMES = 255
_MOST_AHEAD = (1 << 15) - 1

Row = tuple[bytes, ...]  # of a frame: each player's input


class Packet(NamedTuple):
    """What a machine says to another one."""

    sender: int
    receiver: int
    leaves: bool
    ack: int
    frame: int
    ahead: int
    check_frame: int
    check: str  # 16 hexadecimal digits
    players: int
    start: int
    rows: tuple[Row, ...]


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
        _LEAVES if packet.leaves else 0,
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
    if not _HEAD.size + _CHECK.size <= len(data) <= MOST_BYTES or data[:4] != MAGIC:
        raise ValueError("no packet of a session")
    body = data[: -_CHECK.size]
    if _CHECK.unpack(data[-_CHECK.size :])[0] != zlib.crc32(body):
        raise ValueError("a damaged packet")
    _, sender, receiver, flags, ack, frame, ahead, check_frame, check, players, start, count = (
        _HEAD.unpack_from(body)
    )
    if flags > _LEAVES or sender == 0 or min(ack, check_frame) < -1 or min(frame, start) < 0:
        raise ValueError("a packet with impossible numbers")
    rows = _read_rows(body[_HEAD.size :], players, count)
    return Packet(
        sender, receiver, bool(flags), ack, frame, ahead, check_frame, check.hex(), players, start, rows
    )


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
