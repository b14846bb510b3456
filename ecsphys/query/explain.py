"""Explanations of why two entities do or do not collide: the first stage of a step that parts them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..arrays import Ints
from ..contacts.table import bodies_of
from ..ecs.components import Collider, RigidBody
from ..geometry.pair_kernels import PlacedShape
from ..world.bodies import STATIC
from ..world.contacts import HOOK_DROPPED, PASSING
from ..world.state import World
from .filters import EVERYTHING
from .scene import scene_of
from .shapes import DISTANCE, Proximity, test_shapes


class Side(NamedTuple):
    """One of the two entities, with the components that decide."""

    entity: int
    body: RigidBody | None
    collider: Collider


def explain_pair(
    world: World, a: int, b: int, response: bool, refusal: Callable[[int, int], str | None]
) -> str:
    """Return one sentence about two entities of a settled world.

    `refusal` returns what ignored pairs and filters say against a pair.
    """
    if a == b:
        return f"entity {a} is one entity: what belongs to it never collides with itself"
    for entity in (a, b):
        sentence = _missing_part(world, entity)
        if sentence is not None:
            return sentence
    row_a, row_b = world.bodies.rows[world.row_of(a)], world.bodies.rows[world.row_of(b)]
    if row_a["kind"] == STATIC and row_b["kind"] == STATIC:
        return f"neither {a} nor {b} can move: two static colliders never meet"
    side_a, side_b = (Side(entity, *world.parts_of(entity)[1:]) for entity in (a, b))
    return (
        _filtered(side_a, side_b)
        or refusal(a, b)
        or _apart(world, a, b)
        or _passing(world, a, b)
        or _overlapping(side_a, side_b, response)
    )


def _missing_part(world: World, entity: int) -> str | None:
    """Explain why an entity takes no part in detection, if so."""
    transform, _, collider = world.parts_of(entity)
    if transform is None:
        return f"entity {entity} has no part in physics: it needs a Transform and a Collider"
    if collider is None:
        return f"entity {entity} has no Collider"
    if not collider.enabled:
        return f"the Collider of entity {entity} is disabled"
    return None


def _filtered(a: Side, b: Side) -> str | None:
    """Explain which of group, layers and masks parts two colliders, if any."""
    group = a.collider.group
    if group and group == b.collider.group:
        if group < 0:
            both = f"{a.entity} and {b.entity} are both of group {group}"
            return f"{both}, and a negative group never meets itself"
        return None
    for present, sensing in ((a, b), (b, a)):
        if not present.collider.layer & (sensing.collider.mask | sensing.collider.detect_mask):
            return _not_in_mask(present, sensing)
    return None


def _not_in_mask(present: Side, sensing: Side) -> str:
    layer, mask = bin(present.collider.layer), bin(sensing.collider.mask)
    return f"the layer {layer} of {present.entity} is not in the mask {mask} of {sensing.entity}"


def _apart(world: World, a: int, b: int) -> str | None:
    """Explain how far apart the bounding boxes or the shapes of two entities are, if they are."""
    ids_a, ids_b = shapes_of(world, a), shapes_of(world, b)
    boxes = world.shapes.tight
    lower = np.maximum(boxes[ids_a][:, None, :2], boxes[ids_b][None, :, :2])
    upper = np.minimum(boxes[ids_a][:, None, 2:], boxes[ids_b][None, :, 2:])
    gaps = np.hypot(*np.moveaxis(np.maximum(lower - upper, 0.0), 2, 0))
    if gaps.min() > 0.0:
        return f"the boxes of {a} and {b} are {gaps.min():g} apart"
    gap = distance_between(world, ids_a, ids_b)
    return f"the boxes of {a} and {b} overlap, their shapes are {gap:g} apart" if gap > 0.0 else None


def _passing(world: World, a: int, b: int) -> str | None:
    """Explain why two entities that overlap pass through each other, if they did in the last step."""
    contacts = world.solid.contacts[: world.solid.contact_count].view(np.ndarray)
    body_a, body_b = bodies_of(world, world.solid)
    own = contacts[(body_a == world.row_of(min(a, b))) & (body_b == world.row_of(max(a, b)))]
    if np.any(own["touching"] == 1):
        return None
    if np.any(own["hook_state"] == HOOK_DROPPED):
        return f"{a} and {b} overlap, and a contact hook drops their contact"
    if np.any(own["one_way"] & PASSING):
        return f"{a} and {b} overlap, and a one-way side lets through what did not come from there"
    return None


def _overlapping(a: Side, b: Side, response: bool) -> str:
    """Explain what becomes of two entities that overlap: a report, a push, or sleep."""
    both = f"{a.entity} and {b.entity}"
    for side, opposite in ((a, b), (b, a)):
        if side.collider.trigger:
            overlap = f"{side.entity} and {opposite.entity} overlap"
            return f"{overlap}; {side.entity} is a trigger, which reports and never pushes"
    grouped = a.collider.group != 0 and a.collider.group == b.collider.group
    for present, sensing in ((a, b), (b, a)):
        if not grouped and not present.collider.layer & sensing.collider.mask:
            reason = _not_in_mask(present, sensing)
            return f"{both} overlap and are reported by detect_mask, not pushed: {reason}"
    bodies = [side.body for side in (a, b) if side.body is not None]
    if not response:
        return f"{both} overlap, and response=False lets them"
    if all(body.kind != "dynamic" for body in bodies):
        return f"{both} overlap, and neither is dynamic: they are reported and not pushed"
    if not any(body.awake for body in bodies):
        return f"{both} touch, asleep"
    return f"{both} touch and push each other"


def shapes_of(world: World, entity: int) -> Ints:
    """Return the rows of an entity's shapes, ascending."""
    rows = []
    shape = int(world.bodies.rows["first_shape"][world.row_of(entity)])
    while shape >= 0:
        rows.append(shape)
        shape = world.shapes.next_shape_of(shape)
    return np.array(sorted(rows), np.int64)


def distance_between(world: World, ids_a: Ints, ids_b: Ints) -> float:
    """Return the least distance between two groups of shapes, negative when they overlap."""
    shapes, least = world.shapes, math.inf
    rows, answers = np.empty(len(ids_b), np.int64), np.empty((len(ids_b), len(Proximity._fields)))
    for i in ids_a.tolist():
        shape = shapes.rows[i]
        body = world.bodies.rows[shape["body"]]
        first, count = int(shape["first"]), int(shape["count"])
        parts = np.array([[shape["form"], 0, count]], np.int64)
        points = shapes.local[first : first + count].copy()
        angle = 0.0 if shape["upright"] else float(body["angle"])
        pose = (float(body["x"]), float(body["y"]), angle)
        placed = PlacedShape(points, parts, float(shape["radius"]), *pose)
        scratch = shapes.reserve_scratch_points(count)
        hits = test_shapes(ids_b, scene_of(world), EVERYTHING, placed, DISTANCE, scratch, rows, answers)
        least = min(least, float(answers[:hits, 0].min(initial=math.inf)))
    return least
