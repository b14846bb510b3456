"""Scenes on one-way platforms, on belts, and between moving and static bodies."""

from __future__ import annotations

from .scene import Complaints, Scene, right, still, wrong
from .stage import HEIGHT, JUMP, RADIUS, SKIN, SPEED, STEP, Stage

NEAR = 1e-3


def one_way(stage: Stage) -> None:
    stage.floor()
    stage.box(-100.0, 60.0, 200.0, 10.0, "platform", one_way=(0.0, 1.0))
    stage.enter(0.0)


def up_and_down(stage: Stage, step: int) -> None:
    if step == 5:
        stage.control.jump(JUMP)
    if step == 90:
        stage.control.drop()


def check_one_way(stage: Stage) -> Complaints:
    top = 70.0 + SKIN
    up = [f for f in stage.track[6:60] if not f.on_floor]
    return wrong(
        jumps_up_through_it=max(f.feet for f in up) > 90.0,
        is_not_stopped_by_it=not any(f.on_ceiling for f in up),
        lands_on_it=abs(stage.track[89].feet - top) < NEAR and stage.track[89].on_floor,
        drops_through_it=abs(stage.last.feet - SKIN) < NEAR,
    )


def shelf(stage: Stage) -> None:
    """Build a one-way platform at chest height."""
    stage.floor()
    stage.box(100.0, 20.0, 100.0, 10.0, "platform", one_way=(0.0, 1.0))
    stage.enter(0.0)


def check_shelf(stage: Stage) -> Complaints:
    return wrong(
        walks_past_it=stage.distance(0, 119) >= 0.99 * SPEED * 119 * STEP,
        stays_on_the_floor=stage.airborne == 0,
    )


def raised(stage: Stage) -> None:
    """Build a one-way platform that rises under a falling hero."""
    stage.floor(top=-300.0)
    stage.platform(0.0, -200.0, 200.0, 10.0, velocity=(0.0, 150.0), one_way=(0.0, 1.0))
    stage.enter(0.0, 60.0)


def check_raised(stage: Stage) -> Complaints:
    first = next((k for k, f in enumerate(stage.track) if f.on_floor), 0)
    return wrong(
        lands_on_it=first > 0 and all(f.floor == stage.named["platform"] for f in stage.track[first:])
    )


def conveyor(stage: Stage) -> None:
    stage.box(-400.0, -40.0, 1000.0, 40.0, "belt", surface_speed=90.0)
    stage.enter(0.0)


def check_conveyor(stage: Stage) -> Complaints:
    return wrong(
        carries_at_its_speed=abs(stage.distance(1, 61) - 90.0) < 0.5,
        stays_on_it=stage.airborne == 0,
    )


def against_conveyor(stage: Stage, step: int) -> None:
    stage.control.move((-90.0, 0.0))


def check_against(stage: Stage) -> Complaints:
    return wrong(walks_on_the_spot=abs(stage.distance(1, 100)) < 0.1)


def press_down(stage: Stage) -> None:
    stage.floor()
    stage.platform(0.0, 100.0, 200.0, 40.0, velocity=(0.0, -60.0))
    stage.enter(0.0)


def check_press_down(stage: Stage) -> Complaints:
    """Check that a descending lift crushes the hero but does not press it through the floor."""
    return wrong(
        is_reported=any(f.crushed for f in stage.track),
        not_before_it_hurts=not any(f.crushed for f in stage.track[:30]),
        stays_above_the_floor=min(f.feet for f in stage.track) >= 0.0,
        stays_where_it_is=abs(stage.last.x) < 1.0,
    )


def up_to_ceiling(stage: Stage) -> None:
    stage.floor(top=-200.0)
    stage.box(-200.0, 100.0, 400.0, 40.0, "ceiling")
    stage.platform(0.0, -8.0, 160.0, velocity=(0.0, 60.0))
    stage.enter(0.0)


def check_up_to_ceiling(stage: Stage) -> Complaints:
    return wrong(
        is_reported=any(f.crushed for f in stage.track),
        never_enters_the_ceiling=max(f.feet for f in stage.track) + HEIGHT <= 100.0,
    )


def plough(stage: Stage) -> None:
    """Build a kinematic wall that moves against the hero."""
    stage.floor()
    stage.platform(60.0, 60.0, 40.0, 120.0, "plough", velocity=(-100.0, 0.0))
    stage.enter(0.0)


def check_plough(stage: Stage) -> Complaints:
    return wrong(
        is_pushed_along=abs(stage.place().x + RADIUS - (stage.place("plough").x - 20.0)) < 0.2,
        stays_on_the_floor=stage.airborne == 0,
        is_not_crushed=not any(f.crushed for f in stage.track),
    )


SURFACES = (
    Scene(
        "one-way", "Up through it, stand on it, drop through it.", one_way, up_and_down, check_one_way, 150
    ),
    Scene("shelf", "A one-way platform is no wall.", shelf, right(), check_shelf, 120),
    Scene("raised one-way", "One that comes up holds, too.", raised, still, check_raised, 90),
    Scene("conveyor", "A belt carries.", conveyor, still, check_conveyor, 90),
    Scene("against the belt", "Walking on the spot.", conveyor, against_conveyor, check_against, 120),
    Scene("crushed by a lift", "Not through the floor.", press_down, still, check_press_down, 90),
    Scene("crushed by a ceiling", "Nor into the ceiling.", up_to_ceiling, still, check_up_to_ceiling, 90),
    Scene("plough", "A moving wall pushes.", plough, still, check_plough, 120),
)
