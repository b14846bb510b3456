"""The components that are the physics state: light views on the rows of a world."""

from .area import Area
from .character_controller import CharacterController, CharacterHit
from .collider import Collider
from .constant_force import ConstantForce
from .joints import (
    JOINT_KINDS,
    DistanceJoint,
    GearJoint,
    Joint,
    JointTable,
    MotorJoint,
    MouseJoint,
    PrismaticJoint,
    PulleyJoint,
    RatchetJoint,
    RevoluteJoint,
    WeldJoint,
    WheelJoint,
)
from .layers import ALL
from .projectile import Projectile
from .rigid_body import RigidBody
from .transform import Transform

__all__ = [
    "ALL",
    "JOINT_KINDS",
    "Area",
    "CharacterController",
    "CharacterHit",
    "Collider",
    "ConstantForce",
    "DistanceJoint",
    "GearJoint",
    "Joint",
    "JointTable",
    "MotorJoint",
    "MouseJoint",
    "PrismaticJoint",
    "Projectile",
    "PulleyJoint",
    "RatchetJoint",
    "RevoluteJoint",
    "RigidBody",
    "Transform",
    "WeldJoint",
    "WheelJoint",
]
