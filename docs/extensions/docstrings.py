"""Docstrings as reStructuredText. In the sources they are text with Markdown's code, lists and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_FENCE = re.compile(r"```(\w*)$")
_RULE = re.compile(r"\|[-| :]+\|$")


def to_rst(lines: list[str]) -> list[str]:
    """Return the lines of a docstring as reStructuredText."""
    result: list[str] = []
    for kind, block in _blocks(lines):
        if result and result[-1]:
            result.append("")
        result += _CONVERT[kind](block)
    return [*result, ""]


def _blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts between blank lines, and lists, with their kinds."""
    rest = iter([*lines, ""])
    block: list[str] = []
    for line in rest:
        if fence := _FENCE.match(line.strip()):
            if block:
                yield _kind(block), block
            block = [fence[1] or "text"]
            for inner in rest:
                if inner.strip() == "```":
                    break
                block.append(inner)
            yield "fence", block
            block = []
        elif line.strip():
            if line.startswith("- ") and block and not any(one.startswith("- ") for one in block):
                yield _kind(block), block
                block = []
            block.append(line)
        elif block:
            yield _kind(block), block
            block = []


def _kind(block: list[str]) -> str:
    if block[0].startswith(">>>"):
        return "doctest"
    return "table" if block[0].startswith("|") else "text"


def _text(block: list[str]) -> list[str]:
    return _CODE.sub(_literal, "\n".join(block)).split("\n")


def _literal(match: re.Match[str]) -> str:
    follows = match.string[match.end() : match.end() + 1]
    return f"``{' '.join(match[1].split())}``" + ("\\ " if follows.isalnum() else "")


def _fence(block: list[str]) -> list[str]:
    return [f".. code-block:: {block[0]}", "", *(f"   {line}" for line in block[1:])]


def _table(block: list[str]) -> list[str]:
    """Return a table as a list table with a header."""
    result = [".. list-table::", "   :header-rows: 1", ""]
    for line in block:
        if not _RULE.match(line):
            cells = (cell.strip() for cell in line.strip().strip("|").split("|"))
            result += [
                f"   {'* ' if k == 0 else '  '}- {_CODE.sub(_literal, cell)}" for k, cell in enumerate(cells)
            ]
    return result


_CONVERT = {"text": _text, "fence": _fence, "table": _table, "doctest": list}
