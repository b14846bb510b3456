"""Joints as components: fields, defaults, and what is refused, in use or not."""

from __future__ import annotations

import copy
import inspect
import math
import pickle
from typing import Any

import esper
import numpy as np
import pytest

import ecsphys
from ecsphys import (
    DistanceJoint,
    GearJoint,
    MotorJoint,
    MouseJoint,
    Physics,
    PrismaticJoint,
    PulleyJoint,
    RatchetJoint,
    RevoluteJoint,
    RigidBody,
    Transform,
    WeldJoint,
    WheelJoint,
)
from ecsphys.ecs.components import JOINT_KINDS, Joint

COMMON = {
    "collide_connected": (False, True),
    "break_force": (math.inf, 5.0),
    "break_torque": (math.inf, 6.0),
    "enabled": (True, False),
}
SPRING = {"hertz": (0.0, 3.0), "damping_ratio": (0.0, 0.5)}

# Type, arguments after `a` and `b`, and its own fields: default and another value.
TYPES: list[tuple[type[Joint], tuple[Any, ...], dict[str, tuple[Any, Any]]]] = [
    (
        RevoluteJoint,
        (),
        {
            **SPRING,
            "limits": (None, (-1.0, 2.0)),
            "motor_speed": (0.0, -3.0),
            "max_motor_torque": (0.0, 7.0),
            "target_angle": (0.0, 0.25),
            "reference_angle": (None, 0.5),
        },
    ),
    (
        PrismaticJoint,
        (),
        {
            **SPRING,
            "axis": ((1.0, 0.0), (0.0, 1.0)),
            "limits": (None, (-math.inf, 2.0)),
            "motor_speed": (0.0, -3.0),
            "max_motor_force": (0.0, math.inf),
            "target_translation": (0.0, 4.0),
            "reference_angle": (None, 0.5),
        },
    ),
    (
        DistanceJoint,
        (),
        {
            **SPRING,
            "length": (None, 3.0),
            "min_length": (0.0, 2.0),
            "max_length": (math.inf, 9.0),
            "motor_speed": (0.0, 1.0),
            "max_motor_force": (0.0, 5.0),
        },
    ),
    (
        WeldJoint,
        (),
        {
            **SPRING,
            "angular_hertz": (0.0, 2.0),
            "angular_damping_ratio": (0.0, 1.0),
            "reference_angle": (None, 1.0),
        },
    ),
    (
        WheelJoint,
        (),
        {
            "axis": ((0.0, 1.0), (1.0, 0.0)),
            "hertz": (1.0, 4.0),
            "damping_ratio": (0.7, 1.0),
            "limits": (None, (-1.0, 1.0)),
            "motor_speed": (0.0, 10.0),
            "max_motor_torque": (0.0, 3.0),
        },
    ),
    (
        MotorJoint,
        (),
        {
            "offset": (None, (3.0, 4.0)),
            "angle": (0.0, 0.5),
            "linear_velocity": ((0.0, 0.0), (1.0, 2.0)),
            "angular_velocity": (0.0, 2.0),
            "max_force": (math.inf, 8.0),
            "max_torque": (math.inf, 9.0),
            "hertz": (0.0, 2.0),
            "damping_ratio": (1.0, 0.5),
        },
    ),
    (GearJoint, (), {"ratio": (1.0, -2.0), "phase": (0.0, 0.5)}),
    (RatchetJoint, (0.5,), {"ratchet": (0.5, -0.25), "phase": (0.0, 0.5)}),
    (
        PulleyJoint,
        ((0, 9), (5, 9)),
        {
            "ground_a": ((0.0, 9.0), (1.0, 8.0)),
            "ground_b": ((5.0, 9.0), (6.0, 8.0)),
            "ratio": (1.0, 2.0),
            "total_length": (None, 20.0),
        },
    ),
]
FIELDS = [
    (kind, arguments, name, *values)
    for kind, arguments, own in TYPES
    for name, values in {**COMMON, **own}.items()
]
IDS = [f"{kind.__name__}.{name}" for kind, _, name, _, _ in FIELDS]


