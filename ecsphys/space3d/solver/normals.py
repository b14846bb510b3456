"""Non-penetration of the points of a contact: all at once where they all push, else one after the other.

What falls flat lands flat, since no point comes first. Four points push with three ways to move: each yields
by a small share to its change of impulse, as in the plane (`solver.contact.masses.PAIR_DAMPING`), so that
they share a load evenly.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import inlined
from ...solver.contact.point import LOADED
from ..settings import StepContext3
from .reading import NO_IMPULSE, Reading, normal_speed


class Four(NamedTuple):
    """A number for each point."""

    x0: float
    x1: float
    x2: float
    x3: float


class Spring(NamedTuple):
    """How points are pushed out: velocity by depth, compliance, 1 / (1 + compliance), highest speed."""

    bias_rate: float
    compliance: float
    mass_scale: float
    push_speed: float


RIGID = Spring(0.0, 0.0, 1.0, 0.0)
NONE = Four(0.0, 0.0, 0.0, 0.0)


@inlined
def spring_of(block: Any, context: StepContext3) -> Spring:
    """Return the spring of a contact."""
    if block.fixed == 1:
        scale = context.static_mass_scale
        return Spring(context.static_bias_rate, 1.0 / scale - 1.0, scale, context.push_speed)
    return Spring(context.bias_rate, 1.0 / context.mass_scale - 1.0, context.mass_scale, context.push_speed)


@inlined
def bias_of(block: Any, i: int, spring: Spring, rate: float) -> float:
    """Return the speed at which point i may approach, or is pushed out (negative)."""
    separation = block.separation[i]
    if separation > 0.0:
        return float(separation * rate)
    most = min(load_speed(block, i, spring), spring.push_speed)
    return float(max(spring.bias_rate * separation, -most))


@inlined
def load_speed(block: Any, i: int, spring: Spring) -> float:
    """Return the highest speed with which a spring pushes out: LOADED times that at the depth where it bears
    its load, the impulse of the last sub-step, see `solver.contact.point.load_depth`.
    """
    return float(LOADED * spring.compliance * block.coupling[i] * block.jn[i])


@inlined
def solve_normals(block: Any, s: Reading, spring: Spring, share: float, context: StepContext3) -> Reading:
    """Bring all points to their targets; returns the sum of the impulses. Contacts never pull.

    A damped spring pushes overlapping points out; RIGID leaves them. In both cases separated ones approach no
    further than to touch. `share`: of the impulses that remain, 0 for what is about to bounce.
    """
    e, jn = excesses(block, s, spring, 1.0 / context.h), impulses(block)
    if least(e) >= 0.0 and largest(jn) == 0.0:  # near each other, no more: a third of a pile's contacts
        return NO_IMPULSE
    felt = RIGID if all_are_apart(block) else spring
    if block.count > 1 and share == 1.0 and (felt.compliance == 0.0 or all_overlap(block)):
        d = solve_at_once(block, jn, e, felt)
        j = Four(jn.x0 + d.x0, jn.x1 + d.x1, jn.x2 + d.x2, jn.x3 + d.x3)
        if least(j) >= 0.0:
            block.jn[0], block.jn[1], block.jn[2], block.jn[3] = j.x0, j.x1, j.x2, j.x3
            return sum_of(block, d)
    return solve_in_turn(block, jn, e, spring, share)


@inlined
def impulses(block: Any) -> Four:
    """Return the accumulated impulses along the normal."""
    return Four(block.jn[0], block.jn[1], block.jn[2], block.jn[3])


@inlined
def least(x: Four) -> float:
    """Return the least of four numbers."""
    return min(min(x.x0, x.x1), min(x.x2, x.x3))


@inlined
def largest(x: Four) -> float:
    """Return the largest of four numbers."""
    return max(max(x.x0, x.x1), max(x.x2, x.x3))


@inlined
def all_overlap(block: Any) -> bool:
    """Whether all points of a contact overlap: those that are apart have no spring."""
    s = block.separation
    return largest(Four(s[0], s[1], s[2], s[3])) <= 0.0


@inlined
def all_are_apart(block: Any) -> bool:
    """Whether no point of a contact overlaps, as when a body lands."""
    s = block.separation
    return least(Four(s[0], s[1], s[2], s[3])) > 0.0


@inlined
def solve_at_once(block: Any, jn: Four, e: Four, spring: Spring) -> Four:
    """Return the changes of impulses that bring all points to their targets at once.

    `e`: see `excesses`; a spring yields to its impulse.
    """
    if spring.compliance == 0.0:
        return times(block.rigid, -e.x0, -e.x1, -e.x2, -e.x3)
    c, k = spring.compliance, block.coupling
    e0, e1 = e.x0 + c * jn.x0 * k[0], e.x1 + c * jn.x1 * k[1]
    e2, e3 = e.x2 + c * jn.x2 * k[2], e.x3 + c * jn.x3 * k[3]
    return times(block.soft, -e0, -e1, -e2, -e3)


@inlined
def times(m: Any, x0: float, x1: float, x2: float, x3: float) -> Four:
    """Return a symmetric matrix, by its rows right of and on the diagonal, times a vector."""
    return Four(
        (m[0] * x0 + m[1] * x1) + (m[2] * x2 + m[3] * x3),
        (m[1] * x0 + m[4] * x1) + (m[5] * x2 + m[6] * x3),
        (m[2] * x0 + m[5] * x1) + (m[7] * x2 + m[8] * x3),
        (m[3] * x0 + m[6] * x1) + (m[8] * x2 + m[9] * x3),
    )


@inlined
def sum_of(block: Any, d: Four) -> Reading:
    """Return the sum of impulses along the normal at all points."""
    return Reading(
        (d.x0 + d.x1) + (d.x2 + d.x3),
        (block.a[0] * d.x0 + block.a[1] * d.x1) + (block.a[2] * d.x2 + block.a[3] * d.x3),
        (block.b[0] * d.x0 + block.b[1] * d.x1) + (block.b[2] * d.x2 + block.b[3] * d.x3),
    )


class Turn(NamedTuple):
    """Impulses of all points, and by how much each one's speed along the normal is too high."""

    j0: float
    j1: float
    j2: float
    j3: float
    e0: float
    e1: float
    e2: float
    e3: float


