"""The search knows the parts of other engines' names."""

from __future__ import annotations

import pytest

pytest.importorskip("sphinx", reason="the documentation's tools are not installed")

from search_words import NamesInParts


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("b2Body_GetPosition", ["b2Body_GetPosition", "b2Body", "GetPosition", "b2BodyGetPosition"]),
        ("call move_toward now", ["call", "move_toward", "move", "toward", "movetoward", "now"]),
        ("is_on_floor", ["is_on_floor", "floor", "isonfloor"]),
        ("__init__", ["__init__"]),
    ],
)
def test_a_name_is_found_by_its_parts(text: str, wanted: list[str]) -> None:
    assert NamesInParts({}).split(text) == wanted
