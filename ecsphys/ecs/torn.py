"""Find joints whose bodies a teleport has torn apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import FREE, Array, Reals, Reals2
from ..math2d.elementary import cos_sin_of_many, lengths_of_many
from ..world.joints import DISTANCE, PRISMATIC, REVOLUTE, WELD, WHEEL

_ON_A_LINE = PRISMATIC, WHEEL


def torn_apart(bodies: Array, joints: Array) -> tuple[int, float]:
    """Return which of some joints is torn most, and by how much; the length is 0 if none is.

    What only pulls or turns bodies is never torn.
    """
    kind, is_springy = joints["type"], joints["hertz"] > 0.0
    holds = np.isin(kind, (REVOLUTE, PRISMATIC, WHEEL, DISTANCE)) | (kind == WELD) & ~is_springy
    gaps = np.where(holds, _gaps(bodies, joints), 0.0)
    worst = int(np.argmax(gaps))
    return worst, float(gaps[worst])


def _gaps(bodies: Array, joints: Array) -> Reals:
    """Return how far the anchors of joints are from where they should be."""
    angle_a, place_a = _anchors(bodies, joints, "a")
    _, place_b = _anchors(bodies, joints, "b")
    way = place_b - place_a
    apart = lengths_of_many(way[:, 0], way[:, 1])
    c, s = cos_sin_of_many(angle_a)
    along_x, along_y = c * way[:, 0] + s * way[:, 1], c * way[:, 1] - s * way[:, 0]
    across = np.abs(joints["axis_x"] * along_y - joints["axis_y"] * along_x)
    is_rod = (joints["has_target"] == 1) & (joints["hertz"] == 0.0)
    beyond = np.maximum(np.maximum(apart - joints["upper"], joints["lower"] - apart), 0.0)
    stretched = np.where(is_rod, np.abs(apart - joints["target"]), beyond)
    gaps = np.where(joints["type"] == DISTANCE, stretched, apart)
    return np.where(np.isin(joints["type"], _ON_A_LINE), across, gaps)


def _anchors(bodies: Array, joints: Array, side: str) -> tuple[Reals, Reals2]:
    """Return the angle of the bodies on one side of joints, and where they are held in the world."""
    rows = joints[f"body_{side}"]
    is_body = rows != FREE
    body: Any = bodies[np.where(is_body, rows, 0)]
    x, y, angle = (np.where(is_body, body[name], 0.0) for name in ("x", "y", "angle"))
    c, s = cos_sin_of_many(angle)
    ax, ay = joints[f"anchor_{side}x"], joints[f"anchor_{side}y"]
    return angle, np.stack([x + c * ax - s * ay, y + s * ax + c * ay], axis=1)
