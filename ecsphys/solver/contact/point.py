"""The rules for a contact in one lane: non-penetration of one point or of two at once, soft or rigid, and
friction.

Soft contacts after Catto, *Solver2D* (2024), "soft step". Two points are solved together: what falls flat
lands flat, and a scene and its mirror image stay alike, since no point comes first. Friction after
Coulomb's law acts once, halfway between the points, with the sum of their normal impulses: on a common
tangent only the sum of two frictions has an effect.

The velocities of a lane are read once, as the relative velocity along normal and tangent and both angular
velocities: each impulse then depends on the one before through three multiplications only. Short names as in
`solver.records`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import inlined
from ...math2d.complementarity import blend, reciprocal, solve_pair
from ...settings import StepContext
from ..blocks import lane_indices, set_impulse
from .masses import PAIR_DAMPING

LOADED = 8.0  # times the depth at which a spring bears its load: so far it pushes out


class LaneState(NamedTuple):
    """The relative velocity of b along normal and tangent, both angular velocities, and the impulses that
    this pass has applied so far.
    """

    n: float
    t: float
    wa: float
    wb: float
    jn: float
    jt: float
    la: float
    lb: float


class Target(NamedTuple):
    """What the normal impulse of a point is to reach."""

    error: float  # velocity along the normal that is too much
    compliance: float  # of the point's spring, as a multiple of its inverse effective mass
    mass_scale: float  # 1 / (1 + compliance)


class Drift(NamedTuple):
    """How far b has moved relative to a in this step: along normal and tangent, and along the normal as seen
    from cores with a radius.

    A rounded surface keeps its place while its core rotates, so the arms that rotate end at the cores, a
    radius short of the contact point; `base_separation` lacks the radii.
    """

    n: float
    t: float
    core: float


@inlined
def load_lane(block: Any, scratch: Any, i: int) -> LaneState:
    """Return the state of a lane at the start of a pass."""
    x = scratch.b[0, i] - scratch.a[0, i]
    y = scratch.b[1, i] - scratch.a[1, i]
    nx, ny = block.nx[i], block.ny[i]
    return LaneState(x * nx + y * ny, x * ny - y * nx, scratch.a[2, i], scratch.b[2, i], 0.0, 0.0, 0.0, 0.0)


@inlined
def store_lane(block: Any, scratch: Any, i: int, lane: LaneState) -> None:
    """Set the impulses that the pass has applied, to be scattered."""
    nx, ny = block.nx[i], block.ny[i]
    x, y = lane.jn * nx + lane.jt * ny, lane.jn * ny - lane.jt * nx
    set_impulse(scratch.a, scratch.b, i, x, y, lane.la, lane.lb)


@inlined
def set_warm_start(block: Any, scratch: Any, i: int, points: int) -> None:
    """Set the impulse with which a lane starts the next sub-step: the sum over its points."""
    nx, ny = block.nx[i], block.ny[i]
    jn, jt = block.jn[0, i], block.jt[i]
    la = jn * (block.na[0, i] + block.slide_n[i]) + jt * (block.tf[i] + block.slide_t[i])
    if points == 2:
        jn1 = block.jn[1, i]
        la += jn1 * (block.na[1, i] + block.slide_n[i])
        jn += jn1
    lb = la + jn * block.shift_n[i] + jt * block.shift_t[i]
    set_impulse(scratch.delta_a, scratch.delta_b, i, jn * nx + jt * ny, jn * ny - jt * nx, la, lb)


@inlined
def normal_speed(block: Any, point: int, i: int, lane: LaneState) -> float:
    """Return the relative velocity of a point along the normal; negative when the surfaces approach."""
    na = block.na[point, i] + block.slide_n[i]
    return float(lane.n + (lane.wb * (na + block.shift_n[i]) - lane.wa * na))


@inlined
def slip_speed(block: Any, i: int, lane: LaneState, ta: float) -> float:
    """Return the relative velocity along the tangent at the present lever `ta`."""
    return float(lane.t + (lane.wb * (ta + block.shift_t[i]) - lane.wa * ta))


@inlined
def apply_normal_impulse(block: Any, i: int, lane: LaneState, jn: float, la: float) -> LaneState:
    """Apply an impulse along the normal whose angular part about a's centre is `la`."""
    lb = la + jn * block.shift_n[i]
    return LaneState(
        lane.n + block.knn[i] * jn,
        lane.t + block.knt[i] * jn,
        lane.wa - block.ia[i] * la,
        lane.wb + block.ib[i] * lb,
        lane.jn + jn,
        lane.jt,
        lane.la + la,
        lane.lb + lb,
    )


