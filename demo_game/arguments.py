"""The arguments of the command line, and what is wrong with them."""

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
    """What the command line says; ends the program with a message when that cannot be done."""
    one = parser()
    options = one.parse_args(arguments)
    if options.replay and (options.level or options.seed):
        one.error("a recording has its own level and seed: --replay goes without --level and --seed")
    return options


def parser() -> argparse.ArgumentParser:
    """All arguments."""
    one = argparse.ArgumentParser("demo_game", description="The ecsphys demo game.", epilog=_EPILOG)
    one.add_argument("--headless", action="store_true", help="no window: a script plays, at full speed")
    one.add_argument("--level", type=_level, metavar="N", help=f"1 to {len(LEVELS)} (window: menu; else 1)")
    one.add_argument(
        "--seconds",
        type=_seconds,
        metavar="S",
        help="stop after S seconds of game time (headless: when the level is won; window: never)",
    )
    one.add_argument("--seed", type=int, default=0, metavar="K", help="what is left to chance (0)")
    one.add_argument("--autoplay", action="store_true", help="let the script play in the window")
    one.add_argument("--record", type=_file(""), metavar="FILE", help="keep what is played")
    one.add_argument("--replay", type=Path, metavar="FILE", help="play what was kept (level and seed, too)")
    one.add_argument("--screenshot", type=_file(".png"), metavar="FILE.png", help="save the last frame")
    one.add_argument(
        "--gif", type=_file(".gif"), metavar="FILE.gif", help="save S seconds as a GIF (headless)"
    )
    one.add_argument(
        "--course",
        nargs="?",
        type=_scene,
        const=0,
        metavar="N",
        help="the conformance course of characters, all scenes or the N-th; with --headless: a line for each",
    )
    one.add_argument("--mute", action="store_true", help="no sound")
    return one


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.0 < value <= 86400.0:
        raise argparse.ArgumentTypeError(f"must be a number above 0 and at most 86400, got {text!r}")
    return value


def _number(text: str, last: int) -> int:
    if text.isdecimal() and 1 <= int(text) <= last:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a number from 1 to {last}, got {text!r}")


def _scene(text: str) -> int:
    """The number of a scene of the course."""
    return _number(text, len(SCENES))


def _level(text: str) -> int:
    return _number(text, len(LEVELS))


def _file(suffix: str) -> Callable[[str], Path]:
    """A file that can be written; an empty `suffix` allows any."""

    def check(text: str) -> Path:
        path = Path(text)
        if suffix and path.suffix.lower() != suffix:
            raise argparse.ArgumentTypeError(f"must end in {suffix}, got {text!r}")
        if not path.parent.is_dir():
            raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
        return path

    return check
