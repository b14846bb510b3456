"""Inspect the entity under the mouse: its components, and why it does or does not collide with another."""

from __future__ import annotations

import re
import textwrap
from typing import Any

import esper
import numpy as np

from ..arrays import Reals2
from ..drawing.lines import Color, Lines, box_sides, color_lines
from ..math2d.vec2 import Pair
from ..physics import Physics
from ..query.gaps import shapes_of

HOVERED_COLOR: Color = (255, 255, 255, 255)
PINNED_COLOR: Color = (255, 120, 220, 255)

_REACH = 0.1  # of a length unit: distance at which the mouse still picks an entity
_WIDTH = 76  # characters per line
_LINES = 3  # per component
_NUMBER = re.compile(r"-?\d+\.\d{3,}(e[-+]?\d+)?")


class Inspector:
    """The entity under the mouse, and the pinned entity to compare it with."""

    def __init__(self, physics: Physics):
        self.physics = physics
        self.hovered: int | None = None
        self.pinned: int | None = None

    def hover(self, point: Pair | None) -> None:
        """Hover the smallest entity at a point of the world; None hovers nothing."""
        self.hovered = None if point is None else pick(self.physics, point)

    def pin(self) -> None:
        """Pin the hovered entity for comparison; unpin if it is pinned already or nothing is hovered."""
        self.pinned = self.hovered if self.hovered != self.pinned else None

    def text(self) -> list[str]:
        """Return the lines about hovered and pinned entity, none if nothing is hovered."""
        self._forget_deleted()
        if self.hovered is None:
            return []
        lines = [f"entity {self.hovered}", *components_of(self.hovered)]
        if self.pinned is not None and self.pinned != self.hovered:
            lines += ["", *textwrap.wrap(self.physics.explain(self.pinned, self.hovered), _WIDTH)]
        return lines

    def lines(self) -> list[Lines]:
        """Return frames around both entities."""
        self._forget_deleted()
        marked = ((self.hovered, HOVERED_COLOR), (self.pinned, PINNED_COLOR))
        return [color_lines(self._frame(entity), color) for entity, color in marked if entity is not None]

    def _frame(self, entity: int) -> Reals2:
        """Return the sides of the bounding box of all shapes of an entity."""
        tight = self.physics.world.shapes.tight[shapes_of(self.physics.world, entity)]
        tight = tight[np.isfinite(tight).all(axis=1)]
        if not len(tight):
            return np.zeros((0, 2))
        return box_sides(np.hstack([tight[:, :2].min(axis=0), tight[:, 2:].max(axis=0)])[None])

    def _forget_deleted(self) -> None:
        """Forget entities without a row."""
        known = self.physics.world.word_offsets
        self.hovered = self.hovered if self.hovered in known else None
        self.pinned = self.pinned if self.pinned in known else None


def pick(physics: Physics, point: Pair) -> int | None:
    """Return the entity at a point, triggers included; of several, the one with the smallest bounds."""
    found = Physics.overlap_point(physics, point, triggers=True)  # the class's own: recorders do not hear it
    if found:
        return min(found, key=lambda entity: (_extent(physics, entity), entity))
    near = Physics.nearest(physics, point, _REACH * physics.length_unit, triggers=True)
    return near.entity if near is not None else None


def _extent(physics: Physics, entity: int) -> float:
    """Return width plus height of an entity's bounds."""
    tight: Any = physics.world.shapes.tight[shapes_of(physics.world, entity)]
    return float((tight[:, 2:].max(axis=0) - tight[:, :2].min(axis=0)).sum())


def components_of(entity: int) -> list[str]:
    """Return the components of an entity as text, a few lines each, numbers rounded to four digits."""
    lines: list[str] = []
    parts: tuple[object, ...] = esper.components_for_entity(entity)
    for component in parts:
        words = _NUMBER.sub(lambda number: f"{float(number.group()):.4g}", repr(component))
        wrapped = textwrap.wrap(words, _WIDTH, subsequent_indent="    ")
        if len(wrapped) > _LINES:
            wrapped = [*wrapped[:_LINES], "    …"]
        lines += wrapped
    return lines
