"""Joints: components that hold the bodies of two entities to each other."""

from .drives import MotorJoint, MouseJoint
from .gears import GearJoint, RatchetJoint
from .joint import Joint
from .pins import RevoluteJoint, WeldJoint
from .ropes import DistanceJoint, PulleyJoint
from .sliders import PrismaticJoint, WheelJoint
from .table import JointTable

# By number of the type, `JOINT.type`.
JOINT_KINDS: tuple[type[Joint], ...] = (
    RevoluteJoint,
    PrismaticJoint,
    DistanceJoint,
    WeldJoint,
    WheelJoint,
    MotorJoint,
    MouseJoint,
    GearJoint,
    RatchetJoint,
    PulleyJoint,
)

__all__ = [
    "JOINT_KINDS",
    "DistanceJoint",
    "GearJoint",
    "Joint",
    "JointTable",
    "MotorJoint",
    "MouseJoint",
    "PrismaticJoint",
    "PulleyJoint",
    "RatchetJoint",
    "RevoluteJoint",
    "WeldJoint",
    "WheelJoint",
]
