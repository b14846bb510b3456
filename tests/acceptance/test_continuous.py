"""Fast bodies: what they hit, when, and what becomes of the rest of the step."""

from __future__ import annotations

import math
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import (
    AABB,
    COLLISION_BEGIN,
    COLLISION_END,
    COLLISION_HIT,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    Box,
    Capsule,
    Chain,
    Circle,
    Collider,
    ContinuousSystem,
    Physics,
    Polygon,
    RigidBody,
    Transform,
    constants,
)

from .support import STEP, Recorder, body, collider, disc, motion, physics, rigid, run, transform, wall

A_STEP = 1 / STEP  # units per second of a body that goes one unit a step
SLOP = constants.SLOP * 64


def bullet(way: float, x: float = 0, y: float = 0, radius: float = 4, **options: Any) -> int:
    """A disc that goes `way` a step to the right."""
    return disc(x, y, radius, velocity=(way * A_STEP, 0), **options)


def swept(clock: Physics) -> int:
    """How many bodies were flown in the last step."""
    system = next(one for one in clock.systems if isinstance(one, ContinuousSystem))
    return int(system._flight.counts[1])


# auto, bullet, off


@pytest.mark.parametrize("mode", ["auto", "bullet"])
def test_a_fast_body_does_not_pass_a_thin_wall(mode: str) -> None:
    physics()
    one = bullet(500, continuous=mode)
    wall(250, 0, 1, 400)
    run(1)
    assert transform(one).x <= 250 - 0.5 - 4 + SLOP


def test_off_is_discrete() -> None:
    physics()
    one = bullet(500, continuous="off")
    wall(250, 0, 1, 400)
    run(1)
    assert transform(one).x == pytest.approx(500)


@pytest.mark.parametrize(("mode", "other_mode", "hits"), [
    ("auto", "auto", False), ("bullet", "auto", True), ("auto", "bullet", True), ("bullet", "off", True),
])  # fmt: skip
def test_only_bullets_are_swept_against_what_moves(mode: str, other_mode: str, hits: bool) -> None:
    physics()
    one = bullet(300, continuous=mode, restitution=1)
    other = bullet(-300, 250, continuous=other_mode, restitution=1)
    run(1)
    assert (transform(one).x < transform(other).x) == hits


@pytest.mark.parametrize("shape", [Circle(4), Box(8, 8), AABB(8, 8), Capsule(12, 4)])
def test_bullets_sweep_the_relative_motion(shape: Any) -> None:
    """Paths cross at a right angle, and both are there at the same time."""
    physics()
    one = body(shape, velocity=(100 * A_STEP, 0), continuous="bullet")
    other = body(shape, 50, 50, velocity=(0, -100 * A_STEP), continuous="bullet")
    run(1)
    assert rigid(one).velocity.y < -1
    assert rigid(other).velocity.x > 1


def test_bullets_that_come_there_at_other_times_do_not_meet() -> None:
    physics()
    one = bullet(100, continuous="bullet")
    other = disc(50, 80, 4, velocity=(0, -100 * A_STEP), continuous="bullet")
    run(1)
    assert transform(one).x == pytest.approx(100)
    assert transform(other).y == pytest.approx(-20)


def test_a_slow_body_is_not_swept() -> None:
    clock = physics(gravity=(0, -900))
    wall(0, -10, 4000, 20)
    for k in range(50):
        disc(-1000 + 40 * k, 16, 16, velocity=(7.9 * A_STEP, 0), friction=0)
    run(5)
    assert swept(clock) == 0


def test_a_fast_body_near_nothing_is_not_swept() -> None:
    clock = physics()
    wall(0, 5000)
    for k in range(20):
        bullet(300, 0, 20 * k)
    run(3)
    assert swept(clock) == 0


def test_kinematic_bodies_stop_at_static_ones() -> None:
    clock = physics()
    one = body(Box(10, 10), kind="kinematic", velocity=(1000 * A_STEP, 0))
    wall(300, 0, 1, 400)
    run(1)
    assert transform(one).x == pytest.approx(294.5, abs=0.01)
    assert rigid(one).velocity.x == 1000 * A_STEP
    run(5)  # and when they press on
    assert transform(one).x == pytest.approx(294.5, abs=SLOP)
    assert clock.dropped_motions == 0


