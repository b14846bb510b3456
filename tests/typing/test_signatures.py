"""Signatures of the public names: keywords stand in them, where `help` and type checkers find them."""

from __future__ import annotations

import inspect
import pydoc
from collections.abc import Callable

import pytest

import ecsphys
from ecsphys import Physics

QUERIES = (
    Physics.raycast,
    Physics.raycast_all,
    Physics.raycast_many,
    Physics.shape_cast,
    Physics.shape_cast_all,
    Physics.overlap,
    Physics.overlap_point,
    Physics.overlap_box,
    Physics.nearest,
)
KEYWORDS = ["mask", "ignore", "triggers", "kind", "where", "at_step"]


def public_callables() -> list[Callable[..., object]]:
    found = [value for name in ecsphys.__all__ if callable(value := getattr(ecsphys, name))]
    return found + [value for name, value in vars(Physics).items() if callable(value) and name[0] != "_"]


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.__name__)
def test_every_query_takes_the_same_keywords(query: Callable[..., object]) -> None:
    parameters = inspect.signature(query).parameters.values()
    assert [p.name for p in parameters if p.kind is p.KEYWORD_ONLY] == KEYWORDS


def test_help_of_raycast_shows_the_keywords_and_their_meaning() -> None:
    text = pydoc.plain(pydoc.render_doc(Physics.raycast))
    assert all(f"{name}: " in text and f"`{name}`: " in text for name in KEYWORDS)


def test_no_public_signature_hides_keywords() -> None:
    checked = 0
    for function in public_callables():
        if isinstance(function, type) and issubclass(function, tuple):
            continue  # a NamedTuple has its fields
        try:
            parameters = inspect.signature(function).parameters.values()
        except ValueError:
            continue  # a builtin
        assert not any(p.kind is p.VAR_KEYWORD for p in parameters), function
        checked += 1
    assert checked > 40
