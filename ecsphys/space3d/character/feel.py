"""The velocity of a character in space: intent, gravity, jumps. The timers are the plane's.

On a floor the velocity is horizontal and relative to the floor: the slope gives its vertical part. In the air
it is the world's. Displacements in the air are those of the parabola, so that a jump is v² / 2g high.
"""

from __future__ import annotations

import math
from typing import Any

from ...character.feel import begin_launch, cut_jump, end_jump, jump_in_air, update_grace_timers
from ...character.records import FLOATING
from ...compile import kernel
from ..math3d.vec3 import Vec3

WALL_JUMP_LOCK = 0.15  # s without control after a wall jump: what it moves against would draw it back


@kernel
def approach(value: Vec3, target: Vec3, limit: float) -> Vec3:
    """Return a vector moved towards another one by at most `limit`."""
    x, y, z = target.x - value.x, target.y - value.y, target.z - value.z
    distance = math.sqrt(x * x + y * y + z * z)
    if distance <= limit:
        return target
    share = limit / distance
    return Vec3(value.x + share * x, value.y + share * y, value.z + share * z)


@kernel
def accelerate(value: Vec3, target: Vec3, acceleration: float, friction: float, dt: float) -> Vec3:
    """Accelerate towards a wanted velocity; `friction` acts when it is zero, and helps to turn round."""
    rate = acceleration
    if target.x == 0.0 and target.y == 0.0 and target.z == 0.0:
        rate = friction
    elif value.x * target.x + value.y * target.y + value.z * target.z < 0.0:
        rate = max(acceleration, friction)
    if math.isinf(rate):
        return target
    return approach(value, target, rate * dt)


@kernel
def share_on_slope(c: Any) -> float:
    """Return the share of a wanted horizontal speed that walking on a slope leaves.

    As in the plane: with `constant_speed` it walks the wanted length along the slope, by default only the
    part of the wanted way that lies along it.
    """
    x, z = c.want_x, c.want_z
    squared = x * x + z * z
    if squared == 0.0:
        return 1.0
    rise = (c.floor_nx * x + c.floor_nz * z) / c.floor_ny
    share = squared / (squared + rise * rise)  # cosine squared of the climb
    return math.sqrt(share) if c.constant_speed == 1 else share


@kernel
def steer_on_floor(c: Any, dt: float) -> None:
    """Update the horizontal velocity relative to the floor."""
    share = share_on_slope(c)
    target = Vec3(share * c.want_x, 0.0, share * c.want_z)
    v = accelerate(Vec3(c.vx, 0.0, c.vz), target, c.acceleration, c.friction, dt)
    c.vx, c.vy, c.vz = v.x, 0.0, v.z


@kernel
def leave_floor(c: Any, upward: float) -> None:
    """Leave the floor with its velocity and an upward one: from now on the velocity is the world's."""
    c.vx += c.platform_x
    c.vz += c.platform_z
    c.vy = upward + c.platform_y
    c.rise = max(c.platform_y, 0.0)
    c.on_floor = 0


@kernel
def try_jump(c: Any) -> None:
    """Jump if a press is buffered: from the floor, within coyote time, off a wall, or in the air."""
    if c.buffered <= 0.0:
        return
    if c.on_floor == 1:
        leave_floor(c, c.jump_speed)
        c.coyote = 0.0
    elif c.coyote > 0.0:
        c.vy = c.jump_speed + c.rise
        c.coyote = 0.0
    elif c.wall_grace > 0.0 and c.wall_jump > 0.0:
        jump_off_wall(c)
    elif not jump_in_air(c):
        return
    end_jump(c)


@kernel
def jump_off_wall(c: Any) -> None:
    """Jump off a wall; the speed along it stays."""
    missing = c.wall_jump - (c.vx * c.wall_x + c.vz * c.wall_z)
    c.vx += missing * c.wall_x
    c.vz += missing * c.wall_z
    c.vy = c.jump_speed
    c.lock = WALL_JUMP_LOCK
    c.wall_grace = 0.0
    c.air_jumped = 0


@kernel
def steer_in_air(c: Any, gravity: float, dt: float) -> Vec3:
    """Update the velocity in the air; returns the displacement of this step.

    What slides down a steep slope is steered only away from it, what has jumped off a wall not at once.
    """
    slides = c.steep_time > 0.0 and c.want_x * c.steep_x + c.want_z * c.steep_z <= 0.0
    if c.lock <= 0.0 and not slides:
        target = Vec3(c.want_x, 0.0, c.want_z)
        v = accelerate(Vec3(c.vx, 0.0, c.vz), target, c.air_acceleration, c.air_friction, dt)
        c.vx, c.vz = v.x, v.z
    cut_jump(c)
    before = c.vy
    c.vy = max(c.vy - gravity * dt, -c.terminal_speed)
    return Vec3(c.vx * dt, 0.5 * (max(before, -c.terminal_speed) + c.vy) * dt, c.vz * dt)


@kernel
def steer_floating(c: Any, dt: float) -> None:
    """Update the velocity of a character that swims or flies: straight towards the wanted one."""
    if c.launched == 1:
        c.launched = 0
        return
    want = Vec3(c.want_x, c.want_y, c.want_z)
    v = accelerate(Vec3(c.vx, c.vy, c.vz), want, c.acceleration, c.friction, dt)
    c.vx, c.vy, c.vz = v.x, v.y, v.z


@kernel
def steer(c: Any, gravity: float, dt: float) -> Vec3:
    """Update the velocity for this step; returns the displacement, on a floor its horizontal part."""
    if c.mode == FLOATING:
        c.air_jumped = 0
        steer_floating(c, dt)
        return Vec3(c.vx * dt, c.vy * dt, c.vz * dt)
    update_grace_timers(c, dt)
    if c.launched == 1:
        begin_launch(c)
    elif c.on_floor == 1:
        steer_on_floor(c, dt)
    try_jump(c)
    if c.on_floor == 1:
        return Vec3(c.vx * dt, 0.0, c.vz * dt)
    return steer_in_air(c, gravity, dt)
