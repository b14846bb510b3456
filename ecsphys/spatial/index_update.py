"""The broad phase's index, kept in step with the world: new shapes, rewritten boxes, teleported bodies."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..world.base_world import BaseWorld
from ..world.checks import require_within


def refresh_rows(world: BaseWorld, rows: list[int], context: Any) -> None:
    """Refresh the points and boxes of bodies after their poses changed."""
    world.dimension.refresh_bodies(world, np.array(rows, np.int64), 0, context)


def insert_new_proxies(world: BaseWorld, context: Any) -> None:
    """Make the boxes of shapes that were added, and insert them into the index."""
    if world.new_bodies:
        refresh_rows(world, world.new_bodies, context)
        world.new_bodies.clear()
    if world.new_shapes:
        ids = np.array(sorted(world.new_shapes), np.int64)
        world.index.insert(world.shapes.fat, world.shapes.filters, ids)
        world.new_shapes.clear()


def repeat_pair_search(world: BaseWorld, rows: npt.NDArray[np.int64]) -> None:
    """Make the next `update_pairs` search for all pairs of these bodies again."""
    shapes = world.shapes.rows[: world.shapes.count].view(np.ndarray)
    ids = np.flatnonzero(np.isin(shapes["body"], rows) & (shapes["enlarged"] == 0))
    shapes["enlarged"][ids] = 1
    moved = world.reserve_moved()
    moved[world.moved_count : world.moved_count + len(ids)] = ids
    world.moved_count += len(ids)


def moved_proxies(world: BaseWorld) -> npt.NDArray[np.int64]:
    """Return the proxies whose fat box was rewritten since the last `update_pairs`, ascending."""
    moved = world.moved[: world.moved_count]
    moved.sort()
    return moved


def update_index(world: BaseWorld) -> None:
    """Hand rewritten boxes to the index; the next `update_pairs` finds their pairs."""
    world.index.move(world.shapes.fat, moved_proxies(world))


def synchronize_index(world: BaseWorld, context: Any, is_stale: bool) -> None:
    """Bring the index up to date between steps: new and teleported bodies and, if `is_stale`, moved ones.

    The next step finds their pairs.
    """
    bodies = world.bodies
    if len(bodies.teleported) > bodies.teleports_seen or world.new_bodies:
        rows = np.unique(bodies.teleported[bodies.teleports_seen :] + world.new_bodies)
        require_within(world, rows)
        refresh_rows(world, rows.tolist(), context)
        bodies.teleports_seen = len(bodies.teleported)
        insert_new_proxies(world, context)
        is_stale = True
    if is_stale:
        update_index(world)
