"""Fields of joints. A step takes notice of what is assigned: another value wakes both bodies."""

from __future__ import annotations

import math
from typing import Any, Never, TypeVar

from ....limits import ANGLE as LARGEST_ANGLE
from ....limits import LARGEST, SMALLEST, SPEED
from ....math2d import check
from ....math2d.vec2 import Pair, Vec2
from ....user_warnings import warn_of_degrees
from ....world.joints import ANGLE, FOLLOWING, JOINT_FIELDS, LENGTH, OFFSET, REFERENCE, SPIN, VELOCITY
from ...fields import Check, Field, truth

T = TypeVar("T")

_AIMS = LENGTH | OFFSET | ANGLE | VELOCITY | SPIN  # what a joint aims at depends on which of these are given
_GIVEN, _UNRESOLVED = JOINT_FIELDS["given"], JOINT_FIELDS["unresolved"]


def bound(value: Any, name: str) -> float:
    """Return a number not below zero, or infinity."""
    return math.inf if value == math.inf else check.not_negative(value, name)


def radians(value: Any, name: str) -> float:
    """Return an angle in radians; warn of one that looks like degrees."""
    angle = check.finite(value, name, LARGEST_ANGLE)
    if not -math.tau <= angle <= math.tau:
        warn_of_degrees(f"{name} of a joint", angle)
    return angle


def angles(value: Any, name: str) -> tuple[float, float]:
    """Return a lower and an upper limit of an angle; warn of limits that look like degrees."""
    lower, upper = interval(value, name, LARGEST_ANGLE)
    if lower < -math.tau or upper > math.tau:
        warn_of_degrees(f"{name} of a joint", lower, upper)
    return lower, upper


def distances(value: Any, name: str) -> tuple[float, float]:
    """Return a lower and an upper limit of a translation."""
    return interval(value, name, LARGEST)


def rate(value: Any, name: str) -> float:
    """Return a speed, along a line or about a point."""
    return check.finite(value, name, SPEED)


def other_than_zero(value: Any, name: str) -> float:
    """Return a number other than zero."""
    number = check.finite(value, name)
    if abs(number) >= SMALLEST:
        return number
    raise ValueError(f"{name} must be a number other than zero, got {value!r}")


def interval(value: Any, name: str, most: float) -> tuple[float, float]:
    """Return a lower and an upper limit from -`most` to `most`; infinite ones where there is none."""
    if value is None:
        return -math.inf, math.inf
    lower, upper = check.pair(value, name)
    if not lower <= upper:  # so for NaN, too
        raise ValueError(f"{name} must be None or (lower, upper) with lower <= upper, got {value!r}")
    if (lower == -math.inf or -most <= lower <= most) and (upper == math.inf or -most <= upper <= most):
        return lower, upper
    raise ValueError(
        f"{name} must be from {-most:g} to {most:g}, or (-inf, upper), (lower, inf) for one alone, "
        f"got {value!r}"
    )


def write_real(joint: Any, word: int, number: float, again: int = 0) -> None:
    """Set a real word of a joint, and note it if it is another number than before.

    What follows from the bodies' poses (`again`, bits) follows anew then.
    """
    rows, at = joint._rows, joint._at
    if rows.reals[at + word] != number:
        rows.reals[at + word] = number
        follow_again(joint, again)
        rows.mark_changed(at)


def convert(joint: Any, value: Any, name: str, convert_value: Check[T]) -> T:
    """Convert a value that is assigned to a field; errors name the entity of the joint."""
    try:
        return convert_value(value, name)
    except ValueError as error:
        joint._refuse(error)
        raise  # it has raised


def give(joint: Any, bits: int, is_given: bool = True) -> None:
    """Note that the game has set something that else follows from the bodies' poses, or no longer."""
    rows, at = joint._rows, joint._at
    given, unresolved = rows.ints[at + _GIVEN], rows.ints[at + _UNRESOLVED]
    now = (given | bits, unresolved & ~bits) if is_given else (given & ~bits, unresolved | bits & FOLLOWING)
    if now != (given, unresolved):
        rows.ints[at + _GIVEN], rows.ints[at + _UNRESOLVED] = now
        if now[1] != unresolved or bits & _AIMS:
            rows.mark_changed(at)


def follow_again(joint: Any, bits: int) -> None:
    """Let what is not given follow from the bodies' poses anew."""
    ints, at = joint._rows.ints, joint._at
    ints[at + _UNRESOLVED] |= bits & FOLLOWING & ~ints[at + _GIVEN]


def is_unresolved(joint: Any, bit: int) -> bool:
    """Whether something waits for the next step to find it."""
    return bool(joint._rows.ints[joint._at + _UNRESOLVED] & bit)


def is_given(joint: Any, bit: int) -> bool:
    """Whether the game has set something that else follows from the bodies' poses."""
    return bool(joint._rows.ints[joint._at + _GIVEN] & bit)


