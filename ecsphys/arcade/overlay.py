"""The debug overlay of a game, on the keys F1 to F7, and its mouse."""

from __future__ import annotations

from arcade import key

from ..math2d.vec2 import Pair
from ..physics import Physics
from ..presets import Grip
from .debug_draw import DebugDraw
from .graphs import Graphs
from .inspector import Inspector
from .lines import Color, LineBuffer
from .panel import TEXT_COLOR, Panel
from .profile import Profile

SLOW_MOTION = 0.2  # the time scale of F7
_ON: Color = (255, 214, 90, 255)
_LABELS = {
    key.F1: "F1 shapes, joints",
    key.F2: "F2 boxes, cells",
    key.F3: "F3 rays, sweeps, impacts",
    key.F4: "F4 times",
    key.F5: "F5 pause",
    key.F6: "F6 one step",
    key.F7: "F7 slow",
}


class PhysicsOverlay:
    """Shows, pauses and steps a `Physics` in any arcade game.

    ```python
    overlay = PhysicsOverlay(physics)           # needs a window

    def on_key_press(self, symbol, modifiers):
        overlay.on_key_press(symbol)            # F1 ... F7; returns whether it was one of them

    def on_mouse_motion(self, x, y, dx, dy):
        overlay.hover(camera.unproject((x, y))[:2])

    def on_mouse_drag(self, x, y, dx, dy, buttons, modifiers):
        overlay.drag(camera.unproject((x, y))[:2])

    def on_mouse_press(self, x, y, button, modifiers):
        if button == arcade.MOUSE_BUTTON_RIGHT:
            overlay.pin()
        else:
            overlay.grab(camera.unproject((x, y))[:2])  # returns whether there was something

    def on_mouse_release(self, x, y, button, modifiers):
        overlay.release()

    def on_draw(self):
        with camera.activate():
            ...
            overlay.draw_world()
        overlay.draw_screen(self.width, self.height)
    ```

    F1 shapes, contact normals, joints and areas, F2 fat boxes and quadtree cells, F3 rays, sweeps, times of
    impact and breaks of joints of the last second, F4 milliseconds and counts as graphs, F5 pause, F6 single
    step, F7 slow motion. While F1 is on, the mouse can grab dynamic bodies and drag them by a `MouseJoint`.
    While one of the first four is on, the components of the entity under the mouse are shown and, if another
    entity is pinned, why these two collide or not. `pin` names the input for pinning in the hint on screen.
    Nothing is drawn, recorded or timed while all are off.
    """

    def __init__(self, physics: Physics, pin: str = "click"):
        self._on: set[int] = set()  # of F1 to F4
        self._pin = pin
        self._text, self._keys = Panel(11), Panel(10)
        self._buffer = LineBuffer()
        self.watch(physics)

    def watch(self, physics: Physics) -> None:
        """Show another `Physics`, as after a restart; switches keep their state."""
        if self._on:
            self._apply(set())
        self.physics = physics
        self.debug: DebugDraw = DebugDraw(physics, self._buffer)
        self.grip: Grip = Grip(physics)
        self.inspector: Inspector = Inspector(physics)
        self.profile: Profile = Profile(physics)
        self._graphs = Graphs(self.profile, self._buffer)
        self._apply(self._on)

    @property
    def shown(self) -> bool:
        """Whether anything is drawn over the game."""
        return bool(self._on)

    def on_key_press(self, symbol: int) -> bool:
        """Handle a pressed key; return whether it was one of F1 to F7."""
        if symbol not in _LABELS:
            return False
        if symbol == key.F5:
            self.physics.paused = not self.physics.paused
        elif symbol == key.F6:
            self.physics.paused = True
            self.physics.step_once()
        elif symbol == key.F7:
            self.physics.time_scale = 1.0 if self.slow else SLOW_MOTION
        else:
            self._on ^= {symbol}
            self._apply(self._on)
        return True

    @property
    def slow(self) -> bool:
        """Whether slow motion is on."""
        return self.physics.time_scale == SLOW_MOTION

    def _apply(self, on: set[int]) -> None:
        """Apply the state of the switches."""
        is_on, debug = key.F1 in on, self.debug
        debug.shapes = debug.areas = debug.joints = debug.normals = is_on
        if not is_on:
            self.grip.release()
        self.debug.boxes = self.debug.cells = key.F2 in on
        self.debug.casts = key.F3 in on
        self.profile.run(key.F4 in on)

    def hover(self, point: Pair | None) -> None:
        """Hover the entity at a point of the world; None hovers nothing."""
        if self.shown:
            self.inspector.hover(point)

    def pin(self) -> None:
        """Pin the hovered entity for comparison."""
        if self.shown:
            self.inspector.pin()

    @property
    def grabs(self) -> bool:
        """Whether the mouse can grab bodies."""
        return key.F1 in self._on

    def can_grab(self, point: Pair) -> bool:
        """Return whether F1 is on and there is a dynamic body at a point.

        For games that record their inputs: they pass the point on, and `presets.Grip` grabs in their steps.
        """
        return self.grabs and self.grip.find(point) is not None

    def grab(self, point: Pair) -> bool:
        """Take hold of the dynamic body at a point while F1 is on; return whether there was one."""
        return self.grabs and self.grip.grab(point)

    def drag(self, point: Pair) -> None:
        """Pull what is held towards a point of the world."""
        self.grip.drag(point)

    def release(self) -> None:
        """Let go of what is held."""
        self.grip.release()

    def draw_world(self) -> None:
        """Draw lines in the world, through the current camera."""
        if self.shown:
            self.debug.draw(self.inspector.lines())

    def draw_screen(self, width: float, height: float, floor: float = 0.0) -> None:
        """Draw text and graphs in the frame of the current camera, which is `width` by `height`.

        The keys are listed in the lower left corner; with a `floor` above 0, which the game reserves at the
        bottom, on the right above it.
        """
        if self.profile.running:
            self._graphs.draw(width - 10, height - 10)
        if self.shown or self.physics.paused or self.slow:
            words, colors = self._legend()
            wide, tall = self._keys.measure(words, colors)
            self._keys.draw(width - wide - 10 if floor else 10, floor + 10 + tall, words, colors)
        if self.shown and (lines := self.inspector.text()):
            lines = [*lines, "", self._hint()]
            self._text.draw(10, height - 10, lines)

    def _hint(self) -> str:
        """Return the hint about pinning."""
        if self.inspector.pinned is None:
            return f"{self._pin} pins it; then point at another one: do they collide?"
        if self.inspector.pinned == self.inspector.hovered:
            return f"pinned: point at another one; {self._pin} lets go"
        return f"{self._pin} pins this one instead of {self.inspector.pinned}"

    def _legend(self) -> tuple[list[str], list[Color]]:
        """Return the list of keys and its colours; active ones stand out."""
        on = self._on | ({key.F5} if self.physics.paused else set()) | ({key.F7} if self.slow else set())
        return list(_LABELS.values()), [_ON if symbol in on else TEXT_COLOR for symbol in _LABELS]
