"""Candidates for sweeps: the few bodies that moved far enough to have passed something, by cheap tests."""

from __future__ import annotations

import math
from typing import Any

from ... import constants
from ...arrays import BodyRows, Ints, ShapeRows
from ...ccd.candidates import Fast, ends_in_fat_boxes
from ...compile import INTS, array, entry, inlined, kernel
from ...world.bodies import AUTO, BULLET, OFF
from ..world.records import BODY3, SHAPE3


@inlined
def displacement(body: Any) -> float:
    """Return how far a body's origin moved in the step."""
    x, y, z = body.x - body.previous_x, body.y - body.previous_y, body.z - body.previous_z
    return math.sqrt(x * x + y * y + z * z)


@inlined
def is_fast(body: Any) -> bool:
    """Whether a body moved further in this step than is safe without a sweep.

    Sweeps are linear: what turns fast on the spot is no candidate.
    """
    return bool(displacement(body) > constants.SWEEP_THRESHOLD * body.half_width)


@entry(array(BODY3), INTS, array(SHAPE3), INTS)
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
        passes = displacement(body) > 2.0 * body.half_width
        near = (body.static_contacts > 0) | (passes & (body.trigger_contacts > 0))
        is_selected = (bullets > 0) | near | (not ends_in_fat_boxes(shapes, body))
        fast[selected] = fast[k]
        selected += is_selected
        far += is_selected & passes
    if unswept > 0 and bullets > 0:
        for row in awake:
            fast[selected] = row
            selected += bodies[row].continuous == BULLET and not is_fast(bodies[row])
    return Fast(selected, far, bullets)
