"""Levels of geometry: a circle around an aeroplane, then a box, then its parts."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import ClassVar

from ... import Collider, RigidBody, Transform
from ...contacts.coarse import are_volumes_apart
from ...geometry import overlap
from ...math2d.enclosing import enclosing_circle, enclosing_rectangle
from ...math2d.vec2 import Vec2
from ...query.counts import StageCounts
from ...shapes import Capsule, Circle, Polygon, Shape
from ..controls import Choice, Thing
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_shape
from ..palette import BOTH, GOOD, HIT, MUTED, A, B
from ..worlds import World

PARTS: tuple[Shape, ...] = (
    Capsule.between((-150, 0), (170, 0), 26),  # fuselage
    Polygon([(60, 0), (-40, 190), (-80, 190), (-30, 0)]),  # wings
    Polygon([(60, 0), (-30, 0), (-80, -190), (-40, -190)]),
    Polygon([(-120, 0), (-175, 75), (-200, 75), (-170, 0)]),  # tail
    Polygon([(-120, 0), (-170, 0), (-200, -75), (-175, -75)]),
)
_COLLIDERS = {
    "none": Collider(PARTS),
    "circle": Collider(PARTS, coarse="circle"),
    "box": Collider(PARTS, coarse="box"),
}
_LEVELS: dict[str, Shape] = {k: c.coarse for k, c in _COLLIDERS.items() if c.coarse is not None}


class LevelsOfGeometry(Exhibit):
    """An aeroplane to turn, a balloon to drag."""

    title = "Levels of geometry: circle, box, parts"
    text = (
        "To test every part of an aeroplane against every balloon costs much, and nearly always in vain. So "
        "one asks a rough volume first. A circle is the quickest, but around a long thing it is mostly air: "
        "in the places where it says yes and the parts say no, it was a false positive. A box fits better. "
        "The answer never changes, only the number of tests that lead to it. Drag the balloon between the "
        "wings, choose the coarse volume of the collider, and compare the exact tests with and without it."
    )
    source: ClassVar[Sequence[object]] = (Collider, enclosing_circle, enclosing_rectangle, are_volumes_apart)

    plane: Thing = Thing(lambda self: _LEVELS["box"], (-20, 30, 0.35), "", A)
    balloon: Thing = Thing(Circle(42), (105, 165), "B", B, turns=False)
    coarse: Choice = Choice("coarse volume", ("none", "circle", "box"), "circle")

    def levels(self) -> dict[str, bool]:
        """Return which levels overlap the balloon."""
        pose = self.plane.pose
        found = {name: overlap(shape, pose, *self.balloon) for name, shape in _LEVELS.items()}
        return found | {"parts": any(overlap(part, pose, *self.balloon) for part in PARTS)}

    def counts(self, coarse: str) -> StageCounts:
        """Return the tests of one step of a world in which both stand as they do here."""
        world = World(response=False)
        world.create(Transform(*self.plane.pose), RigidBody(), copy(_COLLIDERS[coarse]))
        world.create(Transform(*self.balloon.pose), RigidBody(), Collider(Circle(42)))
        world.step()
        found = world.physics.counts
        world.close()
        return found

    def draw(self, display: Display) -> None:
        """Draw the parts, and both volumes in the colour of their answer."""
        pose, levels = self.plane.pose, self.levels()
        for name, shape in _LEVELS.items():
            is_false = levels[name] and not levels["parts"]
            color = HIT if is_false else BOTH if levels[name] else GOOD
            draw_shape(display, shape, pose, color, fill=False, width=3.0 if name == self.coarse else 1.0)
        for part in PARTS:
            draw_shape(display, part, pose, A)
        draw_shape(display, self.balloon.shape, self.balloon.pose, B)
        words = {True: "overlaps", False: "apart"}
        for k, (name, answer) in enumerate(levels.items()):
            is_false = answer and not levels["parts"]
            line = f"{name}: {words[answer]}{', a false positive' if is_false else ''}"
            display.text((-345, 292 - 20 * k), line, HIT if is_false else BOTH if answer else GOOD, 14.0)
        at = Vec2(*self.balloon.pose[:2])
        display.text(at - Vec2(0.0, 5.0), "B", B, 15.0, "center")
        display.text((-345, -305), "red: a false positive   green: apart   violet: overlaps", MUTED, 13.0)

    def numbers(self) -> dict[str, Number]:
        """Return the answer of each level, and the tests of a step with and without a coarse volume."""
        with_it, without = self.counts(self.coarse), self.counts("none")
        return {
            **{f"{name} overlaps": answer for name, answer in self.levels().items()},
            "false positive": self.levels().get(self.coarse, False) and not self.levels()["parts"],
            "coarse tests": with_it.coarse,
            "exact tests": with_it.exact,
            "exact tests without": without.exact,
            "all pairs of shapes": without.all_pairs,
        }
