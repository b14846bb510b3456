"""Run physics from an arcade window."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import arcade
import esper

from ..base_physics import BasePhysics, added_physics
from ..clock import Clock
from ..user_warnings import warn_user

_MARK = "runs_physics"  # attribute of the `on_update` that `bind` installs, true until it is undone


class _Frames:
    """Runs the current esper world once a frame, and warns once if the game runs its physics as well.

    That is a call in the window's own `on_update`, or calls in two frames in a row: one alone may be a level
    that settles before it is shown.
    """

    _is_running: ClassVar[bool] = False  # one of all bound windows: their calls are not the game's

    def __init__(self) -> None:
        self.is_in_update: bool = False  # the window's own
        self._clock: Clock | None = None
        self._frame = 0
        self._last = -2  # frame of the last call that was the game's
        self._has_warned = False

    def watch(self) -> None:
        """Notice calls of `process` of the physics in the current esper world."""
        physics = added_physics(BasePhysics)
        if physics is None or physics.simulation.clock is not self._clock:
            self.forget()
        if physics is not None and not self._has_warned:
            self._clock = physics.simulation.clock
            self._clock.on_process = self._note

    def forget(self) -> None:
        """Notice nothing any more."""
        if self._clock is not None and self._clock.on_process == self._note:
            self._clock.on_process = None
        self._clock = None

    def run(self, dt: float) -> None:
        """Let a frame's time pass."""
        self._frame += 1
        before, _Frames._is_running = _Frames._is_running, True
        try:
            esper.process(dt)
        finally:
            _Frames._is_running = before

    def _note(self) -> None:
        if _Frames._is_running or (self._clock is not None and self._clock.paused):
            return
        if self.is_in_update or self._frame - self._last == 1:
            self._has_warned = True
            self.forget()
            warn_user(
                "the physics runs here, and bind(window) runs it in every frame, too: time passes twice as "
                "fast; leave out one of the two"
            )
        self._last = self._frame


def bind(window: arcade.Window) -> Callable[[], None]:
    """Make every `on_update` of a window run the current esper world; return a function that undoes it.

    The frame's time is passed to `esper.process`, where `Physics` runs the fixed steps that are due, so
    motion does not depend on the frame rate. It works with and without views; the `on_update` of view and
    window run first. The esper world that is current at that moment is processed.

    Raises `TypeError` unless `window` is a window. A window that is bound already gets a warning, and so does
    a game that calls `esper.process` in its frames as well: time passes twice as fast then.

    ```python
    import arcade
    import esper
    from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    from ecsphys.arcade import ShapeDraw, bind

    class Game(arcade.Window):
        def __init__(self):
            super().__init__(800, 600, "bind")
            physics = Physics(gravity=(0, -900))
            esper.add_processor(physics)
            esper.create_entity(Transform(400, 500), RigidBody(), Collider(Circle(20)))
            self.shapes = ShapeDraw(physics)

        def on_draw(self):
            self.clear()
            self.shapes.draw()

    game = Game()
    unbind = bind(game)  # no on_update is needed
    arcade.run()
    ```
    """
    if isinstance(window, arcade.View):
        raise TypeError(
            f"bind takes the window, not a view, got {window!r}: bind(arcade.get_window()) runs the physics "
            "under all views; to run it while this view is shown, call esper.process(dt) in its on_update"
        )
    if not callable(getattr(window, "on_update", None)):
        raise TypeError(f"window must be an arcade Window, got {window!r}")
    if getattr(window.on_update, _MARK, False) is True:
        warn_user("this window is bound already: time passes twice as fast until one bind is undone")
    before = window.on_update
    bound, frames = True, _Frames()
    frames.watch()  # views are updated before their window

    def on_update(dt: float) -> None:
        frames.is_in_update = bound
        if bound:
            frames.watch()
        try:
            before(dt)
        finally:
            frames.is_in_update = False
        if bound:
            frames.run(dt)

    def unbind() -> None:
        nonlocal bound
        bound = False  # a wrapper installed later may still call this function
        frames.forget()
        setattr(on_update, _MARK, False)
        if window.on_update is on_update:
            window.on_update = before  # type: ignore[method-assign]

    setattr(on_update, _MARK, True)
    window.on_update = on_update  # type: ignore[method-assign, assignment]
    return unbind
