"""Explanations of why two entities do or do not collide: the first stage of a step that parts them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..ecs.registry import Registry
from ..world.bodies import STATIC
from ..world.contacts import HOOK_DROPPED, PASSING
from ..world.state import World
from .explain_area import explain_area
from .explain_hit import explain_hit
from .gaps import contacts_of, explain_gap, reach_of_touch
from .sides import Side, explain_filters, missing_part, not_in_mask, side_of


def explain_pair(
    world: World,
    registry: Registry,
    a: int,
    b: int,
    response: bool,
    refusal: Callable[[int, int], str | None],
) -> str:
    """Return one sentence about two entities of a settled world.

    `refusal` returns what ignored pairs and filters say against a pair.
    """
    if a == b:
        return f"entity {a} is one entity: what belongs to it never collides with itself"
    for entity in (a, b):
        sentence = missing_part(world, entity, registry.current_components(entity))
        if sentence is not None:
            return sentence
    row_a, row_b = world.bodies.rows[world.row_of(a)], world.bodies.rows[world.row_of(b)]
    if row_a["kind"] == STATIC and row_b["kind"] == STATIC:
        return f"neither {a} nor {b} can move: two static colliders never meet"
    side_a, side_b = (side_of(world, registry, entity) for entity in (a, b))
    for side, other in ((side_a, side_b), (side_b, side_a)):
        if side.projectile is not None and not other.collider.trigger:
            return explain_hit(world, side, side.projectile, other, refusal)
        if side.projectile is not None and world.parts_of(side.entity)[2] is None:
            return f"entity {side.entity} has no Collider: triggers and areas do not see a ray without one"
    is_solid = not _is_sensed(side_a, side_b)
    return (
        explain_filters(side_a, side_b)
        or refusal(a, b)
        or explain_gap(world, a, b, reach_of_touch(world, a, b, is_solid), is_solid)
        or explain_area(world, side_a, side_b)
        or explain_area(world, side_b, side_a)
        or _passing(world, side_a, side_b)
        or _overlapping(side_a, side_b, response)
    )


def _passing(world: World, a: Side, b: Side) -> str | None:
    """Explain why two entities that overlap pass through each other, if they did in the last step."""
    own = contacts_of(world, a.entity, b.entity)
    if np.any(own["touching"] == 1):
        return None
    both = f"{a.entity} and {b.entity} overlap"
    if np.any(own["hook_state"] == HOOK_DROPPED):
        return f"{both}, and a contact hook drops their contact"
    for side, other in ((a, b), (b, a)):
        solid_side = side.collider.one_way
        if solid_side is not None and not side.collider.trigger:
            what = f"the side {tuple(solid_side)} of {side.entity}"
            if np.any(own["one_way"] & PASSING):
                return f"{both}, and a one-way side lets through what did not come from there: {what}"
            if not len(own):
                sentence = f"{both}: the next step decides whether {other.entity} comes from the one-way side"
                return f"{sentence}, {what}"
    return None


def _overlapping(a: Side, b: Side, response: bool) -> str:
    """Explain what becomes of two entities that overlap: a report, a push, or sleep."""
    if (sentence := explain_report(a, b, response)) is not None:
        return sentence
    for side, opposite in ((a, b), (b, a)):
        if side.character is not None:
            return _met_by_character(side, opposite)
    return explain_push(a, b)


def _is_sensed(a: Any, b: Any) -> bool:
    """Whether one of two colliders is a trigger."""
    return bool(a.collider.trigger or b.collider.trigger)


def explain_report(a: Any, b: Any, response: bool) -> str | None:
    """Explain why two entities that overlap are reported and not pushed, if so."""
    both = f"{a.entity} and {b.entity}"
    for side, opposite in ((a, b), (b, a)):
        if side.collider.trigger:
            overlap = f"{side.entity} and {opposite.entity} overlap"
            return f"{overlap}; {side.entity} is a trigger, which reports and never pushes"
    grouped = a.collider.group != 0 and a.collider.group == b.collider.group
    for present, sensing in ((a, b), (b, a)):
        if not grouped and not present.collider.layer & sensing.collider.mask:
            reason = not_in_mask(present, sensing)
            return f"{both} overlap and are reported by detect_mask, not pushed: {reason}"
    return None if response else f"{both} overlap, and response=False lets them"


def explain_push(a: Any, b: Any) -> str:
    """Explain what becomes of two solid entities that overlap."""
    both = f"{a.entity} and {b.entity}"
    bodies = [side.body for side in (a, b) if side.body is not None]
    if all(body.kind != "dynamic" for body in bodies):
        return f"{both} overlap, and neither is dynamic: they are reported and not pushed"
    if not any(body.awake for body in bodies):
        return f"{both} touch, asleep"
    return f"{both} touch and push each other"


def _met_by_character(side: Side, other: Side) -> str:
    """Explain what a character does about an entity that it overlaps."""
    both, meetings = f"{side.entity} and {other.entity}", [side.character, other.character]
    words = [character.meets for character in meetings if character is not None]
    if len(words) == 2 and words != ["block", "block"]:
        how = "pass each other" if "pass" in words else "push each other softly"
        return f"{both} overlap, characters that {how}: meets={' and '.join(map(repr, words))}"
    return explain_stop(side, other)


def explain_stop(side: Any, other: Any) -> str:
    """Say what a character does at what it touches."""
    both = f"{side.entity} and {other.entity}"
    return f"{both} touch: {side.entity} is a character, which stops at {other.entity} or slides along it"