def test_a_kinematic_bullet_that_strikes_many_does_not_pass_the_wall_behind_them() -> None:
    clock = physics()
    one = body(Circle(10), kind="kinematic", velocity=(1200 * A_STEP, 0), continuous="bullet")
    for k in range(12):
        disc(100 + 50 * k, 5 * (-1) ** k, 8)
    wall(900, 0, 2, 2000)
    run(1)
    assert transform(one).x < 900
    assert clock.dropped_motions > 0


# bounces


@pytest.mark.parametrize("way", [30, 77.7, 250, 640])
def test_a_bullet_between_walls_keeps_speed_and_energy(way: float) -> None:
    """Exactly on the triangle wave of a mirror's law."""
    clock = physics()
    wall(-101, 0, 2, 100)
    wall(101, 0, 2, 100)
    one = bullet(way, restitution=1, friction=0)
    half = 100 - 4
    for k in range(1, 121):
        run(1)
        phase = (k * way + half) % (4 * half)
        expected = phase - half if phase <= 2 * half else 3 * half - phase
        assert transform(one).x == pytest.approx(expected, abs=1e-6)
        assert abs(rigid(one).velocity.x) == pytest.approx(way * A_STEP, rel=1e-9)
    assert transform(one).y == 0
    assert clock.dropped_motions == 0


def test_a_ball_that_bounces_forever_keeps_its_energy_under_gravity() -> None:
    physics(gravity=(0, -900))
    wall(0, -10, 1000, 20)
    ball = disc(0, 500, 4, restitution=1, friction=0, can_sleep=False)
    energy = 900 * 500
    highest = 0.0
    for k in range(1200):
        run(1)
        y, v = transform(ball).y, rigid(ball).velocity.y
        if k > 1000:
            highest = max(highest, y)
        # The velocity is that of a sub-step's end, an eighth of a step from the parabola's.
        assert 0.5 * v * v + 900 * y == pytest.approx(energy, rel=0.005)
    assert highest == pytest.approx(500, rel=1e-3)


@pytest.mark.parametrize("restitution", [0, 0.25, 0.5, 1])
def test_it_bounces_in_the_same_step_and_spends_the_rest_of_it(restitution: float) -> None:
    physics()
    one = bullet(100, restitution=restitution, friction=0)
    wall(59, 0, 10, 100)  # met after half the step
    run(1)
    assert transform(one).x == pytest.approx(50 - 50 * restitution, abs=1e-9)
    assert rigid(one).velocity.x == pytest.approx(-100 * restitution * A_STEP, abs=1e-9)


def test_oblique_it_reflects_like_light() -> None:
    physics()
    one = disc(0, 0, 4, velocity=(100 * A_STEP, 60 * A_STEP), restitution=1, friction=0)
    wall(59, 0, 10, 400)
    run(1)
    assert transform(one).position == pytest.approx((0, 60), abs=1e-9)
    assert rigid(one).velocity == pytest.approx((-100 * A_STEP, 60 * A_STEP))


def test_two_equal_bullets_exchange_their_velocities() -> None:
    physics()
    one = bullet(100, restitution=1, continuous="bullet")
    other = bullet(-60, 88, restitution=1, continuous="bullet")
    run(1)
    assert transform(one).x == pytest.approx(50 - 30, abs=1e-9)
    assert transform(other).x == pytest.approx(58 + 50, abs=1e-9)
    assert rigid(one).velocity.x == pytest.approx(-60 * A_STEP)
    assert rigid(other).velocity.x == pytest.approx(100 * A_STEP)


def test_impacts_are_bounded_and_what_is_left_is_counted() -> None:
    clock = physics()
    wall(-11, 0, 2, 100)
    wall(11, 0, 2, 100)
    one = bullet(2000, restitution=1)
    assert clock.dropped_motions == 0
    run(1)
    assert clock.dropped_motions == 1
    assert abs(transform(one).x) <= 6 + SLOP
    assert abs(rigid(one).velocity.x) == pytest.approx(2000 * A_STEP)
    run(9)
    assert clock.dropped_motions == 10
    with pytest.raises(AttributeError):
        clock.dropped_motions = 0  # type: ignore[misc]


def test_strong_gravity_does_not_glue_a_slider_to_the_floor() -> None:
    """It lands without bouncing and slides on in the same step."""
    clock = physics(gravity=(0, -20000))
    wall(0, -10, 20000, 20, friction=0)
    box = body(Box(20, 20), 0, 60, velocity=(6000, -6000), friction=0)
    for k in range(1, 11):
        run(1)
        assert transform(box).x == pytest.approx(100 * k)
    assert clock.dropped_motions == 0
    assert transform(box).y == pytest.approx(10, abs=2 * SLOP)


