"""When a core that moves runs into another one, and what is no obstacle to it."""

from __future__ import annotations

from typing import NamedTuple

from ...ccd.sweeps import ITERATIONS, TOUCH_GAP
from ...collide.time_of_impact import SEPARATED
from ...compile import inlined, kernel
from ..collide.advance import Sweep
from ..collide.core import MESH, Core, SolidRows
from ..collide.dispatch import cast_cores, closest_cores, collide_cores
from ..collide.time_of_impact import time_of_impact
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, dot, length

MAX_SKIMS = 4  # sides of a mesh that a core slides over in a step before it meets another one


class Meeting(NamedTuple):
    """When a swept core meets another one, as a fraction of its way (above 1: never), where, and the normal
    from it to the other.
    """

    fraction: float
    place: Vec3
    normal: Vec3


NEVER = Meeting(2.0, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0))


@inlined
def moved_core(core: Core, share: float, way: Vec3) -> Core:
    """Return a core moved by a share of a way."""
    center = add_scaled(core.center, share, way)
    return Core(core.form, core.span, core.radius, core.half, center, core.rotation)


@kernel
def meet(solids: SolidRows, a: Core, way: Vec3, b: Core, slop: float) -> Meeting:
    """Return when A, moved by a way, runs into B.

    What A would sink into by less than the slop, along the axis of least overlap just behind the first touch,
    is no obstacle: it rests on that, or passes beside it, as over a seam of a floor. A mesh may have others
    behind: A is lifted out of it and off by the slop, and cast along what is left of its way.
    """
    for _ in range(MAX_SKIMS):
        size = length(way)
        if size == 0.0:
            return NEVER
        hit = cast_cores(solids, a, way, b)
        if hit.found == 0 or hit.fraction > 1.0:
            return NEVER
        normal, depth = hit.normal, 0.0
        inside = collide_cores(solids, moved_core(a, hit.fraction + slop / size, way), b, 0.0)
        if inside.count > 0:
            normal, depth = Vec3(inside.nx, inside.ny, inside.nz), max(-inside.separation0, 0.0)
        closing = dot(way, normal)
        if (1.0 - hit.fraction) * closing > slop:
            return Meeting(hit.fraction, hit.point, normal)
        if b.form != MESH:
            return NEVER
        a = moved_core(a, -(slop + depth), normal)
        way = add_scaled(way, -max(closing, 0.0), normal)
    return NEVER


@kernel
def sink_in(solids: SolidRows, a: Core, turning_a: Sweep, b: Core, turning_b: Sweep, slop: float) -> Meeting:
    """Return when A sinks further into B, which it touches, than it does now, as both turn.

    What rolls or tips on B would run aground at once in a sweep that does not turn, and what falls over hits
    B with its other end. A is smaller here by the slop, and by what overlaps: else an impact would follow the
    last one in no time, and what the solver parts would be held where it is.
    """
    depth = slop + max(-closest_cores(solids, a, b).distance, 0.0)
    core = Core(a.form, a.span, a.radius - depth, a.half, a.center, a.rotation)
    hit = time_of_impact(solids, core, turning_a, b, turning_b, TOUCH_GAP * slop, ITERATIONS)
    return NEVER if hit.status == SEPARATED else Meeting(hit.fraction, hit.point, hit.normal)
