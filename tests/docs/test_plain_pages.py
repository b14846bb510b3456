"""GitHub shows the pages that the README leads to as they stand; what only the site has is in comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

_CODE = re.compile(r"^(`{3,})[^`{\n]*\n.*?^\1$|(?<!`)(`{1,2})(?!`).+?\2", re.M | re.S)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
# What GitHub shows raw: a directive, an anchor, a role, an attribute of a link or picture.
_RAW = re.compile(r"^\s*(?:`{3,}|:{3,})\{.*|^\([\w-]+\)=|\{[\w:-]+\}|\]\([^)]*\)\{", re.M)
MADE = ("docs/gallery", "docs/pictures/examples", "docs/pictures/measured", "docs/pictures/tutorial")


def links_of(text: str) -> Iterator[str]:
    """Yield where the links and pictures of a page lead, those to the web and within the page aside."""
    for link in _LINK.findall(_CODE.sub("", _COMMENT.sub("", text))):
        if "://" not in link and not link.startswith("#"):
            yield link.partition("#")[0]


def pages_from(start: Path) -> dict[str, str]:
    """Return the text of a page and of all pages of Markdown that it leads to, by place."""
    texts: dict[str, str] = {}
    waiting = [start]
    while waiting:
        page = waiting.pop().resolve()
        place = page.relative_to(ROOT).as_posix()
        if place not in texts:
            texts[place] = page.read_text("utf-8")
            waiting += [page.parent / link for link in links_of(texts[place]) if link.endswith(".md")]
    return texts


PAGES = pages_from(ROOT / "README.md")


def test_the_readme_leads_to_nearly_all_pages() -> None:
    assert {"docs/guide/performance.md", "docs/tutorial/chapter_7.md", "docs/lab/sections/games.md"} <= set(
        PAGES
    )
    assert "docs/index.md" not in PAGES  # the front page of the site


@pytest.mark.parametrize("place", PAGES)
def test_github_shows_a_page_as_it_stands(place: str) -> None:
    text = re.sub(r"(?<=`)\{", "", "") or PAGES[place]
    assert _RAW.findall(_CODE.sub("", _COMMENT.sub("", text))) == []


@pytest.mark.parametrize("place", PAGES)
def test_links_of_a_page_lead_to_what_the_repository_has(place: str) -> None:
    for link in links_of(PAGES[place]):
        found = ((ROOT / place).parent / link).resolve()
        assert found.exists() and not found.relative_to(ROOT).as_posix().startswith(MADE), link
        assert found.suffix != ".rst", f"{link}: GitHub knows none of its directives"


def test_the_site_makes_more_of_them() -> None:
    pytest.importorskip("sphinx", reason="the documentation's tools are not installed")
    import plain_pages

    text = "<!-- contents -->\n\n- [A](a.md): first\n- [B](../b.md)\n\n<!-- {image} c.svg\n:alt: C\n-->\n"
    assert plain_pages.enrich(text) == (
        "- [A](a.md): first\n- [B](../b.md)\n\n```{toctree}\n:hidden:\n\na\n../b\n```\n\n"
        "```{image} c.svg\n:alt: C\n```\n"
    )
    text = "[A](../../examples/a.py), [B](../../benchmarks/B.md)"
    assert plain_pages.enrich(text) == "[A](/gallery/a.rst), B"
