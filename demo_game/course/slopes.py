"""Scenes on slopes: gentle and steep ones, valleys and peaks."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import partial

from .scene import SECOND, Complaints, Scene, right, still, wrong
from .stage import RADIUS, SKIN, SPEED, Stage

NEAR = 1e-3
LENGTH = 600.0


def height_on(degrees: float) -> float:
    """Return the vertical gap between soles and slope; a round foot touches beside its centre."""
    return (RADIUS + SKIN) / math.cos(math.radians(degrees)) - RADIUS


def hill(degrees: float, stage: Stage, x: float = 0.0, **options: object) -> None:
    """Build a floor with a slope that rises from x = 100."""
    stage.floor()
    rise = LENGTH * math.tan(math.radians(degrees))
    stage.hull((100.0, 0.0), (100.0 + LENGTH, 0.0), (100.0 + LENGTH, rise), name="slope")
    feet = max(0.0, (x - 100.0) * math.tan(math.radians(degrees)))
    stage.enter(x, feet + (height_on(degrees) if x > 100.0 else SKIN), **options)


def check_climb(degrees: float, stage: Stage) -> Complaints:
    """Check that a slope is climbed at the projected speed."""
    angle = math.radians(degrees)
    up = [frame for frame in stage.track if frame.x > 120.0]
    on_slope = [math.hypot(*frame.velocity) for frame in up]
    return wrong(
        climbs=stage.last.x > 150.0,
        follows_the_slope=all(
            abs(f.feet - (f.x - 100.0) * math.tan(angle) - height_on(degrees)) < 0.01 for f in up
        ),
        goes_at_the_projected_speed=all(abs(v - SPEED * math.cos(angle)) < 1.0 for v in on_slope[1:]),
        never_leaves_the_ground=stage.airborne == 0,
    )


def check_refused(degrees: float, stage: Stage) -> Complaints:
    """Check that a slope is too steep to climb."""
    return wrong(
        does_not_climb=max(frame.feet for frame in stage.track) < 1.0,
        stands_before_it=stage.last.on_floor and stage.last.on_wall,
        does_not_jitter=stage.jitter < NEAR,
    )


def check_stands(degrees: float, stage: Stage) -> Complaints:
    return wrong(
        does_not_slide=abs(stage.last.x - 300.0) < 1e-9 or abs(stage.distance()) < 1e-6,
        stands=stage.airborne == 0,
        knows_the_normal=abs(stage.control.floor_normal.y - math.cos(math.radians(degrees))) < 1e-6,
    )


def check_slides_down(degrees: float, stage: Stage) -> Complaints:
    drops = [b.feet - a.feet for a, b in itertools.pairwise(stage.track)]
    return wrong(
        slides_down_to_the_floor=stage.last.on_floor and abs(stage.last.feet - SKIN) < NEAR,
        never_goes_up=max(drops) < NEAR,
        is_not_on_a_floor_on_its_way=not any(frame.on_floor for frame in stage.track[1:20]),
    )


def check_constant(stage: Stage) -> Complaints:
    up = [frame for frame in stage.track if frame.x > 130.0]
    return wrong(
        is_as_fast_as_on_the_flat=all(abs(math.hypot(*frame.velocity) - SPEED) < 0.5 for frame in up),
        climbs=stage.last.x > 200.0,
        never_leaves_the_ground=stage.airborne == 0,
    )


def downhill(degrees: float, speed: float) -> Scene:
    def build(stage: Stage) -> None:
        fall = LENGTH * math.tan(math.radians(degrees))
        stage.floor(-200.0, 50.0)
        stage.hull((50.0, -fall - 50.0), (50.0 + LENGTH, -fall - 50.0), (50.0 + LENGTH, -fall), (50.0, 0.0))
        stage.floor(50.0 + LENGTH, 1600.0, -fall)
        stage.enter(0.0)

    def check(stage: Stage) -> Complaints:
        return wrong(
            never_leaves_the_ground=stage.airborne == 0,
            comes_down=stage.last.feet < -50.0,
        )

    name = f"downhill {degrees:.0f}° at {speed:.0f}"
    return Scene(name, "Kept on the slope however fast.", build, right(speed), check, 75)


def valley(degrees: float, width: float, stage: Stage) -> None:
    """Build a valley with its bottom at (0, 0)."""
    rise = width * math.tan(math.radians(degrees))
    stage.hull((0.0, -40.0), (0.0, 0.0), (-width, rise), (-width, -40.0))
    stage.hull((0.0, -40.0), (width, -40.0), (width, rise), (0.0, 0.0))
    stage.enter(-0.3 * width, 0.3 * rise + 40.0)


def across(stage: Stage, step: int) -> None:
    """Wait, then run to the right."""
    stage.control.move((SPEED if step > 40 else 0.0, 0.0))


def check_valley(stage: Stage) -> Complaints:
    return wrong(
        crosses_it=stage.last.x > 100.0,
        stays_on_the_ground=all(frame.on_floor for frame in stage.track[40:]),
    )


def check_bottom(stage: Stage) -> Complaints:
    """Check that a hero wedged between two steep sides stands."""
    settled = stage.track[60:]
    return wrong(
        rests_at_the_bottom=abs(stage.last.x) < 0.5,
        stands_on_it=all(frame.on_floor for frame in settled),
        does_not_jitter=max(f.feet for f in settled) - min(f.feet for f in settled) < NEAR,
        is_not_crushed=not any(frame.crushed for frame in stage.track),
    )


def jump_out(stage: Stage, step: int) -> None:
    if step == 70:
        stage.control.jump(300.0)


def check_jumps_out(stage: Stage) -> Complaints:
    return wrong(jumps_from_the_bottom=max(f.feet for f in stage.track[70:]) > stage.track[69].feet + 40.0)


def peak(degrees: float, stage: Stage) -> None:
    """Build a peak between x = 100 and x = 300."""
    rise = 100.0 * math.tan(math.radians(degrees))
    stage.floor()
    stage.hull((100.0, 0.0), (300.0, 0.0), (200.0, rise))
    stage.enter(0.0)


def check_peak(stage: Stage) -> Complaints:
    return wrong(
        crosses_the_peak=stage.last.x > 320.0,
        never_leaves_the_ground=stage.airborne == 0,
    )


def dropped_on_peak(stage: Stage) -> None:
    stage.floor()
    stage.hull((100.0, 0.0), (300.0, 0.0), (200.0, 173.0))
    stage.enter(230.0, 180.0)


def check_dropped_on_peak(stage: Stage) -> Complaints:
    return wrong(
        slides_off_to_the_floor=stage.last.on_floor and abs(stage.last.feet - SKIN) < NEAR,
        to_the_side_it_fell_on=stage.last.x > 300.0,
    )


def jump_uphill(stage: Stage, step: int) -> None:
    stage.control.move((SPEED, 0.0))
    if step == 50:
        stage.control.jump(400.0)


def check_jump_uphill(stage: Stage) -> Complaints:
    rise = [frame.velocity.y for frame in stage.track[50:60]]
    return wrong(
        is_not_snapped_back=not any(frame.on_floor for frame in stage.track[50:60]),
        rises_as_fast_as_the_jump=abs(rise[0] - (400.0 - 7.5)) < 1.0,
    )


def each(degrees: float) -> list[Scene]:
    """Return the two scenes of a slope of this angle."""
    build, text = partial(hill, degrees), f"A slope of {degrees:.0f} degrees"
    above: Callable[[Stage], None] = partial(hill, degrees, x=300.0)
    if degrees <= 45.0:
        climb, stand = partial(check_climb, degrees), partial(check_stands, degrees)
        return [
            Scene(f"slope {degrees:.0f}° up", f"{text} is climbed.", build, right(), climb, 75),
            Scene(f"slope {degrees:.0f}° standing", f"{text} is no slide.", above, still, stand, 60),
        ]
    refused, slides = partial(check_refused, degrees), partial(check_slides_down, degrees)
    return [
        Scene(f"slope {degrees:.0f}° up", f"{text} is a wall to run against.", build, right(), refused, 75),
        Scene(f"slope {degrees:.0f}° sliding", f"{text} is a slide.", above, still, slides, 6 * SECOND),
    ]


SLOPES = (
    *(scene for degrees in (10.0, 20.0, 30.0, 40.0, 45.0, 50.0, 60.0, 70.0, 80.0) for scene in each(degrees)),
    Scene(
        "constant speed", "As fast up the slope as on the flat, if asked.",
        lambda stage: hill(30.0, stage, constant_speed=True), right(), check_constant, 90,
    ),
    downhill(20.0, 200.0),
    downhill(45.0, 200.0),
    downhill(40.0, 600.0),
    Scene("valley", "Through a gentle V.", partial(valley, 30.0, 200.0), across, check_valley, 120),
    Scene("wedge", "At the bottom of a steep V.", partial(valley, 60.0, 80.0), still, check_bottom, 150),
    Scene("out of the wedge", "And out again.", partial(valley, 60.0, 80.0), jump_out, check_jumps_out, 110),
    Scene("peak", "Over a Λ.", partial(peak, 35.0), right(), check_peak, 150),
    Scene("steep peak", "A steep Λ throws off.", dropped_on_peak, still, check_dropped_on_peak, 5 * SECOND),
    Scene("jump uphill", "Never snapped back.", partial(hill, 30.0), jump_uphill, check_jump_uphill, 80),
)  # fmt: skip
