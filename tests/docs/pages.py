"""The Python blocks of pages in Markdown, and how they are run.

A page's blocks run in order and share names and world. A block that imports esper begins a new game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import esper

from ecsphys.compile import ENABLED

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
_worlds = count()


class Block(NamedTuple):
    """A block of Python: its page, the line of its first line there, and its code."""

    page: str
    line: int
    code: str

    @property
    def begins(self) -> bool:
        """Whether it begins a new game."""
        return re.search(r"^(import|from) ", self.code) is not None and "import esper" in self.code


def blocks_of(path: Path) -> list[Block]:
    """Return the Python blocks of a page, in order."""
    text = path.read_text("utf-8")
    page = path.relative_to(ROOT).as_posix()
    return [Block(page, text.count("\n", 0, m.start(1)) + 1, m[1]) for m in _BLOCK.finditer(text)]


def games_of(blocks: list[Block]) -> Iterator[list[Block]]:
    """Yield the games of a page: runs of blocks of which the first begins one."""
    game: list[Block] = []
    for block in blocks:
        if block.begins and game:
            yield game
            game = []
        game.append(block)
    if game:
        yield game


def run_blocks(blocks: list[Block]) -> dict[str, Any]:
    """Run blocks of one game in an esper world of their own, and a second of the game after each."""
    esper.switch_world(f"page {next(_worlds)}")
    names: dict[str, Any] = {"__name__": "game"}
    for block in blocks:
        code = "\n" * (block.line - 1) + block.code  # so that errors name the line of the page
        exec(compile(code, block.page, "exec", dont_inherit=True), names)
        for _ in range(60 if ENABLED else 6):  # in plain Python a page of joints takes minutes
            esper.process(1 / 60)
    return names
