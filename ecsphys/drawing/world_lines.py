"""Lines of collision detection: contact normals, fat boxes, coarse volumes, cells of the quadtree."""

from __future__ import annotations

import numpy as np

from ..arrays import FREE, Reals2
from ..math2d.bounds import Bounds
from ..spatial.broad_phase import BroadPhase
from ..spatial.walk import MOBILE, STATIC
from ..world.contacts import contacts_of
from ..world.shapes import ORIGIN
from ..world.state import World
from .lines import Color, Lines, box_sides, color_lines
from .outlines import outline
from .shape_points import in_view

NORMAL_COLOR: Color = (255, 240, 90, 255)
STILL_BOX_COLOR: Color = (70, 150, 160, 255)
MOVING_BOX_COLOR: Color = (60, 230, 255, 255)
STATIC_CELL_COLOR: Color = (110, 90, 190, 255)
COARSE_COLOR: Color = (235, 235, 120, 200)
MOBILE_CELL_COLOR: Color = (230, 110, 60, 255)


def contact_normals(world: World, length: float) -> Lines:
    """Return a stroke from every contact point along its normal, with a bar at its foot."""
    contacts, manifolds = contacts_of(world.solid)
    chosen = (contacts["touching"] == 1) & (contacts["count"] > 0)
    contacts, rows = contacts[chosen], manifolds[chosen]
    bodies = world.bodies.rows[world.shapes.rows["body"][contacts["a"]]]
    feet, normals = [], []
    for k in range(2):
        present = contacts["count"] > k
        position = [bodies[axis][present] + rows[f"{axis}{k}"][present] for axis in "xy"]
        feet.append(np.column_stack(position))
        normals.append(np.column_stack([rows["nx"][present], rows["ny"][present]]))
    foot, normal = np.concatenate(feet), np.concatenate(normals)
    return color_lines(hit_marks(foot, normal, length), NORMAL_COLOR)


def hit_marks(foot: Reals2, normal: Reals2, length: float) -> Reals2:
    """Return strokes (4 n, 2) along unit vectors, each with a bar across its foot."""
    side = normal[:, ::-1] * (-0.25 * length, 0.25 * length)
    ends = np.stack([foot, foot + normal * length, foot - side, foot + side], axis=1)
    return ends.reshape(-1, 2)


def fat_boxes(world: World, view: Bounds | None) -> list[Lines]:
    """Return the fat boxes of the broad phase, static and mobile ones in different colours."""
    shapes = world.shapes
    used = np.flatnonzero(shapes.rows["body"][: shapes.count] != FREE)
    fat = shapes.fat[used]
    seen = in_view(fat, view) & np.isfinite(fat).all(axis=1)
    mobile = shapes.filters["mobile"][used] != 0
    still, moving = fat[seen & ~mobile], fat[seen & mobile]
    return [color_lines(box_sides(still), STILL_BOX_COLOR), color_lines(box_sides(moving), MOVING_BOX_COLOR)]


def coarse_volumes(world: World, view: Bounds | None) -> Lines:
    """Return the outlines of the coarse volumes of colliders, where the last step tested them."""
    shapes = world.shapes
    rows = shapes.rows.view(np.ndarray)[: shapes.count]
    used = rows[(rows["body"] != FREE) & (rows["coarse"] != ORIGIN)]
    _, one_a_body = np.unique(used["body"], return_index=True)
    parts = [np.zeros((0, 2))]
    for shape in used[one_a_body]:
        body, first = world.bodies.rows[shape["body"]], int(shape["coarse"])
        form, count, radius, _ = shapes.local[first].tolist()
        points = shapes.turned[first + 1 : first + 1 + int(count)]
        drawn = outline(int(form), points, radius) + np.array([body["x"], body["y"]])
        if in_view(np.array([[*drawn.min(axis=0), *drawn.max(axis=0)]]), view)[0]:
            parts.append(drawn)
    return color_lines(np.concatenate(parts), COARSE_COLOR)


def tree_cells(index: BroadPhase, view: Bounds | None) -> list[Lines]:
    """Return the cells of both parts of a broad phase, none for flat ones."""
    parts = []
    for part, color in ((STATIC, STATIC_CELL_COLOR), (MOBILE, MOBILE_CELL_COLOR)):
        cells = index.cells(part)
        parts.append(color_lines(box_sides(cells[in_view(cells, view)]), color))
    return parts
