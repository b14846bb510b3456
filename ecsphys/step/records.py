"""What a whole step works on: the arrays of a world in the plane, and how far the step has come."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import ConstraintRows, CrossingRows, EventRows, Ints, RangeRows, Rows
from ..ccd.next_event import CCD_CONTEXT, CcdContext
from ..compile import INTS, array, group
from ..contacts.table import TABLE, Table
from ..contacts.touch_events import EVENT_RULES, EventRules
from ..parallel.work_queue import WorkQueue
from ..solver.constraint import CONSTRAINT
from ..solver.workspace import WORKSPACE, Workspace
from ..spatial.quadtree.nodes import QUADTREE, QuadtreeArrays
from ..spatial.quadtree.pairs import SEARCH_LISTS, SearchLists
from ..world.areas import INFLUENCES, Influences
from ..world.contacts import NARROW_RANGE
from ..world.events import CROSSING, EVENT
from ..world.joints import JOINTS, Joints

# The stages of a step, in their order.
(
    FIND_PAIRS, ADD_PAIRS, COLLIDE, WAKE, SOLVE, SELECT_FAST, SWEEP, END_SWEEPS, FIND_NEW_PAIRS,
    ADD_NEW_PAIRS, FIND_TOUCHES, LIST_TOUCHES, SQUEEZE, COLLIDE_TRIGGERS, FIND_TRIGGERS, LIST_TRIGGERS,
    REST, SLEEP, END,
) = range(19)  # fmt: skip

# What a stage may miss, beside NOTHING. Room: for nodes, keys or search lists of the broad phase, for
# contacts, in the workspace of the solver, for sweeps, for touches and events, in the scratch of islands.
# Order in `moved`, or in the keys of pairs. Answers of the game about an impact; reasons of pairs that have
# lost their contacts. And what the next stage misses, for one that is done: that bodies out of range are put
# aside, and the same after passages that the game may refuse.
(
    NOTHING, NODES, KEYS, LISTS, CONTACTS, WORKSPACE_ROOM, SWEEPS, TOUCHES, ISLANDS, MOVED_ORDER, KEYS_ORDER,
    ANSWER, REASONS, STRAYS, PASSAGES,
) = range(15)  # fmt: skip
IS_DONE = STRAYS  # from here on
SOLID, TRIGGERS = 1, 2  # bits of `contacts_removed`

WORDS = (
    "stage",
    "tasks",  # of the search for pairs that are left, see `quadtree.tree`; 0: it has not begun
    "pairs",  # new ones whose keys were found
    "wanted",  # missing rows: contacts, pairs of bodies, or what the workspace must hold
    "wanted_events",
    "selected",  # bodies to sweep
    "parts",  # of the tree that sweeps search
    "rested",  # 1: some body has rested long enough to sleep
    "done",  # steps run to their end
    "has_lost",  # 1: bodies are put aside
    # The like-named variables of `World`.
    "moved_count",
    "awake_count",
    "awake_stale",
    "awake_version",
    "joints_checked",
    "has_unknown_touches",
    "is_driven",
    "is_finite",
    "contacts_removed",  # bits of the tables whose pairs need reasons
    "event_count",
    "dropped_motions",
    # Constant within a step.
    "body_count",
    "has_triggers",
    "step_count",
    "events_wanted",  # the mask of those that are listened to
    "watched",  # see `CcdContext`
    "asks",
    "is_listed",  # 0: nothing hears of touches, and none are listed
)
STEP = np.dtype([*((name, "i8") for name in WORDS), ("hit_speed", "f8")])


class StepRows(NamedTuple):
    """The arrays of a world that its steps need; `step` has one row."""

    step: Rows
    quad: QuadtreeArrays
    lists: SearchLists
    keys: Ints
    ccd: CcdContext  # but for what `step` has of it
    ccd_counts: Ints  # the words of `ccd.state.counts`
    fast: Ints  # scratch, with room for all bodies
    triggers: Table
    apart: Ints
    awake: Ints
    joints: Joints
    influences: Influences
    work: Workspace
    constraints: ConstraintRows  # scratch
    parents: Ints  # scratch, with room for all bodies
    ranges: RangeRows  # one row: scratch of the narrow phase
    queue: WorkQueue
    tests: Ints
    events: EventRows
    crossings: CrossingRows  # of solid shapes, see `crossings_of`
    trigger_crossings: CrossingRows
    rules: EventRules  # of solid shapes, but for what `step` has of them
    trigger_rules: EventRules


STEP_ROWS = group(
    StepRows,
    *(array(STEP), QUADTREE, SEARCH_LISTS, INTS, CCD_CONTEXT, INTS, INTS, TABLE, INTS, INTS, JOINTS),
    *(INFLUENCES, WORKSPACE, array(CONSTRAINT), INTS, array(NARROW_RANGE), INTS, INTS, array(EVENT)),
    *(array(CROSSING), array(CROSSING), EVENT_RULES, EVENT_RULES),
)
