"""What the tests of fast bodies share."""

from __future__ import annotations

from typing import Any

from ecsphys import ContinuousSystem, Physics, constants
from ecsphys.ccd.records import FLYERS, IMPACTS

from .support import STEP, disc

A_STEP = 1 / STEP  # units per second of a body that goes one unit a step
SLOP = constants.SLOP * 64


def bullet(way: float, x: float = 0, y: float = 0, radius: float = 4, **options: Any) -> int:
    """A disc that goes `way` a step to the right."""
    return disc(x, y, radius, velocity=(way * A_STEP, 0), **options)


def _counted(clock: Physics, what: int) -> int:
    system = next(one for one in clock.systems if isinstance(one, ContinuousSystem))
    return int(system._flight.counts[what])


def swept(clock: Physics) -> int:
    """How many bodies were flown in the last step."""
    return _counted(clock, FLYERS)


def impacts(clock: Physics) -> int:
    """How many impacts the last flight had."""
    return _counted(clock, IMPACTS)
