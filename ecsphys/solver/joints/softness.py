"""Springs of joints: the same frequency and damping at any rate of steps."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...compile import inlined, kernel
from ...math2d.elementary import cos_sin, exp

# Up to this share of the sub-step rate a spring is exact; above, implicit, so that nets of such springs stay
# stable. So are those of SLOWEST radians a sub-step. All slower ones are taken as so slow: rounding would
# leave nothing of them, or infinite compliance.
EXACT_SHARE = 0.1
SLOWEST = 1e-5


class Spring(NamedTuple):
    """How a spring's impulse follows from speed v, error x and the speed u at the sub-step's start.

    `-m (s v + k x + o u) - (1 - s) j`, with the effective mass m and the impulse j so far. A spring that is
    rigid has s = 1 and o = 0.
    """

    s: float
    k: float
    o: float


class Store(NamedTuple):
    """What springs hold: energy, and the part of it that follows from their speeds by their lag: a share of
    these takes the same share of it; and whether they lose some.
    """

    energy: float
    lag: float
    is_damped: bool


@kernel
def spring_of(hertz: float, damping_ratio: float, h: float) -> Spring:
    """Return a damped spring, for sub-steps of `h` seconds.

    A sub-step makes of (x, u) the new speed u' = a u - k x + (1 - s) g and x' = x + h u', where g is the
    speed that other forces add. This map has determinant a and trace 1 + a - h k: set to those of the exact
    solution of x'' + 2 z x' + w² x = 0, its frequency and damping are exact. s follows from the rest: g / h
    is balanced at x = g / (h w²). Implicit Euler, which solvers use, damps critically at 10 Hz and 60 steps.
    """
    z = max(SLOWEST, 2.0 * math.pi * min(hertz, 0.25 / h) * h)
    if hertz * h > EXACT_SHARE or z == SLOWEST:
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
def store_of(spring: Spring, mass: float, strain: float, speed: float, h: float) -> Store:
    """Return what a spring holds that moves a mass, is stretched so far and is stretched further at a speed.

    Where it is exact, its map keeps this with the kinetic energy: stretched as half a sub-step ago, and with
    the inertia that makes its frequency exact. Where it is implicit, plainly stretched, it loses some.
    """
    if spring.k == 0.0 or spring.s == 1.0:
        return Store(0.0, 0.0, False)
    whole = mass / (1.0 - spring.s)
    pull = whole * spring.k * strain  # in a sub-step
    if spring.o == 0.0:
        return Store(0.5 * pull * strain / h, 0.0, True)
    lag = -0.5 * pull * speed
    energy = 0.5 * (pull * strain / h + whole * spring.s * speed * speed) + lag
    return Store(energy, lag, spring.s + spring.o != 0.0)


@inlined
def begin_store(block: Any, i: int, joint: Any, store: Store) -> None:
    """Set what the springs of a lane hold at the step's start; what that is more than at the last one's end
    has come from nowhere, unless from the game: sub-steps last another time, or contacts have parted bodies.
    """
    open_store(block, i)
    if joint.held != 0.0 and joint.moved == 0:
        block.held[i] = joint.held
        keep_store(block, i, store, 0.0)
    block.held[i], block.owed[i] = store.energy, store.lag


@inlined
def keep_store(block: Any, i: int, store: Store, done: float) -> None:
    """Set what the springs of a lane hold that have done so much: what a damper took is not there either.

    Contacts that part bodies press springs, whatever that takes: damped ones count only what they did, and
    give no more than they hold less.
    """
    more = store.energy - block.held[i]
    block.taken[i] += max(more, -done) if store.is_damped else more
    block.pressed[i] += max(-done, min(more, 0.0)) if store.is_damped else more
    block.held[i], block.owed[i] = store.energy, store.lag
    block.lasting[i] = 0.0 if store.is_damped else store.energy


@inlined
def open_store(block: Any, i: int) -> None:
    """Let a lane hold nothing."""
    block.held[i], block.lasting[i], block.owed[i] = 0.0, 0.0, 0.0
    block.taken[i], block.pressed[i] = 0.0, 0.0
