"""What a level is made of. All lengths are in tiles, x to the right, y up."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]
Rectangle = tuple[float, float, float, float]  # left, bottom, width, height


@dataclass(frozen=True)
class Patrol:
    """A drone and the points that it flies to and fro between."""

    path: tuple[Point, ...]


@dataclass(frozen=True)
class Level:
    """A level. `gems` holds the possible places of each gem: the seed picks one.

    `route` is a list of points, each within a run or a jump of the one before, that leads past
    every possible gem to the exit: what a scripted player needs to know.
    """

    name: str
    size: Point
    spawn: Point
    blocks: tuple[Rectangle, ...]
    ledges: tuple[Rectangle, ...]
    slopes: tuple[tuple[Point, ...], ...]  # convex outlines
    crates: tuple[Point, ...]  # centres; a crate is one tile wide
    gems: tuple[tuple[Point, ...], ...]
    patrols: tuple[Patrol, ...]
    door: Rectangle
    exit: Rectangle
    route: tuple[Point, ...]
