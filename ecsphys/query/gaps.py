"""How far apart the shapes of two entities are, for `explain`."""

from __future__ import annotations

import math
from itertools import product
from typing import NamedTuple

import numpy as np

from ..arrays import Array, Ints, Reals2
from ..collide.manifold import CHAIN
from ..contacts.table import bodies_of
from ..geometry.pair_kernels import NEAREST, TOUCH, PlacedShape, closest_contact
from ..math2d.core import POINT
from ..math2d.elementary import lengths_of_many
from ..math2d.vec2 import Vec2
from ..world.base_world import BaseWorld
from ..world.shapes import ORIGIN
from ..world.state import World
from .filters import EVERYTHING
from .scene import scene_of
from .shapes import DISTANCE, OVERLAP, Proximity, test_shapes

_BACK = "a Chain is solid from one side only, the left of the way along its points"


class Gap(NamedTuple):
    """The least distance between the shapes of two entities, negative when they overlap."""

    distance: float
    behind_chain: bool  # the nearest shape is a chain's, and the other is at its back


def reach_of_touch(world: BaseWorld, a: int, b: int, is_solid: bool) -> float:
    """Return the gap up to which two entities touch: a character keeps one skin away, and touches up to two.

    Triggers see the shape without its skin.
    """
    if not is_solid:
        return 0.0
    skins = world.bodies.rows.view(np.ndarray)["skin"][[world.row_of(a), world.row_of(b)]]
    return float(2.0 * skins.max())


def explain_gap(world: World, a: int, b: int, reach: float = 0.0, is_solid: bool = True) -> str | None:
    """Explain how far apart the bounding boxes or the shapes of two entities are, if more than `reach`.

    `is_solid`: neither is a trigger, which sees also what has no contact.
    """
    ids_a, ids_b = shapes_of(world, a), shapes_of(world, b)
    boxes = world.shapes.tight
    lower = np.maximum(boxes[ids_a][:, None, :2], boxes[ids_b][None, :, :2])
    upper = np.minimum(boxes[ids_a][:, None, 2:], boxes[ids_b][None, :, 2:])
    boxes_gap = lengths_of_many(*np.moveaxis(np.maximum(lower - upper, 0.0), 2, 0)).min()
    if (world.shapes.rows["form"][ids_a] == CHAIN).any():
        a, b, ids_a, ids_b = b, a, ids_b, ids_a
    gap = gap_between(world, ids_a, ids_b)
    behind = f", with {a} behind {b}: {_BACK}" if gap.behind_chain else ""
    if boxes_gap > reach:
        return f"the boxes of {a} and {b} are {boxes_gap:g} apart{behind}"
    volumes = _gap_of_volumes(world, ids_a, ids_b)
    if volumes > 0.0:
        return (
            f"the boxes of {a} and {b} overlap, their coarse volumes are {volumes:g} apart: none of their "
            "shapes is tested"
        )
    if gap.distance > (0.0 if gap.behind_chain else reach):
        return f"the boxes of {a} and {b} overlap, their shapes are {gap.distance:g} apart{behind}"
    if gap.distance <= 0.0 and not _meet(world, a, b, is_solid):
        return f"{a} overlaps {b} from behind and passes: {_BACK}"
    return None


def _gap_of_volumes(world: World, ids_a: Ints, ids_b: Ints) -> float:
    """Return how far the coarse volumes around two groups of shapes are apart, 0 where nothing has one."""
    if not world.shapes.rows["coarse"][[ids_a[0], ids_b[0]]].any():
        return 0.0
    gaps = [
        closest_contact(np.zeros((len(a.rows) + len(b.rows), 4)), a, b, NEAREST).separation0
        for a in _volumes(world, ids_a)
        for b in _volumes(world, ids_b)
    ]
    return float(min(gaps))


