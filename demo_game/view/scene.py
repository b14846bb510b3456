"""The sprites of everything in the level that is not terrain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import arcade
import esper

from ecsphys import CharacterController, RigidBody, Transform
from ecsphys.arcade import SpriteSync

from ..components import (
    Barrel,
    Checkpoint,
    Conveyor,
    Crate,
    Cube,
    Door,
    Drone,
    Enemy,
    Exit,
    Furnace,
    Glass,
    Grenade,
    Health,
    Lava,
    Mover,
    Pickup,
    Plank,
    Plate,
    Player,
    Rocket,
    Shard,
    Shot,
    Walker,
)  # fmt: skip
from ..game import Game
from ..tuning import DRONE_RADIUS, TILE
from .art import door_texture
from .hero import OFFSET, Hero

_IMAGES = ":resources:images/"
_TILE_IMAGE = 128.0  # px of Kenney's tiles
_GEM_COLORS = ("Blue", "Green", "Red", "Yellow")
_CALM, _ANGRY = (255, 255, 255), (255, 110, 96)


class Scene:
    """Keeps one sprite an entity, in one list; poses are written in bulk by `SpriteSync`."""

    def __init__(self, game: Game):
        self.game = game
        self.sprites: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
        self.sync = SpriteSync(game.physics, self.sprites)
        self.hero = Hero()
        self._makers: dict[type[Any], Callable[[int, Any], arcade.Sprite]] = {
            Lava: _block((214, 84, 30, 255)),
            Furnace: _block((255, 128, 0, 160)),
            Checkpoint: _block((40, 200, 80, 60)),
            Plate: _block((200, 80, 255, 255)),
            Conveyor: _block((150, 150, 160, 255)),
            Mover: _block((255, 220, 80, 255)),
            Glass: _block((150, 225, 255, 110)),
            Plank: _block((180, 120, 60, 255)),
            Barrel: _block((230, 60, 60, 255)),
            Shard: _block((170, 235, 255, 160)),
            Cube: _cube,
            Door: _door,
            Exit: _exit,
            Crate: _crate,
            Pickup: _pickup,
            Drone: _drone,
            Walker: _walker,
            Shot: _shot,
            Rocket: _shot,
            Grenade: _shot,
        }
        self._add_new()
        self.sync.add(game.session.player, self.hero.sprite, offset=OFFSET, turn=False)
        self.update()

    def _add_new(self) -> None:
        """Give entities that have come their sprites; those that are gone `sync` drops by itself."""
        for kind, make in self._makers.items():
            found: list[tuple[int, Any]] = esper.get_component(kind)
            for entity, part in found:
                if entity not in self.sync:
                    self.sync.add(entity, make(entity, part))

    def update(self) -> None:
        """Give everything its pose, colour and picture of now."""
        self._add_new()
        self._dress(self.game.session.player)
        for kind in (Drone, Walker):
            enemies: list[tuple[int, Enemy]] = esper.get_component(kind)
            for entity, enemy in enemies:
                self.sync.sprite(entity).color = _ANGRY if enemy.chasing else _CALM
        self.sync.update()

    def _dress(self, player: int) -> None:
        self.hero.update(
            esper.component_for_entity(player, Player),
            esper.component_for_entity(player, CharacterController).on_floor,
            esper.component_for_entity(player, Health),
            esper.component_for_entity(player, Transform).x,
            esper.component_for_entity(player, RigidBody).velocity,
        )

    def draw(self) -> None:
        """All sprites."""
        self.sprites.draw()


def _block(color: tuple[int, int, int, int]) -> Callable[[int, Any], arcade.Sprite]:
    """A maker of plain boxes."""

    def make(entity: int, part: Any) -> arcade.Sprite:
        width, height = part.size
        return arcade.SpriteSolidColor(round(width), max(2, round(height)), color=color)

    return make


def _image(file: str, size: float) -> arcade.Sprite:
    """A square picture of the bundled art, `size` wide."""
    return arcade.Sprite(_IMAGES + file, size / _TILE_IMAGE)


def _crate(entity: int, crate: Crate) -> arcade.Sprite:
    kind = "boxCrate_double" if entity % 2 else "boxCrate_single"
    return _image(f"tiles/{kind}.png", crate.size)


def _cube(entity: int, cube: Cube) -> arcade.Sprite:
    return arcade.SpriteSolidColor(round(cube.size), round(cube.size), color=(255, 140, 210, 255))


def _pickup(entity: int, pickup: Pickup) -> arcade.Sprite:
    if pickup.what != "gem":
        return _image("items/star.png", TILE)
    return _image(f"items/gem{_GEM_COLORS[entity % len(_GEM_COLORS)]}.png", 1.1 * TILE)


def _drone(entity: int, drone: Drone) -> arcade.Sprite:
    return _image("enemies/saw.png", 2.3 * DRONE_RADIUS)


def _walker(entity: int, walker: Walker) -> arcade.Sprite:
    return _image("animated_characters/zombie/zombie_idle.png", 1.5 * TILE)


def _shot(entity: int, shot: Any) -> arcade.Sprite:
    return arcade.SpriteCircle(7, (255, 236, 140, 255))


def _door(entity: int, door: Door) -> arcade.Sprite:
    return arcade.Sprite(door_texture(*door.size))


def _exit(entity: int, way_out: Exit) -> arcade.Sprite:
    return _image("tiles/signExit.png", 1.6 * TILE)
