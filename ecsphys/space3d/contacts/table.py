"""The kernels of contact tables, which are the plane's, for rows of space."""

from __future__ import annotations

from ...arrays import Ints
from ...compile import INT, INTS, Kernel, array, entry, entry_like
from ...contacts.growth import index_pairs
from ...contacts.pending_edits import invalidate_touches
from ...contacts.table import Table, WorldRows, add_new_contacts, remove_contacts_of
from ..world.groups import WORLD_ROWS3
from ..world.records import BODY3, SHAPE3
from .planes import add_planes_of_pairs
from .scene import TABLE3

_BODIES, _SHAPES = array(BODY3), array(SHAPE3)

remove_contacts_of3: Kernel = entry_like(remove_contacts_of, __name__, TABLE3, _BODIES, _SHAPES, INTS, INTS)
invalidate_touches3: Kernel = entry_like(invalidate_touches, __name__, _BODIES, _SHAPES, INTS, TABLE3)
index_pairs3: Kernel = entry_like(index_pairs, __name__, TABLE3)


@entry(TABLE3, TABLE3, WORLD_ROWS3, INTS, INTS, INT)
def add_contacts3(
    solid: Table, triggers: Table, rows: WorldRows, keys: Ints, apart: Ints, response: int
) -> int:
    """Add the contacts of sorted new pair keys, see `contacts.table`; of solid meshes one for each plane."""
    woken = add_new_contacts(solid, triggers, rows, keys, apart, response)
    add_planes_of_pairs(solid, rows, keys, response)
    return woken