# events


def test_a_begin_carries_time_point_normal_speed_and_impulse() -> None:
    physics()
    heard = Recorder()
    one = bullet(100, y=3, restitution=1, friction=0, mass=2)
    block = wall(45, 0, 10, 100)
    run(1)
    (event,) = heard.of(COLLISION_BEGIN)
    assert (event.entity_a, event.entity_b) == (one, block)
    assert event.time == pytest.approx(0.36)
    assert event.point == pytest.approx((40, 3))
    assert event.normal == pytest.approx((1, 0))
    assert event.speed == pytest.approx(6000)
    assert event.impulse == pytest.approx(2 * 12000)
    run(1)
    assert heard.count(COLLISION_END) == 1


def test_a_box_that_hits_with_its_corner_reports_the_corner() -> None:
    physics()
    heard = Recorder()
    body(Box(10, 10), velocity=(100 * A_STEP, 0), angle=math.pi / 4, friction=0)
    wall(60, 0, 10, 100)
    run(1)
    (event,) = heard.of(COLLISION_BEGIN)
    assert event.point == pytest.approx((55, 0), abs=1e-6)
    assert event.time == pytest.approx((55 - math.hypot(5, 5)) / 100)
    assert event.normal == pytest.approx((1, 0))


def test_hits_are_events_with_time() -> None:
    physics()
    heard = Recorder([COLLISION_HIT])
    bullet(100, restitution=1)
    wall(59, 0, 10, 100)
    run(1)
    (event,) = heard.of(COLLISION_HIT)
    assert event.time == pytest.approx(0.5)
    assert event.speed == pytest.approx(6000)


def test_without_response_a_passage_begins_and_ends_in_its_step() -> None:
    physics(response=False)
    heard = Recorder()
    bullet(100)
    wall(50, 0, 2, 100)
    run(1)
    run(2)
    assert [name for name, _ in heard.log] == [COLLISION_BEGIN, COLLISION_END]
    begin, end = (event for _, event in heard.log)
    assert begin.time == pytest.approx(0.45)
    assert end.time == pytest.approx(0.55)


def test_what_is_only_detected_is_passed_and_reported() -> None:
    physics()
    heard = Recorder()
    one = bullet(100, mask=0, detect_mask=1)
    wall(50, 0, 2, 100)
    run(1)
    assert transform(one).x == pytest.approx(100)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (1, 1)


# triggers


def test_a_visitor_that_passes_triggers_enters_and_leaves_in_order_of_time() -> None:
    physics()
    heard = Recorder([TRIGGER_ENTER, TRIGGER_EXIT])
    far = wall(70, 0, 10, 100, trigger=True)
    near = wall(30, 0, 10, 100, trigger=True)
    one = bullet(100)
    run(1)
    assert [(name, event.trigger) for name, event in heard.log] == [
        (TRIGGER_ENTER, near), (TRIGGER_EXIT, near), (TRIGGER_ENTER, far), (TRIGGER_EXIT, far),
    ]  # fmt: skip
    assert [event.time for _, event in heard.log] == pytest.approx([0.21, 0.39, 0.61, 0.79])
    assert {event.visitor for _, event in heard.log} == {one}
    run(2)
    assert len(heard.log) == 4


@pytest.mark.parametrize("kind", ["static", "dynamic", "kinematic"])
@pytest.mark.parametrize("continuous", ["auto", "bullet"])
def test_a_moving_trigger_sees_what_it_passes(kind: str, continuous: str) -> None:
    physics()
    heard = Recorder()
    sensor = bullet(100, trigger=True, continuous=continuous)
    visitor = body(Box(10, 100), 50, 0, kind=kind)
    run(1)
    assert [name for name, _ in heard.log] == [TRIGGER_ENTER, TRIGGER_EXIT]
    assert all((event.trigger, event.visitor) == (sensor, visitor) for _, event in heard.log)


def test_what_is_behind_the_first_solid_hit_is_not_reported() -> None:
    physics()
    heard = Recorder()
    bullet(100, restitution=0)
    front = wall(30, 0, 4, 100, trigger=True)
    wall(50, 0, 4, 100)
    wall(70, 0, 4, 100, trigger=True)
    wall(90, 0, 4, 100)
    run(1)
    assert [event.trigger for event in heard.of(TRIGGER_ENTER)] == [front]
    assert heard.count(COLLISION_BEGIN) == 1


