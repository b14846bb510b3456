"""Components of ecsphys as values and back: a new component, in nobody's use.

What refers to a world (rows, numbers that it gave out) is left out: the next world that adopts the component
sets it. What is missing, as in a file of an older version, is what a new component has.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn

import numpy as np

from ..arrays import Array, offsets_of
from ..character.records import LAST_STEPS
from ..ecs.attributes import attributes_of, set_attributes
from ..ecs.binding import Component
from ..ecs.components import (
    JOINT_KINDS,
    Area,
    CharacterController,
    Collider,
    ConstantForce,
    Joint,
    Projectile,
    RigidBody,
    Transform,
)
from ..math2d import check
from ..query import RayCaster, ShapeCaster
from ..user_warnings import PhysicsWarning
from ..world.joints import ANCHOR, FOLLOWING, PAWL, SPIN
from .dtypes import adapt_rows
from .references import find, reference_of
from .values import Tree, from_tree, to_tree


class ComponentValues(NamedTuple):
    """A component: its type as a reference, the fields of its row, and its attributes.

    `words`: an array of one record, None for a type without a row (`build` takes None for any: a new row).
    `attributes`: an object of trees, `own` by the keywords of the constructor, `others` those of the game.
    """

    type: str
    words: Array | None
    attributes: Tree


# The types, the names by which files know them, and the fields of their rows that refer to a world.
_WORLD = "entity", "body"
_OF_CHARACTER = (
    "hits", "load_entity", "load_body", "pushed_entity", "floor_body", "floor_proxy", "first_hit", "own",
    "neighbours", "woken",
)  # fmt: skip
_OF_PROJECTILE = "armed", "last_pierced", "first_ignored", "ignored"
_OF_BODY = "lost", "joined", "hung"
_OF_JOINT = "body_a", "body_b", "ready", "has_target", "overload"
_LEFT_OUT: dict[type[Component], tuple[str, ...]] = {
    Transform: (),
    RigidBody: _OF_BODY,
    Collider: (),
    CharacterController: (*_WORLD, *_OF_CHARACTER),
    Projectile: (*_WORLD, *_OF_PROJECTILE),
    Area: (*_WORLD, "token", "effects", "gravity_kind"),
    ConstantForce: _WORLD,
    **dict.fromkeys(JOINT_KINDS, (*_WORLD, *_OF_JOINT, "type")),
    RayCaster: (),
    ShapeCaster: (),
}

# The largest value of the fields that are choices, bits or counts; the smallest is 0.
_FLAG, _MANY = 1, (1 << 63) - 1
_MOST: dict[type[Component], dict[str, int]] = {
    RigidBody: {"kind": 2, "locks": 7, "continuous": 2, "can_sleep": _FLAG, "awake": _FLAG},
    CharacterController: {
        "mode": 1, "on_leave": 2, "meets": 2, "floor_entity": _MANY, "push_age": _MANY,
        "air_jumps": _MANY, "air_jumped": _MANY,
        **dict.fromkeys(("jumped", "landed", "crushed"), LAST_STEPS),
        **dict.fromkeys(
            ("constant_speed", "pushable", "jump_pressed", "jump_held", "launched", "cuttable", "is_new",
             "held_down", "on_floor", "on_wall", "on_ceiling"), _FLAG,
        ),
    },
    Projectile: {"mode": 1, "pierce": _MANY, "ricochet": _MANY, "spent": _FLAG},
    Area: {"gravity_is_number": _FLAG, "mode": 1},
    ConstantForce: {"local": _FLAG},
    Joint: {
        "entity_a": _MANY, "entity_b": _MANY, "enabled": _FLAG, "broken": _FLAG, "collide_connected": _FLAG,
        "given": 2 * SPIN - 1, "unresolved": ANCHOR | FOLLOWING | PAWL,
    },
}  # fmt: skip


# The fields that are finite, and have no other limit: what the game never assigns, and what follows from the
# bodies' poses. A step checks poses and velocities itself. All else is checked as what a game assigns.
_FINITE: dict[type[Component], tuple[str, ...]] = {
    CharacterController: (
        "body_mass", "vx", "vy", "along", "drift", "rise", "coyote", "buffered", "wall_grace", "lock",
        "release_age", "wall_x", "steep_x", "steep_time", "foot_x", "foot_y", "platform_vx", "platform_vy",
        "load_x", "load", "push_speed", "push_change", "push_loss",
    ),
    Joint: (
        "anchor_ax", "anchor_ay", "anchor_bx", "anchor_by", "reference_angle", "target", "pawl", "offset_x",
        "offset_y", "axis_x", "axis_y",
    ),
}  # fmt: skip
_UNCHECKED = {
    "x", "y", "angle", "degrees", "position", "pose", "velocity", "angular_velocity", "mass", "inertia",
    "a", "b", "anchor", "anchor_a", "anchor_b", "reference_angle", "length", "total_length", "offset",
}  # fmt: skip


def describe(component: Component, where: str = "component") -> ComponentValues:
    """Return the values of a component, in use or not, with what it has been asked to do in the next step.

    Raises `TypeError` that names what of it cannot be saved; `where`: what messages call it.
    """
    base, kind = _base_of(type(component)), type(component)
    try:
        reference = reference_of(kind)
    except TypeError as error:
        raise TypeError(f"{where} is a {kind.__qualname__}, which cannot be saved: {error}") from None
    words, objects = component._words(), component._objects()
    settings = objects.pop("settings", None)
    if settings is not None:
        objects |= {name: getattr(settings, name) for name in settings.__slots__ if name != "shared"}
    return ComponentValues(
        reference,
        None if words is None else fields_of(base, words),
        {
            "own": {name: to_tree(value, f"{where}.{name}") for name, value in objects.items()},
            "others": {
                name: to_tree(value, f"{where}.{name}") for name, value in attributes_of(component).items()
            },
        },
    )


def build(values: ComponentValues, where: str = "component") -> Component:
    """Return a new component with these values, in nobody's use.

    Raises `ValueError` that names what in them is malformed, or whose class is not loaded.
    """
    reference, words, attributes = values
    try:
        kind = find(reference)
        base = _base_of(kind)
        own, others = attributes["own"], attributes["others"]
        objects = {name: from_tree(tree, name) for name, tree in own.items()}
        added = {name: from_tree(tree, name) for name, tree in others.items()}
        made: Component = object.__new__(kind)
        calls = objects.pop("calls", ())
        _begin(base, made, objects)
        if words is not None:
            _set_fields(base, made, words)
        _set_calls(made, calls)
        set_attributes(made, added)
    except Exception as error:  # of whatever the values make a check or a class of the game do
        raise ValueError(f"{where} is no {str(reference)[:80]}: {str(error)[:400]}") from None
    return made


def _base_of(kind: Any) -> type[Component]:
    """Return the type of ecsphys that a type is, or derives from."""
    for base in _LEFT_OUT:
        if issubclass(kind, base):
            return base
    raise TypeError(f"{kind.__qualname__} is no component of ecsphys")


def _begin(base: type[Component], component: Component, objects: dict[str, Any]) -> None:
    """Make a component a new one, with values that are checked."""
    if issubclass(base, Joint):
        if objects:
            raise ValueError(f"it has no {', '.join(objects)}")
        component._stage(base._blank)
        return
    constructor: Callable[..., None] = base.__init__
    with _after_warnings():
        constructor(component, **objects)


@contextmanager
def _after_warnings() -> Iterator[None]:
    """Make again what the game made, and was warned of then."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PhysicsWarning)
        yield


