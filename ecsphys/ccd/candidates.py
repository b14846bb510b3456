"""Which bodies have to be swept at all: a sieve in two layers, both for little work a body."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import constants
from ..arrays import BodyRows, FilterRows, Ints, ShapeRows
from ..compile import INTS, array, entry, inlined
from ..contacts.table import CONTACTS, Table
from ..spatial.filters import may_collide
from ..spatial.proxies import Proxies
from ..spatial.quadtree.buckets import next_slot, proxy_in
from ..spatial.quadtree.nodes import NONE, Tree
from ..spatial.walk import Ray, entry_to, slabs_of, start_ray, step_on_ray
from ..world.bodies import AUTO, BODY, BULLET, OFF
from ..world.center import center_at
from ..world.shapes import SHAPE

SAGITTA = 0.1  # of its half width, that an arc may rise over its chord without being looked at


class Fast(NamedTuple):
    """How many bodies are to be swept, how many of these came right through their own width, and how many of
    all awake are `bullet`.
    """

    count: int  # type: ignore[assignment]
    far: int
    bullets: int


@inlined
def way_of(body: Any) -> float:
    """At most so far has a point of a body come in this step."""
    way = abs(body.x - body.previous_x) + abs(body.y - body.previous_y)
    return float(way + abs(body.angle - body.previous_angle) * furthest(body))


@inlined
def furthest(body: Any) -> float:
    """At most so far from a body's origin, which may be far from its centre of mass, are its points."""
    return float(body.reach + abs(body.center_x) + abs(body.center_y))


@inlined
def is_far(body: Any) -> bool:
    """Whether a body may have passed right through something, and touch it neither before nor after."""
    return bool(way_of(body) > 2.0 * body.thin)


@inlined
def swings_out(body: Any) -> bool:
    """Whether on the way a body leaves the box around its first and its last pose, by turning far."""
    turned = body.angle - body.previous_angle
    return bool(body.reach * turned * turned > 8.0 * SAGITTA * body.thin)


@inlined
def is_inside(shapes: ShapeRows, body: Any) -> bool:
    """Whether a body was in the fat boxes whose pairs are known all the time."""
    is_known = not swings_out(body)
    i = body.first_shape
    while i != NONE:
        is_known &= shapes[i].enlarged == 0
        i = shapes[i].next_shape
    return is_known


@entry(array(BODY), INTS, array(SHAPE), INTS)
def find_fast(bodies: BodyRows, awake: Ints, shapes: ShapeRows, fast: Ints) -> Fast:
    """Write to `fast` which of the bodies awake moved further than they may without being swept.

    Not those without contact to anything that they could pass, known since their fat boxes were made.
    """
    count, bullets = 0, 0
    for row in awake:
        body = bodies[row]
        if body.continuous != AUTO:
            bullets += body.continuous == BULLET
            if body.continuous == OFF:
                continue
        fast[count] = row  # no branch, see `narrow.sift`
        count += way_of(body) > constants.SWEEP_THRESHOLD * body.thin
    kept, far = 0, 0
    for k in range(count):
        body = bodies[fast[k]]
        passes = is_far(body)
        near = (body.static_contacts > 0) | (passes & (body.trigger_contacts > 0))
        keeps = (bullets > 0) | near | (not is_inside(shapes, body))
        fast[kept] = fast[k]
        kept += keeps
        far += keeps & passes
    return Fast(kept, far, bullets)


@inlined
def box_ray(body: Any, tight: npt.NDArray[np.float64], i: int) -> Ray:
    """The way of shape i's box in this step, backwards: it is known at the end."""
    dx, dy = body.previous_x - body.x, body.previous_y - body.y
    if body.angle != body.previous_angle:
        ex, ey = center_at(body, body.angle)
        sx, sy = center_at(body, body.previous_angle)
        return Ray(body.x + ex, body.y + ey, dx + sx - ex, dy + sy - ey, 1.0, body.reach, body.reach)
    lx, ly, ux, uy = tight[i, 0], tight[i, 1], tight[i, 2], tight[i, 3]
    return Ray(0.5 * (lx + ux), 0.5 * (ly + uy), dx, dy, 1.0, 0.5 * (ux - lx), 0.5 * (uy - ly))


@inlined
def ways_meet(a: Any, b: Any, tight: npt.NDArray[np.float64], i: int, j: int) -> bool:
    """Whether boxes around the ways of shape i of body a and shape j of body b in this step overlap."""
    ax, ay = a.previous_x - a.x, a.previous_y - a.y
    bx, by = b.previous_x - b.x, b.previous_y - b.y
    reach = 0.0
    if a.angle != a.previous_angle or b.angle != b.previous_angle:
        reach = 2.0 * (furthest(a) + furthest(b))
    return bool(
        tight[i, 0] + min(ax, 0.0) - reach <= tight[j, 2] + max(bx, 0.0)
        and tight[j, 0] + min(bx, 0.0) - reach <= tight[i, 2] + max(ax, 0.0)
        and tight[i, 1] + min(ay, 0.0) - reach <= tight[j, 3] + max(by, 0.0)
        and tight[j, 1] + min(by, 0.0) - reach <= tight[i, 3] + max(ay, 0.0)
    )


@inlined
def call_by_contacts(bodies: BodyRows, proxies: Proxies, table: Table, called: Ints) -> None:
    """Mark the bodies that by their contacts may have met something static, or something moving if one of the
    two is a `bullet`.

    Contacts are all that they can have met while their fat boxes are as the broad phase knows them.
    """
    called[:] = 0
    for k in range(table.counts[CONTACTS]):
        contact = table.contacts[k]
        row_a, row_b = proxies.shapes[contact.a].body, proxies.shapes[contact.b].body
        a, b = bodies[row_a], bodies[row_b]
        if contact.counted_as == 0 and a.continuous != BULLET and b.continuous != BULLET:
            continue
        if ways_meet(a, b, proxies.tight, contact.a, contact.b):
            called[row_a] = 1
            called[row_b] = 1


@inlined
def is_needed(
    tree: Tree, bodies: BodyRows, proxies: Proxies, filters: FilterRows, row: int, parts: int
) -> bool:
    """Whether a body has to be swept for what else it may have met, in the first parts of the tree: if these
    are two, `call_by_contacts` has told what its contacts say.
    """
    body = bodies[row]
    if (
        is_inside(proxies.shapes, body)
        and body.trigger_contacts == 0
        and (body.static_contacts == 0 or parts > 1)
    ):
        return False
    return may_pass(tree, bodies, proxies, filters, row, parts)


@inlined
def may_pass(
    tree: Tree, bodies: BodyRows, proxies: Proxies, filters: FilterRows, row: int, parts: int
) -> bool:
    """Whether a body's boxes crossed that of anything that it may meet in the first parts of the tree.

    Triggers count only for one that may have passed right through them.
    """
    body = bodies[row]
    passes = is_far(body)
    i = body.first_shape
    while i != NONE:
        slabs = slabs_of(box_ray(body, proxies.tight, i))
        for part in range(parts):
            top = start_ray(tree, part).top
            while top > 0:
                top, slot = step_on_ray(tree, slabs, 1.0, top)
                while slot != NONE:
                    j = proxy_in(tree, slot)
                    counts = passes or filters[i].trigger + filters[j].trigger == 0
                    if counts and entry_to(slabs, 1.0, proxies.fat, j) <= 1.0 and may_collide(filters, i, j):
                        return True
                    slot = next_slot(tree.chain, slot)
        i = proxies.shapes[i].next_shape
    return False
