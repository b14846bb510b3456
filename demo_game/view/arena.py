"""The arena in a window."""

from __future__ import annotations

import math
from pathlib import Path

import arcade
import esper

from ecsphys import Transform

from ..arena.components import Bolt, Buttons, Crate, Ship
from ..arena.field import BOLT_RADIUS, SHIP_RADIUS, SIZE
from ..arena.match import Match
from ..arena.pilot import choose
from .art import arena as art
from .loading import LoadingView
from .palette import DEEP, NIGHT, SOFT, STEEL_DARK, TEAL, WHITE, faded
from .widgets import load_fonts, text, write
from .window import save_frame

_TITLE = "Arena - ecsphys demo"
_HELP = "arrows or A D W  fly    space  fire    Esc  end"
_KEYS = {
    arcade.key.LEFT: Buttons.LEFT, arcade.key.A: Buttons.LEFT,
    arcade.key.RIGHT: Buttons.RIGHT, arcade.key.D: Buttons.RIGHT,
    arcade.key.UP: Buttons.THRUST, arcade.key.W: Buttons.THRUST,
    arcade.key.SPACE: Buttons.FIRE,
}  # fmt: skip
_GRID = 80.0  # px
_SPARK_LIFE = 0.3  # s
_LARGEST_SPARK = {"shot": 14.0, "spark": 24.0, "hit": 70.0}


