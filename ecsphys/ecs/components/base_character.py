"""What the controllers of characters in the plane and in space have in common."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar, Never

from ...arrays import FREE
from ...character.records import MODES, SETTING_FIELDS, Mode
from ...math2d import check
from ...math2d.elementary import cos_sin
from ...user_warnings import warn_user
from ..binding import Component, DetachedRows, UnownedRows
from ..fields import Field, Words, choice, integer, real
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


def _count(value: Any, name: str) -> int:
    return check.count(value, name, least=0)


def happened(name: str, doc: str, words: Words, least: int = 0) -> Field[bool, Never]:
    """Return a flag that is set by any step of the frame, and of the last `least` ones at least.

    While the frame runs its steps: by the last one.
    """
    word = words[name]

    def get(self: BaseCharacter) -> bool:
        rows = self._rows
        steps = rows.clock.frame_steps if isinstance(rows, Characters) else 1
        return rows.ints[self._at + word] & ((1 << max(steps, least)) - 1) != 0

    return Field(get, doc=doc)


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
    air_jumps: Field[int, int] = integer(
        "air_jumps",
        _count,
        "Jumps in the air before the next floor: 1 for a double jump.",
        words=SETTING_FIELDS,
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
        reals[at + SETTING_FIELDS["min_floor"]] = cos_sin(angle)[0] - 1e-9  # as steep still holds

    def jump(self, speed: float) -> None:
        """Jump with this speed upwards, in the next step or as soon as it can (`can_jump`, `jump_buffer`).

        Call it when the button goes down, not while it is held: with `air_jumps`, each call is a jump.
        """
        rows, at, fields = self._rows, self._at, self._fields
        rows.reals[at + fields["jump_speed"]] = check.positive(speed, "speed")
        rows.ints[at + fields["jump_pressed"]] = 1
        rows.ints[at + fields["jump_held"]] = 1

    def release_jump(self) -> None:
        """Release the jump button: the rest of the rise is cut short (`jump_cut`).

        That of a jump, or of a launch in the air. It may be called in every frame in which the button is up.
        """
        rows, at, fields = self._rows, self._at, self._fields
        rows.ints[at + fields["jump_held"]] = 0
        rows.reals[at + fields["release_age"]] = 0.0

    @property
    def can_jump(self) -> bool:
        """Whether it would jump in the next step: on a floor or just off one, at a wall, or in the air.

        Else a jump waits (`jump_buffer`).

        >>> import esper
        >>> from ecsphys import AABB, CharacterController, Collider, Physics, RigidBody, Transform
        >>> esper.add_processor(Physics(gravity=(0, -900), max_steps=30))
        >>> floor = esper.create_entity(Transform(0, -8), Collider(AABB(1000, 16)))
        >>> hero, body = CharacterController(air_jumps=1), RigidBody.kinematic()
        >>> player = esper.create_entity(Transform(0, 20), body, Collider(AABB(20, 40)), hero)
        >>> heard = []
        >>> for _ in range(3):
        ...     esper.process(15 / 60)  # a frame of 15 steps, in which it jumps
        ...     heard.append((hero.jumped, hero.can_jump))
        ...     hero.jump(400)
        ...
        >>> heard
        [(False, True), (True, True), (True, False)]
        """
        if self.mode == "floating":
            return False
        rows, on_floor = self._rows, self._whole("on_floor")
        step = rows.clock.step if isinstance(rows, Characters) else 0.0
        off_floor = self._number("dropping") <= 0.0 if on_floor else self._number("coyote") > step
        at_wall = self._number("wall_grace") > step or (self._whole("on_wall") and not on_floor)
        made = 0 if on_floor else self._whole("air_jumped")
        return bool(
            (off_floor and not self._whole("launched"))
            or (at_wall and self._number("wall_jump") > 0.0)
            or made < self.air_jumps
        )

    def _whole(self, name: str) -> int:
        return self._rows.ints[self._at + self._fields[name]]

    def _number(self, name: str) -> float:
        return self._rows.reals[self._at + self._fields[name]]

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
