"""The contract between the solver and the kinds of constraints.

A constraint acts on two bodies. Islands, groups, colours, blocks and stages know its kind, its bodies and its
row in the kind's own storage (CONSTRAINT), and nothing else. `dispatch` has the table of all kinds. A kind is
a number below and a module with

- a function that gathers its constraints: it appends a row of CONSTRAINT for each one that acts in this step
  and has a body that is awake;
- a record for its blocks, of which `Workspace` has an array: row k belongs to row k of `heads`;
- a function that runs one of these stages for block k. Blocks of one colour run in any order, also at the
  same time; those of the colour OVERFLOW run one after the other.

Stages, in the order of a step:

1. PREPARE: fill the block from the kind's storage, the bodies and their movers.
2. SOLVE, in each sub-step, after velocities are integrated: the pass with soft constraints, whose springs
   take out errors of position.
3. RELAX, in each sub-step, after positions are integrated: the pass without springs, which takes out the
   velocity that they added (E. Catto, *Solver2D*, 2024, "soft step").
4. PART, after the sub-steps: what overlaps deeply is moved apart (contacts only).
5. STORE: write impulses to the kind's storage, for the next step and for events.

Contacts also bounce (`contact.bounce`), at the beginning of each sub-step. Links and branches are prepared
and stored like all others, and solved by `joints.trees`. What islands with joints gain, `budget` takes back.

Warm starting is not a stage: PREPARE and RELAX add the change of velocity that the accumulated impulses will
make in the next sub-step to the movers (`blocks.add_warm_start`), and `integrate_velocities` applies the sum.
That saves a pass.

A stage reads movers with `blocks.gather_velocities` and `blocks.gather_deltas` and changes them with
`blocks.apply_impulses`. SOLVE and RELAX take a block part by part (`blocks.part_count`, `blocks.lane_range`),
since lanes of the colour OVERFLOW may share bodies.
"""

from __future__ import annotations

import numpy as np

from .records import COLORS

# Kinds, in the order in which those of one colour are solved. Contacts with one point and with two are kinds
# of their own: their loops have no branches; so are pins. Links are the pins, rods, hinges and rigid welds of
# trees, branches all other joints of trees (see `joints.trees`): they need no colours. What closes a loop of
# a tree is a LOOP until it has a class, and then a branch, of the colour CLOSING.
KINDS = 6
ONE_POINT, TWO_POINTS, PIN, LINK, BRANCH, JOINT, LOOP = range(KINDS + 1)
CLOSING = 1

CLASSES = KINDS * COLORS  # a class is a kind in one colour: colour * KINDS + kind

PREPARE, SOLVE, RELAX, PART, STORE = range(5)

CONSTRAINT = np.dtype(
    [
        ("kind", "i4"),
        ("row", "i4"),  # in the storage of its kind
        ("body_a", "i4"),  # rows of BODY; FREE: a body that is static or asleep
        ("body_b", "i4"),
        ("mover_a", "i4"),  # rows of MOVER, set by `coloring`
        ("mover_b", "i4"),
        ("single", "i4"),  # of a joint that may be part of a tree: its kind outside of one; else 0
        ("refinement", "i4"),  # how many times as many sub-steps it needs (see `groups`)
    ]
)
