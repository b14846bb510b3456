"""A query's own shape against shapes of the world."""

from __future__ import annotations

import math
from typing import NamedTuple

from .._jit import INT, INTS, REAL, REALS2, entry, inlined
from ..collide.cast import shape_cast
from ..collide.dispatch import overlaps, separate
from ..collide.manifold import FACE, Core, Points
from ..detect.proxies import shape_core
from ..geometry.stage import SOLID, Solid, lay, part
from .scene import SCENE, WANTED, Ints, Reals2, Scene, Wanted, is_wanted

TOUCH, CAST, NEAREST = 0, 1, 2  # what `meet_at` looks for


class Meeting(NamedTuple):
    """How two cores meet: the fraction of the way (CAST), the distance (NEAREST) or 0; infinite if not."""

    value: float
    nx: float
    ny: float
    x: float
    y: float


NO_MEETING = Meeting(math.inf, 0.0, 0.0, 0.0, 0.0)


@inlined
def meeting(points: Points, a: Core, b: Core, dx: float, dy: float, task: int) -> Meeting:
    """How core A, on the way along (dx, dy), meets core B of the world; two without inside never do."""
    if a.form > FACE and b.form > FACE:
        return NO_MEETING
    if task == TOUCH:
        return Meeting(0.0, 0.0, 0.0, 0.0, 0.0) if overlaps(points, a, b) else NO_MEETING
    if task == NEAREST:
        m = separate(points, b, a)
        return Meeting(m.separation0, m.nx, m.ny, m.x0, m.y0)
    hit = shape_cast(points, a, dx, dy, b)
    if hit.fraction > 1.0:
        return NO_MEETING
    return Meeting(hit.fraction, hit.nx, hit.ny, hit.x, hit.y)


@entry(INTS, SCENE, WANTED, SOLID, REAL, REAL, INT, INT, INTS, REALS2)
def meet_at(
    ids: Ints,
    scene: Scene,
    wanted: Wanted,
    solid: Solid,
    dx: float,
    dy: float,
    task: int,
    spare: int,
    found: Ints,
    answers: Reals2,
) -> int:
    """A solid against given shapes: `found` gets those that it meets, `answers` (n, 5) their `Meeting`s.

    `spare` is the first row of `turned` that is free for the solid. Points count from the solid's
    origin; normals point to the shape found, for NEAREST away from it. Returns how many were found.
    """
    _, bodies, shapes, filters, turned = scene
    mask, triggers, kinds, ignored = wanted
    lay(turned, solid, spare, solid.angle)
    count = 0
    for i in ids:
        if not is_wanted(bodies, filters, i, mask, triggers, kinds, ignored):
            continue
        body = bodies[shapes[i].body]
        core = shape_core(shapes[i], body.x - solid.x, body.y - solid.y)
        best = NO_MEETING
        for k in range(len(solid.parts)):
            m = meeting(turned, part(solid, k, spare, 0.0, 0.0), core, dx, dy, task)
            if m.value < best.value:
                best = m
        if best.value < math.inf:
            found[count] = i
            for column in range(5):
                answers[count, column] = best[column]
            count += 1
    return count
