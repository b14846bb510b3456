"""One step of the solver: all constraints and bodies through all sub-steps."""

from __future__ import annotations

from ...compile import entry, kernel
from ..settings import CONTEXT3, StepContext3, refined
from .bounce import bounce, mark_lively
from .budget import begin_spending, find_islands, has_budgets, keep_budgets, open_budgets
from .contact import relax_contact, solve_contact
from .gather import assign_movers, group_constraints
from .hold import find_pressed, hold_static_contacts
from .impact import list_sinking, stop_landing, stop_loads
from .integrate import (
    NO_FORCES,
    NOTHING,
    init_mover,
    integrate_free_bodies,
    integrate_positions,
    integrate_velocities,
    store_movers,
)
from .parting import part_contacts, part_from_static
from .prepare import prepare_contact, store_contact
from .records import STATIC_MOVER
from .workspace import WORKSPACE3, WORLD_ROWS3, Workspace3, WorldRows3


@entry(WORLD_ROWS3, WORKSPACE3, CONTEXT3)
def solve_step(rows: WorldRows3, work: Workspace3, context: StepContext3) -> None:
    """Advance all awake bodies by one step. `work`: `ensure_workspace(bodies, awake, contacts)`."""
    advance_awake(rows, work, context)


@kernel
def advance_awake(rows: WorldRows3, work: Workspace3, context: StepContext3) -> None:
    """See `solve_step`."""
    for row in rows.awake:
        work.mover_index[row] = STATIC_MOVER
    init_mover(work.movers[STATIC_MOVER], NO_FORCES, NOTHING)
    begin = 0
    for group in range(group_constraints(rows, work, context)):
        solve_group(begin, work.ends[group], rows, work, refined(context, work.refinements[group]))
        begin = work.ends[group]
    integrate_free_bodies(rows, work.mover_index, context)


@kernel
def solve_group(begin: int, end: int, rows: WorldRows3, work: Workspace3, context: StepContext3) -> None:
    """Advance the bodies of the constraints from `begin` to before `end`."""
    constraints, blocks = work.constraints[begin:end], work.blocks[: end - begin]
    movers, lively = assign_movers(rows, constraints, work, context), 0
    for k in range(end - begin):
        prepare_contact(rows, work, k, constraints[k], context)
        lively |= mark_lively(blocks[k], work.movers, context)
    find_islands(work, blocks, movers)
    pressed = find_pressed(blocks, work, movers)
    sinks = list_sinking(blocks, work, movers, context)
    if has_budgets(context):
        open_budgets(rows.bodies, work, blocks, movers)
    for _ in range(context.substeps):
        if lively == 1:
            bounce(blocks, work, context)
        if sinks:
            stop_landing(blocks, work, movers, context)
        if has_budgets(context):
            begin_spending(work, movers)
        integrate_velocities(work.movers, movers)
        for k in range(end - begin):
            solve_contact(work.movers, blocks[k], context)
        if sinks:
            stop_loads(blocks, work, movers, context)
        if pressed == 1:
            hold_static_contacts(blocks, work.movers, context, context.push_speed)
        integrate_positions(work.movers, movers, context.h)
        for k in range(end - begin):
            relax_contact(work.movers, blocks[k], context)
        if has_budgets(context):
            keep_budgets(work, movers, context.h)
        if pressed == 1:
            hold_static_contacts(blocks, work.movers, context, 0.0)
    part_contacts(blocks, work.movers, context)
    if pressed == 1:
        part_from_static(blocks, work.movers, context)
    for k in range(end - begin):
        store_contact(blocks[k], rows.contacts, context)
    store_movers(rows.bodies, work.movers, movers, context.dt)