def two_bodies() -> tuple[int, int]:
    return tuple(esper.create_entity(Transform(x, 0), RigidBody(mass=1, inertia=1)) for x in (0, 4))  # type: ignore[return-value]


def started(*joints: Joint) -> Physics:
    """Physics that has adopted these joints, each of an entity of its own."""
    physics = Physics()
    esper.add_processor(physics)
    for joint in joints:
        esper.create_entity(joint)
    physics.step_once()
    return physics


def test_all_types_are_public() -> None:
    names = [kind.__name__ for kind in JOINT_KINDS]
    assert len(names) == len(set(names)) == 10
    assert all(getattr(ecsphys, name) in JOINT_KINDS and name in ecsphys.__all__ for name in names)


FOLLOWING = "reference_angle", "length", "offset", "total_length"  # from how the bodies stand


@pytest.mark.parametrize(("kind", "arguments", "name", "default", "other"), FIELDS, ids=IDS)
def test_field(kind: Any, arguments: tuple[Any, ...], name: str, default: Any, other: Any) -> None:
    """It has its default, takes a value in the constructor, and is assigned before, in and after use."""
    a, b = two_bodies()
    joint = kind(a, b, *arguments)
    if name in FOLLOWING:
        assert getattr(joint, name) is not None  # None is what a game gives
    else:
        assert getattr(joint, name) == default
    position = list(inspect.signature(kind).parameters).index(name) if name not in COMMON else 99
    if position >= 2 + len(arguments):
        assert getattr(kind(a, b, *arguments, **{name: other}), name) == other
    setattr(joint, name, other)
    assert getattr(joint, name) == other
    setattr(joint, name, default)
    started(joint)
    setattr(joint, name, other)
    assert getattr(joint, name) == other
    esper.process(1 / 60)
    assert getattr(joint, name) == other
    esper.remove_component(3, kind)
    esper.process(1 / 60)
    assert getattr(joint, name) == other
    setattr(joint, name, default)


@pytest.mark.parametrize(("kind", "arguments", "name", "default", "other"), FIELDS, ids=IDS)
def test_copies_have_the_values_and_no_owner(
    kind: Any, arguments: tuple[Any, ...], name: str, default: Any, other: Any
) -> None:
    a, b = two_bodies()
    joint = kind(a, b, *arguments, anchor_a=(1, 2))
    setattr(joint, name, other)
    physics = started(joint)
    for made in (copy.copy(joint), copy.deepcopy(joint), pickle.loads(pickle.dumps(joint))):
        assert type(made) is kind
        assert (made.a, made.b, made.anchor_a, getattr(made, name)) == (a, b, (1, 2), other)
        made.break_force = 77.0
        assert joint.break_force != 77.0
        esper.create_entity(made)
    physics.step_once()
    assert physics.joints_of(a) == [3, 4, 5, 6]


def test_mouse_joint() -> None:
    joint = MouseJoint(1, (2, 3))
    assert (joint.a, joint.b, joint.target, joint.hertz, joint.damping_ratio, joint.max_force) == (
        None, 1, (2, 3), 5.0, 1.0, math.inf,
    )  # fmt: skip
    joint.target = (5, 6)
    assert joint.target == (5, 6)
    assert joint.broken is False
    assert joint.force == (0, 0)
    with pytest.raises(ValueError, match="a must be None, its target is a point of the world, got 2"):
        joint.a = 2
    joint.a = None
    joint.b = 3
    assert (joint.a, joint.b) == (None, 3)


def test_axis_is_a_unit_vector() -> None:
    assert PrismaticJoint(1, 2, axis=(3, 4)).axis == pytest.approx((0.6, 0.8))


