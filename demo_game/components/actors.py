"""Who acts: the character and its enemies."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum

from ecsphys import Vec2

from .. import tuning

_AHEAD = Vec2(1.0, 0.0)


class Weapon(StrEnum):
    """What the character can fire; in the order of the keys 1 to 4."""

    PISTOL = "pistol"
    LASER = "laser"
    ROCKETS = "rockets"
    GRENADES = "grenades"


@dataclass
class Player:
    """The character. `aim` is a unit vector; `height` is that of its capsule, less when it crouches."""

    facing: int = 1
    aim: Vec2 = _AHEAD
    crouching: bool = False
    height: float = tuning.BODY_HEIGHT


@dataclass
class Health:
    """Points left of `most`; for `safe` seconds no blow counts."""

    points: float
    maximum: float
    invulnerable: float = 0.0

    @classmethod
    def full(cls, points: float) -> Health:
        """All of them."""
        return cls(points, points)


@dataclass
class Arsenal:
    """The weapons that the character has, each with its shots left (the pistol's are `math.inf`).

    `current` is the one in hand; `cooling` seconds must pass until it fires again.
    """

    ammo: dict[Weapon, float] = field(default_factory=lambda: {Weapon.PISTOL: math.inf})
    current: Weapon = Weapon.PISTOL
    cooldown: float = 0.0


@dataclass
class Enemy:
    """What hurts by touch. It does nothing for `stunned` seconds; `chasing` while it is after the player."""

    size: tuple[float, float]
    facing: int = 1
    stunned: float = 0.0
    chasing: bool = False


@dataclass
class Drone(Enemy):
    """Flies from point to point of its path, or after the player."""

    path: tuple[Vec2, ...] = ()
    leg: int = 0


@dataclass
class Walker(Enemy):
    """Walks to and fro, turns at edges and walls, runs when it sees the player on its level."""
