"""Candidates for sweeps: the few bodies that moved far enough to have passed something, by cheap tests."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import constants
from ..arrays import BodyRows, FilterRows, Ints, ShapeRows
from ..compile import INTS, array, entry, inlined, kernel
from ..contacts.table import Table
from ..spatial.filters import may_collide
from ..spatial.proxies import Proxies
from ..spatial.slabs import Ray, entry_to, slabs_of
from ..spatial.walk import NONE, ProxyTree, member_at, next_slot, start_ray, step_on_ray
from ..world.bodies import AUTO, BODY, BULLET, OFF
from ..world.center import center_at
from ..world.shapes import SHAPE

SAGITTA = 0.1  # of the half width: smaller arcs over the chord of a rotation are neglected


class Fast(NamedTuple):
    """Numbers of candidates, of those that moved further than their own width, and of bullets awake."""

    count: int  # type: ignore[assignment]
    far: int
    bullets: int


@inlined
def displacement_bound(body: Any) -> float:
    """Upper bound on any point's displacement this step."""
    way = abs(body.x - body.previous_x) + abs(body.y - body.previous_y)
    return float(way + abs(body.angle - body.previous_angle) * reach_from_origin(body))


@inlined
def reach_from_origin(body: Any) -> float:
    """Upper bound on any point's distance from the body's origin; `reach` is from the centre of mass."""
    return float(body.reach + abs(body.center_x) + abs(body.center_y))


@inlined
def is_fast(body: Any) -> bool:
    """Whether a body moved further in this step than is safe without a sweep."""
    return bool(displacement_bound(body) > constants.SWEEP_THRESHOLD * body.half_width)


@inlined
def may_tunnel(body: Any) -> bool:
    """Whether a body may have passed through something that it touches neither before nor after the step."""
    return bool(displacement_bound(body) > 2.0 * body.half_width)


@inlined
def leaves_bounds_by_turning(body: Any) -> bool:
    """Whether a body leaves the bounds of its first and last pose in between, by rotating far."""
    turned = body.angle - body.previous_angle
    return bool(body.reach * turned * turned > 8.0 * SAGITTA * body.half_width)


@inlined
def ends_in_fat_boxes(shapes: ShapeRows, body: Any) -> bool:
    """Whether a body is inside the fat boxes whose pairs are known, at the end of the step."""
    is_known = True
    i = body.first_shape
    while i != NONE:
        is_known &= shapes[i].enlarged == 0
        i = shapes[i].next_shape
    return is_known


@inlined
def stayed_in_fat_boxes(shapes: ShapeRows, body: Any) -> bool:
    """Whether a body stayed inside the fat boxes whose pairs are known."""
    return bool(ends_in_fat_boxes(shapes, body) & (not leaves_bounds_by_turning(body)))


@entry(array(BODY), INTS, array(SHAPE), INTS)
def select_fast(bodies: BodyRows, awake: Ints, shapes: ShapeRows, fast: Ints) -> Fast:
    """Write to `fast` the bodies awake that moved further than is safe without a sweep.

    Bodies that stayed in their fat boxes and have no contact that they could pass are left out. What is never
    swept may overtake a bullet: then slow bullets are swept, too.
    """
    return find_fast(bodies, awake, shapes, fast)


@kernel
def find_fast(bodies: BodyRows, awake: Ints, shapes: ShapeRows, fast: Ints) -> Fast:
    """See `select_fast`."""
    count, bullets, unswept = 0, 0, 0
    for row in awake:
        body = bodies[row]
        if body.continuous != AUTO:
            bullets += body.continuous == BULLET
            if body.continuous == OFF:
                unswept += is_fast(body)
                continue
        fast[count] = row  # no branch, see ARCHITECTURE.md, "Crowds and branches"
        count += is_fast(body)
    selected, far = 0, 0
    for k in range(count):
        body = bodies[fast[k]]
        passes = may_tunnel(body)
        near = (body.static_contacts > 0) | (passes & (body.trigger_contacts > 0))
        is_selected = (bullets > 0) | near | (not stayed_in_fat_boxes(shapes, body))
        fast[selected] = fast[k]
        selected += is_selected
        far += is_selected & passes
    if unswept > 0 and bullets > 0:
        for row in awake:
            fast[selected] = row
            selected += bodies[row].continuous == BULLET and not is_fast(bodies[row])
    return Fast(selected, far, bullets)


