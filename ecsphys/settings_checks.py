"""Checks of what a game sets for a whole world."""

from __future__ import annotations

from .limits import LENGTH_UNIT, SUBSTEPS
from .math2d import check
from .settings import INTEGRATORS, Settings

LONGEST_STEP = 1.0  # seconds


def checked(settings: Settings) -> Settings:
    """Return settings as numbers in range; raise `ValueError` or `TypeError` that names one that is not."""
    return Settings(
        gravity=check.point(settings.gravity, "gravity"),
        length_unit=check.positive(settings.length_unit, "length_unit", *LENGTH_UNIT),
        step=step_seconds(settings.step),
        substeps=check.count(settings.substeps, "substeps", SUBSTEPS),
        max_steps=check.count(settings.max_steps, "max_steps"),
        integrator=check.one_of(settings.integrator, INTEGRATORS, "integrator"),
        end_after=check.count(settings.end_after, "end_after"),
        response=bool(settings.response),
        sleeping=bool(settings.sleeping),
        restitution_threshold=threshold(settings.restitution_threshold),
    )


def threshold(value: float | None) -> float | None:
    """Return a restitution threshold; raise `ValueError` or `TypeError` for one that is none."""
    return None if value is None else check.not_negative(value, "restitution_threshold")


def step_seconds(value: float) -> float:
    """Return the seconds of a step; raise `ValueError` or `TypeError` for what cannot be one."""
    seconds = check.positive(value, "step")
    if seconds > LONGEST_STEP:
        raise ValueError(
            f"step must be at most {LONGEST_STEP:g} second, got {value!r}: it is the time between two steps; "
            f"for {value:g} steps a second it is 1 / {value:g}"
        )
    return seconds
