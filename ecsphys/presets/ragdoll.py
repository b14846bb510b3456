"""A person of jointed limbs, seen from the side."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

import esper

from ..ecs.components import Collider, RevoluteJoint
from ..ecs.components.layers import group_number
from ..math2d import check
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Capsule
from .preset import Preset, body


@dataclass(frozen=True, kw_only=True)
class Ragdoll(Preset):
    """A person: eleven bodies, and ten `joints` in the order of the bodies after the hips.

    >>> import esper
    >>> from ecsphys import Physics, RigidBody, presets
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> doll = presets.ragdoll((0, 0))
    >>> len(doll.bodies), len(doll.joints)
    (11, 10)
    >>> esper.component_for_entity(doll.head, RigidBody).apply_impulse((-500, 0))
    """

    hips: int
    torso: int
    head: int
    left_upper_arm: int
    left_lower_arm: int
    right_upper_arm: int
    right_lower_arm: int
    left_upper_leg: int
    left_lower_leg: int
    right_upper_leg: int
    right_lower_leg: int


class _Limb(NamedTuple):
    """A limb of an upright person who looks along +x: heights in shares of the person's, angles in degrees.

    It hangs on its parent at the height of `pivot`, reaches as far as `tip` and, with its round ends,
    `radius` further. The joint's angle is from `lower` to `upper`, at first `pose`; positive is
    counter-clockwise, forward for what hangs down.
    """

    parent: str
    pivot: float
    tip: float
    radius: float
    lower: float = 0.0
    upper: float = 0.0
    pose: float = 0.0


# Heights of joints: R. Drillis and R. Contini, *Body Segment Parameters* (1966), figure of segment lengths.
# Limits: what a relaxed body reaches, rounded.
_LIMBS = {
    "hips": _Limb("", 0.600, 0.530, 0.070),
    "torso": _Limb("hips", 0.600, 0.790, 0.075, -50, 15),
    "head": _Limb("torso", 0.860, 0.930, 0.070, -40, 30),
    "left_upper_arm": _Limb("torso", 0.818, 0.632, 0.035, -50, 160, 25),
    "left_lower_arm": _Limb("left_upper_arm", 0.632, 0.410, 0.030, 0, 140, 20),
    "right_upper_arm": _Limb("torso", 0.818, 0.632, 0.035, -50, 160, -25),
    "right_lower_arm": _Limb("right_upper_arm", 0.632, 0.410, 0.030, 0, 140, 20),
    "left_upper_leg": _Limb("hips", 0.530, 0.285, 0.050, -20, 110, 12),
    "left_lower_leg": _Limb("left_upper_leg", 0.285, 0.040, 0.040, -130, 0, -5),
    "right_upper_leg": _Limb("hips", 0.530, 0.285, 0.050, -20, 110, -10),
    "right_lower_leg": _Limb("right_upper_leg", 0.285, 0.040, 0.040, -130, 0, -5),
}


def ragdoll(
    position: Pair,
    *,
    height: float = 128.0,
    facing: Literal[1, -1] = 1,
    density: float = 1.0,
    friction: float = 0.6,
    stiffness: float = 20.0,
    group: int | None = None,
) -> Ragdoll:
    """Create a limp person who stands at `position`, a point of the floor, and falls as soon as time runs.

    - `height`: from sole to crown. `facing`: 1 looks along +x, -1 along -x.
    - `density`: mass per area. `friction`: of the skin.
    - `stiffness`: friction in the joints. It slows the swing of a limb by that many rad/s each second; at
      gravity 900 and the usual height a hanging limb that is held out gains about 40.
    - `group`: the `Collider.group` of all limbs, below 0, so that they pass through each other; None: one
      of its own, minus the entity of its hips.

    To let it fly: `for limb in doll.bodies: esper.component_for_entity(limb, RigidBody).velocity = v`.

    Raises `ValueError` or `TypeError` that names the argument; nothing is created then.

    >>> import esper
    >>> from ecsphys import Collider, HalfPlane, Physics, RigidBody, Transform, presets
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> floor = esper.create_entity(Transform(), Collider(HalfPlane((0, 1))))
    >>> doll = presets.ragdoll((0, 0), height=128)
    >>> for limb in doll.bodies:
    ...     esper.component_for_entity(limb, RigidBody).velocity = (300, 200)
    ...
    >>> esper.component_for_entity(doll.head, Transform).y > 100
    True
    >>> for _ in range(120):
    ...     esper.process(1 / 60)
    ...
    >>> esper.component_for_entity(doll.head, Transform).y < 30  # it has fallen
    True
    """
    feet = check.point(position, "position")
    height = check.positive(height, "height")
    if facing not in (1, -1):
        raise ValueError(f"facing must be 1 or -1, got {facing!r}")
    stiffness = check.not_negative(stiffness, "stiffness")
    if group is not None and group_number(group, "group") >= 0:
        raise ValueError(f"group must be a whole number < 0, or None, got {group!r}")
    density, friction = check.positive(density, "density"), check.not_negative(friction, "friction")

    made: dict[str, int] = {}
    joints: list[int] = []
    placed = {"": (feet + Vec2(0.0, height * _LIMBS["hips"].pivot), 0.0)}
    for name, limb in _LIMBS.items():
        pivot, angle = placed[name] = _hang(limb, placed, height, facing)
        collider = Collider(_shape(limb, height), density=density, friction=friction)
        middle = pivot + Vec2(0.0, 0.5 * height * (limb.tip - limb.pivot)).rotated(angle)
        made[name] = body(*middle, angle, collider)
        collider.group = group or -made["hips"]
        if limb.parent:
            torque = stiffness * _inertia(_shape(limb, height), limb, height, density)
            joints.append(_hinge(limb, made[limb.parent], made[name], pivot, facing, torque))
    return Ragdoll(joints=tuple(joints), **made)


def _shape(limb: _Limb, height: float) -> Capsule:
    return Capsule(height * (abs(limb.tip - limb.pivot) + 2.0 * limb.radius), height * limb.radius)


def _hang(
    limb: _Limb, placed: dict[str, tuple[Vec2, float]], height: float, facing: int
) -> tuple[Vec2, float]:
    """Return where a limb's pivot is in the world, and its angle, from those of its parent."""
    pivot, angle = placed[limb.parent]
    rise = height * (limb.pivot - _LIMBS[limb.parent or "hips"].pivot)
    return pivot + Vec2(0.0, rise).rotated(angle), angle + facing * math.radians(limb.pose)


def _inertia(shape: Capsule, limb: _Limb, height: float, density: float) -> float:
    """Return the moment of inertia of a limb about its pivot."""
    own = shape.mass_properties(density)
    arm = 0.5 * height * (limb.tip - limb.pivot)
    return own.inertia + own.mass * arm * arm


def _hinge(limb: _Limb, parent: int, child: int, pivot: Vec2, facing: int, torque: float) -> int:
    """Create the joint of a limb, with friction: a motor that wants to stand still."""
    lower, upper = sorted((facing * math.radians(limb.lower), facing * math.radians(limb.upper)))
    return esper.create_entity(
        RevoluteJoint(
            parent,
            child,
            anchor=pivot,
            reference_angle=0.0,  # of an upright person
            limits=(lower, upper),
            max_motor_torque=torque,
        )
    )
