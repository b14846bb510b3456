"""What is under the mouse: the components of one entity, and why two do or do not collide."""

from __future__ import annotations

import re
import textwrap
from typing import Any

import esper
import numpy as np

from ..arrays import Reals2
from ..math2d.vec2 import Pair
from ..physics import Physics
from ..query.explain import shapes_of
from .lines import Color, Lines, box_sides, color_lines

HOVERED_COLOR: Color = (255, 255, 255, 255)
PINNED_COLOR: Color = (255, 120, 220, 255)

_REACH = 0.1  # of a typical length: what is this near to the mouse is meant, too
_WIDTH = 76  # characters of a line
_LINES = 3  # of a component
_NUMBER = re.compile(r"-?\d+\.\d{3,}(e[-+]?\d+)?")


class Inspector:
    """Knows the entity that is pointed at, and the one that was pinned before."""

    def __init__(self, physics: Physics):
        self.physics = physics
        self.hovered: int | None = None
        self.pinned: int | None = None

    def hover(self, point: Pair | None) -> None:
        """The mouse points at a place in the world, or nowhere. The smallest thing there is meant."""
        self.hovered = None if point is None else pick(self.physics, point)

    def pin(self) -> None:
        """Keep the entity that is pointed at, to compare others with; pointing at it or nothing lets go."""
        self.pinned = self.hovered if self.hovered != self.pinned else None

    def text(self) -> list[str]:
        """What there is to say about them; empty when nothing is pointed at."""
        self._forget_gone()
        if self.hovered is None:
            return []
        lines = [f"entity {self.hovered}", *components_of(self.hovered)]
        if self.pinned is not None and self.pinned != self.hovered:
            lines += ["", *textwrap.wrap(self.physics.explain(self.pinned, self.hovered), _WIDTH)]
        return lines

    def lines(self) -> list[Lines]:
        """Frames around both entities."""
        self._forget_gone()
        marked = ((self.hovered, HOVERED_COLOR), (self.pinned, PINNED_COLOR))
        return [color_lines(self._frame(entity), color) for entity, color in marked if entity is not None]

    def _frame(self, entity: int) -> Reals2:
        """The sides of a box around all shapes of an entity."""
        tight = self.physics.world.shapes.tight[shapes_of(self.physics.world, entity)]
        tight = tight[np.isfinite(tight).all(axis=1)]
        if not len(tight):
            return np.zeros((0, 2))
        return box_sides(np.hstack([tight[:, :2].min(axis=0), tight[:, 2:].max(axis=0)])[None])

    def _forget_gone(self) -> None:
        known = self.physics.world.word_offsets
        self.hovered = self.hovered if self.hovered in known else None
        self.pinned = self.pinned if self.pinned in known else None


def pick(physics: Physics, point: Pair) -> int | None:
    """The entity at a place, triggers included: of several the one in the smallest box."""
    found = Physics.overlap_point(physics, point, triggers=True)  # the class's own: recorders do not hear it
    if found:
        return min(found, key=lambda entity: (_extent(physics, entity), entity))
    near = Physics.nearest(physics, point, _REACH * physics.length_unit, triggers=True)
    return near.entity if near is not None else None


def _extent(physics: Physics, entity: int) -> float:
    tight: Any = physics.world.shapes.tight[shapes_of(physics.world, entity)]
    return float((tight[:, 2:].max(axis=0) - tight[:, :2].min(axis=0)).sum())


def components_of(entity: int) -> list[str]:
    """The components of an entity, each on at most a few lines, numbers cut to what can be read."""
    lines: list[str] = []
    parts: tuple[object, ...] = esper.components_for_entity(entity)
    for component in parts:
        words = _NUMBER.sub(lambda number: f"{float(number.group()):.4g}", repr(component))
        wrapped = textwrap.wrap(words, _WIDTH, subsequent_indent="    ")
        if len(wrapped) > _LINES:
            wrapped = [*wrapped[:_LINES], "    …"]
        lines += wrapped
    return lines
