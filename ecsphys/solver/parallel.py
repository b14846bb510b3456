"""Solve one step by several threads, with the bits of `substeps.solve_step`.

Groups of islands (`groups`) share no body that moves: each thread takes the next group that is not taken.

A world of one group is cut into stages, each of which must be done before the next begins: one stage of the
constraints of one colour, or one rule for all bodies. A stage consists of chunks of a few blocks or many
movers. After the solver stages of Box2D v3, but without a leading thread: chunks are numbered through the
step, and the thread that takes a chunk waits for the stages before its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import HeadRows, StageRows
from ..compile import INT, INTS, array, entry, inlined, kernel, records
from ..parallel.thread_pool import ThreadPool
from ..parallel.work_queue import WorkQueue, next_task, task_done, wait_until_done
from ..settings import CONTEXT, StepContext, refined
from .budget.bound import bound_velocities, return_velocities
from .budget.islands import has_budgets, open_budgets
from .budget.spending import begin_spending, close_budgets, count_flights, keep_budgets
from .coloring import Layout, clear_movers, lay_out_constraints, lay_out_trees
from .constraint import PART, PREPARE, RELAX, SOLVE, STORE
from .contact.bounce import bounce
from .contact.hold import hold_static_contacts
from .contact.landing import find_landings, land
from .contact.parting import part_from_static
from .dispatch import max_constraints, run_stage
from .flights import foresee, take_back
from .free_bodies import integrate_free_bodies
from .groups import group_constraints
from .integrate import integrate_positions, integrate_velocities, store_movers
from .joints.trees import build_trees, relax_trees, solve_trees
from .records import COLORS, LANES, OVERFLOW
from .substeps import solve_group, solve_step
from .workspace import WORKSPACE, WORLD_ROWS, Workspace, WorldRows, ensure_workspace

MIN_CONSTRAINTS = 1500  # worth another thread
BLOCK_GRAIN, BODY_GRAIN = 2, 128  # blocks, and movers or bodies, in a chunk
# Stages of all constraints or of bodies; those of single blocks have the numbers before (`constraint`).
BOUNCE, INTEGRATE_VELOCITIES, INTEGRATE_POSITIONS, STORE_MOVERS, INTEGRATE_FREE = range(STORE + 1, STORE + 6)
BUILD_TREES, SOLVE_TREES, RELAX_TREES = range(STORE + 6, STORE + 9)
OPEN_BUDGETS, BEGIN_SPENDING, BOUND_VELOCITIES, RETURN_VELOCITIES, KEEP_BUDGETS = range(STORE + 9, STORE + 14)
HOLD, HOLD_STILL, PART_FROM_STATIC, FIND_LANDINGS, LAND, LAND_AGAIN = range(STORE + 14, STORE + 20)
FORESEE, TAKE_BACK, COUNT_FLIGHTS, CLOSE_BUDGETS = range(STORE + 20, STORE + 24)
# Work on the blocks, movers or awake bodies from `begin` to before `end`, in chunks of `grain`.
STAGE = np.dtype([(name, "i8") for name in ("stage", "begin", "end", "grain")])


class Schedule(NamedTuple):
    """The number of groups of islands, or 0 and the number of stages and of blocks."""

    groups: int
    stages: int
    blocks: int


def solve_parallel(
    pool: ThreadPool, rows: WorldRows, work: Workspace, others: list[Workspace], context: StepContext
) -> None:
    """Advance all awake bodies by one step, in one thread if there is too little to share.

    `others` keeps the workspaces of other threads between steps.
    """
    if pool.is_alone(max_constraints(rows), MIN_CONSTRAINTS):
        solve_step(rows, work, context)
        return
    stages = records((COLORS + 5) * (3 * context.substeps + 4), STAGE)
    schedule = make_schedule(rows, work, stages, context)
    if schedule.groups > 0:
        works = thread_workspaces(rows, work, others, min(pool.threads, schedule.groups), context.flights)
        pool.run_queue(solve_groups, [(rows, own, schedule.groups, pool.queue, context) for own in works])
        return
    threads = pool.thread_count(LANES * schedule.blocks, MIN_CONSTRAINTS)
    works = [work._replace(scratch=work.scratch[k : k + 1]) for k in range(threads)]
    stages = stages[: schedule.stages]
    pool.run_queue(solve_stages, [(rows, own, stages, pool.queue, context) for own in works])


def thread_workspaces(
    rows: WorldRows, work: Workspace, others: list[Workspace], threads: int, flights: int
) -> list[Workspace]:
    """Return a workspace for each thread, the first is `work`; they share its groups and mover index."""
    works = [work]
    for k in range(threads - 1):
        old = others[k] if k < len(others) else None
        counts = 0, len(rows.awake), max_constraints(rows), len(rows.joints.order)
        others[k : k + 1] = [ensure_workspace(*counts, 1, flights, old)]
        own = others[k]._replace(mover_index=work.mover_index, constraints=work.constraints)
        works.append(own._replace(ends=work.ends, refinements=work.refinements))
    return works


@entry(WORLD_ROWS, WORKSPACE, array(STAGE), CONTEXT)
def make_schedule(rows: WorldRows, work: Workspace, stages: StageRows, context: StepContext) -> Schedule:
    """Sort the constraints into groups, or else lay them out in blocks and write the stages of the step."""
    clear_movers(rows.awake, work.mover_index)
    groups = group_constraints(rows, work, context)
    if groups > 1 or work.refinements[0] > 1:
        return Schedule(groups, 0, 0)
    layout = lay_out_constraints(rows, work.constraints[: work.ends[0]], work, context)
    if layout.links > 0:
        lay_out_trees(0, work, layout)
    heads = work.heads[: layout.blocks]
    count = append_flight_stage(stages, 0, FORESEE, layout, context)
    count = append_color_stages(stages, count, PREPARE, heads)
    count = append_tree_stage(stages, count, BUILD_TREES, layout)
    count = append_stage(  # a single chunk, as those of budgets
        stages, count, FIND_LANDINGS, layout.movers, layout.movers + layout.blocks, layout.blocks
    )
    count = append_budget_stage(stages, count, OPEN_BUDGETS, layout, context)
    count = append_flight_stage(stages, count, TAKE_BACK, layout, context)
    for _ in range(context.substeps):
        count = append_stage(stages, count, BOUNCE, 0, layout.blocks, layout.blocks)
        count = append_stage(stages, count, LAND, 0, layout.blocks, layout.blocks)
        count = append_budget_stage(stages, count, BEGIN_SPENDING, layout, context)
        count = append_stage(stages, count, INTEGRATE_VELOCITIES, 0, layout.movers, BODY_GRAIN)
        if context.flights == 1:
            count = append_budget_stage(stages, count, COUNT_FLIGHTS, layout, context)
        count = append_color_stages(stages, count, SOLVE, heads)
        count = append_tree_stage(stages, count, SOLVE_TREES, layout)
        count = append_tree_stage(stages, count, LAND_AGAIN, layout)
        count = append_budget_stage(stages, count, BOUND_VELOCITIES, layout, context)
        if layout.pressed == 1:
            count = append_stage(stages, count, HOLD, 0, layout.blocks, layout.blocks)
        count = append_stage(stages, count, INTEGRATE_POSITIONS, 0, layout.movers, BODY_GRAIN)
        count = append_budget_stage(stages, count, RETURN_VELOCITIES, layout, context)
        count = append_color_stages(stages, count, RELAX, heads)
        count = append_tree_stage(stages, count, RELAX_TREES, layout)
        count = append_budget_stage(stages, count, KEEP_BUDGETS, layout, context)
        if layout.pressed == 1:
            count = append_stage(stages, count, HOLD_STILL, 0, layout.blocks, layout.blocks)
    count = append_budget_stage(stages, count, CLOSE_BUDGETS, layout, context)
    count = append_color_stages(stages, count, PART, heads)
    if layout.pressed == 1:
        count = append_stage(stages, count, PART_FROM_STATIC, 0, layout.blocks, layout.blocks)
    count = append_stage(stages, count, STORE, 0, layout.blocks, BLOCK_GRAIN)
    count = append_stage(stages, count, STORE_MOVERS, 0, layout.movers, BODY_GRAIN)
    count = append_stage(stages, count, INTEGRATE_FREE, 0, len(rows.awake), BODY_GRAIN)
    return Schedule(0, count, layout.blocks)


@inlined
def append_stage(stages: StageRows, count: int, stage: int, begin: int, end: int, grain: int) -> int:
    """Write row `count`; return the new count."""
    row = stages[count]
    row.stage = stage
    row.begin = begin
    row.end = end
    row.grain = grain
    return count + 1


@inlined
def append_tree_stage(stages: StageRows, count: int, stage: int, layout: Layout) -> int:
    """Append a stage of all trees with a single chunk, if there are any; return the new count."""
    if layout.links == 0:
        return count
    return append_stage(stages, count, stage, 0, layout.blocks, layout.blocks)


@inlined
def append_budget_stage(
    stages: StageRows, count: int, stage: int, layout: Layout, context: StepContext
) -> int:
    """Append a stage of all budgets with a single chunk, if there are any; return the new count.

    Its chunk is as long as there are blocks, its begin the number of movers.
    """
    if not has_budgets(layout, context):
        return count
    return append_stage(stages, count, stage, layout.movers, layout.movers + layout.blocks, layout.blocks)


@inlined
def append_flight_stage(
    stages: StageRows, count: int, stage: int, layout: Layout, context: StepContext
) -> int:
    """Append a stage of all flights, if there are any; return the new count."""
    if context.flights == 0:
        return count
    return append_stage(stages, count, stage, 0, layout.movers, BODY_GRAIN)


@kernel
def append_color_stages(stages: StageRows, count: int, stage: int, heads: HeadRows) -> int:
    """Append a stage for each colour, for OVERFLOW with a single chunk; return the new count."""
    begin = 0
    while begin < len(heads):
        color = heads[begin].color
        end = begin
        while end < len(heads) and heads[end].color == color:
            end += 1
        count = append_stage(
            stages, count, stage, begin, end, end - begin if color == OVERFLOW else BLOCK_GRAIN
        )
        begin = end
    return count


@entry(WORLD_ROWS, WORKSPACE, INT, INTS, CONTEXT)
def solve_groups(
    rows: WorldRows, work: Workspace, groups: int, queue: WorkQueue, context: StepContext
) -> None:
    """Solve groups, and then chunks of bodies without constraints, until all are taken."""
    number = next_task(queue)
    while number < groups:
        begin = work.ends[number - 1] if number > 0 else 0
        solve_group(begin, work.ends[number], rows, work, refined(context, work.refinements[number]))
        task_done(queue)
        number = next_task(queue)
    wait_until_done(queue, groups)
    end = groups + (len(rows.awake) + BODY_GRAIN - 1) // BODY_GRAIN
    while number < end:
        begin = (number - groups) * BODY_GRAIN
        integrate_free_bodies(
            rows, rows.awake[begin : begin + BODY_GRAIN], work.mover_index, work.scratch, context
        )
        task_done(queue)
        number = next_task(queue)
    wait_until_done(queue, end)


@entry(WORLD_ROWS, WORKSPACE, array(STAGE), INTS, CONTEXT)
def solve_stages(
    rows: WorldRows, work: Workspace, stages: StageRows, queue: WorkQueue, context: StepContext
) -> None:
    """Run chunks of the stages until all are taken."""
    number, first = next_task(queue), 0
    for k in range(len(stages)):
        stage = stages[k]
        end = first + (stage.end - stage.begin + stage.grain - 1) // stage.grain
        if number < end:
            wait_until_done(queue, first)
        while number < end:
            begin = stage.begin + (number - first) * stage.grain
            run_chunk(stage.stage, begin, min(begin + stage.grain, stage.end), rows, work, context)
            task_done(queue)
            number = next_task(queue)
        first = end
    wait_until_done(queue, first)


@inlined
def run_chunk(
    stage: int, begin: int, end: int, rows: WorldRows, work: Workspace, context: StepContext
) -> None:
    """Run a stage for the blocks, movers or awake bodies from `begin` to before `end`."""
    if stage <= STORE:
        run_stage(stage, begin, end, rows, work, context)
    elif stage == BOUNCE:
        bounce(end, rows, work, context)
    elif stage == FIND_LANDINGS:
        find_landings(end - begin, begin, work, context)
    elif stage == LAND:
        land(end, 0, rows, work, context)
    elif stage == LAND_AGAIN:
        land(end, 1, rows, work, context)
    elif stage == BUILD_TREES:
        build_trees(rows, work, end)
    elif stage == SOLVE_TREES:
        solve_trees(end, rows, work, context)
    elif stage == RELAX_TREES:
        relax_trees(end, rows, work, context)
    elif stage == HOLD:
        hold_static_contacts(end, work, context, context.push_speed)
    elif stage == HOLD_STILL:
        hold_static_contacts(end, work, context, 0.0)
    elif stage == PART_FROM_STATIC:
        part_from_static(end, work, context)
    elif stage == OPEN_BUDGETS:
        open_budgets(rows, work, end - begin, begin, context)
    elif stage == BEGIN_SPENDING:
        begin_spending(work, context)
    elif stage == FORESEE:
        foresee(rows, work.movers[begin:], work.flights[begin:], end - begin, context)
    elif stage == TAKE_BACK:
        take_back(work.movers[begin:], work.flights[begin:], end - begin)
    elif stage == COUNT_FLIGHTS:
        count_flights(work, context)
    elif stage == BOUND_VELOCITIES:
        bound_velocities(rows, work, end - begin, context)
    elif stage == RETURN_VELOCITIES:
        return_velocities(work)
    elif stage == KEEP_BUDGETS:
        keep_budgets(rows, work, end - begin, context)
    elif stage == CLOSE_BUDGETS:
        close_budgets(rows, work, end - begin)
    elif stage == INTEGRATE_VELOCITIES:
        integrate_velocities(rows, work.movers[begin:], work.flights[begin:], end - begin, context)
    elif stage == INTEGRATE_POSITIONS:
        integrate_positions(rows, work.movers[begin:], work.flights[begin:], end - begin, context)
    elif stage == STORE_MOVERS:
        store_movers(rows.bodies, work.movers[begin:], end - begin, context.dt)
    else:
        integrate_free_bodies(rows, rows.awake[begin:end], work.mover_index, work.scratch, context)
