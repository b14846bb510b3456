"""A level and its objects, in pixels, y up."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ecsphys import Vec2

from ..json_file import BrokenFile, shown


class BrokenMap(BrokenFile):
    """A map is invalid; the message names file, layer and object."""


class NoSuchThing(LookupError):
    """A level has no object of a name."""


def place(layer: str, number: int, name: str) -> str:
    """Return the place of an object in a map, for messages."""
    return f"layer {shown(layer)}: object {number}" + (f" {shown(name)}" if name else "")


@dataclass(frozen=True)
class Thing:
    """An object of a map. `values` has all properties of its kind, given or default.

    `center`, `size` and `angle` (radians, counter-clockwise) describe its box. `points` is the outline of an
    area, counter-clockwise, or the points of a path in order.
    """

    number: int
    name: str
    kind: str
    layer: str
    center: Vec2
    size: tuple[float, float] = (0.0, 0.0)
    angle: float = 0.0
    points: tuple[Vec2, ...] = ()
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """The place of the object in its map, for messages."""
        return place(self.layer, self.number, self.name)


@dataclass(frozen=True)
class Level:
    """A level. `view` is "side" (gravity pulls down) or "top" (none); `size` is in pixels."""

    name: str
    view: str
    size: Vec2
    things: tuple[Thing, ...]

    @cached_property
    def digest(self) -> str:
        """Hash of the level, kept in recordings, which fit this level only.

        It covers the names of the fields: renaming one makes all recordings useless.
        """
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]

    @property
    def top_down(self) -> bool:
        """Whether the level is seen from above."""
        return self.view == "top"

    def of(self, kind: str) -> list[Thing]:
        """Return all objects of a kind."""
        return [thing for thing in self.things if thing.kind == kind]

    def thing(self, number: int) -> Thing:
        """Return the object with this number."""
        return next(thing for thing in self.things if thing.number == number)

    def named(self, name: str) -> Thing:
        """Return the object with this name. Raises `NoSuchThing`."""
        for thing in self.things:
            if thing.name == name:
                return thing
        raise NoSuchThing(f"the level has no object {name!r}")
