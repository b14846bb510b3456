"""Draw joints on a picture: anchors, axes, rods, springs and ropes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import esper
from PIL import ImageDraw

from ecsphys import (
    DistanceJoint,
    GearJoint,
    MotorJoint,
    MouseJoint,
    PrismaticJoint,
    PulleyJoint,
    RatchetJoint,
    Transform,
    Vec2,
    WeldJoint,
    WheelJoint,
)

JOINT, AIM = "#1f5fa8", "#b03030"
Pixel = Callable[[Vec2], tuple[float, float]]
COILS = 8


def to_world(entity: int | None, point: Any) -> Vec2:
    """Return a point of an entity's frame in the world."""
    return Vec2(*point) if entity is None else place_of(entity).local_to_world(point)


def place_of(entity: int | None) -> Transform:
    """Return where an entity is; the world's origin for None."""
    return Transform() if entity is None else esper.component_for_entity(entity, Transform)


def ends(joint: Any) -> list[Vec2]:
    """Return where a joint that a step has adopted takes hold, in the world."""
    anchors = [to_world(joint.a, joint.anchor_a), to_world(joint.b, joint.anchor_b)]
    return [*anchors, joint.ground_a, joint.ground_b] if isinstance(joint, PulleyJoint) else anchors


def mark_joint(joint: Any, pen: ImageDraw.ImageDraw, pixel: Pixel, fine: int, radius: float) -> None:
    """Draw a joint that a step has adopted. `fine` is the width of a thin line, `radius` a dot's in such."""
    if joint.broken:
        return

    def draw(points: list[Vec2], color: str = JOINT, width: int = 2) -> None:
        pen.line([pixel(p) for p in points], color, width * fine, joint="curve")

    def dot(p: Vec2, color: str = JOINT, share: float = 1.0) -> None:
        x, y = pixel(p)
        r = share * radius * fine
        pen.ellipse((x - r, y - r, x + r, y + r), "#ffffff", color, round(0.5 * r))

    a, b = ends(joint)[:2]
    if isinstance(joint, DistanceJoint):
        draw(coil(a, b) if joint.hertz else [a, b], width=1 if joint.hertz else 2)
    elif isinstance(joint, PulleyJoint):
        draw([a, joint.ground_a, joint.ground_b, b])
        dot(joint.ground_a)
        dot(joint.ground_b)
    elif isinstance(joint, PrismaticJoint | WheelJoint):
        axis = joint.axis.rotated(place_of(joint.a).angle)
        lower, upper = joint.limits or (-20.0, 20.0)
        draw([a + axis * lower, a + axis * upper], width=1)
    elif isinstance(joint, MouseJoint):
        draw([a, b], AIM, 1)
        a, b = b, a
    elif isinstance(joint, MotorJoint):
        draw([a, b], AIM, 1)
    elif isinstance(joint, GearJoint | RatchetJoint):
        a, b = place_of(joint.a).position, place_of(joint.b).position
        draw([a, b], width=1)
    if isinstance(joint, WeldJoint):
        x, y = pixel(b)
        r = radius * fine
        pen.rectangle((x - r, y - r, x + r, y + r), JOINT)
    else:
        dot(a)
        dot(b, AIM if isinstance(joint, MouseJoint) else JOINT, 1.0 if a.distance(b) > 1.0 else 0.75)


def coil(a: Vec2, b: Vec2) -> list[Vec2]:
    """Return the line of a spring between two points."""
    along = b - a
    side = along.normalized().perpendicular * min(8.0, 0.06 * along.length)
    inner = [
        a + along * ((i + 0.5) / (2 * COILS)) + side * math.copysign(1.0, 0.5 - i % 2)
        for i in range(1, 2 * COILS - 1)
    ]
    return [a, *inner, b]
