"""Explanations of why two entities in space do or do not collide: the first stage that parts them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Ints
from ...ecs.registry import Registry
from ...query.explain import explain_push, explain_report
from ...query.filters import EVERYTHING
from ...query.gaps import shapes_of
from ...query.sides import disabled_part, explain_filters, missing_row
from ...world.bodies import STATIC
from ..ecs.body import Body3D
from ..ecs.collider import Collider3D
from ..math3d.vec3 import Vec3
from ..world.state import World3
from .overlaps import DISTANCE, OVERLAP, find_near
from .scene import core_from, scene_of


class Side3(NamedTuple):
    """One of the two entities, with the components that decide."""

    entity: int
    body: Body3D | None
    collider: Collider3D


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
        _, body, collider = world.parts_of(entity)
        if collider is None:
            return f"entity {entity} has no Collider3D"
        if (sentence := disabled_part(entity, collider, None)) is not None:
            return sentence
        sides.append(Side3(entity, body, collider))
    rows = world.bodies.rows.view(np.ndarray)
    if all(rows["kind"][world.row_of(side.entity)] == STATIC for side in sides):
        return f"neither {a} nor {b} can move: two static colliders never meet"
    first, second = sides
    return (
        explain_filters(first, second)
        or refusal(a, b)
        or explain_gap(world, a, b)
        or explain_report(first, second, response)
        or explain_push(first, second)
    )


def explain_gap(world: World3, a: int, b: int) -> str | None:
    """Explain how far apart the bounding boxes or the shapes of two entities are, if they are."""
    ids_a, ids_b = shapes_of(world, a), shapes_of(world, b)
    boxes = world.shapes.tight
    lower = np.maximum(boxes[ids_a][:, None, :3], boxes[ids_b][None, :, :3])
    upper = np.minimum(boxes[ids_a][:, None, 3:], boxes[ids_b][None, :, 3:])
    between = np.linalg.norm(np.maximum(lower - upper, 0.0), axis=2).min()
    if between > 0.0:
        return f"the boxes of {a} and {b} are {between:g} apart"
    gap = gap_between(world, ids_a, ids_b)
    if gap > 0.0:
        return f"the boxes of {a} and {b} overlap, their shapes are {gap:g} apart"
    return None


def gap_between(world: World3, ids_a: Ints, ids_b: Ints) -> float:
    """Return the least distance between two groups of shapes, 0 where they overlap."""
    least, scene = math.inf, scene_of(world)
    # In Python a kernel reads fields as attributes, and gives numpy's numbers.
    readable = scene._replace(bodies=scene.bodies.view(np.recarray), shapes=scene.shapes.view(np.recarray))
    for i in ids_a.tolist():
        body = scene.bodies[int(scene.shapes[i]["body"])]
        start = Vec3(float(body["x"]), float(body["y"]), float(body["z"]))
        core = _plain(core_from(readable, i, start))
        if len(find_near(world, ids_b, core, start, OVERLAP, EVERYTHING)[0]):
            return 0.0
        _, answers = find_near(world, ids_b, core, start, DISTANCE, EVERYTHING)
        least = min(least, *answers[:, 0].tolist())
    return least


def _plain(value: Any) -> Any:
    """Return a value of a kernel in Python's own numbers."""
    if isinstance(value, tuple):
        return type(value)(*map(_plain, value))
    return value.item() if isinstance(value, np.generic) else value
