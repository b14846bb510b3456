"""Springs of joints: the same frequency and damping at any rate of steps."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...compile import inlined, kernel
from ...math2d.elementary import cos_sin, exp

# Up to this share of the sub-step rate a spring is exact; above, implicit, so that nets of such springs stay
# stable.
EXACT_SHARE = 0.1


class Spring(NamedTuple):
    """How a spring's impulse follows from speed v, error x and the speed u at the sub-step's start.

    `-m (s v + k x + o u) - (1 - s) j`, with the effective mass m and the impulse j so far. A spring that is
    rigid has s = 1 and o = 0.
    """

    s: float
    k: float
    o: float


@kernel
def spring_of(hertz: float, damping_ratio: float, h: float) -> Spring:
    """Return a damped spring, for sub-steps of `h` seconds.

    A sub-step makes of (x, u) the new speed u' = a u - k x + (1 - s) g and x' = x + h u', where g is the
    speed that other forces add. This map has determinant a and trace 1 + a - h k: set to those of the exact
    solution of x'' + 2 z x' + w² x = 0, its frequency and damping are exact. s follows from the rest: g / h
    is balanced at x = g / (h w²). Implicit Euler, which solvers use, damps critically at 10 Hz and 60 steps.
    """
    z = 2.0 * math.pi * min(hertz, 0.25 / h) * h
    if hertz * h > EXACT_SHARE:
        share = 1.0 / (1.0 + 2.0 * damping_ratio * z + z * z)
        return Spring(1.0 - share, z * z / h * share, 0.0)
    a, trace = exp(-2.0 * damping_ratio * z), 0.0
    if damping_ratio < 1.0:
        c, _ = cos_sin(z * math.sqrt(1.0 - damping_ratio * damping_ratio))
        trace = 2.0 * exp(-damping_ratio * z) * c
    else:
        root = math.sqrt(damping_ratio * damping_ratio - 1.0)
        trace = exp(-z * (damping_ratio + root)) + exp(-z / (damping_ratio + root))
    share = (1.0 + a - trace) / (z * z)
    return Spring(1.0 - share, z * z / h * share, share - a)


@inlined
def motor_work(j: float, speed: float, aim: float) -> float:
    """Return what a motor did by an impulse at the mean of the speeds before and after.

    It gives no more than at the speed at which it aims, so that a brake gives nothing. In a structure that
    holds without it, its impulses belong to no motion and would give any amount to the noise there.
    """
    return min(j * speed, max(0.0, j * aim))


@inlined
def motor_push(j: float, aim: float, lever: float) -> float:
    """Return the speed, in the norm of the masses, that a motor may add: by its impulse, and up to its aim.

    `lever`: the square root of the speed that a unit impulse of it adds.
    """
    return min(abs(j) * lever, abs(aim) / lever) if lever > 0.0 else 0.0


@inlined
def drive_work(block: Any, i: int, speed: float) -> float:
    """Return what spring and motor of an angle did at the mean of its speeds before and after."""
    return float(block.spring_j[i] * speed + motor_work(block.motor_j[i], speed, block.aim[i]))


@inlined
def work_of_pull(block: Any, i: int, a: Any, b: Any) -> float:
    """Return what the springs of a lane do in a sub-step at the velocities of both bodies."""
    x = block.pull[i, 0] * a.vx + block.pull[i, 1] * a.vy + block.pull[i, 2] * a.w
    return float(x + (block.pull[i, 3] * b.vx + block.pull[i, 4] * b.vy + block.pull[i, 5] * b.w))


@inlined
def work_of_springs(block: Any, i: int, now: float) -> float:
    """Return what the springs of a lane did in a sub-step; `now`: what they do at the speeds of its end."""
    return float(0.5 * (block.started[i] + now))


@inlined
def store_spring(block: Any, i: int, strain: float, inertia: float, spring: Spring, h: float) -> None:
    """Let a lane's spring, stretched so far, hold energy; `inertia`: that which its impulse resists by."""
    block.strain[i], block.stiff[i] = strain, inertia * spring.k / (h * spring.s)
    block.lazy[i] = inertia if spring.o != 0.0 else 0.0
    block.late[i] = h if spring.o != 0.0 else 0.0


@inlined
def stored_energy(block: Any, i: int, strain: float, speed: float) -> float:
    """Return the energy that a spring holds when it is stretched so far, at this speed.

    Where it is exact, its map keeps the kinetic energy with this one: stretched as half a sub-step ago, and
    with the inertia that makes its frequency exact. Where it is implicit, plainly stretched, it loses some.
    """
    elastic = block.stiff[i] * strain * (strain - block.late[i] * speed)
    return float(0.5 * (elastic + block.lazy[i] * speed * speed))


@inlined
def keep_store(block: Any, i: int, strain: float, before: float, speed: float, done: float) -> None:
    """Set what a lane's spring holds at the end of a sub-step at which it is stretched so far, and what of
    that neither was there nor is work that others did on it: -`done`.
    """
    block.held[i], block.gap[i] = 0.0, 0.0
    if block.stiff[i] > 0.0:
        block.held[i] = stored_energy(block, i, strain, speed)
        block.gap[i] = block.held[i] - stored_energy(block, i, block.strain[i], before) + done
        block.owed[i] = -0.5 * block.stiff[i] * block.late[i] * strain * speed
