"""Surfaces that touch a character, and the resolution of overlaps with what moved into it, or it into."""

from __future__ import annotations

from typing import Any

from ..arrays import PlaneRows
from ..collide.chain import in_front
from ..collide.dispatch import separate
from ..collide.inside import holds
from ..collide.manifold import Manifold, mean_point
from ..compile import kernel
from ..contacts.one_way import is_on_solid_side, is_one_way
from ..math2d.core import CHAIN, INSIDE
from ..world.bodies import DYNAMIC, KINEMATIC, STATIC
from .carry import displacement_at
from .neighbours import Neighbours, box_in_reach, own_core, relative_core
from .planes import shortest_escape
from .records import FLOATING, MOST_PLANES
from .sweep import is_own_floor

PASSES = 8
MIN_GAP = 0.5  # as a fraction of the skin: smaller gaps are widened
MAX_DEPTH = 0.5  # as a fraction of its size: deeper in a static shape, a free place is searched
CRUSH_DEPTH = 1.0  # as a fraction of the skin: deeper overlaps crush
RINGS = 24  # of places to try, each half a size further out
_A = 0.7
DIRECTIONS = ((0.0, 1.0), (0.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-_A, _A), (_A, _A), (-_A, -_A), (_A, -_A))


@kernel
def is_on_solid_side_of(
    c: Any, proxy: int, shape: Any, other: Any, skin: float, nx: float, ny: float, gap: float
) -> bool:
    """Whether a character is on the solid side of a one-way shape, stands on it, or was before it moved."""
    if not is_one_way(shape):
        return True
    rise = (other.x - other.previous_x) * nx + (other.y - other.previous_y) * ny
    if c.dropping > 0.0 or (gap < -max(rise, 0.0) - skin and not is_own_floor(c, proxy)):
        return False
    return bool(is_on_solid_side(shape, other.angle, nx, ny))


@kernel
def is_put_below(c: Any, body: Any, other: Any, m: Manifold) -> bool:
    """Whether the shortest way out of a platform leads below it, though it did not come from above.

    What comes from above overlaps no deeper than it moved, unless it crushed the character before. So this
    one was put there, or the character was.
    """
    if c.mode == FLOATING or other.kind != KINEMATIC or other.skin > 0.0:
        return False
    if c.crushed & 1 == 1 or m.ny > -c.min_floor:
        return False
    _, rise = displacement_at(other, body.x + m.x0, body.y + m.y0)
    return bool(m.separation0 < min(rise, 0.0) - 2.0 * body.skin)


@kernel
def collect_planes(neighbours: Neighbours, planes: PlaneRows, c: Any, body: Any) -> int:
    """Write the surfaces within two skins of the character to `planes`; returns their number.

    Static ones are hard. Dynamic ones, except for the floor, are only recorded: their `need` is negative.
    """
    bodies, shapes, turned, tight, ids = neighbours
    skin = body.skin
    own = own_core(shapes, c)
    count = 0
    for k in range(c.neighbours):
        i = ids[k]
        shape = shapes[i]
        if count == MOST_PLANES or not box_in_reach(tight, c, body, i, 0.0, 0.0, 2.0 * skin):
            continue
        other = bodies[shape.body]
        core = relative_core(shape, body, other)
        if core.form == CHAIN and not in_front(turned, core, own):
            continue
        if core.form == INSIDE and not holds(turned, core, mean_point(turned, own)):
            continue
        m = separate(turned, core, own)
        nx, ny, gap = m.nx, m.ny, m.separation0
        if gap > 2.0 * skin or not is_on_solid_side_of(c, i, shape, other, skin, nx, ny, gap):
            continue
        if is_put_below(c, body, other, m):
            nx, ny, gap = 0.0, 1.0, body.y + c.below - tight[i, 3]
        need = skin - gap if gap < MIN_GAP * skin else MIN_GAP * skin - gap
        if other.kind == DYNAMIC and shape.body != c.floor_body:
            need = -2.0 * skin
        plane = planes[count]
        plane.nx = nx
        plane.ny = ny
        plane.need = need
        plane.hard = 1 if other.kind == STATIC else 0
        plane.proxy = i
        plane.gap = gap
        plane.x = m.x0
        plane.y = m.y0
        count += 1
    return count


@kernel
def most_violated(planes: PlaneRows, count: int) -> int:
    """Return the plane with the largest `need`, -1 if none is positive."""
    worst, most = -1, 0.0
    for k in range(count):
        if planes[k].need > most:
            worst, most = k, planes[k].need
    return worst


@kernel
def resolve_overlaps(neighbours: Neighbours, planes: PlaneRows, c: Any, body: Any, size: float) -> int:
    """Move the character out of overlaps, as little as possible.

    Returns 0 without overlaps left, 1 if some cannot be resolved, 2 if a static one cannot.
    """
    skin = body.skin
    still = 0
    for _ in range(PASSES):
        count = collect_planes(neighbours, planes, c, body)
        worst = most_violated(planes, count)
        if worst < 0:
            return 0
        if planes[worst].gap < -MAX_DEPTH * size and planes[worst].hard == 1:
            return 2
        x, y = shortest_escape(planes, count, 0.01 * skin)
        body.x += x
        body.y += y
        if planes[worst].gap > -CRUSH_DEPTH * skin:
            still = 0
        else:
            still = 1 + int(planes[worst].hard)
        if x == 0.0 and y == 0.0:
            return still
    return still


@kernel
def find_free_place(neighbours: Neighbours, planes: PlaneRows, c: Any, body: Any, size: float) -> bool:
    """Move a stuck character to the nearest free place, upwards first; returns whether there is one."""
    x, y = body.x, body.y
    for ring in range(1, RINGS + 1):
        for dx, dy in DIRECTIONS:
            body.x = x + 0.5 * size * ring * dx
            body.y = y + 0.5 * size * ring * dy
            if most_violated(planes, collect_planes(neighbours, planes, c, body)) < 0:
                return True
    body.x = x
    body.y = y
    return False
