"""The command line."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

from .display import NoDisplay, any_display, has_screen

_NO_DISPLAY = 3
_DEFAULT_SECONDS = 20.0
_EPILOG = "exit codes: 0 all went well, 2 wrong arguments, 3 nothing to draw on"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the game; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        return _headless(options) if options.headless else _window(options)
    except NoDisplay as error:
        print(f"demo_game: {error}")
        return _NO_DISPLAY


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("demo_game", description="The ecsphys demo game.", epilog=_EPILOG)
    parser.add_argument("--headless", action="store_true", help="no window: a script plays, at full speed")
    parser.add_argument(
        "--seconds",
        type=_seconds,
        metavar="S",
        help=f"stop after S seconds of game time (headless: {_DEFAULT_SECONDS:.0f}; window: never)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="K", help="places of gems and drones (0)")
    parser.add_argument("--autoplay", action="store_true", help="let the script play in the window")
    parser.add_argument("--screenshot", type=_picture, metavar="FILE", help="save the last frame as a PNG")
    parser.add_argument("--mute", action="store_true", help="no sound")
    return parser


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.0 < value <= 86400.0:
        raise argparse.ArgumentTypeError(f"must be a number above 0 and at most 86400, got {text!r}")
    return value


def _picture(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"must end in .png, got {text!r}")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
    return path


def _headless(options: argparse.Namespace) -> int:
    from .headless import play

    game = play(options.seconds or _DEFAULT_SECONDS, options.seed)
    if options.screenshot:
        with any_display() as kind:
            from .view.snapshot import save

            save(game, options.screenshot)
        print(f"screenshot   {options.screenshot} ({kind})")
    return 0


def _window(options: argparse.Namespace) -> int:
    if not has_screen():
        raise NoDisplay("there is no screen for a window; try --headless, or xvfb-run python -m demo_game")
    from .view.window import run

    run(options.seed, options.autoplay, options.seconds, options.screenshot, sound=not options.mute)
    return 0
