"""Define and check the arguments of the command line."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from .course import SCENES
from .levels import LEVELS

_EPILOG = (
    "exit codes: 0 all well, 1 a scene of the course, a scripted player or a replay went wrong,"
    " 2 wrong arguments or files, 3 nothing to draw on"
)


def read(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line; exit with a message if an argument is invalid."""
    reader = parser()
    options = reader.parse_args(arguments)
    if options.replay and (options.level or options.seed):
        reader.error("a recording has its own level and seed: --replay goes without --level and --seed")
    return options


def parser() -> argparse.ArgumentParser:
    """Return the parser with all arguments."""
    result = argparse.ArgumentParser("demo_game", description="The ecsphys demo game.", epilog=_EPILOG)
    result.add_argument("--headless", action="store_true", help="no window: a script plays, at full speed")
    result.add_argument(
        "--level", type=_level, metavar="N", help=f"1 to {len(LEVELS)} (window: menu; else 1)"
    )
    result.add_argument(
        "--seconds",
        type=_seconds,
        metavar="S",
        help="stop after S seconds of game time (headless: when the level is won; window: never)",
    )
    result.add_argument("--seed", type=int, default=0, metavar="K", help="what is left to chance (0)")
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
    if text.isdecimal() and 1 <= int(text) <= last:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a number from 1 to {last}, got {text!r}")


def _scene(text: str) -> int:
    """Parse the number of a scene of the course."""
    return _number(text, len(SCENES))


def _level(text: str) -> int:
    """Parse the number of a level."""
    return _number(text, len(LEVELS))


def _file(suffix: str) -> Callable[[str], Path]:
    """Return a parser of paths to files that can be written; an empty `suffix` allows any."""

    def check(text: str) -> Path:
        path = Path(text)
        if suffix and path.suffix.lower() != suffix:
            raise argparse.ArgumentTypeError(f"must end in {suffix}, got {text!r}")
        if not path.parent.is_dir():
            raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
        return path

    return check
