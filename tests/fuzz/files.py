"""Files of the demo game, damaged in one way or several: read, or refused with the file and the place.

`python -m tests.fuzz.files 100000` damages as many maps, recordings, options and tables of best times each,
in this process, and prints what came of them and the peak of its memory.
"""

from __future__ import annotations

import json
import os
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from demo_game.controls import Action
from demo_game.game import Game
from demo_game.json_file import BrokenFile
from demo_game.levels import LEVELS, load
from demo_game.options import FILE as OPTIONS
from demo_game.options import Options
from demo_game.recording import Recording
from demo_game.records import FILE as TIMES
from demo_game.records import Records
from tests.fuzz.damage import MARK, change_bytes, change_structure

PER_SEED = 20  # files of a seed
PLAYED = 0.1  # share of the maps and recordings that are also played
NASTY = (
    None, True, False, "", "x", "x" * 5000, "\u0000", "\ud800", 0, -1, 1, 7, 0.5, -0.0, 1e-300, 1e308, -1e308,
    2**31, 2**53 + 1, 2**63, -(2**64), 10**400, float("nan"), float("inf"), -float("inf"), [], {}, [[]], [{}],
    {"x": 1}, [0, 0], "restart", "checkpoint", "point", "polygon", "solid", "plate", "exit",
)  # fmt: skip
RAW = (
    "[" * 40 + "]" * 40,
    "[" * 5000,
    '{"a":' * 5000,
    "1e999",
    "-1e999",
    "9" * 5000,
    '{"a": 1, "a": 2}',
    "00",
    "'x'",
)
KEYS = ("x", "polygon", "class", "ellipse", "template")
Outcome = str


def run(seed: int) -> None:
    """Damage some files of one kind, and read them."""
    rng = random.Random(seed)
    kind = list(KINDS)[seed % len(KINDS)]
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(PER_SEED):
            try_file(rng, kind, Path(folder))


def try_file(rng: random.Random, kind: str, folder: Path) -> Outcome:
    """Write a damaged file of a kind and read it; return what came of it."""
    make, name, reader = KINDS[kind]
    path = folder / name
    if rng.random() < 0.01:
        replace_file(rng, path)
    else:
        path.write_bytes(damaged(rng, make(rng)))
    try:
        return reader(rng, path)
    finally:
        for leftover in folder.iterdir():
            leftover.rmdir() if leftover.is_dir() and not leftover.is_symlink() else leftover.unlink()


def check_message(path: Path, message: str) -> Outcome:
    """Check that a message names the file, and is readable."""
    assert str(path) in message, message
    assert len(message) < len(str(path)) + 700 and "Traceback" not in message and "\n" not in message, message
    message.encode()
    return "refused"


# -- damage --------------------------------------------------------------------------------------------


def replace_file(rng: random.Random, path: Path) -> None:
    """Put something else in the place of a file: a folder, a loop of links, a pipe, or nothing."""
    dice = rng.randrange(4)
    if dice == 0:
        path.mkdir()
    elif dice == 1:
        path.symlink_to(path.name)
    elif dice == 2 and hasattr(os, "mkfifo"):
        os.mkfifo(path)


def damaged(rng: random.Random, data: Any) -> bytes:
    """Return a file with one to three faults in its structure, its text or its bytes."""
    raw = ""
    for _ in range(rng.randrange(3)):
        raw = change_structure(rng, data, NASTY, RAW, KEYS) or raw
    content = json.dumps(data, indent=rng.choice((None, 1))).replace(f'"{MARK}"', raw).encode()
    for _ in range(rng.randrange(3)):
        content = change_encoding(rng, content) if rng.randrange(9) < 2 else change_bytes(rng, content)
    return content


def change_encoding(rng: random.Random, content: bytes) -> bytes:
    """Add a mark of the byte order, or write text in another encoding."""
    if rng.random() < 0.5:
        return b"\xef\xbb\xbf" + content
    return content.decode("utf-8", "replace").encode(rng.choice(("utf-16", "utf-32", "latin-1")), "replace")


# -- maps ----------------------------------------------------------------------------------------------


