"""Contacts in groups that share no body which moves, each small enough for the processor's cache.

All sub-steps of a group are done before the next group's turn, so its constraints come from memory once
a step and not with every pass. Groups are made of whole islands: the results have the same bits as without.
"""

from __future__ import annotations

from ..arrays import BodyRows, ContactRows, Ints, ShapeRows
from ..compile import inlined, kernel
from .island import find_root, unite
from .records import GROUP_SIZE, Workspace

SEARCH_INTERVAL = 30  # steps until islands are looked for again where one has most of the constraints


@inlined
def group_constraints(
    bodies: BodyRows, awake: Ints, shapes: ShapeRows, contacts: ContactRows, work: Workspace
) -> int:
    """Write the rows of all contacts to be solved to `work.rows`, group by group, and how far each reaches to
    `work.ends`. Returns how many groups there are, 1 if it is better to solve all together.
    """
    count = gather_contacts(contacts, work.rows)
    work.ends[0] = count
    if count < 2 * GROUP_SIZE:
        return 1
    if work.pause[0] > 0:
        work.pause[0] -= 1
        return 1
    largest = find_islands(bodies, awake, shapes, contacts, work, count)
    if 2 * largest > count:
        work.pause[0] = SEARCH_INTERVAL
        return 1
    return sort_by_groups(work, count)


@kernel
def gather_contacts(contacts: ContactRows, rows: Ints) -> int:
    """Write the rows of all contacts to be solved; returns how many."""
    count = 0
    for row in range(len(contacts)):
        contact = contacts[row]
        rows[count] = row  # no branch, see `narrow.sift`
        count += (contact.count > 0) & (contact.solid != 0)
    return count


@kernel
def find_islands(
    bodies: BodyRows, awake: Ints, shapes: ShapeRows, contacts: ContactRows, work: Workspace, count: int
) -> int:
    """Write the island of each contact to `work.classes`, its constraints to `work.sizes`; returns the most
    that one has.
    """
    parents, sizes, islands = work.parents, work.sizes, work.classes
    for row in awake:
        parents[row] = row
        sizes[row] = 0
    for k in range(count):
        contact = contacts[work.rows[k]]
        a, b = shapes[contact.a].body, shapes[contact.b].body
        if bodies[a].awake == 1 and bodies[b].awake == 1:
            unite(parents, a, b)
        islands[k] = a if bodies[a].awake == 1 else b
    largest = 0
    for k in range(count):
        island = find_root(parents, islands[k])
        islands[k] = island
        sizes[island] += 1
        largest = max(largest, sizes[island])
    return int(largest)


@kernel
def sort_by_groups(work: Workspace, count: int) -> int:
    """Fill groups with islands in the order of their first contacts; returns how many there are."""
    rows, sizes, islands, ends = work.rows, work.sizes, work.classes, work.ends
    groups, taken = 0, 0
    for k in range(count):
        size = sizes[islands[k]]
        if size > 0:  # not seen yet: from now on, its group
            if taken > 0 and taken + size > GROUP_SIZE:
                ends[groups] = taken
                groups, taken = groups + 1, 0
            taken += size
            sizes[islands[k]] = ~groups
    ends[groups] = taken
    groups += 1
    before = 0
    for group in range(groups):
        before, ends[group] = before + ends[group], before
    for k in range(count):
        work.unordered[k] = rows[k]
    for k in range(count):
        group = ~sizes[islands[k]]
        rows[ends[group]] = work.unordered[k]
        ends[group] += 1
    return groups
