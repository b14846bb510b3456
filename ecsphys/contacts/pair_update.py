"""The step from pairs of the broad phase to contacts."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import Ints
from ..math2d.vec2 import new_tuple
from ..spatial.index_update import insert_new_proxies, moved_proxies
from ..spatial.pair_index import KnownPairs
from ..spatial.pair_keys import split_keys
from ..world.base_world import BaseWorld
from ..world.detection_counts import BOXES, NODES
from .growth import reserve_contacts
from .table import table_of, world_rows_of


def update_pairs(world: BaseWorld, context: Any) -> None:
    """Add the contacts of all shapes whose fat box was rewritten since the last call.

    Costs nothing when there are none. A new contact of a sleeping body wakes it.
    """
    if world.new_bodies or world.new_shapes:
        insert_new_proxies(world, context)
    if world.moved_count == 0:
        return
    moved = moved_proxies(world)
    solid, triggers = world.solid, world.triggers
    known = new_tuple(KnownPairs, (solid.contact_index, triggers.contact_index))
    keys = world.index.update(world.shapes.fat, world.shapes.filters, moved, world.pool, known)
    nodes, boxes = world.index.compared
    world.tests[NODES] += nodes  # one by one: numpy converts a tuple of two at ten times the cost
    world.tests[BOXES] += boxes
    if world.filter_pairs is not None and world.has_filters:
        # The game's code: if it raises, the next call finds the pairs again.
        keys = world.filter_pairs(without_hits(world, keys))
    world.dimension.mark_indexed(world.shapes.rows, moved)
    world.moved_count = 0
    world.has_unknown_touches = True
    if len(keys):
        reserve_contacts(solid, world.shapes.contacts_a_pair * len(keys))
        if world.has_triggers:
            reserve_contacts(triggers, len(keys))
        woken = world.dimension.add_contacts(
            table_of(solid), table_of(triggers), world_rows_of(world), keys, world.apart, context.response
        )
        world.awake_stale = world.awake_stale or woken > 0


def without_hits(world: BaseWorld, keys: Ints) -> Ints:
    """Return pair keys without those of projectiles and solid shapes: they are filtered when it hits."""
    filters = world.shapes.filters.view(np.ndarray)
    a, b = split_keys(keys)
    of_projectile = filters["projectile"][a] | filters["projectile"][b]
    of_trigger = filters["trigger"][a] | filters["trigger"][b]
    kept: Ints = keys[(of_projectile == 0) | (of_trigger != 0)]
    return kept
