"""Fast bodies that turn, rest, start inside, sleep or get stuck; and the same everywhere."""

from __future__ import annotations

import ast
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import Box, Capsule, Chain, Circle, Collider, Transform, constants
from ecsphys.compile import ENABLED

from .flight import A_STEP, SLOP, bullet, impacts
from .support import body, collider, disc, motion, physics, rigid, run, transform, wall

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


@pytest.mark.jit
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
    for _ in range(8):
        run(1)
        assert impacts(clock) <= (constants.MAX_IMPACTS + constants.MAX_AT_ONCE) * len(made)
        for one in made:
            assert all(math.isfinite(value) for value in motion(one))
            assert transform(one).y > -220


def test_colliders_may_be_switched_off_between_hits() -> None:
    physics()
    one, block = bullet(100), wall(50, 0, 2, 100)
    collider(block).enabled = False
    run(1)
    assert transform(one).x == pytest.approx(100)


def test_another_process_and_plain_python_agree() -> None:
    """Plain Python does the same to rounding; where libm does the same, to the bit."""
    code = (
        "import sys; from tests.acceptance.test_continuous_bodies import gallery; "
        "print([list(map(float, row)) for row in gallery('quadtree')])"
    )
    root = Path(__file__).parents[2]
    mine = gallery("quadtree")
    for mode in ("1", "0") if ENABLED else ("0",):
        environment = {**os.environ, "ECSPHYS_JIT": mode, "PYTHONPATH": str(root)}
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        theirs = ast.literal_eval(done.stdout)
        if mode == "1" or not ENABLED:
            assert theirs == [list(row) for row in mine]
        else:
            assert np.array(theirs[:3]) == pytest.approx(np.array(mine[:3]), rel=1e-3, abs=1e-3)
