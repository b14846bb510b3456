"""The settings of a world in space, and `StepContext3`, the numbers that kernels of a step take from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .. import constants, limits
from ..compile import INT, REAL, kernel, value
from ..settings import Settings, contact_softness
from .math3d.vec3 import Triple


class StepContext3(NamedTuple):
    """The numbers of one step, in the game's unit of length and seconds; tolerances as in `constants`.

    Fields that the plane's `StepContext` has, too, bear the same names.
    """

    dt: float  # the step
    h: float  # a sub-step
    substeps: int
    refinement: float  # of the sub-steps: see `refined`
    gravity_x: float
    gravity_y: float
    gravity_z: float
    slop: float
    speculative: float
    recycle_distance: float
    aabb_margin: float
    lookahead: float  # seconds of motion that a fat box covers ahead
    push_speed: float
    bias_rate: float  # softness between two bodies that can be pushed
    mass_scale: float
    static_bias_rate: float  # softness against a body that cannot be pushed
    static_mass_scale: float
    restitution_speed: float  # approach speed below which nothing bounces
    sleep_speed: float
    sleep_time: float
    response: int
    sleeping: int
    top_position: float  # see `limits`
    top_speed: float


_WHOLE = ("substeps", "response", "sleeping")

CONTEXT3 = value(StepContext3, *(INT if name in _WHOLE else REAL for name in StepContext3._fields))


def step_context(
    gravity: Triple,
    step: float,
    substeps: int,
    *,
    length_unit: float = 1.0,
    restitution_threshold: float | None = None,
    response: bool = True,
    sleeping: bool = True,
) -> StepContext3:
    """Return the numbers of a step of `step` seconds; the arguments are checked already.

    `restitution_threshold`: approach speed below which nothing bounces, in units per second; None:
    RESTITUTION_SPEED typical lengths.
    """
    unit, most, h = length_unit, limits.limits_of(length_unit), step / substeps
    soft, hard = contact_softness(h, 1.0)
    slowest = constants.RESTITUTION_SPEED * unit if restitution_threshold is None else restitution_threshold
    return StepContext3(
        dt=step,
        h=h,
        substeps=substeps,
        refinement=1.0,
        gravity_x=float(gravity[0]),
        gravity_y=float(gravity[1]),
        gravity_z=float(gravity[2]),
        slop=constants.SLOP * unit,
        speculative=constants.SPECULATIVE * unit,
        recycle_distance=constants.RECYCLE_DISTANCE * unit,
        aabb_margin=constants.AABB_MARGIN * unit,
        lookahead=constants.LOOKAHEAD_STEPS * step,
        push_speed=constants.PUSH_SPEED * unit,
        bias_rate=soft.bias_rate,
        mass_scale=soft.mass_scale,
        static_bias_rate=hard.bias_rate,
        static_mass_scale=hard.mass_scale,
        restitution_speed=max(slowest, constants.MIN_BOUNCE * unit),
        sleep_speed=constants.SLEEP_SPEED * unit,
        sleep_time=constants.SLEEP_TIME,
        response=int(response),
        sleeping=int(sleeping),
        top_position=most.position,
        top_speed=most.speed,
    )


@kernel
def refined(context: StepContext3, refinement: int) -> StepContext3:
    """Return the numbers of a step with `refinement` times as many sub-steps, and stiffer contacts."""
    if refinement == 1:
        return context
    h = context.h / refinement
    soft, hard = contact_softness(h, float(refinement))
    return StepContext3(
        context.dt,
        h,
        context.substeps * refinement,
        float(refinement),
        context.gravity_x,
        context.gravity_y,
        context.gravity_z,
        context.slop,
        context.speculative,
        context.recycle_distance,
        context.aabb_margin,
        context.lookahead,
        context.push_speed,
        soft.bias_rate,
        soft.mass_scale,
        hard.bias_rate,
        hard.mass_scale,
        context.restitution_speed,
        context.sleep_speed,
        context.sleep_time,
        context.response,
        context.sleeping,
        context.top_position,
        context.top_speed,
    )


@dataclass(frozen=True)
class Settings3(Settings):
    """The user's choices, checked by `Physics3D`; `gravity` has three numbers."""

    gravity: Triple  # type: ignore[assignment]

    def context(self) -> StepContext3:  # type: ignore[override]  # of space
        """Return the numbers of one step."""
        return step_context(
            self.gravity,
            self.step,
            self.substeps,
            length_unit=self.length_unit,
            restitution_threshold=self.restitution_threshold,
            response=self.response,
            sleeping=self.sleeping,
        )
