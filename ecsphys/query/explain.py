"""Explanations of why two entities do or do not collide: the first stage of a step that parts them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..arrays import Ints, Reals2
from ..collide.manifold import CHAIN
from ..contacts.table import bodies_of
from ..ecs.components import CharacterController, Collider, Projectile, RigidBody
from ..ecs.registry import Components, Registry
from ..geometry.pair_kernels import PlacedShape
from ..math2d.vec2 import Vec2
from ..world.bodies import STATIC
from ..world.contacts import HOOK_DROPPED, PASSING
from ..world.state import World
from .filters import EVERYTHING
from .scene import scene_of
from .shapes import DISTANCE, OVERLAP, Proximity, test_shapes

_BACK = "a Chain is solid from one side only, the left of the way along its points"


class Side(NamedTuple):
    """One of the two entities, with the components that decide."""

    entity: int
    body: RigidBody | None
    collider: Collider
    projectile: Projectile | None
    character: CharacterController | None


class Gap(NamedTuple):
    """The least distance between the shapes of two entities, negative when they overlap."""

    distance: float
    behind_chain: bool  # the nearest shape is a chain's, and the other is at its back


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
        sentence = _missing_part(world, entity, registry.current_components(entity))
        if sentence is not None:
            return sentence
    row_a, row_b = world.bodies.rows[world.row_of(a)], world.bodies.rows[world.row_of(b)]
    if row_a["kind"] == STATIC and row_b["kind"] == STATIC:
        return f"neither {a} nor {b} can move: two static colliders never meet"
    side_a, side_b = (_side_of(world, registry, entity) for entity in (a, b))
    return (
        _filtered(side_a, side_b)
        or refusal(a, b)
        or _flying(side_a, side_b)
        or _apart(world, a, b)
        or _passing(world, side_a, side_b)
        or _overlapping(side_a, side_b, response)
    )


def _side_of(world: World, registry: Registry, entity: int) -> Side:
    """Return an entity that has a Collider."""
    components = registry.components_of(entity)
    _, body, collider = world.parts_of(entity)
    return Side(entity, body, collider, components.get(Projectile), components.get(CharacterController))


def _missing_part(world: World, entity: int, components: Components | None) -> str | None:
    """Explain why an entity takes no part in detection, if so."""
    if components is None:
        return f"entity {entity} does not exist, or is being deleted"
    transform, _, collider = world.parts_of(entity)
    if transform is None:
        names = {kind.__name__ for kind in components}
        missing = [name for name in ("Transform", "Collider") if name not in names]
        if missing:
            return f"entity {entity} has no part in physics: it has no {' and no '.join(missing)}"
        return f"entity {entity} has no part in physics before the next step"
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


def _flying(a: Side, b: Side) -> str | None:
    """Explain why a projectile does not hit something, wherever they are."""
    if a.projectile is not None and b.projectile is not None:
        return f"{a.entity} and {b.entity} are projectiles, which never hit each other"
    for side, other in ((a, b), (b, a)):
        if side.projectile is not None and other.entity in side.projectile.ignore:
            return f"the Projectile {side.entity} ignores {other.entity}"
        if side.projectile is not None and side.projectile.spent:
            return f"the Projectile {side.entity} is spent: it hits nothing any more"
    return None


def _apart(world: World, a: int, b: int) -> str | None:
    """Explain how far apart the bounding boxes or the shapes of two entities are, if they are."""
    ids_a, ids_b = shapes_of(world, a), shapes_of(world, b)
    boxes = world.shapes.tight
    lower = np.maximum(boxes[ids_a][:, None, :2], boxes[ids_b][None, :, :2])
    upper = np.minimum(boxes[ids_a][:, None, 2:], boxes[ids_b][None, :, 2:])
    boxes_gap = np.hypot(*np.moveaxis(np.maximum(lower - upper, 0.0), 2, 0)).min()
    if (world.shapes.rows["form"][ids_a] == CHAIN).any():
        a, b, ids_a, ids_b = b, a, ids_b, ids_a
    gap = gap_between(world, ids_a, ids_b)
    behind = f", with {a} behind {b}: {_BACK}" if gap.behind_chain else ""
    if boxes_gap > 0.0:
        return f"the boxes of {a} and {b} are {boxes_gap:g} apart{behind}"
    if gap.distance > 0.0:
        return f"the boxes of {a} and {b} overlap, their shapes are {gap.distance:g} apart{behind}"
    if not overlap(world, ids_a, ids_b):
        return f"{a} overlaps {b} from behind and passes: {_BACK}"
    return None


def _passing(world: World, a: Side, b: Side) -> str | None:
    """Explain why two entities that overlap pass through each other, if they did in the last step."""
    contacts = world.solid.contacts[: world.solid.contact_count].view(np.ndarray)
    body_a, body_b = bodies_of(world, world.solid)
    first, second = sorted((a.entity, b.entity))
    own = contacts[(body_a == world.row_of(first)) & (body_b == world.row_of(second))]
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
    for side, opposite in ((a, b), (b, a)):
        if side.projectile is not None:
            return f"{both} overlap: the Projectile {side.entity} hits {opposite.entity} and is not pushed"
    bodies = [side.body for side in (a, b) if side.body is not None]
    if not response:
        return f"{both} overlap, and response=False lets them"
    for side, opposite in ((a, b), (b, a)):
        if side.character is not None:
            return _met_by_character(side, opposite)
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
    return f"{both} touch: {side.entity} is a character, which stops at {other.entity} or slides along it"


def shapes_of(world: World, entity: int) -> Ints:
    """Return the rows of an entity's shapes, ascending."""
    rows = []
    shape = int(world.bodies.rows["first_shape"][world.row_of(entity)])
    while shape >= 0:
        rows.append(shape)
        shape = world.shapes.next_shape_of(shape)
    return np.array(sorted(rows), np.int64)


