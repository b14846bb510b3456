"""Boxes of shapes, kept in step with the poses of their bodies: tight ones, and fat ones for the index.

As in the plane (`spatial.proxies`): a fat box encloses the tight one with a margin and reaches ahead along
the motion. Shapes whose fat box was rewritten are listed for the broad phase.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import constants
from ...arrays import BodyRows, Boxes, Ints, ShapeRows
from ...compile import INT, INTS, Kernel, array, entry, entry_like, inlined, kernel
from ...limits import Limits
from ...spatial.proxies import Refreshed, is_driven, mark_indexed, room_of
from ...world.bodies import FORCED, STATIC
from ..collide.dispatch import bounds_of
from ..math3d.vec3 import Vec3
from ..settings import CONTEXT3, StepContext3
from .body_range import has_motion_within
from .cores import shape_core
from .falling import falls_out
from .groups import PROXIES3, Proxies3
from .records import BODY3, SHAPE3
from .state import World3

CROWD = 6.0  # pairs a body up to which fat boxes have their full margins (see `spatial.proxies`)
mark_indexed3: Kernel = entry_like(mark_indexed, __name__, array(SHAPE3), INTS)


@inlined
def encloses(fat: Boxes, tight: Boxes, i: int) -> bool:
    """Whether the fat box of shape i encloses its tight one."""
    lower = max(fat[i, 0] - tight[i, 0], max(fat[i, 1] - tight[i, 1], fat[i, 2] - tight[i, 2]))
    upper = max(tight[i, 3] - fat[i, 3], max(tight[i, 4] - fat[i, 4], tight[i, 5] - fat[i, 5]))
    return bool(max(lower, upper) <= 0.0)


@kernel
def fatten(fat: Boxes, tight: Boxes, body: Any, i: int, room: float, context: StepContext3) -> None:
    """Rewrite the fat box of shape i around its tight one, ahead of the motion of its body.

    Static shapes get a margin for rounding only.
    """
    margin = max(room * context.aabb_margin, context.speculative) if body.kind != STATIC else context.slop
    lookahead = room * context.lookahead
    x, y, z = body.vx * lookahead, body.vy * lookahead, body.vz * lookahead
    growth = (
        (1.0 + abs(x) / (tight[i, 3] - tight[i, 0] + 2.0 * margin))
        * (1.0 + abs(y) / (tight[i, 4] - tight[i, 1] + 2.0 * margin))
        * (1.0 + abs(z) / (tight[i, 5] - tight[i, 2] + 2.0 * margin))
    )
    if growth > constants.MAX_GROWTH:
        share = constants.MAX_GROWTH / growth
        x, y, z = share * x, share * y, share * z
    fat[i, 0] = tight[i, 0] - margin + min(x, 0.0)
    fat[i, 1] = tight[i, 1] - margin + min(y, 0.0)
    fat[i, 2] = tight[i, 2] - margin + min(z, 0.0)
    fat[i, 3] = tight[i, 3] + margin + max(x, 0.0)
    fat[i, 4] = tight[i, 4] + margin + max(y, 0.0)
    fat[i, 5] = tight[i, 5] + margin + max(z, 0.0)


@kernel
def enclose_way(fat: Boxes, tight: Boxes, body: Any, i: int) -> None:
    """Enlarge fat box i to enclose the shape's box where its body was before the step.

    Turning is left to the margin: the box is shifted back.
    """
    x, y, z = body.previous_x - body.x, body.previous_y - body.y, body.previous_z - body.z
    fat[i, 0] = min(fat[i, 0], tight[i, 0] + x)
    fat[i, 1] = min(fat[i, 1], tight[i, 1] + y)
    fat[i, 2] = min(fat[i, 2], tight[i, 2] + z)
    fat[i, 3] = max(fat[i, 3], tight[i, 3] + x)
    fat[i, 4] = max(fat[i, 4], tight[i, 4] + y)
    fat[i, 5] = max(fat[i, 5], tight[i, 5] + z)


@inlined
def refresh_body(
    body: Any, proxies: Proxies3, count: int, swept: int, room: float, context: StepContext3
) -> int:
    """Refresh the shapes of a body; appends those with a rewritten fat box to `moved` and returns its length.

    With `swept` the body moved here in this step: a new fat box also encloses where it was.
    """
    shapes, fat, tight, moved = proxies.shapes, proxies.fat, proxies.tight, proxies.moved
    i, origin, skin = body.first_shape, Vec3(body.x, body.y, body.z), 2.0 * body.skin
    before = i
    while i >= 0:
        shape = shapes[i]
        if shape.plane > 0:  # the same mesh again
            for side in range(6):
                tight[i, side], fat[i, side] = tight[before, side], fat[before, side]
            i = shape.next_shape
            continue
        before = i
        box = bounds_of(proxies.solids, shape_core(shape, body, origin))
        tight[i, 0] = box[0] - skin
        tight[i, 1] = box[1] - skin
        tight[i, 2] = box[2] - skin
        tight[i, 3] = box[3] + skin
        tight[i, 4] = box[4] + skin
        tight[i, 5] = box[5] + skin
        if shape.enlarged == 1:
            fatten(fat, tight, body, i, room, context)
        elif shape.enlarged == 2 or not encloses(fat, tight, i) or falls_out(fat, tight, i, body, context):
            fatten(fat, tight, body, i, room, context)
            if swept == 1 and shape.enlarged == 0:
                enclose_way(fat, tight, body, i)
            shape.enlarged = 1
            moved[count] = i
            count += 1
        i = shape.next_shape
    return count


@entry(array(BODY3), INTS, PROXIES3, INT, INT, INT, CONTEXT3)
def refresh_proxies3(
    bodies: BodyRows,
    rows: Ints,
    proxies: Proxies3,
    count: int,
    swept: int,
    contacts: int,
    context: StepContext3,
) -> Refreshed:
    """Refresh the shapes of bodies in a world of so many contacts, but for strays: see `refresh_body`."""
    room, most = room_of(contacts, bodies, CROWD), Limits(context.top_position, context.top_speed)
    strays, driven = 0, 0
    for row in rows:
        body = bodies[row]
        driven += is_driven(body)
        if has_motion_within(body, most) and body.lost != FORCED:
            count = refresh_body(body, proxies, count, swept, room, context)
        else:
            strays += 1
    return Refreshed(count, strays, driven)


def refresh_bodies3(world: World3, rows: Ints, swept: int, context: StepContext3) -> int:
    """Refresh the shapes of bodies (see `refresh_body`) and list those with a rewritten fat box as `moved`.

    Returns the number of bodies out of range, which are left out.
    """
    bodies, contacts = world.bodies.rows, world.solid.contact_count
    refreshed: Refreshed = refresh_proxies3(
        bodies, rows, proxies3_of(world), world.moved_count, swept, contacts, context
    )
    world.moved_count, world.is_driven = refreshed.moved, world.is_driven or refreshed.driven > 0
    return refreshed.strays


def proxies3_of(world: World3) -> Proxies3:
    """Return a world's proxies; `moved` has room for every shape."""
    shapes = world.shapes
    known: Proxies3 | None = shapes.group
    if known is None or known.moved is not world.moved:
        arrays = shapes.rows, shapes.fat, shapes.tight, shapes.solids
        shapes.group = known = Proxies3(*arrays, world.reserve_moved())
    return known


@entry(array(BODY3), array(SHAPE3), INTS, INTS)
def unlink_shapes3(bodies: BodyRows, shapes: ShapeRows, rows: Ints, taken: Ints) -> int:
    """Unlink all shapes of some bodies; `taken` receives their rows. Returns how many there are."""
    count = 0
    for row in rows:
        i = bodies[row].first_shape
        bodies[row].first_shape = -1
        while i >= 0:
            taken[count] = i
            count += 1
            i = shapes[i].next_shape
    return count


def release_proxies(world: World3, rows: Ints) -> tuple[Ints, list[int]]:
    """Unlink all shapes of bodies; return their rows, and nothing else: see `ecs.dimension`."""
    taken = np.empty(world.shapes.count, np.int64)
    return taken[: unlink_shapes3(world.bodies.rows, world.shapes.rows, rows, taken)], []
