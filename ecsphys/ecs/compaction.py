"""Close the gaps that removed bodies left in the rows: `Physics.bodies` shows them as one array."""

from __future__ import annotations

import numpy as np

from ..arrays import FREE, Ints, Rows
from ..contacts.growth import reindex_pairs
from ..world.base_world import BaseWorld
from .binding import bind_groups


def compact(world: BaseWorld) -> None:
    """Move rows together so that all of them are in use; return at once without gaps."""
    bodies = world.bodies
    if bodies.is_dense():
        return
    live = np.flatnonzero(bodies.rows["entity"][: bodies.count] > 0)
    new_row = np.full(len(bodies.rows), FREE, np.int64)
    new_row[live] = np.arange(len(live))
    bodies.move_to_front(live)
    rows = bodies.rows[: bodies.count]
    rows["next_in_island"] = new_row[rows["next_in_island"]]
    _renumber(world.shapes.rows, "body", new_row)
    _renumber(world.shapes.filters, "body", new_row)
    for table in (world.solid, world.triggers):
        for name in ("body_a", "body_b"):
            _renumber(table.pairs, name, new_row)
        reindex_pairs(table, world.dimension.index_pairs)
    bodies.renumber(new_row)
    world.new_bodies = [int(new_row[row]) for row in world.new_bodies if new_row[row] >= 0]
    world.awake_stale = True
    world.structure_version += 1
    offsets = range(0, bodies.count * bodies.width, bodies.width)
    world.word_offsets.update(zip(rows["entity"].tolist(), offsets, strict=True))
    bind_groups(bodies.parts[: bodies.count], bodies, offsets)


def _renumber(rows: Rows, name: str, new_row: Ints) -> None:
    """Translate a field that holds rows of bodies; FREE stays."""
    old = rows[name]
    rows[name] = np.where(old >= 0, new_row[old], old)
