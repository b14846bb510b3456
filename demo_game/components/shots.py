"""What weapons send out."""

from __future__ import annotations

from dataclasses import dataclass

from ecsphys import Vec2


@dataclass
class Shot:
    """A pistol's projectile."""

    damage: float


@dataclass
class Rocket:
    """Explodes where it hits; its Transform's angle is its direction."""


@dataclass
class Grenade:
    """Bounces, and explodes when its `fuse` (seconds) is through or when it hits an enemy."""

    fuse: float


@dataclass
class Beam:
    """The light that a laser shot leaves for a few frames: from the muzzle by every mirror to its end."""

    points: tuple[Vec2, ...]


@dataclass
class Blast:
    """The light of an explosion, as long as its Lifetime lasts."""

    radius: float


@dataclass
class Lifetime:
    """Seconds until the entity goes by itself, of `full`."""

    seconds: float
    full: float = 0.0

    def __post_init__(self) -> None:
        self.full = self.full or self.seconds
