"""The inner loop of a step, to be read aloud."""

from __future__ import annotations

from ..arrays import BodyRows, Ints, ShapeRows
from ..compile import INTS, array, entry, kernel
from ..settings import CONTEXT, StepContext
from ..world.bodies import BODY
from ..world.contacts import CONTACTS, Contacts
from ..world.shapes import SHAPE
from .coloring import clear_movers, lay_out_constraints
from .contact import relax, restitute, solve, store
from .groups import group_constraints
from .integrate import integrate_free_bodies, integrate_positions, integrate_velocities, store_movers
from .prepare import prepare
from .records import WORKSPACE, Workspace


@entry(array(BODY), INTS, array(SHAPE), CONTACTS, WORKSPACE, CONTEXT)
def solve_step(
    bodies: BodyRows,
    awake: Ints,
    shapes: ShapeRows,
    contacts: Contacts,
    work: Workspace,
    context: StepContext,
) -> None:
    """Advance all bodies awake by one step."""
    clear_movers(awake, work.mover_index)
    begin = 0
    for group in range(group_constraints(bodies, awake, shapes, contacts.rows, work)):
        rows, begin = work.rows[begin : work.ends[group]], work.ends[group]
        solve_group(bodies, shapes, contacts, rows, work, context)
    integrate_free_bodies(bodies, awake, work.mover_index, context)


@kernel
def solve_group(
    bodies: BodyRows, shapes: ShapeRows, contacts: Contacts, rows: Ints, work: Workspace, context: StepContext
) -> None:
    """Advance the bodies that have contacts in the given rows."""
    movers, motion = work.movers, work.motion
    sizes = lay_out_constraints(bodies, shapes, contacts.rows, rows, work, context)
    blocks = work.blocks[: sizes.blocks]
    prepare(bodies, shapes, contacts, work, blocks, motion, context)
    for _ in range(context.substeps):
        integrate_velocities(movers, sizes.movers)
        solve(movers, blocks, motion, context)
        integrate_positions(movers, sizes.movers, context.h)
        relax(movers, blocks, motion, context)
    restitute(movers, blocks, motion, context)
    store(contacts, blocks)
    store_movers(bodies, movers, sizes.movers, context.dt)
