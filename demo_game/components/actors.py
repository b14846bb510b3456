"""The character and its enemies."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum

from ecsphys import Vec2

from .. import tuning

_AHEAD = Vec2(1.0, 0.0)


class Weapon(StrEnum):
    """The weapons, in the order of the keys 1 to 4."""

    PISTOL = "pistol"
    LASER = "laser"
    ROCKETS = "rockets"
    GRENADES = "grenades"


@dataclass
class Player:
    """The character. `aim` is a unit vector; `height` is that of its capsule, smaller while it crouches.

    `double` is the entity of the body that it follows while it hangs on a rope or swims; `leaping` from when
    it lets go of it until it lands: such a rise is no jump that letting go of the key cuts short.
    """

    facing: int = 1
    aim: Vec2 = _AHEAD
    crouching: bool = False
    height: float = tuning.BODY_HEIGHT
    double: int | None = None
    leaping: bool = False


@dataclass
class Health:
    """Points of health, at most `maximum`; no hit counts for `invulnerable` seconds."""

    points: float
    maximum: float
    invulnerable: float = 0.0

    @classmethod
    def full(cls, points: float) -> Health:
        """Return health with all points left."""
        return cls(points, points)


@dataclass
class Arsenal:
    """The character's weapons, each with its ammunition in shots (`math.inf` for the pistol).

    `current` is the weapon in hand, which fires again after `cooldown` seconds.
    """

    ammo: dict[Weapon, float] = field(default_factory=lambda: {Weapon.PISTOL: math.inf})
    current: Weapon = Weapon.PISTOL
    cooldown: float = 0.0


@dataclass
class Enemy:
    """Deals damage on contact; harmless for `stunned` seconds, `chasing` while it pursues the player."""

    size: tuple[float, float]
    facing: int = 1
    stunned: float = 0.0
    chasing: bool = False


@dataclass
class Drone(Enemy):
    """Flies along its path, or towards the player. `leg` is the index of its next point."""

    path: tuple[Vec2, ...] = ()
    leg: int = 0


@dataclass
class Walker(Enemy):
    """Patrols between edges and walls, and runs at a player that it sees on its level."""