NAN = math.nan
BAD: list[tuple[type[Joint], tuple[Any, ...], dict[str, Any], str]] = [
    (RevoluteJoint, (1, 1), {}, "b must be another entity than the other side, got 1 twice"),
    (RevoluteJoint, (None, None), {}, "b must be an entity where the other side is the world"),
    (RevoluteJoint, (0, 1), {}, "a must be an entity"),
    (RevoluteJoint, (-3, 1), {}, "a must be an entity"),
    (RevoluteJoint, (1, "2"), {}, "b must be an entity"),
    (RevoluteJoint, (True, 2), {}, "a must be an entity"),
    (RevoluteJoint, (1.5, 2), {}, "a must be an entity"),
    (RevoluteJoint, (1, 2), {"anchor": (NAN, 0)}, "anchor must be a pair of finite numbers"),
    (RevoluteJoint, (1, 2), {"anchor": 3}, "anchor must be a pair"),
    (RevoluteJoint, (1, 2), {"anchor_a": (0, math.inf)}, "anchor_a must be"),
    (RevoluteJoint, (1, 2), {"anchor": (0, 0), "anchor_b": (0, 0)}, "anchor must be None where"),
    (RevoluteJoint, (1, 2), {"limits": (1, -1)}, "limits must be None or .* lower <= upper"),
    (RevoluteJoint, (1, 2), {"limits": (NAN, 1)}, "limits must be"),
    (RevoluteJoint, (1, 2), {"limits": 3}, "limits must be"),
    *(
        (kind, (1, 2), {"limits": limits}, "limits must be (from|None)")
        for kind in (RevoluteJoint, PrismaticJoint, WheelJoint)
        for limits in (
            (math.inf, math.inf),
            (-math.inf, -math.inf),
            (1e300, 1e300),
            (-2e18, 0.0),
            (0.0, 2e18),
        )
    ),
    (RevoluteJoint, (1, 2), {"limits": (-2e12, 0.0)}, "limits must be from -1e\\+12 to 1e\\+12"),
    *(
        (RevoluteJoint, (1, 2), {name: value}, f"{name} must be True or False, got")
        for name in ("enabled", "collide_connected")
        for value in (NAN, "no", None, 2, 1, 0.0, ())
    ),
    (RevoluteJoint, (1, 2), {"hertz": -1}, "hertz must be"),
    (RevoluteJoint, (1, 2), {"damping_ratio": -1}, "damping_ratio must be"),
    (RevoluteJoint, (1, 2), {"max_motor_torque": -1}, "max_motor_torque must be"),
    (RevoluteJoint, (1, 2), {"motor_speed": NAN}, "motor_speed must be"),
    (RevoluteJoint, (1, 2), {"motor_speed": "fast"}, "motor_speed must be"),
    (RevoluteJoint, (1, 2), {"reference_angle": NAN}, "reference_angle must be"),
    (RevoluteJoint, (1, 2), {"break_force": -1}, "break_force must be"),
    (RevoluteJoint, (1, 2), {"break_torque": NAN}, "break_torque must be"),
    (PrismaticJoint, (1, 2), {"axis": (0, 0)}, "axis must be a vector other than zero"),
    (PrismaticJoint, (1, 2), {"max_motor_force": -1}, "max_motor_force must be"),
    (DistanceJoint, (1, 2), {"length": -1}, "length must be"),
    (DistanceJoint, (1, 2), {"length": NAN}, "length must be"),
    (DistanceJoint, (1, 2), {"min_length": 3, "max_length": 2}, "min_length must be at most max_length, 2.0"),
    (DistanceJoint, (1, 2), {"max_length": -2}, "max_length must be"),
    (WeldJoint, (1, 2), {"angular_hertz": -1}, "angular_hertz must be"),
    (MotorJoint, (1, 2), {"max_force": -1}, "max_force must be"),
    (MotorJoint, (1, 2), {"linear_velocity": (1, NAN)}, "linear_velocity must be"),
    (MouseJoint, (1, (NAN, 2)), {}, "target must be"),
    (MouseJoint, (None, (1, 2)), {}, "b must be an entity"),
    (GearJoint, (1, 2), {"ratio": 0}, "ratio must be a number other than zero"),
    (RatchetJoint, (1, 2, 0), {}, "ratchet must be a number other than zero"),
    (PulleyJoint, (1, 2, (0, 0), (1, 0)), {"ratio": 0}, "ratio must be"),
    (PulleyJoint, (1, 2, (0, 0), (1, NAN)), {}, "ground_b must be"),
]


