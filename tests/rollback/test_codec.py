"""Inputs as bytes, and the bytes of packets."""

from __future__ import annotations

import random
import struct
import zlib
from enum import Enum, IntFlag
from typing import Any, NamedTuple

import pytest

from ecsphys import Vec2
from ecsphys.rollback.codec import MOST_BYTES, InputCodec
from ecsphys.rollback.packets import Packet, read_packet, write_packet
from ecsphys.rollback.transport import MOST_BYTES as MOST_PACKET


class Keys(IntFlag):
    LEFT = 1
    FIRE = 2


class Way(Enum):
    NORTH = "n"
    SOUTH = "s"


class Stick(NamedTuple):
    aim: Vec2
    keys: Keys
    name: str


@pytest.mark.parametrize(
    ("value", "blank"),
    [
        (5, 0),
        (-(1 << 70), 0),
        (0.1, 0.0),
        (True, False),
        (float("inf"), 0.0),
        ("gó\ud800", ""),
        (b"\0\xff", b""),
        ((1, (0.5, b"a"), "x"), (0, (0.0, b""), "")),
        (Vec2(1, -2), Vec2(0, 0)),
        (Keys.LEFT | Keys.FIRE, Keys(0)),
        (Stick(Vec2(0.25, 1.0), Keys.FIRE, "ann"), Stick(Vec2(0, 0), Keys(0), "")),
        ((None, 3), (None, 0)),
    ],
)
def test_inputs_come_back_as_they_were(value: Any, blank: Any) -> None:
    codec = InputCodec()
    codec.take_kind(value, "value")
    assert codec.default == blank and type(codec.default) is type(blank)
    data = codec.encode(value, "value")
    back = codec.decode(data)
    assert back == value and type(back) is type(value) and codec.encode(back, "value") == data


def test_an_enum_without_a_zero_needs_a_default() -> None:
    with pytest.raises(TypeError, match="Way has no member 0"):
        InputCodec().take_kind(Way.NORTH, "value")
    codec = InputCodec(Way.NORTH)
    assert codec.decode(codec.encode(Way.SOUTH, "value")) is Way.SOUTH


@pytest.mark.parametrize("value", [[1], {1: 2}, {1}, object(), 1 + 2j, ((((((1,),),),),),)])
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="value must"):
        InputCodec().encode(value, "value")


def test_large_inputs_are_refused() -> None:
    with pytest.raises(ValueError, match=f"at most {MOST_BYTES} bytes"):
        InputCodec().encode("x" * MOST_BYTES, "value")


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[1]", b"\xff", b"NaN", b"1e999", b" 1", b"1.50", b'"a"', b'{"tuple":[1,2]}', b"null" * 9,
        b'{"object":["ecsphys:Body",{},{}]}', b'{"function":"os:system"}', b'{"named":["a:b",[]]}',
        b"[" * 190,
        b'{"tuple":[{"function":"os:system"}]}',
    ],
)  # fmt: skip
def test_bytes_that_are_no_input_of_this_kind_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no input"):
        InputCodec(0).decode(data)


def some_packet(chance: random.Random) -> Packet:
    players = chance.randint(0, 3)
    rows = tuple(
        tuple(str(chance.randrange(3)).encode() for _ in range(players)) for _ in range(chance.randrange(20))
    )
    check = chance.randbytes(8).hex()
    agrees = chance.random() < 0.5
    return Packet(
        chance.randint(1, 9), 7, False, agrees, -1, 40, -3, -1, check, players, 12, rows if players else ()
    )


def test_packets_come_back_as_they_were() -> None:
    chance = random.Random(1)
    for _ in range(200):
        packet = some_packet(chance)
        assert read_packet(write_packet(packet)) == packet


def test_what_does_not_fit_is_sent_later() -> None:
    rows = tuple((bytes((k % 250,)) * 100,) for k in range(50))
    packet = Packet(1, 0, False, False, -1, 0, 0, -1, "0" * 16, 1, 0, rows)
    data = write_packet(packet)
    assert len(data) <= MOST_PACKET
    assert read_packet(data).rows == rows[: len(read_packet(data).rows)] and len(read_packet(data).rows) > 5


def test_equal_inputs_take_a_byte() -> None:
    packet = Packet(1, 0, False, False, -1, 0, 0, -1, "0" * 16, 1, 0, ((b"123456",),) * 100)
    assert len(write_packet(packet)) < 170


def test_damaged_packets_are_refused_or_make_sense() -> None:
    """Flipped, cut, lengthened; half of them with a checksum that is right again."""
    chance = random.Random(2)
    refused = 0
    for _ in range(20_000):
        data = bytearray(write_packet(some_packet(chance)))
        for _ in range(chance.randint(1, 5)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            data = data[: chance.randrange(len(data) + 1)] + chance.randbytes(chance.randrange(5))
        if chance.random() < 0.5:
            data = data[:-4] + struct.pack("<I", zlib.crc32(data[:-4]))
        try:
            packet = read_packet(bytes(data))
        except ValueError:
            refused += 1
        else:
            assert all(len(row) == packet.players for row in packet.rows)
            assert all(one for row in packet.rows for one in row)
    assert 10_000 < refused < 20_000
