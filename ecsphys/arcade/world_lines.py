"""What detection works with, as lines: contacts, fat boxes, the cells of the quadtree."""

from __future__ import annotations

import numpy as np

from ..arrays import FREE, Reals2
from ..math2d.vec2 import Bounds
from ..spatial.quadtree.nodes import MOBILE, NONE, STATIC, Tree
from ..world.contacts import contacts_of
from ..world.state import World
from .lines import Color, Lines, box_sides, color_lines
from .shape_lines import in_view

NORMAL_COLOR: Color = (255, 240, 90, 255)
STILL_BOX_COLOR: Color = (70, 150, 160, 255)
MOVING_BOX_COLOR: Color = (60, 230, 255, 255)
STATIC_CELL_COLOR: Color = (110, 90, 190, 255)
MOBILE_CELL_COLOR: Color = (230, 110, 60, 255)


def contact_normals(world: World, length: float) -> Lines:
    """A stroke of that length from every contact point along its normal, with a cross at its foot."""
    contacts, manifolds = contacts_of(world.solid)
    chosen = (contacts["touching"] == 1) & (contacts["count"] > 0)
    contacts, rows = contacts[chosen], manifolds[chosen]
    bodies = world.bodies.rows[world.shapes.rows["body"][contacts["a"]]]
    feet, normals = [], []
    for k in range(2):
        there = contacts["count"] > k
        place = [bodies[axis][there] + rows[f"{axis}{k}"][there] for axis in "xy"]
        feet.append(np.column_stack(place))
        normals.append(np.column_stack([rows["nx"][there], rows["ny"][there]]))
    foot, normal = np.concatenate(feet), np.concatenate(normals)
    return color_lines(hit_marks(foot, normal, length), NORMAL_COLOR)


def hit_marks(foot: Reals2, normal: Reals2, length: float) -> Reals2:
    """(4 n, 2) strokes along unit vectors, each with a bar across its foot."""
    side = normal[:, ::-1] * (-0.25 * length, 0.25 * length)
    ends = np.stack([foot, foot + normal * length, foot - side, foot + side], axis=1)
    return ends.reshape(-1, 2)


def fat_boxes(world: World, view: Bounds | None) -> list[Lines]:
    """The boxes that the broad phase knows, those of what can move in another colour."""
    shapes = world.shapes
    used = np.flatnonzero(shapes.rows["body"][: shapes.count] != FREE)
    fat = shapes.fat[used]
    seen = in_view(fat, view) & np.isfinite(fat).all(axis=1)
    mobile = shapes.filters["mobile"][used] != 0
    still, moving = fat[seen & ~mobile], fat[seen & mobile]
    return [color_lines(box_sides(still), STILL_BOX_COLOR), color_lines(box_sides(moving), MOVING_BOX_COLOR)]


def tree_cells(tree: Tree, view: Bounds | None) -> list[Lines]:
    """The squares of both quadtrees; nothing for other broad phases, which have none."""
    found = []
    for part, color in ((STATIC, STATIC_CELL_COLOR), (MOBILE, MOBILE_CELL_COLOR)):
        nodes = tree.nodes[_below(tree, part)]
        x, y, half = nodes["x"], nodes["y"], nodes["half"]
        cells = np.column_stack([x - half, y - half, x + half, y + half])
        found.append(color_lines(box_sides(cells[(half > 0.0) & in_view(cells, view)]), color))
    return found


def _below(tree: Tree, part: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """All nodes of one tree from its root on, level by level."""
    child = tree.nodes["child"]
    if len(child) <= part or child[part] == NONE:
        return np.zeros(0, np.int64)
    level = child[part : part + 1]  # the first child of a top node is the root
    levels = [level]
    while len(level := child[level][child[level] != NONE]):
        level = (level[:, None] + np.arange(4)).ravel()
        levels.append(level)
    return np.concatenate(levels)
