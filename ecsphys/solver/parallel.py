"""The sub-steps of `substeps.solve_step` by several threads, to the same bits.

Groups of islands (`grouping`) share no body that moves: who is free takes the next group.

Where there are none the sub-steps are cut into *stages*, of which each must be finished before the next
begins: constraints of one colour, or a rule for all bodies. A stage has chunks of a few blocks or many
movers; who is free takes the next chunk. After the solver stages of Box2D v3, but without a thread that
leads: chunks are numbered through the step, and who has a number waits for the stages before its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import BlockRows, BodyRows, Ints, MotionRows, ShapeRows, StageRows
from ..compile import INT, INTS, array, entry, inlined, kernel, records
from ..parallel.thread_pool import ThreadPool
from ..parallel.work_queue import WorkQueue, next_task, task_done, wait_until_done
from ..settings import CONTEXT, StepContext
from ..world.bodies import BODY
from ..world.contacts import CONTACTS, Contacts
from ..world.shapes import SHAPE
from .coloring import clear_movers, lay_out_constraints
from .contact import relax, restitute, solve, store
from .groups import group_constraints
from .integrate import integrate_free_bodies, integrate_positions, integrate_velocities, store_movers
from .prepare import prepare
from .records import COLORS, LANES, OVERFLOW, WORKSPACE, Workspace, ensure_workspace
from .substeps import solve_group, solve_step

MIN_CONSTRAINTS = 1500  # constraints worth a thread
(
    PREPARE,
    INTEGRATE_VELOCITIES,
    SOLVE,
    INTEGRATE_POSITIONS,
    RELAX,
    RESTITUTE,
    STORE,
    STORE_MOVERS,
    INTEGRATE_FREE,
) = range(9)
BLOCKS, MOVERS = 2, 128  # in a chunk
# A task for the blocks, movers or bodies awake from `begin` to before `end`.
STAGE = np.dtype([(name, "i8") for name in ("task", "begin", "end", "grain")])


class Schedule(NamedTuple):
    """How many groups of islands there are, or else how many stages, and how many blocks of constraints."""

    groups: int
    stages: int
    blocks: int


def solve_world(
    pool: ThreadPool,
    bodies: BodyRows,
    awake: Ints,
    shapes: ShapeRows,
    contacts: Contacts,
    work: Workspace,
    rooms: list[Workspace],
    context: StepContext,
) -> None:
    """Advance all bodies awake by one step; `rooms` keeps what other threads need for groups of their own."""
    if pool.is_alone(len(contacts.rows), MIN_CONSTRAINTS):
        solve_step(bodies, awake, shapes, contacts, work, context)
        return
    stages = records((COLORS + 1) * (2 * context.substeps + 3), STAGE)
    world = bodies, awake, shapes, contacts
    found = make_schedule(*world, work, stages, context)
    if found.groups > 0:
        works = thread_workspaces(
            work, rooms, min(pool.threads, found.groups), len(awake), len(contacts.rows)
        )
        pool.run_queue(solve_groups, [(*world, own, found.groups, pool.queue, context) for own in works])
        return
    threads = pool.thread_count(LANES * found.blocks, MIN_CONSTRAINTS)
    arguments = *world, work, stages[: found.stages], pool.queue
    pool.run_queue(solve_stages, [(*arguments, k, context) for k in range(threads)])


def thread_workspaces(
    work: Workspace, rooms: list[Workspace], threads: int, awake: int, contacts: int
) -> list[Workspace]:
    """A workspace a thread, the first is `work`; what is written for all is the same in each."""
    found = [work]
    for k in range(threads - 1):
        rooms[k : k + 1] = [ensure_workspace(0, awake, contacts, 1, rooms[k] if k < len(rooms) else None)]
        found.append(rooms[k]._replace(mover_index=work.mover_index, rows=work.rows, ends=work.ends))
    return found


@entry(array(BODY), INTS, array(SHAPE), CONTACTS, WORKSPACE, array(STAGE), CONTEXT)
def make_schedule(
    bodies: BodyRows,
    awake: Ints,
    shapes: ShapeRows,
    contacts: Contacts,
    work: Workspace,
    stages: StageRows,
    context: StepContext,
) -> Schedule:
    """Make groups of the contacts to be solved, or else lay them out, and the stages that this takes."""
    clear_movers(awake, work.mover_index)
    groups = group_constraints(bodies, awake, shapes, contacts.rows, work)
    if groups > 1:
        return Schedule(groups, 0, 0)
    sizes = lay_out_constraints(bodies, shapes, contacts.rows, work.rows[: work.ends[0]], work, context)
    blocks = work.blocks[: sizes.blocks]
    count = append_color_stages(stages, 0, PREPARE, blocks)
    for _ in range(context.substeps):
        count = append_stage(stages, count, INTEGRATE_VELOCITIES, 0, sizes.movers, MOVERS)
        count = append_color_stages(stages, count, SOLVE, blocks)
        count = append_stage(stages, count, INTEGRATE_POSITIONS, 0, sizes.movers, MOVERS)
        count = append_color_stages(stages, count, RELAX, blocks)
    count = append_color_stages(stages, count, RESTITUTE, blocks)
    count = append_stage(stages, count, STORE, 0, sizes.blocks, BLOCKS)
    count = append_stage(stages, count, STORE_MOVERS, 0, sizes.movers, MOVERS)
    count = append_stage(stages, count, INTEGRATE_FREE, 0, len(awake), MOVERS)
    return Schedule(0, count, sizes.blocks)


@inlined
def append_stage(stages: StageRows, count: int, task: int, begin: int, end: int, grain: int) -> int:
    """Add a stage; returns how many there are now."""
    stage = stages[count]
    stage.task = task
    stage.begin = begin
    stage.end = end
    stage.grain = grain
    return count + 1


@kernel
def append_color_stages(stages: StageRows, count: int, task: int, blocks: BlockRows) -> int:
    """Add a stage for each colour; what shares bodies is one chunk. Returns how many there are now."""
    begin = 0
    while begin < len(blocks):
        color = blocks[begin].color
        end = begin
        while end < len(blocks) and blocks[end].color == color:
            end += 1
        count = append_stage(stages, count, task, begin, end, end - begin if color == OVERFLOW else BLOCKS)
        begin = end
    return count


@entry(array(BODY), INTS, array(SHAPE), CONTACTS, WORKSPACE, INT, INTS, CONTEXT)
def solve_groups(
    bodies: BodyRows,
    awake: Ints,
    shapes: ShapeRows,
    contacts: Contacts,
    work: Workspace,
    groups: int,
    queue: WorkQueue,
    context: StepContext,
) -> None:
    """Advance groups, and then bodies without contact, until all are taken."""
    number = next_task(queue)
    while number < groups:
        begin = work.ends[number - 1] if number > 0 else 0
        solve_group(bodies, shapes, contacts, work.rows[begin : work.ends[number]], work, context)
        task_done(queue)
        number = next_task(queue)
    wait_until_done(queue, groups)
    behind = groups + (len(awake) + MOVERS - 1) // MOVERS
    while number < behind:
        begin = (number - groups) * MOVERS
        integrate_free_bodies(bodies, awake[begin : begin + MOVERS], work.mover_index, context)
        task_done(queue)
        number = next_task(queue)
    wait_until_done(queue, behind)


@entry(array(BODY), INTS, array(SHAPE), CONTACTS, WORKSPACE, array(STAGE), INTS, INT, CONTEXT)
def solve_stages(
    bodies: BodyRows,
    awake: Ints,
    shapes: ShapeRows,
    contacts: Contacts,
    work: Workspace,
    stages: StageRows,
    queue: WorkQueue,
    part: int,
    context: StepContext,
) -> None:
    """Do chunks of the stages, as thread number `part`, until all are taken."""
    motion = work.motion[part : part + 1]
    number, first = next_task(queue), 0
    for k in range(len(stages)):
        stage = stages[k]
        behind = first + (stage.end - stage.begin + stage.grain - 1) // stage.grain
        if number < behind:
            wait_until_done(queue, first)
        while number < behind:
            begin = stage.begin + (number - first) * stage.grain
            end = min(begin + stage.grain, stage.end)
            run_chunk(stage.task, begin, end, bodies, awake, shapes, contacts, work, motion, context)
            task_done(queue)
            number = next_task(queue)
        first = behind
    wait_until_done(queue, first)


@inlined
def run_chunk(
    task: int, begin: int, end: int, bodies: BodyRows, awake: Ints, shapes: ShapeRows, contacts: Contacts,
    work: Workspace, motion: MotionRows, context: StepContext,
) -> None:  # fmt: skip
    """One chunk of a stage."""
    movers = work.movers
    if task == INTEGRATE_VELOCITIES:
        integrate_velocities(movers[begin:], end - begin)
    elif task == INTEGRATE_POSITIONS:
        integrate_positions(movers[begin:], end - begin, context.h)
    elif task == STORE_MOVERS:
        store_movers(bodies, movers[begin:], end - begin, context.dt)
    elif task == INTEGRATE_FREE:
        integrate_free_bodies(bodies, awake[begin:end], work.mover_index, context)
    else:
        blocks = work.blocks[begin:end]
        if task == SOLVE:
            solve(movers, blocks, motion, context)
        elif task == RELAX:
            relax(movers, blocks, motion, context)
        elif task == RESTITUTE:
            restitute(movers, blocks, motion, context)
        elif task == STORE:
            store(contacts, blocks)
        else:
            prepare(bodies, shapes, contacts, work, blocks, motion, context)
