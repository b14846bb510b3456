"""Explanations of why two entities in space do or do not collide: the first stage that parts them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Ints
from ...ecs.registry import Registry
from ...query.explain import explain_push, explain_report, explain_stop
from ...query.explain_hit import explain_met, explain_no_hit
from ...query.filters import EVERYTHING
from ...query.gaps import reach_of_touch, shapes_of
from ...query.sides import disabled_part, explain_filters, missing_row
from ...world.bodies import STATIC
from ..ecs.body import Body3D
from ..ecs.character_controller import CharacterController3D
from ..ecs.collider import Collider3D
from ..ecs.projectile import Projectile3D
from ..math3d.products import lengths
from ..math3d.vec3 import Vec3
from ..shapes import Sphere
from ..world.state import World3
from .overlaps import DISTANCE, OVERLAP, find_near
from .scene import POINT_CORE, core_from, scene_of

_BACK = "a Mesh is solid in front of its triangles only, for what has its middle there"


class Side3(NamedTuple):
    """One of the two entities, with the components that decide."""

    entity: int
    body: Body3D | None
    collider: Collider3D
    projectile: Projectile3D | None
    is_character: bool


class Gap3(NamedTuple):
    """The least distance between the shapes of two entities, and whether any of them touch."""

    distance: float
    touch: bool


def explain_pair(
    world: World3,
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
    sides = []
    for entity in (a, b):
        components = registry.current_components(entity)
        sentence = missing_row(world, entity, components, ("Transform3D", "Collider3D"))
        if sentence is not None:
            return sentence
        side = side_of(world, registry, entity)
        if side.projectile is None or side.projectile.mode == "swept":
            if world.parts_of(entity)[2] is None:
                return f"entity {entity} has no Collider3D"
            if (sentence := disabled_part(entity, side.collider, side.projectile)) is not None:
                return sentence
        sides.append(side)
    rows = world.bodies.rows.view(np.ndarray)
    if all(rows["kind"][world.row_of(side.entity)] == STATIC for side in sides):
        return f"neither {a} nor {b} can move: two static colliders never meet"
    first, second = sides
    for side, other in ((first, second), (second, first)):
        if side.projectile is not None and not other.collider.trigger:
            return (
                explain_no_hit(side, side.projectile, other, refusal)
                or _far(world, side, other.entity)
                or explain_met(side, other)
            )
    is_solid = not (first.collider.trigger or second.collider.trigger)
    return (
        explain_filters(first, second)
        or refusal(a, b)
        or explain_gap(world, a, b, reach_of_touch(world, a, b, is_solid))
        or explain_report(first, second, response)
        or _stop(first, second)
        or _stop(second, first)
        or explain_push(first, second)
    )


def side_of(world: World3, registry: Registry, entity: int) -> Side3:
    """Return an entity that takes part in detection."""
    components = registry.components_of(entity)
    _, body, collider = world.parts_of(entity)
    collider = collider or Collider3D(Sphere(1))  # a ray without one is on layer 1
    is_character = CharacterController3D in components
    return Side3(entity, body, collider, components.get(Projectile3D), is_character)


def _stop(side: Side3, other: Side3) -> str | None:
    """Explain what a character does at something, if it is one."""
    return explain_stop(side, other) if side.is_character else None


def _far(world: World3, side: Side3, other: int) -> str | None:
    """Explain how far a projectile is from something."""
    if side.projectile is not None and side.projectile.mode == "swept":
        return explain_gap(world, side.entity, other)
    body = world.bodies.rows[world.row_of(side.entity)]
    start = Vec3(float(body["x"]), float(body["y"]), float(body["z"]))
    _, answers = find_near(world, shapes_of(world, other), POINT_CORE, start, DISTANCE, EVERYTHING)
    distance = float(min(answers[:, 0], default=math.inf))
    return (
        f"the ray of the Projectile {side.entity} is {distance:g} away from {other}"
        if distance > 0.0
        else None
    )


def explain_gap(world: World3, a: int, b: int, reach: float = 0.0) -> str | None:
    """Explain how far apart the bounding boxes or the shapes of two entities are, if more than `reach`."""
    ids_a, ids_b = shapes_of(world, a), shapes_of(world, b)
    boxes = world.shapes.tight
    lower = np.maximum(boxes[ids_a][:, None, :3], boxes[ids_b][None, :, :3])
    upper = np.minimum(boxes[ids_a][:, None, 3:], boxes[ids_b][None, :, 3:])
    between = lengths(np.maximum(lower - upper, 0.0)).min()
    if between > reach:
        return f"the boxes of {a} and {b} are {between:g} apart"
    gap = gap_between(world, ids_a, ids_b)
    if gap.distance > reach:
        return f"the boxes of {a} and {b} overlap, their shapes are {gap.distance:g} apart"
    if gap.distance <= 0.0 and not gap.touch:
        return f"{a} and {b} overlap and pass: {_BACK}"
    return None


def gap_between(world: World3, ids_a: Ints, ids_b: Ints) -> Gap3:
    """Return the gap between two groups of shapes."""
    least, scene = math.inf, scene_of(world)
    # In Python a kernel reads fields as attributes, and gives numpy's numbers.
    readable = scene._replace(bodies=scene.bodies.view(np.recarray), shapes=scene.shapes.view(np.recarray))
    for i in ids_a.tolist():
        body = scene.bodies[int(scene.shapes[i]["body"])]
        start = Vec3(float(body["x"]), float(body["y"]), float(body["z"]))
        core = _plain(core_from(readable, i, start))
        if len(find_near(world, ids_b, core, start, OVERLAP, EVERYTHING)[0]):
            return Gap3(0.0, True)
        _, answers = find_near(world, ids_b, core, start, DISTANCE, EVERYTHING)
        least = min(least, *answers[:, 0].tolist())
    return Gap3(least, False)


def _plain(value: Any) -> Any:
    """Return a value of a kernel in Python's own numbers."""
    if isinstance(value, tuple):
        return type(value)(*map(_plain, value))
    return value.item() if isinstance(value, np.generic) else value
