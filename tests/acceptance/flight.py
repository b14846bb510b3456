"""What the tests of fast bodies share."""

from __future__ import annotations

from typing import Any

from ecsphys import ContinuousSystem, Physics, constants

from .support import STEP, disc

A_STEP = 1 / STEP  # units per second of a body that goes one unit a step
SLOP = constants.SLOP * 64


def bullet(way: float, x: float = 0, y: float = 0, radius: float = 4, **options: Any) -> int:
    """A disc that goes `way` a step to the right."""
    return disc(x, y, radius, velocity=(way * A_STEP, 0), **options)


def _counted(clock: Physics, what: str) -> int:
    system = next(one for one in clock.systems if isinstance(one, ContinuousSystem))
    return int(system.state.counts[what][0])


def swept(clock: Physics) -> int:
    """Number of bodies swept in the last step."""
    return _counted(clock, "swept")


def impacts(clock: Physics) -> int:
    """Number of impacts in the last step."""
    return _counted(clock, "impacts")