@pytest.mark.parametrize(("kind", "arguments", "options", "message"), BAD)
def test_bad_argument(kind: Any, arguments: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        kind(*arguments, **options)


@pytest.mark.parametrize("options", [{"length": 3}, {"max_length": 9}, {"max_motor_force": 1}])
def test_a_distance_from_one_point_needs_a_length_or_limits(options: dict[str, float]) -> None:
    a, b = two_bodies()
    assert DistanceJoint(a, b, anchor=(1, 1), **options).anchor == (1, 1)  # type: ignore[arg-type]
    for lacking in ({}, {"hertz": 2.0}, {"hertz": 2.0, "max_length": 9.0}):
        with pytest.raises(ValueError, match=r"anchor is one point of both.*got anchor=\(1, 1\).*anchor_a"):
            DistanceJoint(a, b, anchor=(1, 1), **lacking)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["x", None, 2, 1, NAN])
def test_broken_is_true_or_false(value: Any) -> None:
    joint = RevoluteJoint(1, 2)
    with pytest.raises(TypeError, match="broken must be True or False, got"):
        joint.broken = value
    assert joint.broken is False


def test_numpy_bools_are_bools() -> None:
    joint = RevoluteJoint(1, 2, enabled=np.bool_(False))  # type: ignore[arg-type]
    joint.broken = joint.collide_connected = np.bool_(True)  # type: ignore[assignment]
    assert (joint.enabled, joint.broken, joint.collide_connected) == (False, True, True)
    assert all(type(one) is bool for one in (joint.enabled, joint.broken, joint.collide_connected))


def test_one_limit_alone() -> None:
    joint = PrismaticJoint(1, 2, limits=(-math.inf, 3.0))
    joint.limits = (-1e18, math.inf)
    assert joint.limits == (-1e18, math.inf)
    joint.limits = (-math.inf, math.inf)
    assert joint.limits is None


def test_unknown_keyword() -> None:
    with pytest.raises(TypeError, match="motor"):
        RevoluteJoint(1, 2, motor=3)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        RevoluteJoint(1, 2).limit = (0, 1)  # type: ignore[attr-defined]


ASSIGNED = [
    (kind, arguments, name, value)
    for kind, arguments, options, _ in BAD
    for name, value in options.items()
    if len(options) == 1
]


@pytest.mark.parametrize(("kind", "arguments", "name", "value"), ASSIGNED)
def test_bad_value_assigned_in_use(kind: Any, arguments: Any, name: str, value: Any) -> None:
    """It raises with the field and, for a value out of range, the entity; nothing changes."""
    a, b = two_bodies()
    joint = kind(a, b, *arguments[2:])
    physics = started(joint)
    before = bytes(physics.simulation.joints.table.rows[0].tobytes())
    with pytest.raises((ValueError, TypeError), match=name) as caught:
        setattr(joint, name, value)
    if caught.type is ValueError:
        assert "entity 3" in str(caught.value)
    assert bytes(physics.simulation.joints.table.rows[0].tobytes()) == before
    assert not physics.simulation.joints.table.changed


def test_crossed_lengths_assigned() -> None:
    joint = DistanceJoint(1, 2, min_length=2, max_length=5)
    with pytest.raises(ValueError, match=r"min_length must be at most max_length, 5\.0"):
        joint.min_length = 6
    with pytest.raises(ValueError, match=r"max_length must be at least min_length, 2\.0"):
        joint.max_length = 1
    assert (joint.min_length, joint.max_length) == (2, 5)


def test_sides_assigned() -> None:
    joint = RevoluteJoint(1, 2)
    with pytest.raises(ValueError, match="a must be another entity"):
        joint.a = 2
    joint.b = None
    with pytest.raises(ValueError, match="a must be an entity where the other side is the world"):
        joint.a = None
    assert (joint.a, joint.b) == (1, None)


def test_results_are_read_only() -> None:
    joint = RevoluteJoint(1, 2)
    for name in ("force", "torque", "stretch", "angle", "speed"):
        with pytest.raises(AttributeError):
            setattr(joint, name, 1.0)


def test_repr_says_what_it_joins() -> None:
    joint = RevoluteJoint(1, None)
    assert repr(joint) == "RevoluteJoint(1, None)"
    joint.broken = True
    assert repr(joint) == "RevoluteJoint(1, None, broken)"
