"""The velocity of a character: intent, gravity, and the rules of a good game feel.

Names as in M. Thorson, *Celeste & Forgiveness* (2020). Displacements in the air are those of the parabola, so
that the height of a jump is exactly v² / 2g.
"""

from __future__ import annotations

import math
from typing import Any

from ..compile import kernel
from .records import FLOATING, KEEP_ALL, KEEP_NOTHING, LAST_STEPS

BUTTON_UP = 0.07  # s: a game that calls `release_jump` in every frame calls it more often than that


@kernel
def move_towards(value: float, target: float, limit: float) -> float:
    """Return `value` moved towards `target` by at most `limit`."""
    return min(target, value + limit) if value < target else max(target, value - limit)


@kernel
def accelerate(value: float, target: float, acceleration: float, friction: float, dt: float) -> float:
    """Accelerate towards a wanted speed; `friction` acts when it is zero, and helps to turn round."""
    rate = acceleration
    if target == 0.0:
        rate = friction
    elif value * target < 0.0:
        rate = max(acceleration, friction)
    if math.isinf(rate):
        return target
    return move_towards(value, target, rate * dt)


@kernel
def remember(steps: int, happened: bool) -> int:
    """Return the bits of the steps in which something happened, with those of one step more."""
    return (steps << 1) & LAST_STEPS | (1 if happened else 0)


@kernel
def update_grace_timers(c: Any, dt: float) -> None:
    """Update the grace times, jump buffer, coyote time and wall grace; a floor gives air jumps back."""
    if c.jump_pressed == 1:
        c.buffered = c.jump_buffer + 0.5 * dt  # plus half a step: a press lasts for its own step at least
        c.jump_pressed = 0
    c.coyote = c.coyote_time + 0.5 * dt if c.on_floor == 1 else c.coyote - dt
    if c.on_floor == 1:
        c.air_jumped = 0
    if c.on_wall == 1 and c.on_floor == 0:
        c.wall_grace = c.coyote_time + 0.5 * dt
    else:
        c.wall_grace -= dt


@kernel
def decay_timers(c: Any, dt: float) -> None:
    """Count down the timers that started in this step or before."""
    c.buffered = max(c.buffered - dt, 0.0)
    c.lock = max(c.lock - dt, 0.0)
    c.dropping = max(c.dropping - dt, 0.0)
    c.release_age = min(c.release_age + dt, BUTTON_UP)
    c.steep_time -= dt
    if c.steep_time <= 0.0:
        c.steep_x = 0.0


@kernel
def leave_floor_at(c: Any, vx: float, vy: float) -> None:
    """Leave the floor with a velocity relative to it, and a share of the platform's as `on_leave` says."""
    px, py = c.platform_vx, c.platform_vy
    if c.on_leave == KEEP_NOTHING:
        px, py = 0.0, 0.0
    elif c.on_leave != KEEP_ALL:
        px, py = 0.0, max(py, 0.0)
    c.vx = vx + px
    c.vy = vy + py
    c.drift = px
    c.rise = max(py, 0.0)


@kernel
def begin_launch(c: Any) -> None:
    """Leave the floor at the velocity of a launch.

    One in the air is a jump that the game makes by itself: releasing the button cuts it. A button that is up
    already cannot be released: the game has called `release_jump` just before, as in every frame.
    """
    is_held = c.jump_held == 1 or c.release_age >= BUTTON_UP
    c.launched = 0
    c.cuttable = 1 if c.on_floor == 0 and is_held else 0
    if is_held:
        c.jump_held = 1
    c.on_floor = 0
    c.coyote = 0.0
    c.lock = 0.0


@kernel
def cut_jump(c: Any) -> None:
    """Cut a rise short once the jump button is released."""
    if c.cuttable == 1:
        if c.vy <= 0.0:
            c.cuttable = 0
        elif c.jump_held == 0:
            c.vy *= c.jump_cut
            c.cuttable = 0


@kernel
def jump_in_air(c: Any) -> bool:
    """Jump in the air, if it has jumps there left; never slower than it rises already."""
    if c.air_jumped >= c.air_jumps:
        return False
    c.air_jumped += 1
    c.vy = max(c.vy, c.jump_speed)
    return True


