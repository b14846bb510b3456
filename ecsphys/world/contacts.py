"""The contacts of a table, with what is known of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._jit import array, group
from .layout import CONTACT, MANIFOLD
from .state import PairTable, World

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]


class Contacts(NamedTuple):
    """Rows of CONTACT and, with the same numbers, of MANIFOLD; all in use."""

    rows: Rows
    manifolds: Rows


CONTACTS = group(Contacts, array(CONTACT), array(MANIFOLD))


def bodies_of(world: World, table: PairTable) -> tuple[Ints, Ints]:
    """The rows of the bodies of all contacts of a table, that of the smaller entity first."""
    contacts = table.contacts[: table.contact_count].view(np.ndarray)
    bodies = world.shapes.rows.view(np.ndarray)["body"]
    return bodies[contacts["a"]], bodies[contacts["b"]]


def contacts_of(table: PairTable) -> Contacts:
    """The contacts of a table."""
    count = table.contact_count
    return Contacts(table.contacts[:count], table.manifolds[:count])
