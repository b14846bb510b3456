"""Lines of joints: anchors, axes, limits, and the load as colour."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from ..arrays import FREE, Array, Ints, Reals, Reals2
from ..math2d.bounds import Bounds
from ..physics import Physics
from ..world.joints import (
    DISTANCE,
    FOLLOWING,
    HAS_OFFSET,
    MOTOR,
    PRISMATIC,
    PULLEY,
    REVOLUTE,
    WHEEL,
)
from .lines import Color, Colors, Lines
from .poses import Poses
from .shape_points import in_view

# The load is between the first and the last of these; see `loads`.
FREE_COLOR: Color = (90, 235, 255, 255)
HALF_COLOR: Color = (255, 235, 90, 255)
FULL_COLOR: Color = (255, 60, 60, 255)
IDLE_COLOR: Color = (120, 120, 135, 255)  # broken or disabled

# Of a length unit.
_RING, _RADIUS, _BAR, _AXIS = 0.07, 0.45, 0.15, 0.6
_ARC_PARTS = 16
_LONGEST_ARC = 2.0 * math.pi


def joint_lines(physics: Physics, poses: Poses, view: Bounds | None) -> list[Lines]:
    """Return the lines of all joints that `view` may show (None: all), with their bodies at `poses`.

    A stroke leads from the origin of each body to its anchor, which is a ring. Limits are arcs and bars with
    a pointer at where the joint is now, axes and ropes are straight lines.
    """
    joints = physics.simulation.joints
    if not joints.table.members:
        return []
    rows: Array = joints.table.rows[: joints.table.count].view(np.ndarray)
    marks = _Marks(rows[can_be_drawn(rows)], poses, physics.length_unit)
    marks.keep(marks.in_view(view))
    for mark in (marks.arms, marks.anchors, marks.ropes, marks.axes, marks.arcs, marks.aims):
        mark()
    return [marks.lines(_colors(physics, marks.rows))]


def framed(poses: Poses) -> Poses:
    """Return poses of bodies by row, with that of the world at FREE."""
    return np.vstack([poses, np.zeros((1, 3))])


def loads(physics: Physics, rows: Array) -> Reals:
    """Return how much each joint bears (n,), from 0 to 1.

    Of a joint that can break: the share of the force or the torque that breaks it. Of others F / (F + W),
    with the weight W of the lighter body that it moves: 0.5 is a joint that bears one body at rest. Torques
    count as forces at a length unit; without gravity, weight is that at 10 length units a second squared.
    """
    force, torque = np.hypot(rows["force_x"], rows["force_y"]), np.abs(rows["torque"])
    unit = physics.length_unit
    total = force + torque / unit
    weight = lighter_weights(physics, rows["body_a"], rows["body_b"])
    borne = total / (total + weight)
    bears = [np.maximum(rows[name], 1e-300) for name in ("break_force", "break_torque")]
    share = np.maximum(force / bears[0], torque / bears[1])
    breaks = np.minimum(*bears) < np.inf
    found: Reals = np.clip(np.where(breaks, share, borne), 0.0, 1.0)
    return found


def lighter_weights(physics: Physics, body_a: Array, body_b: Array) -> Reals:
    """Return the weight of the lighter of two bodies that can move, given by rows (FREE: the world).

    Without gravity it is that at 10 length units a second squared.
    """
    inverse = np.append(physics.world.bodies.rows.view(np.ndarray)["inverse_mass"], 0.0)
    lightest = np.maximum(inverse[body_a], inverse[body_b])
    gravity = physics.gravity.length or 10.0 * physics.length_unit
    weights: Reals = gravity / np.maximum(lightest, 1e-300)
    return weights


def _colors(physics: Physics, rows: Array) -> Colors:
    """Return one colour per joint."""
    ends = np.array([FREE_COLOR, HALF_COLOR, FULL_COLOR], float)
    load = loads(physics, rows)
    colors = np.stack([np.interp(load, (0.0, 0.5, 1.0), ends[:, k]) for k in range(4)], axis=1)
    colors[(rows["broken"] != 0) | (rows["enabled"] == 0)] = IDLE_COLOR
    return colors.astype(np.uint8)


def can_be_drawn(rows: Array) -> Any:
    """Return which rows are joints with known anchors, between entities that have bodies."""
    known = (rows["entity"] != FREE) & (rows["unresolved"] & FOLLOWING == 0)
    for side in "ab":
        known &= (rows[f"entity_{side}"] == 0) | (rows[f"body_{side}"] != FREE)
    return known


class _Marks:
    """Strokes of some joints, with their bodies and anchors in the world."""

    def __init__(self, rows: Array, poses: Poses, unit: float):
        self.rows, self._unit = rows, unit
        frames = framed(poses)
        self._a, self._b = frames[rows["body_a"]], frames[rows["body_b"]]
        self._at_a = placed(self._a, rows["anchor_ax"], rows["anchor_ay"])
        self._at_b = placed(self._b, rows["anchor_bx"], rows["anchor_by"])
        self._strokes: list[Reals2] = []
        self._owners: list[Ints] = []

    def in_view(self, view: Bounds | None) -> Any:
        """Return which joints the view may show."""
        points = np.stack([self._at_a, self._at_b], axis=1)
        low, high = points.min(axis=1) - self._unit, points.max(axis=1) + self._unit
        return in_view(np.hstack([low, high]), view)

    def keep(self, chosen: Any) -> None:
        """Leave out all other joints."""
        self.rows, self._a, self._b = self.rows[chosen], self._a[chosen], self._b[chosen]
        self._at_a, self._at_b = self._at_a[chosen], self._at_b[chosen]

    def lines(self, colors: Colors) -> Lines:
        """Return all strokes in the colours of their joints."""
        if not self._strokes:
            return Lines(np.zeros((0, 2)), np.zeros((0, 4), np.uint8))
        owners = np.repeat(np.concatenate(self._owners), 2)
        return Lines(np.concatenate(self._strokes), colors[owners])

    def _add(self, owners: Ints, start: Reals2, end: Reals2) -> None:
        """Add a stroke for each of `owners`."""
        finite = np.isfinite(start).all(axis=1) & np.isfinite(end).all(axis=1)
        self._owners.append(owners[finite])
        self._strokes.append(np.stack([start[finite], end[finite]], axis=1).reshape(-1, 2))

    def _of(self, *types: int) -> Ints:
        """Return the joints of these types."""
        return np.flatnonzero(np.isin(self.rows["type"], types))

    def _whole(self, type: int) -> Ints:
        """Return the joints of a type that are not broken."""
        return np.flatnonzero((self.rows["type"] == type) & (self.rows["broken"] == 0))

    def _bar(self, owners: Ints, at: Reals2, along: Reals2) -> None:
        """Add a bar at each point across a unit vector."""
        side = np.column_stack([-along[:, 1], along[:, 0]]) * (_BAR * self._unit)
        self._add(owners, at - side, at + side)

    # -- what is marked ----------------------------------------------------------------------------

    def arms(self) -> None:
        """Add strokes from the origins of bodies to their anchors."""
        for side, frame, at in (("a", self._a, self._at_a), ("b", self._b, self._at_b)):
            owners = np.flatnonzero(self.rows[f"body_{side}"] != FREE)
            self._add(owners, frame[owners, :2], at[owners])

    def anchors(self) -> None:
        """Add a square on its tip around each anchor; two of them where a joint is stretched."""
        corners = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)]) * (_RING * self._unit)
        owners = np.arange(len(self.rows))
        for at in (self._at_a, self._at_b):
            for k in range(4):
                self._add(owners, at + corners[k - 1], at + corners[k])

    def ropes(self) -> None:
        """Add the lines of ropes, rods, springs and stretches, with bars at the limits of a distance.

        Broken joints have none: their anchors may be anywhere.
        """
        owners = np.flatnonzero((self.rows["type"] != PULLEY) & (self.rows["broken"] == 0))
        self._add(owners, self._at_a[owners], self._at_b[owners])
        owners = self._whole(DISTANCE)
        start, gap = self._at_a[owners], self._at_b[owners] - self._at_a[owners]
        along = gap / np.maximum(np.hypot(*gap.T), 1e-300)[:, None]
        for name in ("lower", "upper"):
            length = self.rows[name][owners]
            has_limit = (length > 0.0) & (length < np.inf)
            at = start[has_limit] + along[has_limit] * length[has_limit, None]
            self._bar(owners[has_limit], at, along[has_limit])
        owners = self._whole(PULLEY)
        grounds = [
            np.column_stack([self.rows[f"ground_{side}x"], self.rows[f"ground_{side}y"]])[owners]
            for side in "ab"
        ]
        for start, end in ((self._at_a[owners], grounds[0]), grounds, (grounds[1], self._at_b[owners])):
            self._add(owners, start, end)

    def axes(self) -> None:
        """Add the axes of sliders and wheels, from limit to limit, with bars at these."""
        owners = self._of(PRISMATIC, WHEEL)
        rows = self.rows[owners]
        along = _turned(self._a[owners, 2], rows["axis_x"], rows["axis_y"])
        at_a, ends = self._at_a[owners], []
        for name, sign in (("lower", -1.0), ("upper", 1.0)):
            limit, has_limit = rows[name], np.isfinite(rows[name])
            reach = np.where(has_limit, limit, sign * _AXIS * self._unit)
            ends.append(at_a + along * reach[:, None])
            self._bar(owners[has_limit], ends[-1][has_limit], along[has_limit])
        self._add(owners, *ends)

    def arcs(self) -> None:
        """Add the arcs between the limits of hinges, around a pointer along b."""
        owners = self._of(REVOLUTE)
        rows = self.rows[owners]
        owners = owners[(rows["lower"] > -np.inf) | (rows["upper"] < np.inf)]
        rows, center = self.rows[owners], self._at_a[owners]
        # The pointer leads from the anchor to b's origin, along b's x axis where these are in one place.
        arm = np.arctan2(-rows["anchor_by"], -rows["anchor_bx"])
        arm = np.where(np.hypot(rows["anchor_bx"], rows["anchor_by"]) > 1e-6 * self._unit, arm, 0.0)
        radius = _RADIUS * self._unit
        now = _turned(self._b[owners, 2] + arm, radius, 0.0)
        self._add(owners, center, center + now)
        zero = self._a[owners, 2] + rows["reference_angle"] + arm
        lower = np.maximum(rows["lower"], rows["value"] - _LONGEST_ARC / 2.0)
        upper = np.minimum(rows["upper"], rows["value"] + _LONGEST_ARC / 2.0)
        shares = np.linspace(0.0, 1.0, _ARC_PARTS + 1)
        corners = [center + _turned(zero + lower + (upper - lower) * share, radius, 0.0) for share in shares]
        for start, end in pairwise(corners):
            self._add(owners, start, end)
        for name, corner in (("lower", corners[0]), ("upper", corners[-1])):
            has_limit = np.isfinite(rows[name])
            self._add(owners[has_limit], center[has_limit], corner[has_limit])

    def aims(self) -> None:
        """Add lines to where motors aim."""
        owners = self._of(MOTOR)
        owners = owners[self.rows["has_target"][owners] & HAS_OFFSET != 0]
        offset = _turned(self._a[owners, 2], self.rows["offset_x"][owners], self.rows["offset_y"][owners])
        aim = self._at_a[owners] + offset
        self._add(owners, self._at_b[owners], aim)
        gap = aim - self._at_b[owners]
        self._bar(owners, aim, gap / np.maximum(np.hypot(*gap.T), 1e-300)[:, None])


def _turned(angle: Reals, x: Any, y: Any) -> Reals2:
    """Return vectors turned by angles, (n, 2)."""
    c, s = np.cos(angle), np.sin(angle)
    return np.column_stack([c * x - s * y, s * x + c * y])


def placed(frames: Poses, x: Reals, y: Reals) -> Reals2:
    """Return points of frames in the world, (n, 2)."""
    return frames[:, :2] + _turned(frames[:, 2], x, y)
