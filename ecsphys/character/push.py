"""Forces of characters on dynamic bodies: pushes on obstacles, and weight on the floor.

They act in the next step, spread over its sub-steps like gravity, so that the friction of the pushed body
counts. How much of a push friction takes is known only afterwards: the pushed body gained less speed than a
free one would have. The next push is larger by that loss (a disturbance observer), so that a body reaches the
wanted speed whatever the step. Other bodies that are pushed along take their share while they gain speed,
which is no loss: so a gain counts ACCELERATING times against the loss, and a row of crates is
not pushed too fast.
"""

from __future__ import annotations

import math
from typing import Any

from ..arrays import BodyRows
from ..compile import inlined, kernel
from ..constants import SLOP
from ..settings import StepContext
from ..world.bodies import DYNAMIC
from ..world.center import center_of
from ..world.waking import wake_island
from .neighbours import MAX_STACK, Crowd, Neighbours
from .records import FLOATING, NONE
from .sweep import Touch

ACCELERATING = 10.0  # bodies of its mass that a pushed body may push along without being pushed too fast
DEFAULT_STRENGTH = 200.0 / SLOP  # slops per s²: acceleration of a body of the character's mass


@kernel
def effective_mass(c: Any) -> float:
    """Return the mass of a character: its own setting, or its body's."""
    return float(c.weight) if c.weight >= 0.0 else float(c.body_mass)


@kernel
def max_push(c: Any, context: StepContext) -> float:
    """Return the largest force on what a character pushes: its strength, or by default by its mass."""
    if math.isinf(c.strength):
        return DEFAULT_STRENGTH * context.slop * effective_mass(c)
    return float(c.strength)


@kernel
def needed_change(c: Any, entity: int, speed: float, wanted: float) -> float:
    """Return the change of speed to aim at for a body to have the wanted speed after the next step.

    The loss is observed for one body at a time: the first that is pushed, until it is no longer.
    """
    if c.pushed_entity != entity:
        if c.push_age <= 1:
            return wanted - speed
        c.pushed_entity = entity
        c.push_loss = 0.0
    elif c.push_age > 1:
        c.push_loss = 0.0
    else:
        loss = c.push_change - ACCELERATING * max(speed - c.push_speed, 0.0)
        c.push_loss = max(c.push_loss, loss) - max(speed - wanted, 0.0)
        c.push_loss = max(c.push_loss, 0.0)
    c.push_age = 0
    c.push_speed = speed
    c.push_change = 0.0
    return float(wanted - speed + c.push_loss)


@inlined
def speed_against(other: Any, nx: float, ny: float) -> float:
    """Return the speed of a body against its surface normal (nx, ny), towards the character."""
    return float(-(other.vx * nx + other.vy * ny))


@kernel
def speed_to_push(c: Any, other: Any, touch: Touch, speed: float, target: float, dt: float) -> float:
    """Return the speed to push a body to, for a character that moves at `speed` and accelerates to `target`.

    A push acts in the next step, in which the character is faster again.
    """
    pushed = min(speed, speed_against(other, touch.nx, touch.ny))
    return float(max(speed, min(target, pushed + c.acceleration * dt)))


@kernel
def push_height(neighbours: Neighbours, c: Any, proxy: int, center_y: float) -> float:
    """Return the height at which a character pushes against friction: as low as it can, so that less tips."""
    if c.mode == FLOATING:
        return center_y
    reach = neighbours.bodies[c.body].y + c.below + c.radius
    return float(min(max(neighbours.tight[proxy, 1], reach), center_y))


@kernel
def push_body(neighbours: Neighbours, c: Any, touch: Touch, wanted: float, dt: float) -> float:
    """Push a body against its surface normal, up to the wanted speed; returns its speed in that direction.

    Of a body that it runs into, the speed that the push leads to.
    """
    nx, ny = touch.nx, touch.ny
    other = neighbours.bodies[touch.row]
    if other.kind != DYNAMIC or other.inverse_mass == 0.0:
        return 0.0
    speed = speed_against(other, nx, ny)
    if c.pushed_entity == other.entity and c.push_age == 0:
        return float(max(speed, 0.0))  # pushed in this step already
    rate = other.inverse_mass * dt
    is_new = c.pushed_entity != other.entity or c.push_age > 1
    pending = max(-(other.force_x * nx + other.force_y * ny), 0.0)  # by other characters
    change = needed_change(c, other.entity, speed, wanted)
    force = min(change / rate - pending, c.max_push)
    if force > 0.0:
        c.woken += wake_island(neighbours.bodies, touch.row)
        other.force_x -= force * nx
        other.force_y -= force * ny
        if c.pushed_entity == other.entity:
            c.push_change = force * rate
            _, center_y = center_of(other)
            center_y += other.y
            low = push_height(neighbours, c, touch.proxy, center_y)
            other.torque += (low - center_y) * min(force, c.push_loss / rate) * nx
            speed += c.push_change if is_new else 0.0
    return float(max(speed, 0.0))


@kernel
def supporting_character(bodies: BodyRows, crowd: Crowd, c: Any) -> int:
    """Return the row of the lowest character of a stack, which stands on something else; NONE without."""
    row = crowd.of_body[c.body]
    for _ in range(MAX_STACK):
        own = crowd.rows[row]
        if own.on_floor == 0 or bodies[own.floor_body].entity != own.floor_entity:
            return NONE
        lower = crowd.of_body[own.floor_body]
        if lower == NONE:
            return int(row)
        row = lower
    return NONE


@kernel
def wake_loaded(bodies: BodyRows, c: Any) -> None:
    """Wake what felt the character's weight until now, and forget it."""
    if c.load_entity > 0 and bodies[c.load_body].entity == c.load_entity:
        c.woken += wake_island(bodies, c.load_body)
    c.load_entity = 0


@kernel
def apply_weight(bodies: BodyRows, crowd: Crowd, c: Any, body: Any, gravity: float) -> None:
    """Apply the character's weight to what it stands on, be it on the heads of others.

    What sleeps under the same load at the same place sleeps on; everything else that it stands on or left is
    woken.
    """
    row = supporting_character(bodies, crowd, c)
    if row == NONE or bodies[crowd.rows[row].floor_body].kind != DYNAMIC:
        wake_loaded(bodies, c)
        return
    foot = crowd.rows[row]
    other = bodies[foot.floor_body]
    center_x, _ = center_of(other)
    lever = bodies[foot.body].x + foot.foot_x - other.x - center_x
    load = -effective_mass(c) * gravity
    if c.load_entity != other.entity:
        wake_loaded(bodies, c)
    elif other.awake == 0 and c.load == load and abs(lever - c.load_x) <= body.skin:
        return
    c.load_entity = other.entity
    c.load_body = foot.floor_body
    c.load_x = lever
    c.load = load
    c.woken += wake_island(bodies, foot.floor_body)
    other.force_y += load
    other.torque += lever * load
