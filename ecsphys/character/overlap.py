"""Out of what a character was put into, or what was pushed into it."""

from __future__ import annotations

from typing import Any

from .._jit import kernel
from ..collide.chain import in_front
from ..collide.dispatch import collide, separate
from ..collide.manifold import CHAIN, NO_CONTACT, Manifold
from ..detect.one_way import facing
from ..world.layout import DYNAMIC, STATIC
from .layout import MOST_PLANES
from .near import Near, core_of, in_reach, own_core
from .planes import way_out

PASSES = 8
ROOM = 0.5  # of the skin: with less than that around it a character makes room
SQUEEZED = 1.0  # of the skin: overlaps deeper than that hurt
DIRECTIONS = ((0.0, 1.0), (0.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-0.7, 0.7), (0.7, 0.7), (-0.7, -0.7), (0.7, -0.7))
RINGS = 24  # how many times half its size a character looks for a free place


@kernel
def gap_to(near: Near, c: Any, body: Any, i: int) -> Manifold:
    """The deepest or nearest points of the character (as B) and proxy i; NO_CONTACT if it does not hold."""
    own, core = own_core(near, c), core_of(near, body, i)
    if core.form == CHAIN:
        if not in_front(near.turned, core, own):
            return NO_CONTACT
        m = collide(near.turned, core, own, 2.0 * body.skin)
    else:
        m = separate(near.turned, core, own)
    shape = near.shapes[i]
    if m.count > 0 and (shape.one_way_x != 0.0 or shape.one_way_y != 0.0):
        other = near.bodies[shape.body]
        rise = (other.x - other.previous_x) * m.nx + (other.y - other.previous_y) * m.ny
        inside = m.separation0 < -max(rise, 0.0) - body.skin
        if inside or c.dropping > 0.0 or not facing(shape, other.angle, m.nx, m.ny):
            return NO_CONTACT
    return m


@kernel
def depth_of(m: Manifold) -> float:
    """The smaller separation of a manifold's points."""
    if m.count == 2:
        return min(m.separation0, m.separation1)
    return m.separation0


@kernel
def gather_planes(near: Near, c: Any, body: Any) -> tuple[int, float, int]:
    """Planes of all that is within two skins; returns how many, the worst lack of room and of whom.

    The last number is 1 if that is something that does not move.
    """
    skin = body.skin
    planes = near.planes
    count = 0
    worst = 0.0
    still = 0
    for k in range(c.near):
        i = near.ids[k]
        if not in_reach(near, c, body, i, 0.0, 0.0, 2.0 * skin):
            continue
        kind = near.bodies[near.shapes[i].body].kind
        if kind == DYNAMIC and c.pushable == 0:
            continue
        m = gap_to(near, c, body, i)
        if m.count == 0:
            continue
        gap = depth_of(m)
        if gap >= 2.0 * skin:
            continue
        if gap < worst:
            worst = gap
            still = 1 if kind == STATIC else 0
        need = skin - gap if gap < ROOM * skin else ROOM * skin - gap
        if count < MOST_PLANES:
            planes[count, 0] = m.nx
            planes[count, 1] = m.ny
            planes[count, 2] = need
            planes[count, 3] = 1.0 if kind == STATIC else 0.0
            count += 1
    return count, worst, still


@kernel
def lacks_room(near: Near, count: int) -> bool:
    """Whether one of the planes asks for a motion."""
    for k in range(count):
        if near.planes[k, 2] > 0.0:
            return True
    return False


@kernel
def make_room(near: Near, c: Any, body: Any) -> int:
    """Move the character out of what overlaps it, as little as possible.

    Returns 1 if some overlap stays (the character is crushed), 2 if it is stuck in what never moves.
    """
    skin = body.skin
    worst = 0.0
    still = 0
    for _ in range(PASSES):
        count, worst, still = gather_planes(near, c, body)
        if not lacks_room(near, count):
            return 0
        x, y = way_out(near.planes, count, 0.01 * skin)
        if x == 0.0 and y == 0.0:
            break
        body.x += x
        body.y += y
    else:
        count, worst, still = gather_planes(near, c, body)
    if worst > -SQUEEZED * skin:
        return 0
    return 1 + still


@kernel
def is_free(near: Near, c: Any, body: Any) -> bool:
    """Whether nothing overlaps the character where it is."""
    _, worst, _ = gather_planes(near, c, body)
    return bool(worst >= 0.0)


@kernel
def escape(near: Near, c: Any, body: Any, size: float) -> bool:
    """Put a character that is stuck to the nearest free place, upwards first; says whether there is one."""
    x, y = body.x, body.y
    for ring in range(1, RINGS + 1):
        for dx, dy in DIRECTIONS:
            body.x = x + 0.5 * size * ring * dx
            body.y = y + 0.5 * size * ring * dy
            if is_free(near, c, body):
                return True
    body.x = x
    body.y = y
    return False
