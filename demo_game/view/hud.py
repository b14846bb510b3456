"""What is written over the level: health, gems, score, keys, and how the attempt ended."""

from __future__ import annotations

import arcade
import esper

from ..old_components import Health, Weapons
from ..old_session import Outcome, Session
from ..tuning import LASER_PAUSE, PLAYER_HEALTH
from .camera import HEIGHT
from .keys import HELP

_TITLE_FONT, _FONT = "Kenney Future Narrow", "Liberation Sans"
_WHITE, _SOFT = (240, 244, 255, 255), (200, 208, 230, 200)
_PANEL = (10, 12, 26, 170)
_LASER = (255, 96, 150, 255)
_FULL, _EMPTY = (255, 92, 92, 255), (70, 60, 84, 255)
_HELP_SECONDS = 12.0
_ENDS = {
    Outcome.WON: ("LEVEL CLEARED", (130, 255, 190, 255)),
    Outcome.LOST: ("SCRAPPED", (255, 110, 110, 255)),
}


class Hud:
    """Draws in a frame `HEIGHT` high and as wide as the window's shape makes it."""

    def __init__(self) -> None:
        arcade.load_font(":resources:fonts/ttf/Kenney/Kenney_Future_Narrow.ttf")
        arcade.resources.load_liberation_fonts()
        self._score = _text(22, _WHITE)
        self._gems = _text(22, _WHITE)
        self._help = _text(13, _SOFT, "center")
        self._help.text = HELP
        self._title = _text(52, _WHITE, "center", _TITLE_FONT)
        self._hint = _text(20, _SOFT, "center")
        self._gem: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
        self._gem.append(arcade.Sprite(":resources:images/items/gemBlue.png", 0.34))

    def draw(self, session: Session, paused: bool, width: float) -> None:
        """Over everything else."""
        top = HEIGHT - 40.0
        health = esper.component_for_entity(session.player, Health).points
        charge = 1.0 - esper.component_for_entity(session.player, Weapons).laser / LASER_PAUSE
        arcade.draw_lbwh_rectangle_filled(16, top - 22, 410, 54, _PANEL)
        arcade.draw_lbwh_rectangle_filled(30, top - 15, 124 * charge, 5, _LASER)
        for i in range(PLAYER_HEALTH):
            color = _FULL if i < health else _EMPTY
            arcade.draw_lbwh_rectangle_filled(30 + i * 26, top - 3, 20, 22, color)
        self._gem[0].position = 190, top + 8
        self._gem.draw()
        _write(self._gems, f"{session.taken} / {session.gems}", 212, top)
        _write(self._score, f"{session.score:05d}", 330, top)
        if session.seconds < _HELP_SECONDS or paused:
            arcade.draw_lbwh_rectangle_filled(0, 0, width, 34, _PANEL)
            _write(self._help, HELP, width / 2, 10)
        if paused:
            self._banner("PAUSED", _WHITE, "P goes on    R starts again    Q quits", width)
        elif not session.playing:
            self._banner(
                *_ENDS[session.outcome], f"score {session.score}    R starts again    Q quits", width
            )

    def _banner(self, title: str, color: tuple[int, int, int, int], hint: str, width: float) -> None:
        arcade.draw_lbwh_rectangle_filled(0, HEIGHT / 2 - 70, width, 150, _PANEL)
        self._title.color = color
        _write(self._title, title, width / 2, HEIGHT / 2 + 4)
        _write(self._hint, hint, width / 2, HEIGHT / 2 - 46)


def _text(
    size: int, color: tuple[int, int, int, int], anchor: str = "left", font: str = _FONT
) -> arcade.Text:
    return arcade.Text("", 0, 0, color, size, font_name=font, anchor_x=anchor)


def _write(text: arcade.Text, words: str, x: float, y: float) -> None:
    """Set only what differs: laying text out anew is slow."""
    if text.text != words:
        text.text = words
    if (text.x, text.y) != (x, y):
        text.position = x, y
    text.draw()
