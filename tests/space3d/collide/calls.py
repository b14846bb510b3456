"""Call the kernels of `space3d.collide`: compiled where jit is the back end, else in plain Python.

No native build has these entries, and jit takes minutes for them. The cache of compiled entries knows what
the package imports, but not what this file does: run tests with an empty ECSPHYS_CACHE_DIR, or with
ECSPHYS_BACKEND=python, after a change of kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ecsphys.compile import INT, REAL, Spec, backend
from ecsphys.compile import entry as compiled_entry
from ecsphys.space3d.collide.advance import SWEEP, Impact, Sweep
from ecsphys.space3d.collide.core import CORE, SOLID_ROWS, VEC3, Core, SolidRows
from ecsphys.space3d.collide.dispatch import (
    bounds_of,
    cast_cores,
    closest_cores,
    collide_cores,
    contains,
    ray_core,
    support,
)
from ecsphys.space3d.collide.manifold import Hit, Manifold, Separation
from ecsphys.space3d.collide.support import Box
from ecsphys.space3d.collide.time_of_impact import time_of_impact
from ecsphys.space3d.math3d.vec3 import Vec3


def entry(*signature: Spec) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark an entry, see above."""
    return compiled_entry(*signature) if backend == "jit" else lambda function: function


@entry(SOLID_ROWS, CORE, CORE, REAL)
def call_collide(rows: SolidRows, a: Core, b: Core, margin: float) -> Manifold:
    return collide_cores(rows, a, b, margin)


@entry(SOLID_ROWS, CORE, CORE)
def call_closest(rows: SolidRows, a: Core, b: Core) -> Separation:
    return closest_cores(rows, a, b)


@entry(SOLID_ROWS, CORE)
def call_bounds(rows: SolidRows, a: Core) -> Box:
    return bounds_of(rows, a)


@entry(SOLID_ROWS, CORE, VEC3)
def call_support(rows: SolidRows, a: Core, d: Vec3) -> Vec3:
    return support(rows, a, d)


@entry(SOLID_ROWS, CORE, VEC3)
def call_contains(rows: SolidRows, a: Core, p: Vec3) -> bool:
    return contains(rows, a, p)


@entry(SOLID_ROWS, CORE, VEC3, VEC3)
def call_ray(rows: SolidRows, a: Core, start: Vec3, way: Vec3) -> Hit:
    return ray_core(rows, a, start, way)


@entry(SOLID_ROWS, CORE, VEC3, CORE)
def call_cast(rows: SolidRows, a: Core, way: Vec3, b: Core) -> Hit:
    return cast_cores(rows, a, way, b)


@entry(SOLID_ROWS, CORE, SWEEP, CORE, SWEEP, REAL, INT)
def call_impact(
    rows: SolidRows, a: Core, sweep_a: Sweep, b: Core, sweep_b: Sweep, tolerance: float, most: int
) -> Impact:
    return time_of_impact(rows, a, sweep_a, b, sweep_b, tolerance, most)