@kernel
def end_jump(c: Any) -> None:
    """Record a jump."""
    c.buffered = 0.0
    c.jumped |= 1
    c.cuttable = 1


@kernel
def try_jump(c: Any) -> bool:
    """Jump if a press is buffered: from the floor, within coyote time, off a wall, or in the air."""
    if c.buffered <= 0.0:
        return False
    if c.on_floor == 1:
        leave_floor_at(c, c.along * c.floor_ny, c.jump_speed)
        c.coyote = 0.0
    elif c.coyote > 0.0:
        c.vy = c.jump_speed + c.rise
        c.coyote = 0.0
    elif c.wall_grace > 0.0 and c.wall_jump > 0.0:
        c.vx = c.wall_x * c.wall_jump
        c.vy = c.jump_speed
        c.drift = 0.0
        c.lock = c.wall_jump_lock
        c.wall_grace = 0.0
        c.air_jumped = 0
    elif not jump_in_air(c):
        return False
    end_jump(c)
    c.steep_x = 0.0
    return True


@kernel
def steer_on_floor(c: Any, dt: float) -> None:
    """Update the speed along the floor."""
    target = c.want_x if c.constant_speed == 1 else c.want_x * c.floor_ny
    c.along = accelerate(c.along, target, c.acceleration, c.friction, dt)


@kernel
def steer_in_air(c: Any, gravity: float, dt: float) -> tuple[float, float]:
    """Update the velocity in the air; returns the displacement of this step."""
    if c.lock <= 0.0 and not (c.steep_x != 0.0 and c.want_x * c.steep_x <= 0.0):
        c.vx = accelerate(c.vx - c.drift, c.want_x, c.air_acceleration, c.air_friction, dt) + c.drift
    cut_jump(c)
    before = c.vy
    lowest = -c.terminal_speed
    if c.on_wall == 1 and c.want_x * c.wall_x < 0.0:
        lowest = max(lowest, -c.wall_slide)
    c.vy = max(c.vy - gravity * dt, lowest)
    return c.vx * dt, 0.5 * (max(before, lowest) + c.vy) * dt


@kernel
def steer_floating(c: Any, dt: float) -> None:
    """Update the velocity in the top view: it moves straight towards the wanted one.

    Infinite acceleration would end a launch before it moves anything: it flies for a while first.
    """
    dx, dy = c.want_x - c.vx, c.want_y - c.vy
    difference = math.sqrt(dx * dx + dy * dy)
    still = c.want_x == 0.0 and c.want_y == 0.0
    rate = c.friction if still else c.acceleration
    flies = c.launched == 1 or c.lock > 0.0
    if c.launched == 1:
        c.launched = 0
        c.lock = c.wall_jump_lock - 0.5 * dt  # less half a step: rounding adds no step
    if flies and math.isinf(rate):
        return
    if difference <= rate * dt:
        c.vx, c.vy = c.want_x, c.want_y
    else:
        c.vx += rate * dt / difference * dx
        c.vy += rate * dt / difference * dy


@kernel
def steer(c: Any, gravity: float, dt: float) -> tuple[float, float]:
    """Update the velocity for this step; returns the displacement if the character is not on a floor.

    Who leaves the floor in this step has been carried by it already: the displacement is less by that.
    """
    if c.mode == FLOATING:
        c.air_jumped = 0
        steer_floating(c, dt)
        return c.vx * dt, c.vy * dt
    update_grace_timers(c, dt)
    stood = c.on_floor == 1
    if c.launched == 1:
        begin_launch(c)
    elif c.on_floor == 1:
        steer_on_floor(c, dt)
        if c.dropping > 0.0:
            leave_floor_at(c, c.along * c.floor_ny, 0.0)
            c.on_floor = 0
            c.coyote = 0.0
    if try_jump(c):
        c.on_floor = 0
    if c.on_floor == 1:
        return 0.0, 0.0
    dx, dy = steer_in_air(c, gravity, dt)
    if stood:
        return dx - c.carry_x, dy - c.carry_y
    return dx, dy
