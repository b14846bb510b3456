"""`python -m ecsphys.lab`: the window, or the pages of all exhibits."""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Sequence
from pathlib import Path

from ..shipped import NotFound, needing_display
from .catalog import find_exhibit, names, no_exhibit

_EXTRA = 'pip install "ecsphys[lab]"'


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.name is not None and given.name not in names():
        parser.error(no_exhibit(given.name))
    if given.list:
        print("\n".join(f"{name:30} {find_exhibit(name).title}" for name in names()))
    elif given.pages is not None:
        _need(parser, "PIL", "the pages need Pillow")
        from .pages import write_pages

        write_pages(given.pages, [given.name] if given.name else names())
    else:
        _need(parser, "arcade", "the window needs arcade")
        from .window import run, save_screenshot

        try:
            with needing_display():
                if given.screenshot is not None:
                    save_screenshot(given.screenshot, given.name)
                else:
                    run(given.name)
        except NotFound as error:
            parser.exit(1, f"{parser.prog}: {error}, and --pages needs none\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ecsphys.lab",
        description="The lab: exhibits of collision detection and physics that run the engine's own kernels.",
    )
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="the exhibit to open; the first one if left out"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="print names and titles of all exhibits, and end")
    what.add_argument(
        "--pages", type=Path, metavar="DIR", help="write a page of each exhibit (Markdown and PNG), and end"
    )
    what.add_argument(
        "--screenshot", type=Path, metavar="FILE", help="save a picture of the window after a second, and end"
    )
    return parser


def _need(parser: argparse.ArgumentParser, module: str, what: str) -> None:
    """End with a message if a module is not installed."""
    if importlib.util.find_spec(module) is None:
        parser.exit(1, f"{what}: {_EXTRA}\n")


if __name__ == "__main__":
    main()
