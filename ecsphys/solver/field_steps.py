"""One step of the solver in several calls, so that fields of force can be asked between its sub-steps.

The same bits as `substeps.solve_step`, but for what the fields do. All constraints make one group, in one
thread.
"""

from __future__ import annotations

from ..arrays import Ints
from ..compile import INT, INTS, entry, value
from ..settings import CONTEXT, StepContext
from .coloring import Layout, assign_mover, clear_movers, lay_out_constraints
from .dispatch import gather_constraints
from .free_bodies import integrate_free_bodies
from .groups import largest_refinement
from .substeps import prepare_group, solve_substep, store_group
from .workspace import WORKSPACE, WORLD_ROWS, Workspace, WorldRows

LAYOUT = value(Layout, *[INT] * len(Layout._fields))


@entry(WORLD_ROWS, WORKSPACE, CONTEXT)
def find_refinement(rows: WorldRows, work: Workspace, context: StepContext) -> int:
    """Gather all constraints; return the largest refinement that one needs (see `groups`): all take it
    here.
    """
    work.ends[0] = gather_constraints(rows, work.constraints, context)
    return int(largest_refinement(work.constraints[: work.ends[0]]))


@entry(WORLD_ROWS, WORKSPACE, INTS, CONTEXT)
def begin_field_step(rows: WorldRows, work: Workspace, in_fields: Ints, context: StepContext) -> Layout:
    """Begin a step after `find_refinement`; every body of `in_fields`, awake rows of bodies, gets a mover."""
    clear_movers(rows.awake, work.mover_index)
    layout = lay_out_constraints(rows, work.constraints[: work.ends[0]], work, context)
    movers = layout.movers
    for row in in_fields:
        mover = assign_mover(rows, row, work, movers, context)
        movers = max(movers, mover)
        work.flights[mover].by_field = 1
    return Layout(layout.blocks, movers, layout.joints, layout.links, layout.pressed)


@entry(WORLD_ROWS, WORKSPACE, LAYOUT, CONTEXT)
def prepare_field_step(rows: WorldRows, work: Workspace, layout: Layout, context: StepContext) -> None:
    """Prepare the constraints of a step; the flights of bodies in fields are filled for its start."""
    prepare_group(0, rows, work, layout, context)


@entry(WORLD_ROWS, WORKSPACE, LAYOUT, CONTEXT)
def run_field_substep(rows: WorldRows, work: Workspace, layout: Layout, context: StepContext) -> None:
    """Advance all movers by one sub-step; the flights of those in fields are filled."""
    solve_substep(rows, work, layout, context)


@entry(WORLD_ROWS, WORKSPACE, LAYOUT, CONTEXT)
def end_field_step(rows: WorldRows, work: Workspace, layout: Layout, context: StepContext) -> None:
    """Write the results to contacts and bodies, and move the bodies that have no mover."""
    store_group(rows, work, layout, context)
    integrate_free_bodies(rows, rows.awake, work.mover_index, work.scratch, context)
