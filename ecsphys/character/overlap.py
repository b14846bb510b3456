"""What touches a character, and the way out of what it was put into or what was pushed into it.

Surfaces become rows of `planes`: normal (to the character), need, hardness, then proxy, gap and point.
"""

from __future__ import annotations

from typing import Any

from ..arrays import Reals2
from ..collide.chain import in_front
from ..collide.dispatch import separate
from ..collide.manifold import CHAIN
from ..compile import kernel
from ..contacts.one_way import is_on_solid_side, is_one_way
from ..world.bodies import DYNAMIC, STATIC
from .neighbours import Near, core_at, in_reach, own_core
from .planes import way_out
from .records import MOST_PLANES

PASSES = 8
ROOM = 0.5  # of the skin: with less than that around it a character makes room
DEEP = 0.5  # of its size: further inside of something static it looks for a free place instead
SQUEEZED = 1.0  # of the skin: overlaps deeper than that hurt
NX, NY, NEED, HARD, PROXY, GAP, X, Y = range(8)
COLUMNS = 8  # of `planes`
RINGS = 24  # how many times half its size a character looks for a free place
_A = 0.7
DIRECTIONS = ((0.0, 1.0), (0.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-_A, _A), (_A, _A), (-_A, -_A), (_A, -_A))


@kernel
def is_outside(c: Any, shape: Any, other: Any, skin: float, nx: float, ny: float, gap: float) -> bool:
    """Whether a character is on the solid side of a shape that has one, or was before the shape moved."""
    if not is_one_way(shape):
        return True
    rise = (other.x - other.previous_x) * nx + (other.y - other.previous_y) * ny
    if c.dropping > 0.0 or gap < -max(rise, 0.0) - skin:
        return False
    return bool(is_on_solid_side(shape, other.angle, nx, ny))


@kernel
def gather_planes(near: Near, planes: Reals2, c: Any, body: Any) -> int:
    """The surfaces within two skins of the character as planes; returns how many.

    Static ones are hard; dynamic ones, but for the floor, are there to be touched and need nothing.
    """
    bodies, shapes, turned, tight, ids = near
    skin = body.skin
    own = own_core(shapes, c)
    count = 0
    for k in range(c.near):
        i = ids[k]
        shape = shapes[i]
        if count == MOST_PLANES or not in_reach(tight, c, body, i, 0.0, 0.0, 2.0 * skin):
            continue
        other = bodies[shape.body]
        core = core_at(shape, body, other)
        if core.form == CHAIN and not in_front(turned, core, own):
            continue
        m = separate(turned, core, own)
        gap = m.separation0
        if gap > 2.0 * skin or not is_outside(c, shape, other, skin, m.nx, m.ny, gap):
            continue
        need = skin - gap if gap < ROOM * skin else ROOM * skin - gap
        if other.kind == DYNAMIC and shape.body != c.floor_body:
            need = -2.0 * skin
        planes[count, NX] = m.nx
        planes[count, NY] = m.ny
        planes[count, NEED] = need
        planes[count, HARD] = 1.0 if other.kind == STATIC else 0.0
        planes[count, PROXY] = i
        planes[count, GAP] = gap
        planes[count, X] = m.x0
        planes[count, Y] = m.y0
        count += 1
    return count


@kernel
def worst_need(planes: Reals2, count: int) -> int:
    """The plane that needs most, -1 when none needs anything."""
    worst, most = -1, 0.0
    for k in range(count):
        if planes[k, NEED] > most:
            worst, most = k, planes[k, NEED]
    return worst


@kernel
def make_room(near: Near, planes: Reals2, c: Any, body: Any, size: float) -> int:
    """Move the character out of what overlaps it, as little as possible.

    Returns 0 when nothing does any more, 1 when there is no way out, 2 when that is for something static.
    """
    skin = body.skin
    still = 0
    for _ in range(PASSES):
        count = gather_planes(near, planes, c, body)
        worst = worst_need(planes, count)
        if worst < 0:
            return 0
        if planes[worst, GAP] < -DEEP * size and planes[worst, HARD] == 1.0:
            return 2
        x, y = way_out(planes, count, 0.01 * skin)
        body.x += x
        body.y += y
        if planes[worst, GAP] > -SQUEEZED * skin:
            still = 0
        else:
            still = 1 + int(planes[worst, HARD])
        if x == 0.0 and y == 0.0:
            return still
    return still


@kernel
def escape(near: Near, planes: Reals2, c: Any, body: Any, size: float) -> bool:
    """Put a character that is stuck to the nearest free place, upwards first; says whether there is one."""
    x, y = body.x, body.y
    for ring in range(1, RINGS + 1):
        for dx, dy in DIRECTIONS:
            body.x = x + 0.5 * size * ring * dx
            body.y = y + 0.5 * size * ring * dy
            if worst_need(planes, gather_planes(near, planes, c, body)) < 0:
                return True
    body.x = x
    body.y = y
    return False
