"""Lines of areas: arrows of gravity, wind and flow, and the surfaces of liquids."""

from __future__ import annotations

import math

import numpy as np

from ..arrays import FREE, Reals2
from ..world.areas import ALONG_VECTOR, TO_POINT
from ..world.state import World
from .lines import Color, Lines, color_lines

GRAVITY_COLOR: Color = (200, 120, 255, 255)
WIND_COLOR: Color = (170, 230, 255, 255)
LIQUID_COLOR: Color = (70, 140, 255, 255)
_HEAD = 0.3  # of an arrow's length


def area_lines(world: World, length: float) -> list[Lines]:
    """Return arrows of one length, just below the middle of each area's top, and lines along surfaces.

    Their outlines are those of the triggers. A point of attraction gets a cross. Half-planes have no middle:
    only their points of attraction are marked.
    """
    if world.areas is None or not world.areas.members:
        return []
    gravity, wind, liquid = [], [], []
    for row in world.areas.rows.view(np.ndarray):
        if row["body"] == FREE or row["entity"] <= 0:
            continue
        if row["gravity_kind"] == TO_POINT:
            gravity.append(_cross(row["center_x"], row["center_y"], 0.5 * length))
        left, right, top = float(row["left"]), float(row["right"]), float(row["top"])
        if not math.isfinite(right - left + top):  # of a half-plane, which has no middle
            continue
        c, s = math.cos(row["angle"]), math.sin(row["angle"])
        middle, low = 0.5 * (left + right), top - length
        origin = row["x"] + c * middle - s * low, row["y"] + s * middle + c * low
        if row["gravity_kind"] == ALONG_VECTOR:
            gravity.append(_arrow(*origin, row["gravity_x"], row["gravity_y"], length))
        if not math.isnan(row["wind_x"]):
            wind.append(_arrow(*origin, row["wind_x"], row["wind_y"], length))
        if not math.isnan(row["density"]):
            ends = np.array([[left, top], [right, top]])
            liquid.append(ends @ [[c, s], [-s, c]] + [row["x"], row["y"]])
            liquid.append(_arrow(*origin, row["flow_x"], row["flow_y"], length))
    kinds = (gravity, GRAVITY_COLOR), (wind, WIND_COLOR), (liquid, LIQUID_COLOR)
    return [color_lines(np.concatenate(parts), color) for parts, color in kinds if parts]


def _arrow(x: float, y: float, way_x: float, way_y: float, length: float) -> Reals2:
    """Return the three strokes of an arrow along a way; none for a way of no length."""
    size = math.hypot(way_x, way_y)
    if size == 0.0:
        return np.zeros((0, 2))
    along = np.array([way_x, way_y]) * (length / size)
    across = np.array([-along[1], along[0]])
    start = np.array([x, y])
    tip = start + along
    wings = [tip - _HEAD * along + side * _HEAD * across for side in (-1.0, 1.0)]
    return np.array([start, tip, tip, wings[0], tip, wings[1]])


def _cross(x: float, y: float, size: float) -> Reals2:
    """Return the two strokes of a cross."""
    return np.array([[x - size, y], [x + size, y], [x, y - size], [x, y + size]])