def a_map(rng: random.Random) -> Any:
    """Return a level with one object of each kind, and what they refer to."""
    data = json.loads(rng.choice(LEVELS).path.read_text("utf-8"))
    kept: dict[int, Any] = {}
    objects = {one["id"]: one for layer in data["layers"] for one in layer["objects"]}
    kinds: set[str] = set()
    for number, one in objects.items():
        if one["type"] not in kinds:
            kinds.add(one["type"])
            kept[number] = one
    for one in list(kept.values()):
        for entry in one.get("properties", ()):
            if entry["type"] == "object" and entry["value"]:
                kept[entry["value"]] = objects[entry["value"]]
    for layer in data["layers"]:
        layer["objects"] = [one for one in layer["objects"] if one["id"] in kept]
    return data


def read_map(rng: random.Random, path: Path) -> Outcome:
    """Load a map, and play a few steps."""
    try:
        level = load(path)
        if rng.random() < PLAYED:
            play(Game(level=level, script=True))
            return "played"
    except BrokenFile as error:
        return check_message(path if str(path) in str(error) else Path(level.name), str(error))
    return "read"


def play(game: Game) -> None:
    """Run a few steps and close the game."""
    try:
        for _ in range(3):
            game.step()
    finally:
        game.close()


# -- recordings, options, best times -------------------------------------------------------------------


def a_recording(rng: random.Random) -> Any:
    """Return a recording of some steps and restarts."""
    entry = LEVELS[0]
    steps: list[Any] = [
        [rng.randrange(32), 1 << rng.randrange(6), rng.uniform(0, 900), 300, *([500.0, 280.0] * (k // 4))]
        for k in range(8)
    ]
    return {
        "format": "ecsphys demo recording", "version": rng.choice((1, 2)), "number": entry.number,
        "seed": rng.randrange(9), "level": entry.level.digest, "fingerprint": "",
        "entries": [*steps, "restart", [0, 0], "checkpoint"],
    }  # fmt: skip


def read_recording(rng: random.Random, path: Path) -> Outcome:
    """Load a recording, and replay a few steps."""
    try:
        recording = Recording.load(path)
    except BrokenFile as error:
        return check_message(path, str(error))
    if rng.random() < PLAYED:
        try:
            play(Game(replay=recording))
        except BrokenFile as error:
            assert "level" in str(error), error
        return "played"
    return "read"


def some_options(rng: random.Random) -> Any:
    """Return the options of a player."""
    options = Options(volume=rng.random(), fullscreen=rng.random() < 0.5)
    options.bind(rng.choice(list(Action)), rng.choice("QXYZ"))
    return options.as_data()


def read_options(rng: random.Random, path: Path) -> Outcome:
    """Load options; those that are read come back as they are."""
    options, message = Options.load(path.parent)
    if message:
        return check_message(path, message)
    if path.is_file():
        assert options.save(path.parent) == ""
        assert Options.load(path.parent) == (options, "")
    return "read"


def some_times(rng: random.Random) -> Any:
    """Return best times."""
    return {entry.name: rng.uniform(5, 500) for entry in LEVELS}


def read_times(rng: random.Random, path: Path) -> Outcome:
    """Load best times; a better one is entered and kept."""
    records = Records(path.parent)
    if records.message:
        return check_message(path, records.message)
    if path.is_file():
        records.enter("x", 1e-3)
        assert records.message == "" and Records(path.parent).times == records.times
    return "read"


Reader = Callable[[random.Random, Path], Outcome]
KINDS: dict[str, tuple[Callable[[random.Random], Any], str, Reader]] = {
    "map": (a_map, "fuzzed.tmj", read_map),
    "recording": (a_recording, "fuzzed.rec", read_recording),
    "options": (some_options, OPTIONS, read_options),
    "best times": (some_times, TIMES, read_times),
}


def main(count: int) -> None:
    """Damage `count` files of each kind."""
    for kind in KINDS:
        rng, begin = random.Random(f"{kind} {count}"), time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            outcomes = Counter(try_file(rng, kind, Path(folder)) for _ in range(count))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        spent = time.monotonic() - begin
        print(f"{kind}: {dict(sorted(outcomes.items()))}, peak {peak:.0f} MB, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
