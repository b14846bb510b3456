"""The head-up display: health, weapons, gems, time, signs and the message after death."""

from __future__ import annotations

import math

import arcade
import esper

from ..components import Arsenal, Health, Weapon
from ..controls import Action
from ..options import Options
from ..session import Outcome, Session
from . import keys
from .art import things
from .camera import HEIGHT
from .palette import GREEN, PANEL, RED, SOFT, STEEL_DARK, TEAL, WHITE, YELLOW, faded, mixed
from .widgets import TITLE_FONT, format_clock, text, write

_SLOT, _SLOTS = 92.0, tuple(Weapon)
_BAR = 200.0
_HELP_SECONDS = 14.0
_SEE = "F1 - F7  see the physics     F8  go back in time"


class Hud:
    """Draws the display in a frame `HEIGHT` high, as wide as the window's shape allows."""

    def __init__(self, options: Options, top: bool):
        self._options = options
        self._ways = ("up", "down") if top else ("jump", "crouch")
        self._health, self._gems, self._score = text(16), text(18), text(18)
        self._level, self._clock = text(14, SOFT, "center"), text(24, WHITE, "center", TITLE_FONT)
        self._help, self._words = text(13, SOFT, "center"), text(18, WHITE, "center")
        self._title, self._hint = text(50, (*RED, 255), "center", TITLE_FONT), text(18, SOFT, "center")
        self._ammo = [(text(13, SOFT), text(14, WHITE, "right")) for _ in _SLOTS]
        self._icons: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
        for weapon in _SLOTS:
            self._icons.append(arcade.Sprite(things.weapon(52, 28, weapon)))
        gem = arcade.Sprite(":resources:images/items/gemBlue.png", 0.3)
        gem.position = (258, HEIGHT - 35)
        self._icons.append(gem)

    def draw(self, session: Session, wide: float, autoplay: bool) -> None:
        """Draw everything."""
        arsenal = esper.component_for_entity(session.player, Arsenal)
        arcade.draw_lbwh_rectangle_filled(16, HEIGHT - 62, 440, 50, PANEL)
        arcade.draw_lbwh_rectangle_filled(wide - 200, HEIGHT - 70, 184, 58, PANEL)
        left = wide / 2 - _SLOT * len(_SLOTS) / 2
        self._slots(arsenal, left)
        self._icons.draw()
        self._numbers(session, arsenal, wide, left)
        if session.sign_text:
            self._panel(self._words, session.sign_text, wide / 2, 96.0)
        help_shown = session.seconds < _HELP_SECONDS and not autoplay
        write(
            self._help,
            self._keys() if help_shown else "F1 - F7  see the physics     F8  go back in time",
            wide / 2,
            6,
        )
        if session.outcome is Outcome.LOST:
            self._lost(wide)

    def _slots(self, arsenal: Arsenal, left: float) -> None:
        """Draw the slots of the four weapons; missing weapons are dark."""
        for k, weapon in enumerate(_SLOTS):
            x = left + k * _SLOT
            here = weapon is arsenal.current
            arcade.draw_lbwh_rectangle_filled(x + 3, 26, _SLOT - 6, 54, faded(TEAL, 0.22) if here else PANEL)
            if here:
                arcade.draw_lbwh_rectangle_outline(x + 3, 26, _SLOT - 6, 54, (*TEAL, 255), 2)
            icon = self._icons[k]
            icon.position = (x + _SLOT / 2, 50)
            icon.alpha = 255 if weapon in arsenal.ammo else 40

    def _numbers(self, session: Session, arsenal: Arsenal, wide: float, left: float) -> None:
        """Draw health, gems, score, time and ammunition."""
        health = esper.component_for_entity(session.player, Health)
        share = max(0.0, min(1.0, health.points / health.maximum))
        y = HEIGHT - 48.0
        arcade.draw_lbwh_rectangle_filled(28, y, _BAR, 22, (*STEEL_DARK, 255))
        color = mixed(RED, GREEN, share) if share > 0.35 else RED
        arcade.draw_lbwh_rectangle_filled(28, y, _BAR * share, 22, (*color, 255))
        write(self._health, f"{math.ceil(max(0.0, health.points))}", 36, y + 5, (20, 24, 36, 255))
        write(self._gems, f"{session.gems_taken} / {session.gems}", 280, y + 4)
        write(self._score, f"{session.score:06d}", 362, y + 4, (*YELLOW, 255))
        write(self._clock, format_clock(session.seconds), wide - 108, HEIGHT - 44)
        write(self._level, session.level, wide - 108, HEIGHT - 64)
        for k, (weapon, (number, shots)) in enumerate(zip(_SLOTS, self._ammo, strict=True)):
            count = arsenal.ammo.get(weapon)
            x = left + k * _SLOT
            write(number, str(k + 1), x + 9, 65)
            left_over = "" if count is None else "∞" if count == math.inf else f"{count:.0f}"
            write(shots, left_over, x + _SLOT - 9, 30)

    def _keys(self) -> str:
        """Return the help line with the current key bindings."""
        up, down = self._ways
        parts = [
            (Action.LEFT, "left"), (Action.RIGHT, "right"), (Action.UP, up), (Action.DOWN, down),
            (Action.FIRE, "fire"), (Action.NEXT_WEAPON, "weapon"), (Action.PAUSE, "pause"),
        ]  # fmt: skip
        firsts = [(self._options.keys[action][:1], words) for action, words in parts]
        known = "     ".join(f"{keys.label(names[0])}  {words}" for names, words in firsts if names)
        return f"{known}     {_SEE}"

    def _panel(self, label: arcade.Text, words: str, x: float, y: float) -> None:
        """Draw a text on a dark panel."""
        if label.text != words:
            label.text = words
        width = label.content_width + 40
        arcade.draw_lbwh_rectangle_filled(x - width / 2, y - 10, width, 40, PANEL)
        write(label, words, x, y)

    def _lost(self, wide: float) -> None:
        """Draw the message after death."""
        arcade.draw_lbwh_rectangle_filled(0, HEIGHT / 2 - 70, wide, 150, PANEL)
        write(self._title, "SCRAPPED", wide / 2, HEIGHT / 2 + 4)
        again = [*map(keys.label, self._options.keys[Action.RESTART]), "fire"]
        write(self._hint, f"{' or '.join(again)}: from the checkpoint", wide / 2, HEIGHT / 2 - 46)