@inlined
def reverse_box_ray(body: Any, tight: npt.NDArray[np.float64], i: int) -> Ray:
    """Return the motion of shape i's bounds in this step as a ray, in reverse: they are known at the end."""
    dx, dy = body.previous_x - body.x, body.previous_y - body.y
    if body.angle != body.previous_angle:
        ex, ey = center_at(body, body.angle)
        sx, sy = center_at(body, body.previous_angle)
        return Ray(body.x + ex, body.y + ey, dx + sx - ex, dy + sy - ey, 1.0, body.reach, body.reach)
    lx, ly, ux, uy = tight[i, 0], tight[i, 1], tight[i, 2], tight[i, 3]
    return Ray(0.5 * (lx + ux), 0.5 * (ly + uy), dx, dy, 1.0, 0.5 * (ux - lx), 0.5 * (uy - ly))


@inlined
def swept_boxes_overlap(a: Any, b: Any, tight: npt.NDArray[np.float64], i: int, j: int) -> bool:
    """Whether the bounds of shape i of body a and shape j of body b, swept over this step, overlap."""
    ax, ay = a.previous_x - a.x, a.previous_y - a.y
    bx, by = b.previous_x - b.x, b.previous_y - b.y
    reach = 0.0
    if a.angle != a.previous_angle or b.angle != b.previous_angle:
        reach = 2.0 * (reach_from_origin(a) + reach_from_origin(b))
    return bool(
        tight[i, 0] + min(ax, 0.0) - reach <= tight[j, 2] + max(bx, 0.0)
        and tight[j, 0] + min(bx, 0.0) - reach <= tight[i, 2] + max(ax, 0.0)
        and tight[i, 1] + min(ay, 0.0) - reach <= tight[j, 3] + max(by, 0.0)
        and tight[j, 1] + min(by, 0.0) - reach <= tight[i, 3] + max(ay, 0.0)
    )


@inlined
def mark_by_contacts(bodies: BodyRows, proxies: Proxies, table: Table, marked: Ints) -> None:
    """Mark the bodies with a contact of overlapping swept bounds, with a static body or between bullets.

    Contacts are complete as long as a body stays in the fat boxes that the broad phase knows.
    """
    for k in range(table.counts[0].contacts):
        contact = table.contacts[k]
        row_a, row_b = proxies.shapes[contact.a].body, proxies.shapes[contact.b].body
        a, b = bodies[row_a], bodies[row_b]
        if contact.counted_as == 0 and a.continuous != BULLET and b.continuous != BULLET:
            continue
        if swept_boxes_overlap(a, b, proxies.tight, contact.a, contact.b):
            marked[row_a] = 1
            marked[row_b] = 1


@inlined
def needs_sweep(
    tree: ProxyTree, bodies: BodyRows, proxies: Proxies, filters: FilterRows, row: int, parts: int
) -> bool:
    """Whether a body must be swept for proxies in the first `parts` of the tree that are no contacts of it.

    With two parts, `mark_by_contacts` has tested its contacts.
    """
    body = bodies[row]
    if (
        stayed_in_fat_boxes(proxies.shapes, body)
        and body.trigger_contacts == 0
        and (body.static_contacts == 0 or parts > 1)
    ):
        return False
    return crosses_proxy(tree, bodies, proxies, filters, row, parts)


@inlined
def crosses_proxy(
    tree: ProxyTree, bodies: BodyRows, proxies: Proxies, filters: FilterRows, row: int, parts: int
) -> bool:
    """Whether the swept bounds of a body cross a proxy that it may meet, in the first `parts` of the tree.

    Triggers count only if the body may have passed through them entirely.
    """
    body = bodies[row]
    passes = may_tunnel(body)
    i = body.first_shape
    while i != NONE:
        slabs = slabs_of(reverse_box_ray(body, proxies.tight, i))
        for part in range(parts):
            top = start_ray(tree, part).top
            while top > 0:
                top, slot = step_on_ray(tree, slabs, 1.0, top)
                while slot != NONE:
                    j = member_at(tree, slot)
                    is_relevant = passes or filters[i].trigger + filters[j].trigger == 0
                    if (
                        is_relevant
                        and entry_to(slabs, 1.0, proxies.fat, j) <= 1.0
                        and may_collide(filters, i, j)
                    ):
                        return True
                    slot = next_slot(tree, slot)
        i = proxies.shapes[i].next_shape
    return False