def _volumes(world: World, ids: Ints) -> list[PlacedShape]:
    """Return the coarse volume around the shapes of a body at its pose, without one the shapes."""
    volume = int(world.shapes.rows["coarse"][ids[0]])
    if volume == ORIGIN:
        return [_placed(world, i) for i in ids.tolist()]
    body = world.bodies.rows[world.shapes.rows["body"][ids[0]]]
    form, count, radius, upright = world.shapes.local[volume].tolist()
    points = world.shapes.local[volume + 1 : volume + 1 + int(count)].copy()
    parts = np.array([[form, 0, count]], np.int64)
    angle = 0.0 if upright else float(body["angle"])
    return [PlacedShape(points, parts, radius, float(body["x"]), float(body["y"]), angle)]


def shapes_of(world: BaseWorld, entity: int) -> Ints:
    """Return the rows of an entity's shapes, ascending."""
    return np.array(sorted(world.shapes_of_body(world.row_of(entity))), np.int64)


def overlap(world: World, ids_a: Ints, ids_b: Ints) -> bool:
    """Whether any shapes of two groups overlap; a Chain only from its front."""
    return any(len(_nearest(world, _placed(world, i), ids_b, OVERLAP)[0]) for i in ids_a.tolist())


def contacts_of(world: World, a: int, b: int) -> Array:
    """Return the rows of the solid contacts of two entities as the last step left them."""
    contacts = world.solid.contacts[: world.solid.contact_count].view(np.ndarray)
    body_a, body_b = bodies_of(world, world.solid)
    first, second = sorted((a, b))
    own: Array = contacts[(body_a == world.row_of(first)) & (body_b == world.row_of(second))]
    return own


def _meet(world: World, a: int, b: int, is_solid: bool) -> bool:
    """Whether two entities whose shapes overlap meet: not so at the back of a Chain, nor beyond its bends.

    A trigger sees more than what has a contact. The step knows contacts better, which it has followed.
    """
    ids_a, ids_b = shapes_of(world, a), shapes_of(world, b)
    if not is_solid:
        return overlap(world, ids_a, ids_b)
    is_as_left = not {world.row_of(a), world.row_of(b)}.intersection(world.bodies.teleported)
    if is_as_left and np.any(contacts_of(world, a, b)["touching"] == 1):
        return True
    pairs = product(*([_placed(world, i) for i in ids.tolist()] for ids in (ids_a, ids_b)))
    return any(
        closest_contact(np.zeros((len(one.rows) + len(other.rows), 4)), one, other, TOUCH).count > 0
        for one, other in pairs
    )


def gap_between(world: World, ids_a: Ints, ids_b: Ints) -> Gap:
    """Return the gap between two groups of shapes; only those of b may be a chain's."""
    least = Gap(math.inf, False)
    for i in ids_a.tolist():
        rows, answers = _nearest(world, _placed(world, i), ids_b, DISTANCE)
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


def distance_of_origin(world: World, a: int, b: int) -> float:
    """Return the least distance of an entity's origin from the shapes of another one, negative inside."""
    body = world.bodies.rows[world.row_of(a)]
    point = PlacedShape(
        np.zeros((1, 4)), np.array([[POINT, 0, 1]], np.int64), 0.0, float(body["x"]), float(body["y"]), 0.0
    )
    _, answers = _nearest(world, point, shapes_of(world, b), DISTANCE)
    return float(min(answers[:, 0], default=math.inf))


def _placed(world: World, i: int) -> PlacedShape:
    """Return shape i of the world at the pose of its body."""
    shape = world.shapes.rows[i]
    body = world.bodies.rows[shape["body"]]
    first, count = int(shape["first"]), int(shape["count"])
    parts = np.array([[shape["form"], 0, count]], np.int64)
    points = world.shapes.local[first : first + count].copy()
    angle = 0.0 if shape["upright"] else float(body["angle"])
    return PlacedShape(points, parts, float(shape["radius"]), float(body["x"]), float(body["y"]), angle)


def _nearest(world: World, placed: PlacedShape, ids_b: Ints, task: int) -> tuple[Ints, Reals2]:
    """Return the rows among `ids_b` that have a proximity to a shape, and these."""
    rows, answers = np.empty(len(ids_b), np.int64), np.empty((len(ids_b), len(Proximity._fields)))
    scratch = world.shapes.reserve_scratch_points(len(placed.rows))
    hits = test_shapes(ids_b, scene_of(world), EVERYTHING, placed, task, scratch, rows, answers)
    return rows[:hits], answers[:hits]
