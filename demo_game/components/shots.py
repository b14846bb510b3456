"""Projectiles and the light of shots and explosions."""

from __future__ import annotations

from dataclasses import dataclass

from ecsphys import Vec2


@dataclass
class Shot:
    """A projectile of the pistol."""

    damage: float


@dataclass
class Rocket:
    """A rocket, which explodes on impact; the angle of its Transform is its direction."""


@dataclass
class Grenade:
    """A grenade, which bounces and explodes after `fuse` seconds or on an enemy."""

    fuse: float


@dataclass
class Beam:
    """The visible beam of a laser shot: muzzle, mirrors, end."""

    points: tuple[Vec2, ...]


@dataclass
class Blast:
    """The visible ball of an explosion, which lasts as long as its Lifetime."""

    radius: float


@dataclass
class Lifetime:
    """Seconds until the entity is removed, `full` at first."""

    seconds: float
    full: float = 0.0

    def __post_init__(self) -> None:
        self.full = self.full or self.seconds