def quantity(name: str, check_value: Check[float], doc: str, word_name: str = "") -> Field[float, float]:
    """Return a field that is one real word."""
    word = JOINT_FIELDS[word_name or name]

    def put(self: Any, value: float) -> None:
        write_real(self, word, convert(self, value, name, check_value))

    return Field(_reader(word), put, doc=doc)


def strength(name: str, doc: str) -> Field[float, float]:
    """Return a field that is the load at which a joint breaks."""
    word = JOINT_FIELDS[name]

    def put(self: Any, value: float) -> None:
        number = convert(self, value, name, bound)
        rows, at = self._rows, self._at
        if rows.reals[at + word] != number:
            rows.reals[at + word] = number
            rows.mark_rewired(at)

    return Field(_reader(word), put, doc=doc)


def dependent(
    name: str, check_value: Check[float], bits: int, doc: str, word_name: str = ""
) -> Field[float, float]:
    """Return a field that is one real word, and on which depends what follows from the bodies' poses."""
    word = JOINT_FIELDS[word_name or name]

    def put(self: Any, value: float) -> None:
        write_real(self, word, convert(self, value, name, check_value), bits)

    return Field(_reader(word), put, doc=doc)


def following(
    name: str, check_value: Check[float], bit: int, doc: str, word_name: str = "", again: int = 0
) -> Field[float | None, float | None]:
    """Return a field that, while it is None, follows from how the bodies stand when the joint is adopted.

    On it depends what else follows from the poses: `again`, bits.
    """
    word = JOINT_FIELDS[word_name or name]

    def get(self: Any) -> float | None:
        return None if is_unresolved(self, bit) else self._rows.reals[self._at + word]

    def put(self: Any, value: float | None) -> None:
        if value is None:
            follow_again(self, again)
        else:
            write_real(self, word, convert(self, value, name, check_value), again)
        give(self, bit, value is not None)

    return Field(get, put, doc=doc)


def reference(doc: str, again: int = 0) -> Field[float | None, float | None]:
    """Return the field `reference_angle`, on which depends what else follows: `again`, bits."""
    return following("reference_angle", radians, REFERENCE, doc, again=again)


def place(name: str, x: str, y: str, doc: str, check_value: Check[Vec2] = check.point) -> Field[Vec2, Pair]:
    """Return a field that is a point, or a vector."""
    word_x, word_y = JOINT_FIELDS[x], JOINT_FIELDS[y]

    def get(self: Any) -> Vec2:
        reals, at = self._rows.reals, self._at
        return Vec2(reals[at + word_x], reals[at + word_y])

    def put(self: Any, value: Pair) -> None:
        point = convert(self, value, name, check_value)
        write_real(self, word_x, point.x)
        write_real(self, word_y, point.y)

    return Field(get, put, doc=doc)


def following_place(name: str, x: str, y: str, bit: int, doc: str) -> Field[Vec2 | None, Pair | None]:
    """Return a field that is a point, and follows from how the bodies stand while it is None."""
    word_x, word_y = JOINT_FIELDS[x], JOINT_FIELDS[y]

    def get(self: Any) -> Vec2 | None:
        reals, at = self._rows.reals, self._at
        return None if is_unresolved(self, bit) else Vec2(reals[at + word_x], reals[at + word_y])

    def put(self: Any, value: Pair | None) -> None:
        if value is not None:
            point = convert(self, value, name, check.point)
            write_real(self, word_x, point.x)
            write_real(self, word_y, point.y)
        give(self, bit, value is not None)

    return Field(get, put, doc=doc)


def limit_pair(
    doc: str, take: Check[tuple[float, float]] = distances
) -> Field[tuple[float, float] | None, Pair | None]:
    """Return the field `limits`: None, or the lower and the upper one."""
    lower_word, upper_word = JOINT_FIELDS["lower"], JOINT_FIELDS["upper"]

    def get(self: Any) -> tuple[float, float] | None:
        reals, at = self._rows.reals, self._at
        lower, upper = reals[at + lower_word], reals[at + upper_word]
        return None if lower == -math.inf and upper == math.inf else (lower, upper)

    def put(self: Any, value: Pair | None) -> None:
        lower, upper = convert(self, value, "limits", take)
        write_real(self, lower_word, lower)
        write_real(self, upper_word, upper)

    return Field(get, put, doc=doc)


def switch(name: str, doc: str) -> Field[bool, bool]:
    """Return a field that is a yes or no, on which depends what the joint does at all."""
    word = JOINT_FIELDS[name]

    def get(self: Any) -> bool:
        return bool(self._rows.ints[self._at + word])

    def put(self: Any, value: bool) -> None:
        state = truth(value, name)
        rows, at = self._rows, self._at
        if rows.ints[at + word] != state:
            rows.ints[at + word] = state
            rows.mark_rewired(at)

    return Field(get, put, doc=doc)


def result(name: str, doc: str) -> Field[float, Never]:
    """Return a field that only a step sets."""
    return Field(_reader(JOINT_FIELDS[name]), doc=doc)


def _reader(word: int) -> Any:
    def get(self: Any) -> float:
        value: float = self._rows.reals[self._at + word]
        return value

    return get
