"""The coarse volumes of colliders, tested before their shapes.

While those of two colliders are apart, so are all of their shapes: the exact test would find nothing. So it
is left out, and no bit of anything depends on volumes. One that has none is tested with its own shape.
"""

from __future__ import annotations

from ..collide.dispatch import are_apart
from ..collide.manifold import Core
from ..compile import kernel
from ..spatial.proxies import Proxies, volume_core
from ..world.shapes import ORIGIN

# Of the slop: how much further apart than shapes volumes must be. It covers rounding in both tests.
SLACK = 0.01


@kernel
def are_volumes_apart(
    proxies: Proxies, volume_a: int, volume_b: int, a: Core, b: Core, margin: float, slop: float
) -> bool:
    """Whether the volumes around two cores, or a core that has none, are more than a margin apart."""
    if volume_a != ORIGIN:
        a = volume_core(proxies.local, volume_a, a.x, a.y)
    if volume_b != ORIGIN:
        b = volume_core(proxies.local, volume_b, b.x, b.y)
    return are_apart(proxies.turned, a, b, margin + SLACK * slop)
