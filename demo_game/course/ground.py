"""Scenes on flat ground: floors, seams, walls, gaps, ceilings, corridors, stairs."""

from __future__ import annotations

import itertools

from .scene import SECOND, Complaints, Scene, right, still, wrong
from .stage import HEIGHT, RADIUS, SKIN, SPEED, Stage

NEAR = 1e-3


def stays_level(stage: Stage) -> bool:
    """Return whether the soles kept their height."""
    heights = [frame.feet for frame in stage.track]
    return max(heights) - min(heights) < NEAR


def at_speed(stage: Stage, seconds: float, speed: float = SPEED) -> bool:
    """Return whether the hero covered its speed times the duration, less one percent."""
    return stage.distance(0, round(seconds * SECOND)) >= 0.99 * speed * seconds


def flat(stage: Stage) -> None:
    stage.floor()
    stage.box(500.0, 0.0, 40.0, 200.0, "wall")
    stage.enter(0.0)


def check_flat(stage: Stage) -> Complaints:
    return wrong(
        never_leaves_the_ground=stage.airborne == 0,
        goes_at_the_speed_asked_for=abs(stage.distance(0, 60) - SPEED) < 0.01 * SPEED,
        stays_level=stays_level(stage),
        keeps_its_skin=abs(stage.last.feet - SKIN) < NEAR,
    )


def wall(stage: Stage) -> None:
    stage.floor()
    stage.box(100.0, 0.0, 40.0, 200.0, "wall")
    stage.enter(0.0)


def check_wall(stage: Stage) -> Complaints:
    return wrong(
        stops_one_skin_off_the_wall=abs(stage.last.x - (100.0 - RADIUS - SKIN)) < NEAR,
        knows_the_wall=stage.last.on_wall and stage.last.on_floor,
        does_not_jitter_in_the_corner=stage.jitter < NEAR,
        stays_level=stays_level(stage),
        touches_both={hit.entity for hit in stage.control.hits}
        == {stage.named["wall"], stage.named["floor"]},
    )


def seams(stage: Stage) -> None:
    stage.tiles((32.0 * k, -32.0) for k in range(-4, 40))
    stage.tiles((32.0 * k, -64.0) for k in range(-4, 40, 2))
    stage.enter(0.0)


def joints(stage: Stage) -> None:
    stage.chain(*((1300.0 - 25.0 * k, 0.0) for k in range(60)))
    stage.enter(0.0)


def check_fast_and_level(stage: Stage) -> Complaints:
    return wrong(
        loses_no_speed=at_speed(stage, 3.0),
        stays_level=stays_level(stage),
        never_leaves_the_ground=stage.airborne == 0,
    )


def pixel_gap(stage: Stage) -> None:
    for k in range(-4, 30):
        stage.box(41.0 * k, -40.0, 40.0, 40.0)
    stage.enter(0.0)


def check_pixel_gap(stage: Stage) -> Complaints:
    heights = [frame.feet for frame in stage.track]
    return wrong(
        loses_no_speed=at_speed(stage, 3.0),
        hardly_sinks=max(heights) - min(heights) < 0.1,
        never_leaves_the_ground=stage.airborne == 0,
    )


def low_ceiling(stage: Stage) -> None:
    stage.floor()
    for k in range(20):
        stage.box(60.0 + 40.0 * k, HEIGHT + 2.0 * SKIN + 0.01, 40.0, 30.0)
    stage.enter(0.0)


def low_beam(stage: Stage) -> None:
    stage.floor()
    stage.box(100.0, HEIGHT - 6.0, 40.0, 60.0, "beam")
    stage.enter(0.0)


def check_low_beam(stage: Stage) -> Complaints:
    return wrong(
        stops_before_the_beam=88.0 < stage.last.x < 100.0 + RADIUS,
        is_not_pressed_into_the_floor=stays_level(stage),
        does_not_jitter=stage.jitter < NEAR,
        is_not_crushed=not any(frame.crushed for frame in stage.track),
    )


def corridor(stage: Stage) -> None:
    """Build a shaft as wide as the hero with its skin, then a floor."""
    stage.floor(top=-400.0)
    half = RADIUS + SKIN + 0.01
    for k in range(10):
        stage.box(half, -350.0 + 40.0 * k, 40.0, 40.0)
        stage.box(-half - 40.0, -350.0 + 40.0 * k, 40.0, 40.0)
    stage.enter(0.0, 20.0)


