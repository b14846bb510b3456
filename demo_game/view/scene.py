"""The sprites of everything in the level that is not terrain."""

from __future__ import annotations

import arcade
import esper

from ecsphys.arcade import SpriteSync

from ..game import Game
from .animate import animate
from .hero import Hero
from .sprites import FRONT, MIDDLE, SPRITE_SPECS


class Scene:
    """One sprite an entity, in three lists from back to front; poses are written in bulk by `SpriteSync`."""

    def __init__(self, game: Game):
        self.game = game
        self.top_down = game.level.top_down
        self.lists: list[arcade.SpriteList[arcade.Sprite]] = [arcade.SpriteList() for _ in range(3)]
        self.layers = [SpriteSync(game.physics, sprites) for sprites in self.lists]
        self.hero = Hero(self.top_down)
        self.layers[MIDDLE].add(game.session.player, self.hero.sprite, turn=False)
        self.update(0.0)

    def _add_new(self) -> None:
        """Give entities that have come their sprites; those that are gone leave by themselves."""
        for kind, look in SPRITE_SPECS.items():
            layer = self.layers[look.layer]
            found: list[tuple[int, object]] = esper.get_component(kind)
            for entity, part in found:
                if entity not in layer:
                    layer.add(entity, look.make(entity, part, self.top_down), turn=look.turn)

    def update(self, dt: float) -> None:
        """Give everything its pose, colour and picture of now."""
        self._add_new()
        player = self.game.session.player
        self.hero.update(player, dt)
        self.layers[MIDDLE].place(player, offset=self.hero.offset, angle=self.hero.angle)
        animate(self.layers, self.game.session.seconds, self.top_down)
        for layer in self.layers:
            layer.update()

    def draw_back(self) -> None:
        """What stands behind the terrain's edges and everything that moves."""
        self.lists[0].draw()

    def draw_front(self) -> None:
        """Things, actors, and what flies."""
        for sprites in self.lists[MIDDLE : FRONT + 1]:
            sprites.draw()
