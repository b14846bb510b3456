"""The conformance course in a window: scene by scene, with expectation and verdict."""

from __future__ import annotations

from pathlib import Path

import arcade
import esper

from ecsphys import Transform
from ecsphys.arcade import DebugDraw

from ..course import SCENES
from ..course.tour import Tour
from .loading import LoadingView
from .palette import GREEN, NIGHT, Rgba
from .widgets import text, write
from .window import SIZE, save_frame

_LEFT, _RIGHT = (arcade.key.LEFT, arcade.key.A), (arcade.key.RIGHT, arcade.key.D)
_JUMP = (arcade.key.SPACE, arcade.key.UP, arcade.key.W)
_TITLE = "Conformance course - ecsphys demo"
_SOFT: Rgba = (160, 170, 200, 255)
_GOOD, _BAD = (*GREEN, 255), (255, 110, 110, 255)
_HERO, _TRAIL = (255, 240, 120, 255), (255, 240, 120, 110)
_HEIGHT = 480.0  # of the visible world, px
_PAUSE = 60  # steps between the end of a scene and the next one
_HELP = "Page keys  other scene    R  again    P  pause    arrows, space  steer yourself    Esc  end"


class CourseView(arcade.View):
    """Plays one scene after the other; with `stay`, repeats one."""

    def __init__(self, number: int = 1, stay: bool = False):
        super().__init__()
        self.tour = Tour(number)
        self.stay = stay
        self.paused = False
        self._left_over = 0.0
        self.camera, self.screen = arcade.Camera2D(), arcade.Camera2D()
        arcade.resources.load_liberation_fonts()
        self._title, self._about = text(24), text(15, _SOFT)
        self._facts, self._verdict = text(15, _SOFT), text(20, _GOOD)
        self._help = text(12, _SOFT)
        self._attach()

    def show(self, number: int) -> None:
        """Start a scene."""
        self.tour.show(number)
        self._attach()

    def _attach(self) -> None:
        self.shapes = DebugDraw(self.tour.stage.physics)
        self._left_over = 0.0

    def on_update(self, dt: float) -> None:
        """Run the steps that are due; go on to the next scene some time after the end of one."""
        step = self.tour.stage.physics.step
        self._left_over += 0.0 if self.paused else min(dt, 0.1)
        while self._left_over >= step - 1e-9:
            self._left_over -= step
            self.tour.step()
            if self.tour.steps_over > _PAUSE:
                self.show(self.tour.number if self.stay else self.tour.number + 1)
                return

    def on_draw(self) -> None:
        """Draw the shapes, the hero's trail, and the text."""
        self.clear(color=NIGHT)
        stage = self.tour.stage
        self._look_at(*stage.place())
        with self.camera.activate():
            self.shapes.draw()
            trail = [(frame.x, frame.y) for frame in stage.track]
            if len(trail) > 1:
                arcade.draw_line_strip(trail, _TRAIL, 2)
            self._draw_hero()
        with self.screen.activate():
            self._write()

    def _look_at(self, x: float, y: float) -> None:
        """Centre the camera on the hero."""
        self.camera.match_window()
        self.screen.match_window()
        self.camera.zoom = self.camera.viewport_height / _HEIGHT
        self.camera.position = (x, y)

    def _draw_hero(self) -> None:
        """Draw a dot for the hero and the normals of its contacts."""
        x, y, _ = esper.component_for_entity(self.tour.stage.hero, Transform).interpolated
        arcade.draw_circle_filled(x, y, 4, _HERO)
        for hit in self.tour.stage.control.hits:
            tip = hit.point + hit.normal * 14.0
            arcade.draw_line(*hit.point, *tip, _HERO, 2)

    def _write(self) -> None:
        tour, hero = self.tour, self.tour.stage.control
        words = [name for name in ("on_floor", "on_wall", "on_ceiling", "crushed") if getattr(hero, name)]
        vx, vy = hero.real_velocity
        facts = ", ".join(words).replace("_", " ") or "in the air"
        verdict, color = "", _GOOD
        if tour.verdict is not None:
            verdict = "; ".join(f"not: {complaint}" for complaint in tour.verdict) or "as expected"
            color = _BAD if tour.verdict else _GOOD
        top = self.screen.viewport_height
        write(self._title, f"{tour.number} of {len(SCENES)}   {tour.scene.name}", 20, top - 40)
        write(self._about, tour.scene.about, 20, top - 66)
        write(self._facts, f"{facts}   {vx:.0f}, {vy:.0f} px/s", 20, top - 92)
        write(self._verdict, "by hand" if tour.manual else verdict, 20, top - 124, color)
        write(self._help, _HELP, 20, 14)

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Switch scenes, or steer the hero by hand."""
        if symbol in (arcade.key.PAGEDOWN, arcade.key.N):
            self.show(self.tour.number + 1)
        elif symbol in (arcade.key.PAGEUP, arcade.key.B):
            self.show(self.tour.number - 1)
        elif symbol == arcade.key.R:
            self.show(self.tour.number)
        elif symbol == arcade.key.P:
            self.paused = not self.paused
        elif symbol in (arcade.key.ESCAPE, arcade.key.Q):
            self.window.close()
        elif symbol in _LEFT + _RIGHT:
            self.tour.take_over(side=-1.0 if symbol in _LEFT else 1.0)
        elif symbol in _JUMP:
            self.tour.take_over(jump=True)

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """See `on_key_press`."""
        if symbol in _LEFT + _RIGHT:
            self.tour.take_over(side=0.0)
        elif symbol in _JUMP and self.tour.manual:
            self.tour.take_over(jump=False)


def run(number: int | None) -> None:
    """Open the window on a scene (None: all, one after the other) until it is closed."""
    window = arcade.Window(*SIZE, _TITLE, resizable=True, center_window=True)
    window.show_view(LoadingView(lambda: CourseView(number or 1, stay=number is not None)))
    arcade.run()


def save(number: int, path: Path) -> None:
    """Play a scene and write a picture of its end to `path`."""
    window = arcade.Window(*SIZE, _TITLE, antialiasing=False)
    try:
        view = CourseView(number, stay=True)
        window.show_view(view)
        while view.tour.verdict is None:
            view.tour.step()
        save_frame(window, view, path)
        view.tour.close()
    finally:
        window.close()
