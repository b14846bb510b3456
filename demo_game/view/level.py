"""The view of a level: backdrop, terrain, sprites, effects, HUD and camera."""

from __future__ import annotations

import esper

from ecsphys import Transform, Vec2

from ..components import Arsenal, Player
from ..game import Game
from ..options import Options
from . import backdrop
from .aim import Hand, draw_cross_hairs
from .aim_line import AimLine
from .camera import FollowCamera
from .effects import Effects
from .hud import Hud
from .palette import NIGHT, Rgb
from .scene import Scene
from .terrain import terrain


class LevelView:
    """Draws a game in its current world; each restart needs a new one."""

    ground: Rgb = NIGHT

    def __init__(self, game: Game, options: Options):
        self.game = game
        self.top_down = game.level.top_down
        self.terrain = terrain(self.top_down)
        self.scene = Scene(game)
        self.effects = Effects(self.top_down)
        self.hud = Hud(options, self.top_down)
        self.camera = FollowCamera(game.level.size, self.player_position(), self.top_down)
        self._hand = Hand()
        self._aim_line = AimLine(game)
        self._city = None if self.top_down else backdrop.City()
        self._floor = backdrop.floor(game.level.size) if self.top_down else None

    def player_position(self) -> Vec2:
        """Return the interpolated position of the character."""
        x, y, _ = esper.component_for_entity(self.game.session.player, Transform).interpolated
        return Vec2(x, y)

    def player(self) -> Player:
        """Return the component of the character."""
        player: Player = esper.component_for_entity(self.game.session.player, Player)
        return player

    def update(self, dt: float, camera: float | None = None) -> None:
        """Advance sprites, effects and camera; `camera` is its time while another step is shown."""
        self.scene.update(dt)
        self.effects.update(dt)
        if camera is not None:
            self.effects.forget()
        moved = dt if camera is None else camera
        self.camera.follow(self.player_position(), self.player().facing, moved)

    def draw_backdrop(self) -> None:
        """Draw the city, in the fixed frame."""
        if self._city is not None:
            self._city.draw(self.camera.camera.position[0])

    def draw(self, target: Vec2 | None, steered: bool = False) -> None:
        """Draw the level through its camera, with cross hairs at `target`.

        `steered` by a player, it shows the arc of a grenade in hand.
        """
        if self._floor is not None:
            self._floor.draw()
        self.scene.draw_back()
        self.terrain.draw()
        self.scene.draw_front()
        arsenal = esper.component_for_entity(self.game.session.player, Arsenal)
        self._hand.draw(self.player_position(), self.player().aim, arsenal.current)
        self.effects.draw()
        if steered:
            self._aim_line.draw()
        if target is not None:
            draw_cross_hairs(target)
