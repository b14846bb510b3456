"""Many rays and moving shapes, each with a filter of its own, and what they hit."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..arrays import BodyRows, CasterRows, Ints, PartRows, PointRows, Rows
from ..collide.cast import Cast
from ..collide.manifold import CHAIN, INSIDE
from ..compile import INT, INTS, REALS2, array, entry, group, inlined
from ..geometry.pair_kernels import PlacedShape, place_rows
from ..math2d.elementary import cos_sin
from ..spatial.proxies import shape_core
from ..spatial.slabs import Ray, entry_to, slabs_of
from ..spatial.walk import NONE, PROXY_TREE, ProxyTree, member_at, next_slot, start_ray, step_on_ray
from .rays import cast_ray_at
from .scene import SCENE, QueryFilter, Scene, is_before, passes_filter
from .shapes import cast_against, swept_box

# One row a caster. Its pose is that of a body, or its own; offset and way are in its frame. What differs in
# length from caster to caster is a range of the arrays in `CasterPools`.
CASTER = np.dtype(
    [
        ("body", "i8"),  # row of bodies, NONE: the pose is here
        ("x", "f8"),
        ("y", "f8"),
        ("angle", "f8"),
        ("offset_x", "f8"),
        ("offset_y", "f8"),
        ("dx", "f8"),
        ("dy", "f8"),
        ("enabled", "i8"),
        ("only_first", "i8"),  # 1: report the first hit only
        ("mask", "i8"),
        ("triggers", "i8"),
        ("kinds", "i8"),
        ("ignored", "i8"),
        ("ignored_end", "i8"),
        ("rows", "i8"),  # the points and parts of its shape; no rows: a ray
        ("rows_end", "i8"),
        ("parts", "i8"),
        ("parts_end", "i8"),
        ("radius", "f8"),
        ("turn", "f8"),  # the shape's own angle
        ("upright", "i8"),  # 1: the shape does not turn
    ]
)
# One row a shape (by its row) that a caster hits; a chain counts as one. Points and normals as in `WorldHit`.
CAST_HIT = np.dtype(
    [("caster", "i8"), ("row", "i8")] + [(name, "f8") for name in ("fraction", "x", "y", "nx", "ny")]
)


class CasterPools(NamedTuple):
    """The values of all casters that are ranges: ignored entities, ascending by caster; and, as in
    `Shape.packed`, the points and parts of their shapes.
    """

    ignored: Ints
    points: PointRows
    parts: PartRows
    max_points: int  # of one shape


CASTER_POOLS = group(CasterPools, INTS, REALS2, array(np.int64, 2), INT)


class CastStart(NamedTuple):
    """Where a caster starts, its angle and its way, in the world's frame."""

    x: float
    y: float
    angle: float
    dx: float
    dy: float


@inlined
def start_of(bodies: BodyRows, caster: Any) -> CastStart:
    """Return where a caster starts."""
    x, y, angle = caster.x, caster.y, caster.angle
    if caster.body != NONE:
        body = bodies[caster.body]
        x, y, angle = body.x, body.y, body.angle
    c, s = cos_sin(angle)
    x += c * caster.offset_x - s * caster.offset_y
    y += s * caster.offset_x + c * caster.offset_y
    return CastStart(x, y, angle, c * caster.dx - s * caster.dy, s * caster.dx + c * caster.dy)


@inlined
def placed_shape(pools: CasterPools, caster: Any, start: CastStart) -> PlacedShape:
    """Return the shape of a caster at its start; without rows for a ray."""
    turn = start.angle + caster.turn if caster.upright == 0 else 0.0
    points = pools.points[caster.rows : caster.rows_end]
    parts = pools.parts[caster.parts : caster.parts_end]
    return PlacedShape(points, parts, caster.radius, start.x, start.y, turn)


@inlined
def filter_of(pools: CasterPools, caster: Any) -> QueryFilter:
    """Return the filter of a caster."""
    ignored = pools.ignored[caster.ignored : caster.ignored_end]
    return QueryFilter(caster.mask, caster.triggers, caster.kinds, ignored)


