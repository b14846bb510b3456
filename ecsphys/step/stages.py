"""The stages of a step, by the functions that the systems call, and so with the same bits.

Each returns what it misses, see `records`, and is called again when that is there: until then it has changed
nothing that it would change again. All are inlined into the one loop that runs them: they take a hundred
arrays, and a call that passes these costs as much as a stage of a small world.
"""

from __future__ import annotations

from ..arrays import Ints
from ..ccd.advance import DONE, FULL, end_sweeps, run_sweeps, store_impacts
from ..ccd.candidates import find_fast
from ..ccd.next_event import WATCH_TRIGGERS, CcdContext
from ..compile import inlined
from ..contacts.crush import CRUSH, list_squeezed
from ..contacts.narrow_phase import update_contacts
from ..contacts.post_solve import list_open, update_touches
from ..contacts.seams import Scene
from ..contacts.table import Table, WorldRows, add_new_contacts, has_contact_room
from ..contacts.touch_events import EventRules, fill_points, is_wanted
from ..contacts.touch_list import update_pairs_touching
from ..solver.dispatch import max_constraints
from ..solver.island import let_rest, put_islands_to_sleep
from ..solver.substeps import advance_awake
from ..solver.workspace import WorldRows as SolverRows
from ..solver.workspace import has_room
from ..spatial.pair_index import MISSING, KnownPairs
from ..spatial.pair_keys import insert_sorted
from ..spatial.proxies import is_stray, refresh_all
from ..spatial.quadtree.insertion import place_proxies
from ..spatial.quadtree.tree import MARK, PLACE, SEARCH, update_tree
from ..world.contacts import Contacts
from ..world.detection_counts import BOXES
from ..world.detection_counts import NODES as NODES_COMPARED
from ..world.waking import list_awake, wake_all_joined
from .records import (
    ANSWER,
    CONTACTS,
    END_SWEEPS,
    ISLANDS,
    KEYS,
    KEYS_ORDER,
    LISTS,
    MOVED_ORDER,
    NODES,
    NOTHING,
    PASSAGES,
    REASONS,
    SOLID,
    STRAYS,
    SWEEPS,
    TOUCHES,
    TRIGGERS,
    WORKSPACE_ROOM,
    StepRows,
)

MOST_SORTED = 32  # numbers that are sorted here, one by one


# -- the broad phase -----------------------------------------------------------------------------------


@inlined
def sort_few(numbers: Ints) -> bool:
    """Sort numbers; False, and nothing is done, for many that are not in order."""
    ordered = 1
    for k in range(1, len(numbers)):
        ordered &= numbers[k - 1] <= numbers[k]
    if ordered == 0 and len(numbers) > MOST_SORTED:
        return False
    for k in range(1, len(numbers) if ordered == 0 else 0):
        insert_sorted(numbers, k, numbers[k])
    return True


@inlined
def find_pairs(rows: StepRows) -> int:
    """Find the new pairs of what moved."""
    step, proxies = rows.step[0], rows.ccd.proxies
    step.pairs = 0
    if step.moved_count == 0:
        return NOTHING
    moved = proxies.moved[: step.moved_count]
    if not sort_few(moved):
        return MOVED_ORDER
    if step.tasks == 0:
        step.tasks = PLACE | MARK | SEARCH
    known = KnownPairs(rows.ccd.solid.contact_index, rows.triggers.contact_index)
    progress = update_tree(
        rows.quad, proxies.fat, rows.ccd.filters, known, moved, rows.lists, rows.keys, step.tasks
    )
    if progress.nodes_full:
        return NODES
    if progress.keys_full or progress.lists_full:
        step.tasks = SEARCH  # all are placed: again would hasten the next refit
        return KEYS if progress.keys_full else LISTS
    step.tasks = 0
    step.pairs = progress.pairs
    rows.tests[NODES_COMPARED] += progress.nodes
    rows.tests[BOXES] += progress.boxes
    return NOTHING


@inlined
def add_pairs(rows: StepRows) -> int:
    """Add the contacts of the pairs found."""
    step, ccd = rows.step[0], rows.ccd
    if step.moved_count == 0:
        return NOTHING
    keys = rows.keys[: step.pairs]
    if not sort_few(keys):
        return KEYS_ORDER
    step.wanted = step.pairs
    if not has_contact_room(ccd.solid, step.pairs):
        return CONTACTS
    if step.has_triggers == 1 and not has_contact_room(rows.triggers, step.pairs):
        return CONTACTS
    for i in ccd.proxies.moved[: step.moved_count]:
        ccd.proxies.shapes[i].enlarged = 0
    step.moved_count = 0
    step.has_unknown_touches = 1
    owners = WorldRows(ccd.bodies, ccd.proxies.shapes, ccd.filters)
    woken = add_new_contacts(ccd.solid, rows.triggers, owners, keys, rows.apart, ccd.context.response)
    step.awake_stale |= woken > 0
    return NOTHING


# -- contacts ------------------------------------------------------------------------------------------


