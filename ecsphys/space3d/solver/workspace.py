"""The arrays of one solve."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import BodyRows, BounceRows, ConstraintRows, ContactBlockRows, Ints, MoverRows, Rows, ShapeRows
from ...compile import INTS, array, group, records
from ...math2d.vec2 import new_tuple
from ...solver.pushes import MOST_POINTS, PUSHES
from ...world.contacts import CONTACT, Contacts, contacts_of
from ..world.records import BODY3, MANIFOLD3, SHAPE3
from ..world.state import World3
from .records import BOUNCE3, BUDGET3, CONSTRAINT3, CONTACT_BLOCK3, MOVER3, POINT3


class WorldRows3(NamedTuple):
    """The rows of a world that the solver reads and writes."""

    bodies: BodyRows
    awake: Ints  # rows of `bodies` that are awake, ascending
    shapes: ShapeRows
    contacts: Contacts  # CONTACT and MANIFOLD3, all rows in use


class Workspace3(NamedTuple):
    """Arrays that only the solver uses. They last from step to step, so that a step allocates nothing.

    Names as in the plane's `Workspace`, whose kernels group constraints by islands.
    """

    movers: MoverRows
    mover_index: Ints  # by body row: its mover; STATIC_MOVER for a body without constraints
    constraints: ConstraintRows  # of this step, group by group
    ends: Ints  # of the groups in `constraints`
    refinements: Ints  # by group: how many times as many sub-steps it takes
    pause: Ints  # one number: steps until islands are searched for again
    parents: Ints  # scratch by body row, or by mover in `budget`: parents of the union-find
    sizes: Ints  # scratch by body row: constraints of an island, or ~(its group)
    finest: Ints  # scratch by body row: largest refinement in an island
    classes: Ints  # scratch by constraint: its island
    ordered: ConstraintRows  # scratch by constraint
    blocks: ContactBlockRows  # of the group being solved
    bounces: BounceRows  # contacts that bounce at one moment
    budgets: Rows  # by mover: its share; in the row of an island's smallest mover, the island
    pushes: Rows  # one row: a small group's contacts, all solved together (see `solver.pushes`)
    points: Rows  # of these contacts


CONTACTS3 = group(Contacts, array(CONTACT), array(MANIFOLD3))
WORLD_ROWS3 = group(WorldRows3, array(BODY3), INTS, array(SHAPE3), CONTACTS3)
WORKSPACE3 = group(
    Workspace3,
    *(array(MOVER3), INTS, array(CONSTRAINT3), *[INTS] * 7),
    *map(array, (CONSTRAINT3, CONTACT_BLOCK3, BOUNCE3, BUDGET3, PUSHES, POINT3)),
)


def rows_of(world: World3, awake: Ints) -> WorldRows3:
    """Return the rows of a world whose bodies `awake` are to be solved."""
    rows = world.bodies.rows, awake, world.shapes.rows, contacts_of(world.solid)
    return new_tuple(WorldRows3, rows)


def ensure_workspace(bodies: int, awake: int, contacts: int, old: Workspace3 | None = None) -> Workspace3:
    """Return `old` if it has room for that many rows, else a new workspace with twice the room."""
    if (
        old is not None
        and len(old.mover_index) >= bodies
        and len(old.movers) > awake + 1
        and len(old.ordered) >= contacts
    ):
        return old
    capacity = 2 * contacts + 16
    return Workspace3(
        movers=records(2 * awake + 16, MOVER3),
        mover_index=np.zeros(bodies, np.int64),
        constraints=records(capacity + 1, CONSTRAINT3),
        ends=np.zeros(capacity + 1, np.int64),
        refinements=np.zeros(capacity + 1, np.int64),
        pause=np.zeros(1, np.int64),
        parents=np.zeros(bodies + 1, np.int64),
        sizes=np.zeros(bodies, np.int64),
        finest=np.zeros(bodies, np.int64),
        classes=np.zeros(capacity, np.int64),
        ordered=records(capacity, CONSTRAINT3),
        blocks=records(capacity, CONTACT_BLOCK3),
        bounces=records(capacity + 1, BOUNCE3),
        budgets=records(2 * awake + 16, BUDGET3),
        pushes=records(1, PUSHES),
        points=records(MOST_POINTS, POINT3),
    )
