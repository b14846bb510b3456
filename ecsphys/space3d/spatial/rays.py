"""All boxes that a ray enters, with the fraction of its way at which it does."""

from __future__ import annotations

import numpy as np

from ...arrays import Ints, Reals
from ...compile import INTS, REAL, array, entry, kernel, value
from ...spatial.walk import NONE
from .shared import member_at
from .slabs import Ray, Slabs, slabs_of
from .walk import (
    PROXY_TREE,
    ProxyTree,
    chain_of,
    entered_slots,
    entry_in,
    lowest_bit,
    start_walk,
    step_on_ray,
)

RAY = value(Ray, *[REAL] * 10)


@kernel
def find_in_part(
    tree: ProxyTree, part: int, slabs: Slabs, limit: float, ids: Ints, fractions: Reals, count: int
) -> int:
    """Append the proxies of a part whose boxes a ray enters; returns the new count, see `find_on_ray`."""
    top = start_walk(tree, part).top
    while top > 0:
        top, slot = step_on_ray(tree, slabs, limit, top)
        while slot != NONE:
            bits = entered_slots(tree, slabs, limit, slot)
            while bits != 0:
                hit = (slot & ~7) + lowest_bit(bits)
                bits &= bits - 1
                if count < len(ids):
                    ids[count] = member_at(tree, hit)
                    fractions[count] = entry_in(tree, hit)
                count += 1
            slot = chain_of(tree, slot)
    return count


@entry(PROXY_TREE, RAY, INTS, array(np.float64))
def find_on_ray(tree: ProxyTree, ray: Ray, ids: Ints, fractions: Reals) -> int:
    """Write the proxies whose boxes a ray, or a box swept along it, enters, and where, in no order.

    Returns how many there are; those for which there is no room are only counted. A ray that starts inside
    of a box enters it at 0.
    """
    slabs, count = slabs_of(ray), 0
    for part in range(2):
        count = find_in_part(tree, part, slabs, float(ray.limit), ids, fractions, count)
    return count
