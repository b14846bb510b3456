"""Scenes in the air: jumps and what makes them feel good, falls, walls, ways out; the top view."""

from __future__ import annotations

import math

from .scene import Complaints, Scene, still, wrong
from .stage import GRAVITY, HEIGHT, JUMP, RADIUS, SKIN, SPEED, STEP, Stage

NEAR = 1e-3


def ground(stage: Stage) -> None:
    stage.floor()
    stage.enter(0.0)


def jump_once(stage: Stage, step: int) -> None:
    if step == 5:
        stage.control.jump(JUMP)


def highest(stage: Stage) -> float:
    return max(frame.feet for frame in stage.track)


def check_jump(stage: Stage) -> Complaints:
    flight = sum(not f.on_floor for f in stage.track[5:])
    return wrong(
        is_as_high_as_its_speed_says=abs(highest(stage) - SKIN - JUMP**2 / (2 * GRAVITY)) < 1.0,
        takes_its_time=abs(flight * STEP - 2 * JUMP / GRAVITY) < 0.05,
        lands=stage.last.on_floor,
    )


def tap(stage: Stage, step: int) -> None:
    if step == 5:
        stage.control.jump(JUMP)
    if step == 10:
        stage.control.release_jump()


def check_tap(stage: Stage) -> Complaints:
    full = JUMP**2 / (2 * GRAVITY)
    return wrong(is_lower_when_let_go=0.2 * full < highest(stage) < 0.7 * full, lands=stage.last.on_floor)


def brink(stage: Stage) -> None:
    stage.floor(top=-300.0)
    stage.box(-300.0, -40.0, 400.0, 40.0)
    stage.enter(60.0)


def late(delay: int) -> Scene:
    """Off a ledge, and a jump some steps later."""

    def script(stage: Stage, step: int) -> None:
        stage.control.move((SPEED, 0.0))
        if stage.airborne == delay and not stage.last.on_floor and "jumped" not in stage.named:
            stage.named["jumped"] = step
            stage.control.jump(JUMP)

    def check(stage: Stage) -> Complaints:
        rises = any(frame.velocity.y > 300.0 for frame in stage.track)
        if delay * STEP < 0.1:
            return wrong(may_still_jump=rises)
        return wrong(is_too_late=not rises)

    return Scene(f"coyote {delay}", "A moment after the ledge is time enough.", brink, script, check, 60)


def early(stage: Stage, step: int) -> None:
    if step == 5:
        stage.control.jump(JUMP)
    if step == 5 + round(2 * JUMP / GRAVITY / STEP) - 4:
        stage.control.jump(JUMP)


def check_early(stage: Stage) -> Complaints:
    return wrong(jumps_on_landing=stage.last.velocity.y > 0.0 and not stage.last.on_floor)


def bump(stage: Stage) -> None:
    stage.floor()
    stage.box(-100.0, 100.0, 200.0, 40.0)
    stage.enter(0.0)


def check_bump(stage: Stage) -> Complaints:
    bumped = next((k for k, frame in enumerate(stage.track) if frame.on_ceiling), 0)
    return wrong(
        touches_the_ceiling=bumped > 0,
        never_enters_it=highest(stage) + HEIGHT <= 100.0,
        falls_at_once=stage.track[bumped + 2].velocity.y < 0.0,
    )


def corner(correction: float, stage: Stage) -> None:
    """A block whose corner the hero's head just hits; boxes have no round heads."""
    from ecsphys import AABB

    stage.floor()
    stage.box(6.0, 100.0, 200.0, 40.0)
    stage.enter(0.0, shape=AABB(24.0, 48.0), corner_correction=correction)


def check_corner(stage: Stage) -> Complaints:
    return wrong(
        slips_past_the_corner=highest(stage) > 90.0,
        is_shifted_no_further_than_allowed=abs(stage.last.x) <= 8.0,
    )


def check_no_corner(stage: Stage) -> Complaints:
    return wrong(bumps_its_head=highest(stage) < 53.0, is_not_shifted=abs(stage.last.x) < 1e-9)


def just_missed(forgiveness: float, stage: Stage) -> None:
    """A ledge a little higher than the jump."""
    stage.floor()
    stage.box(60.0, 0.0, 300.0, 104.0)
    stage.enter(20.0, ledge_forgiveness=forgiveness)


def jump_right(stage: Stage, step: int) -> None:
    stage.control.move((SPEED, 0.0))
    if step == 5:
        stage.control.jump(JUMP)


