"""Pages are plain Markdown, which GitHub shows as it stands; the site makes more of four things in them.

- A directive in a comment, `<!-- {name} …` to `-->`, is run.
- A list of links below `<!-- contents -->` makes the side bar, too.
- A link to an example leads to its page in the gallery.
- A link to the results of the benchmarks is their name only: the site has them on its pages.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

_DIRECTIVE = re.compile(r"^<!-- (\{[\w-]+\}.*?)\s*-->$", re.M | re.S)
_CONTENTS = re.compile(r"^<!-- contents -->\n\n((?:- .*\n)+)", re.M)
_ENTRY = re.compile(r"^- \[[^]]*\]\(([^)#]+)\.md\)", re.M)
_EXAMPLE = re.compile(r"\]\((?:\.\./)+examples/(\w+)\.py\)")
_RESULTS = re.compile(r"\[([^]]*)\]\((?:\.\./)+benchmarks/\w+\.md\)")


def enrich(text: str) -> str:
    """Return what the site makes its page of."""
    text = _DIRECTIVE.sub(r"```\1\n```", text)
    text = _CONTENTS.sub(lambda found: f"{found[1]}\n{_side_bar(found[1])}", text)
    text = _RESULTS.sub(r"\1", text)
    return _EXAMPLE.sub(r"](/gallery/\1.rst)", text)


def _side_bar(links: str) -> str:
    return "\n".join(["```{toctree}", ":hidden:", "", *_ENTRY.findall(links), "```", ""])


def _read(app: Sphinx, page: str, source: list[str]) -> None:
    source[0] = enrich(source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect it to the build."""
    app.connect("source-read", _read)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