def overlap(world: World, ids_a: Ints, ids_b: Ints) -> bool:
    """Whether any shapes of two groups overlap; a Chain only from its front."""
    return any(len(_nearest(world, i, ids_b, OVERLAP)[0]) for i in ids_a.tolist())


def gap_between(world: World, ids_a: Ints, ids_b: Ints) -> Gap:
    """Return the gap between two groups of shapes; only those of b may be a chain's."""
    least = Gap(math.inf, False)
    for i in ids_a.tolist():
        rows, answers = _nearest(world, i, ids_b, DISTANCE)
        for row, (distance, *normal) in zip(rows.tolist(), answers.tolist(), strict=True):
            if distance < least.distance:
                least = Gap(distance, _is_back(world, row, Vec2(*normal)))
    return least


def _is_back(world: World, row: int, normal: Vec2) -> bool:
    """Whether a direction leads away from the back of a shape: of a chain's segment, the others have none."""
    shape = world.shapes.rows[row]
    if shape["form"] != CHAIN:
        return False
    angle = float(world.bodies.rows[shape["body"]]["angle"])
    front = Vec2(*world.shapes.local[int(shape["first"]), 2:].tolist()).rotated(angle)
    return front.dot(normal) < 0.0


def _nearest(world: World, i: int, ids_b: Ints, task: int) -> tuple[Ints, Reals2]:
    """Return the rows among `ids_b` that have a proximity to shape i, and these."""
    shapes = world.shapes
    rows, answers = np.empty(len(ids_b), np.int64), np.empty((len(ids_b), len(Proximity._fields)))
    shape = shapes.rows[i]
    body = world.bodies.rows[shape["body"]]
    first, count = int(shape["first"]), int(shape["count"])
    parts = np.array([[shape["form"], 0, count]], np.int64)
    points = shapes.local[first : first + count].copy()
    angle = 0.0 if shape["upright"] else float(body["angle"])
    pose = (float(body["x"]), float(body["y"]), angle)
    placed = PlacedShape(points, parts, float(shape["radius"]), *pose)
    scratch = shapes.reserve_scratch_points(count)
    hits = test_shapes(ids_b, scene_of(world), EVERYTHING, placed, task, scratch, rows, answers)
    return rows[:hits], answers[:hits]
