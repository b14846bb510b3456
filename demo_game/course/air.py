"""Scenes of jumps, their aids for the player, and walls."""

from __future__ import annotations

from .scene import Complaints, Scene, wrong
from .stage import GRAVITY, HEIGHT, JUMP, SKIN, SPEED, STEP, Stage

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
    """Run off a ledge, and jump some steps later."""

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
    """Build a block with a corner that grazes the head of a box-shaped hero."""
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
    """Build a ledge slightly higher than the jump."""
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


AIR = (
    Scene("jump", "As high as v² / 2g.", ground, jump_once, check_jump, 90),
    Scene("tap", "Lower when the button is let go.", ground, tap, check_tap, 90),
    late(3),
    late(9),
    Scene("early", "A jump asked for early comes on landing.", ground, early, check_early, 70),
    Scene("bump", "A ceiling ends a jump.", bump, jump_once, check_bump, 60),
    Scene(
        "corner",
        "A head that hits a corner slips past.",
        lambda stage: corner(8.0, stage),
        jump_once,
        check_corner,
        30,
    ),
    Scene(
        "no corner",
        "Only if allowed.",
        lambda stage: corner(0.0, stage),
        jump_once,
        check_no_corner,
        30,
    ),
    Scene(
        "missed ledge",
        "A ledge just missed is reached.",
        lambda stage: just_missed(10.0, stage),
        jump_right,
        check_ledge,
        90,
    ),
    Scene(
        "lost ledge",
        "Only if allowed.",
        lambda stage: just_missed(0.0, stage),
        jump_right,
        check_no_ledge,
        90,
    ),
    Scene("wall slide", "Slowly down a wall.", shaft, hug, check_wall_slide, 120),
    Scene("wall jump", "From wall to wall.", shaft, wall_to_wall, check_wall_jump, 240),
)
