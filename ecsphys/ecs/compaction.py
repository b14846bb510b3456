"""Closing the gaps that removed bodies left, for whoever wants to see the rows as one array."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import FREE
from ..contacts.growth import reindex_pairs
from ..world.bodies import WIDTH
from ..world.state import World


def compact(world: World) -> None:
    """Move rows together so that all of them are in use; nothing to do without gaps."""
    bodies = world.bodies
    if bodies.is_dense():
        return
    live = np.flatnonzero(bodies.rows["entity"][: bodies.count] > 0)
    new_row = np.full(len(bodies.rows), FREE, np.int64)
    new_row[live] = np.arange(len(live))
    bodies.keep(live)
    rows = bodies.rows[: bodies.count]
    rows["next_in_island"] = new_row[rows["next_in_island"]]
    _renumber(world.shapes.rows, "body", new_row)
    _renumber(world.shapes.filters, "body", new_row)
    for table in (world.solid, world.triggers):
        for name in ("body_a", "body_b"):
            _renumber(table.pairs, name, new_row)
        reindex_pairs(table)
    bodies.renumber(new_row)
    world.new_bodies = [int(new_row[row]) for row in world.new_bodies if new_row[row] >= 0]
    world.awake_stale = True
    world.structure_version += 1
    for row, (entity, *parts) in enumerate(zip(rows["entity"].tolist(), *bodies.parts, strict=False)):
        at = world.word_offsets[entity] = row * WIDTH
        for part in parts:
            if part is not None:
                part._at = at


def _renumber(rows: npt.NDArray[Any], name: str, new_row: npt.NDArray[np.int64]) -> None:
    """Translate a field that holds rows of bodies; FREE stays."""
    old = rows[name]
    rows[name] = np.where(old >= 0, new_row[old], old)
