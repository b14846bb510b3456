"""Run what the command line asks for."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path

from ecsphys.__main__ import warm_up_with_bar

from .arguments import read
from .course.tour import report
from .display import NoDisplay, any_display, has_screen
from .game import Game
from .json_file import BrokenFile
from .launch import Launch, NotSaved
from .levels import LEFT_OUT
from .recording import Recording

_COMPLAINTS, _WRONG, _NO_DISPLAY = 1, 2, 3
_GIF_SECONDS, _LONGEST_GIF = 8.0, 30.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the game and return the exit code."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # messages may quote names in any alphabet
    options = read(arguments)
    for number, why in LEFT_OUT.items():
        print(f"demo_game: level {number} is left out: {why}")
    try:
        if options.bug_report is not None:
            return _bug_report(options.bug_report)
        if options.course is not None:
            return _course(options.course or None, options.headless, options.screenshot)
        if options.arena is not None:
            return _arena(options)
        launch = _launch(options)
        return _headless(launch) if options.headless or launch.gif else _window(launch)
    except NoDisplay as error:
        print(f"demo_game: {error}")
        return _NO_DISPLAY
    except (BrokenFile, NotSaved) as error:
        print(f"demo_game: {error}")
        return _WRONG


def _launch(options: argparse.Namespace) -> Launch:
    """Turn options into a `Launch`. Raises `BrokenRecording`."""
    return Launch(
        number=options.level,
        seed=options.seed,
        script=options.autoplay or options.headless or options.gif is not None,
        seconds=options.seconds,
        screenshot=options.screenshot,
        gif=options.gif,
        record=options.record,
        replay=Recording.load(options.replay) if options.replay else None,
        sound=not options.mute,
    )


def _bug_report(path: Path) -> int:
    """Run a bug report again and print what comes of it."""
    from .report import run_again

    try:
        run = run_again(path)
    except BrokenFile:
        raise
    except Exception:
        traceback.print_exc()
        return _COMPLAINTS
    print(f"bug report   {len(run.steps) - 1} steps as recorded, and nothing went wrong")
    return 0


def _headless(launch: Launch) -> int:
    from .headless import play

    game = play(launch)
    launch.save_recording(game)
    ok = not game.stuck and _matches_recording(launch, game.fingerprint())
    if launch.screenshot or launch.gif:
        _save_pictures(launch, game)
    return 0 if ok else _COMPLAINTS


def _matches_recording(launch: Launch, fingerprint: str) -> bool:
    """Return whether a replay ended with the recorded fingerprint, and print it."""
    if launch.replay is None or not launch.replay.fingerprint or launch.seconds is not None:
        return True
    same = launch.replay.fingerprint == fingerprint
    verdict = "same fingerprint as recorded" if same else f"recorded was {launch.replay.fingerprint}"
    print(f"replay       {verdict}")
    return same


def _save_pictures(launch: Launch, game: Game) -> None:
    """Save the last frame, and an animation of the first seconds, for which the recording is replayed."""
    with any_display() as kind:
        from .view.snapshot import save, save_gif

        if launch.screenshot:
            save(game, launch.screenshot)
            print(f"screenshot   {launch.screenshot} ({kind})")
        if launch.gif:
            replayed = replace(launch, script=False, replay=game.recording).game()
            save_gif(replayed, launch.gif, min(launch.seconds or _GIF_SECONDS, _LONGEST_GIF))
            print(f"gif          {launch.gif} ({kind})")


def _course(number: int | None, headless: bool, screenshot: Path | None) -> int:
    """Show one scene of the course (None: all), or play it headless and print the verdicts."""
    ok = True
    if headless:
        warm_up_with_bar()
        ok = report(number)
        if screenshot:
            with any_display() as kind:
                from .view.course import save

                save(number or 1, screenshot)
            print(f"screenshot   {screenshot} ({kind})")
    else:
        _require_screen()
        from .view.course import run

        run(number)
    return 0 if ok else _COMPLAINTS


def _arena(options: argparse.Namespace) -> int:
    """Play the arena as one of its two players; headless, a pilot does."""
    from .arena.net import NoPort, open_match, play

    try:
        match = open_match(options.arena - 1, options.peer)
    except NoPort as error:
        print(f"demo_game: {error}")
        return _WRONG
    ok = True
    try:
        if options.headless:
            warm_up_with_bar()
            ok = play(match, options.seconds)
            if options.screenshot:
                with any_display() as kind:
                    from .view.arena import save

                    save(match, options.screenshot)
                print(f"screenshot   {options.screenshot} ({kind})")
        else:
            _require_screen()
            from .view.arena import run

            run(match, options.autoplay, options.seconds, options.screenshot)
    finally:
        match.close()
    return 0 if ok else _COMPLAINTS


def _window(launch: Launch) -> int:
    _require_screen()
    from .view.window import run

    run(launch)
    return 0


def _require_screen() -> None:
    if not has_screen():
        raise NoDisplay("there is no screen for a window; try --headless, or xvfb-run python -m demo_game")
