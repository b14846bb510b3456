"""What is written over the level: health, weapon, gems, time, keys, and how the attempt ended."""

from __future__ import annotations

import math

import arcade
import esper

from ..components import Arsenal, Health
from ..session import Outcome, Session
from .camera import HEIGHT
from .keys import HELP

_TITLE_FONT, _FONT = "Kenney Future Narrow", "Liberation Sans"
_WHITE, _SOFT = (240, 244, 255, 255), (200, 208, 230, 200)
_PANEL = (10, 12, 26, 170)
_FULL, _EMPTY = (255, 92, 92, 255), (70, 60, 84, 255)
_HELP_SECONDS = 12.0
_ENDS = {
    Outcome.WON: ("LEVEL CLEARED", (130, 255, 190, 255)),
    Outcome.LOST: ("SCRAPPED", (255, 110, 110, 255)),
}
_HINTS = {Outcome.WON: "Enter goes on    R starts again    Q quits", Outcome.LOST: "R tries again    Q quits"}


class Hud:
    """Draws in a frame `HEIGHT` high and as wide as the window's shape makes it."""

    def __init__(self) -> None:
        arcade.load_font(":resources:fonts/ttf/Kenney/Kenney_Future_Narrow.ttf")
        arcade.resources.load_liberation_fonts()
        self._facts = _text(20, _WHITE)
        self._words = _text(18, _WHITE, "center")
        self._help = _text(13, _SOFT, "center")
        self._help.text = HELP
        self._title = _text(52, _WHITE, "center", _TITLE_FONT)
        self._hint = _text(20, _SOFT, "center")

    def draw(self, session: Session, paused: bool, width: float) -> None:
        """Over everything else."""
        top = HEIGHT - 40.0
        health = esper.component_for_entity(session.player, Health)
        arsenal = esper.component_for_entity(session.player, Arsenal)
        arcade.draw_lbwh_rectangle_filled(16, top - 22, 700, 54, _PANEL)
        arcade.draw_lbwh_rectangle_filled(30, top - 3, 150, 22, _EMPTY)
        arcade.draw_lbwh_rectangle_filled(30, top - 3, 150 * health.points / health.most, 22, _FULL)
        left = arsenal.shots[arsenal.current]
        shots = "∞" if left == math.inf else f"{left:.0f}"
        facts = (
            f"{arsenal.current} {shots}    gems {session.taken} / {session.gems}"
            f"    score {session.score}    {int(session.seconds) // 60}:{session.seconds % 60:04.1f}"
        )
        _write(self._facts, facts, 200, top)
        if session.words:
            arcade.draw_lbwh_rectangle_filled(0, 60, width, 40, _PANEL)
            _write(self._words, session.words, width / 2, 74)
        if session.seconds < _HELP_SECONDS or paused:
            arcade.draw_lbwh_rectangle_filled(0, 0, width, 34, _PANEL)
            _write(self._help, HELP, width / 2, 10)
        if paused:
            self._banner("PAUSED", _WHITE, "P goes on    R starts again    Q quits", width)
        elif not session.playing:
            self._banner(*_ENDS[session.outcome], _HINTS[session.outcome], width)

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
