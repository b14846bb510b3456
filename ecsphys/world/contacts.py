"""The contacts of a table as kernels of the solver take them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy.typing as npt

from .._jit import array, group
from .layout import CONTACT, MANIFOLD
from .state import PairTable

Rows = npt.NDArray[Any]


class Contacts(NamedTuple):
    """Rows of CONTACT and, with the same numbers, of MANIFOLD; all in use."""

    rows: Rows
    manifolds: Rows


CONTACTS = group(Contacts, array(CONTACT), array(MANIFOLD))


def contacts_of(table: PairTable) -> Contacts:
    """The contacts of a table."""
    count = table.contact_count
    return Contacts(table.contacts[:count], table.manifolds[:count])
