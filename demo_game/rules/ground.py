"""What a character stands on, by three short rays from the centre of its lower round end."""

from __future__ import annotations

from typing import NamedTuple

from ecsphys import Physics, RigidBody, Vec2

from .. import tuning
from ..components import part
from ..layers import SOLID

_FEET = tuning.BODY_HEIGHT / 2 - tuning.BODY_RADIUS  # from the body's centre down to the round end's
_REACH = tuning.BODY_RADIUS / tuning.STEEPEST + tuning.SNAP_GAP
_SIDES = (0.0, -0.8 * tuning.BODY_RADIUS, 0.8 * tuning.BODY_RADIUS)


class Ground(NamedTuple):
    """`gap` is the distance between the sole and the ground along its normal."""

    entity: int
    normal: Vec2
    gap: float
    velocity: Vec2


def find_ground(physics: Physics, entity: int, position: Vec2) -> Ground | None:
    """The nearest ground under the body that is not too steep to stand on."""
    center = position - (0.0, _FEET)
    found = [hit for side in _SIDES if (hit := _ray(physics, entity, center, side)) is not None]
    if not found:
        return None
    gap, other, normal, point = min(found)
    body = part(other, RigidBody)
    return Ground(other, normal, gap, body.velocity_at(point) if body else Vec2(0.0, 0.0))


def _ray(physics: Physics, entity: int, center: Vec2, side: float) -> tuple[float, int, Vec2, Vec2] | None:
    """(gap, entity, normal, point) of the surface under the sole, continued to below its centre."""
    start = center + Vec2(side, 0.0)
    hit = physics.raycast(start, start - (0.0, _REACH), mask=SOLID, ignore=(entity,))
    if hit is None or hit.normal.y < tuning.STEEPEST:
        return None
    gap = (center - hit.point).dot(hit.normal) - tuning.BODY_RADIUS
    return gap, hit.entity, hit.normal, hit.point
