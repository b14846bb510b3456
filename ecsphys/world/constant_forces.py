"""Apply the constant forces of a step."""

from __future__ import annotations

from ..arrays import BodyRows, Ints, Rows
from ..compile import INT, INTS, array, entry
from ..math2d.elementary import cos_sin
from .areas import CONSTANT_FORCE, LOCAL_FORCE, VISIT
from .bodies import BODY, DYNAMIC, PUT_ASIDE


@entry(array(CONSTANT_FORCE), INTS, array(BODY), INTS, array(VISIT), INT)
def apply_constant_forces(
    forces: Rows, order: Ints, bodies: BodyRows, heads: Ints, visits: Rows, count: int
) -> int:
    """Add constant forces to bodies that are awake; those that turn with their body become visits.

    `heads` and `visits` as in `Influences`; returns the new count of visits.
    """
    for row in order:
        force = forces[row]
        body = bodies[force.body]
        if body.awake == 0 or body.kind != DYNAMIC or body.lost == PUT_ASIDE:
            continue
        body.torque += force.torque
        if force.local == 0:
            body.force_x += force.x
            body.force_y += force.y
        else:
            c, s = cos_sin(body.angle)
            visit = visits[count]
            visit.area, visit.effects, visit.near, visit.calms = force.body, LOCAL_FORCE, 0, 0
            visit.x, visit.y = c * force.x - s * force.y, s * force.x + c * force.y
            visit.next = heads[force.body]
            heads[force.body] = count
            count += 1
    return count