@inlined
def scene_of_step(rows: StepRows, table: Table) -> Scene:
    """Return the arrays by which the contacts of a table are found."""
    ccd = rows.ccd
    return Scene(ccd.tree, ccd.bodies, ccd.proxies, table, ccd.spare, rows.tests, ccd.effects)


@inlined
def collide_all(rows: StepRows, is_solid: bool) -> int:
    """Run the narrow phase of what may push, or of triggers, which wake nothing."""
    step = rows.step[0]
    table = rows.ccd.solid if is_solid else rows.triggers
    may_change = step.awake_count + step.has_unknown_touches + (step.awake_stale if is_solid else 0) > 0
    if table.counts[0].contacts > 0 and may_change:
        woken = update_contacts(scene_of_step(rows, table), rows.ranges, rows.queue, rows.ccd.context)
        step.awake_stale |= is_solid and woken > 0
    return NOTHING


@inlined
def find_touches(rows: StepRows, is_solid: bool) -> int:
    """Find the touches in which the solver saw none, or what is inside of triggers."""
    step = rows.step[0]
    table = rows.ccd.solid if is_solid else rows.triggers
    count = table.counts[0].contacts
    if count > 0 and step.awake_count + step.has_unknown_touches > 0:
        open_end = list_open(rows.ccd.proxies, table, 0, count)
        update_touches(scene_of_step(rows, table), 0, open_end, rows.ccd.context.slop)
    return NOTHING


@inlined
def rules_now(rows: StepRows, rules: EventRules, kinds: int) -> EventRules:
    """Return how events of some kinds, a mask, are made in this step."""
    step = rows.step[0]
    wanted = step.events_wanted & kinds
    return EventRules(step.step_count, rules.end_after, wanted, rules.dt, step.hit_speed, rules.kinds)


@inlined
def list_touches(rows: StepRows, is_solid: bool) -> int:
    """Update the touch list of what may push, or of triggers, and append its events."""
    step, ccd = rows.step[0], rows.ccd
    table = ccd.solid if is_solid else rows.triggers
    crossings = rows.crossings if is_solid else rows.trigger_crossings
    rules = rows.rules if is_solid else rows.trigger_rules
    counts = table.counts[0]
    if counts.contacts + counts.pairs + len(crossings) == 0 or step.is_listed == 0:
        return NOTHING
    now = rules_now(rows, rules, rules.wanted)
    if step.awake_count + step.has_unknown_touches == 0 and not is_wanted(now, rules.kinds.stay):
        return NOTHING
    if step.contacts_removed & (SOLID if is_solid else TRIGGERS) != 0:
        return REASONS
    owners = WorldRows(ccd.bodies, ccd.proxies.shapes, ccd.filters)
    begin = step.event_count
    result = update_pairs_touching(table, owners, crossings, rows.events, begin, now)
    step.wanted, step.wanted_events = result.more_pairs, result.more_events
    if result.more_pairs + result.more_events > 0:
        return TOUCHES
    fill_points(rows.events, begin, result.events, table, owners, crossings)
    step.event_count = result.events
    return NOTHING


@inlined
def squeeze_bodies(rows: StepRows) -> int:
    """Find the bodies that kinematic bodies squeeze."""
    step, ccd = rows.step[0], rows.ccd
    if step.is_driven == 0 or ccd.solid.counts[0].contacts == 0 or step.awake_count == 0:
        return NOTHING
    list_awake_bodies(rows)
    step.wanted, step.wanted_events = 0, step.awake_count
    rules = rules_now(rows, rows.rules, 1 << CRUSH)
    if is_wanted(rules, CRUSH) and step.event_count + step.awake_count > len(rows.events):
        return TOUCHES
    owners = WorldRows(ccd.bodies, ccd.proxies.shapes, ccd.filters)
    awake, none = rows.awake[: step.awake_count], rows.crossings[:0]
    step.event_count = list_squeezed(
        ccd.solid, owners, awake, none, rows.events, step.event_count, rules, ccd.context.slop
    )
    return NOTHING


# -- motion --------------------------------------------------------------------------------------------


@inlined
def list_awake_bodies(rows: StepRows) -> None:
    """List the bodies that are awake again, where that is out of date: see `update_awake`."""
    step = rows.step[0]
    if step.awake_stale == 1:
        step.awake_count = list_awake(rows.ccd.bodies, step.body_count, rows.awake)
        step.awake_stale = 0
        step.awake_version += 1


@inlined
def wake_bodies(rows: StepRows) -> int:
    """Wake what is joined to what is awake: see `update_joined`."""
    step = rows.step[0]
    list_awake_bodies(rows)
    if len(rows.joints.order) > 0 and step.joints_checked != step.awake_version:
        step.joints_checked = step.awake_version
        step.awake_stale |= wake_all_joined(rows.ccd.bodies, rows.joints) > 0
        list_awake_bodies(rows)
    return NOTHING


@inlined
def solver_rows(rows: StepRows) -> SolverRows:
    """Return the rows that the solver takes."""
    ccd, table = rows.ccd, rows.ccd.solid
    count, awake = table.counts[0].contacts, rows.awake[: rows.step[0].awake_count]
    contacts = Contacts(table.contacts[:count], table.manifolds[:count])
    return SolverRows(ccd.bodies, awake, ccd.proxies.shapes, contacts, rows.joints, rows.influences)


