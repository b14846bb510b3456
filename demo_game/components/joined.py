"""Bodies that joints hold."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Board:
    """A board with a hinge: a seesaw, a drawbridge."""

    size: tuple[float, float]


@dataclass
class Ball:
    """A wrecking ball of the diameter `size`."""

    size: float


@dataclass
class Cart:
    """The board of a cart, which drives at `speed` under the character and for `drives` seconds more."""

    size: tuple[float, float]
    speed: float
    joints: tuple[int, ...]  # of its wheels
    drives: float = 0.0


@dataclass
class Wheel:
    """A wheel of the diameter `size`."""

    size: float


@dataclass
class Link:
    """A link of a rope; `joint` holds its start, `grip` lets the character hang on it."""

    size: tuple[float, float]
    joint: int
    grip: bool = False


@dataclass
class Double:
    """Hangs on a rope or swims in place of the character, which follows it; `joint` is its hold on a rope."""

    joint: int | None = None