def test_through_a_trigger_and_back_is_one_passage() -> None:
    physics()
    heard = Recorder()
    one = bullet(100, restitution=1)
    wall(30, 0, 4, 100, trigger=True)
    wall(55, 0, 2, 100)
    run(1)
    assert transform(one).x == pytest.approx(0)
    assert heard.counts(TRIGGER_ENTER, TRIGGER_EXIT) == (1, 1)
    enter, leave = heard.of(TRIGGER_ENTER)[0], heard.of(TRIGGER_EXIT)[0]
    assert enter.time == pytest.approx(0.24)
    assert leave.time == pytest.approx(0.76)


def test_end_after_holds_for_passages() -> None:
    physics(end_after=3)
    heard = Recorder()
    bullet(100)
    wall(50, 0, 4, 100, trigger=True)
    run(1)
    assert heard.counts(TRIGGER_ENTER, TRIGGER_EXIT) == (1, 0)
    run(2)
    assert heard.counts(TRIGGER_ENTER, TRIGGER_EXIT) == (1, 1)


# filters


@pytest.mark.parametrize("options", [{"mask": 2}, {"layer": 4, "group": -3}, {"layer": 8}])
def test_layers_masks_and_groups_hold(options: dict[str, int]) -> None:
    physics()
    heard = Recorder()
    one = bullet(100, **options)
    wall(50, 0, 2, 100, group=-3, mask=7)
    run(1)
    assert (transform(one).x == pytest.approx(100)) == (options != {"layer": 1})
    assert heard.log == []


def test_ignored_pairs_pass() -> None:
    clock = physics()
    one, block = bullet(100), wall(50, 0, 2, 100)
    clock.ignore(one, block)
    run(1)
    assert transform(one).x == pytest.approx(100)


@pytest.mark.parametrize("passes", [True, False])
def test_filters_are_asked(passes: bool) -> None:
    clock = physics()
    one = bullet(100, restitution=1)
    wall(50, 0, 2, 100)
    clock.add_filter(lambda a, b: not passes)
    run(1)
    assert (rigid(one).velocity.x > 0) == passes


def test_a_contact_hook_may_drop_an_impact() -> None:
    clock = physics()
    heard = Recorder()
    one = bullet(100)
    wall(30, 0, 2, 100)
    solid = wall(80, 0, 2, 100)
    asked = []

    def hook(contact: Any) -> None:
        asked.append(contact.other(one))
        if contact.other(one) != solid:
            contact.drop()

    clock.add_contact_hook(hook)
    run(1)
    assert transform(one).x == pytest.approx(75, abs=0.01)
    assert solid in asked
    assert [event.other(one) for event in heard.of(COLLISION_BEGIN)] == [solid]


def test_a_contact_hook_may_change_the_bounce() -> None:
    clock = physics()
    one = bullet(100)
    wall(59, 0, 10, 100)

    def hook(contact: Any) -> None:
        contact.restitution = 1.0

    clock.add_contact_hook(hook)
    run(1)
    assert transform(one).x == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("way", [60, 200, 1000])
def test_one_way_platforms_hold_from_one_side_only(way: float) -> None:
    physics()
    body(Box(200, 4), kind="static", one_way=(0, 1))
    down = disc(-50, 50, 4, velocity=(0, -way * A_STEP))
    up = disc(50, -50, 4, velocity=(0, way * A_STEP))
    run(1)
    assert transform(down).y >= 6 - SLOP
    assert transform(up).y == pytest.approx(way - 50)
    assert rigid(up).velocity.y == way * A_STEP


# compound colliders, chains


def test_every_part_of_a_compound_counts() -> None:
    physics()
    dumbbell = [Circle(4, (0, -50)), Box(2, 100), Circle(4, (0, 50))]
    one = body(dumbbell, velocity=(300 * A_STEP, 0))
    wall(150, 54, 2, 10)  # only the upper end meets it
    run(1)
    assert rigid(one).velocity.x < 300 * A_STEP - 1
    assert rigid(one).angular_velocity > 0


def test_compound_levels_hold_and_report_one_pair() -> None:
    physics()
    heard = Recorder()
    tiles = [Polygon([(48, y), (52, y), (52, y + 20), (48, y + 20)]) for y in range(-100, 100, 20)]
    esper.create_entity(Transform(), Collider(tiles))
    one = bullet(500, restitution=1)
    run(1)
    assert transform(one).x == pytest.approx(2 * 44 - 500)
    assert heard.count(COLLISION_BEGIN) == 1


