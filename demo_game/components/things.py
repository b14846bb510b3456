"""Things that lie about: they fall, stack, break and explode."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Origin:
    """Which object of the map an entity comes from: what is gone stays gone after a checkpoint."""

    number: int


@dataclass
class Crate:
    """Something to push, stack and shoot at; square."""

    size: float


@dataclass
class Cube:
    """The companion cube: fireproof only until it is in the furnace."""

    size: float


@dataclass
class Barrel:
    """Explodes when it is hit hard or shot; `fuse` seconds are left once it is lit, None before."""

    size: tuple[float, float]
    fuse: float | None = None


@dataclass
class Plank:
    """A board on a hump: a seesaw."""

    size: tuple[float, float]


@dataclass
class Glass:
    """A thin pane that breaks when something hits it faster than `strength`, in px/s."""

    size: tuple[float, float]
    strength: float
    broken: bool = False


@dataclass
class Shard:
    """A piece of broken glass, on its way down and out."""

    size: tuple[float, float]
