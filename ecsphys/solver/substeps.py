"""One step of the solver: all constraints and bodies through all sub-steps."""

from __future__ import annotations

from ..compile import entry, inlined, kernel
from ..settings import CONTEXT, StepContext, refined
from .budget.bound import bound_velocities, has_bounds, return_velocities
from .budget.islands import has_budgets, open_budgets
from .budget.spending import begin_spending, close_budgets, count_flights, keep_budgets
from .coloring import Layout, clear_movers, lay_out_constraints, lay_out_trees
from .constraint import PART, PREPARE, RELAX, SOLVE, STORE
from .contact.bounce import bounce
from .contact.hold import hold_static_contacts
from .contact.landing import find_landings, land
from .contact.parting import part_from_static
from .dispatch import run_stage
from .flights import foresee, take_back
from .free_bodies import integrate_free_bodies
from .groups import group_constraints
from .integrate import integrate_positions, integrate_velocities, store_movers
from .joints.trees import build_trees, relax_trees, solve_trees
from .workspace import WORKSPACE, WORLD_ROWS, Workspace, WorldRows


@entry(WORLD_ROWS, WORKSPACE, CONTEXT)
def solve_step(rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Advance all awake bodies by one step."""
    advance_awake(rows, work, context)


@kernel
def advance_awake(rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Advance all awake bodies by one step."""
    clear_movers(rows.awake, work.mover_index)
    begin = 0
    for group in range(group_constraints(rows, work, context)):
        solve_group(begin, work.ends[group], rows, work, refined(context, work.refinements[group]))
        begin = work.ends[group]
    integrate_free_bodies(rows, rows.awake, work.mover_index, work.scratch, context)


@kernel
def solve_group(begin: int, end: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Advance the bodies of the constraints from `begin` to before `end`."""
    layout = lay_out_constraints(rows, work.constraints[begin:end], work, context)
    prepare_group(begin, rows, work, layout, context)
    for _ in range(context.substeps):
        solve_substep(rows, work, layout, context)
    store_group(rows, work, layout, context)


@kernel
def prepare_group(begin: int, rows: WorldRows, work: Workspace, layout: Layout, context: StepContext) -> None:
    """Fill the blocks of the group whose constraints are those from `begin`, and its trees."""
    if layout.links > 0:
        lay_out_trees(begin, work, layout)
    if context.flights == 1:
        foresee(rows, work.movers, work.flights, layout.movers, context)
    run_stage(PREPARE, 0, layout.blocks, rows, work, context)
    if layout.links > 0:
        build_trees(rows, work, layout.blocks)
    find_landings(layout.blocks, layout.movers, work, context)
    if has_budgets(layout, context):
        open_budgets(rows, work, layout.blocks, layout.movers, context)
    if context.flights == 1:
        take_back(work.movers, work.flights, layout.movers)


@inlined  # it has one caller; called, it costs a step of `tiny` 2 % (2026-11-30)
def solve_substep(rows: WorldRows, work: Workspace, layout: Layout, context: StepContext) -> None:
    """Advance the movers of a group by one sub-step."""
    bounce(layout.blocks, rows, work, context)
    land(layout.blocks, 0, rows, work, context)
    if has_budgets(layout, context):
        begin_spending(work, context)
    integrate_velocities(rows, work.movers, work.flights, layout.movers, context)
    if context.flights == 1 and has_budgets(layout, context):
        count_flights(work, context)
    run_stage(SOLVE, 0, layout.blocks, rows, work, context)
    if layout.links > 0:
        solve_trees(layout.blocks, rows, work, context)
        land(layout.blocks, 1, rows, work, context)  # trees know no contacts: they push into what has landed
    if has_bounds(layout, context):
        bound_velocities(rows, work, layout.blocks, context)
    if layout.pressed == 1:
        hold_static_contacts(layout.blocks, work, context, context.push_speed)
    integrate_positions(rows, work.movers, work.flights, layout.movers, context)
    if has_bounds(layout, context):
        return_velocities(work)
    run_stage(RELAX, 0, layout.blocks, rows, work, context)
    if layout.links > 0:
        relax_trees(layout.blocks, rows, work, context)
    if has_budgets(layout, context):
        keep_budgets(rows, work, layout.blocks, context)
    if layout.pressed == 1:
        hold_static_contacts(layout.blocks, work, context, 0.0)


@kernel
def store_group(rows: WorldRows, work: Workspace, layout: Layout, context: StepContext) -> None:
    """Take deep overlaps out of a group, and write its results to contacts and bodies."""
    if has_bounds(layout, context):
        close_budgets(rows, work, layout.blocks)
    run_stage(PART, 0, layout.blocks, rows, work, context)
    if layout.pressed == 1:
        part_from_static(layout.blocks, work, context)
    run_stage(STORE, 0, layout.blocks, rows, work, context)
    store_movers(rows.bodies, work.movers, layout.movers, context.dt)
