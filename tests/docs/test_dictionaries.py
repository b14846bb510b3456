"""Dictionaries of names from other engines: what stands in our column exists, keywords included."""

from __future__ import annotations

import inspect
import re

import pytest

pytest.importorskip("sphinx", reason="the documentation's tools are not installed")
pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from public_names import public_names, target_of

from ecsphys import Physics
from tests.docs.pages import ROOT

PAGES = sorted(path for path in (ROOT / "docs" / "from").glob("*.md") if path.stem != "index")
# Names of esper and of Python, values, and keywords that stand alone.
OTHERS = re.compile(
    r"esper\.\w+(\(.*\))?|break_force|hertz|collide_connected=\w+|mode=\"floating\"|is None"
    r"|\"[\w ]+\"|-?log\(0\.9\)|ecsphys\.arcade(\.bind)?|bind"
)
QUERY_KEYWORDS = {
    name for name in inspect.signature(Physics.raycast).parameters if name not in ("start", "end")
}


def names_of(page: str) -> list[str]:
    """Return the pieces of code in the second column of all tables of a page."""
    found: list[str] = []
    for line in page.splitlines():
        if line.startswith("| ") and not line.startswith("|---"):
            found += re.findall(r"`([^`]+)`", line.split(" | ", 1)[1])
    return found


def missing_keywords(code: str, target: str) -> list[str]:
    """Return the keywords in a call that the named thing does not take."""
    thing = public_names().get(target)
    keywords = re.findall(r"(\w+)=", code)
    if thing is None or not keywords:
        return []
    parameters = inspect.signature(thing).parameters
    return [] if "options" in parameters else [name for name in keywords if name not in parameters]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_name_of_ours_exists(path) -> None:
    page = path.read_text("utf-8")
    names = names_of(page)
    assert len(names) > 40
    wrong = []
    for code in names:
        keyword = re.fullmatch(r"(\w+)=", code)
        if OTHERS.fullmatch(code) or (keyword and keyword[1] in QUERY_KEYWORDS):
            continue
        target = target_of(code)
        if target is None or missing_keywords(code, target):
            wrong.append(code)
    assert wrong == []


def test_words_of_the_other_engines_are_there_to_be_found() -> None:
    text = " ".join(path.read_text("utf-8") for path in PAGES)
    for word in ("cpSpace", "b2World", "PymunkPhysicsEngine", "RigidBody2D", "move_and_slide", "elasticity"):
        assert word in text, word
