"""Loose bodies, which fall, stack, break and explode."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Origin:
    """The map number of the object that an entity was spawned from; checkpoints save by it."""

    number: int


@dataclass
class Crate:
    """A square crate."""

    size: float


@dataclass
class Cube:
    """The companion cube, which feeds the furnace."""

    size: float


@dataclass
class Barrel:
    """Explodes `fuse` seconds after a hard hit or a shot has lit it; None until then."""

    size: tuple[float, float]
    fuse: float | None = None


@dataclass
class Plank:
    """A seesaw: a board that turns about its centre."""

    size: tuple[float, float]


@dataclass
class Glass:
    """A pane that breaks when a body hits it faster than `strength` (px/s)."""

    size: tuple[float, float]
    strength: float
    broken: bool = False


@dataclass
class Shard:
    """A piece of broken glass."""

    size: tuple[float, float]
