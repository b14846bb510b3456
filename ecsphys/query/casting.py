"""Many rays and moving shapes, each with filters of its own, and what they meet."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..arrays import Ints, PartRows, Reals2, Rows
from ..collide.manifold import CHAIN
from ..compile import INT, INTS, REALS2, array, entry, inlined
from ..geometry.pair_kernels import PlacedShape, place_rows
from ..spatial.proxies import shape_core
from ..spatial.slabs import Ray, entry_to, slabs_of
from ..spatial.walk import NONE, PROXY_TREE, ProxyTree, member_at, next_slot, start_ray, step_on_ray
from .rays import hit_shape
from .scene import SCENE, Scene, is_before, passes_filter
from .shapes import cast_against, swept_box

# One row a caster. Its pose is that of a row of bodies, or its own; offset and way are in its frame.
# Entities that it does not see are a stretch of an array that all share, ascending.
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
        ("only_first", "i8"),  # 1: the first hit is enough
        ("mask", "i8"),
        ("triggers", "i8"),
        ("kinds", "i8"),
        ("ignored", "i8"),
        ("ignored_end", "i8"),
        ("rows", "i8"),  # a shape's points and parts, as in `Shape.packed`, among those of all; none: a ray
        ("rows_end", "i8"),
        ("parts", "i8"),
        ("parts_end", "i8"),
        ("radius", "f8"),
        ("turn", "f8"),  # the shape's own angle
        ("upright", "i8"),  # 1: the shape does not turn
    ]
)
# One row a shape (by its row) that a caster meets; a chain counts as one. Points and normals as in
# `WorldHit`.
CAST_HIT = np.dtype(
    [("caster", "i8"), ("row", "i8")] + [(name, "f8") for name in ("fraction", "x", "y", "nx", "ny")]
)


@inlined
def start_of(bodies: Rows, caster: Any) -> tuple[float, float, float, float, float]:
    """Where a caster starts, its angle, and its way, in the world's frame."""
    x, y, angle = caster.x, caster.y, caster.angle
    if caster.body != NONE:
        body = bodies[caster.body]
        x, y, angle = body.x, body.y, body.angle
    c, s = math.cos(angle), math.sin(angle)
    x += c * caster.offset_x - s * caster.offset_y
    y += s * caster.offset_x + c * caster.offset_y
    return x, y, angle, c * caster.dx - s * caster.dy, s * caster.dx + c * caster.dy


@inlined
def hit_row(
    bodies: Rows, shapes: Rows, hits: Rows, begin: int, count: int, i: int, fraction: float, only_first: int
) -> int:
    """The row of `hits` for shape i: a new one, `count`, or that of a hit that it replaces; NONE for neither.

    The caster's hits so far are rows `begin` ... `count`. One that is to have only its first keeps
    one; of a chain's segments the first counts.
    """
    place = count
    if only_first != 0:
        place = begin
    elif shapes[i].form == CHAIN:
        place = begin
        while place < min(count, len(hits)):
            other = shapes[hits[place].row]
            if other.body == shapes[i].body and other.index == shapes[i].index:
                break
            place += 1
    if place >= min(count, len(hits)):
        return max(place, count)
    old = hits[place]
    if fraction > old.fraction or (fraction == old.fraction and not is_before(bodies, shapes, i, old.row)):
        return NONE
    return place


@inlined
def write_hit(
    hits: Rows, place: int, k: int, i: int, fraction: float, x: float, y: float, nx: float, ny: float
) -> None:
    """Write a hit if there is room."""
    if place < len(hits):
        hit = hits[place]
        hit.caster = k
        hit.row = i
        hit.fraction = fraction
        hit.x = x
        hit.y = y
        hit.nx = nx
        hit.ny = ny


@entry(PROXY_TREE, SCENE, array(CASTER), INTS, REALS2, array(np.int64, 2), INT, array(CAST_HIT))
def cast_casters(
    tree: ProxyTree,
    scene: Scene,
    casters: Rows,
    ignored: Ints,
    rows: Reals2,
    parts: PartRows,
    spare: int,
    hits: Rows,
) -> int:
    """What all casters meet, caster by caster; returns how much room in `hits` that takes.

    `rows` and `parts` are the points and parts of all their shapes; `spare` is the first row of `turned`
    that is free for one.
    """
    fat, bodies, shapes, filters, turned = scene
    count = 0
    for k in range(len(casters)):
        c = casters[k]
        if c.enabled == 0:
            continue
        x, y, angle, dx, dy = start_of(bodies, c)
        ray = Ray(x, y, dx, dy, 1.0, 0.0, 0.0)
        turn = angle + c.turn if c.upright == 0 else 0.0
        own = PlacedShape(rows[c.rows : c.rows_end], parts[c.parts : c.parts_end], c.radius, x, y, turn)
        if c.rows < c.rows_end:
            place_rows(turned, own, spare, turn)
            ray = swept_box(turned, own, spare, dx, dy)
        slabs, begin, limit = slabs_of(ray), count, 1.0
        unseen = ignored[c.ignored : c.ignored_end]
        for part in range(2):
            top = start_ray(tree, part).top
            while top > 0:
                top, slot = step_on_ray(tree, slabs, limit, top)
                while slot != NONE:
                    i = member_at(tree, slot)
                    meets = entry_to(slabs, limit, fat, i) <= limit
                    if meets and passes_filter(bodies, filters, i, c.mask, c.triggers, c.kinds, unseen):
                        if c.rows < c.rows_end:
                            body = bodies[shapes[i].body]
                            core = shape_core(shapes[i], body.x - x, body.y - y)
                            fraction, nx, ny, hx, hy = cast_against(turned, own, spare, core, dx, dy)
                        else:
                            fraction, nx, ny = hit_shape(scene, i, x, y, dx, dy)
                            hx, hy = fraction * dx, fraction * dy
                        place = NONE
                        if fraction <= limit:
                            place = hit_row(bodies, shapes, hits, begin, count, i, fraction, c.only_first)
                        if place != NONE:
                            write_hit(hits, place, k, i, fraction, x + hx, y + hy, nx, ny)
                            count = max(count, place + 1)
                            if c.only_first != 0:
                                limit = fraction
                    slot = next_slot(tree, slot)
    return count
