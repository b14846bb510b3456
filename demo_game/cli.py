"""The command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from ecsphys.__main__ import main as ecsphys_command

from .arguments import parser
from .course.tour import report
from .display import NoDisplay, any_display, has_screen
from .launch import Launch
from .levels import BrokenMap
from .tape import BrokenTape, Tape

_COMPLAINTS, _WRONG, _NO_DISPLAY = 1, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the game; returns the exit code."""
    options = parser().parse_args(arguments)
    try:
        if options.course is not None:
            return _course(options.course or None, options.headless, options.screenshot)
        launch = _launch(options)
        if launch.gif:
            return _gif(launch, launch.gif)
        return _headless(launch) if options.headless else _window(launch)
    except NoDisplay as error:
        print(f"demo_game: {error}")
        return _NO_DISPLAY
    except (BrokenTape, BrokenMap) as error:
        print(f"demo_game: {error}")
        return _WRONG


def _launch(options: argparse.Namespace) -> Launch:
    """What is asked for. Raises `BrokenTape`."""
    return Launch(
        number=options.level,
        seed=options.seed,
        script=options.autoplay or options.headless or options.gif is not None,
        seconds=options.seconds,
        screenshot=options.screenshot,
        gif=options.gif,
        record=options.record,
        replay=Tape.load(options.replay) if options.replay else None,
        sound=not options.mute,
    )


def _headless(launch: Launch) -> int:
    from .headless import play

    game = play(launch)
    told = launch.keep_tape(game)
    if told:
        print(told)
    if launch.screenshot:
        with any_display() as kind:
            from .view.snapshot import save

            save(game, launch.screenshot)
        print(f"screenshot   {launch.screenshot} ({kind})")
    return _COMPLAINTS if game.stuck or not _repeated(launch, game.fingerprint()) else 0


def _repeated(launch: Launch, fingerprint: str) -> bool:
    """Whether a replay ended as the recording did; says so."""
    if launch.replay is None or not launch.replay.fingerprint or launch.seconds is not None:
        return True
    same = launch.replay.fingerprint == fingerprint
    told = "same fingerprint as recorded" if same else f"recorded was {launch.replay.fingerprint}"
    print(f"replay       {told}")
    return same


def _gif(launch: Launch, path: Path) -> int:
    """A moving picture of the scripted player, or of a recording."""
    ecsphys_command(["warm-up"])
    with any_display() as kind:
        from .view.snapshot import save_gif

        game = launch.game()
        save_gif(game, path, launch.seconds or 8.0)
    print(f"gif          {path} ({kind})")
    return 0


def _course(number: int | None, headless: bool, screenshot: Path | None) -> int:
    """Show the course, or play it without a window; None stands for all scenes."""
    well = True
    if headless:
        ecsphys_command(["warm-up"])  # with its progress bar
        well = report(number)
        if screenshot:
            with any_display() as kind:
                from .view.course import save

                save(number or 1, screenshot)
            print(f"screenshot   {screenshot} ({kind})")
    else:
        _require_screen()
        from .view.course import run

        run(number)
    return 0 if well else _COMPLAINTS


def _window(launch: Launch) -> int:
    _require_screen()
    from .view.window import run

    run(launch)
    return 0


def _require_screen() -> None:
    if not has_screen():
        raise NoDisplay("there is no screen for a window; try --headless, or xvfb-run python -m demo_game")
