"""`raycast(start, direction)` goes to the origin of the world: a warning, once."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from ecsphys import Physics, PhysicsWarning, space3d

RAYS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "raycast": lambda physics, start, end: physics.raycast(start, end),
    "raycast_all": lambda physics, start, end: physics.raycast_all(start, end),
    "raycast_many": lambda physics, start, end: physics.raycast_many([start], [end]),
}
PLANE = [(1, 0), (0, -1), (-1, 1), (0.6, -0.8), (math.cos(2), math.sin(2))]
SPACE = [(0, 0, 1), (0, -1, 0), (1, 0, -1), (2 / 3, -1 / 3, 2 / 3)]


@pytest.mark.parametrize("way", RAYS)
@pytest.mark.parametrize("end", [*PLANE, *SPACE])
def test_a_direction_is_no_end(way: str, end: tuple[float, ...]) -> None:
    physics = Physics() if len(end) == 2 else space3d.Physics3D()
    start = (300, 20, 5)[: len(end)]
    with pytest.warns(PhysicsWarning, match=r"takes its end, not a direction: from \(300, 20") as said:
        RAYS[way](physics, start, end)
    assert [warning.filename for warning in said] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        RAYS[way](physics, start, end)


@pytest.mark.parametrize("way", RAYS)
@pytest.mark.parametrize(
    "start, end",
    [
        *(((300, 20), (0, 0)), ((300, 20), (2, 0)), ((300, 20), (0.5, 0.5)), ((300, 20), (301, 20))),
        *(((3, 2), (1, 0)), ((0, 0), (0, -1)), ((9, 9, 9), (1, 0, 0)), ((90, 9, 9), (1, 0, 2))),
    ],
)
def test_an_end_is_fine(way: str, start: tuple[float, ...], end: tuple[float, ...]) -> None:
    physics = Physics() if len(end) == 2 else space3d.Physics3D()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        RAYS[way](physics, start, end)
