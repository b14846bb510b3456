"""How the arrays of a PairTable grow: kernels never do, so room is reserved before they are called."""

from __future__ import annotations

from collections.abc import Callable

from ..arrays import FREE, FilterRows, Index, MoverLists, grown, wide
from ..compile import INT, array, entry
from ..spatial.pair_index import INDEX, MISSING, insert
from ..spatial.pair_keys import pair_key
from ..world.contacts import PairTable, empty_index, empty_lists, empty_scratch
from ..world.shapes import FILTER
from .mover_lists import MOVER, MOVER_LISTS, enter_list, mover_of
from .table import TABLE, Table, table_of


def reserve_contacts(table: PairTable, more: int) -> None:
    """Make room for `more` contacts."""
    contacts = table.contact_count + more
    if contacts > len(table.contacts):
        table.contacts = grown(table.contacts[: table.contact_count], 2 * contacts)
        table.manifolds = grown(table.manifolds[: table.contact_count], 2 * contacts)
        table.scratch = empty_scratch(2 * contacts)
        lists = empty_lists(2 * contacts)
        copy_lists(table.lists, lists, table.contact_count)
        table.lists = lists
    if 2 * contacts > len(table.contact_index):
        table.contact_index = rehash(table.contact_index, 2 * contacts)


def reserve_pairs(table: PairTable, more: int) -> None:
    """Make room for `more` pairs."""
    pairs = table.pairs_end + more
    if pairs > len(table.pairs):
        table.pairs = grown(table.pairs[: table.pairs_end], 2 * pairs)
        table.active = grown(table.active, 2 * pairs)
    if 2 * pairs > len(table.pair_index):
        table.pair_index = rehash(table.pair_index, 2 * pairs)


@entry(INDEX, INDEX)
def copy_entries(old: Index, new: Index) -> None:
    """Insert every entry of an index into an empty one."""
    for i in range(len(old)):
        if old[i, 0] != MISSING:
            insert(new, old[i, 0], old[i, 1])


@entry(MOVER_LISTS, MOVER_LISTS, INT)
def copy_lists(old: MoverLists, new: MoverLists, count: int) -> None:
    """Put as many contacts into empty lists, each into that of the same mover."""
    for row in range(count):
        enter_list(new, row, wide(old[row, MOVER]))


def rehash(old: Index, capacity: int) -> Index:
    """Return the same index with room for more entries."""
    new = empty_index(capacity)
    copy_entries(old, new)
    return new


@entry(TABLE)
def index_pairs(table: Table) -> None:
    """Insert all pairs into an empty index."""
    for row in range(table.counts[0].pairs_end):
        pair = table.pairs[row]
        if pair.entity_a != FREE:
            insert(table.pair_index, pair_key(pair.body_a, pair.body_b), row)


@entry(TABLE)
def index_contacts(table: Table) -> None:
    """Insert all contacts into an empty index."""
    for row in range(table.counts[0].contacts):
        contact = table.contacts[row]
        insert(table.contact_index, pair_key(contact.a, contact.b), row)


def reindex(table: PairTable) -> None:
    """Rebuild both indices after all rows were replaced."""
    table.contact_index.fill(FREE)
    table.pair_index.fill(FREE)
    index_contacts(table_of(table))
    index_pairs(table_of(table))


@entry(TABLE, array(FILTER))
def list_contacts(table: Table, filters: FilterRows) -> None:
    """Put all contacts into empty lists."""
    for row in range(table.counts[0].contacts):
        enter_list(table.lists, row, mover_of(filters, table.contacts[row]))


def relist(table: PairTable, filters: FilterRows) -> None:
    """Make the lists of contacts by mover anew after all rows were replaced."""
    table.lists.fill(FREE)
    list_contacts(table_of(table), filters)


def reindex_pairs(table: PairTable, index: Callable[[Table], None] = index_pairs) -> None:
    """Rebuild the index of pairs after body rows were renumbered; `index` is the kernel that fills it."""
    table.pair_index = empty_index(len(table.pair_index))
    index(table_of(table))
