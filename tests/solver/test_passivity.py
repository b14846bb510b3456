"""Joints of all types as one tree, and the budget that keeps islands with joints from gaining energy."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ecsphys import (
    Box,
    Circle,
    DistanceJoint,
    GearJoint,
    MotorJoint,
    Physics,
    PrismaticJoint,
    PulleyJoint,
    RevoluteJoint,
    RigidBody,
    WeldJoint,
    WheelJoint,
)
from tests.acceptance.support import body, collider, physics, rigid, run, speed, transform
from tests.fuzz.energy import judged
from tests.fuzz.energy_oracle import GAIN
from tests.fuzz.runner import own_world

from .joint_scenes import GRAVITY, assert_kept, energy, join, link, momentum, new_physics, samples

MAKE: dict[str, Callable[[int | None, int, tuple[float, float]], Any]] = {
    "hinge": lambda a, b, p: RevoluteJoint(a, b, anchor=p, limits=(-0.4, 0.6)),
    "weld": lambda a, b, p: WeldJoint(a, b, anchor=p),
    "slide": lambda a, b, p: PrismaticJoint(a, b, anchor=p, axis=(1, 2), limits=(-0.2, 0.3)),
    "wheel": lambda a, b, p: WheelJoint(a, b, anchor=p, axis=(0, 1), limits=(-0.1, 0.1)),
}


def grow(made: Physics, seed: int, kinds: list[str], heavy: float = 1.0, held: bool = True) -> list[int]:
    """A random tree of two to ten boxes, the last one `heavy` times as heavy as it is large."""
    rng = random.Random(seed)
    count = rng.choice((2, 3, 4, 6, 10))
    at = [(rng.uniform(-2, 2), rng.uniform(-2, 2)) for _ in range(count)]
    bodies = []
    for k, (x, y) in enumerate(at):
        part = link(x, y, Box(rng.uniform(0.2, 0.6), rng.uniform(0.2, 0.6)), angle=rng.uniform(-3, 3))
        bodies.append(part)
        parent = None if k == 0 else rng.randrange(k)
        if parent is None and held:
            join(RevoluteJoint(None, part, anchor=(x, y + 0.2)))
        elif parent is not None:
            middle = 0.5 * (at[parent][0] + x), 0.5 * (at[parent][1] + y)
            join(MAKE[rng.choice(kinds)](bodies[parent], part, middle))
    made.settle()  # which gives bodies their masses
    rigid(bodies[-1]).mass *= heavy
    return bodies


@pytest.mark.jit
@pytest.mark.parametrize("kinds", [["hinge"], ["weld"], ["slide"], ["wheel"], [*MAKE]])
@pytest.mark.parametrize(("rate", "heavy"), [(60.0, 1.0), (60.0, 100.0), (30.0, 10.0)])
def test_trees_gain_no_energy(kinds: list[str], rate: float, heavy: float) -> None:
    for seed in range(6):
        made = new_physics(rate)
        bodies = grow(made, seed, kinds, heavy)
        falls = sum(rigid(entity).mass for entity in bodies) * GRAVITY * 4.0
        found = samples(made, 3.0, lambda bodies=bodies: energy(bodies))
        growth = (found - np.minimum.accumulate(found)).max()
        # The energy of a swing, read at the end of a sub-step, goes up and down by half its work in one.
        assert growth < 0.02 * falls, (seed, growth / falls)


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(6))
def test_free_trees_keep_their_momenta(seed: int) -> None:
    made = new_physics(60.0, gravity=0.0)
    bodies = grow(made, seed, [*MAKE], held=False)
    for k, entity in enumerate(bodies):
        rigid(entity).velocity, rigid(entity).angular_velocity = (k - 1.0, 0.5 * k), 3.0 - k
    samples(made, 0.1, lambda: 0.0)
    before = momentum(bodies)
    samples(made, 2.0, lambda: 0.0)
    assert_kept(before, bodies)


def test_a_welded_beam_bends_by_nothing() -> None:
    """Twenty boxes that stand out from a wall: one joint at a time, they fold or explode."""
    new_physics(60.0)
    beam = [link(0.5 + k, 0.0, Box(1.0, 0.4)) for k in range(20)]
    for k, entity in enumerate(beam):
        join(WeldJoint(beam[k - 1] if k else None, entity, anchor=(float(k), 0.0)))
    run(120)
    assert transform(beam[-1]).y == pytest.approx(0.0, abs=0.02)
    assert max(speed(entity) for entity in beam) < 1e-3


@pytest.mark.parametrize("torque", [10.0, 1e3, 1e5])
def test_in_a_tree_a_motor_stops_at_its_limit(torque: float) -> None:
    new_physics(60.0, gravity=0.0)
    arm, tip = link(1.0, 0.0, Box(2.0, 0.2)), link(3.0, 0.0, Box(2.0, 0.2))
    joint = RevoluteJoint(
        None, arm, anchor=(0, 0), limits=(-1.0, 1.0), motor_speed=20.0, max_motor_torque=torque
    )
    join(joint)
    join(WeldJoint(arm, tip, anchor=(2.0, 0.0)))
    run(120)
    assert transform(arm).angle == pytest.approx(1.0, abs=0.01)


def test_in_a_tree_a_weak_motor_gives_all_it_has() -> None:
    """The torque of the motor and the inertia about the hinge give the acceleration."""
    made = new_physics(60.0, gravity=0.0)
    arm, tip = link(1.0, 0.0, Box(2.0, 0.2)), link(3.0, 0.0, Box(2.0, 0.2))
    join(RevoluteJoint(None, arm, anchor=(0, 0), motor_speed=100.0, max_motor_torque=2.0))
    join(WeldJoint(arm, tip, anchor=(2.0, 0.0)))
    run(60)
    before = rigid(arm).angular_velocity
    run(60)
    inertia = sum(
        rigid(entity).inertia + rigid(entity).mass * transform(entity).position.length ** 2
        for entity in (arm, tip)
    )
    gained = rigid(arm).angular_velocity - before
    assert gained == pytest.approx(2.0 / inertia * 60 * made.step, rel=0.005)


def test_in_a_tree_a_spring_has_its_frequency() -> None:
    """A slide with a spring, welded to a second body: both swing as one mass on it."""
    made = new_physics(120.0, gravity=0.0)
    cart, rider = link(0.5, 0.0, Box(0.5, 0.5)), link(0.5, 1.0, Box(0.5, 0.5))
    join(PrismaticJoint(None, cart, anchor=(0.5, 0.0), axis=(1, 0), hertz=2.0, target_translation=-0.5))
    join(WeldJoint(cart, rider, anchor=(0.5, 0.5)))
    found = samples(made, 2.0, lambda: transform(cart).x)
    # The spring is that of the cart alone at 2 Hz; with the rider it moves twice the mass.
    crossings = np.flatnonzero(np.diff(np.sign(found)) != 0)
    measured = 0.5 / (np.mean(np.diff(crossings)) * made.step)
    assert measured == pytest.approx(2.0 / math.sqrt(2.0), rel=0.02)


def test_gears_on_axles_turn_as_their_ratio_says() -> None:
    new_physics(60.0, gravity=0.0)
    small, large = link(0.0, 0.0, Box(0.5, 0.5)), link(2.0, 0.0, Box(1.0, 1.0))
    join(RevoluteJoint(None, small, anchor=(0, 0)))
    join(RevoluteJoint(None, large, anchor=(2, 0)))
    join(GearJoint(small, large, ratio=-2.0))
    rigid(small).angular_velocity = 4.0
    run(60)
    assert rigid(small).angular_velocity == pytest.approx(-2.0 * rigid(large).angular_velocity, rel=1e-6)


def test_a_rope_is_bounded_where_it_ends() -> None:
    """Ropes of a tree are limits: they hold while they pull, and let go."""
    new_physics(60.0)
    first, second = link(0.0, -1.0), link(0.0, -2.0)
    join(DistanceJoint(None, first, anchor_a=(0, 0), max_length=1.5))
    join(DistanceJoint(first, second, max_length=1.5))
    run(300)
    assert transform(first).y == pytest.approx(-1.5, abs=1e-3)
    assert transform(second).y == pytest.approx(-3.0, abs=1e-3)
    rigid(second).velocity = (0.0, 5.0)
    run(10)
    assert transform(second).y > -2.7


@pytest.mark.parametrize("locks", [{"lock_y": True}, {"lock_x": True, "lock_y": True}])
def test_a_locked_body_at_a_wall_and_a_floor_stays(locks: dict[str, bool]) -> None:
    """Levers that are rounding errors gave an impulse along a locked axis a mass of 1e33."""
    made = physics((0.0, -900.0))
    body(Box(20, 400), -19.95, 0.0, kind="static")
    body(Box(400, 20), 0.0, -29.95, kind="static")
    slider = body(Box(20, 40), 0.0, 0.0, angle=1e-4, **locks)
    run(120)
    assert made.lost == ()
    assert speed(slider) < 100.0 and abs(rigid(slider).angular_velocity) < 10.0


@pytest.mark.jit
def test_what_swings_freely_is_never_braked() -> None:
    """A double pendulum keeps its energy to a thousandth of its fall."""
    made = new_physics(120.0)
    upper, lower = link(1.0, 0.0, Box(2.0, 0.1)), link(3.0, 0.0, Box(2.0, 0.1))
    join(RevoluteJoint(None, upper, anchor=(0, 0)))
    join(RevoluteJoint(upper, lower, anchor=(2, 0)))
    run(1)
    falls = sum(rigid(entity).mass for entity in (upper, lower)) * GRAVITY * 4.0
    start = energy([upper, lower])
    found = samples(made, 10.0, lambda: energy([upper, lower]))
    assert np.abs(found - start).max() < 0.02 * falls


def test_a_kinematic_driver_is_no_gain() -> None:
    """What moves by itself may give a machine all the energy that it wants."""
    new_physics(60.0, gravity=0.0)
    crank = body(Box(1.0, 0.2), 0.0, 0.0, kind="kinematic", angular_velocity=5.0, mask=0)
    rod = link(1.5, 0.0, Box(2.0, 0.2))
    join(RevoluteJoint(crank, rod, anchor=(0.5, 0.0)))
    join(WeldJoint(rod, link(2.5, 0.3, Box(0.3, 0.3)), anchor=(2.5, 0.15)))
    run(120)
    assert speed(rod) > 1.0
    assert isinstance(rigid(crank), RigidBody)


@pytest.mark.parametrize("kind", ["hinge", "slide", "wheel"])
def test_a_limit_that_bears_a_load_may_be_taken_away(kind: str) -> None:
    """What it bore is forgotten: it was an impulse at an infinite distance."""
    made = new_physics(60.0)
    upper, lower = link(0.5, 0.0, Box(1.0, 0.2)), link(1.5, 0.0, Box(1.0, 0.2))
    join(RevoluteJoint(None, upper, anchor=(0, 0), limits=(-0.1, 0.1)))
    joint = {
        "hinge": RevoluteJoint(upper, lower, anchor=(1, 0), limits=(-0.1, 0.1)),
        "slide": PrismaticJoint(upper, lower, anchor=(1, 0), axis=(0, 1), limits=(-0.1, 0.1)),
        "wheel": WheelJoint(upper, lower, anchor=(1, 0), axis=(0, 1), limits=(-0.1, 0.1)),
    }[kind]
    join(joint)
    run(60)
    joint.limits = None
    run(30)
    assert made.lost == ()
    assert speed(lower) < 10.0
    assert transform(lower).y < -0.3  # it falls


def test_what_a_spring_and_a_motor_did_is_forgotten_with_them() -> None:
    made = new_physics(60.0, gravity=0.0)
    cart, rider = link(0.5, 0.0, Box(0.5, 0.5)), link(0.5, 1.0, Box(0.5, 0.5))
    slide = PrismaticJoint(None, cart, anchor=(0.5, 0.0), axis=(1, 0), hertz=2.0, target_translation=2.0)
    join(slide)
    hinge = RevoluteJoint(cart, rider, anchor=(0.5, 0.5), motor_speed=5.0, max_motor_torque=1.0)
    join(hinge)
    run(10)
    slide.hertz, hinge.max_motor_torque = 0.0, 0.0
    run(1)
    before = energy([cart, rider], 0.0)
    run(120)
    assert made.lost == ()
    assert energy([cart, rider], 0.0) == pytest.approx(before, rel=0.01)


def test_a_taut_rope_that_something_heavy_hits_stays_whole() -> None:
    """Straight between two walls it cannot give way: the impulses that tried must not start the next pass."""
    made = new_physics(60.0)
    parts = [link(0.5 + k, 0.0, Box(1.0, 0.1), density=0.1) for k in range(8)]
    for k in range(9):
        a, b = (parts[k - 1] if k else None), (parts[k] if k < 8 else parts[7])
        join(RevoluteJoint(a if k < 8 else None, b, anchor=(float(k), 0.0)))
    ball = body(Box(1.0, 1.0), 4.0, 1.5, density=20.0, velocity=(0.0, -30.0))
    for part in parts:
        collider(part).mask = 0xFFFF
        collider(part).layer = 2
    run(120)
    assert made.lost == ()
    assert max(speed(entity) for entity in [*parts, ball]) < 60.0


@pytest.mark.parametrize(
    ("light", "heavy", "ratio"), [(0.04, 88.0, 0.5), (0.024, 1.56, 1.0), (0.1, 1.0, 2.0)]
)
def test_a_rope_that_ends_at_its_wheel_gives_nothing(light: float, heavy: float, ratio: float) -> None:
    """A heavy body pulls a light one through its wheel, where the rope has no direction."""
    made = new_physics(60.0)
    first, second = link(0.0, -1.0, Box(0.2, 0.2), angle=0.3), link(1.0, -1.2, Box(0.3, 0.3))
    join(PulleyJoint(first, second, ground_a=(0, 0), ground_b=(1, 0), ratio=ratio))
    made.settle()
    rigid(first).mass, rigid(second).mass = light, heavy
    found = samples(made, 3.0, lambda: energy([first, second]))
    growth = (found - np.minimum.accumulate(found)).max()
    assert growth < 0.01 * (light + heavy) * GRAVITY * 4.0
    assert transform(second).y > -1.3 - 1.5 / ratio  # the wheel holds it


def test_a_pulley_of_free_bodies_is_held_by_its_wheels() -> None:
    """Its budget is that of what the world holds: momentum is no reason to keep a speed."""
    made = new_physics(30.0)
    first, second = link(0.0, -0.3, Box(0.2, 0.2)), link(1.2, -2.4, Box(0.4, 0.4), density=20.0)
    join(PulleyJoint(first, second, ground_a=(0, 0), ground_b=(1.2, 0)))
    found = samples(made, 3.0, lambda: energy([first, second]))
    growth = (found - np.minimum.accumulate(found)).max()
    assert growth < 0.01 * rigid(second).mass * GRAVITY
    assert made.lost == ()


def bridge_with_balls(count: int) -> list[int]:
    """A bridge of planks, level between two walls, that balls drop on."""
    planks = [body(Box(1.0, 0.25), k + 0.5, 0.0, density=20.0) for k in range(count)]
    for k in range(count + 1):
        a, b = (planks[k - 1] if k else None), (planks[k] if k < count else planks[-1])
        join(RevoluteJoint(a if k < count else None, b, anchor=(float(k), 0.0)))
    balls = [body(Circle(0.5), 3.0 + 2.5 * k, 2.0, density=20.0) for k in range(count // 4)]
    return [*planks, *balls]


@pytest.mark.jit
@pytest.mark.parametrize(("rate", "substeps"), [(60.0, 4), (120.0, 1)])
def test_a_bridge_that_has_sunk_is_not_lifted(rate: float, substeps: int) -> None:
    """What rests on taut planks lifted them, level by level: their gaps closed for nothing."""
    made = new_physics(rate, substeps=substeps, sleeping=False)
    bodies = bridge_with_balls(12)
    run(1)
    found = samples(made, 3.0, lambda: energy(bodies))
    growth = (found - np.minimum.accumulate(found)).max()
    assert growth < 0.01 * (found[0] - found.min())


@pytest.mark.jit
@pytest.mark.parametrize("ratio", [10.0, 100.0, 1000.0])
@pytest.mark.parametrize(("count", "at"), [(10, 4.0), (3, 1.5), (10, 6.3)])
def test_a_taut_bridge_does_not_lift_what_has_fallen_on_it(ratio: float, count: int, at: float) -> None:
    """Pulled tight under its load, it lifted that by up to a fifth of the fall. Now it sags: what is left of
    gaps stays open.
    """
    made = new_physics(60.0)
    planks = [body(Box(1.0, 0.25), k + 0.5, 0.0, can_sleep=False) for k in range(count)]
    for k, (a, b) in enumerate(itertools.pairwise([None, *planks, None])):
        join(RevoluteJoint(a, b, anchor=(float(k), 0.0)))
    load = body(Circle(0.3), at, 1.425, can_sleep=False)
    made.settle()
    rigid(load).mass = ratio * rigid(planks[0]).mass
    found = samples(made, 4.0, lambda: energy([*planks, load]))
    fall = rigid(load).mass * GRAVITY
    assert (found - np.minimum.accumulate(found)).max() < 0.015 * fall
    assert transform(load).y > 0.425 - 0.015 * count - 0.02


@pytest.mark.jit
@pytest.mark.parametrize("torque", [20.0, 1e6, math.inf])
@pytest.mark.parametrize("kind", ["hinge", "slide", "two hinges"])
def test_a_motor_that_turns_round_leaves_its_limit(kind: str, torque: float) -> None:
    """A flipper: it lay at its limit for good, with the push of the motor that had brought it there."""
    new_physics(60.0, gravity=0.0)
    arm = link(0.5, 0, Box(1, 0.2))
    base = link(-0.5, 0, Box(1, 0.2)) if kind == "two hinges" else None
    if base is not None:
        join(RevoluteJoint(None, base, anchor=(-1, 0), limits=(0.0, 0.0)))
    joint: Any
    if kind == "slide":
        joint = join(PrismaticJoint(None, arm, anchor=(0, 0), axis=(0, 1), limits=(0.0, 1.0)))
        joint.max_motor_force = torque
    else:
        joint = join(RevoluteJoint(base, arm, anchor=(0, 0), limits=(0.0, 1.0)))
        joint.max_motor_torque = torque
    for _ in range(3):
        for way, end in ((-8.0, 0.0), (8.0, 1.0)):
            joint.motor_speed = way
            run(60)
            value = joint.translation if kind == "slide" else joint.angle
            assert value == pytest.approx(end, abs=0.005)


@pytest.mark.jit
@pytest.mark.parametrize("count", [3, 8, 15])
def test_motor_joints_without_a_bound_hold_like_welds(count: int) -> None:
    """One after the other they gained ten times the energy of what hit them; their springs give back what
    they took.
    """
    made = new_physics(240.0, gravity=0.0, sleeping=False)
    row = [body(Box(40, 20), 42.0 * k, 0.0) for k in range(count)]
    for a, b in itertools.pairwise(row):
        join(MotorJoint(a, b))
    balls = [body(Circle(10), 42.0 * k, 60.0 + 60 * k, density=3, velocity=(20, -300)) for k in (0, 2)]
    run(1, 1 / 240)
    before = momentum([*row, *balls])
    found = samples(made, 3.0, lambda: energy([*row, *balls], 0.0))
    assert found.max() < (1.0 + 1e-9) * found[0]
    assert_kept(before, [*row, *balls])
    ends = [transform(row[0]).angle, transform(row[-1]).angle]
    assert math.remainder(ends[1] - ends[0], math.tau) == pytest.approx(0.0, abs=0.01)


@pytest.mark.jit
def test_motor_joints_in_a_tree_reach_what_they_aim_at() -> None:
    new_physics(60.0, gravity=0.0, sleeping=False)
    row = [body(Box(40, 20), 42.0 * k, 0.0) for k in range(4)]
    join(RevoluteJoint(None, row[0], anchor=(-20, 0)))
    join(MotorJoint(row[0], row[1], offset=(50, 5), angle=0.2))
    join(MotorJoint(row[1], row[2], linear_velocity=(3, 0)))
    join(MotorJoint(row[2], row[3], angular_velocity=0.5, offset=(42, 0)))
    run(60)
    gap = transform(row[1]).position - transform(row[0]).position
    assert gap.rotated(-transform(row[0]).angle) == pytest.approx((50, 5), abs=0.05)
    assert transform(row[1]).angle - transform(row[0]).angle == pytest.approx(0.2, abs=1e-3)
    gap = transform(row[2]).position - transform(row[1]).position
    assert gap.rotated(-transform(row[1]).angle).x == pytest.approx(45, abs=0.1)
    assert rigid(row[3]).angular_velocity - rigid(row[2]).angular_velocity == pytest.approx(0.5, abs=1e-3)


@pytest.mark.jit
def test_a_heavy_cart_on_light_wheels_is_not_lifted_by_what_has_stopped_it() -> None:
    """The impulses that stopped it lasted, and what they lifted was never paid; where velocities are scaled
    down, springs remembered the speed of before, and gave its work once more.
    """
    made = new_physics(60.0, substeps=1, sleeping=False)
    chassis = body(Box(2.0, 0.5), 0.0, 1.2, density=30.0)
    wheels = [body(Circle(0.35), x, 0.8) for x in (-0.8, 0.8)]
    body(Box(200, 4), 0.0, -2.0, kind="static")
    for wheel, x in zip(wheels, (-0.8, 0.8), strict=True):
        springy = {"hertz": 3.0, "damping_ratio": 0.7, "limits": (-0.15, 0.15)}
        join(WheelJoint(chassis, wheel, anchor=(x, 0.8), axis=(0, 1), **springy))
    found = samples(made, 3.0, lambda: transform(chassis).y)
    low = int(np.argmin(found[:40]))
    assert found[low:].max() < found[low] + 0.2  # the way of its springs


def test_a_weld_that_rests_is_not_lifted_by_its_drift() -> None:
    """The clearest of all seeds: its machine stood still with nothing left to spend, and rose."""
    with own_world("a weld at rest"):
        assert judged(146).gain < GAIN


@pytest.mark.parametrize("slow", [0.002, 0.05])
def test_what_the_game_moves_is_lifted(slow: float) -> None:
    """A winch, slow or fast, lifts what rests: gaps that the game makes are closed against any weight."""
    new_physics(60.0)
    load, upper = link(0.0, -5.0, density=50.0), link(0.0, -1.0)
    join(RevoluteJoint(None, upper, anchor=(0, 0)))
    rope = DistanceJoint(upper, load)
    join(rope)
    run(60)
    for _ in range(60):
        rope.length -= slow
        run(1)
    run(120)
    assert transform(load).y == pytest.approx(-5.0 + 60 * slow, abs=0.01)


def test_what_a_teleport_tears_comes_back() -> None:
    new_physics(60.0)
    first, second = link(0.0, -1.0), link(0.0, -2.0, density=20.0)
    join(DistanceJoint(None, first, anchor_a=(0, 0)))
    join(DistanceJoint(first, second))
    run(60)
    transform(second).position = (0.0, -2.3)
    run(120)
    assert transform(second).y == pytest.approx(-2.0, abs=0.01)


@pytest.mark.jit
@pytest.mark.parametrize("joined", ["rod", "weld"])
@pytest.mark.parametrize("substeps", [1, 4])
def test_a_machine_slides_down_a_slope_as_one_body_does(joined: str, substeps: int) -> None:
    """Held back from climbing in a sub-step, it would stand: friction takes what it has not slid yet."""
    new_physics(60.0, substeps=substeps, sleeping=False)
    tilt, friction = math.radians(40), 0.5
    c, s = math.cos(tilt), math.sin(tilt)
    body(Box(400, 2), -s, -c, -tilt, kind="static", friction=friction)
    boxes = [body(Box(1, 1), 0.5 * s + c * at, 0.5 * c - s * at, -tilt, friction=friction) for at in (0, 1.5)]
    join(WeldJoint(*boxes) if joined == "weld" else DistanceJoint(*boxes))
    run(120)
    way = math.hypot(transform(boxes[0]).x - 0.5 * s, transform(boxes[0]).y - 0.5 * c)
    assert way == pytest.approx(0.5 * GRAVITY * (s - friction * c) * 4.0, rel=0.02)
