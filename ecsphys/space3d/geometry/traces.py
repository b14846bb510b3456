"""What casts and searches for impacts do step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...collide.cast import MAX_STEPS
from ...geometry.results import StepStatus
from ...geometry.traces import walk_steps
from ..math3d.pose import Pose3
from ..math3d.quaternion import Quaternion, turn
from ..math3d.vec3 import Vec3
from ..shapes import Mesh, Shape3
from . import trace_kernels
from .queries import in_python
from .results import TraceStep
from .solids import Pair
from .sweep_kernels import Motion

_step_of_cast = in_python(trace_kernels.step_of_cast)
_step_of_impact = in_python(trace_kernels.step_of_impact)


def check_convex(a: Shape3, b: Shape3) -> None:
    """Refuse a Mesh: each of its triangles would have steps of its own."""
    for shape, name in ((a, "a"), (b, "b")):
        if isinstance(shape, Mesh):
            raise TypeError(f"{name} must be convex to be traced, got a Mesh; try one triangle as a Hull")


def trace_cast(pair: Pair, a: Motion, b: Motion) -> Iterator[TraceStep]:
    """The steps of `shape_cast`; B is at rest."""

    def look(fraction: float, last_advance: float) -> Any:
        return _step_of_cast(pair.rows, pair.a, a, pair.b, b, fraction, last_advance)

    for fraction, step, status in walk_steps(look, MAX_STEPS + 1):
        yield _trace_step(fraction, step, status, a, b, Vec3(0.0, 0.0, 0.0))


def trace_impact(
    pair: Pair, a: Motion, b: Motion, drift: Vec3, tolerance: float, max_iterations: int
) -> Iterator[TraceStep]:
    """The steps of `time_of_impact`; `drift`: the way of the frame in which the motions are given."""

    def look(time: float, _last_advance: float) -> Any:
        return _step_of_impact(pair.rows, pair.a, a, pair.b, b, tolerance, time)

    for fraction, step, status in walk_steps(look, max_iterations):
        yield _trace_step(fraction, step, status, a, b, drift)


def _trace_step(
    fraction: float, step: Any, status: StepStatus, a: Motion, b: Motion, drift: Vec3
) -> TraceStep:
    origin = Vec3(*a.pose.position) + fraction * drift
    return TraceStep(
        fraction,
        _pose_at(a, fraction, drift),
        _pose_at(b, fraction, drift),
        step.distance,
        origin + step.point_a,
        origin + step.point_b,
        Vec3(*step.normal),
        step.bound,
        step.advance,
        step.plain_bound,
        status,
    )


def _pose_at(motion: Motion, fraction: float, drift: Vec3) -> Pose3:
    """The pose after a fraction of a motion."""
    position = Vec3(*motion.pose.position) + fraction * (Vec3(*motion.way) + drift)
    return Pose3(position, turn(Quaternion(*motion.pose.orientation), fraction * Vec3(*motion.turn)))