# -- rows ----------------------------------------------------------------------------------------------


def _make_record(base: type[Component]) -> np.dtype[Any]:
    """Return the record of the words of a type of component, without what refers to a world."""
    record, (first, end) = base._record, base._staging.span
    offsets = {
        name: at - 8 * first
        for name, at in offsets_of(record).items()
        if 8 * first <= at < 8 * end and name not in _LEFT_OUT[base]
    }
    return np.dtype(
        {
            "names": list(offsets),
            "formats": [record[name] for name in offsets],
            "offsets": list(offsets.values()),
            "itemsize": 8 * (end - first),
        }
    )


# The attributes of types with a row that a game assigns; those beside the row the constructor has checked.
_SETTINGS = {
    base: [
        name
        for name, field in inspect.getmembers(base, lambda part: isinstance(part, property))
        if field.fset and name not in {*_UNCHECKED, "on_hit", "ignore", "despawn"}
    ]
    for base in _LEFT_OUT
}
_RECORDS = {base: _make_record(base) for base in _LEFT_OUT if hasattr(base, "_record")}


def fields_of(base: type[Component], words: bytes) -> Array:
    """Return words as an array of one record; what is between its fields is zero."""
    dtype = _RECORDS[base]
    given = np.frombuffer(words, dtype)
    fields = np.zeros(1, dtype)
    for name in dtype.names or ():
        fields[name] = given[name]
    return fields


