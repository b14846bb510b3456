"""Sort constraints into groups that share no body that moves: whole islands, each solved by itself.

A group is small enough for the processor's cache. All its sub-steps are done before the next group's, so
its constraints come from memory once a step and not once a pass. The results have the same bits as without
groups.

Where a heavy body presses on a light one or hangs on light ones, its island is a group of its own, with more
sub-steps: the error of contacts and joints falls with their square (M. Macklin et al., *Small Steps
in Physics Simulation*, 2019).
"""

from __future__ import annotations

from typing import Any

from ..arrays import ConstraintRows
from ..compile import inlined, kernel
from ..settings import StepContext
from .constraint import PIN
from .dispatch import gather_constraints
from .records import GROUP_SIZE
from .union_find import find_root, unite
from .workspace import Workspace, WorldRows

REFINED = 2000  # joints and contacts, times refinement, up to which an island's joints refine it: not nets
SEARCH_INTERVAL = 30  # steps from one search for islands to the next while one has most of the constraints


@inlined
def group_constraints(rows: WorldRows, work: Workspace, context: StepContext) -> int:
    """Gather all constraints, group by group; return the number of groups, 1 where groups gain nothing.

    `work.constraints` holds them, `work.ends` the end of each group, `work.refinements` its refinement.
    """
    return divide_into_groups(rows, gather_constraints(rows, work.constraints, context), work)


@inlined
def divide_into_groups(rows: Any, count: int, work: Any) -> int:
    """Sort the first `count` constraints of `work` by groups; rows and arrays of the plane or of space."""
    constraints = work.constraints[:count]
    work.ends[0], work.refinements[0] = count, 1
    finest = largest_refinement(constraints)
    if finest == 1:
        if count < 2 * GROUP_SIZE:
            return 1
        if work.pause[0] > 0:
            work.pause[0] -= 1
            return 1
    largest = find_islands(rows, constraints, work)
    if finest == 1 and 2 * largest > count:
        work.pause[0] = SEARCH_INTERVAL
        return 1
    return int(sort_by_groups(constraints, work))


@inlined
def largest_refinement(constraints: ConstraintRows) -> int:
    """Return the largest refinement of all constraints, at least 1."""
    finest = 1
    for constraint in constraints:
        finest = max(finest, constraint.refinement)
    return finest


@kernel
def find_islands(rows: Any, constraints: ConstraintRows, work: Any) -> int:
    """Find the island of each constraint; return the number of constraints of the largest.

    Writes islands, named after their smallest body row, to `work.classes`, their sizes to `work.sizes` and
    their refinements to `work.finest`.
    """
    parents, sizes, finest, islands = work.parents, work.sizes, work.finest, work.classes
    for row in rows.awake:
        parents[row] = row
        sizes[row] = 0
        finest[row] = 1
    for constraint in constraints:
        if constraint.body_a >= 0 and constraint.body_b >= 0:
            unite(parents, constraint.body_a, constraint.body_b)
    largest = 0
    for k in range(len(constraints)):
        body_a, body_b = constraints[k].body_a, constraints[k].body_b
        island = find_root(parents, body_a if body_a >= 0 else body_b)
        islands[k] = island
        sizes[island] += 1
        largest = max(largest, sizes[island])
    for k in range(len(constraints)):
        constraint, island = constraints[k], islands[k]
        fine = constraint.refinement
        if constraint.kind >= PIN:
            fine = max(1, min(fine, REFINED // sizes[island]))
        finest[island] = max(finest[island], fine)
    return int(largest)


@kernel
def sort_by_groups(constraints: ConstraintRows, work: Any) -> int:
    """Fill groups with islands in the order of their first constraints; return the number of groups.

    A refined island is alone in its group.
    """
    sizes, finest, islands, ends, ordered = work.sizes, work.finest, work.classes, work.ends, work.ordered
    groups, filled = 0, 0
    for k in range(len(constraints)):
        size, fine = sizes[islands[k]], finest[islands[k]]
        if size > 0:  # the first constraint of its island; from now on ~(number of the group)
            if filled > 0 and (filled + size > GROUP_SIZE or fine > 1 or work.refinements[groups] > 1):
                ends[groups] = filled
                groups, filled = groups + 1, 0
            work.refinements[groups] = fine
            filled += size
            sizes[islands[k]] = ~groups
    ends[groups] = filled
    groups += 1
    begin = 0
    for group in range(groups):
        begin, ends[group] = begin + ends[group], begin
    for k in range(len(constraints)):
        ordered[k] = constraints[k]
    for k in range(len(constraints)):
        group = ~sizes[islands[k]]
        constraints[ends[group]] = ordered[k]
        ends[group] += 1
    return groups