@inlined
def pushed(block: Any, i: int, before: float, error: float, spring: Spring, share: float) -> float:
    """Return the impulse that brings a point to its target; contacts never pull."""
    scale = spring.mass_scale if block.separation[i] <= 0.0 else 1.0
    return float(share * max(scale * (before - block.mass[i] * error), 0.0))


@inlined
def turn_0(block: Any, s: Turn, spring: Spring, share: float) -> Turn:
    """Bring point 0 to its target."""
    j, k, c = pushed(block, 0, s.j0, s.e0, spring, share), block.coupling, block.between
    d = j - s.j0
    return Turn(j, s.j1, s.j2, s.j3, s.e0 + k[0] * d, s.e1 + c[0] * d, s.e2 + c[1] * d, s.e3 + c[2] * d)


@inlined
def turn_1(block: Any, s: Turn, spring: Spring, share: float) -> Turn:
    """Bring point 1 to its target."""
    j, k, c = pushed(block, 1, s.j1, s.e1, spring, share), block.coupling, block.between
    d = j - s.j1
    return Turn(s.j0, j, s.j2, s.j3, s.e0 + c[0] * d, s.e1 + k[1] * d, s.e2 + c[3] * d, s.e3 + c[4] * d)


@inlined
def turn_2(block: Any, s: Turn, spring: Spring, share: float) -> Turn:
    """Bring point 2 to its target."""
    j, k, c = pushed(block, 2, s.j2, s.e2, spring, share), block.coupling, block.between
    d = j - s.j2
    return Turn(s.j0, s.j1, j, s.j3, s.e0 + c[1] * d, s.e1 + c[3] * d, s.e2 + k[2] * d, s.e3 + c[5] * d)


@inlined
def turn_3(block: Any, s: Turn, spring: Spring, share: float) -> Turn:
    """Bring point 3 to its target."""
    j, k, c = pushed(block, 3, s.j3, s.e3, spring, share), block.coupling, block.between
    d = j - s.j3
    return Turn(s.j0, s.j1, s.j2, j, s.e0 + c[2] * d, s.e1 + c[4] * d, s.e2 + c[5] * d, s.e3 + k[3] * d)


@inlined
def excess(block: Any, i: int, s: Reading, spring: Spring, rate: float) -> float:
    """Return the speed along the normal that point i has too much, 0 beyond the last point."""
    return normal_speed(block, i, s) + bias_of(block, i, spring, rate) if i < block.count else 0.0


@inlined
def excesses(block: Any, s: Reading, spring: Spring, rate: float) -> Four:
    """Return the `excess` of all points."""
    e0, e1 = excess(block, 0, s, spring, rate), excess(block, 1, s, spring, rate)
    return Four(e0, e1, excess(block, 2, s, spring, rate), excess(block, 3, s, spring, rate))


@inlined
def rigid_impulses(block: Any, e: Four) -> Reading:
    """Return the sum of the impulses that take out the excesses `e` without springs; none pulls. The block
    keeps its impulses.
    """
    before, d = impulses(block), solve_at_once(block, NONE, e, RIGID)
    if block.count > 1 and least(d) >= 0.0:
        return sum_of(block, d)
    sum = solve_in_turn(block, NONE, e, RIGID, 1.0)
    block.jn[0], block.jn[1], block.jn[2], block.jn[3] = before.x0, before.x1, before.x2, before.x3
    return sum


@inlined
def solve_in_turn(block: Any, jn: Four, e: Four, spring: Spring, share: float) -> Reading:
    """Bring points to their targets one after the other, to and fro; returns the sum of the impulses."""
    s = turn_0(block, Turn(jn.x0, jn.x1, jn.x2, jn.x3, e.x0, e.x1, e.x2, e.x3), spring, share)
    if block.count > 1:
        s = turn_1(block, s, spring, share)
        s = turn_3(block, turn_2(block, s, spring, share), spring, share)
        s = turn_1(block, turn_2(block, s, spring, share), spring, share)
        s = turn_0(block, s, spring, share)
    d = Four(s.j0 - jn.x0, s.j1 - jn.x1, s.j2 - jn.x2, s.j3 - jn.x3)
    block.jn[0], block.jn[1], block.jn[2], block.jn[3] = s.j0, s.j1, s.j2, s.j3
    return sum_of(block, d)
