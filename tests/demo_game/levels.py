"""Small levels for tests: a floor and some objects, in tiles. The character starts at (5, 2)."""

from __future__ import annotations

from typing import Any

from demo_game.levels import Level, Thing
from demo_game.levels.kinds import KINDS, Form
from demo_game.tuning import TILE
from ecsphys import Vec2

_WIDTH, _HEIGHT = 40.0, 14.0


def box(kind: str, x: float, y: float, width: float, height: float, **values: Any) -> Thing:
    """Return a rectangular object by its lower left corner."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    points = tuple(Vec2(*corner) * TILE for corner in corners)
    center = (points[0] + points[2]) / 2.0
    return _thing(kind, center, (width * TILE, height * TILE), points, values)


def area(kind: str, *corners: tuple[float, float], **values: Any) -> Thing:
    """Return an object with a counter-clockwise outline."""
    points = tuple(Vec2(*corner) * TILE for corner in corners)
    return _thing(kind, points[0], (0.0, 0.0), points, values)


def at(kind: str, x: float, y: float, **values: Any) -> Thing:
    """Return an object at a point."""
    return _thing(kind, Vec2(x, y) * TILE, (0.0, 0.0), (), values)


def _thing(
    kind: str, center: Vec2, size: tuple[float, float], points: tuple[Vec2, ...], values: dict[str, Any]
) -> Thing:
    number, name = values.pop("number", 0), values.pop("name", "")
    known = KINDS[kind].values
    assert set(values) <= set(known), (kind, values)
    whole = {key: values.get(key, value.default) for key, value in known.items()}
    assert KINDS[kind].form is not Form.WAY or len(points) > 1
    return Thing(number, name, kind, "test", center, size, points=points, values=whole)


def level(*things: Thing, spawn: tuple[float, float] = (5, 2.72), view: str = "side", **start: Any) -> Level:
    """Return a flat level with walls at both ends and these objects; missing numbers start at 100."""
    shell = [box("solid", -1, 0, _WIDTH + 2, 2), box("solid", -1, 2, 1, 12), box("solid", _WIDTH, 2, 1, 12)]
    everything = [*shell, at("spawn", *spawn, **start), *things]
    if not any(thing.kind == "exit" for thing in things):
        everything.append(box("exit", 37, 2, 1.6, 2))
    numbered = tuple(
        Thing(**{**vars(thing), "number": thing.number or 100 + i}) for i, thing in enumerate(everything)
    )
    return Level("flat", view, Vec2(_WIDTH, _HEIGHT) * TILE, numbered)


FLAT = level()
