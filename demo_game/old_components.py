"""What the game knows about its entities; where they are and how they move is ecsphys's business."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import esper

from ecsphys import Vec2

from . import tuning

Part = TypeVar("Part")
_AHEAD = Vec2(1.0, 0.0)


@dataclass
class Player:
    """The character. `aim` is a unit vector."""

    facing: int = 1
    aim: Vec2 = _AHEAD


@dataclass
class Health:
    """Wounds left, and for how long no new one counts."""

    points: int
    safe: float = 0.0


@dataclass
class Weapons:
    """Seconds until each may be used again."""

    gun: float = 0.0
    laser: float = 0.0


@dataclass
class Drone:
    """Flies from point to point of its path, or after the player."""

    path: tuple[Vec2, ...]
    leg: int = 0
    stunned: float = 0.0
    chasing: bool = False


@dataclass
class Shot:
    """A projectile of the gun; `spent` once it has hit something."""

    damage: int = tuning.SHOT_DAMAGE
    spent: bool = False


@dataclass
class Beam:
    """The light that a laser shot leaves for a few frames."""

    start: Vec2
    end: Vec2


@dataclass
class Lifetime:
    """Seconds until the entity goes by itself."""

    seconds: float


@dataclass
class Gem:
    """A pickup. All of them open the door."""

    taken: bool = False


@dataclass
class Crate:
    """Something to push, stack and shoot at."""

    size: float


@dataclass
class Door:
    """Slides up to `open_y` (of its centre) once it is unlocked."""

    size: tuple[float, float]
    open_y: float
    unlocked: bool = False


@dataclass
class Exit:
    """The place to reach."""

    size: tuple[float, float]


@dataclass
class Solid:
    """A piece of the level that never moves: its outline, counter-clockwise, in world coordinates."""

    outline: tuple[Vec2, ...]
    kind: str = "block"


def part(entity: int, kind: type[Part]) -> Part | None:
    """The entity's component of that type; None when it has none, or is gone."""
    return esper.try_component(entity, kind) if esper.entity_exists(entity) else None
