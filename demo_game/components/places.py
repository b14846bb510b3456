"""Static parts of a level, platforms and doors, and triggers."""

from __future__ import annotations

from dataclasses import dataclass

from ecsphys import Vec2


@dataclass
class Solid:
    """Static ground. `outline` is counter-clockwise, in world coordinates, and may be concave.

    Kinds: `block`, `slope`, `ledge` (one-way), `mirror` (reflects the laser).
    """

    outline: tuple[Vec2, ...]
    kind: str = "block"


@dataclass
class Conveyor:
    """A belt that carries bodies at `speed`, to the right if positive."""

    size: tuple[float, float]
    speed: float


@dataclass
class Mover:
    """A platform that moves back and forth along its path; `leg` is the index of its next point."""

    size: tuple[float, float]
    path: tuple[Vec2, ...]
    speed: float
    leg: int = 1
    forward: bool = True


@dataclass
class Door:
    """Slides from `shut` to `opened` (positions of its centre) while any of its openers is active.

    With `gems` it opens once all gems of the level are taken.
    """

    size: tuple[float, float]
    shut: Vec2
    opened: Vec2
    opened_by: tuple[int, ...] = ()  # map numbers of plates and furnaces
    gems: bool = False
    open: bool = False  # the state it moves to


@dataclass
class Exit:
    """Wins the level when the character reaches it."""

    size: tuple[float, float]


@dataclass
class Pickup:
    """`kind` is `gem`, `medkit`, or the name of a weapon, which comes with `amount` shots."""

    kind: str
    amount: float = 0.0
    taken: bool = False


@dataclass
class Lava:
    """Takes `damage` points per second from the actors inside."""

    size: tuple[float, float]
    damage: float


@dataclass
class Checkpoint:
    """A place to restart from, once it is `reached`."""

    size: tuple[float, float]
    reached: bool = False


@dataclass
class Plate:
    """A pressure plate, `down` under any body; with `stays` it never rises again."""

    size: tuple[float, float]
    stays: bool = False
    down: bool = False


@dataclass
class Furnace:
    """Burns bodies that fall in. The companion cube makes it `lit` for good."""

    size: tuple[float, float]
    lit: bool = False


@dataclass
class Pool:
    """Water, up to the top of its box."""

    size: tuple[float, float]


@dataclass
class Sign:
    """A sign, whose text the HUD shows while the character is near."""

    size: tuple[float, float]
    words: str
