"""The command line."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

from ecsphys.__main__ import main as ecsphys_command

from .course import SCENES
from .course.tour import report
from .display import NoDisplay, any_display, has_screen

_COMPLAINTS, _NO_DISPLAY = 1, 3
_DEFAULT_SECONDS = 20.0
_EPILOG = "exit codes: 0 all well, 1 not so a scene of the course, 2 wrong arguments, 3 nothing to draw on"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the game; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        if options.course is not None:
            return _course(options)
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
    parser.add_argument(
        "--course",
        nargs="?",
        type=_scene,
        const=0,
        metavar="N",
        help="the conformance course of characters, all scenes or the N-th; with --headless: a line for each",
    )
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


def _scene(text: str) -> int:
    """The number of a scene of the course."""
    if text.isdecimal() and 1 <= int(text) <= len(SCENES):
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a number from 1 to {len(SCENES)}, got {text!r}")


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


def _course(options: argparse.Namespace) -> int:
    """Show the course, or play it without a window; 0 stands for all scenes."""
    number = options.course or None
    well = True
    if options.headless:
        ecsphys_command(["warm-up"])  # with its progress bar
        well = report(number)
        if options.screenshot:
            with any_display() as kind:
                from .view.course import save

                save(number or 1, options.screenshot)
            print(f"screenshot   {options.screenshot} ({kind})")
    elif not has_screen():
        raise NoDisplay("there is no screen for a window; try --headless, or xvfb-run python -m demo_game")
    else:
        from .view.course import run

        run(number)
    return 0 if well else _COMPLAINTS


def _window(options: argparse.Namespace) -> int:
    if not has_screen():
        raise NoDisplay("there is no screen for a window; try --headless, or xvfb-run python -m demo_game")
    from .view.window import run

    run(options.seed, options.autoplay, options.seconds, options.screenshot, sound=not options.mute)
    return 0
