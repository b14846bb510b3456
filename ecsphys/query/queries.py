"""Questions to a world: rays and overlaps."""

from __future__ import annotations

from .world.state import World


class Queries:
    """The queries of `Physics`."""

    world: World