@pytest.mark.parametrize(("x", "way", "holds"), [(0, 100, False), (100, -100, True)])
def test_chains_hold_from_the_front(x: float, way: float, holds: bool) -> None:
    physics()
    chain = Chain([(50, 100), (50, 7), (50, -3), (50, -100)][::-1])  # its front is on the right
    esper.create_entity(Transform(), Collider(chain))
    one = bullet(way, x)
    run(1)
    assert (abs(transform(one).x - x) < 90) == holds


@pytest.mark.parametrize("y", [-40, -0.1, 0, 0.1, 3, 60])
def test_joints_of_chains_hold(y: float) -> None:
    physics()
    zigzag = [(50 + 10 * (k % 2), 20 * k - 100) for k in range(11)]
    esper.create_entity(Transform(), Collider(Chain(zigzag)))
    for k in range(5):
        bullet(-300 * (k + 1), 100, y + 3 * k, group=-1)
    run(3)
    for _, (pose, _rigid) in esper.get_components(Transform, RigidBody):
        assert pose.x > 48


# bodies that turn, bodies off their centres


def test_a_long_bar_that_turns_half_round_in_a_step_meets_what_is_beside_it() -> None:
    physics()
    wall(0, 60, 2000, 2)
    bar = body(Box(200, 4), angular_velocity=0.98 * math.pi * A_STEP)
    run(1)
    assert rigid(bar).velocity.y < -1


@pytest.mark.parametrize("spin", [0, 0.3, 2, 6])
def test_a_disc_far_from_its_bodys_origin(spin: float) -> None:
    physics()
    one = body(Circle(4, (300, 0)), -600, 0, velocity=(1000 * A_STEP, 0), angular_velocity=spin * A_STEP)
    wall(0, 0, 1, 40)
    run(1)
    assert transform(one).local_to_world((300, 0)).x < 0
    assert transform(one).local_to_world((300, 0)).y == pytest.approx(0, abs=20)


@pytest.mark.parametrize("seed", range(6))
def test_turning_bodies_never_overlap_the_wall_by_more_than_the_slop(seed: int) -> None:
    """Kinematic ones are stopped at the very moment; brute force by tiny steps says the same."""
    rng = np.random.default_rng(seed)
    clock = physics()
    wall(0, 0, 2, 4000)
    shape = [Box(60, 6), Capsule(60, 4), Box(30, 30)][seed % 3]
    way, turn = float(rng.uniform(150, 400)), float(rng.uniform(-2, 2))
    one = body(shape, -100, 0, kind="kinematic", velocity=(way * A_STEP, 0), angular_velocity=turn * A_STEP)
    run(1)
    times = np.linspace(0, 1, 20001)
    gaps = [-1 - shape.bounds((-100 + way * t, 0, turn * t)).upper.x for t in times]
    first = times[int(np.argmax(np.array(gaps) <= 0))]
    assert transform(one).x == pytest.approx(-100 + way * first, abs=SLOP)
    assert transform(one).angle == pytest.approx(turn * first, abs=0.01)
    assert clock.dropped_motions == 0


# what rests, what is inside, what sleeps


@pytest.mark.parametrize("shape", [Box(20, 20), Circle(10), Capsule(30, 10)])
def test_sliding_fast_over_seams_costs_no_speed(shape: Any) -> None:
    physics(gravity=(0, -900))
    for k in range(80):
        wall(100 * k - 50, -10, 100, 20, friction=0)
    low = -shape.bounds((0, 0, 0)).lower.y
    one = body(shape, 0, low, velocity=(60 * A_STEP, 0), friction=0)
    run(100)
    assert rigid(one).velocity.x == pytest.approx(60 * A_STEP, rel=0.01)
    assert transform(one).x == pytest.approx(6000, rel=0.01)
    assert transform(one).y == pytest.approx(low, abs=2 * SLOP)


@pytest.mark.parametrize("shape", [Box(20, 20), Circle(10)])
def test_sliding_fast_over_joints_costs_no_speed(shape: Any) -> None:
    physics(gravity=(0, -900))
    points = [(100 * k, 0) for k in range(90, -3, -1)]
    esper.create_entity(Transform(), Collider(Chain(points), friction=0))
    one = body(shape, 0, 10, velocity=(60 * A_STEP, 0), friction=0)
    run(100)
    assert rigid(one).velocity.x == pytest.approx(60 * A_STEP, rel=0.01)
    assert transform(one).x == pytest.approx(6000, rel=0.01)


