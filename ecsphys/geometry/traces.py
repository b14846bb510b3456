"""What casts and searches for impacts do step by step."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

from ..arrays import PointRows
from ..collide.cast import MAX_STEPS
from ..collide.time_of_impact import ADVANCING, FAILED
from ..math2d.pose import Pose
from ..math2d.vec2 import Vec2
from .pair_kernels import Move, PlacedShape, to_python
from .results import StepStatus, TraceStep, surface_points
from .trace_kernels import Step, step_of_cast, step_of_impact

_STATUS: tuple[StepStatus, ...] = ("hit", "separated", "overlapping", "failed", "advancing", "behind")

# Looks at two parts at a fraction of their motion, given the advance by which it was reached.
Look = Callable[[float, float], Any]


class Motion(NamedTuple):
    """A placed shape and its motion."""

    shape: PlacedShape
    move: Move

    def pose_at(self, fraction: float) -> Pose:
        """The pose after a fraction of the motion."""
        shape, move = self
        x, y = shape.x + fraction * move.dx, shape.y + fraction * move.dy
        return Pose(x, y, shape.angle + fraction * move.turn)


def check_trace(trace: list[Any] | None) -> None:
    """Refuse what is neither a list nor None."""
    if trace is not None and not isinstance(trace, list):
        raise TypeError(f"trace must be a list, to which each step is appended, got {trace!r}")


def trace_cast(pool: PointRows, a: Motion, b: Motion) -> Iterator[TraceStep]:
    """The steps of `shape_cast`; B is at rest."""
    dx, dy = a.move.dx, a.move.dy
    for i, j in _parts(a, b):

        def look(fraction: float, last_advance: float, i: int = i, j: int = j) -> Step:
            step: Step = step_of_cast(pool, a.shape, i, b.shape, j, dx, dy, fraction, last_advance)
            return to_python(step)

        yield from _steps(look, MAX_STEPS + 1, a, b, i + j)


def trace_impact(
    local: PointRows, pool: PointRows, a: Motion, b: Motion, tolerance: float, max_iterations: int
) -> Iterator[TraceStep]:
    """The steps of `time_of_impact`."""
    for i, j in _parts(a, b):

        def look(time: float, _last_advance: float, i: int = i, j: int = j) -> Step:
            step: Step = step_of_impact(local, pool, a.shape, a.move, i, b.shape, b.move, j, tolerance, time)
            return to_python(step)

        yield from _steps(look, max_iterations, a, b, i + j)


def _parts(a: Motion, b: Motion) -> Iterator[tuple[int, int]]:
    """Pairs of parts, in the order of the kernels."""
    return product(range(len(a.shape.parts)), range(len(b.shape.parts)))


def _steps(look: Look, most: int, a: Motion, b: Motion, part: int) -> Iterator[TraceStep]:
    """The steps of two parts, at most `most`."""
    for fraction, step, status in walk_steps(look, most):
        normal = Vec2(step.nx, step.ny)
        points = surface_points(Vec2(a.shape.x + step.x, a.shape.y + step.y), -step.distance, normal)
        yield TraceStep(
            fraction,
            a.pose_at(fraction),
            b.pose_at(fraction),
            step.distance,
            *points,
            normal,
            step.bound,
            step.advance,
            step.plain_bound,
            status,
            part,
        )


def walk_steps(look: Look, most: int) -> Iterator[tuple[float, Any, StepStatus]]:
    """The fractions, steps and their statuses as the loops of the kernels go: at most `most`."""
    fraction, advance = 0.0, math.inf
    for left in reversed(range(most)):
        # A cast that has no step left touches, as after an advance of nothing.
        step = look(fraction, advance if left else 0.0)
        yield fraction, step, _STATUS[FAILED if step.status == ADVANCING and not left else step.status]
        if step.status != ADVANCING:
            break
        advance = step.advance
        fraction = min(fraction + advance, 1.0)
