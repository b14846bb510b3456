"""Binary space partitioning: each wall's line cuts the plane in two, until all sections are convex.

After H. Fuchs, Z. M. Kedem and B. F. Naylor, "On Visible Surface Generation by A Priori Tree Structures",
*SIGGRAPH* 1980. The engine has no such tree: its walls may move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...math2d.bounds import Bounds
from ...math2d.vec2 import Pair, Vec2
from .pairing import Pairing, pair_up


class Wall(NamedTuple):
    """A wall from point to point; its front is to the left. `name`: which one it was before it was cut."""

    start: Vec2
    end: Vec2
    name: int

    def side(self, point: Pair) -> float:
        """Return the distance of a point from the wall's line, positive in front."""
        return (self.end - self.start).normalized().cross(Vec2(*point) - self.start)

    def span(self, box: Bounds) -> tuple[float, float]:
        """Return the least and the largest `side` of a box's points."""
        normal = (self.end - self.start).normalized().perpendicular
        reach = abs(normal.x) * box.half.x + abs(normal.y) * box.half.y
        middle = self.side(box.center)
        return middle - reach, middle + reach

    def piece(self, keep: float, at: Wall) -> Wall:
        """Return the piece of this wall in front (`keep` 1) or behind (-1) of another one that it crosses."""
        a, b = at.side(self.start), at.side(self.end)
        cut = self.start.lerp(self.end, a / (a - b))
        return self._replace(end=cut) if a * keep > 0.0 else self._replace(start=cut)


class Step(NamedTuple):
    """A decision on the way to a section: the wall, and whether the point is in front of it."""

    wall: Wall
    front: bool


class Bsp:
    """A node: a leaf with a convex `section`, or a wall with what is in front of it and behind it.

    `section` is the convex polygon, counter-clockwise, that the walls above leave to it. Walls come first,
    then `place` lists things in the sections, and `pairs` finds those that overlap, section by section.
    """

    def __init__(self, section: Sequence[Vec2]):
        self.section: list[Vec2] = list(section)
        self.items: dict[int, Bounds] = {}  # of a leaf: boxes that reach into its section
        self.wall: Wall | None = None
        self.front: Bsp
        self.back: Bsp

    def insert(self, wall: Wall, tolerance: float = 1e-6) -> None:
        """Add a wall; where the line of an earlier one crosses it, it is cut. One on such a line is in it."""
        if wall.start.distance(wall.end) <= tolerance:
            return
        if self.wall is None:
            self.wall = wall
            self.front, self.back = (Bsp(clip(self.section, wall, sign)) for sign in (1.0, -1.0))
            return
        a, b = self.wall.side(wall.start), self.wall.side(wall.end)
        if max(a, b) > tolerance:
            self.front.insert(wall if min(a, b) >= -tolerance else wall.piece(1.0, self.wall), tolerance)
        if min(a, b) < -tolerance:
            self.back.insert(wall if max(a, b) <= tolerance else wall.piece(-1.0, self.wall), tolerance)

    def place(self, item: int, box: Bounds) -> None:
        """List a thing in all sections that its box reaches into: on both sides of a line that crosses it."""
        if self.wall is None:
            self.items[item] = box
            return
        nearest, furthest = self.wall.span(box)
        if furthest >= 0.0:
            self.front.place(item, box)
        if nearest < 0.0:
            self.back.place(item, box)

    def leaves(self) -> Iterator[Bsp]:
        """Yield all leaves, what is in front first."""
        if self.wall is None:
            yield self
        else:
            yield from self.front.leaves()
            yield from self.back.leaves()

    def pairs(self) -> Pairing:
        """Return the pairs of things whose boxes overlap, found by trying those that share a section."""
        return pair_up(leaf.items for leaf in self.leaves())

    def sections(self) -> Iterator[Bsp]:
        """Yield all leaves with an area, what is in front first."""
        yield from (leaf for leaf in self.leaves() if len(leaf.section) > 2)

    def walls(self) -> Iterator[Wall]:
        """Yield the pieces of walls, those above first."""
        if self.wall is not None:
            yield self.wall
            yield from self.front.walls()
            yield from self.back.walls()

    def locate(self, point: Pair) -> tuple[Bsp, list[Step]]:
        """Return the section in which a point is, and the decisions on the way there."""
        node, way = self, []
        while node.wall is not None:
            front = node.wall.side(point) >= 0.0
            way.append(Step(node.wall, front))
            node = node.front if front else node.back
        return node, way


def clip(polygon: Sequence[Vec2], wall: Wall, keep: float) -> list[Vec2]:
    """Return the part of a convex polygon in front (`keep` 1) or behind (-1) of a wall's line, or nothing."""
    kept: list[Vec2] = []
    sides = [keep * wall.side(point) for point in polygon]
    for k, point in enumerate(polygon):
        if sides[k] >= 0.0:
            kept.append(point)
        after = (k + 1) % len(polygon)
        if sides[k] * sides[after] < 0.0:
            kept.append(point.lerp(polygon[after], sides[k] / (sides[k] - sides[after])))
    return kept
