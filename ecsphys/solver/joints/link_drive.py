"""The angle of links: welds hold it, hinges drive it by springs and motors and keep it within limits.

It is one row beside those of the point, and at most one thing at a time holds it: its *role*.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from .block import CORE
from .branch_rows import BARE, LOWER, MOTOR, SPRING, UPPER, push_at_limit
from .branch_switches import passed_limit, speed_of_limit
from .elimination import give_of
from .pin import point_mass
from .softness import Spring, Store, keep_store, motor_work, store_of

NO_EFFECT = 1e-9  # share of the inverse inertias that is a rounding error
IDLE, HELD = 0, CORE - 1  # roles beside those of drives: nothing acts; a weld
FREE, DRIVEN, WELDED = range(3)  # what a link has beside its point


@inlined
def choose_role(block: Any, i: int, soft: int) -> int:
    """Return what holds the angle of a lane at the start of a pass."""
    if block.ia[i] + block.ib[i] == 0.0:
        return IDLE
    if block.turns[i] == WELDED:
        return HELD
    if soft == BARE:
        return IDLE
    if block.lower_j[i] > 0.0:
        return LOWER
    if block.upper_j[i] > 0.0:
        return UPPER
    if block.most[i] > 0.0:
        return MOTOR
    if soft == 1 and block.spring_s[i] > 0.0 and free_turn(block, i) > 0.0:
        return SPRING
    return IDLE


@inlined
def free_turn(block: Any, i: int) -> float:
    """Return the speed that a unit impulse of the angle adds while the point is held, 0 for a rounding
    error.
    """
    ia, ib, mass = block.ia[i], block.ib[i], point_mass(block, i, 0.0)
    x, y = -(ib * block.by[i] + ia * block.ay[i]), ib * block.bx[i] + ia * block.ax[i]
    rest = (ia + ib) - (x * (mass.xx * x + mass.xy * y) + y * (mass.xy * x + mass.yy * y))
    return rest if rest > NO_EFFECT * (ia + ib) else 0.0


@inlined
def give_of_turn(block: Any, i: int, role: int) -> float:
    """Return the compliance of the angle's row."""
    give = give_of(role) * (block.ia[i] + block.ib[i])
    if role == SPRING:
        give += (1.0 / block.spring_s[i] - 1.0) * free_turn(block, i)
    return float(give)


@inlined
def turn_of(block: Any, i: int, role: int) -> float:
    """Return the impulse of what holds the angle, as it turns b."""
    if role == HELD:
        return float(block.held_j[i])
    if role == SPRING:
        return float(block.spring_j[i])
    if role == MOTOR:
        return float(block.motor_j[i])
    return float(block.lower_j[i] if role == LOWER else -block.upper_j[i])


@inlined
def load_of_turn(block: Any, i: int, role: int) -> float:
    """Return the impulse to which what holds the angle gives way: a limit not to the motor that pushes
    against it.
    """
    return turn_of(block, i, role) + (block.motor_j[i] if role in (LOWER, UPPER) else 0.0)


@inlined
def all_turns_of(block: Any, i: int) -> float:
    """Return the sum of all impulses of the angle, as they turn b."""
    drive = (block.spring_j[i] + block.motor_j[i]) + (block.lower_j[i] - block.upper_j[i])
    return float(drive + block.held_j[i])


@inlined
def add_turn(block: Any, i: int, role: int, turn: float) -> None:
    """Add to the impulse of what holds the angle."""
    if role == HELD:
        block.held_j[i] += turn
    elif role == SPRING:
        block.spring_j[i] += turn
    elif role == MOTOR:
        block.motor_j[i] += turn
    elif role == LOWER:
        block.lower_j[i] += turn
    else:
        block.upper_j[i] -= turn


@inlined
def wanted_speed(block: Any, i: int, role: int, soft: int, context: StepContext) -> float:
    """Return the speed of b relative to a that the angle's row asks for."""
    if role == HELD:
        return float(-soft * context.joint_bias_rate * block.angle[i])
    if role == MOTOR:
        return float(block.aim[i])
    if role == LOWER:
        return -speed_of_limit(block.angle[i] - block.lower[i], soft, context)
    if role == UPPER:
        return speed_of_limit(block.upper[i] - block.angle[i], soft, context)
    pull = block.spring_k[i] * (block.angle[i] - block.target[i]) + block.spring_o[i] * block.before[i]
    return float(-pull / block.spring_s[i])


@kernel
def switch_link(
    block: Any, link: Any, child: Any, parent: Any, soft: int, takes: bool, context: StepContext
) -> int:
    """Let go of a limit that pulls and of a motor that needs more than it has, or take a limit that is
    reached, if `takes`; return 1 if the role has changed.
    """
    i, role = link.lane, link.role
    j = turn_of(block, i, role) if role != IDLE else 0.0
    if (role == LOWER and j < 0.0) or (role == UPPER and j > 0.0):
        return leave(block, link, child, parent, -j)
    if role == MOTOR and abs(j) > block.most[i]:
        return leave(block, link, child, parent, math.copysign(block.most[i], j) - j)
    if not takes or role in (HELD, LOWER, UPPER):
        return 0
    speed, angle = link.side * (child.w - parent.w), block.angle[i]
    passed = passed_limit(speed, angle - block.lower[i], block.upper[i] - angle, soft, context)
    if passed == IDLE or block.ia[i] + block.ib[i] == 0.0:
        return 0
    if role == MOTOR:
        leave(block, link, child, parent, push_at_limit(j, block.most[i], block.aim[i]) - j)
    link.role = passed
    return 1


@inlined
def leave(block: Any, link: Any, child: Any, parent: Any, turn: float) -> int:
    """Apply the last impulse of what held the angle; nothing holds it from now on. Returns 1."""
    add_turn(block, link.lane, link.role, turn)
    turn_bodies(child, parent, link.side * turn)
    link.role = IDLE
    return 1


@inlined
def turn_bodies(child: Any, parent: Any, turn: float) -> None:
    """Apply an impulse of the angle to both bodies."""
    child.w += child.i * turn
    parent.w -= parent.i * turn


@inlined
def store_of_turn(block: Any, i: int, h: float) -> Store:
    """Return what the spring of a lane's angle holds, at the speed that it has kept."""
    spring, turn = Spring(block.spring_s[i], block.spring_k[i], block.spring_o[i]), free_turn(block, i)
    mass = 1.0 / turn if turn > 0.0 else 0.0
    return store_of(spring, mass, block.angle[i] - block.target[i], block.before[i], h)


@inlined
def finish_drive(block: Any, i: int, speed: float, h: float) -> None:
    """End a sub-step in which a lane turns with a speed: note what the motor did, what the spring holds, and
    the sum.
    """
    mean = 0.5 * (block.before[i] + speed)
    block.work[i], block.before[i] = motor_work(block.motor_j[i], mean, block.aim[i]), speed
    if block.spring_s[i] > 0.0:
        keep_store(block, i, store_of_turn(block, i, h), block.spring_j[i] * mean)
    block.total_turn[i] += all_turns_of(block, i)
