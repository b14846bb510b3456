"""The arrays of one solve."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import (
    BodyRows,
    BounceRows,
    ConstraintRows,
    ContactBlockRows,
    FlightRows,
    HeadRows,
    Ints,
    JointBlockRows,
    LinkBlockRows,
    MoverRows,
    PinBlockRows,
    Rows,
    ScratchRows,
    ShapeRows,
)
from ..compile import INTS, array, group, inlined, records
from ..math2d.vec2 import new_tuple
from ..world.areas import INFLUENCES, Influences
from ..world.bodies import BODY
from ..world.contacts import CONTACTS, Contacts, contacts_of
from ..world.joints import JOINTS, Joints
from ..world.shapes import SHAPE
from ..world.state import World
from .budget.records import BUDGET, Budget, make_budget
from .constraint import CLASSES, CONSTRAINT
from .contact.block import BOUNCE, CONTACT_BLOCK
from .contact.landing_records import LANDED, LANDING
from .joints.block import JOINT_BLOCK, LINK_BLOCK, PIN_BLOCK
from .joints.tree_records import COUNTS, TREES, Trees, make_trees
from .records import BLOCK_HEAD, FLIGHT, LANES, MOVER, SCRATCH


class WorldRows(NamedTuple):
    """The rows of a world that the solver reads and writes."""

    bodies: BodyRows
    awake: Ints  # rows of `bodies` that are awake, ascending
    shapes: ShapeRows
    contacts: Contacts
    joints: Joints
    influences: Influences


class Workspace(NamedTuple):
    """Arrays that only the solver uses. They last from step to step, so that a step allocates nothing."""

    movers: MoverRows
    flights: FlightRows  # by mover; empty while `StepContext.flights` is 0
    mover_index: Ints  # by body row: its mover; STATIC_MOVER for a body without constraints
    constraints: ConstraintRows  # of this step, group by group
    ends: Ints  # of the groups in `constraints`
    refinements: Ints  # by group: how many times as many sub-steps it takes
    pause: Ints  # one number: steps until islands are searched for again
    parents: Ints  # scratch by body row: parents of the union-find
    sizes: Ints  # scratch by body row: constraints of an island, or ~(its group)
    finest: Ints  # scratch by body row: largest refinement in an island
    classes: Ints  # scratch by constraint: its island, its class, or a lane (see `contact.hold`)
    class_starts: Ints  # by class: its first row in `ordered`
    ordered: ConstraintRows  # of the group being solved, class by class
    heads: HeadRows  # of its blocks
    contact_blocks: ContactBlockRows
    pin_blocks: PinBlockRows  # empty while there are no joints
    link_blocks: LinkBlockRows  # likewise
    joint_blocks: JointBlockRows
    trees: Trees  # of links
    tree_counts: Ints  # of `trees` (see `joints.tree_records`)
    budget: Budget  # of islands with joints
    bounces: BounceRows  # contacts that bounce at one moment
    landings: Rows  # see `contact.landing_records`
    landed: Rows  # one row
    scratch: ScratchRows  # one row a thread; kernels use row 0, `parallel` gives each thread its own


WORLD_ROWS = group(WorldRows, array(BODY), INTS, array(SHAPE), CONTACTS, JOINTS, INFLUENCES)
WORKSPACE = group(
    Workspace,
    *(array(MOVER), array(FLIGHT), INTS, array(CONSTRAINT), *[INTS] * 8),
    *(
        array(CONSTRAINT),
        array(BLOCK_HEAD),
        array(CONTACT_BLOCK),
        array(PIN_BLOCK),
        array(LINK_BLOCK),
        array(JOINT_BLOCK),
        TREES,
        INTS,
        BUDGET,
        array(BOUNCE),
        array(LANDING),
        array(LANDED),
        array(SCRATCH),
    ),
)


def rows_of(world: World, awake: Ints) -> WorldRows:
    """Return the rows of a world whose bodies `awake` are to be solved."""
    contacts, shapes = contacts_of(world.solid), world.shapes.rows
    rows = (world.bodies.rows, awake, shapes, contacts, world.joints, world.influences)
    return new_tuple(WorldRows, rows)


@inlined
def has_room(work: Workspace, bodies: int, awake: int, constraints: int, joints: int, flights: int) -> bool:
    """Whether a workspace has room for that many rows."""
    return bool(
        len(work.mover_index) >= bodies
        and len(work.movers) > awake + 1
        and len(work.ordered) >= constraints
        and len(work.flights) >= flights * len(work.movers)
        and len(work.trees.links) >= joints
    )


def ensure_workspace(
    bodies: int, awake: int, constraints: int, joints: int, threads: int, flights: int, old: Workspace | None
) -> Workspace:
    """Return `old` if it has room for that many rows, else a new workspace with twice the room.

    Rows of flights are there if `flights` is 1, blocks of joints if there are `joints`.
    """
    if old is not None and has_room(old, bodies, awake, constraints, joints, flights):
        return old
    movers, capacity = 2 * awake + 16, 2 * constraints + 16
    blocks = min(capacity // LANES + CLASSES, capacity)  # the last of each class may have one constraint
    joint_blocks, links = (blocks, 2 * joints + 16) if joints > 0 else (0, 0)
    return Workspace(
        movers=records(movers, MOVER),
        flights=records(flights * movers, FLIGHT),
        mover_index=np.zeros(bodies, np.int64),
        constraints=records(capacity + 1, CONSTRAINT),
        ends=np.zeros(capacity + 1, np.int64),
        refinements=np.zeros(capacity + 1, np.int64),
        pause=np.zeros(1, np.int64),
        parents=np.zeros(bodies, np.int64),
        sizes=np.zeros(bodies, np.int64),
        finest=np.zeros(bodies, np.int64),
        classes=np.zeros(capacity, np.int64),
        class_starts=np.zeros(CLASSES + 1, np.int64),
        ordered=records(capacity, CONSTRAINT),
        heads=records(blocks, BLOCK_HEAD),
        contact_blocks=records(blocks, CONTACT_BLOCK),
        pin_blocks=records(joint_blocks, PIN_BLOCK),
        link_blocks=records(joint_blocks, LINK_BLOCK),
        joint_blocks=records(joint_blocks, JOINT_BLOCK),
        trees=make_trees(movers if joints > 0 else 0, links),
        tree_counts=np.zeros(COUNTS, np.int64),
        budget=make_budget(movers),
        bounces=records(capacity + 1, BOUNCE),
        landings=records(max(capacity, movers) + 1, LANDING),
        landed=records(1, LANDED) if old is None else old.landed,
        scratch=records(threads, SCRATCH),
    )
