"""What all joints have in common."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar, Never, TypedDict

import numpy as np

from ....arrays import FREE
from ....keywords import refuse_keywords
from ....math2d import check
from ....math2d.vec2 import Pair, Vec2
from ....world.joints import (
    ANCHOR,
    ANCHOR_A,
    ANCHOR_B,
    DISTANCE,
    FOLLOWING,
    JOINT,
    JOINT_FIELDS,
    LENGTH,
    OFFSET,
    PAWL,
    REFERENCE,
)
from ...binding import Component, UnownedRows
from ...fields import Field, vector
from ...registry import component_of
from ..transform import Transform
from .fields import (
    convert,
    follow_again,
    following_place,
    give,
    is_unresolved,
    result,
    strength,
    switch,
)
from .holding import take_hold
from .table import JointTable

_AT = JOINT_FIELDS
_MEASURES = REFERENCE | LENGTH | OFFSET | PAWL


class JointOptions(TypedDict, total=False):
    """Keywords of all joints; see `Joint`."""

    anchor: Pair | None
    anchor_a: Pair | None
    anchor_b: Pair | None
    collide_connected: bool
    break_force: float
    break_torque: float
    enabled: bool


def side(value: Any, name: str) -> int:
    """Return the number of an entity, 0 for None: the world."""
    if value is None:
        return 0
    number = check.entity(value, name, "an entity, a whole number > 0, or None for the world")
    if number > 0:
        return number
    raise ValueError(f"{name} must be an entity, a whole number > 0, or None for the world, got {value!r}")


def _check_sides(a: int, b: int, name: str) -> None:
    """Raise `ValueError` for one entity twice, and for the world twice."""
    if a == b != 0:
        raise ValueError(f"{name} must be another entity than the other side, got {a} twice")
    if a == b:
        raise ValueError(f"{name} must be an entity where the other side is the world, got None")


def _side(name: str, other: str, anchor: int, doc: str) -> Field[int | None, int | None]:
    """Return the field of one of the two entities; None is the world."""
    word, other_word = _AT[name], _AT[other]
    short = name[-1]

    def get(self: Any) -> int | None:
        return self._rows.ints[self._at + word] or None

    def put(self: Any, value: int | None) -> None:
        number = convert(self, value, short, side)
        rows, at = self._rows, self._at
        if rows.ints[at + word] == number:
            return
        try:
            if short == "a" and self._pulls_to_world:
                raise ValueError(f"a must be None, its target is a point of the world, got {value!r}")
            _check_sides(number, rows.ints[at + other_word], short)
        except ValueError as error:
            self._refuse(error)
        rows.ints[at + word] = number
        follow_again(self, anchor | _MEASURES)
        rows.mark_rewired(at)

    return Field(get, put, doc=doc)


class Joint(Component, record=JOINT, capacity=64):
    """Holds two bodies to each other: the base of all joints. A joint is a component of an entity of its own.

    - `a`, `b`: the entities that it joins. None is the world, where own frame and world are the same. Angles,
      translations, force and torque are b's relative to a.
    - `anchor`: a point of the world, where the joint takes hold of both bodies as they stand when it is made.
      Or `anchor_a`, `anchor_b`: points in each body's own frame, that of its Transform. What is not given
      follows from how the bodies stand then: the other anchor is in the same place; without any, both are at
      b's origin (at a's, where b is the world). A joint that is made before its bodies, or added to esper in
      a later step, takes hold when a step adopts it.
    - `collide_connected`: whether the two bodies still collide with each other.
    - `break_force`, `break_torque`: more than that of `force`, `torque` breaks it, which sends `JOINT_BREAK`.
    - `enabled`: false lets the bodies go, and collide, without an event.

    All fields can be read and assigned at any time; another value wakes both bodies. When a body dies, its
    joints end with a `JOINT_BREAK` of the reason "removed". The component of a broken joint stays where it
    is, `broken`, until the game deletes it or assigns `broken = False`, which mends it. Delete its entity, or
    remove the component, to end a joint without an event. Read back after each step: `force`, `torque`,
    `stretch`, `broken`.

    Raises `ValueError` or `TypeError` that names the field for values out of range, and then changes nothing.
    A step raises `ValueError`, once, for a side that never existed or has no Transform, and for a joint on an
    entity with a body; such a joint acts as soon as that is mended, `Physics.explain` says what it waits for.
    A Transform alone will do for a body that does not move. Subclasses of a type are joints of that type.
    """

    __slots__ = ()

    _rows: JointTable[Joint] | UnownedRows
    _blank: ClassVar[bytes]  # the words of a new joint
    _pulls_to_world: ClassVar[bool] = False  # a is None for ever
    type_count: ClassVar[int] = 0  # types that derive from this one, also in code of the game

    def __init_subclass__(cls, kind: int | None = None, **options: Any) -> None:
        super().__init_subclass__(**options)
        Joint.type_count += 1
        if kind is not None:
            cls._blank = _blank_words(kind)
            _show_keywords(cls)
        if "__init__" in vars(cls):
            cls.__init__ = _holding(cls.__init__)  # type: ignore[method-assign]

    def __init__(
        self,
        a: int | None,
        b: int | None,
        *,
        anchor: Pair | None = None,
        anchor_a: Pair | None = None,
        anchor_b: Pair | None = None,
        collide_connected: bool = False,
        break_force: float = math.inf,
        break_torque: float = math.inf,
        enabled: bool = True,
        **unknown: Never,
    ):
        if unknown:
            refuse_keywords(self, unknown)
        entity_a, entity_b = side(a, "a"), side(b, "b")
        _check_sides(entity_a, entity_b, "b")
        self._stage(self._blank)
        ints, at = self._rows.ints, self._at
        ints[at + _AT["entity_a"]], ints[at + _AT["entity_b"]] = entity_a, entity_b
        if anchor is not None:
            if anchor_a is not None or anchor_b is not None:
                raise ValueError("anchor must be None where anchor_a or anchor_b is given, got all of them")
            self._hold_at(anchor)
        if anchor_a is not None:
            self.anchor_a = anchor_a
        if anchor_b is not None:
            self.anchor_b = anchor_b
        self.collide_connected = collide_connected
        self.enabled = enabled
        self.break_force = break_force
        self.break_torque = break_torque

    a: Field[int | None, int | None] = _side("entity_a", "entity_b", ANCHOR_A, "One entity; None: the world.")
    b: Field[int | None, int | None] = _side(
        "entity_b", "entity_a", ANCHOR_B, "The other one; None: the world."
    )
    anchor_a: Field[Vec2 | None, Pair | None] = following_place(
        "anchor_a", "anchor_ax", "anchor_ay", ANCHOR_A, "Where it holds a, in a's frame; None: not yet known."
    )
    anchor_b: Field[Vec2 | None, Pair | None] = following_place(
        "anchor_b", "anchor_bx", "anchor_by", ANCHOR_B, "Where it holds b, in b's frame; None: not yet known."
    )
    collide_connected: Field[bool, bool] = switch(
        "collide_connected", "Whether its two bodies still collide with each other."
    )
    break_force: Field[float, float] = strength(
        "break_force", "Largest force that it bears; `math.inf`: any."
    )
    break_torque: Field[float, float] = strength(
        "break_torque", "Largest torque that it bears; `math.inf`: any."
    )
    enabled: Field[bool, bool] = switch("enabled", "Whether it acts.")
    broken: Field[bool, bool] = switch(
        "broken", "Whether it broke or a body of it died; assigning False mends it."
    )
    force: Field[Vec2, Never] = vector(
        "force_x", "force_y", "Force on b in the last step, its mean over the step.", words=_AT
    )
    torque: Field[float, Never] = result(
        "torque",
        "Torque on b in the last step, its mean over the step: the sum of spring, motor and limits, as in "
        "Box2D. What a motor presses against a limit cancels out.",
    )
    stretch: Field[float, Never] = result(
        "stretch", "Distance of the anchors from where they should be, after the last step."
    )

    @property
    def anchor(self) -> Vec2 | None:
        """Where in the world it holds b now (a, where b is the world); None before that is known.

        Assigning a point lets it take hold of both bodies there, as they stand then.
        """
        if is_unresolved(self, ANCHOR):
            reals, at = self._rows.reals, self._at
            first = "anchor_bx" if is_unresolved(self, ANCHOR_B) else "anchor_ax"
            return Vec2(reals[at + _AT[first]], reals[at + _AT[first] + 1])
        if isinstance(self._rows, JointTable):
            return self._rows.place_of(self._at)
        held, point = (self.b, self.anchor_b) if self.b else (self.a, self.anchor_a)
        place = component_of(held or 0, Transform)
        return None if place is None or point is None else place.local_to_world(point)

    @anchor.setter
    def anchor(self, value: Pair | None) -> None:
        self._hold_at(value)
        take_hold(self)

    def _hold_at(self, value: Pair | None) -> None:
        """Set the point of the world at which it takes hold of both bodies; None: as without any."""
        ints, reals, at = self._rows.ints, self._rows.reals, self._at
        if value is not None:
            point = convert(self, value, "anchor", check.point)
            for x, y in (("anchor_ax", "anchor_ay"), ("anchor_bx", "anchor_by")):
                reals[at + _AT[x]], reals[at + _AT[y]] = point
        ints[at + _AT["unresolved"]] &= ~ANCHOR
        give(self, ANCHOR_A | ANCHOR_B, False)
        if value is not None:
            ints[at + _AT["unresolved"]] |= ANCHOR

    def __repr__(self) -> str:
        state = ", broken" if self.broken else "" if self.enabled else ", disabled"
        return f"{type(self).__name__}({self.a}, {self.b}{state})"


def _holding(construct: Callable[..., None]) -> Callable[..., None]:
    """Return a constructor after which a joint takes hold of its bodies; that of a subclass does so last."""

    @wraps(construct)
    def construct_and_hold(self: Joint, *arguments: Any, **options: Any) -> None:
        construct(self, *arguments, **options)
        if type(self).__init__ is construct_and_hold:
            take_hold(self)

    return construct_and_hold


def _show_keywords(cls: type[Joint]) -> None:
    """Let `help` and `inspect` see the keywords of all joints in the signature of a type."""
    own, common = (inspect.signature(kind.__init__).parameters.values() for kind in (cls, Joint))
    parameters = [one for one in own if one.kind is not one.VAR_KEYWORD]
    parameters += [one for one in common if one.kind is one.KEYWORD_ONLY]
    vars(cls)["__init__"].__signature__ = inspect.Signature(parameters)


def _blank_words(kind: int) -> bytes:
    """Return the words of a joint of a type, with what it has before anything is given."""
    words = np.zeros(1, JOINT)
    for name, value in (
        ("type", kind), ("body", FREE), ("body_a", FREE), ("body_b", FREE), ("enabled", 1),
        ("unresolved", FOLLOWING), ("ratio", 1.0), ("axis_x", 1.0), ("upper", math.inf),
        ("lower", 0.0 if kind == DISTANCE else -math.inf),
        ("max_force", math.inf), ("max_torque", math.inf), ("break_force", math.inf),
        ("break_torque", math.inf),
    ):  # fmt: skip
        words[name] = value
    return words.tobytes()
