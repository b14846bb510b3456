"""Outlines of shapes as line segments, from their core points and radius."""

from __future__ import annotations

import math

import numpy as np

from ..arrays import Reals2
from ..math2d.core import CHAIN, HALF_PLANE, INSIDE, POINT

_FAR = 1e5  # half the drawn length of a half plane's line, game units
_TURN = 2.0 * math.pi


def outline(form: int, points: Reals2, radius: float, arc_segments: int = 24) -> Reals2:
    """Return the end points (2 n, 2) of the segments of a shape's outline, in the frame of its points.

    `points` are rows of a core (`math2d.core`); a full circle gets `arc_segments` lines. A circle
    shows its angle by a spoke. The inside of chain loops has no line of its own.
    """
    if form == HALF_PLANE:
        (px, py, nx, ny) = points[0]
        return np.array([(px - ny * _FAR, py + nx * _FAR), (px + ny * _FAR, py - nx * _FAR)])
    if form == CHAIN:
        return points[:2, :2].copy()
    if form == INSIDE:
        return np.zeros((0, 2))
    lines = _pairs(closed_curve(points, radius, arc_segments))
    if form == POINT:
        spoke = points[0, :2] + [(0.0, 0.0), (radius, 0.0)]
        lines = np.concatenate([lines, spoke])
    return lines


def closed_curve(points: Reals2, radius: float, arc_segments: int) -> Reals2:
    """Return the closed curve around a core of points, counter-clockwise: an arc about every point, or the
    points if the radius is 0.
    """
    if radius == 0.0:
        return points[:, :2]
    if len(points) == 1:
        return _arc(points[0], radius, 0.0, _TURN, arc_segments)[:-1]
    angles = np.arctan2(points[:, 3], points[:, 2])
    turns = np.mod(angles - np.roll(angles, 1), _TURN)
    arcs = [
        _arc(point, radius, angle - turn, turn, max(1, math.ceil(arc_segments * turn / _TURN)))
        for point, angle, turn in zip(points, angles, turns, strict=True)
    ]
    return np.concatenate(arcs)


def _arc(center: Reals2, radius: float, start: float, turn: float, segments: int) -> Reals2:
    """Return the points of an arc of `segments` lines that begins at angle `start` and turns by `turn`."""
    angle = start + turn * np.linspace(0.0, 1.0, segments + 1)
    return np.column_stack([center[0] + radius * np.cos(angle), center[1] + radius * np.sin(angle)])


def _pairs(curve: Reals2) -> Reals2:
    """Return start and end of every edge of a closed curve, in alternating rows."""
    return np.stack([curve, np.roll(curve, -1, axis=0)], axis=1).reshape(-1, 2)