@inlined
def solve(rows: StepRows) -> int:
    """Advance all bodies awake, and bring their boxes up to date."""
    step, ccd, work = rows.step[0], rows.ccd, rows.work
    awake = step.awake_count
    if awake == 0:
        return NOTHING
    own = solver_rows(rows)
    joints, bodies = len(rows.joints.order), len(ccd.bodies)
    if not has_room(work, bodies, awake, joints + len(own.contacts.rows), joints, ccd.context.flights):
        return WORKSPACE_ROOM
    advance_awake(own, work, ccd.context)
    contacts = ccd.solid.counts[0].contacts
    found = refresh_all(ccd.bodies, own.awake, ccd.proxies, step.moved_count, 1, contacts, ccd.context)
    step.moved_count, step.is_driven = found.moved, found.driven > 0
    return STRAYS if found.strays > 0 else NOTHING


@inlined
def select_fast_bodies(rows: StepRows) -> int:
    """Select the bodies to sweep, and begin; without any, pass over the stages of sweeps."""
    step, ccd = rows.step[0], rows.ccd
    list_awake_bodies(rows)
    fast = find_fast(ccd.bodies, rows.awake[: step.awake_count], ccd.proxies.shapes, rows.fast)
    if fast.count == 0:
        step.stage = END_SWEEPS
        return NOTHING
    state = ccd.state
    step.wanted = fast.count
    if fast.count + 1 > len(state.swept) or fast.count + 2 > len(state.waiting):
        return SWEEPS
    step.selected, step.parts = fast.count, 1
    if fast.bullets > 0 or (fast.far > 0 and step.watched & WATCH_TRIGGERS != 0):
        step.parts = 2
        moved = ccd.proxies.moved[: step.moved_count]
        if not sort_few(moved):
            return MOVED_ORDER
        if len(moved) > 0 and not place_proxies(rows.quad, ccd.proxies.fat, ccd.filters, moved):
            return NODES
    rows.ccd_counts[:] = 0
    if step.asks != 0:
        state.decision_index[:] = MISSING
        state.ignored_index[:] = MISSING
    return NOTHING


@inlined
def sweep(rows: StepRows) -> int:
    """Sweep the bodies selected."""
    ccd, step = rows.ccd, rows.step[0]
    own = CcdContext(
        ccd.tree, ccd.bodies, ccd.proxies, ccd.filters, ccd.solid, ccd.state, ccd.context, ccd.spare,
        step.watched, step.asks, step.parts, ccd.effects,
    )  # fmt: skip
    answer = run_sweeps(own, rows.fast[: step.selected])
    if answer == DONE:
        return NOTHING
    step.wanted = step.selected
    return SWEEPS if answer == FULL else ANSWER


@inlined
def end_all_sweeps(rows: StepRows) -> int:
    """Write back what sweeps changed."""
    step, ccd = rows.step[0], rows.ccd
    counts, owners = ccd.state.counts[0], WorldRows(ccd.bodies, ccd.proxies.shapes, ccd.filters)
    if counts.swept == 0:
        return NOTHING
    step.wanted = counts.impacts
    if counts.impacts > 0 and not has_contact_room(ccd.solid, counts.impacts):
        return CONTACTS
    step.moved_count = end_sweeps(ccd.bodies, ccd.proxies, ccd.state, step.moved_count, ccd.context)
    store_impacts(ccd.solid, owners, ccd.state.impacts[: counts.impacts], ccd.context.response)
    step.dropped_motions += counts.stopped
    step.awake_stale |= counts.woken > 0
    list_awake_bodies(rows)
    strays = 0
    for k in range(counts.swept):
        strays += is_stray(ccd.bodies[ccd.state.swept[k].body], ccd.context)
    if counts.crossings > 0:
        return PASSAGES
    return STRAYS if strays > 0 else NOTHING


# -- sleep ---------------------------------------------------------------------------------------------


@inlined
def rest(rows: StepRows) -> int:
    """Update how long bodies have rested."""
    step, ccd = rows.step[0], rows.ccd
    step.has_unknown_touches, step.rested = 0, 0
    list_awake_bodies(rows)
    if step.awake_count > 0:
        report = let_rest(ccd.bodies, rows.awake[: step.awake_count], ccd.context)
        step.rested, step.is_finite = report.rested, 1 - report.not_finite
        step.awake_stale |= report.stopped
    return NOTHING


@inlined
def sleep(rows: StepRows) -> int:
    """Put islands to sleep that have rested long enough."""
    step, context = rows.step[0], rows.ccd.context
    if step.rested == 0 or context.sleeping == 0:
        return NOTHING
    own = solver_rows(rows)
    step.wanted = max_constraints(own) + 1
    if len(rows.constraints) < step.wanted or len(rows.parents) < len(own.bodies):
        return ISLANDS
    step.awake_stale |= put_islands_to_sleep(own, rows.constraints, rows.parents, context) > 0
    return NOTHING
