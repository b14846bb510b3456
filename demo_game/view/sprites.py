"""The sprite of each component type, and its layer in the scene."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import arcade

from ..components import (
    Ball,
    Barrel,
    Board,
    Cart,
    Checkpoint,
    Conveyor,
    Crate,
    Cube,
    Door,
    Drone,
    Exit,
    Furnace,
    Glass,
    Grenade,
    Lava,
    Link,
    Mover,
    Pickup,
    Plank,
    Plate,
    Pool,
    Rocket,
    Shard,
    Shot,
    Sign,
    Walker,
    Wheel,
)  # fmt: skip
from ..tuning import GRENADE_RADIUS, ROCKET_RADIUS
from .art import actors, places, things

BACK, MIDDLE, FRONT = 0, 1, 2
_IMAGES = ":resources:images/"
_TILE_IMAGE = 128.0  # px of Kenney's tiles
_GEMS = ("Blue", "Green", "Red", "Yellow")
_PICKUP = 44.0


class SpriteSpec(NamedTuple):
    """How to draw a component: its layer, a maker of its sprite, and whether that turns with the body."""

    layer: int
    make: Callable[[int, Any, bool], arcade.Sprite]
    turn: bool = True


def _sized(paint: Callable[..., arcade.Texture], *state: object) -> Callable[[int, Any, bool], arcade.Sprite]:
    """Return a maker of sprites with the size of their component."""
    return lambda entity, component, top_down: arcade.Sprite(paint(*component.size, *state))


def _square(paint: Callable[..., arcade.Texture]) -> Callable[[int, Any, bool], arcade.Sprite]:
    return lambda entity, component, top_down: arcade.Sprite(paint(component.size, component.size))


def _image(file: str, size: float) -> arcade.Sprite:
    """Return a sprite of arcade's bundled images, `size` px wide."""
    return arcade.Sprite(_IMAGES + file, size / _TILE_IMAGE)


def _crate(entity: int, crate: Crate, top_down: bool) -> arcade.Sprite:
    kind = "boxCrate_double" if entity % 2 else "boxCrate_single"
    return _image(f"tiles/{kind}.png", crate.size)


def pickup_texture(kind: str, number: int = 0) -> arcade.Texture:
    """Return the texture of a kind of pickup, about 44 px wide except for gems."""
    if kind == "gem":
        return arcade.load_texture(f"{_IMAGES}items/gem{_GEMS[number % len(_GEMS)]}.png")
    if kind == "medkit":
        return things.medkit(0.8 * _PICKUP, 0.8 * _PICKUP)
    return things.weapon(1.3 * _PICKUP, 0.7 * _PICKUP, kind)


def _pickup(entity: int, pickup: Pickup, top_down: bool) -> arcade.Sprite:
    scale = 68.0 / _TILE_IMAGE if pickup.kind == "gem" else 1.0
    return arcade.Sprite(pickup_texture(pickup.kind, entity), scale)


def _walker(entity: int, walker: Walker, top_down: bool) -> arcade.Sprite:
    if top_down:
        return arcade.Sprite(actors.from_above(58, 58, "walker"))
    return arcade.Sprite(_IMAGES + "animated_characters/zombie/zombie_idle.png", walker.size[1] / 108.0)


def _rocket(entity: int, rocket: Rocket, top_down: bool) -> arcade.Sprite:
    return arcade.Sprite(things.rocket(5.0 * ROCKET_RADIUS, 2.4 * ROCKET_RADIUS))


def _grenade(entity: int, grenade: Grenade, top_down: bool) -> arcade.Sprite:
    return arcade.Sprite(things.grenade(2.4 * GRENADE_RADIUS, 2.4 * GRENADE_RADIUS))


def _shot(entity: int, shot: Shot, top_down: bool) -> arcade.Sprite:
    return arcade.Sprite(things.shot(24, 10))


def _conveyor(entity: int, belt: Conveyor, top_down: bool) -> arcade.Sprite:
    return arcade.Sprite(places.conveyor(*belt.size, 0, belt.speed > 0.0))


SPRITE_SPECS: dict[type[Any], SpriteSpec] = {
    Exit: SpriteSpec(BACK, _sized(places.gate)),
    Sign: SpriteSpec(BACK, lambda entity, component, top_down: arcade.Sprite(places.sign(52, 60))),
    Checkpoint: SpriteSpec(
        BACK,
        lambda entity, component, top_down: arcade.Sprite(places.checkpoint(84, component.size[1], False)),
    ),
    Furnace: SpriteSpec(BACK, _sized(places.furnace, False)),
    Lava: SpriteSpec(BACK, _sized(places.lava, 0)),
    Plate: SpriteSpec(BACK, _sized(places.plate, False)),
    Conveyor: SpriteSpec(MIDDLE, _conveyor),
    Mover: SpriteSpec(
        MIDDLE, lambda entity, component, top_down: arcade.Sprite(places.mover(*component.size, top_down))
    ),
    Door: SpriteSpec(MIDDLE, _sized(places.door, False)),
    Crate: SpriteSpec(MIDDLE, _crate),
    Cube: SpriteSpec(MIDDLE, _square(things.cube)),
    Barrel: SpriteSpec(MIDDLE, _sized(things.barrel, False)),
    Plank: SpriteSpec(MIDDLE, _sized(things.plank)),
    Link: SpriteSpec(
        MIDDLE, lambda entity, link, top_down: arcade.Sprite(things.link(*link.size, link.grip))
    ),
    Board: SpriteSpec(MIDDLE, _sized(things.plank)),
    Ball: SpriteSpec(MIDDLE, _square(things.ball)),
    Cart: SpriteSpec(MIDDLE, _sized(things.plank)),
    Wheel: SpriteSpec(MIDDLE, _square(things.wheel)),
    Pickup: SpriteSpec(MIDDLE, _pickup),
    Drone: SpriteSpec(MIDDLE, _sized(actors.drone, False), turn=False),
    Walker: SpriteSpec(MIDDLE, _walker, turn=False),
    Pool: SpriteSpec(FRONT, _sized(places.pool)),
    Shot: SpriteSpec(FRONT, _shot),
    Rocket: SpriteSpec(FRONT, _rocket),
    Grenade: SpriteSpec(FRONT, _grenade),
    Glass: SpriteSpec(FRONT, _sized(things.glass)),
    Shard: SpriteSpec(FRONT, _sized(things.shard)),
}