def _set_fields(base: type[Component], component: Component, words: Array) -> None:
    """Set the fields of a new component that are given."""
    if words.shape != (1,):
        raise ValueError(f"its row must be one, got an array of shape {words.shape}")
    dtype = _RECORDS[base]
    adapted, whole = adapt_rows(words, dtype), bytearray(component._words() or b"")
    fields = np.frombuffer(whole, dtype)
    for name in dtype.names or ():
        if name in (words.dtype.names or ()):
            fields[name] = adapted[name]
    _check_fields(base, fields[0])
    component._stage(bytes(whole))
    _check_settings(base, whole)


def _check_fields(base: type[Component], fields: Any) -> None:
    """Raise `ValueError` for a choice that there is not, a number that is not finite, sides that are one."""
    kind = Joint if issubclass(base, Joint) else base
    for name, most in _MOST.get(kind, {}).items():
        if not 0 <= fields[name] <= most:
            raise ValueError(f"its {name} must be 0 to {most}, got {fields[name]}")
    for name in _FINITE.get(kind, ()):
        if not np.isfinite(fields[name]):
            raise ValueError(f"its {name} must be finite, got {fields[name]}")
    if issubclass(base, Joint):
        a, b = int(fields["entity_a"]), int(fields["entity_b"])
        if a == b or (a and base._pulls_to_world):
            raise ValueError(f"it cannot join {a} and {b}")


def _check_settings(base: type[Component], words: bytearray) -> None:
    """Raise `ValueError` for a value that a game could not assign."""
    scratch: Any = object.__new__(base)
    scratch._stage(bytes(words))
    with _after_warnings():
        for name in _SETTINGS[base]:
            setattr(scratch, name, getattr(scratch, name))


# -- calls that wait for a row -------------------------------------------------------------------------

_CALLS = {"apply_force": 2, "apply_torque": 1, "apply_impulse": 2, "apply_angular_impulse": 1, "move_to": 2}


def _set_calls(component: Component, calls: Any) -> None:
    """Let a body make these calls when it has a row."""
    if not calls:
        return
    if not isinstance(component, RigidBody) or not isinstance(calls, tuple):
        raise ValueError("it has calls that wait, which only a RigidBody may have")
    for method, arguments in calls:
        if _CALLS.get(method) != len(arguments) or not isinstance(arguments, tuple):
            _refuse_call(method)
        for argument in arguments:
            for number in argument if isinstance(argument, tuple) else (argument,):
                if number is not None:
                    check.finite(number, method, np.inf)
    component._own_overrides().calls = calls


def _refuse_call(method: Any) -> NoReturn:
    raise ValueError(f"its call of {str(method)[:40]} is none that can wait")
