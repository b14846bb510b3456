"""Binary space partitioning: walls cut the plane into convex sections."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ...math2d.bounds import Bounds
from ...math2d.vec2 import Vec2
from ..controls import Point, Slider
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_bounds
from ..palette import CURVES, GRID, HIT, MUTED, NORMAL, TEXT, fade
from ..textbook.bsp import Bsp, Wall, clip
from ..textbook.pairing import Pairing, pair_up

ROOM = Bounds(Vec2(-350.0, -310.0), Vec2(350.0, 235.0))
CORNERS = [ROOM.lower, Vec2(350.0, -310.0), ROOM.upper, Vec2(-350.0, 235.0)]
TICK = 16.0  # length of the arrow to the front of a wall
ENDS = 5  # walls


class BinarySpacePartitioning(Exhibit):
    """Walls to drag, added one by one, and a point that is located."""

    title = "Binary space partitioning"
    text = (
        "Which room is a point in? A binary space partitioning asks one question at a time: in front of "
        "this wall's line, or behind it? Each wall cuts the section that it stands in, along its whole "
        "line, and walls that cross the line are cut as well. What remains is convex, so a point is found "
        "by a few signs, and everything can be sorted from near to far. Things are listed in all sections "
        "that they reach into, and tried with those of the same section only. Add walls, drag their ends "
        "and the yellow point. The order matters: an unlucky first wall cuts many others. The "
        "arrow shows a wall's front. (A textbook structure; the engine, whose walls move, does without.)"
    )
    source: ClassVar[Sequence[object]] = (Bsp, Wall, clip, pair_up)

    count: Slider = Slider("walls", 0, ENDS, 3, step=1)
    start1: Point = Point((-40, -180), "1", CURVES[0])
    end1: Point = Point((-60, 120), "", CURVES[0])
    start2: Point = Point((-260, -40), "2", CURVES[1])
    end2: Point = Point((150, 10), "", CURVES[1])
    start3: Point = Point((200, 170), "3", CURVES[2])
    end3: Point = Point((90, -230), "", CURVES[2])
    start4: Point = Point((-270, 170), "4", CURVES[3])
    end4: Point = Point((-170, 60), "", CURVES[3])
    start5: Point = Point((-250, -130), "5", CURVES[5])
    end5: Point = Point((-130, -230), "", CURVES[5])
    probe: Point = Point((60, 90), "where?", NORMAL)
    things: Slider = Slider("things", 0, 60, 24, step=1)

    def build(self) -> None:
        """Build the tree."""
        self.tree: Bsp = Bsp(CORNERS)
        for k in range(1, int(self.count) + 1):
            start, end = self.values[f"start{k}"], self.values[f"end{k}"]
            self.tree.insert(Wall(start, end, k))
        self.boxes: list[Bounds] = scatter(int(self.things))
        for item, box in enumerate(self.boxes):
            self.tree.place(item, box)
        self.pairing: Pairing = self.tree.pairs()

    def change(self, name: str) -> None:
        """Build the tree anew."""
        self.build()

    def draw(self, display: Display) -> None:
        """Draw sections, cuts and walls, and the way to the section of the point."""
        draw_bounds(display, ROOM, GRID)
        here, way = self.tree.locate(self.probe)
        for k, leaf in enumerate(self.tree.sections()):
            color = NORMAL if leaf is here else CURVES[k % len(CURVES)]
            display.polygon(leaf.section, fade(color, 90 if leaf is here else 36), fade(color, 70), 1.0)
            middle = Vec2(*map(sum, zip(*leaf.section, strict=True))) / len(leaf.section)
            display.text(middle, str(k + 1), MUTED, 13.0, "center")
        touching = {item for pair in self.pairing.found for item in pair}
        for item, box in enumerate(self.boxes):
            draw_bounds(display, box, HIT if item in touching else fade(TEXT, 150))
        for wall in self.tree.walls():
            self.draw_wall(display, wall)
        self.draw_points(display)
        words = [f"{'in front of' if step.front else 'behind'} {step.wall.name}" for step in way]
        display.text((-345, 290), "The point is " + (", ".join(words) or "in the only section"), NORMAL, 15.0)
        numbers = self.numbers()
        display.text(
            (-345, 262), f"{numbers['sections']} sections, {numbers['pieces of walls']} pieces of walls", TEXT
        )

    def draw_wall(self, display: Display, wall: Wall) -> None:
        """Draw a piece of a wall, and an arrow to its front."""
        color = self.controls[f"start{wall.name}"].color  # type: ignore[attr-defined]
        display.line(wall.start, wall.end, color, 4.0)
        middle = wall.start.lerp(wall.end, 0.5)
        front = (wall.end - wall.start).normalized().perpendicular
        display.arrow(middle, middle + front * TICK, color)
        for end in (wall.start, wall.end):
            display.point(end, color, 3.0)

    def draw_points(self, display: Display) -> None:
        """Draw the ends of the walls that are there, those that wait faintly, and the point."""
        for k in range(1, ENDS + 1):
            color = CURVES[(0, 1, 2, 3, 5)[k - 1]]
            start, end = self.values[f"start{k}"], self.values[f"end{k}"]
            if k > self.count:
                display.dashes(start, end, fade(color, 110), 1.0)
            display.text(start + Vec2(9.0, 6.0), str(k), color, 14.0)
            for point in (start, end):
                display.disc(point, 6.0, fade(color, 60), fade(color, 200))
        display.disc(self.probe, 6.0, fade(NORMAL, 120), NORMAL)

    def numbers(self) -> dict[str, Number]:
        """Return the numbers of sections and pieces, and how many questions find the point."""
        here, way = self.tree.locate(self.probe)
        sections = list(self.tree.sections())
        return {
            "sections": len(sections),
            "pieces of walls": len(list(self.tree.walls())),
            "section of the point": sections.index(here) + 1 if here in sections else "none: outside",
            "questions": len(way),
            "tests of things, all pairs": len(self.boxes) * (len(self.boxes) - 1) // 2,
            "tests of things, by sections": self.pairing.tests,
            "pairs found": len(self.pairing.found),
        }


def scatter(count: int) -> list[Bounds]:
    """Return boxes in the room."""
    random = np.random.default_rng(5)
    places = random.uniform(Vec2(25.0, 25.0) + ROOM.lower, ROOM.upper - (25.0, 25.0), (count, 2)).tolist()
    halves = random.uniform(6.0, 20.0, (count, 2)).tolist()
    return [
        Bounds(Vec2(x - w, y - h), Vec2(x + w, y + h)) for (x, y), (w, h) in zip(places, halves, strict=True)
    ]
