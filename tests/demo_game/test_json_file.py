"""JSON files that anyone may have edited: refused with the place, before they take memory."""

from __future__ import annotations

import json
import os
import tracemalloc
from pathlib import Path

import pytest

from demo_game.json_file import BrokenFile, read
from demo_game.levels import BrokenMap, load
from demo_game.options import FILE as OPTIONS
from demo_game.options import Options
from demo_game.recording import BrokenRecording, Recording
from demo_game.records import FILE as TIMES
from demo_game.records import Records

LONG = "9" * 400
WRONG = [
    (b"", "line 1 column 1 is not JSON"),
    (b'{"a": 1,\n"b": }', "line 2 column 6 is not JSON"),
    (b'["a",\n"\xff"]', "line 2 is not UTF-8: byte 0xff"),
    ("[1]".encode("utf-16"), "line 1 is not UTF-8"),
    (b'{"a": [1, {"b": Infinity}]}', r"a\[1\]\.b must be a number of at most .*, got inf"),
    (b'{"a": [NaN]}', r"a\[0\] must be a number of at most .*, got nan"),
    (b'{"a": 1e999}', "a must be a number of at most .*, got inf"),
    (f'{{"a": {LONG}}}'.encode(), "a must be a number of at most .*, got inf"),
    (b"9" * 5000, "the file must be a number of at most"),
    (b'{"a": -9007199254740993}', "a must be a number of at most"),
    (b'[{"a": 1, "b": 2, "a": 3}]', r"\[0\] has the key 'a' twice"),
    (b'{"a": ' * 40 + b"1" + b"}" * 40, "a is nested deeper than 32 levels"),
    (b"[" * 100_000, "the file is nested deeper than 32 levels"),
    (rb'["\ud800"]', r"\[0\] has half of a surrogate pair"),
    (rb'{"\udfff": 1}', "the file has a key with half of a surrogate pair"),
]
BOMBS = [
    b" " * (13 << 20),
    b'["' + b"x" * (13 << 20) + b'"]',
    b"[" + b"[]," * (4 << 20) + b"[]]",
    b"[" + b'{"a":1},' * 1_500_000 + b"{}]",
    b"{" + b",".join(b'"%d":0' % k for k in range(1_200_000)) + b"}",
]  # as bytes in memory they would come to some 100 MB to 700 MB


@pytest.mark.parametrize(("content", "message"), WRONG, ids=[message[:50] for _, message in WRONG])
def test_the_place_is_named(content, message, tmp_path):
    path = tmp_path / "file.json"
    path.write_bytes(content)
    with pytest.raises(BrokenFile, match=message):
        read(path)


def test_a_byte_order_mark_and_numbers_at_the_limit_are_no_fault(tmp_path):
    path = tmp_path / "file.json"
    path.write_bytes(
        b"\xef\xbb\xbf" + rb'{"a": [1, -0.5, 9007199254740992, true], "b": "\u00e9\ud83d\ude00"}'
    )
    assert read(path) == {"a": [1, -0.5, 2**53, True], "b": "é😀"}


@pytest.mark.parametrize("bomb", BOMBS, ids=range(len(BOMBS)))
def test_bombs_are_refused_before_they_take_memory(bomb, tmp_path):
    path = tmp_path / "file.json"
    path.write_bytes(bomb)
    tracemalloc.start()
    try:
        with pytest.raises(BrokenFile, match=r"the file (is larger|has more) than"):
            read(path)
        assert tracemalloc.get_traced_memory()[1] < 30 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.long
@pytest.mark.parametrize(
    "largest", [b"[" + b"0," * (6 << 20), b'["' + "é".encode() * (5 << 20) + "😀".encode()]
)
def test_what_is_parsed_takes_less_than_200_mb(largest, tmp_path):
    path = tmp_path / "file.json"
    path.write_bytes(largest[: (12 << 20) - 2])
    tracemalloc.start()
    try:
        with pytest.raises(BrokenFile):
            read(path)
        assert tracemalloc.get_traced_memory()[1] < 200 << 20
    finally:
        tracemalloc.stop()


def in_the_way(folder: Path, name: str) -> list[Path]:
    """Things that are no files, one after the other under the same name."""
    things = [folder / str(k) / name for k in range(3)]
    for thing in things:
        thing.parent.mkdir()
    things[0].mkdir()
    if os.name == "posix":
        things[1].symlink_to(name)
        os.mkfifo(things[2])
    return things if os.name == "posix" else things[:1]


def test_what_is_no_file_is_refused_by_name(tmp_path):
    """A pipe that nobody writes to would be read for ever."""
    for path in in_the_way(tmp_path, "a.tmj"):
        with pytest.raises(BrokenMap, match="cannot be read: "):
            load(path)
        with pytest.raises(BrokenRecording, match="cannot be read: "):
            Recording.load(path)


def test_options_and_best_times_go_on_without_their_file(tmp_path):
    for path in in_the_way(tmp_path, OPTIONS):
        options, message = Options.load(path.parent)
        assert options == Options() and str(path) in message and "cannot be read" in message
    (tmp_path / "more").mkdir()
    for path in in_the_way(tmp_path / "more", TIMES):
        records = Records(path.parent)
        assert records.times == {} and str(path) in records.message and "cannot be read" in records.message
        assert records.enter("x", 1.0).record


@pytest.mark.parametrize("seconds", ["1" + "0" * 400, "1e300", "Infinity", "NaN", "0", "[]"])
def test_impossible_best_times_are_set_aside(seconds, tmp_path):
    (tmp_path / TIMES).write_text(f'{{"The Foundry": {seconds}}}')
    records = Records(tmp_path)
    assert records.times == {} and "The Foundry" in records.message and "is damaged" in records.message


def test_key_names_of_any_length_are_damage(tmp_path):
    for keys in (["X" * 1000], [f"F{k}" for k in range(100)]):
        data = Options().as_data()
        data["keys"]["fire"] = keys
        (tmp_path / OPTIONS).write_text(json.dumps(data))
        assert "the keys of 'fire' must be a list of at most" in Options.load(tmp_path)[1]
