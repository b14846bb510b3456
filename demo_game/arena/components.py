"""What the arena knows of its things beside their physics; what changes is rolled back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag


class Buttons(IntFlag):
    """What a player holds in a frame."""

    LEFT = 1
    RIGHT = 2
    THRUST = 4
    FIRE = 8


@dataclass
class Ship:
    """The ship of a player: its hits, the steps until it may fire again and that it still glows."""

    player: int
    hits: int = 0
    reload: int = 0
    glow: int = 0
    thrust: bool = False


@dataclass
class Bolt:
    """A shot of a player, and the steps that it has left."""

    player: int
    steps: int


@dataclass
class Crate:
    """A crate and its size."""

    size: float


COMPONENTS = (Ship, Bolt)  # those that change
