"""Mass, centre and inertia of a body from its colliders."""

from __future__ import annotations

import math
from typing import NamedTuple

from .components import Collider, RigidBody
from .math2d.vec2 import Vec2, new_tuple
from .shapes import Shape
from .world.layout import DYNAMIC, KINDS, LOCK_ROTATION, STATIC


class BodyMass(NamedTuple):
    """Mass, inertia about the centre, what of both is left to be pushed and turned, the centre in the body's
    frame, the furthest point from it, and half the smallest width of the shapes.
    """

    mass: float
    inertia: float
    inverse_mass: float
    inverse_inertia: float
    center_x: float
    center_y: float
    reach: float
    thin: float


_ORIGIN = Vec2(0.0, 0.0)


def body_mass(
    entity: int, kind: int, locks: int, rigid: RigidBody | None, collider: Collider | None
) -> BodyMass:
    """Sum up an entity's shapes under what its RigidBody says.

    A body without RigidBody or that is not dynamic turns and moves about its origin. Raises
    `ValueError` for a dynamic body without mass or with a shape that serves static bodies only.
    """
    if kind != STATIC and collider is not None:
        _refuse_endless(entity, KINDS[kind], collider)
    if rigid is None or kind != DYNAMIC:
        return new_tuple(BodyMass, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, *_extent(collider, _ORIGIN)))
    if collider is None:
        mass, inertia, center = rigid._mass or 1.0, rigid._inertia or 1.0, _ORIGIN
    else:
        mass, center, inertia = _sum(collider)
        if rigid._mass is not None:
            inertia *= rigid._mass / mass if mass > 0.0 else 1.0
            mass = rigid._mass
        if rigid._inertia is not None:
            inertia = rigid._inertia
    if mass <= 0.0:
        raise ValueError(
            f"dynamic body of entity {entity} has no mass: its shapes have no area; "
            "give RigidBody a mass or the entity a shape with an area"
        )
    turns = not locks & LOCK_ROTATION and 0.0 < inertia < math.inf
    inverse_inertia = 1.0 / inertia if turns else 0.0
    extent = _extent(collider, center)
    return new_tuple(BodyMass, (mass, inertia, 1.0 / mass, inverse_inertia, *center, *extent))


def _refuse_endless(entity: int, kind: str, collider: Collider) -> None:
    for shape in collider._shapes:
        if not shape.solid:
            raise ValueError(
                f"{type(shape).__name__} serves static bodies only, entity {entity} has a {kind} RigidBody; "
                "leave the RigidBody out or use another shape"
            )


def _sum(collider: Collider) -> tuple[float, Vec2, float]:
    """Mass, centre and inertia about it. AABBs never turn: of them alone a body has infinite inertia."""
    shapes, density = collider._shapes, collider._density
    if len(shapes) == 1:
        shape = shapes[0]
        mass, center, inertia, _, _ = shape.unit_mass
        inertia = math.inf if shape.upright else inertia * density
        return mass * density, _placed(shape, center, collider), inertia
    pieces = [
        (
            shape.unit_mass.mass * density,
            _placed(shape, shape.unit_mass.center, collider),
            shape.unit_mass.inertia,
        )
        for shape in shapes
    ]
    mass = math.fsum(m for m, _, _ in pieces)
    if mass == 0.0:
        return 0.0, _ORIGIN, 0.0
    center = Vec2(
        math.fsum(m * c.x for m, c, _ in pieces) / mass, math.fsum(m * c.y for m, c, _ in pieces) / mass
    )
    if all(shape.upright for shape in shapes):
        return mass, center, math.inf
    turning = 0.0
    for m, c, inertia in pieces:
        own = inertia * density if math.isfinite(inertia) else 0.0
        turning += own + m * (c - center).length_squared
    return mass, center, turning


def _placed(shape: Shape, point: Vec2, collider: Collider) -> Vec2:
    """A point of a shape in the body's frame."""
    offset, angle = collider._offset, collider._angle
    turned = point if angle == 0.0 or shape.upright else point.rotated(angle)
    return turned if offset == _ORIGIN else turned + offset


def _extent(collider: Collider | None, center: Vec2) -> tuple[float, float]:
    """An upper bound of the distance of any point of the shapes from the centre, and half the smallest width
    of the shapes.
    """
    if collider is None:
        return 0.0, math.inf
    units = [shape.unit_mass for shape in collider._shapes]
    furthest, thin = max([unit[3] for unit in units]), min([unit[4] for unit in units])
    offset = collider._offset
    return (furthest if offset == center else (offset - center).length + furthest), thin
