"""A level as it is seen: backdrop, terrain, sprites, effects, HUD, and the camera on all that."""

from __future__ import annotations

import esper

from ecsphys import Transform, Vec2

from ..components import Arsenal, Player
from ..game import Game
from ..options import Options
from . import backdrop
from .aim import Hand, draw_cross_hairs
from .camera import FollowCamera
from .effects import Effects
from .hud import Hud
from .palette import NIGHT, Rgb
from .scene import Scene
from .terrain import terrain


class LevelView:
    """Draws a game in its present world; a new one is made after a restart."""

    ground: Rgb = NIGHT

    def __init__(self, game: Game, options: Options):
        self.game = game
        self.top_down = game.level.top_down
        self.terrain = terrain(self.top_down)
        self.scene = Scene(game)
        self.effects = Effects(self.top_down)
        self.hud = Hud(options, self.top_down)
        self.camera = FollowCamera(game.level.size, self.place(), self.top_down)
        self._hand = Hand()
        self._city = None if self.top_down else backdrop.City()
        self._floor = backdrop.floor(game.level.size) if self.top_down else None

    def place(self) -> Vec2:
        """Where the character is drawn."""
        x, y, _ = esper.component_for_entity(self.game.session.player, Transform).interpolated
        return Vec2(x, y)

    def player(self) -> Player:
        """The character's own component."""
        player: Player = esper.component_for_entity(self.game.session.player, Player)
        return player

    def update(self, dt: float) -> None:
        """Let time pass for what is only seen."""
        self.scene.update(dt)
        self.effects.update(dt)
        self.camera.follow(self.place(), self.player().facing, dt)

    def draw_backdrop(self) -> None:
        """The city, in a frame that does not move."""
        if self._city is not None:
            self._city.draw(self.camera.camera.position[0])

    def draw(self, target: Vec2 | None) -> None:
        """The level, through its camera; `target` is where the cross hairs are."""
        if self._floor is not None:
            self._floor.draw()
        self.scene.draw_back()
        self.terrain.draw()
        self.scene.draw_front()
        arsenal = esper.component_for_entity(self.game.session.player, Arsenal)
        self._hand.draw(self.place(), self.player().aim, arsenal.current)
        self.effects.draw()
        if target is not None:
            draw_cross_hairs(target)
