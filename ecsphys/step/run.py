"""The loop over the stages of a step, and over steps."""

from __future__ import annotations

from ..arrays import Reals2
from ..compile import INT, REALS2, entry, inlined
from .records import (
    ADD_NEW_PAIRS,
    ADD_PAIRS,
    COLLIDE,
    COLLIDE_TRIGGERS,
    END,
    END_SWEEPS,
    FIND_NEW_PAIRS,
    FIND_PAIRS,
    FIND_TOUCHES,
    FIND_TRIGGERS,
    IS_DONE,
    LIST_TOUCHES,
    LIST_TRIGGERS,
    NOTHING,
    REST,
    SELECT_FAST,
    SOLVE,
    SQUEEZE,
    STEP_ROWS,
    SWEEP,
    WAKE,
    StepRows,
)
from .stages import (
    add_pairs,
    collide_all,
    end_all_sweeps,
    find_pairs,
    find_touches,
    list_touches,
    rest,
    select_fast_bodies,
    sleep,
    solve,
    squeeze_bodies,
    sweep,
    wake_bodies,
)


@entry(STEP_ROWS, INT, REALS2)
def run_steps(rows: StepRows, row: int, poses: Reals2) -> int:
    """Run a step from `step.stage` on; return what it misses, see `records`, or NOTHING at its end.

    With `poses` as many steps as it has rows, and write the poses of body `row` after them.
    """
    step = rows.step[0]
    while True:
        while step.stage != END:
            missing = run_stage(rows, step.stage)
            step.stage += missing == NOTHING or missing >= IS_DONE
            if missing != NOTHING:
                return missing
        step.done += 1
        if step.done > len(poses):
            return NOTHING
        body, k = rows.ccd.bodies[row], step.done - 1
        poses[k, 0], poses[k, 1], poses[k, 2] = body.x, body.y, body.angle
        if step.done == len(poses) or not begin_next(rows):
            return NOTHING


@inlined
def begin_next(rows: StepRows) -> bool:
    """Begin one more step; False where bodies are out of range or may be, which others see to."""
    step = rows.step[0]
    if step.has_lost == 1 or (step.is_finite == 0 and step.awake_count + step.awake_stale > 0):
        return False
    step.stage, step.is_finite, step.event_count, step.contacts_removed = FIND_PAIRS, 0, 0, 0
    return True


@inlined
def run_stage(rows: StepRows, stage: int) -> int:
    """Run one stage; return what it misses."""
    if stage in (FIND_PAIRS, FIND_NEW_PAIRS):
        return find_pairs(rows)
    if stage in (ADD_PAIRS, ADD_NEW_PAIRS):
        return add_pairs(rows)
    if stage in (COLLIDE, COLLIDE_TRIGGERS):
        return collide_all(rows, stage == COLLIDE)
    if stage == WAKE:
        return wake_bodies(rows)
    if stage == SOLVE:
        return solve(rows)
    if stage == SELECT_FAST:
        return select_fast_bodies(rows)
    if stage == SWEEP:
        return sweep(rows)
    if stage == END_SWEEPS:
        return end_all_sweeps(rows)
    if stage in (FIND_TOUCHES, FIND_TRIGGERS):
        return find_touches(rows, stage == FIND_TOUCHES)
    if stage in (LIST_TOUCHES, LIST_TRIGGERS):
        return list_touches(rows, stage == LIST_TOUCHES)
    if stage == SQUEEZE:
        return squeeze_bodies(rows)
    return rest(rows) if stage == REST else sleep(rows)
