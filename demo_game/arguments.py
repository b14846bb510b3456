"""Define and check the arguments of the command line."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from .course import SCENES
from .json_file import MAX_NUMBER, require_regular
from .levels import LEFT_OUT, LEVELS

_EPILOG = (
    "exit codes: 0 all well, 1 a scene of the course, a scripted player or a replay went wrong,"
    " 2 wrong arguments or files, 3 nothing to draw on"
)
_LEVELS = ", ".join(str(entry.number) for entry in LEVELS) or "none"


def read(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line; exit with a message if an argument is invalid."""
    reader = parser()
    options = reader.parse_args(arguments)
    if options.replay and (options.level or options.seed):
        reader.error("a recording has its own level and seed: --replay goes without --level and --seed")
    if options.course is not None:
        _check_course(reader, options)
    if options.bug_report is not None:
        names = (
            "arena",
            "course",
            "level",
            "seconds",
            "seed",
            "autoplay",
            "record",
            "replay",
            "gif",
            "screenshot",
        )
        _refuse(reader, options, "bug-report", names)
    if options.arena is not None:
        _refuse(reader, options, "arena", ("level", "seed", "record", "replay", "gif"))
    return options


def _refuse(
    reader: argparse.ArgumentParser, options: argparse.Namespace, what: str, names: Sequence[str]
) -> None:
    """Refuse options that something does not have, instead of ignoring them."""
    for name in names:
        if getattr(options, name):
            reader.error(f"--{what} goes without --{name}")


def _check_course(reader: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Refuse what a course does not do."""
    names = ("arena", "level", "seconds", "seed", "autoplay", "record", "replay", "gif")
    _refuse(reader, options, "course", names)
    if options.screenshot and not options.headless:
        reader.error("--course takes a --screenshot with --headless only")


def parser() -> argparse.ArgumentParser:
    """Return the parser with all arguments."""
    result = argparse.ArgumentParser("demo_game", description="The ecsphys demo game.", epilog=_EPILOG)
    result.add_argument("--headless", action="store_true", help="no window: a script plays, at full speed")
    result.add_argument("--level", type=_level, metavar="N", help=f"{_LEVELS} (window: menu; else 1)")
    result.add_argument(
        "--seconds",
        type=_seconds,
        metavar="S",
        help="stop after S seconds of game time (headless: when the level is won; window: never)",
    )
    result.add_argument("--seed", type=_seed, default=0, metavar="K", help="what is left to chance (0)")
    result.add_argument("--autoplay", action="store_true", help="let the script play in the window")
    result.add_argument("--record", type=_file(""), metavar="FILE", help="keep what is played")
    result.add_argument(
        "--replay", type=Path, metavar="FILE", help="play what was kept (level and seed, too)"
    )
    result.add_argument("--screenshot", type=_file(".png"), metavar="FILE.png", help="save the last frame")
    result.add_argument(
        "--gif", type=_file(".gif"), metavar="FILE.gif", help="save S seconds as a GIF (headless)"
    )
    result.add_argument(
        "--course",
        nargs="?",
        type=_scene,
        const=0,
        metavar="N",
        help="the conformance course of characters, all scenes or the N-th; with --headless: a line for each",
    )
    result.add_argument(
        "--arena",
        type=_player,
        metavar="PLAYER",
        help="two ships over the net: start player 1 and player 2, each in a window of its own",
    )
    result.add_argument(
        "--peer", default="127.0.0.1", metavar="HOST", help="the other player's machine (this one)"
    )
    result.add_argument(
        "--bug-report", type=Path, metavar="FILE", help="run the last seconds before a crash again"
    )
    result.add_argument("--mute", action="store_true", help="no sound")
    return result


def _seconds(text: str) -> float:
    """Parse a duration in seconds."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.0 < value <= 86400.0:
        raise argparse.ArgumentTypeError(f"must be a number above 0 and at most 86400, got {text!r}")
    return value


def _number(text: str, last: int) -> int:
    """Parse a whole number from 1 to `last`."""
    if text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= last:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a number from 1 to {last}, got {text!r:.40}")


def _seed(text: str) -> int:
    """Parse a seed: a whole number that a recording can hold."""
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) < 20 and int(digits) <= MAX_NUMBER:
        return int(text)
    raise argparse.ArgumentTypeError(
        f"must be a whole number from {-MAX_NUMBER} to {MAX_NUMBER}, got {text!r:.40}"
    )


def _player(text: str) -> int:
    """Parse the number of a player of the arena."""
    return _number(text, 2)


def _scene(text: str) -> int:
    """Parse the number of a scene of the course."""
    return _number(text, len(SCENES))


def _level(text: str) -> int:
    """Parse the number of a level."""
    number = _number(text, max([*(entry.number for entry in LEVELS), *LEFT_OUT], default=0))
    if number in LEFT_OUT:
        raise argparse.ArgumentTypeError(f"level {number} is broken: {LEFT_OUT[number]}")
    return number


def _file(suffix: str) -> Callable[[str], Path]:
    """Return a parser of paths to files that can be written; an empty `suffix` allows any."""

    def check(text: str) -> Path:
        path = Path(text)
        if suffix and path.suffix.lower() != suffix:
            raise argparse.ArgumentTypeError(f"must end in {suffix}, got {text!r}")
        if not os.path.isdir(path.parent):
            raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
        try:
            if os.path.exists(path):
                require_regular(path)
        except OSError as error:
            raise argparse.ArgumentTypeError(f"{text!r} cannot be written: {error.strerror}") from error
        if not os.access(path.parent, os.W_OK):
            raise argparse.ArgumentTypeError(f"the folder {str(path.parent)!r} cannot be written")
        return path

    return check
