"""Broad phase: shapes whose fat box changed are shown to the index, and new pairs become contacts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..settings import StepContext
from ..world.checks import require_finite
from ..world.state import World
from .proxies import proxies_of, refresh_bodies


def refresh_rows(world: World, rows: list[int], context: StepContext) -> None:
    """Bring the points and boxes of bodies up to date with their poses."""
    refresh_bodies(world, np.array(rows, np.int64), 0, context)


def insert_new_proxies(world: World, context: StepContext) -> None:
    """Give shapes that were added a box and a place in the index."""
    if world.new_bodies:
        refresh_rows(world, world.new_bodies, context)
        world.new_bodies.clear()
    if world.new_shapes:
        ids = np.array(sorted(world.new_shapes), np.int64)
        world.index.insert(world.shapes.fat, world.shapes.filters, ids)
        world.new_shapes.clear()


def repeat_pair_search(world: World, rows: npt.NDArray[np.int64]) -> None:
    """Let the next `update_pairs` find the pairs of these bodies as if they were new."""
    shapes = world.shapes.rows[: world.shapes.count].view(np.ndarray)
    ids = np.flatnonzero(np.isin(shapes["body"], rows) & (shapes["enlarged"] == 0))
    shapes["enlarged"][ids] = 1
    room = proxies_of(world).moved
    room[world.moved_count : world.moved_count + len(ids)] = ids
    world.moved_count += len(ids)


def moved_proxies(world: World) -> npt.NDArray[np.int64]:
    """The proxies whose fat box was rewritten since the last `update_pairs`, ascending."""
    moved = world.moved[: world.moved_count]
    moved.sort()
    return moved


def update_index(world: World) -> None:
    """Show the index what has moved; the next `update_pairs` finds its pairs."""
    world.index.move(world.shapes.fat, moved_proxies(world))


def synchronize_index(world: World, context: StepContext, behind: bool) -> None:
    """Show the index what was placed by hand since the last look and, if `behind`, what has moved.

    Pairs are left for the next step to find.
    """
    bodies = world.bodies
    if len(bodies.teleported) > bodies.teleports_seen or world.new_bodies:
        rows = np.unique(bodies.teleported[bodies.teleports_seen :] + world.new_bodies)
        require_finite(world, rows)
        refresh_rows(world, rows.tolist(), context)
        bodies.teleports_seen = len(bodies.teleported)
        insert_new_proxies(world, context)
        behind = True
    if behind:
        update_index(world)