@inlined
def apply_tangent_impulse(block: Any, i: int, lane: LaneState, jt: float, la: float) -> LaneState:
    """Apply an impulse along the tangent whose angular part about a's centre is `la`."""
    lb = la + jt * block.shift_t[i]
    return LaneState(
        lane.n + block.knt[i] * jt,
        lane.t + block.ktt[i] * jt,
        lane.wa - block.ia[i] * la,
        lane.wb + block.ib[i] * lb,
        lane.jn,
        lane.jt + jt,
        lane.la + la,
        lane.lb + lb,
    )


@inlined
def solve_friction(block: Any, i: int, lane: LaneState, points: int) -> LaneState:
    """Stop the surfaces from sliding, within the friction cone of the accumulated normal impulses."""
    ta = block.tf[i] + block.slide_t[i]
    load = block.jn[0, i]
    if points == 2:
        load += block.jn[1, i]
    limit = block.friction[i] * load
    jt = max(-limit, min(block.jt[i] - block.mass_t[i] * slip_speed(block, i, lane, ta), limit))
    j = jt - block.jt[i]
    block.jt[i] = jt
    return apply_tangent_impulse(block, i, lane, j, ta * j)


@inlined
def load_depth(block: Any, point: int, i: int, context: StepContext) -> float:
    """Return eight times the overlap at which a point's spring bears its load, the last sub-step's impulse.

    So far springs push out, and no further: pushed by more than bodies weigh, they would part with a speed
    that nothing takes back. The rest is corrected without velocity (see `parting`).
    """
    fixed = block.fixed[i]
    soft = LOADED * context.compliance / context.bias_rate
    hard = LOADED * context.static_compliance / context.static_bias_rate
    return float(blend(soft, hard, fixed) * block.k[point, i] * block.jn[point, i])


@inlined
def soft_target(block: Any, point: int, i: int, lane: LaneState, bend: float, context: StepContext) -> Target:
    """Return the target of a damped spring: it pushes an overlapping point out, and lets a separated one
    approach no further than to touch. `bend` is the speed along the normal that bent paths add.
    """
    separation, fixed = block.separation[point, i], block.fixed[i]
    overlaps = 1.0 if separation <= 0.0 else 0.0
    bias_rate = blend(context.bias_rate, context.static_bias_rate, fixed)
    compliance = blend(context.compliance, context.static_compliance, fixed) * overlaps
    mass_scale = blend(1.0, blend(context.mass_scale, context.static_mass_scale, fixed), overlaps)
    depth = min(-min(separation, 0.0), load_depth(block, point, i, context))
    push_out = -min(bias_rate * depth, context.push_speed)
    bias = max(separation, 0.0) * (1.0 / context.h) + push_out
    return Target(normal_speed(block, point, i, lane) + bend + bias, compliance, mass_scale)


@inlined
def rigid_target(
    block: Any, point: int, i: int, lane: LaneState, separation: float, context: StepContext
) -> Target:
    """Return the target without spring, and keep the separation."""
    block.separation[point, i] = separation
    return Target(normal_speed(block, point, i, lane) + max(separation, 0.0) * (1.0 / context.h), 0.0, 1.0)


@inlined
def solve_point(block: Any, i: int, lane: LaneState, target: Target, share: float) -> LaneState:
    """Bring the only point of a contact to its target, by `share` of the impulse; contacts never pull."""
    before = block.jn[0, i]
    scale = target.mass_scale
    wanted = scale * (before - block.mass_n[0, i] * target.error)
    jn = share * max(wanted, 0.0)
    block.jn[0, i] = jn
    j = jn - before
    return apply_normal_impulse(block, i, lane, j, (block.na[0, i] + block.slide_n[i]) * j)


@inlined
def solve_soft_points(block: Any, i: int, lane: LaneState, target0: Target, target1: Target) -> LaneState:
    """Bring both points of a contact to their targets at once, each by its spring."""
    k00 = block.k[0, i] * (1.0 + target0.compliance + PAIR_DAMPING)
    k11 = block.k[1, i] * (1.0 + target1.compliance + PAIR_DAMPING)
    scale = reciprocal(k00 * k11 - block.k01[i] * block.k01[i])
    m0 = block.mass_n[0, i] * target0.mass_scale * (1.0 - PAIR_DAMPING * target0.mass_scale)
    m1 = block.mass_n[1, i] * target1.mass_scale * (1.0 - PAIR_DAMPING * target1.mass_scale)
    return solve_points(block, i, lane, target0.error, target1.error, k00, k11, m0, m1, scale, 1.0)


