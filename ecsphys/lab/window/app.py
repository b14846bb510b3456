"""The window: shows a `Desk`, and passes keys, mouse and time on to it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import arcade
import pyglet

from ...math2d.bounds import Bounds
from ...math2d.vec2 import Pair, Vec2
from ..catalog import find_exhibit, names
from ..display import STAGE
from ..palette import GROUND, HIT, TEXT
from .bar import Bar
from .canvas import Canvas, Layer
from .code_panel import CodePanel
from .commands import find_command
from .desk import Desk
from .help_panel import HelpPanel
from .info_panel import InfoPanel
from .list_panel import ListPanel
from .mesh import Place, Sketch, mesh
from .panel import HOVER, Panel, Spot, box, contains, share

if TYPE_CHECKING:
    from ..space.scene import Scene
    from .solids import SolidPainter

WIDTH, HEIGHT = 1280, 720  # px, at the start
_LIST, _INFO, _BAR = 215.0, 345.0, 40.0  # px: widths of list and text, height of the bar
_SMALLEST = 800, 400
_NUDGE = 4.0  # by which an arrow key moves, units of the stage
_TURN = math.radians(5.0)
_PLAIN = Place((0.0, 0.0), 1.0)
_ARROWS = {
    arcade.key.LEFT: Vec2(-1, 0),
    arcade.key.RIGHT: Vec2(1, 0),
    arcade.key.UP: Vec2(0, 1),
    arcade.key.DOWN: Vec2(0, -1),
}
_LIFTS = {arcade.key.PAGEUP: 1.0, arcade.key.PAGEDOWN: -1.0}
_LOOKS = {  # of the camera in space: degrees around and above, clicks closer
    arcade.key.HOME: (-5.0, 0.0, 0.0),
    arcade.key.END: (5.0, 0.0, 0.0),
    arcade.key.PAGEUP: (0.0, 5.0, 0.0),
    arcade.key.PAGEDOWN: (0.0, -5.0, 0.0),
    arcade.key.PLUS: (0.0, 0.0, 1.0),
    arcade.key.EQUAL: (0.0, 0.0, 1.0),  # + without Shift on US keyboards
    arcade.key.NUM_ADD: (0.0, 0.0, 1.0),
    arcade.key.MINUS: (0.0, 0.0, -1.0),
    arcade.key.NUM_SUBTRACT: (0.0, 0.0, -1.0),
}


class LabWindow(arcade.Window):
    """The lab, with an exhibit open; pictures and films go to `folder`. `ValueError` for a wrong name."""

    def __init__(self, name: str | None = None, folder: str | Path = ".", **options: Any):
        name = name or names()[0]
        find_exhibit(name)
        super().__init__(WIDTH, HEIGHT, "ecsphys lab", resizable=True, antialiasing=False, **options)
        self._canvas = Canvas(self.ctx, self.width, self.height, self.get_pixel_ratio())
        self._stage_layer, self._live_layer, self._still_layer = (Layer(self._canvas) for _ in range(3))
        self._solids: SolidPainter | None = None
        self._held: Spot | None = None
        self._drags = False  # something on the stage
        self._mouse = Vec2(-1.0, -1.0)
        self.set_minimum_size(*_SMALLEST)
        self.begin(name, folder)

    def begin(self, name: str, folder: str | Path) -> None:
        """Begin with an exhibit, as if the window had just been opened."""
        desk = Desk(self.set_clipboard_text, self.save_screen, Path(folder))
        self.desk: Desk = desk
        glyphs = self._canvas.glyphs
        self.list: ListPanel = ListPanel(glyphs, desk)
        self.info: InfoPanel = InfoPanel(glyphs, desk)
        self.bar: Bar = Bar(glyphs, desk)
        self.code: CodePanel = CodePanel(glyphs, desk)
        self.help: HelpPanel = HelpPanel(glyphs)
        self._drawn: dict[Panel, Any] = {}  # keys of panels as they are in the canvas' still picture
        self._arrange(self.width, self.height)
        desk.open(name)

    # -- places ------------------------------------------------------------------------------------

    def _arrange(self, width: float, height: float) -> None:
        """Lay out panels and stage; the stage is as large as fits."""
        right = width - _INFO
        self.list.bounds = box(0, _BAR, _LIST, height)
        self.info.bounds = box(right, _BAR, width, height)
        self.bar.bounds = box(0, 0, width, _BAR)
        self.code.bounds = box(_LIST, _BAR, width, height)
        self.help.bounds = box(_LIST, _BAR, right, height)
        self.stage_bounds: Bounds = box(_LIST, _BAR, right, height)
        size, units = self.stage_bounds.upper - self.stage_bounds.lower, STAGE.upper - STAGE.lower
        middle = self.stage_bounds.center
        # Half a pixel beside whole ones: lines one pixel wide at whole units are sharp.
        origin = math.floor(middle.x) + 0.5, math.floor(middle.y) + 0.5
        self.place: Place = Place(origin, min(size.x / units.x, size.y / units.y))
        self._drawn.clear()

    def _panels(self) -> list[Panel]:
        """Return the panels in view, the topmost first."""
        if self.desk.shows_help:
            return [self.help, self.list, self.info, self.bar]
        if self.desk.shows_code:
            return [self.code, self.list, self.bar]
        return [self.list, self.info, self.bar]

    def stage_point(self, x: float, y: float) -> Vec2:
        """Return the point of the stage at a point of the window."""
        return (Vec2(x, y) - self.place.origin) / self.place.scale

    def window_point(self, point: Pair) -> Vec2:
        """Return the point of the window at a point of the stage."""
        return Vec2(*point) * self.place.scale + self.place.origin

    def _panel_at(self, point: Pair) -> Panel | None:
        return next((panel for panel in self._panels() if contains(panel.bounds, point)), None)

    # -- frames ------------------------------------------------------------------------------------

    def on_update(self, delta_time: float) -> None:
        """Let time pass."""
        self.desk.frame(delta_time)

    def on_draw(self) -> None:
        """Draw panels that have changed, then the stage and what is live."""
        panels = self._panels()
        for panel in panels:
            self._draw_still(panel)
        for panel in [panel for panel in self._drawn if panel not in panels]:
            del self._drawn[panel]  # another one covers it
        self._canvas.begin(GROUND, (panel.bounds for panel in panels))
        if not self.desk.shows_code and not self.desk.shows_help:
            self._draw_stage()
        for panel in panels:
            self._draw_live(panel)
        self.ctx.screen.scissor = None

    def _draw_still(self, panel: Panel) -> None:
        key = panel.key()
        if self._drawn.get(panel, self) == key:
            return
        self._drawn[panel] = key
        panel.spots.clear()
        sketch = Sketch()
        panel.draw(sketch)
        self._still_layer.write(mesh(sketch.items, self._canvas.glyphs, _PLAIN))
        with self._canvas.still.activate() as still:
            self._canvas.clear(still, panel.bounds, panel.color)
            self._still_layer.draw()

    def _draw_live(self, panel: Panel) -> None:
        sketch = Sketch()
        panel.draw_live(sketch)
        spot = panel.find(self._mouse) if panel is self._panel_at(self._mouse) else None
        if spot is not None:
            sketch.rect(spot.bounds, HOVER)
        if sketch.items:
            self._canvas.limit(self.ctx.screen, panel.bounds)
            self._live_layer.write(mesh(sketch.items, self._canvas.glyphs, _PLAIN))
            self._live_layer.draw()

    def _draw_stage(self) -> None:
        self._canvas.limit(self.ctx.screen, self.stage_bounds)
        for scene, items in self.desk.visit.display().layers():
            if scene is not None:
                self._draw_scene(scene)
            self._stage_layer.write(mesh(items, self._canvas.glyphs, self.place))
            self._stage_layer.draw()
        if self.desk.visit.error:
            self._draw_error()

    def _draw_scene(self, scene: Scene) -> None:
        if self._solids is None:
            from .solids import SolidPainter  # loads three dimensions, which other exhibits do without

            self._solids = SolidPainter(self._canvas)
        self._solids.draw(scene, self.stage_bounds, self.place)

    def _draw_error(self) -> None:
        left, top = self.stage_bounds.lower.x + 20, self.stage_bounds.upper.y - 40
        width = self.stage_bounds.upper.x - left - 20
        sketch = Sketch()
        sketch.label((left, top), "This exhibit has failed; F5 starts it again", TEXT, 16, face="bold")
        lines = [line for said in self.desk.visit.error for line in self.info.wrap(said, width, 13)]
        for k, line in enumerate(lines):
            sketch.label((left, top - 30 - 18 * k), line, HIT, 13)
        self._live_layer.write(mesh(sketch.items, self._canvas.glyphs, _PLAIN))
        self._live_layer.draw()

    def save_screen(self, path: Path) -> None:
        """Save a picture of the window. Raises `OSError`."""
        self.switch_to()
        self.info.refresh()
        self.on_draw()
        arcade.get_image(0, 0, *self.get_framebuffer_size()).convert("RGB").save(path)

    def on_resize(self, width: int, height: int) -> None:
        """Take another size over."""
        super().on_resize(width, height)
        if hasattr(self, "desk"):  # not while the window is being made
            self._canvas.resize(width, height)
            self._arrange(width, height)

    def on_close(self) -> None:
        """End the exhibit and the window."""
        self.desk.close()
        super().on_close()

    # -- keys --------------------------------------------------------------------------------------

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Do what a key stands for: keys of the exhibit go first."""
        desk = self.desk
        control = bool(modifiers & (arcade.key.MOD_CTRL | arcade.key.MOD_COMMAND))
        if desk.searching and not control and symbol not in (arcade.key.ESCAPE, arcade.key.F1):
            if symbol == arcade.key.BACKSPACE:
                desk.erase()
            elif symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER):
                desk.end_search()
            return
        shift = bool(modifiers & arcade.key.MOD_SHIFT)
        if symbol in _ARROWS and (control or shift):
            self._move_selected(_ARROWS[symbol], control)
            return
        if symbol in _LIFTS and shift:
            desk.visit.do(lambda runner: runner.nudge((0.0, 0.0), _NUDGE * _LIFTS[symbol]))
            return
        if symbol in _LOOKS and not control:
            desk.visit.do(lambda runner: runner.look(*_LOOKS[symbol]))
            return
        letter = chr(symbol) if not control and 0 < symbol < 128 else ""
        if letter.isalnum() and desk.visit.do(lambda runner: runner.key(letter)):
            return
        command = find_command(symbol, control)
        if command is not None:
            desk.run(command)

    def _move_selected(self, way: Vec2, turns: bool) -> None:
        if turns:
            self.desk.visit.do(lambda runner: runner.turn(-way.x * _TURN, -way.y * _TURN))
        else:
            self.desk.visit.do(lambda runner: runner.nudge(way * _NUDGE))

    def on_text(self, text: str) -> None:
        """Add to the search, except the slash that began it."""
        begins = text == "/" and not self.desk.query
        if self.desk.searching and text.isprintable() and not begins:
            self.desk.type(text)

    # -- mouse -------------------------------------------------------------------------------------

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        """Keep where the mouse is."""
        self._mouse = Vec2(x, y)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Press a spot of a panel, or take hold of something on the stage."""
        self._mouse = Vec2(x, y)
        panel = self._panel_at(self._mouse)
        if panel is not self.list:
            self.desk.searching = False
        if panel is None:
            self._drags = True
            self.desk.visit.do(lambda runner: runner.press(self.stage_point(x, y)))
        elif spot := panel.find(self._mouse):
            spot.press(share(spot.bounds, self._mouse))
            self._held = spot if spot.drags else None

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> None:
        """Drag what is held."""
        self._mouse = Vec2(x, y)
        if self._held is not None:
            self._held.press(share(self._held.bounds, self._mouse))
        elif self._drags:
            self.desk.visit.do(lambda runner: runner.drag(self.stage_point(x, y)))

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Let go."""
        self._held = None
        if self._drags:
            self._drags = False
            self.desk.visit.do(lambda runner: runner.release())

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> None:
        """Scroll a panel, or turn the thing under the mouse."""
        panel = self._panel_at((x, y))
        if panel is not None:
            panel.scroll(-3.0 * scroll_y)
        else:
            self.desk.visit.do(lambda runner: runner.scroll(self.stage_point(x, y), scroll_y))


def run(name: str | None = None) -> None:
    """Open the window with an exhibit, and wait until it is closed. Raises `ValueError` for a wrong name."""
    window = LabWindow(name)
    try:
        arcade.run()
    finally:
        pyglet.clock.unschedule(window._dispatch_frame)  # arcade 3.3 leaves it behind


def save_screenshot(path: str | Path, name: str | None = None) -> None:
    """Save a picture of the window with an exhibit that has run for a second. Raises `OSError`."""
    window = LabWindow(name)
    for _ in range(60):
        window.desk.frame(1 / 60)
    window.save_screen(Path(path))
    window.close()
