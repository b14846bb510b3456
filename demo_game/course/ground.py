"""Scenes on flat ground: floors, seams, walls, gaps, corridors."""

from __future__ import annotations

from .scene import Complaints, Scene, right, wrong
from .stage import SKIN, SPEED, Stage

SECOND = 60


def flat(stage: Stage) -> None:
    """A floor and a wall at its end."""
    stage.floor()
    stage.box(500.0, 0.0, 40.0, 200.0)
    stage.enter(0.0)


def check_flat(stage: Stage) -> Complaints:
    """As fast as it was asked to be, level, never off the ground."""
    heights = [frame.feet for frame in stage.track]
    return wrong(
        never_leaves_the_ground=stage.airborne == 0,
        goes_at_the_speed_asked_for=abs(stage.way(0, 60) - SPEED) < 0.01 * SPEED,
        stays_level=max(heights) - min(heights) < 1e-3,
        keeps_its_skin=abs(stage.last.feet - SKIN) < 1e-3,
    )


GROUND = [
    Scene("flat", "A level floor is walked at the speed asked for.", flat, right(), check_flat, 2 * SECOND),
]
