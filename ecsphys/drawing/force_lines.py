"""Lines of forces: what contacts and joints bear in the last step."""

from __future__ import annotations

import numpy as np

from ..arrays import Reals, Reals2
from ..physics import Physics
from ..world.contacts import contacts_of
from .joint_lines import can_be_drawn, framed, lighter_weights, placed
from .lines import Color, Lines, color_lines
from .poses import Poses

CONTACT_FORCE_COLOR: Color = (255, 120, 40, 255)
JOINT_FORCE_COLOR: Color = (255, 70, 160, 255)
_LENGTH, _HEAD = 1.6, 0.12  # of a length unit: the longest arrow, and the wings of its head


def force_lines(physics: Physics, poses: Poses) -> list[Lines]:
    """Return an arrow for each force on B, at the point of contact or at the anchor.

    A force F is 1.6 F / (F + W) length units long, with the weight W of the lighter body that it moves:
    one that holds a body at rest is half as long as the longest.
    """
    parts = [(_contacts(physics), CONTACT_FORCE_COLOR), (_joints(physics, poses), JOINT_FORCE_COLOR)]
    return [color_lines(points, color) for points, color in parts if len(points)]


def _contacts(physics: Physics) -> Reals2:
    """Return the arrows of contacts; their impulse over the step is shared out as in its last part."""
    world, step = physics.world, physics.step
    contacts, manifolds = contacts_of(world.solid)
    chosen = (contacts["touching"] == 1) & (contacts["count"] > 0)
    contacts, rows = contacts[chosen], manifolds[chosen]
    body_a, body_b = (world.shapes.rows["body"][contacts[side]] for side in "ab")
    bodies = world.bodies.rows.view(np.ndarray)
    weight = lighter_weights(physics, body_a, body_b)
    total = rows["jn0"] + np.where(contacts["count"] > 1, rows["jn1"], 0.0)
    arrows = []
    for k in range(2):
        here = contacts["count"] > k
        share = np.where(total > 0.0, rows[f"jn{k}"] / np.maximum(total, 1e-300), 1.0 / contacts["count"])
        push = share * rows["impulse"] / step
        rub = rows[f"jt{k}"] * (physics.substeps / step)
        force = np.column_stack([push * rows["nx"] + rub * rows["ny"], push * rows["ny"] - rub * rows["nx"]])
        at = np.column_stack([bodies[axis][body_a] + rows[f"{axis}{k}"] for axis in "xy"])
        arrows.append(_arrows(physics, at[here], force[here], weight[here]))
    return np.concatenate(arrows)


def _joints(physics: Physics, poses: Poses) -> Reals2:
    """Return the arrows of joints, at the anchors on B."""
    table = physics.simulation.joints.table
    rows = table.rows[: table.count].view(np.ndarray)
    rows = rows[can_be_drawn(rows) & (rows["broken"] == 0) & (rows["enabled"] != 0)]
    at = placed(framed(poses)[rows["body_b"]], rows["anchor_bx"], rows["anchor_by"])
    force = np.column_stack([rows["force_x"], rows["force_y"]])
    weight = lighter_weights(physics, rows["body_a"], rows["body_b"])
    return _arrows(physics, at, force, weight)


def _arrows(physics: Physics, at: Reals2, force: Reals2, weight: Reals) -> Reals2:
    """Return the three strokes (6 n, 2) of each arrow."""
    size = np.hypot(*force.T)
    some = (size > 1e-6 * weight) & np.isfinite(at).all(axis=1)
    at, force, size, weight = at[some], force[some], size[some], weight[some]
    unit = physics.length_unit
    along = force / size[:, None]
    tip = at + along * (_LENGTH * unit * size / (size + weight))[:, None]
    side = np.column_stack([-along[:, 1], along[:, 0]])
    wings = [tip + _HEAD * unit * (sign * side - along) for sign in (-1.0, 1.0)]
    return np.stack([at, tip, tip, wings[0], tip, wings[1]], axis=1).reshape(-1, 2)
