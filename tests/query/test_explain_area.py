"""Explanations of areas."""

from __future__ import annotations

import esper
import pytest

from ecsphys import Area, Box, Collider, Transform
from tests.acceptance.support import body, disc, physics, run


def area(**fields: object) -> int:
    made = Area(**fields)  # type: ignore[arg-type]
    return esper.create_entity(Transform(), Collider(Box(200, 200), trigger=True), made)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"gravity": (0, 5), "wind": (1, 0)}, "the Area 1 acts on 2 by its gravity and wind"),
        ({"density": 1, "linear_damping": 1}, "the Area 1 acts on 2 by its liquid"),
        ({"linear_damping": 1, "angular_damping": 1}, "by its linear damping and angular damping"),
        ({}, "the Area 1 does nothing: it has no gravity, damping, wind or density"),
    ],
)
def test_what_acts(fields: dict[str, object], sentence: str) -> None:
    clock = physics()
    first = area(**fields)
    visitor = disc()
    run(1)
    assert sentence in clock.explain(first, visitor)
    assert sentence in clock.explain(visitor, first)


def test_why_it_does_not() -> None:
    clock = physics()
    first = area(gravity=(0, 5), wind=(1, 0))
    other = area(gravity=(0, 1), mode="replace", priority=1)
    visitor, ghost = disc(), disc(50, 0, gravity_scale=0)
    far, moved = disc(1000, 0), body(Box(5, 5), 0, 20, kind="kinematic", velocity=(1, 0))
    run(1)
    assert f"acts on {visitor} by its wind, its gravity is replaced by the Area {other}" in clock.explain(
        first, visitor
    )
    assert f"its gravity does nothing, as gravity_scale of {ghost} is 0" in clock.explain(other, ghost)
    assert "not dynamic" in clock.explain(first, moved)
    assert "away" in clock.explain(first, far) or "apart" in clock.explain(first, far)
