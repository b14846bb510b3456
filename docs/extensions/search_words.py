"""The search finds the parts of a name: `b2Body` in `b2Body_GetPosition`, and `moveToward` in `move_toward`.

Sphinx keeps a name as one word and reduces words to their stems, so that `b2Body`, of which the stem ends in
an i, is in no other name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx
from sphinx.search import languages
from sphinx.search.en import SearchEnglish

_SHORTEST = 4  # letters of a part


class NamesInParts(SearchEnglish):
    """English, and what names with underscores are made of."""

    def split(self, input: str) -> list[str]:
        """Return the words of a text, the parts of names, and names without their underscores."""
        return [part for word in super().split(input) for part in _parts(word)]


def _parts(word: str) -> Iterator[str]:
    yield word
    parts = [part for part in word.split("_") if part]
    if len(parts) > 1:
        yield from (part for part in parts if len(part) >= _SHORTEST)
        yield "".join(parts)


def setup(app: Sphinx) -> dict[str, Any]:
    """Put it in the place of English."""
    languages["en"] = NamesInParts
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
