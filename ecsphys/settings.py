"""`Settings`, the user's choices, and `StepContext`, the numbers that kernels of one step take from them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from . import constants, limits
from .compile import INT, REAL, kernel, value

Integrator: TypeAlias = Literal[
    "semi_implicit_euler", "explicit_euler", "velocity_verlet", "rk4", "midpoint", "trapezoid"
]

SEMI_IMPLICIT_EULER, EXPLICIT_EULER, VELOCITY_VERLET, RK4, MIDPOINT, TRAPEZOID = range(6)

INTEGRATORS: dict[Integrator, int] = {
    "semi_implicit_euler": SEMI_IMPLICIT_EULER,
    "explicit_euler": EXPLICIT_EULER,
    "velocity_verlet": VELOCITY_VERLET,
    "rk4": RK4,
    "midpoint": MIDPOINT,
    "trapezoid": TRAPEZOID,
}
# Of each, the share of a sub-step's velocity change that the position update leaves out.
VELOCITY_LAG = (0.0, 1.0, 0.5, 0.5, 0.5, 0.5)
FIRST_ORDER = (SEMI_IMPLICIT_EULER, EXPLICIT_EULER)  # all others are of second order or higher


class Softness(NamedTuple):
    """A damped spring in the form that a velocity solver uses (Catto, *Soft Constraints*, GDC 2011, and
    *Solver2D*, 2024).

    `bias_rate` times the position error is the velocity that corrects it (1/s). `compliance` is the
    velocity that an impulse of the spring leaves, as a multiple of the one that it adds; `mass_scale` is 1
    / (1 + compliance).
    """

    bias_rate: float
    mass_scale: float
    compliance: float


class StepContext(NamedTuple):
    """The numbers of one step, in the game's unit of length and seconds; tolerances as in `constants`."""

    dt: float  # the step
    h: float  # a sub-step
    substeps: int
    refinement: float  # of the sub-steps: see `refined`
    gravity_x: float
    gravity_y: float
    integrator: int  # SEMI_IMPLICIT_EULER …
    velocity_lag: float  # see VELOCITY_LAG
    flights: int  # 1: some body may move by another rule than the solver's, see `solver.flights`
    slop: float
    speculative: float
    recycle_distance: float
    aabb_margin: float
    lookahead: float  # seconds of motion that a fat box covers ahead
    push_speed: float
    bias_rate: float  # softness between two bodies that can be pushed
    mass_scale: float
    compliance: float
    static_bias_rate: float  # softness against a body that cannot be pushed
    static_mass_scale: float
    static_compliance: float
    joint_bias_rate: float  # softness of joints
    joint_give: float
    restitution_speed: float  # approach speed below which nothing bounces
    sleep_speed: float
    sleep_time: float
    response: int
    sleeping: int
    top_position: float  # see `limits`
    top_speed: float


_WHOLE = ("substeps", "integrator", "flights", "response", "sleeping")

CONTEXT = value(
    StepContext,
    *(INT if name in _WHOLE else REAL for name in StepContext._fields),
)


