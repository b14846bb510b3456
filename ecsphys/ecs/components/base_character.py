"""What the controllers of characters in the plane and in space have in common."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

from ...arrays import FREE
from ...character.records import MODES, SETTING_FIELDS, Mode
from ...math2d import check
from ...user_warnings import warn_user
from ..binding import Component, DetachedRows, UnownedRows
from ..fields import Field, Words, choice, real
from .character_table import Characters


def rate(value: Any, name: str) -> float:
    """Return a number not below zero, or infinity."""
    return math.inf if value == math.inf else check.not_negative(value, name)


def slope_angle(value: Any, name: str) -> float:
    """Return the angle of a slope, checked."""
    angle = check.not_negative(value, name)
    if angle < 0.5 * math.pi:
        return angle
    raise ValueError(f"{name} must be in radians, 0 to below pi/2 (see math.radians), got {value!r}")


def length_or_default(value: Any, name: str) -> float:
    """Return a length, -1 for None, the default."""
    return -1.0 if value is None else check.not_negative(value, name)


def skin_or_default(value: Any, name: str) -> float:
    """Return a length above 0, -1 for None, the default."""
    return -1.0 if value is None else check.positive(value, name)


def scaled(
    name: str, convert: Callable[[Any, str], float], doc: str, words: Words, word_name: str = ""
) -> Field[float | None, float | None]:
    """Return a field whose default is derived from something else: None until that is known."""
    word = words[word_name or name]

    def get(self: BaseCharacter) -> float | None:
        value = self._rows.reals[self._at + word]
        return None if value < 0.0 else value

    def put(self: BaseCharacter, value: float | None) -> None:
        rows, number = self._rows, convert(value, name)
        if number < 0.0 and isinstance(rows, Characters):
            number = rows.scaled.get(name, -1.0) * rows.unit
        rows.reals[self._at + word] = number

    return Field(get, put, doc=doc)


def _real(name: str, convert: Callable[[Any, str], float], doc: str) -> Field[float, float]:
    return real(name, convert, doc, words=SETTING_FIELDS)


class BaseCharacter(Component):
    """A character that a player controls.

    A subclass names the fields of its record, and for warnings two components: itself, and what gives its
    entity a place.
    """

    __slots__ = ()

    _fields: ClassVar[Words]
    _names: ClassVar[tuple[str, str]]
    _rows: Characters[Any] | UnownedRows

    mode: Field[Mode, Mode] = choice("mode", MODES, '`"grounded"` or `"floating"`.', words=SETTING_FIELDS)
    skin: Field[float | None, float | None] = scaled(
        "skin", skin_or_default, "Gap that it keeps to other shapes; None: unit / 1000.", SETTING_FIELDS
    )
    acceleration: Field[float, float] = _real(
        "acceleration", rate, "On the floor (or floating), towards the intended velocity."
    )
    friction: Field[float, float] = _real("friction", rate, "Deceleration without intended velocity.")
    terminal_speed: Field[float, float] = _real("terminal_speed", rate, "Largest fall speed.")
    coyote_time: Field[float, float] = _real(
        "coyote_time", check.not_negative, "Time after leaving the floor in which it can still jump."
    )
    jump_buffer: Field[float, float] = _real(
        "jump_buffer", check.not_negative, "Time for which a jump waits for a floor."
    )
    jump_cut: Field[float, float] = _real(
        "jump_cut", check.not_negative, "Share of the upward speed that a released jump keeps."
    )

    @property
    def max_slope(self) -> float:
        """The steepest slope it can stand on, in radians."""
        return self._rows.reals[self._at + SETTING_FIELDS["max_slope"]]

    @max_slope.setter
    def max_slope(self, value: float) -> None:
        angle = slope_angle(value, "max_slope")
        reals, at = self._rows.reals, self._at
        reals[at + SETTING_FIELDS["max_slope"]] = angle
        reals[at + SETTING_FIELDS["min_floor"]] = math.cos(angle) - 1e-9  # a slope just as steep still holds

    def jump(self, speed: float) -> None:
        """Jump with this speed upwards, in the next step or as soon as there is a floor (`jump_buffer`)."""
        rows, at, fields = self._rows, self._at, self._fields
        rows.reals[at + fields["jump_speed"]] = check.positive(speed, "speed")
        rows.ints[at + fields["jump_pressed"]] = 1
        rows.ints[at + fields["jump_held"]] = 1

    def release_jump(self) -> None:
        """Release the jump button: the rest of the rise is cut short (`jump_cut`)."""
        self._rows.ints[self._at + self._fields["jump_held"]] = 0

    def _warn_of_no_body(self) -> None:
        """Warn if a launch moves nothing; before the first step its entity may still get what it needs."""
        rows, (name, place) = self._rows, self._names
        if isinstance(rows, DetachedRows):
            warn_user(f"launch() moves nothing: the {name} has been removed from its entity")
        elif isinstance(rows, Characters) and rows.ints[self._at + SETTING_FIELDS["body"]] == FREE:
            entity = rows.ints[self._at + SETTING_FIELDS["entity"]]
            warn_user(f"launch() moves nothing until entity {entity} of the {name} has a {place}")

    @property
    def floor_entity(self) -> int | None:
        """The entity that it stands on, or None."""
        return self._rows.ints[self._at + self._fields["floor_entity"]] or None
