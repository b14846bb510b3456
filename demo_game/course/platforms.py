"""Scenes on moving and turning platforms."""

from __future__ import annotations

import math

import esper

from ecsphys import Box, Collider, RigidBody, Transform

from .scene import SECOND, Complaints, Scene, still, wrong
from .stage import HEIGHT, JUMP, RADIUS, SKIN, STEP, Stage

NEAR = 1e-3


def ferry(stage: Stage) -> None:
    stage.floor(top=-200.0)
    stage.platform(0.0, -8.0, 160.0, velocity=(120.0, 0.0))
    stage.enter(10.0)


def back_and_forth(stage: Stage, step: int) -> None:
    """Reverse the platform at intervals."""
    if step % 50 == 49:
        vx, vy = stage.body("platform").velocity
        stage.body("platform").velocity = (-vx, -vy)


def check_rides(stage: Stage) -> Complaints:
    platform = stage.named["platform"]
    return wrong(
        stands_on_it_all_the_time=all(f.floor == platform for f in stage.track[1:]),
        keeps_its_place_on_it=abs((stage.place() - stage.place("platform")).x - 10.0) < 2.1,
        keeps_its_height_on_it=abs(stage.last.feet - (stage.place("platform").y + 8.0) - SKIN) < NEAR,
        goes_as_fast_as_it=abs(abs(stage.control.real_velocity.length) - 120.0) < 0.1,
    )


def lift(stage: Stage) -> None:
    stage.floor(top=-400.0)
    stage.platform(0.0, -8.0, 160.0, velocity=(0.0, 120.0))
    stage.enter(10.0)


def turning(stage: Stage) -> None:
    stage.floor(top=-300.0)
    stage.platform(0.0, -8.0, 240.0, spin=0.5)
    stage.enter(-60.0)


def rock(stage: Stage, step: int) -> None:
    """Rock the platform."""
    stage.body("platform").angular_velocity = 0.5 * math.cos(step / 30.0)


def check_turning(stage: Stage) -> Complaints:
    pose = esper.component_for_entity(stage.named["platform"], Transform)
    foot = stage.place() - (0.0, HEIGHT / 2 - RADIUS)
    _, high = pose.world_to_local(foot)
    return wrong(
        stands_on_it_all_the_time=all(f.floor == stage.named["platform"] for f in stage.track[1:]),
        keeps_its_distance_to_it=abs(high - 8.0 - RADIUS - SKIN) < 0.01,
        keeps_its_place_on_it=abs(pose.world_to_local(foot).x + 60.0) < 1.0,
    )


def wheel(stage: Stage) -> None:
    """Build a platform that turns over and becomes too steep."""
    stage.floor(top=-300.0)
    stage.platform(0.0, -8.0, 240.0, spin=0.6)
    stage.enter(-60.0)


def check_wheel(stage: Stage) -> Complaints:
    left = next((k for k, f in enumerate(stage.track[2:], 2) if f.floor != stage.named["platform"]), 0)
    return wrong(
        is_carried_until_it_is_too_steep=abs(left * STEP - math.radians(45.0) / 0.6) < 0.1,
        lands_on_the_floor=stage.last.on_floor and abs(stage.last.feet + 300.0 - SKIN) < NEAR,
        is_never_crushed=not any(f.crushed for f in stage.track),
    )


def falling(stage: Stage) -> None:
    """Build a heavy dynamic plank without support."""
    stage.floor(top=-500.0)
    plank = (Transform(0.0, -8.0), RigidBody(lock_rotation=True), Collider(Box(160.0, 16.0), density=5.0))
    stage.named["platform"] = esper.create_entity(*plank)
    stage.enter(10.0)


def check_falling(stage: Stage) -> Complaints:
    landed = next(k for k, f in enumerate(stage.track) if f.feet < -480.0)
    fall = stage.track[2:landed]
    return wrong(
        falls_with_it=all(f.floor == stage.named["platform"] for f in fall),
        as_fast_as_anything_falls=abs(landed - SECOND * math.sqrt(2.0 * 484.0 / 900.0)) < 6.0,
        ends_on_it=stage.last.floor == stage.named["platform"] and stage.last.feet > -486.0,
    )


def leave(stage: Stage, step: int) -> None:
    if step == 20:
        stage.control.jump(JUMP)


def check_leave(stage: Stage) -> Complaints:
    """Check that a jump off a moving platform adds its velocity."""
    flight = stage.track[21:40]
    return wrong(
        takes_the_velocity_along=all(abs(f.velocity.x - 120.0) < 0.1 for f in flight),
        comes_down_on_it=stage.last.floor == stage.named["platform"],
    )


def ferry_without_gift(stage: Stage) -> None:
    ferry(stage)
    stage.control.on_leave = "nothing"


def check_leave_nothing(stage: Stage) -> Complaints:
    return wrong(flies_straight_up=all(abs(f.velocity.x) < 0.1 for f in stage.track[21:40]))


PLATFORMS = (
    Scene("ferry", "A platform carries along.", ferry, back_and_forth, check_rides, 180),
    Scene("lift", "And up and down.", lift, back_and_forth, check_rides, 180),
    Scene("turning platform", "A rocking platform carries, too.", turning, rock, check_turning, 240),
    Scene("wheel", "Until it is too steep.", wheel, still, check_wheel, 200),
    Scene(
        "falling platform",
        "A plank that falls takes its passenger along.",
        falling,
        still,
        check_falling,
        120,
    ),
    Scene("leaving", "A jump takes the platform's velocity along.", ferry, leave, check_leave, 90),
    Scene("leaving it", "Or not, by choice.", ferry_without_gift, leave, check_leave_nothing, 60),
)
