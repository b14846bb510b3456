"""Parts of a level that stay where they are, or move on rails; and places that notice who comes."""

from __future__ import annotations

from dataclasses import dataclass

from ecsphys import Vec2


@dataclass
class Solid:
    """A piece of the level that never moves: its outline, counter-clockwise, in world coordinates.

    It may be concave. Kinds: `block`, `slope`, `ledge` (one-way), `mirror` (throws the laser back).
    """

    outline: tuple[Vec2, ...]
    kind: str = "block"


@dataclass
class Conveyor:
    """A belt; what lies on it is carried at `speed`, to the right if positive."""

    size: tuple[float, float]
    speed: float


@dataclass
class Mover:
    """A platform that goes along a path, back and forth."""

    size: tuple[float, float]
    path: tuple[Vec2, ...]
    speed: float
    leg: int = 1
    forward: bool = True


@dataclass
class Door:
    """Slides from `shut` to `opened` (places of its middle) while any of what opens it is on.

    `gems`: it waits for all gems of the level instead.
    """

    size: tuple[float, float]
    shut: Vec2
    opened: Vec2
    opened_by: tuple[int, ...] = ()  # objects of the map: plates, furnaces
    gems: bool = False
    open: bool = False  # wanted, not necessarily arrived


@dataclass
class Exit:
    """The place to reach."""

    size: tuple[float, float]


@dataclass
class Pickup:
    """`what`: `gem`, `medkit`, or a weapon's name, which stands for the weapon with `amount` shots."""

    kind: str
    amount: float = 0.0
    taken: bool = False


@dataclass
class Lava:
    """Hurts whom it holds, `damage` points a second."""

    size: tuple[float, float]
    damage: float


@dataclass
class Checkpoint:
    """Where the character begins again; `reached` once it was there."""

    size: tuple[float, float]
    reached: bool = False


@dataclass
class Plate:
    """Is down while something heavy stands on it."""

    size: tuple[float, float]
    stays: bool = False  # once down it stays down
    down: bool = False


@dataclass
class Furnace:
    """Burns what falls in; once it has burnt the companion cube it is `lit`, and stays so."""

    size: tuple[float, float]
    lit: bool = False


@dataclass
class Sign:
    """Words that the HUD shows while the character is near."""

    size: tuple[float, float]
    words: str
