"""Levels of geometry: a circle around an aeroplane, then a box, then its parts."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import ClassVar, NamedTuple

from ... import Collider, RigidBody, Transform
from ...contacts.coarse import are_volumes_apart
from ...geometry import overlap
from ...math2d.enclosing import enclosing_circle, enclosing_rectangle
from ...query.counts import StageCounts
from ...shapes import Capsule, Circle, Polygon, Shape
from ..controls import Choice, Placed, Thing
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_shape
from ..palette import BOTH, GOOD, HIT, MUTED, TEXT, A, B
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
BALLOON = Circle(26)
BALLOONS = ("b1", "b2", "b3", "b4")
COLUMNS = (-345.0, -235.0, -120.0, -5.0, 130.0)  # x of the table: balloon, circle, box, parts, tests


class Way(NamedTuple):
    """What was asked about a balloon, level by level, up to the first no; and the tests made for it."""

    answers: dict[str, bool]
    tests: int

    @property
    def hit(self) -> bool:
        """Whether a part overlaps the balloon."""
        return self.answers.get("parts", False)


class LevelsOfGeometry(Exhibit):
    """An aeroplane to turn, balloons to drag."""

    title = "Levels of geometry: circle, box, parts"
    text = (
        "To test every part of an aeroplane against every balloon costs much, and nearly always in vain. So "
        "one asks a rough volume first, and goes on only while the answer is yes. Balloon 1 is done after "
        "one test: the circle is apart. The circle is mostly air: it says yes to 2, the box no. Both say "
        "yes to 3, and no part touches it (red: false positives). Only 4 is hit. The answer is always that "
        "of the parts, only the number of tests changes. Drag balloons and aeroplane; choose the coarse "
        "volume that the engine asks, and compare its exact tests with and without."
    )
    source: ClassVar[Sequence[object]] = (Collider, enclosing_circle, enclosing_rectangle, are_volumes_apart)

    plane: Thing = Thing(lambda self: _LEVELS["box"], (-20, -70, 0.35), "", A)
    b1: Thing = Thing(BALLOON, (-182, 118), "1", B, turns=False)
    b2: Thing = Thing(BALLOON, (48, 108), "2", B, turns=False)
    b3: Thing = Thing(BALLOON, (55, 25), "3", B, turns=False)
    b4: Thing = Thing(BALLOON, (35, -205), "4", B, turns=False)
    coarse: Choice = Choice("coarse volume", ("none", "circle", "box"), "circle")

    def balloon(self, name: str) -> Placed:
        """Return a balloon."""
        placed: Placed = getattr(self, name)
        return placed

    def way(self, balloon: Placed) -> Way:
        """Ask level by level about a balloon."""
        pose, answers = self.plane.pose, {}
        tests = 0
        for name, shape in [*_LEVELS.items(), *(("parts", part) for part in PARTS)]:
            tests += 1
            answers[name] = overlap(shape, pose, *balloon)
            if answers[name] is (name == "parts"):  # apart from a volume, or a part is hit
                break
        return Way(answers, tests)

    def counts(self, coarse: str) -> StageCounts:
        """Return the tests of one step of a world in which all stand as they do here."""
        world = World(response=False)
        world.create(Transform(*self.plane.pose), RigidBody(), copy(_COLLIDERS[coarse]))
        for name in BALLOONS:
            world.create(Transform(*self.balloon(name).pose), RigidBody.kinematic(), Collider(BALLOON))
        world.step()
        found = world.physics.counts
        world.close()
        return found

    def draw(self, display: Display) -> None:
        """Draw the parts, both volumes, the balloons in the colour of their answer, and the table."""
        pose = self.plane.pose
        for name, shape in _LEVELS.items():
            chosen = name == self.coarse
            draw_shape(
                display, shape, pose, TEXT if chosen else MUTED, fill=False, width=2.5 if chosen else 1.0
            )
        for part in PARTS:
            draw_shape(display, part, pose, A)
        for x, head in zip(COLUMNS, ("balloon", *_LEVELS, "parts", "tests"), strict=True):
            display.text((x, 298), head, MUTED, 13.0)
        for k, name in enumerate(BALLOONS):
            balloon = self.balloon(name)
            way = self.way(balloon)
            draw_shape(display, *balloon, BOTH if way.hit else HIT if "parts" in way.answers else GOOD)
            display.text((balloon.pose.x, balloon.pose.y - 5.0), str(k + 1), TEXT, 15.0, "center")
            self._draw_row(display, 278.0 - 20.0 * k, k + 1, way)
        display.text((-345, -305), "red: a false positive   green: apart   violet: overlaps", MUTED, 13.0)

    def _draw_row(self, display: Display, y: float, number: int, way: Way) -> None:
        """Write down what each level said about a balloon."""
        display.text((COLUMNS[0], y), str(number), TEXT, 14.0)
        for x, level in zip(COLUMNS[1:4], (*_LEVELS, "parts"), strict=True):
            answer = way.answers.get(level)
            if answer is None:
                display.text((x, y), "not asked", MUTED, 14.0)
            else:
                color = BOTH if answer and way.hit else HIT if answer else GOOD
                display.text((x, y), "overlaps" if answer else "apart", color, 14.0)
        display.text((COLUMNS[4], y), str(way.tests), TEXT, 14.0)

    def numbers(self) -> dict[str, Number]:
        """Return what ends the search for each balloon, and the tests with and without volumes."""
        ways = [self.way(self.balloon(name)) for name in BALLOONS]
        with_it, without = self.counts(self.coarse), self.counts("none")
        return {
            **{f"balloon {k}": _verdict(way) for k, way in enumerate(ways, 1)},
            "tests by levels": sum(way.tests for way in ways),
            "tests of all parts": len(PARTS) * len(BALLOONS),
            "engine: coarse tests": with_it.coarse,
            "engine: exact tests": with_it.exact,
            "engine: exact tests without": without.exact,
            "engine: touching": with_it.touching,
        }


def _verdict(way: Way) -> str:
    """Return the level that ends the search, in words."""
    return "overlaps" if way.hit else f"apart by the {[*way.answers][-1]}"
