"""The inner loop of a step, to be read aloud."""

from __future__ import annotations

from ..arrays import BodyRows, Ints, ShapeRows
from ..compile import INTS, array, entry, kernel
from ..settings import CONTEXT, StepContext
from ..world.bodies import BODY
from ..world.contacts import CONTACTS, Contacts
from ..world.shapes import SHAPE
from .coloring import clear_slots, order_contacts
from .contact import relax, restitute, solve, store
from .groups import group_contacts
from .integrate import coast_bodies, integrate_positions, integrate_velocities, scatter_movers
from .prepare import prepare
from .records import WORKSPACE, Workspace


@entry(array(BODY), INTS, array(SHAPE), CONTACTS, WORKSPACE, CONTEXT)
def advance(
    bodies: BodyRows,
    awake: Ints,
    shapes: ShapeRows,
    contacts: Contacts,
    work: Workspace,
    context: StepContext,
) -> None:
    """Advance all bodies awake by one step."""
    clear_slots(awake, work.slots)
    begin = 0
    for group in range(group_contacts(bodies, awake, shapes, contacts.rows, work)):
        rows, begin = work.rows[begin : work.ends[group]], work.ends[group]
        advance_group(bodies, shapes, contacts, rows, work, context)
    coast_bodies(bodies, awake, work.slots, context)


@kernel
def advance_group(
    bodies: BodyRows, shapes: ShapeRows, contacts: Contacts, rows: Ints, work: Workspace, context: StepContext
) -> None:
    """Advance the bodies that have contacts in the given rows."""
    movers, motion = work.movers, work.motion
    sizes = order_contacts(bodies, shapes, contacts.rows, rows, work, context)
    blocks = work.blocks[: sizes.blocks]
    prepare(bodies, shapes, contacts, work, blocks, motion, context)
    for _ in range(context.substeps):
        integrate_velocities(movers, sizes.movers)
        solve(movers, blocks, motion, context)
        integrate_positions(movers, sizes.movers, context.h)
        relax(movers, blocks, motion, context)
    restitute(movers, blocks, motion, context)
    store(contacts, blocks)
    scatter_movers(bodies, movers, sizes.movers, context.dt)
