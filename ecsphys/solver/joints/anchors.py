"""Where the anchors of a block's joints are, at the start of a step and later in it."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...arrays import BodyRows
from ...compile import inlined
from ...math2d.elementary import cos_sin_in_lanes, without_turns
from ...math2d.vec2 import Vec2
from ...math2d.vector import rotate
from ..blocks import lane_indices
from ..workspace import Workspace, WorldRows


class Frame(NamedTuple):
    """Where a body is, and its centre of mass in its own frame."""

    x: float
    y: float
    angle: float
    cx: float
    cy: float


@inlined
def frame_of(bodies: BodyRows, row: int) -> Frame:
    """Return the frame of a body at the start of the step, that of the world for FREE."""
    if row < 0:
        return Frame(0.0, 0.0, 0.0, 0.0, 0.0)
    body = bodies[row]
    return Frame(body.x, body.y, body.angle, body.center_x, body.center_y)


@inlined
def place_anchors(head: Any, block: Any, scratch: Any, rows: WorldRows, work: Workspace) -> None:
    """Fill what a block knows of its anchors, and the movers of its head."""
    bodies, joints, movers, ordered = rows.bodies, rows.joints.rows, work.movers, work.ordered
    for i in range(head.count):
        joint = joints[ordered[head.first + i].row]
        scratch.a[0, i] = without_turns(frame_of(bodies, joint.body_a).angle)
        scratch.b[0, i] = without_turns(frame_of(bodies, joint.body_b).angle)
    for i in lane_indices(0, head.lanes):
        scratch.a[0, i], scratch.a[1, i] = cos_sin_in_lanes(scratch.a[0, i])
        scratch.b[0, i], scratch.b[1, i] = cos_sin_in_lanes(scratch.b[0, i])
    for i in range(head.count):
        constraint = ordered[head.first + i]
        joint = joints[constraint.row]
        head.a[i], head.b[i] = constraint.mover_a, constraint.mover_b
        a, b = movers[constraint.mover_a], movers[constraint.mover_b]
        block.mx[i], block.my[i] = a.mx + b.mx, a.my + b.my
        block.ia[i], block.ib[i] = a.i, b.i
        frame_a, frame_b = frame_of(bodies, joint.body_a), frame_of(bodies, joint.body_b)
        end_a, arm_a = place(frame_a, joint.anchor_ax, joint.anchor_ay, scratch.a[0, i], scratch.a[1, i])
        end_b, arm_b = place(frame_b, joint.anchor_bx, joint.anchor_by, scratch.b[0, i], scratch.b[1, i])
        block.start_ax[i], block.start_ay[i] = arm_a
        block.start_bx[i], block.start_by[i] = arm_b
        block.start_x[i] = (frame_b.x - frame_a.x) + (end_b[0] - end_a[0])
        block.start_y[i] = (frame_b.y - frame_a.y) + (end_b[1] - end_a[1])


@inlined
def place(frame: Frame, x: float, y: float, c: float, s: float) -> tuple[Vec2, Vec2]:
    """Return a point of a body's frame in world axes, from the body's origin and from its centre of mass."""
    return rotate(Vec2(x, y), c, s), rotate(Vec2(x - frame.cx, y - frame.cy), c, s)


class Anchors(NamedTuple):
    """Anchors at present: from both centres, and from a's to b's."""

    ax: float
    ay: float
    bx: float
    by: float
    x: float
    y: float


@inlined
def current_anchors(block: Any, scratch: Any, i: int) -> Anchors:
    """Return the anchors of a lane at the bodies' present poses (`blocks.gather_deltas`)."""
    delta_a, delta_b = scratch.delta_a, scratch.delta_b
    start_ax, start_ay = block.start_ax[i], block.start_ay[i]
    start_bx, start_by = block.start_bx[i], block.start_by[i]
    ax = delta_a[2, i] * start_ax - delta_a[3, i] * start_ay
    ay = delta_a[3, i] * start_ax + delta_a[2, i] * start_ay
    bx = delta_b[2, i] * start_bx - delta_b[3, i] * start_by
    by = delta_b[3, i] * start_bx + delta_b[2, i] * start_by
    x = block.start_x[i] + ((delta_b[0, i] - delta_a[0, i]) + ((bx - start_bx) - (ax - start_ax)))
    y = block.start_y[i] + ((delta_b[1, i] - delta_a[1, i]) + ((by - start_by) - (ay - start_ay)))
    return Anchors(ax, ay, bx, by, x, y)
