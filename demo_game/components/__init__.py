"""The game's own components; position and motion are in those of ecsphys.

Sizes are (width, height) in pixels; the Transform is the centre of the sprite.
"""

from typing import TypeVar

import esper

from .actors import Arsenal, Drone, Enemy, Health, Player, Walker, Weapon
from .joined import Ball, Board, Cart, Double, Link, Wheel
from .places import Checkpoint, Conveyor, Door, Exit, Furnace, Lava, Mover, Pickup, Plate, Pool, Sign, Solid
from .shots import Beam, Blast, Grenade, Lifetime, Rocket, Shot
from .things import Barrel, Crate, Cube, Glass, Origin, Plank, Shard

Component = TypeVar("Component")

COMPONENTS: tuple[type, ...] = (
    Arsenal, Ball, Barrel, Beam, Blast, Board, Cart, Checkpoint, Conveyor, Crate, Cube, Door, Double, Drone,
    Exit, Furnace, Glass, Grenade, Health, Lava, Lifetime, Link, Mover, Origin, Pickup, Plank, Plate, Player,
    Pool, Rocket, Shard, Shot, Sign, Solid, Walker, Wheel,
)  # fmt: skip


def find_component(entity: int, kind: type[Component]) -> Component | None:
    """Return the entity's component of a type, None if it has none or no longer exists."""
    return esper.try_component(entity, kind) if esper.entity_exists(entity) else None


__all__ = [
    "COMPONENTS",
    "Arsenal",
    "Ball",
    "Barrel",
    "Beam",
    "Blast",
    "Board",
    "Cart",
    "Checkpoint",
    "Conveyor",
    "Crate",
    "Cube",
    "Door",
    "Double",
    "Drone",
    "Enemy",
    "Exit",
    "Furnace",
    "Glass",
    "Grenade",
    "Health",
    "Lava",
    "Lifetime",
    "Link",
    "Mover",
    "Origin",
    "Pickup",
    "Plank",
    "Plate",
    "Player",
    "Pool",
    "Rocket",
    "Shard",
    "Shot",
    "Sign",
    "Solid",
    "Walker",
    "Weapon",
    "Wheel",
    "find_component",
]
