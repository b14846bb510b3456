"""Listings of the engine's lines."""

from pathlib import Path
from typing import Any

import pytest

import ecsphys
from ecsphys import Circle, Physics, RevoluteJoint, geometry
from ecsphys.collide.circle import collide_circles
from ecsphys.lab.sources import listing
from ecsphys.shapes import Shape

ROOT = Path(ecsphys.__file__).parents[1]


@pytest.mark.parametrize(
    ("thing", "first"),
    [
        (collide_circles, "def collide_circles("),
        (geometry.collide, "def collide("),
        (Circle, "class Circle("),
        (RevoluteJoint, "class RevoluteJoint("),
        (Physics.step_once, "def step_once("),
        (Shape.area, "def area("),
    ],
)
def test_a_listing_begins_with_its_definition(thing: Any, first: str) -> None:
    found = listing(thing)
    assert any(line.startswith(first) for line in found.text.splitlines()[:4])
    lines = (ROOT / found.path).read_text(encoding="utf-8").splitlines()
    shown = found.text.splitlines()
    assert lines[found.first_line - 1].strip() == shown[0].strip()
    assert lines[found.first_line + len(shown) - 2].strip() == shown[-1].strip()


def test_what_has_no_source_is_refused() -> None:
    with pytest.raises(TypeError):
        listing(3)
