"""Mass, centre and inertia of a body from its colliders."""

from __future__ import annotations

import math
from typing import NoReturn

from ..limits import MASS
from ..math2d.vec2 import Vec2
from ..shapes import Shape
from ..world.bodies import DYNAMIC, KINDS, LOCK_ROTATION, STATIC
from .components import Collider, RigidBody

# Mass, inertia about the centre, inverse mass and inertia (0 where the body cannot move or turn), the centre
# in the body's frame, the distance of the furthest point from it, and half the smallest width of the shapes.
BodyMass = tuple[float, float, float, float, float, float, float, float]

_ORIGIN = Vec2(0.0, 0.0)


def body_mass(
    entity: int, kind: int, locks: int, rigid: RigidBody | None, collider: Collider | None
) -> BodyMass:
    """Sum up the masses of an entity's shapes, or take those that its RigidBody was given.

    A body without RigidBody or that is not dynamic has its centre at the origin. Raises `ValueError` for a
    dynamic body without mass or with a shape that serves static bodies only.
    """
    furthest, thin, offset = 0.0, math.inf, _ORIGIN
    if collider is None:
        mass, inertia, center = 1.0, 1.0, _ORIGIN
    else:
        if kind != STATIC:
            for shape in collider._shapes:
                if not shape.solid:
                    _refuse_unbounded(entity, kind, shape)
        mass, center, inertia, furthest, thin = _sum(collider)
        offset = collider._settings.offset
    if rigid is None or kind != DYNAMIC:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, furthest + offset.length, thin
    if rigid._overrides.mass is not None:
        inertia *= rigid._overrides.mass / mass if mass > 0.0 and collider is not None else 1.0
        mass = rigid._overrides.mass
    if rigid._overrides.inertia is not None:
        inertia = rigid._overrides.inertia
    if mass <= 0.0:
        raise ValueError(
            f"dynamic body of entity {entity} has no mass: its shapes have no area; "
            "give RigidBody a mass or the entity a shape with an area"
        )
    if not MASS[0] <= mass <= MASS[1]:
        raise ValueError(
            f"entity {entity}: mass must be from {MASS[0]:g} to {MASS[1]:g}, its shapes have {mass!r}; "
            "give RigidBody a mass or the Collider another density"
        )
    turns = 0.0 < inertia < math.inf and not locks & LOCK_ROTATION
    inverse_inertia = 1.0 / inertia if turns else 0.0
    reach = furthest if offset == center else furthest + (offset - center).length
    return mass, inertia, 1.0 / mass, inverse_inertia, center[0], center[1], reach, thin


def _refuse_unbounded(entity: int, kind: int, shape: Shape) -> NoReturn:
    raise ValueError(
        f"{type(shape).__name__} serves static bodies only, entity {entity} has a {KINDS[kind]} RigidBody; "
        "leave the RigidBody out or use another shape"
    )


def _sum(collider: Collider) -> tuple[float, Vec2, float, float, float]:
    """Return mass, centre, inertia, reach and half width of all shapes together.

    AABBs never turn: a body of AABBs alone has infinite inertia.
    """
    shapes, density = collider._shapes, collider._settings.density
    if len(shapes) == 1:
        shape = shapes[0]
        mass, center, inertia, furthest, thin = shape.unit_mass
        inertia = math.inf if shape.upright else inertia * density
        if collider._settings.angle != 0.0 or collider._settings.offset != _ORIGIN:
            center = _placed(shape, center, collider)
        return mass * density, center, inertia, furthest, thin
    units = [shape.unit_mass for shape in shapes]
    furthest, thin = max([unit.reach for unit in units]), min([unit.half_width for unit in units])
    masses = [unit.mass * density for unit in units]
    centers = [_placed(shape, shape.unit_mass.center, collider) for shape in shapes]
    mass = math.fsum(masses)
    if mass == 0.0:
        return 0.0, _ORIGIN, 0.0, furthest, thin
    center = Vec2(
        math.fsum(m * c.x for m, c in zip(masses, centers, strict=True)) / mass,
        math.fsum(m * c.y for m, c in zip(masses, centers, strict=True)) / mass,
    )
    if all(shape.upright for shape in shapes):
        return mass, center, math.inf, furthest, thin
    turning = 0.0
    for unit, m, c in zip(units, masses, centers, strict=True):
        own = unit.inertia * density if math.isfinite(unit.inertia) else 0.0
        turning += own + m * (c - center).length_squared
    return mass, center, turning, furthest, thin


def _placed(shape: Shape, point: Vec2, collider: Collider) -> Vec2:
    """Return a point of a shape in the body's frame."""
    offset, angle = collider._settings.offset, collider._settings.angle
    turned = point if angle == 0.0 or shape.upright else point.rotated(angle)
    return turned if offset == _ORIGIN else turned + offset
