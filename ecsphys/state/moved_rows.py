"""Rows of bodies that have moved since the last step: files do without, also when an older one is read.

`physics.bodies` closes the gaps that deleted bodies left. Components that know a body by its row find it
again when the next step begins; until then they may have a number that is no row any more.
"""

from __future__ import annotations

import numpy as np

from ..arrays import FREE, Array
from .kept import Saved, copy_rows
from .owners import KEPT, rows_in

_BODY, _ENDS, _UNDER = ("body",), ("body_a", "body_b"), ("floor_body", "load_body")
_SYSTEM = "CharacterController"
_CHARACTERS = f"{_SYSTEM}.table"
_FIELDS = {
    "joints": _ENDS,
    "Area.table": _BODY,
    "ConstantForce.table": _BODY,
    _CHARACTERS: (*_BODY, *_UNDER),
    "Projectile.table": _BODY,
}


def find_moved_rows(owners: dict[str, Saved]) -> None:
    """Find the bodies of components that have a row that is none, and let areas look for theirs again."""
    entities = rows_in(owners, "bodies")["entity"]
    for owner, fields in _FIELDS.items():
        if owner not in owners:
            continue
        rows = rows_in(owners, owner)
        if any((rows[name] >= len(entities)).any() for name in fields):
            _find(rows, fields, entities)
            _put(owners, owner, len(KEPT[owner].values), copy_rows(rows))  # the first array
            if owner == _CHARACTERS:
                # Which character a body has is of the rows before: the next step binds them.
                _put(owners, _SYSTEM, KEPT[_SYSTEM].values.index("_of_body"), np.zeros(0, np.int64))
    if "Area" in owners:
        place = KEPT["Area"].values.index("_body_of_shape")
        bodies = owners["Area"][place]
        if isinstance(bodies, np.ndarray):
            _put(owners, "Area", place, np.where(bodies < len(entities), bodies, FREE))


def _find(rows: Array, fields: tuple[str, ...], entities: Array) -> None:
    """Set the fields that are no rows; a character stands on itself, which a step sees is not its floor."""
    row_of = {entity: row for row, entity in enumerate(entities.tolist())}
    for name in fields:
        moved = rows[name] >= len(entities)
        of = rows[name.replace("body", "entity") if name in _ENDS else "entity"][moved]
        rows[name][moved] = [row_of.get(entity, 0 if name in _UNDER else FREE) for entity in of.tolist()]


def _put(owners: dict[str, Saved], owner: str, place: int, value: object) -> None:
    """Replace one of the values of an owner."""
    saved = owners[owner]
    owners[owner] = (*saved[:place], value, *saved[place + 1 :])