@inlined
def cast_at(scene: Scene, i: int, placed: PlacedShape, spare: int, start: CastStart) -> Cast:
    """Return where a caster hits shape i, relative to its start."""
    if len(placed.rows) > 0:
        shape = scene.shapes[i]
        body = scene.bodies[shape.body]
        core = shape_core(shape, body.x - start.x, body.y - start.y)
        return cast_against(scene.turned, placed, spare, core, start.dx, start.dy)
    fraction, nx, ny = cast_ray_at(scene, i, start.x, start.y, start.dx, start.dy)
    return Cast(fraction, nx, ny, fraction * start.dx, fraction * start.dy)


@inlined
def hit_row(
    scene: Scene, hits: Rows, begin: int, count: int, i: int, fraction: float, only_first: int
) -> int:
    """Return the row of `hits` for shape i: a new one (`count`), that of a hit which it replaces, or NONE.

    The caster's hits so far are rows `begin` to `count`. If only the first is wanted there is one row; of the
    parts of a chain the first hit counts.
    """
    shapes = scene.shapes
    row = count
    if only_first != 0:
        row = begin
    elif shapes[i].form == CHAIN or shapes[i].form == INSIDE:
        row = begin
        while row < min(count, len(hits)):
            other = shapes[hits[row].row]
            if other.body == shapes[i].body and other.index == shapes[i].index:
                break
            row += 1
    if row >= min(count, len(hits)):
        return max(row, count)
    previous = hits[row]
    if fraction > previous.fraction or (
        fraction == previous.fraction and not is_before(scene, i, previous.row)
    ):
        return NONE
    return row


@inlined
def write_hit(hits: Rows, row: int, caster: int, i: int, start: CastStart, cast: Cast) -> None:
    """Write a hit if there is room."""
    if row < len(hits):
        hit = hits[row]
        hit.caster = caster
        hit.row = i
        hit.fraction = cast.fraction
        hit.x = start.x + cast.x
        hit.y = start.y + cast.y
        hit.nx = cast.nx
        hit.ny = cast.ny


@inlined
def cast_caster(
    tree: ProxyTree,
    scene: Scene,
    casters: CasterRows,
    k: int,
    pools: CasterPools,
    spare: int,
    hits: Rows,
    count: int,
) -> int:
    """Append the hits of caster k; returns the new count."""
    caster = casters[k]
    start = start_of(scene.bodies, caster)
    placed, query = placed_shape(pools, caster, start), filter_of(pools, caster)
    ray = Ray(start.x, start.y, start.dx, start.dy, 1.0, 0.0, 0.0)
    if len(placed.rows) > 0:
        place_rows(scene.turned, placed, spare, placed.angle)
        ray = swept_box(scene.turned, placed, spare, start.dx, start.dy)
    slabs, begin, limit = slabs_of(ray), count, 1.0
    for part in range(2):
        top = start_ray(tree, part).top
        while top > 0:
            top, slot = step_on_ray(tree, slabs, limit, top)
            while slot != NONE:
                i = member_at(tree, slot)
                if entry_to(slabs, limit, scene.fat, i) <= limit and passes_filter(scene, query, i):
                    cast, row = cast_at(scene, i, placed, spare, start), NONE
                    if cast.fraction <= limit:
                        row = hit_row(scene, hits, begin, count, i, cast.fraction, caster.only_first)
                    if row != NONE:
                        write_hit(hits, row, k, i, start, cast)
                        count = max(count, row + 1)
                        if caster.only_first != 0:
                            limit = cast.fraction
                slot = next_slot(tree, slot)
    return count


@entry(PROXY_TREE, SCENE, array(CASTER), CASTER_POOLS, INT, array(CAST_HIT))
def cast_casters(
    tree: ProxyTree, scene: Scene, casters: CasterRows, pools: CasterPools, spare: int, hits: Rows
) -> int:
    """Write the hits of all casters, caster by caster; returns how many rows they take.

    Hits without room are only counted. `spare` is the first row of `turned` that is free for shapes' points.
    """
    count = 0
    for k in range(len(casters)):
        if casters[k].enabled != 0:
            count = cast_caster(tree, scene, casters, k, pools, spare, hits, count)
    return count
