"""The kinds of map objects (classes in Tiled), their forms and properties."""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple

from ..components import Weapon


class Form(Enum):
    """The form in which an object is drawn in Tiled."""

    BOX = "a rectangle"
    AREA = "a rectangle or a polygon"
    WAY = "a polyline"
    PLACE = "a point"


class Value(NamedTuple):
    """A property of a kind: its type, default and allowed values."""

    type: type
    default: Any = None  # None: required
    low: float = -math.inf
    high: float = math.inf
    choices: tuple[str, ...] = ()
    refers: tuple[str, ...] = ()  # kinds that an object property may refer to; 0 is none
    several: bool = False  # a list of choices, separated by commas


class Kind(NamedTuple):
    """A kind of map object."""

    form: Form
    values: Mapping[str, Value] = MappingProxyType({})


def number(default: float | None, low: float = -math.inf, high: float = math.inf) -> Value:
    """Return a number property with bounds."""
    return Value(float, default, low, high)


def switch(default: bool) -> Value:
    """Return a boolean property."""
    return Value(bool, default)


def text(default: str | None, *choices: str) -> Value:
    """Return a text property, with or without a list of choices."""
    return Value(str, default, choices=choices)


def refers(*kinds: str, optional: bool = False) -> Value:
    """Return a property that refers to another object."""
    return Value(int, 0 if optional else None, refers=kinds)


PICKUPS = ("gem", "medkit", *(weapon.value for weapon in Weapon))
_BOX, _AREA, _WAY, _PLACE = Form.BOX, Form.AREA, Form.WAY, Form.PLACE

KINDS: dict[str, Kind] = {
    # static bodies
    "solid": Kind(_AREA, {"friction": number(0.8, 0.0, 10.0)}),
    "slope": Kind(_AREA, {"friction": number(0.8, 0.0, 10.0)}),
    "ledge": Kind(_BOX),  # one-way
    "mirror": Kind(_AREA),
    "glass": Kind(_BOX, {"strength": number(500.0, 1.0)}),  # px/s
    "conveyor": Kind(_BOX, {"speed": number(None, -2000.0, 2000.0)}),  # px/s
    # kinematic bodies
    "path": Kind(_WAY),
    "mover": Kind(_BOX, {"path": refers("path"), "speed": number(120.0, 1.0, 2000.0)}),
    "door": Kind(
        _BOX, {"slides": text("up", "up", "down", "left", "right"), "gems": switch(False)}
    ),  # gems: opens when all are taken
    # loose bodies and pickups
    "crate": Kind(_PLACE, {"size": number(64.0, 16.0, 256.0)}),
    "cube": Kind(_PLACE, {"size": number(64.0, 16.0, 256.0)}),
    "barrel": Kind(_PLACE),
    "plank": Kind(_BOX),
    # bodies with joints
    "board": Kind(
        _BOX,
        {
            "hinge": text("middle", "middle", "left", "right", "top", "bottom"),
            "lowest": number(-20.0, -180.0, 0.0),  # degrees, from how it is drawn
            "highest": number(20.0, 0.0, 180.0),
        },
    ),
    "ball": Kind(_PLACE, {"size": number(160.0, 16.0, 256.0)}),
    "cart": Kind(_BOX, {"speed": number(300.0, -1000.0, 1000.0)}),  # px/s, with the character on it
    "rope": Kind(
        _WAY,
        {
            "holds": refers("board", "ball", "cart", "crate", "cube", "barrel", optional=True),
            "grip": switch(False),
        },
    ),  # from where it hangs to what it holds; grip: the character can hang on it
    "pickup": Kind(_PLACE, {"what": text(None, *PICKUPS), "shots": number(0.0, 0.0, 999.0)}),
    # the character and its enemies
    "spawn": Kind(_PLACE, {"weapons": Value(str, "pistol", choices=tuple(Weapon), several=True)}),
    "drone": Kind(_PLACE, {"path": refers("path", optional=True)}),
    "walker": Kind(_PLACE, {"facing": text("left", "left", "right")}),
    # triggers
    "lava": Kind(_BOX, {"damage": number(40.0, 0.0)}),  # points a second
    "checkpoint": Kind(_BOX),
    "plate": Kind(_BOX, {"opens": refers("door"), "stays": switch(False)}),
    "furnace": Kind(_BOX, {"opens": refers("door")}),
    "sign": Kind(_BOX, {"words": text(None)}),
    "pool": Kind(_BOX),
    "exit": Kind(_BOX),
}
