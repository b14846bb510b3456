"""The examples of the reference: `>>>` in docstrings and in sections of its pages, programs in docstrings.

An example runs as a reader pastes it, into an interpreter that has imported nothing.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from public_names import MODULES, public_names

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
_PROGRAM = re.compile(r"^```python\n(.*?^arcade\.run\(\)\n)```$", re.M | re.S)
_HEADING = re.compile(r"^(\S.*)\n([=~-])\2{2,}$", re.M)
_DIRECTIVE = re.compile(r"\.\. (?:auto\w+|py:\w+):: ([\w.]+)")
_FINDER, _PARSER = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestParser()


class Section(NamedTuple):
    """A section of a page of the reference without the sections in it: its text and the names in it."""

    page: str
    title: str
    text: str
    names: list[str]


def sections() -> Iterator[Section]:
    """Yield the sections of the reference."""
    for path in sorted(REFERENCE.glob("*.rst")):
        _, *parts = _HEADING.split(path.read_text("utf-8"))
        module = ""
        for title, text in zip(parts[::3], parts[2::3], strict=True):
            names = []
            for line in text.splitlines():
                if place := re.match(r"\.\. currentmodule:: ([\w.]+)", line):
                    module = place[1]
                elif (directive := _DIRECTIVE.search(line)) and "py:attribute" not in line:
                    names.append(directive[1] if "automodule" in line else f"{module}.{directive[1]}")
            yield Section(path.stem, title, text, names)


def examples() -> Iterator[doctest.DocTest]:
    """Yield every example of a public name or of a member of one, of a module, and of a page."""
    seen = set()
    for name, thing in public_names().items():
        for owner in _with_bases(thing):
            if owner not in seen:
                seen.add(owner)
                yield from _FINDER.find(owner, name, inspect.getmodule(owner), globs={})
    for module in map(importlib.import_module, MODULES):
        yield _PARSER.get_doctest(module.__doc__ or "", {}, module.__name__, module.__file__, 0)
    for section in sections():
        yield _PARSER.get_doctest(section.text, {}, f"{section.page}.rst:{section.title}", section.page, 0)


def programs() -> dict[str, str]:
    """Return the programs in docstrings by public name: the examples of what needs a window."""
    docs = {name: inspect.getdoc(thing) or "" for name, thing in public_names().items() if _is_code(thing)}
    return {name: found[1] for name, doc in docs.items() if (found := _PROGRAM.search(doc))}


def has_example(thing: Any) -> bool:
    """Whether a docstring has an example."""
    doc = inspect.getdoc(thing) or ""
    return ">>>" in doc or _PROGRAM.search(doc) is not None


def _is_code(thing: Any) -> bool:
    return inspect.isclass(thing) or inspect.isroutine(thing)


def _with_bases(thing: Any) -> list[Any]:
    """Return a function, or a class and its bases of ecsphys, which have some of its members."""
    found = inspect.getmro(thing) if inspect.isclass(thing) else [thing] if inspect.isroutine(thing) else []
    return [one for one in found if one.__module__.startswith("ecsphys")]
