"""Mass, centre and inertia of a body in space from its colliders."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...arrays import Reals2
from ...limits import MASS, MOST_SLENDER
from ...world.bodies import DYNAMIC, KINDS, STATIC
from ..math3d.products import inverse_of, product
from ..math3d.quaternion import Rotation, rotate, rotation_of
from ..math3d.vec3 import Vec3
from ..shapes import Shape3
from .body import Body3D
from .body_options import LOCK_TURNS, inertia_words
from .collider import Collider3D

_ORIGIN = Vec3(0.0, 0.0, 0.0)
_NOTHING = (0.0,) * 6
# Ratio of moments of inertia; a single shape at its door's limit passes.
_MOST_UNEQUAL = 10.0 * MOST_SLENDER * MOST_SLENDER
_NO_INERTIA = np.zeros((3, 3))
# Words of `BodyMass`: mass, inverse mass, inertia, inverse inertia, centre, reach, half width.
MASS_WORDS = 1 + 1 + 6 + 6 + 3 + 1 + 1

BodyMass = tuple[float, ...]


class Sum(NamedTuple):
    """All shapes of a collider together; `turns`: some turn with the body."""

    mass: float
    center: Vec3
    inertia: Reals2
    reach: float  # from the body's origin
    half_width: float
    turns: bool


def body_mass(
    entity: int, kind: int, locks: int, body: Body3D | None, collider: Collider3D | None
) -> BodyMass:
    """Sum up the masses of an entity's shapes, or take those that its Body3D was given.

    A body without Body3D or that is not dynamic has its centre at the origin. Raises `ValueError` for a
    dynamic body without mass or with a shape that serves static bodies only.
    """
    whole = Sum(1.0, _ORIGIN, np.eye(3), 0.0, math.inf, True)
    if collider is not None:
        if kind != STATIC:
            for shape in collider._shapes:
                if not shape.solid:
                    _refuse_unbounded(entity, kind, shape)
        whole = _sum(collider)
    if body is None or kind != DYNAMIC:
        return (*(0.0, 0.0), *_NOTHING, *_NOTHING, *_ORIGIN, whole.reach, whole.half_width)
    mass, inertia = whole.mass, whole.inertia
    given, given_inertia = body._overrides.mass, body._overrides.inertia
    if given is not None:
        inertia = inertia * (given / mass if mass > 0.0 and collider is not None else 1.0)
        mass = given
    if given_inertia is not None:
        inertia = np.asarray(given_inertia)
    if mass <= 0.0:
        raise ValueError(
            f"dynamic body of entity {entity} has no mass: its shapes have no volume; "
            "give Body3D a mass or the entity a shape with a volume"
        )
    if not MASS[0] <= mass <= MASS[1]:
        raise ValueError(
            f"entity {entity}: mass must be from {MASS[0]:g} to {MASS[1]:g}, its shapes have {mass!r}; "
            "give Body3D a mass or the Collider3D another density"
        )
    inverse: tuple[float, ...] = _NOTHING
    if (whole.turns or given_inertia is not None) and locks & LOCK_TURNS != LOCK_TURNS:
        _require_invertible(entity, inertia)
        inverse = inertia_words(inverse_of(inertia))
    reach = whole.reach + whole.center.length
    return (
        *(mass, 1.0 / mass),
        *inertia_words(inertia),
        *inverse,
        *whole.center,
        *(reach, whole.half_width),
    )


def _require_invertible(entity: int, inertia: Reals2) -> None:
    """Raise `ValueError` for an inertia of which rounding leaves nothing about one axis."""
    moments = np.linalg.eigvalsh(inertia)
    if not moments[0] * _MOST_UNEQUAL >= moments[2]:
        raise ValueError(
            f"entity {entity}: the moments of inertia of its shapes must be at most {_MOST_UNEQUAL:g} times "
            f"each other, got {moments[0]:g} to {moments[2]:g}; give Body3D an inertia or bring the shapes "
            "nearer"
        )


def _refuse_unbounded(entity: int, kind: int, shape: Shape3) -> None:
    raise ValueError(
        f"{type(shape).__name__} serves static bodies only, entity {entity} has a {KINDS[kind]} Body3D; "
        "leave the Body3D out or use another shape"
    )


def _sum(collider: Collider3D) -> Sum:
    """Return all shapes together. AABBs never turn: a body of AABBs alone has infinite inertia."""
    shapes, settings = collider._shapes, collider._settings
    units = [shape.unit_mass for shape in shapes]
    masses = [unit.mass * settings.density for unit in units]
    rotations = [_rotation_of(collider, shape) for shape in shapes]
    centers = [
        settings.offset + rotate(rotation, unit.center)
        for rotation, unit in zip(rotations, units, strict=True)
    ]
    reach = max(unit.reach for unit in units) + settings.offset.length
    half_width = min(unit.half_width for unit in units)
    mass = math.fsum(masses)
    if mass == 0.0:
        return Sum(0.0, _ORIGIN, _NO_INERTIA, reach, half_width, False)
    center = Vec3(
        *(math.fsum(m * c[k] for m, c in zip(masses, centers, strict=True)) / mass for k in range(3))
    )
    inertia = np.zeros((3, 3))
    for unit, m, c, rotation in zip(units, masses, centers, rotations, strict=True):
        turn, arm = np.array(rotation).reshape(3, 3), c - center
        own = product(product(turn, unit.inertia * settings.density), turn.T)
        inertia += own + m * (arm.length_squared * np.eye(3) - np.outer(arm, arm))
    turns = not all(shape.upright for shape in shapes)
    return Sum(mass, center, 0.5 * (inertia + inertia.T), reach, half_width, turns)


def _rotation_of(collider: Collider3D, shape: Shape3) -> Rotation:
    """Return the rotation of a shape in its body's frame: an upright one has none."""
    return rotation_of(*((1.0, 0.0, 0.0, 0.0) if shape.upright else collider._settings.orientation))
