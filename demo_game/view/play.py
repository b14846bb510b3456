"""The screen of the running game."""

from __future__ import annotations

import esper

from ecsphys import Vec2
from ecsphys.arcade import PhysicsOverlay

from .. import signals
from ..controls import Action
from ..game import Game
from ..session import Outcome
from ..signals import Signal
from . import gamepad, keys
from .camera import HEIGHT
from .level import LevelView
from .past import make_time_line
from .play_menus import PauseMenu, Results
from .screen import Screen

_LONGEST = 0.1  # s, longest frame; after a hitch the game does not catch up
_APPLAUSE = 1.4  # s between the end of a level and the results
_PAUSE_AFTER_DEATH = 0.8  # s before a restart is accepted
_CLOCK = 66.0  # px of the HUD at the top
_SIGN, _NARROW = 126.0, 1200.0  # px of the HUD at the bottom, in frames narrower than this
_PAD_REACH = 320.0  # px between the character and the target of a gamepad's stick


class PlayView(Screen):
    """Passes time and input to a `Game` and draws it."""

    def __init__(self, game: Game, camera: Vec2 | None = None) -> None:
        """Show a game; `camera` is where it looks at first, at the character without one."""
        super().__init__()
        self.game = game
        self.input = keys.PlayerInput(game.controls)
        self._mouse: tuple[float, float] | None = None
        self._stick: Vec2 | None = None
        self._over = 0.0  # seconds since the end of the run
        self.overlay: PhysicsOverlay | None = None
        self._attach()
        if camera is not None:
            self.level.camera.move_to(camera)

    def _attach(self) -> None:
        """Create the view, overlay and handlers of the game's current world."""
        self.game.enter()
        self._world = self.game.world
        self.level = LevelView(self.game, self.window.options)
        time_line = make_time_line(self.game)
        if self.overlay is None:
            self.overlay = PhysicsOverlay(self.game.physics, pin="Shift", time_line=time_line)
        else:
            self._time_line.stop()
            self.overlay.watch(self.game.physics, time_line)
        self._time_line = time_line
        self.window.sounds.listen()
        self._over = 0.0
        for signal in (signals.PLAYER_HURT, signals.EXPLODED):
            esper.set_handler(signal, self._shake)

    def restart(self, checkpoint: bool) -> None:
        """Restart, at the last checkpoint or at the start."""
        self.game.restart_from_checkpoint() if checkpoint else self.game.restart()
        self.input.release_all()
        self._attach()

    def save(self, slot: int) -> str:
        """Save the game to a slot; return a message, which begins with "saved" on success."""
        if not self.game.session.playing:
            return "not saved: the run is over"
        failed = self.game.save(self.level.camera.position).write(self.window.save_file(slot))
        return f"not saved: {failed}" if failed else f"saved in slot {slot}"

    # -- time ------------------------------------------------------------------------------------------

    @property
    def by_hand(self) -> bool:
        """Whether a human player steers the character."""
        return not self.game.script and self.game.replay is None

    def on_update(self, dt: float) -> None:
        """Advance the game and its view."""
        if self.by_hand:
            self.game.controls.target = self._target()
        dt = min(dt, _LONGEST)
        self.game.update(dt)
        if self.game.world != self._world:  # a script or a recording restarted it
            self._attach()
        self.level.update(0.0 if self.game.physics.paused else dt, dt if self.looks_back else None)
        self._hover()
        if self.game.session.playing:
            self._over = 0.0
        elif not self.looks_back:
            self._over += dt
            self._show_results()

    @property
    def looks_back(self) -> bool:
        """Whether the overlay's time line is open."""
        return self.overlay is not None and self.overlay.time.is_open

    def _show_results(self) -> None:
        """Show the results some time after a level was won."""
        if self.game.session.outcome is Outcome.WON and self._over > _APPLAUSE:
            self.window.message = self.window.records.message
            self.window.show_view(Results(self, self.game.session))

    def _target(self) -> Vec2 | None:
        """Return the world point aimed at by stick or mouse, None for straight ahead."""
        if self._stick is not None:
            return self.level.player_position() + self._stick * _PAD_REACH
        return None if self._mouse is None else self.level.camera.world(*self._mouse)

    def _hover(self) -> None:
        """Pass the world point under the mouse to the overlay."""
        assert self.overlay is not None
        point = None if self._mouse is None else self.level.camera.world(*self._mouse)
        self.overlay.hover(point)
        if self.game.controls.grip is not None and point is not None:
            self.game.controls.grip = point

    def _shake(self, signal: Signal) -> None:
        """Shake the camera."""
        self.level.camera.shake(1.0 if signal.kind != "drone" else 0.7)

    # -- drawing ---------------------------------------------------------------------------------------

    def on_draw(self) -> None:
        """Draw backdrop, level, physics overlay and HUD, back to front."""
        assert self.overlay is not None
        self.game.enter()
        self.clear(color=self.level.ground)
        with self.screen.activate():
            self.level.draw_backdrop()
        with self.level.camera.camera.activate():
            self.level.draw(self.game.controls.target if self.by_hand else None, self.by_hand)
            self.overlay.draw_world()
        with self.screen.activate():
            self.level.hud.draw(self.game.session, self.wide, autoplay=not self.by_hand)
            floor = _SIGN if self.wide < _NARROW else 0.0
            self.overlay.draw_screen(self.wide, HEIGHT - _CLOCK, floor)

    # -- input ----------------------------------------------------------------------------

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Offer a key to the overlay first, then handle it by name."""
        assert self.overlay is not None
        if symbol == keys.PIN:
            self.overlay.pin()
        if not self.overlay.on_key_press(symbol):
            super().on_key_press(symbol, modifiers)
        elif not self.overlay.grabs:
            self.game.controls.grip = None

    def press(self, name: str) -> None:
        """Handle a key or mouse button."""
        options = self.window.options
        again = name in ("R", "ENTER") and not self.game.session.playing and options.keys[Action.RESTART]
        self._act(Action.RESTART if again else options.action(name), name)

    def _act(self, action: Action | None, name: str) -> None:
        """Pause, restart, or pass an action on to the game."""
        if self.looks_back:  # only gamepads come here
            return
        if action is Action.PAUSE:
            self.pause()
        elif self._ended and action in (Action.RESTART, Action.FIRE):
            self.restart(checkpoint=True)
        elif action is Action.RESTART:
            if self.game.session.playing:
                self.restart(checkpoint=True)
        elif self.by_hand:
            self.input.press(action, name)
            if action is Action.FIRE and not name.startswith("MOUSE"):
                self._mouse = None  # firing with a key aims straight ahead

    @property
    def _ended(self) -> bool:
        """Whether the run was lost long enough ago to accept a restart."""
        return self.game.session.outcome is Outcome.LOST and self._over > _PAUSE_AFTER_DEATH

    def release(self, name: str) -> None:
        """Release a key or mouse button."""
        self.input.release(name)

    def pad_press(self, name: str) -> None:
        """Handle a gamepad's button."""
        self._act(gamepad.ACTIONS.get(gamepad.button(name)), name)

    def pad_release(self, name: str) -> None:
        """Release a gamepad's button."""
        self.input.release(name)

    def pad_aim(self, direction: Vec2 | None) -> None:
        """Aim with the right stick."""
        self._stick = direction
        self._mouse = None if direction is not None else self._mouse

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """Aim with the mouse."""
        self._mouse = (x, y)

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """Aim with the mouse while a button is down."""
        self._mouse = (x, y)

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Handle a mouse button like a key; with the overlay's F1 on, the left one grabs what it hits."""
        assert self.overlay is not None
        self._mouse = (x, y)
        point = self.level.camera.world(x, y)
        if button == keys.GRAB and self.overlay.can_grab(point):
            self.game.controls.grip = point
        else:
            self.press(keys.mouse_name(button))

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Release a mouse button like a key, and what it holds."""
        if button == keys.GRAB:
            self.game.controls.grip = None
        self.release(keys.mouse_name(button))

    # -- the window --------------------------------------------------------------------------------------

    def pause(self) -> None:
        """Pause the game and show its menu."""
        self.input.release_all()
        self.window.show_view(
            PauseMenu(self, self.game.level.name, self.restart, self.save if self.by_hand else None)
        )

    def on_deactivate(self) -> None:
        """Pause when the window loses the focus."""
        if self.by_hand and self.game.session.playing:
            self.pause()

    def on_resize(self, width: int, height: int) -> None:
        """Adapt to the window's size."""
        super().on_resize(width, height)
        self.level.camera.fit()

    def on_show_view(self) -> None:
        """Adapt to the window and enter the game's world when the screen is shown again."""
        super().on_show_view()
        self.level.camera.fit()
        self.game.enter()