def test_a_fast_wheel_rolls_on() -> None:
    clock = physics(gravity=(0, -900))
    wall(0, -10, 40000, 20)
    wheel = disc(0, 16, 16, velocity=(3200, 0), angular_velocity=-200)
    run(120)
    assert rigid(wheel).velocity.x == pytest.approx(3200, rel=0.001)
    assert transform(wheel).x == pytest.approx(6400, rel=0.001)
    assert clock.dropped_motions == 0


@pytest.mark.parametrize("way", [-300, 300])
def test_what_starts_inside_something_may_leave_it(way: float) -> None:
    physics()
    wall(0, 0, 60, 60)
    one = bullet(way, math.copysign(5, way))
    run(3)
    assert abs(transform(one).x) > 30


def test_a_sleeping_body_that_is_hit_moves_in_that_very_step() -> None:
    physics()
    sleeper = disc(60, 0, 10)
    run(60)
    assert not rigid(sleeper).awake
    bullet(92, radius=4, continuous="bullet", restitution=1, mass=1)
    mass = rigid(sleeper).mass
    run(1)
    speed = 2 / (1 + mass) * 92
    assert rigid(sleeper).awake
    assert rigid(sleeper).velocity.x == pytest.approx(speed * A_STEP)
    assert transform(sleeper).x == pytest.approx(60 + speed * 0.5)


# the same everywhere


def gallery(broad_phase: str) -> list[tuple[float, ...]]:
    """What a crowd of bullets in a room full of things does in some steps."""
    rng = np.random.default_rng(5)
    esper.switch_world(f"gallery {broad_phase} {len(esper.list_worlds())}")
    physics(gravity=(0, -300), broad_phase=broad_phase)
    for x, y, w, h in ((-300, 0, 4, 604), (300, 0, 4, 604), (0, -300, 604, 4), (0, 300, 604, 4)):
        wall(x, y, w, h, restitution=0.8)
    for _ in range(8):
        wall(*rng.uniform(-200, 200, 2).tolist(), 60, 3)
    shapes: list[Any] = [Circle(5), Box(8, 12), Capsule(16, 4), [Circle(3), Box(30, 2)]]
    made = [
        body(
            shapes[k % 4],
            *rng.uniform(-250, 250, 2).tolist(),
            velocity=tuple((rng.uniform(-200, 200, 2) * A_STEP).tolist()),
            angular_velocity=float(rng.uniform(-30, 30)),
            continuous="bullet" if k % 3 else "auto",
            restitution=0.9,
        )
        for k in range(16)
    ]
    run(12)
    return [motion(one) for one in made]


def test_the_broad_phases_agree_to_the_bit() -> None:
    first = gallery("quadtree")
    assert gallery("sweep_and_prune") == first
    assert gallery("brute_force") == first
    assert gallery("quadtree") == first


def test_nobody_leaves_the_gallery() -> None:
    for x, y, *_ in gallery("quadtree"):
        assert max(abs(x), abs(y)) < 300


# corners


@pytest.mark.parametrize("restitution", [0, 0.5, 1])
@pytest.mark.parametrize("shape", [Circle(6), Box(12, 12), Capsule(20, 5), [Circle(4), Box(30, 3)]])
@pytest.mark.parametrize("kind", ["dynamic", "kinematic"])
def test_wedges_and_overlapping_walls_come_to_an_end(restitution: float, shape: Any, kind: str) -> None:
    clock = physics(gravity=(0, -900))
    for turn in (0.1, -0.1, 0.2, -0.2):  # a narrow funnel of walls that overlap
        esper.create_entity(
            Transform(math.copysign(25, -turn), 0, math.pi / 2 + turn),
            Collider(Box(600, 4), restitution=restitution),
        )
    wall(0, -200, 400, 40)
    made = [
        body(
            shape, 0, 40 * k, kind=kind, velocity=(50 * k * A_STEP, -400 * A_STEP), angular_velocity=10.0 * k,
            restitution=restitution, continuous="bullet",
        )
        for k in range(3)
    ]  # fmt: skip
    system = next(one for one in clock.systems if isinstance(one, ContinuousSystem))
    for _ in range(8):
        run(1)
        assert system._flight.counts[5] <= constants.MAX_IMPACTS * len(made)
        for one in made:
            assert all(math.isfinite(value) for value in motion(one))
            assert transform(one).y > -220


def test_colliders_may_be_switched_off_between_hits() -> None:
    physics()
    one, block = bullet(100), wall(50, 0, 2, 100)
    collider(block).enabled = False
    run(1)
    assert transform(one).x == pytest.approx(100)