def check_ledge(stage: Stage) -> Complaints:
    return wrong(is_lifted_onto_it=abs(stage.last.feet - 104.0 - SKIN) < NEAR and stage.last.on_floor)


def check_no_ledge(stage: Stage) -> Complaints:
    return wrong(falls_back=abs(stage.last.feet - SKIN) < NEAR and stage.last.on_floor)


def shaft(stage: Stage) -> None:
    stage.floor()
    stage.tiles((60.0, 32.0 * k) for k in range(16))
    stage.tiles((-92.0, 32.0 * k) for k in range(16))
    stage.enter(0.0, 300.0, wall_slide=80.0, wall_jump=200.0)


def hug(stage: Stage, step: int) -> None:
    stage.control.move((SPEED, 0.0))


def check_wall_slide(stage: Stage) -> Complaints:
    along = [frame.velocity.y for frame in stage.track[40:100]]
    return wrong(
        slides_slowly=all(abs(v + 80.0) < 0.5 for v in along),
        knows_the_wall=stage.track[60].on_wall,
        does_not_jitter=max(f.x for f in stage.track[40:100]) - min(f.x for f in stage.track[40:100]) < NEAR,
    )


def wall_to_wall(stage: Stage, step: int) -> None:
    side = 1.0 if step // 30 % 2 == 0 else -1.0
    stage.control.move((side * SPEED, 0.0))
    if step % 30 == 29:
        stage.control.jump(JUMP)


def check_wall_jump(stage: Stage) -> Complaints:
    return wrong(
        climbs_from_wall_to_wall=stage.last.feet > 250.0,
        goes_to_both=max(f.x for f in stage.track) > 40.0 and min(f.x for f in stage.track) < -40.0,
    )


def thin(stage: Stage) -> None:
    """A floor of two pixels, far below."""
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
    """In the middle of a block of tiles."""
    stage.floor()
    stage.tiles((32.0 * i - 80.0, 32.0 * j) for i in range(5) for j in range(3))
    stage.enter(0.0, 20.0)


def check_inside(stage: Stage) -> Complaints:
    return wrong(
        comes_out_at_the_top=abs(stage.last.feet - 96.0 - SKIN) < NEAR and stage.last.on_floor,
        is_not_crushed=not any(frame.crushed for frame in stage.track),
    )


def half_inside(stage: Stage) -> None:
    """A little in the floor and a little in a wall."""
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
    """A room seen from above."""
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


AIR = (
    Scene("jump", "As high as v² / 2g.", ground, jump_once, check_jump, 90),
    Scene("tap", "Lower when the button is let go.", ground, tap, check_tap, 90),
    late(3),
    late(9),
    Scene("early", "A jump asked for early comes on landing.", ground, early, check_early, 70),
    Scene("bump", "A ceiling ends a jump.", bump, jump_once, check_bump, 60),
    Scene(
        "corner", "A head that hits a corner slips past.",
        lambda stage: corner(8.0, stage), jump_once, check_corner, 30,
    ),
    Scene(
        "no corner", "Only if allowed.",
        lambda stage: corner(0.0, stage), jump_once, check_no_corner, 30,
    ),
    Scene(
        "missed ledge", "A ledge just missed is reached.",
        lambda stage: just_missed(10.0, stage), jump_right, check_ledge, 90,
    ),
    Scene(
        "lost ledge", "Only if allowed.",
        lambda stage: just_missed(0.0, stage), jump_right, check_no_ledge, 90,
    ),
    Scene("wall slide", "Slowly down a wall.", shaft, hug, check_wall_slide, 120),
    Scene("wall jump", "From wall to wall.", shaft, wall_to_wall, check_wall_jump, 240),
    Scene("fast fall", "Onto a floor of two pixels.", thin, still, check_thin, 180),
    Scene("terminal speed", "No faster than that.", parachute, still, check_parachute, 150),
    Scene("inertia", "Speeding up and slowing down.", inertia, run_and_stop, check_inertia, 120),
    Scene("inside", "Out of a block of tiles.", inside, still, check_inside, 30),
    Scene("half inside", "Out of floor and wall.", half_inside, still, check_half_inside, 30),
    Scene("top view", "Without gravity into a corner.", plan, about, check_plan, 150, {"gravity": 0.0}),
    Scene("free", "Nothing in the way.", free, circle, check_free, 120, {"gravity": 0.0}),
)  # fmt: skip
