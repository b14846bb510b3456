"""The sprites of all entities except terrain."""

from __future__ import annotations

import arcade
import esper

from ecsphys.arcade import SpriteSync

from ..game import Game
from .animate import animate
from .hero import Hero
from .sprites import FRONT, MIDDLE, SPRITE_SPECS


class Scene:
    """One sprite per entity, in three lists from back to front; `SpriteSync` writes their poses in bulk."""

    def __init__(self, game: Game):
        self.game = game
        self.top_down = game.level.top_down
        self.lists: list[arcade.SpriteList[arcade.Sprite]] = [arcade.SpriteList() for _ in range(3)]
        self.layers = [SpriteSync(game.physics, sprites) for sprites in self.lists]
        self.hero = Hero(self.top_down)
        self.layers[MIDDLE].add(game.session.player, self.hero.sprite, turn=False)
        self.update(0.0)

    def _add_new(self) -> None:
        """Add sprites for new entities; `SpriteSync` removes those of deleted ones."""
        for kind, spec in SPRITE_SPECS.items():
            layer = self.layers[spec.layer]
            components: list[tuple[int, object]] = esper.get_component(kind)
            for entity, component in components:
                if entity not in layer:
                    layer.add(entity, spec.make(entity, component, self.top_down), turn=spec.turn)

    def update(self, dt: float) -> None:
        """Update poses, colours and textures."""
        self._add_new()
        player = self.game.session.player
        self.hero.update(player, dt)
        self.layers[MIDDLE].place(player, offset=self.hero.offset, angle=self.hero.angle)
        animate(self.layers, self.game.session.seconds, self.top_down)
        for layer in self.layers:
            layer.update()

    def draw_back(self) -> None:
        """Draw the layer behind the terrain."""
        self.lists[0].draw()

    def draw_front(self) -> None:
        """Draw the layers in front of the terrain: bodies, actors, projectiles."""
        for sprites in self.lists[MIDDLE : FRONT + 1]:
            sprites.draw()
