"""The lines of the engine that do what an exhibit shows, from the installed sources."""

from __future__ import annotations

import inspect
import textwrap
from pathlib import Path
from types import BuiltinFunctionType
from typing import Any, NamedTuple

from ..compile import ENTRIES, Entry

_PACKAGE = Path(__file__).parents[2]


class Listing(NamedTuple):
    """Some lines of a file: its path from the package's folder on, the number of the first line, the text."""

    path: str
    first_line: int
    text: str


def listing(thing: Any) -> Listing:
    """Return the source of a function, method, class or kernel of the engine."""
    if isinstance(thing, BuiltinFunctionType):  # an entry kernel as it is called natively
        thing = next(entry for entry in ENTRIES if entry.name == thing.__name__)
    if isinstance(thing, Entry):
        thing = thing.python
    if isinstance(thing, property):
        thing = thing.fget
    thing = inspect.unwrap(thing)
    lines, first = inspect.getsourcelines(thing)
    path = Path(inspect.getsourcefile(thing) or "").resolve().relative_to(_PACKAGE)
    return Listing(path.as_posix(), first, textwrap.dedent("".join(lines)))
