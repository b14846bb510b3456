"""The time line in a window: its keys, its mouse, and what it draws."""

from __future__ import annotations

from collections.abc import Sequence

import arcade
from arcade import key

from ..drawing.lines import Lines
from ..math2d.vec2 import Pair
from ..physics import Physics
from ..replay import Comparison, TimeLine
from .inspector import pick
from .query_log import Call, QueryLog
from .side_by_side import SideBySide
from .time_bar import HEIGHT, TimeBar, path_lines
from .vertex_buffer import LineBuffer

_OF_OVERLAY = frozenset({key.F1, key.F2, key.F3, key.F4, key.F5, key.F6, key.F7, key.F8, key.F11, key.F12})


class TimeControl:
    """Shows a time line while that is open.

    Then it stands before the game's handlers in the window's stack of events: keys and mouse go to it, but
    function keys, releases and the mouse's motion. It passes the frame's time to the time line as well.
    """

    def __init__(self, physics: Physics, time_line: TimeLine | None, buffer: LineBuffer):
        self.point: Pair | None = None  # of the world, under the mouse
        self.side_by_side: SideBySide | None = None
        self._physics = physics
        self._given = time_line
        self._buffer = buffer
        self._window = arcade.get_window()
        self._view: arcade.View | None = None  # the window's, when it was opened
        self._camera: object = None  # of the last draw
        self._ears = _Ears(self)
        self._listens = self._scrubs = False
        self._bar: TimeBar | None = None
        self._log: QueryLog | None = None
        if time_line is not None:
            self._keep(time_line)

    def _keep(self, time_line: TimeLine) -> None:
        self._bar, self._log = TimeBar(time_line, self._buffer), QueryLog(time_line)

    @property
    def time_line(self) -> TimeLine | None:
        """The time line, if there is one by now."""
        return None if self._bar is None else self._bar.time_line

    @property
    def is_open(self) -> bool:
        """Whether the time line is in use."""
        line = self.time_line
        return line is not None and line.is_open

    def stop(self) -> None:
        """Leave the window, and keep nothing more but what the game has given."""
        self._listen(False)
        if self._log is not None:
            self._log.stop()
        if self.time_line is not None and self._given is None:
            self.time_line.stop()

    def toggle(self) -> None:
        """Open the time line, or go back to the present. Without one, it begins now."""
        if self._bar is None:
            self._keep(TimeLine(self._physics))
        assert self.time_line is not None
        if self.is_open:
            self.close()
        else:
            self.time_line.open()
            self._listen(True)

    def close(self) -> None:
        """Go back to the present."""
        if self.time_line is not None:
            self.time_line.close()
        self._listen(False)

    def _listen(self, on: bool) -> None:
        """Stand before the game's handlers, or leave."""
        if on and not self._listens:
            self._view = self._window.current_view
            self._window.push_handlers(self._ears)
        elif self._listens and not on:
            self._window.remove_handlers(self._ears)
            self._scrubs, self.side_by_side = False, None
        self._listens = on

    def calls(self) -> list[Call] | None:
        """Return the queries of the step that is shown; None while it is not open."""
        if not self.is_open or self._log is None or self.time_line is None:
            return None
        return self._log.of_step(self.time_line.step)

    # -- drawing -----------------------------------------------------------------------------------

    def lines(self) -> Sequence[Lines]:
        """Return lines in the world: the path of the entity that is followed."""
        return path_lines(self.time_line) if self.time_line is not None and self.is_open else ()

    def draw(self, width: float, height: float, floor: float) -> float:
        """Draw in the frame of the current camera; return what the bar takes of its height."""
        self._listen(self.is_open)  # a break opens it, too
        if self._bar is None or not self.is_open:
            return 0.0
        self._camera = self._window.current_camera
        if self.side_by_side is not None:
            self.side_by_side.draw(width, height)
            return 0.0
        self._bar.draw(width, floor)
        return HEIGHT + 24.0

    def compare(self, comparison: Comparison | None) -> bool:
        """Show two runs where they first differ; return whether they do. None, and False: they are equal."""
        if self._bar is None or comparison is None:
            return False
        line = self._bar.time_line
        line.open()
        self._listen(True)
        self.side_by_side = SideBySide(line, comparison, self._buffer)
        return True

    # -- keys and mouse ----------------------------------------------------------------------------

    def on_update(self, dt: float) -> None:
        """Play on; close when the game shows another view."""
        if self.time_line is None or self._window.current_view is not self._view:
            self.close()
        else:
            self.time_line.update(dt)

    def on_key_press(self, symbol: int, modifiers: int) -> bool | None:
        """Handle a key; True keeps it from the game."""
        line = self.time_line
        if line is None or symbol in _OF_OVERLAY:
            return None
        if self.side_by_side is not None:
            if symbol in (key.C, key.ESCAPE):
                self.side_by_side = None
        elif symbol in (key.LEFT, key.RIGHT):
            self._arrow(line, 1 if symbol == key.RIGHT else -1, bool(modifiers & key.MOD_SHIFT))
        elif symbol in (key.HOME, key.END):
            line.play(0)
            line.seek(line.steps[-1 if symbol == key.END else 0])
        elif symbol in (key.PAGEUP, key.PAGEDOWN):
            line.play(0)
            line.jump(1 if symbol == key.PAGEDOWN else -1)
        elif symbol == key.SPACE:
            line.play(0 if line.direction else 1)
        elif symbol == key.C and line.earlier is not None:
            self.compare(line.compare())
        elif symbol in (key.ENTER, key.RETURN, key.NUM_ENTER):
            line.branch()
            self._listen(False)
        elif symbol == key.ESCAPE:
            self.close()
        return True

    def _arrow(self, line: TimeLine, direction: int, plays: bool) -> None:
        """Play, or stop and go one step."""
        line.play(direction if plays else 0)
        if not plays:
            line.move(direction)

    def on_mouse_press(self, x: float, y: float) -> bool:
        """Begin to scrub, or follow the entity under the mouse."""
        assert self._bar is not None
        if self._camera is None:  # pressed before the bar was drawn for the first time
            return True
        line, place = self._bar.time_line, self._place(x, y)
        if self.side_by_side is None and self._bar.has(*place):
            self._scrubs = True
            line.play(0)
            self.on_mouse_drag(x, y)
        elif self.side_by_side is None:
            line.followed = None if self.point is None else pick(self._physics, self.point)
        return True

    def on_mouse_drag(self, x: float, y: float) -> bool:
        """Show the step under the mouse."""
        if self._scrubs and self._bar is not None:
            step = self._bar.rail.step(self._place(x, y)[0])
            if step != self._bar.time_line.step and step in self._bar.time_line.steps:
                self._bar.time_line.seek(step)
        return True

    def on_mouse_release(self) -> None:
        """Scrub no more."""
        self._scrubs = False

    def on_mouse_scroll(self, amount: float) -> bool:
        """Go a step forth or back."""
        if self.time_line is not None and amount and self.side_by_side is None:
            self.time_line.play(0)
            self.time_line.move(1 if amount > 0 else -1)
        return True

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the frame in which the bar was drawn under a point of the window."""
        camera: arcade.Camera2D = self._camera  # type: ignore[assignment]
        point = camera.unproject((x, y))
        return point[0], point[1]


class _Ears:
    """The handlers that pyglet finds by name."""

    def __init__(self, control: TimeControl):
        self._control = control

    def on_update(self, dt: float) -> None:
        """Let time pass."""
        self._control.on_update(dt)

    def on_key_press(self, symbol: int, modifiers: int) -> bool | None:
        """Handle a key."""
        return self._control.on_key_press(symbol, modifiers)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> bool:
        """Handle a mouse button."""
        return self._control.on_mouse_press(x, y)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> bool:
        """Handle the mouse's motion while a button is down."""
        return self._control.on_mouse_drag(x, y)

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Handle a mouse button's release."""
        self._control.on_mouse_release()

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> bool:
        """Handle the wheel."""
        return self._control.on_mouse_scroll(scroll_y)
