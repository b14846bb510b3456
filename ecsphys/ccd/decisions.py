"""What filters and contact hooks decide about impacts: they are asked once for two shapes in a step."""

from __future__ import annotations

from typing import Any

from ..compile import inlined, kernel
from ..spatial.pair_index import MISSING, insert, lookup
from ..spatial.pair_keys import pair_key
from .next_event import CcdContext
from .records import NOT_SWEPT, CcdState

ASK_FILTERS, ASK_HOOKS, ASK_JOINTS = 1, 2, 4  # bits of `CcdContext.asks`


@inlined
def has_room_for_decision(state: CcdState) -> bool:
    """Whether one more decision has room."""
    counts = state.counts[0]
    return bool(
        counts.decisions < len(state.decisions)
        and 2 * (counts.decisions + 1) <= len(state.decision_index)
        and 2 * (counts.ignored_pairs + 1) <= len(state.ignored_index)
    )


@inlined
def is_decided(ccd: CcdContext, k: int) -> bool:
    """Whether the next impact of swept body k is decided; applies the decision. Else fills the question.

    What has a contact has passed the filters when the broad phase found it.
    """
    state = ccd.state
    s = state.swept[k]
    key = pair_key(s.own_shape, s.other_shape)
    row = lookup(state.decision_index, key)
    if row != MISSING:
        apply_decision(ccd, k, state.decisions[row])
        return True
    contact = lookup(ccd.solid.contact_index, key)
    if ccd.asks & ASK_HOOKS == 0 and (contact != MISSING or not may_be_parted(ccd, s)):
        s.asked = 1
        return True
    state.counts[0].asking = k
    fill_question(ccd, s, contact)
    return False


@inlined
def may_be_parted(ccd: CcdContext, s: Any) -> bool:
    """Whether filters or joints may let the next impact of a swept body pass."""
    if ccd.asks & ASK_FILTERS != 0:
        return True
    return bool(ccd.bodies[s.body].joined & ccd.bodies[ccd.proxies.shapes[s.other_shape].body].joined == 1)


@kernel
def fill_question(ccd: CcdContext, s: Any, contact: int) -> None:
    """Describe the next impact of a swept body as hooks get it, with the smaller entity as A."""
    bodies, shapes, state, q = ccd.bodies, ccd.proxies.shapes, ccd.state, ccd.state.question[0]
    row = shapes[s.other_shape].body
    slot = state.slots[row]
    vx, vy = bodies[row].vx, bodies[row].vy
    if slot != NOT_SWEPT:
        vx, vy = state.swept[slot].vx, state.swept[slot].vy
    swap = bodies[s.body].entity > bodies[row].entity
    q.contact = contact
    q.body_a, q.body_b = (row, s.body) if swap else (s.body, row)
    q.entity_a, q.entity_b = bodies[q.body_a].entity, bodies[q.body_b].entity
    q.nx, q.ny = (0.0 - s.nx, 0.0 - s.ny) if swap else (s.nx, s.ny)  # not -nx, which may be -0.0
    q.x, q.y, q.penetration = s.px, s.py, 0.0
    q.speed = max(0.0, (s.vx - vx) * s.nx + (s.vy - vy) * s.ny)
    q.friction, q.restitution, q.surface_speed = s.friction, s.restitution, s.surface_speed
    q.dropped = 0


@kernel
def take_answer(ccd: CcdContext) -> None:
    """Keep what filters and hooks have answered for the rest of the step, and apply it."""
    state, counts, q = ccd.state, ccd.state.counts[0], ccd.state.question[0]
    s = state.swept[counts.asking]
    row = counts.decisions
    decision = state.decisions[row]
    decision.refused = q.dropped != 0
    decision.friction, decision.restitution = q.friction, q.restitution
    decision.surface_speed = q.surface_speed
    insert(state.decision_index, pair_key(s.own_shape, s.other_shape), row)
    counts.decisions += 1
    counts.answered = 0
    if decision.refused == 1:
        insert(state.ignored_index, pair_key(q.body_a, q.body_b), 0)
        counts.ignored_pairs += 1
    apply_decision(ccd, counts.asking, decision)


@inlined
def apply_decision(ccd: CcdContext, k: int, decision: Any) -> None:
    """Give the next impact of swept body k its surface, or search another one if this is refused."""
    state, counts = ccd.state, ccd.state.counts[0]
    s = state.swept[k]
    s.asked = 1
    s.friction, s.restitution = decision.friction, decision.restitution
    s.surface_speed = decision.surface_speed
    if decision.refused == 1:
        s.version += 1
        state.waiting[counts.waiting] = k
        counts.waiting += 1
