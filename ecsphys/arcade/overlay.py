"""The debug overlay of a game, on the keys F1 to F8, and its mouse."""

from __future__ import annotations

from arcade import key

from ..drawing.lines import Color
from ..math2d.vec2 import Pair
from ..physics import Physics
from ..presets import Grip
from ..replay import Comparison, TimeLine
from .debug_draw import DebugDraw
from .graphs import Graphs
from .inspector import Inspector
from .panel import TEXT_COLOR, Panel
from .profile import Profile
from .time_control import TimeControl
from .vertex_buffer import LineBuffer

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
    key.F8: "F8 time line",
}


class PhysicsOverlay:
    """Shows, pauses and steps a `Physics` in any arcade game; needs a window.

    F1 shapes, contact normals, forces, joints and areas, F2 fat boxes, coarse volumes, quadtree cells, F3
    rays, sweeps, times of impact and breaks of joints of the last second, F4 milliseconds and counts as
    graphs, F5 pause, F6 single step, F7 slow motion, F8 the time line. While F1 is on, the mouse can grab
    dynamic bodies and drag them by a `MouseJoint`. While one of the first four is on, the components of the
    entity under the mouse are shown and, if another entity is pinned, why these two collide or not. `pin`
    names the input for pinning in the hint on screen.

    Nothing is drawn, recorded or timed while all are off.

    `time_line` is what F8 opens: `TimeLine(physics, Health, Score)` keeps the last ten seconds, with those
    components of the game. Without one, it begins when F8 is first pressed. While it is open,
    it pauses the physics and takes keys and mouse: drag, Left and Right scrub, Space plays and stops, Shift +
    Left and Right play backwards and forwards, PageUp and PageDown go to events, a click follows the entity
    under the mouse, C compares with the run that Enter left behind, Enter goes on from the step that is
    shown, F8 and Esc go back to the present. F1 shows contacts, forces and joints of that step, F3 its rays.

    Raises `TypeError` unless `physics` is a `Physics`.

    ```python
    import arcade
    import esper
    from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
    from ecsphys.arcade import PhysicsOverlay, ShapeDraw

    class Game(arcade.Window):
        def __init__(self):
            super().__init__(800, 600, "PhysicsOverlay")
            physics = Physics(gravity=(0, -900))
            esper.add_processor(physics)
            esper.create_entity(Transform(400, 20), Collider(Box(800, 40)))
            esper.create_entity(Transform(400, 300), RigidBody(), Collider(Circle(20)))
            self.camera = arcade.Camera2D()
            self.shapes, self.overlay = ShapeDraw(physics), PhysicsOverlay(physics)

        def place(self, x, y):
            return self.camera.unproject((x, y))[:2]

        def on_update(self, dt):
            esper.process(dt)

        def on_key_press(self, symbol, modifiers):
            self.overlay.on_key_press(symbol)  # F1 … F8; returns whether it was one of them

        def on_mouse_motion(self, x, y, dx, dy):
            self.overlay.hover(self.place(x, y))

        def on_mouse_drag(self, x, y, dx, dy, buttons, modifiers):
            self.overlay.drag(self.place(x, y))

        def on_mouse_press(self, x, y, button, modifiers):
            if button == arcade.MOUSE_BUTTON_RIGHT:
                self.overlay.pin()
            else:
                self.overlay.grab(self.place(x, y))  # returns whether there was something

        def on_mouse_release(self, x, y, button, modifiers):
            self.overlay.release()

        def on_draw(self):
            self.clear()
            with self.camera.activate():
                self.shapes.draw()
                self.overlay.draw_world()
            self.overlay.draw_screen(self.width, self.height)

    game = Game()
    arcade.run()
    ```
    """

    def __init__(self, physics: Physics, pin: str = "click", time_line: TimeLine | None = None):
        self._on: set[int] = set()  # of F1 to F4
        self._pin = pin
        self._text, self._keys = Panel(11), Panel(10)
        self._buffer = LineBuffer()
        self.time: TimeControl = TimeControl(physics, None, self._buffer)
        self.watch(physics, time_line)

    def watch(self, physics: Physics, time_line: TimeLine | None = None) -> None:
        """Show another `Physics`, as after a restart, with its time line; switches keep their state."""
        if self._on:
            self._apply(set())
        self.time.stop()
        self.physics = physics
        self.time = TimeControl(physics, time_line, self._buffer)
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
        """Handle a pressed key; return whether it was one of F1 to F8."""
        if symbol not in _LABELS:
            return False
        line = self.time.time_line if self.time.is_open else None
        if symbol == key.F8:
            self.time.toggle()
        elif line is not None and symbol in (key.F5, key.F6):
            line.play(int(symbol == key.F5 and not line.direction))
            if symbol == key.F6:
                line.move(1)
        elif symbol == key.F5:
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

    def compare(self, comparison: Comparison | None) -> bool:
        """Show two runs side by side where they first differ, as of `TimeLine.compare`.

        Returns whether they differ. Needs a time line.
        """
        return self.time.compare(comparison)

    @property
    def slow(self) -> bool:
        """Whether slow motion is on."""
        return self.physics.time_scale == SLOW_MOTION

    def _apply(self, on: set[int]) -> None:
        """Apply the state of the switches."""
        is_on, debug = key.F1 in on, self.debug
        debug.shapes = debug.areas = debug.joints = debug.normals = debug.forces = is_on
        if not is_on:
            self.grip.release()
        self.debug.boxes = self.debug.cells = key.F2 in on
        self.debug.casts = key.F3 in on
        self.profile.run(key.F4 in on)

    def hover(self, point: Pair | None) -> None:
        """Hover the entity at a point of the world; None hovers nothing."""
        self.time.point = point
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
        if self.shown or self.time.is_open:
            self.debug.calls = self.time.calls()
            self.debug.draw([*self.inspector.lines(), *self.time.lines()])

    def draw_screen(self, width: float, height: float, floor: float = 0.0) -> None:
        """Draw text and graphs in the frame of the current camera, which is `width` by `height`.

        The keys are listed in the lower left corner; with a `floor` above 0, which the game reserves at the
        bottom, on the right above it.
        """
        is_on_right = floor > 0.0
        floor += self.time.draw(width, height, floor)
        if self.time.side_by_side is not None:
            return
        if self.profile.running:
            self._graphs.draw(width - 10, height - 10)
        if self.shown or self.physics.paused or self.slow:
            words, colors = self._legend()
            wide, tall = self._keys.measure(words, colors)
            self._keys.draw(width - wide - 10 if is_on_right else 10, floor + 10 + tall, words, colors)
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
        states = {key.F5: self.physics.paused, key.F7: self.slow, key.F8: self.time.is_open}
        on = self._on | {symbol for symbol, is_on in states.items() if is_on}
        return list(_LABELS.values()), [_ON if symbol in on else TEXT_COLOR for symbol in _LABELS]