@inlined
def solve_rigid_points(
    block: Any, i: int, lane: LaneState, target0: Target, target1: Target, share: float
) -> LaneState:
    """Bring both points of a contact to their targets at once, by `share` of the impulses."""
    k00, k11 = block.k[0, i] * (1.0 + PAIR_DAMPING), block.k[1, i] * (1.0 + PAIR_DAMPING)
    m0, m1 = block.mass_n[0, i] * (1.0 - PAIR_DAMPING), block.mass_n[1, i] * (1.0 - PAIR_DAMPING)
    scale = block.pair_scale[i]
    return solve_points(block, i, lane, target0.error, target1.error, k00, k11, m0, m1, scale, share)


@inlined
def solve_points(
    block: Any, i: int, lane: LaneState, error0: float, error1: float,
    k00: float, k11: float, m0: float, m1: float, scale: float, share: float,
) -> LaneState:  # fmt: skip
    """Take out the errors of both points, whose springs are included in k00, k11 and their reciprocals."""
    before0, before1, k01 = block.jn[0, i], block.jn[1, i], block.k01[i]
    b0 = block.k[0, i] * (1.0 + PAIR_DAMPING) * before0 + k01 * before1 - error0
    b1 = block.k[1, i] * (1.0 + PAIR_DAMPING) * before1 + k01 * before0 - error1
    jn0, jn1 = solve_pair(k00, k01, k11, b0, b1, m0, m1, scale)
    jn0, jn1 = share * jn0, share * jn1
    block.jn[0, i], block.jn[1, i] = jn0, jn1
    j0, j1 = jn0 - before0, jn1 - before1
    slide = block.slide_n[i]
    la = (block.na[0, i] + slide) * j0 + (block.na[1, i] + slide) * j1
    return apply_normal_impulse(block, i, lane, j0 + j1, la)


@inlined
def drift_of(block: Any, scratch: Any, i: int, points: int) -> Drift:
    """Return how far the bodies have moved relative to each other, along the axes of the step's start."""
    delta_a, delta_b = scratch.delta_a, scratch.delta_b
    x, y = delta_b[0, i] - delta_a[0, i], delta_b[1, i] - delta_a[1, i]
    nx = block.nx[i] if points == 2 else block.base_nx[i]
    ny = block.ny[i] if points == 2 else block.base_ny[i]
    n = x * nx + y * ny
    return Drift(n, x * ny - y * nx, n + (delta_a[2, i] * block.ra[i] + delta_b[2, i] * block.rb[i]))


@inlined
def current_separation(block: Any, scratch: Any, point: int, i: int, drift: Drift) -> float:
    """Return a point's separation at the present poses of the bodies.

    The arm's coordinates along normal and tangent are, but for signs, the levers of the other impulse.
    """
    na, ta = block.na[point, i], block.ta[point, i]
    nb, tb = na + block.base_shift_n[i], ta + block.base_shift_t[i]
    end_a = scratch.delta_a[3, i] * na - scratch.delta_a[2, i] * ta
    end_b = scratch.delta_b[3, i] * nb - scratch.delta_b[2, i] * tb
    return float(block.base_separation[point, i] + drift.core + (end_b - end_a))


@inlined
def move_levers(block: Any, i: int, drift: Drift) -> None:
    """Bring the levers up to date with the bodies' relative motion in this step.

    Impulse and reaction act at one place, at every moment: so contacts keep the angular momentum. The place
    moves with the body whose round or only movable surface it is, else halfway between both.
    """
    block.slide_n[i] = block.slide_a[i] * drift.t
    block.slide_t[i] = -block.slide_a[i] * drift.n
    block.shift_n[i] = block.base_shift_n[i] - block.slide_both[i] * drift.t
    block.shift_t[i] = block.base_shift_t[i] + block.slide_both[i] * drift.n


@inlined
def subtract_surface_speed(block: Any, scratch: Any, begin: int, end: int) -> None:
    """Make velocities relative to a moving surface (conveyor belt), so that friction carries along."""
    if block.has_surface_speed != 0:
        for i in lane_indices(begin, end):
            scratch.b[0, i] -= block.surface_speed[i] * block.ny[i]
            scratch.b[1, i] += block.surface_speed[i] * block.nx[i]
