"""Scenes of falls, overlaps at the start, and top-down view."""

from __future__ import annotations

import math

from .scene import Complaints, Scene, still, wrong
from .stage import HEIGHT, RADIUS, SKIN, SPEED, STEP, Stage

NEAR = 1e-3


def thin(stage: Stage) -> None:
    """Build a floor of two pixels, far below the hero."""
    stage.box(-100.0, -2.0, 200.0, 2.0)
    stage.enter(0.0, 3000.0)


def check_thin(stage: Stage) -> Complaints:
    return wrong(
        was_fast=min(frame.velocity.y for frame in stage.track) < -2200.0,
        does_not_fall_through=abs(stage.last.feet - SKIN) < NEAR and stage.last.on_floor,
    )


def parachute(stage: Stage) -> None:
    stage.floor()
    stage.enter(0.0, 900.0, terminal_speed=300.0)


def check_parachute(stage: Stage) -> Complaints:
    return wrong(falls_no_faster=abs(min(frame.velocity.y for frame in stage.track) + 300.0) < 0.01)


def inertia(stage: Stage) -> None:
    stage.floor()
    options = {"acceleration": 400.0, "friction": 800.0, "air_acceleration": 200.0, "air_friction": 0.0}
    stage.enter(0.0, **options)


def run_and_stop(stage: Stage, step: int) -> None:
    stage.control.move((SPEED if step < 60 else 0.0, 0.0))


def check_inertia(stage: Stage) -> Complaints:
    return wrong(
        speeds_up=abs(stage.track[20].velocity.x - stage.track[5].velocity.x - 100.0) < 1.0,
        reaches_its_speed=abs(stage.track[59].velocity.x - SPEED) < 1e-6,
        slows_down=abs(stage.track[66].velocity.x - (SPEED - 7 * 800.0 * STEP)) < 1.0,
        stops=abs(stage.last.velocity.x) < 1e-9,
    )


def inside(stage: Stage) -> None:
    """Put the hero into the middle of a block of tiles."""
    stage.floor()
    stage.tiles((32.0 * i - 80.0, 32.0 * j) for i in range(5) for j in range(3))
    stage.enter(0.0, 20.0)


def check_inside(stage: Stage) -> Complaints:
    return wrong(
        comes_out_at_the_top=abs(stage.last.feet - 96.0 - SKIN) < NEAR and stage.last.on_floor,
        is_not_crushed=not any(frame.crushed for frame in stage.track),
    )


def half_inside(stage: Stage) -> None:
    """Put the hero slightly into the floor and a wall."""
    stage.floor()
    stage.box(8.0, 0.0, 40.0, 100.0)
    stage.enter(0.0, -3.0)


def check_half_inside(stage: Stage) -> Complaints:
    return wrong(
        comes_out_by_the_short_way=abs(stage.track[0].x - (8.0 - RADIUS - SKIN)) < 0.01
        and abs(stage.track[0].feet - SKIN) < 0.01,
        stands=stage.last.on_floor,
    )


def plan(stage: Stage) -> None:
    """Build a room in top-down view."""
    stage.box(100.0, -200.0, 40.0, 400.0)
    stage.box(-200.0, 100.0, 400.0, 40.0)
    stage.hull((-60.0, 30.0), (-20.0, 30.0), (-20.0, 70.0))
    stage.enter(0.0, -HEIGHT / 2, mode="floating")


def about(stage: Stage, step: int) -> None:
    stage.control.move((150.0, 100.0))


def check_plan(stage: Stage) -> Complaints:
    return wrong(
        slides_into_the_corner=abs(stage.last.x - (100.0 - RADIUS - SKIN)) < NEAR
        and abs(stage.last.feet + HEIGHT - (100.0 - SKIN)) < NEAR,
        does_not_jitter_there=stage.jitter < NEAR,
        slides_along_the_wall_at_the_projected_speed=any(
            abs(f.velocity.y - 100.0) < 0.1 and abs(f.velocity.x) < 0.1 for f in stage.track
        ),
        feels_no_gravity=not stage.last.on_floor and stage.last.on_wall,
    )


def free(stage: Stage) -> None:
    stage.enter(0.0, 0.0, mode="floating")


def circle(stage: Stage, step: int) -> None:
    stage.control.move((100.0 * math.cos(step / 20), 100.0 * math.sin(step / 20)))


def check_free(stage: Stage) -> Complaints:
    return wrong(obeys_exactly=all(abs(f.velocity.length - 100.0) < 1e-6 for f in stage.track))


FALLS = (
    Scene("fast fall", "Onto a floor of two pixels.", thin, still, check_thin, 180),
    Scene("terminal speed", "No faster than that.", parachute, still, check_parachute, 150),
    Scene("inertia", "Speeding up and slowing down.", inertia, run_and_stop, check_inertia, 120),
    Scene("inside", "Out of a block of tiles.", inside, still, check_inside, 30),
    Scene("half inside", "Out of floor and wall.", half_inside, still, check_half_inside, 30),
    Scene("top view", "Without gravity into a corner.", plan, about, check_plan, 150, {"gravity": 0.0}),
    Scene("free", "Nothing in the way.", free, circle, check_free, 120, {"gravity": 0.0}),
)  # fmt: skip
