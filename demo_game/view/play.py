"""The view in which the game is played."""

from __future__ import annotations

import arcade
import esper

from ecsphys import Transform, Vec2
from ecsphys.arcade import DebugDraw

from .. import signals
from ..components import Player
from ..controls import Action
from ..game import Game
from ..options import Options
from ..session import Outcome
from . import keys
from .aim import draw_aim
from .backdrop import Backdrop
from .camera import HEIGHT, FollowCamera
from .effects import Effects
from .hud import Hud
from .keys import Keyboard
from .scene import Scene
from .sounds import Sounds
from .terrain import terrain

_NIGHT = (12, 14, 30)
_LONGEST = 0.1  # s: after a hitch the game goes on where it was


class PlayView(arcade.View):
    """Passes time and controls to a `Game`, and draws it."""

    def __init__(self, game: Game, sounds: Sounds):
        super().__init__()
        self.game = game
        self.sounds = sounds
        self.keyboard = Keyboard(game.controls, Options.load()[0])
        self.paused = False
        self.show_shapes = False
        self.screen = arcade.Camera2D()
        self.backdrop = Backdrop()
        self.hud = Hud()
        self._mouse: tuple[float, float] | None = None
        self._attach()

    def _attach(self) -> None:
        """Make all that belongs to the game's present world."""
        self.game.enter()
        self.terrain = terrain()
        self.scene = Scene(self.game)
        self.effects = Effects()
        self.shapes = DebugDraw(self.game.physics)
        self.sounds.listen()
        self.camera = FollowCamera(self.game.level.size, self._place())
        self._fit()
        esper.set_handler(signals.PLAYER_HURT, self._on_player_hurt)

    def restart(self) -> None:
        """Begin where the last checkpoint was reached; after a level that was won, at its start."""
        if self.game.session.outcome is Outcome.WON:
            self.game.restart()
        else:
            self.game.restart_from_checkpoint()
        self._begin()

    def next_level(self) -> None:
        """Go on to the level that follows, if there is one."""
        if self.game.next_level():
            self._begin()

    def _begin(self) -> None:
        self.keyboard.let_go()
        self.paused = False
        self._attach()

    def _place(self) -> Vec2:
        """Where the character is drawn."""
        x, y, _ = esper.component_for_entity(self.game.session.player, Transform).interpolated
        return Vec2(x, y)

    def _player(self) -> Player:
        player: Player = esper.component_for_entity(self.game.session.player, Player)
        return player

    def on_update(self, dt: float) -> None:
        """Let time pass, for the game and for what is only seen."""
        if self.paused:
            return
        if self._mouse is not None and not self.game.script:
            self.keyboard.aim(*self.camera.world(*self._mouse))
        dt = min(dt, _LONGEST)
        self.game.update(dt)
        self.scene.update()
        self.effects.update(dt)
        self.camera.follow(self._place(), self._player().facing, dt)

    def on_draw(self) -> None:
        """Back to front: city, level, what moves, HUD."""
        self.game.enter()
        self.clear(color=_NIGHT)
        with self.screen.activate():
            self.backdrop.draw(self.camera.camera.position[0])
        with self.camera.camera.activate():
            self.terrain.draw()
            self.scene.draw()
            self.effects.draw()
            draw_aim(self._place(), self._player().aim, self.game.controls.target)
            if self.show_shapes:
                self.shapes.draw()
        with self.screen.activate():
            self.hud.draw(self.game.session, self.paused, self.screen.viewport_width / self.screen.zoom)

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """The window's keys first, then the character's."""
        if symbol in keys.RESTART:
            self.restart()
        elif symbol in keys.PAUSE:
            self.paused = not self.paused
        elif symbol in keys.QUIT and (self.paused or not self.game.session.playing):
            self.window.close()
        elif symbol in keys.NEXT and self.game.session.outcome is Outcome.WON:
            self.next_level()
        elif symbol in keys.DEBUG:
            self.show_shapes = not self.show_shapes
        elif not self.game.script:
            if self.keyboard.action(symbol) is Action.FIRE:
                self._mouse = None
                self.keyboard.straight()
            self.keyboard.press(symbol)

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """See `on_key_press`."""
        if symbol in keys.FULLSCREEN:  # on release: pyglet forgets a release while the window is made anew
            self.window.set_fullscreen(not self.window.fullscreen)
        elif not self.game.script:
            self.keyboard.release(symbol)

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """The mouse aims."""
        self._mouse = (x, y)

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """The mouse aims while it shoots."""
        self._mouse = (x, y)

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A trigger is pulled."""
        self._mouse = (x, y)
        self.keyboard.mouse(button, not self.game.script)

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """A trigger is let go."""
        self.keyboard.mouse(button, False)

    def on_deactivate(self) -> None:
        """The window lost the focus: wait for the player."""
        self.keyboard.let_go()
        self.paused = self.paused or self.game.session.playing

    def on_resize(self, width: int, height: int) -> None:
        """The window has another size."""
        self.camera.fit()
        self._fit()

    def _fit(self) -> None:
        """Let the fixed camera show `HEIGHT` from bottom to top, with (0, 0) at the lower left."""
        self.screen.match_window()
        self.screen.zoom = self.screen.viewport_height / HEIGHT
        self.screen.position = (self.screen.viewport_width / self.screen.zoom / 2, HEIGHT / 2)

    def _on_player_hurt(self, signal: signals.Signal) -> None:
        self.camera.shake()