class ArenaView(arcade.View):
    """Plays one side of a match; a pilot does with `autoplay`. Ends after `seconds`."""

    def __init__(self, match: Match, autoplay: bool = False, seconds: float | None = None):
        super().__init__()
        self.match = match
        self._autoplay = autoplay
        self._frames = math.inf if seconds is None else seconds / match.field.physics.step
        self._keys: set[int] = set()
        self._left_over = 0.0
        self._again = 0
        self._sparks: list[tuple[float, str, float, float, int]] = []  # age, kind, x, y, player
        self._sprites: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
        self._camera = arcade.Camera2D()
        load_fonts()
        self._score = [text(44, (*art.COLORS[player], 255), "center") for player in range(2)]
        self._news, self._help, self._net = text(26, WHITE, "center"), text(13, SOFT), text(13, SOFT, "right")

    def on_update(self, dt: float) -> None:
        """Play the frames that are due."""
        step = self.match.field.physics.step
        self._left_over = min(self._left_over + dt, 4 * step)
        while self._left_over >= step - 1e-9:
            self._left_over -= step
            self.play()
        aged = [(age + dt, kind, x, y, player) for age, kind, x, y, player in self._sparks]
        self._sparks = [spark for spark in aged if spark[0] < _SPARK_LIFE]
        if self.match.session.frame >= self._frames:
            self.window.close()

    def play(self) -> None:
        """Play one frame, and take in what is to be seen of it."""
        match = self.match
        match.enter()
        held = Buttons(0)
        if self._autoplay:
            held = choose(match.field, match.player, match.session.frame)
        for key in self._keys:
            held |= _KEYS[key]
        self._again = match.advance(held).resimulated
        for effect in match.take_effects():
            self._sparks.append((0.0, effect.kind, *effect.place, effect.player))

    # -- drawing -----------------------------------------------------------------------------------

    def on_draw(self) -> None:
        """Draw floor, things, sparks and score."""
        self.match.enter()
        self.clear(color=NIGHT)
        self._fit()
        with self._camera.activate():
            self._draw_floor()
            self._collect_sprites()
            self._sprites.draw()
            for spark in self._sparks:
                _draw_spark(*spark)
            self._write()

    def _fit(self) -> None:
        """Show the whole arena, whatever the window's size."""
        self._camera.match_window()
        width, height = self._camera.viewport_width, self._camera.viewport_height
        self._camera.projection = arcade.LRBT(-width / 2, width / 2, -height / 2, height / 2)
        self._camera.zoom = min(width / SIZE[0], height / SIZE[1])
        self._camera.position = (SIZE[0] / 2, SIZE[1] / 2)

    def _draw_floor(self) -> None:
        width, height = SIZE
        arcade.draw_lbwh_rectangle_filled(0, 0, width, height, DEEP)
        for k in range(1, int(width / _GRID)):
            arcade.draw_line(k * _GRID, 0, k * _GRID, height, faded(STEEL_DARK, 0.35))
        for k in range(1, int(height / _GRID)):
            arcade.draw_line(0, k * _GRID, width, k * _GRID, faded(STEEL_DARK, 0.35))
        arcade.draw_lbwh_rectangle_outline(2, 2, width - 4, height - 4, faded(TEAL, 0.6), 4)

    def _collect_sprites(self) -> None:
        """Make the sprites anew: entities come and go with every frame that is taken back."""
        self._sprites.clear()
        for entity, crate in esper.get_component(Crate):
            self._add(entity, art.crate(crate.size, crate.size))
        for entity, bolt in esper.get_component(Bolt):
            self._add(entity, art.bolt(5 * BOLT_RADIUS, 5 * BOLT_RADIUS, bolt.player))
        for entity, ship in esper.get_component(Ship):
            size = 2.7 * SHIP_RADIUS
            self._add(entity, art.ship(size, size, ship.player, ship.thrust, ship.glow % 8 > 3))

    def _add(self, entity: int, texture: arcade.Texture) -> None:
        x, y, angle = esper.component_for_entity(entity, Transform).interpolated
        self._sprites.append(arcade.Sprite(texture, 1.0, x, y, -math.degrees(angle)))

    def _write(self) -> None:
        match, (width, height) = self.match, SIZE
        for player, hits in enumerate(match.field.hits()):
            write(self._score[player], str(hits), width / 2 + 70 * (2 * player - 1), height - 62)
        write(self._news, match.news, width / 2, height - 130)
        write(self._help, f"player {match.player + 1}    {_HELP}", 16, 12)
        session = match.session
        ahead = session.frame - 1 - session.confirmed_frame
        write(self._net, f"{ahead} frames predicted    {self._again} simulated again", width - 16, 12)

    # -- input -------------------------------------------------------------------------------------

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Hold a button; Esc ends the match."""
        if symbol in _KEYS:
            self._keys.add(symbol)
        elif symbol == arcade.key.ESCAPE:
            self.window.close()

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """Release a button."""
        self._keys.discard(symbol)


def _draw_spark(age: float, kind: str, x: float, y: float, player: int) -> None:
    share = age / _SPARK_LIFE
    radius = _LARGEST_SPARK[kind] * (0.3 + 0.7 * share)
    arcade.draw_circle_filled(x, y, 0.5 * radius, faded((255, 240, 210), 0.5 * (1.0 - share)))
    arcade.draw_circle_outline(x, y, radius, faded(art.COLORS[player], 1.0 - share), 3)


def run(match: Match, autoplay: bool, seconds: float | None, screenshot: Path | None) -> None:
    """Open the window on a match until it is closed; save its last frame if `screenshot` is set."""
    window = arcade.Window(1280, 720, _TITLE, resizable=True, center_window=True)
    views: list[ArenaView] = []

    def first() -> arcade.View:
        views.append(ArenaView(match, autoplay, seconds))
        return views[0]

    window.show_view(LoadingView(first))
    close = window.close

    def save_and_close() -> None:
        if screenshot is not None and views:
            save_frame(window, views[0], screenshot)
        close()

    window.close = save_and_close  # type: ignore[method-assign]
    arcade.run()


def save(match: Match, path: Path) -> None:
    """Draw a match once and write the picture to `path`."""
    window = arcade.Window(1280, 720, _TITLE, antialiasing=False)
    try:
        view = ArenaView(match)
        window.show_view(view)
        save_frame(window, view, path)
    finally:
        window.close()
