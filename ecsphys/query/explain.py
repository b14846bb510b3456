"""Why two entities do or do not collide: the first stage of detection that parts them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..contacts.table import bodies_of
from ..ecs.components import Collider, RigidBody
from ..geometry.pair_kernels import PlacedShape
from ..world.bodies import STATIC
from ..world.contacts import HOOK_DROPPED, PASSING
from ..world.state import World
from .filters import EVERYTHING
from .scene import scene_of
from .shapes import DISTANCE, Proximity, test_shapes


def explain_pair(
    world: World,
    a: int,
    b: int,
    response: bool,
    parted: Callable[[int, int], str | None],
) -> str:
    """One sentence about two entities of a world that is up to date; `parted` knows what hooks say."""
    if a == b:
        return f"entity {a} is one entity: what belongs to it never collides with itself"
    for entity in (a, b):
        sentence = _absent(world, entity)
        if sentence is not None:
            return sentence
    row_a, row_b = world.bodies.rows[world.row_of(a)], world.bodies.rows[world.row_of(b)]
    if row_a["kind"] == STATIC and row_b["kind"] == STATIC:
        return f"neither {a} nor {b} can move: two static colliders never meet"
    (_, body_a, first), (_, body_b, second) = world.parts_of(a), world.parts_of(b)
    return (
        _filtered(a, first, b, second)
        or parted(a, b)
        or _apart(world, a, b)
        or _let_through(world, a, b)
        or _together(body_a, first, body_b, second, a, b, response)
    )


def _absent(world: World, entity: int) -> str | None:
    """Why an entity takes no part at all."""
    parts = world.parts_of(entity)
    if parts[0] is None:
        return f"entity {entity} has no part in physics: it needs a Transform and a Collider"
    if parts[2] is None:
        return f"entity {entity} has no Collider"
    if not parts[2].enabled:
        return f"the Collider of entity {entity} is disabled"
    return None


def _filtered(a: int, first: Collider, b: int, second: Collider) -> str | None:
    """Which filter parts two colliders."""
    if first.group and first.group == second.group:
        if first.group < 0:
            return f"{a} and {b} are both of group {first.group}, and a negative group never meets itself"
        return None
    for one, collider, two, other in ((a, first, b, second), (b, second, a, first)):
        if not collider.layer & (other.mask | other.detect_mask):
            return _not_in_mask(one, collider, two, other)
    return None


def _not_in_mask(one: int, collider: Collider, two: int, other: Collider) -> str:
    """That the layer of one is not in the mask of the other."""
    layer, mask = bin(collider.layer), bin(other.mask)
    return f"the layer {layer} of {one} is not in the mask {mask} of {two}"


def _let_through(world: World, a: int, b: int) -> str | None:
    """Whether two entities that overlap pass through each other, as of the last step."""
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


def _apart(world: World, a: int, b: int) -> str | None:
    """How far apart two entities are, if they are."""
    ids_a, ids_b = shapes_of(world, a), shapes_of(world, b)
    boxes = world.shapes.tight
    lower = np.maximum(boxes[ids_a][:, None, :2], boxes[ids_b][None, :, :2])
    upper = np.minimum(boxes[ids_a][:, None, 2:], boxes[ids_b][None, :, 2:])
    gaps = np.hypot(*np.moveaxis(np.maximum(lower - upper, 0.0), 2, 0))
    if gaps.min() > 0.0:
        return f"the boxes of {a} and {b} are {gaps.min():g} apart"
    gap = distance_between(world, ids_a, ids_b)
    return f"the boxes of {a} and {b} overlap, their shapes are {gap:g} apart" if gap > 0.0 else None


def _together(
    body_a: RigidBody | None,
    first: Collider,
    body_b: RigidBody | None,
    second: Collider,
    a: int,
    b: int,
    response: bool,
) -> str:
    """What two entities that overlap do."""
    for one, collider, two in ((a, first, b), (b, second, a)):
        if collider.trigger:
            return f"{one} and {two} overlap; {one} is a trigger, which reports and never pushes"
    grouped = first.group != 0 and first.group == second.group
    for one, collider, two, other in ((a, first, b, second), (b, second, a, first)):
        if not grouped and not collider.layer & other.mask:
            reason = _not_in_mask(one, collider, two, other)
            return f"{a} and {b} overlap and are reported by detect_mask, not pushed: {reason}"
    bodies: list[Any] = [body for body in (body_a, body_b) if body is not None]
    if not response:
        return f"{a} and {b} overlap, and response=False lets them"
    if all(body.kind != "dynamic" for body in bodies):
        return f"{a} and {b} overlap, and neither is dynamic: they are reported and not pushed"
    if not any(body.awake for body in bodies):
        return f"{a} and {b} touch, asleep"
    return f"{a} and {b} touch and push each other"


def shapes_of(world: World, entity: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The rows of an entity's shapes, ascending."""
    rows = []
    shape = int(world.bodies.rows["first_shape"][world.row_of(entity)])
    while shape >= 0:
        rows.append(shape)
        shape = world.shapes.next_shape_of(shape)
    return np.array(sorted(rows), np.int64)


def distance_between(world: World, ids_a: Any, ids_b: Any) -> float:
    """The least distance of two groups of shapes, negative when they overlap."""
    shapes, least = world.shapes, math.inf
    found, answers = np.empty(len(ids_b), np.int64), np.empty((len(ids_b), len(Proximity._fields)))
    for i in ids_a.tolist():
        shape = shapes.rows[i]
        body = world.bodies.rows[shape["body"]]
        first, count = int(shape["first"]), int(shape["count"])
        parts = np.array([[shape["form"], 0, count]], np.int64)
        angle = 0.0 if shape["upright"] else float(body["angle"])
        place = (float(body["x"]), float(body["y"]), angle)
        solid = PlacedShape(shapes.local[first : first + count].copy(), parts, float(shape["radius"]), *place)
        spare = shapes.reserve_scratch_points(count)
        hits = test_shapes(ids_b, scene_of(world), EVERYTHING, solid, DISTANCE, spare, found, answers)
        least = min(least, float(answers[:hits, 0].min(initial=math.inf)))
    return least
