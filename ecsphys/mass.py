"""Mass, centre and inertia of a body from its colliders."""

from __future__ import annotations

import math
from typing import NamedTuple

from .components import Collider, RigidBody
from .math2d.vec2 import Pair, Vec2
from .shapes import Shape
from .world.layout import DYNAMIC


class BodyMass(NamedTuple):
    """Mass, inertia about the centre, the centre in the body's frame, the furthest point from it, and half
    the smallest width of the shapes.
    """

    mass: float
    inertia: float
    center_x: float
    center_y: float
    reach: float = 0.0
    thin: float = math.inf
    turns: bool = False

    def inverse_mass(self, kind: int) -> float:
        """1 / mass, and 0 for what cannot be pushed."""
        return 1.0 / self.mass if kind == DYNAMIC else 0.0

    def inverse_inertia(self, kind: int) -> float:
        """1 / inertia, and 0 for what cannot be turned."""
        return 1.0 / self.inertia if kind == DYNAMIC and self.turns else 0.0


_ORIGIN = Vec2(0.0, 0.0)
NO_MASS = BodyMass(0.0, 0.0, 0.0, 0.0)


def body_mass(entity: int, rigid: RigidBody | None, collider: Collider | None) -> BodyMass:
    """Sum up an entity's shapes under what its RigidBody says.

    A body without RigidBody or that is not dynamic turns and moves about its origin. Raises
    `ValueError` for a dynamic body without mass or with a shape that serves static bodies only.
    """
    kind = "static" if rigid is None else rigid.kind
    if kind != "static" and collider is not None:
        _refuse_endless(entity, kind, collider)
    if rigid is None or kind != "dynamic":
        return BodyMass(0.0, 0.0, 0.0, 0.0, _reach(collider, _ORIGIN), _thin(collider))
    if collider is None:
        mass, inertia, center = rigid._mass or 1.0, rigid._inertia or 1.0, Vec2(0.0, 0.0)
    else:
        mass, center, inertia = _sum(collider)
        if rigid._mass is not None:
            inertia *= rigid._mass / mass if mass > 0.0 else 1.0
            mass = rigid._mass
        inertia = inertia if rigid._inertia is None else rigid._inertia
    if mass <= 0.0:
        raise ValueError(
            f"dynamic body of entity {entity} has no mass: its shapes have no area; "
            "give RigidBody a mass or the entity a shape with an area"
        )
    locked = rigid.lock_rotation
    turns = not locked and 0.0 < inertia < math.inf
    return BodyMass(mass, inertia, center.x, center.y, _reach(collider, center), _thin(collider), turns)


def _refuse_endless(entity: int, kind: str, collider: Collider) -> None:
    for shape in collider.shapes:
        if not shape.solid:
            raise ValueError(
                f"{type(shape).__name__} serves static bodies only, entity {entity} has a {kind} RigidBody; "
                "leave the RigidBody out or use another shape"
            )


def _sum(collider: Collider) -> tuple[float, Vec2, float]:
    """Mass, centre and inertia about it. AABBs never turn: of them alone a body has infinite inertia."""
    shapes, density = collider.shapes, collider.density
    if len(shapes) == 1:
        mass, center, inertia = shapes[0].unit_mass[:3]
        inertia = math.inf if shapes[0].upright else inertia * density
        return mass * density, _placed(shapes[0], center, collider), inertia
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
        return 0.0, Vec2(0.0, 0.0), 0.0
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
    turned = point if shape.upright or collider.angle == 0.0 else point.rotated(collider.angle)
    offset: Vec2 = collider.offset
    return turned + offset if offset != _ORIGIN else turned


def _reach(collider: Collider | None, center: Pair) -> float:
    """An upper bound of the distance of any point of the shapes from the centre."""
    if collider is None:
        return 0.0
    furthest = max([shape.unit_mass.reach for shape in collider.shapes])
    offset: Vec2 = collider.offset
    return furthest if offset == center else (offset - center).length + furthest


def _thin(collider: Collider | None) -> float:
    """Half the smallest width of the shapes."""
    return math.inf if collider is None else min([shape.unit_mass.thin for shape in collider.shapes])