def press(stage: Stage, step: int) -> None:
    """Run left and right in turns."""
    stage.control.move((SPEED if step // 10 % 2 else -SPEED, 0.0))


def check_corridor(stage: Stage) -> Complaints:
    fall = next((k for k, frame in enumerate(stage.track) if frame.on_floor), 0)
    return wrong(
        falls_as_if_alone=abs(fall - SECOND * (2.0 * 420.0 / 900.0) ** 0.5) <= 2.0,
        stays_between_the_walls=all(abs(f.x) < 0.2 for f in stage.track[:fall] if f.feet > -340.0),
        is_never_crushed=not any(frame.crushed for frame in stage.track),
        lands=stage.last.on_floor,
    )


def steps_of(height: float, width: float, count: int) -> list[tuple[float, float, float, float]]:
    """Build a staircase of boxes from x = 100 up to the right."""
    return [(100.0 + width * k, 0.0, width * (count - k) + 300.0, height * (k + 1)) for k in range(count)]


def stairs_up(stage: Stage) -> None:
    stage.floor()
    for left, bottom, width, height in steps_of(8.0, 20.0, 10):
        stage.box(left, bottom, width, height)
    stage.enter(0.0)


def check_stairs_up(stage: Stage) -> Complaints:
    heights = [frame.feet for frame in stage.track]
    return wrong(
        reaches_the_top=abs(stage.track[150].feet - 80.0 - SKIN) < NEAR,
        keeps_its_speed=at_speed(stage, 2.0),
        never_leaves_the_ground=stage.airborne == 0,
        only_rises=all(b >= a - NEAR for a, b in itertools.pairwise(heights[:150])),
    )


def stairs_down(stage: Stage) -> None:
    stage.floor()
    for k in range(10):
        stage.box(-400.0, 0.0, 450.0 + 20.0 * k, 8.0 * (10 - k))
    stage.enter(0.0, 80.0 + SKIN)


def check_stairs_down(stage: Stage) -> Complaints:
    return wrong(
        comes_down=abs(stage.last.feet - SKIN) < NEAR,
        keeps_its_speed=at_speed(stage, 2.0),
        never_leaves_the_ground=stage.airborne == 0,
    )


def high_step(stage: Stage) -> None:
    stage.floor()
    stage.box(100.0, 0.0, 200.0, 9.0)
    stage.enter(0.0)


def check_high_step(stage: Stage) -> Complaints:
    return wrong(
        is_stopped=stage.last.x < 100.0,
        stays_on_the_floor=stays_level(stage) and stage.airborne == 0,
        knows_the_wall=stage.last.on_wall,
    )


def step_under_ceiling(stage: Stage) -> None:
    """Build a low step under a ceiling too low to climb it."""
    stage.floor()
    stage.box(100.0, 0.0, 200.0, 8.0)
    stage.box(60.0, HEIGHT + 5.0, 300.0, 40.0)
    stage.enter(0.0)


def ledge(stage: Stage) -> None:
    stage.floor(top=-300.0)
    stage.box(-300.0, -40.0, 300.0, 40.0)
    stage.enter(6.0)


def check_ledge(stage: Stage) -> Complaints:
    return wrong(
        stands_still_on_the_edge=abs(stage.last.x - 6.0) < NEAR and stage.last.on_floor,
        does_not_slide_off=stage.jitter < NEAR and stage.last.feet > -4.0,
    )


def over_ledge(stage: Stage) -> None:
    stage.floor(top=-300.0)
    stage.box(-300.0, -40.0, 400.0, 40.0)
    stage.enter(0.0)


def check_over_ledge(stage: Stage) -> Complaints:
    off = next(k for k, frame in enumerate(stage.track) if not frame.on_floor)
    return wrong(
        walks_off_behind_the_edge=100.0 < stage.track[off].x < 100.0 + 2 * RADIUS,
        keeps_its_speed_in_the_air=abs(stage.track[off + 20].velocity.x - SPEED) < 1.0,
        lands_below=abs(stage.last.feet + 300.0 - SKIN) < NEAR and stage.last.on_floor,
    )


GROUND = (
    Scene("flat", "A level floor is walked at the speed asked for.", flat, right(), check_flat),
    Scene("wall", "A wall stops without jitter in the corner.", wall, right(), check_wall),
    Scene("seams", "The seams of tiles do not show.", seams, right(), check_fast_and_level, 190),
    Scene("joints", "Nor do the joints of a chain.", joints, right(), check_fast_and_level, 190),
    Scene("pixel gap", "Gaps of one pixel do not stop.", pixel_gap, right(), check_pixel_gap, 190),
    Scene(
        "low ceiling", "Under a ceiling that just clears.", low_ceiling, right(), check_fast_and_level, 190
    ),
    Scene("low beam", "A beam at head height is a wall.", low_beam, right(), check_low_beam),
    Scene("corridor", "Down a shaft just as wide as the hero.", corridor, press, check_corridor, 120),
    Scene("stairs up", "Up the stairs without leaving the ground.", stairs_up, right(), check_stairs_up, 180),
    Scene("stairs down", "And down again.", stairs_down, right(), check_stairs_down, 180),
    Scene("high step", "A step too high is a wall.", high_step, right(), check_high_step),
    Scene("step under ceiling", "No room to step up.", step_under_ceiling, right(), check_high_step),
    Scene("ledge", "Half over the edge is still on the ledge.", ledge, still, check_ledge),
    Scene("over the ledge", "Off the ledge and down.", over_ledge, right(), check_over_ledge, 120),
)
