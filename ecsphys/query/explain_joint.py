"""Explanations of joints: what one holds, against what, and why it does not give way or does not act."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ..arrays import FREE
from ..ecs.components import (
    DistanceJoint,
    GearJoint,
    Joint,
    MotorJoint,
    MouseJoint,
    PrismaticJoint,
    PulleyJoint,
    RatchetJoint,
    RevoluteJoint,
    Transform,
    WeldJoint,
    WheelJoint,
)
from ..ecs.simulation import Simulation
from ..user_warnings import looks_like_degrees
from ..world.bodies import DYNAMIC, PUT_ASIDE

_WHAT: dict[type[Joint], str] = {
    RevoluteJoint: "a common point of {a} and {b}",
    WeldJoint: "a common point and the angle of {a} and {b}",
    PrismaticJoint: "{b} on a line of {a}, and their angle",
    WheelJoint: "{b} on a line of {a}, about which it turns freely",
    DistanceJoint: "the distance of {a} and {b}",
    MotorJoint: "{b} where it is to be, seen from {a}",
    MouseJoint: "a point of {b} near {target}",
    GearJoint: "the angles of {a} and {b} in a ratio of {ratio:g}",
    RatchetJoint: "{b} from turning back relative to {a}",
    PulleyJoint: "{a} and {b} on the two ends of a rope",
}
# What a game gives of joints in radians.
_ANGLES: dict[type[Joint], tuple[str, ...]] = {
    RevoluteJoint: ("limits", "target_angle", "reference_angle"),
    WeldJoint: ("reference_angle",),
    PrismaticJoint: ("reference_angle",),
    MotorJoint: ("angle", "reference_angle"),
    GearJoint: ("phase", "reference_angle"),
    RatchetJoint: ("ratchet", "phase", "reference_angle"),
}
_NEAR = 0.01  # share of its range within which a coordinate is at its limit, and an effort at its largest


def explain_joint(simulation: Simulation, entity: int) -> str:
    """Return one sentence about the joint of an entity in a settled world."""
    components = simulation.registry.current_components(entity)
    if components is None:
        return f"entity {entity} does not exist, or is being deleted"
    joint = simulation.joints.joint_of(entity)
    if joint is None:
        return f"entity {entity} has no joint: explain takes two bodies, or one entity with a joint"
    what = next(text for kind, text in _WHAT.items() if isinstance(joint, kind))
    values = {name: getattr(joint, name, None) for name in ("ratio", "target")}
    values["target"] = None if values["target"] is None else tuple(values["target"])
    names = {"a": _name(joint.a), "b": _name(joint.b)}
    does = f"the {type(joint).__name__} {entity} holds {what.format(**names, **values)}"
    return f"{does}: {_state(simulation, entity, joint)}"


def _name(entity: int | None) -> str:
    return "the world" if entity is None else str(entity)


def _state(simulation: Simulation, entity: int, joint: Joint) -> str:
    """Say why it does not act, or with what load it does."""
    for other in (joint.a, joint.b):
        components = {} if other is None else simulation.registry.current_components(other)
        if components is None:
            gone = f"entity {other} does not exist, or is being deleted"
            return f"it is broken, {gone}" if joint.broken else gone
        if other is not None and Transform not in components and not joint.broken:
            return f"entity {other} has no Transform"
    if joint.broken:
        return "it is broken; broken = False mends it"
    if not joint.enabled:
        return "it is disabled, enabled is False"
    if simulation.world.row_of(entity) != FREE:
        return f"entity {entity} has a body, and a joint needs one of its own"
    if simulation.joints.table.members.get(entity) is not joint:
        return "it acts from the next step on"
    rows = [simulation.world.row_of(other) for other in (joint.a, joint.b) if other is not None]
    if FREE in rows:
        return "one of them has no body before the next step"
    bodies = simulation.world.bodies.rows.view(np.ndarray)[rows]
    if (aside := bodies["entity"][bodies["lost"] == PUT_ASIDE]).size:
        return f"{aside[0]} is put aside, see Physics.lost, and it acts no longer"
    if not (bodies["kind"] == DYNAMIC).any():
        return "neither of them is dynamic, so nothing can be moved"
    load = f"force ({joint.force.x:.4g}, {joint.force.y:.4g}) and torque {joint.torque:.4g} on b"
    asleep = [] if bodies["awake"].any() else ["nothing of it is awake"]
    return "; ".join([*asleep, *_reasons(simulation, joint), load])


def _angles_of(joint: Joint) -> Iterator[float]:
    """Return the angles that a game may have given of a joint."""
    for kind, names in _ANGLES.items():
        for name in names if isinstance(joint, kind) else ():
            value = getattr(joint, name)
            yield from value if isinstance(value, tuple) else (value or 0.0,)


def _reasons(simulation: Simulation, joint: Joint) -> list[str]:
    """Say which limits it is at, and whether its motor does what it can."""
    row = simulation.joints.table.row_of(joint)
    words = simulation.joints.table.rows.view(np.ndarray)[row]
    value, lower, upper = (float(words[name]) for name in ("value", "lower", "upper"))
    span = upper - lower if math.isfinite(upper - lower) else simulation.settings.length_unit
    found = []
    if words["lower_impulse"] != 0.0 or (lower > -math.inf and value <= lower + _NEAR * span):
        found.append(f"it is at its lower limit {lower:.4g}, at {value:.4g}")
    if words["upper_impulse"] != 0.0 or (upper < math.inf and value >= upper - _NEAR * span):
        found.append(f"it is at its upper limit {upper:.4g}, at {value:.4g}")
    effort = float(words["max_effort"])
    if effort > 0.0:
        given, speed = abs(float(words["motor_impulse"])) / simulation.context.h, float(words["speed"])
        wanted = float(words["motor_speed"])
        if given >= (1.0 - _NEAR) * effort:
            found.append(
                f"its motor gives all it has, {effort:.4g}, and runs at {speed:.4g} instead of {wanted:.4g}"
            )
        else:
            found.append(f"its motor runs at {speed:.4g}, with {given:.4g} of {effort:.4g}")
    elif words["motor_speed"] != 0.0:
        found.append("its motor has nothing to run with: its largest torque or force is 0")
    if any(map(looks_like_degrees, _angles_of(joint))):
        found.append("its angles look like degrees, and are in radians")
    for name, load in (("max_force", joint.force.length), ("max_torque", abs(joint.torque))):
        if load >= (1.0 - _NEAR) * words[name]:
            found.append(f"it gives all it has, {name} = {words[name]:.4g}")
    return found