@dataclass(frozen=True)
class Settings:
    """The user's choices, checked by `Physics`."""

    gravity: tuple[float, float]
    length_unit: float
    step: float
    substeps: int
    max_steps: int
    integrator: Integrator
    end_after: int
    response: bool
    sleeping: bool
    restitution_threshold: float | None = None  # units per second; None: RESTITUTION_SPEED typical lengths

    def replaced(self, **changes: Any) -> Settings:
        """Return a copy with some settings changed."""
        return replace(self, **changes)

    @property
    def restitution_speed(self) -> float:
        """The approach speed below which nothing bounces, in units per second."""
        if self.restitution_threshold is None:
            return constants.RESTITUTION_SPEED * self.length_unit
        return self.restitution_threshold

    def context(self) -> StepContext:
        """Return the numbers of one step."""
        unit, most = self.length_unit, limits.limits_of(self.length_unit)
        h = self.step / self.substeps
        integrator = INTEGRATORS[self.integrator]
        soft, hard = contact_softness(h, 1.0)
        joint = joint_softness(h, 1.0)
        return StepContext(
            dt=self.step,
            h=h,
            substeps=self.substeps,
            refinement=1.0,
            gravity_x=self.gravity[0],
            gravity_y=self.gravity[1],
            integrator=integrator,
            velocity_lag=VELOCITY_LAG[integrator],
            flights=int(integrator != SEMI_IMPLICIT_EULER),
            slop=constants.SLOP * unit,
            speculative=constants.SPECULATIVE * unit,
            recycle_distance=constants.RECYCLE_DISTANCE * unit,
            aabb_margin=constants.AABB_MARGIN * unit,
            lookahead=constants.LOOKAHEAD_STEPS * self.step,
            push_speed=constants.PUSH_SPEED * unit,
            bias_rate=soft.bias_rate,
            mass_scale=soft.mass_scale,
            compliance=soft.compliance,
            static_bias_rate=hard.bias_rate,
            static_mass_scale=hard.mass_scale,
            static_compliance=hard.compliance,
            joint_bias_rate=joint.bias_rate,
            joint_give=joint.compliance,
            restitution_speed=max(self.restitution_speed, constants.MIN_BOUNCE * unit),
            sleep_speed=constants.SLEEP_SPEED * unit,
            sleep_time=constants.SLEEP_TIME,
            response=int(self.response),
            sleeping=int(self.sleeping),
            top_position=most.position,
            top_speed=most.speed,
        )


@kernel
def softness(hertz: float, damping_ratio: float, h: float) -> Softness:
    """Return the coefficients of a damped spring, solved implicitly over a sub-step of `h` seconds."""
    omega = 2.0 * math.pi * hertz
    a = 2.0 * damping_ratio + h * omega
    b = h * omega * a
    return Softness(omega / a, b / (1.0 + b), 1.0 / b)


@kernel
def contact_softness(h: float, refinement: float) -> tuple[Softness, Softness]:
    """Return the springs of contacts between two bodies that can be pushed, and against one that cannot.

    A quarter of the sub-step rate is the highest frequency of a spring that stays stable.
    """
    hertz, bound = refinement * constants.CONTACT_HERTZ, 0.25 / h
    soft = softness(min(hertz, bound), constants.CONTACT_DAMPING, h)
    return soft, softness(min(2.0 * hertz, bound), constants.CONTACT_DAMPING, h)


@kernel
def joint_softness(h: float, refinement: float) -> Softness:
    """Return the spring of joints. Nets give way by its compliance, or they would tear themselves apart."""
    return softness(min(refinement * constants.JOINT_HERTZ, 0.3 / h), constants.JOINT_DAMPING, h)


@kernel
def refined(context: StepContext, refinement: int) -> StepContext:
    """Return the numbers of a step with `refinement` times as many sub-steps, and stiffer contacts."""
    if refinement == 1:
        return context
    h = context.h / refinement
    soft, hard = contact_softness(h, float(refinement))
    joint = joint_softness(h, float(refinement))
    return StepContext(
        context.dt,
        h,
        context.substeps * refinement,
        float(refinement),
        context.gravity_x,
        context.gravity_y,
        context.integrator,
        context.velocity_lag,
        context.flights,
        context.slop,
        context.speculative,
        context.recycle_distance,
        context.aabb_margin,
        context.lookahead,
        context.push_speed,
        soft.bias_rate,
        soft.mass_scale,
        soft.compliance,
        hard.bias_rate,
        hard.mass_scale,
        hard.compliance,
        joint.bias_rate,
        joint.compliance,
        context.restitution_speed,
        context.sleep_speed,
        context.sleep_time,
        context.response,
        context.sleeping,
        context.top_position,
        context.top_speed,
    )
