"""Continuous collision: fast bodies pass through nothing, and bounce as slow ones do."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.space3d.solver.world import BULLET, KINEMATIC, OFF, STATIC, TinyWorld

SIZE, THICKNESS = 10.0, 0.02


def add_room(world, **surface):
    """Add six thin walls around a cube."""
    for axis in range(3):
        for side in (-1, 1):
            place, size = [0.0, 0.0, 0.0], [SIZE + 1, SIZE + 1, SIZE + 1]
            place[axis], size[axis] = side * SIZE / 2, THICKNESS
            world.add(("box", *size), place, kind=STATIC, **surface)


def shoot(count, steps, seed, spheres_only=False, **surface):
    """Return a world of bodies with random shapes and velocities, after some steps in a room, and how many
    impacts there were.
    """
    rng = np.random.default_rng(seed)
    world = TinyWorld(gravity=(0, 0, 0), sleeping=False, capacity=count + 8)
    add_room(world, **surface)
    for k in range(count):
        r, v = rng.uniform(0.02, 0.3), rng.normal(size=3)
        shape = ("sphere", r) if k % 2 or spheres_only else ("box", *rng.uniform(0.04, 0.6, 3))
        v *= rng.choice([20.0, 200.0, 1500.0]) / np.linalg.norm(v)
        q = rng.normal(size=4)
        world.add(shape, rng.uniform(-4, 4, 3), q / np.linalg.norm(q), vx=v[0], vy=v[1], vz=v[2])
    world._filters["mask"][6:] = 2  # they pass through each other
    world._filters["combined_mask"][6:] = 2
    world._filters["layer"][:6] = 2
    impacts = 0
    for _ in range(steps):
        world.step()
        impacts += len(world.impacts)
        places = np.stack([world.bodies.x, world.bodies.y, world.bodies.z])[:, 6:]
        assert np.abs(places).max() < SIZE / 2, "a body left the room"
    return world, impacts


def test_a_bullet_stops_at_a_thin_wall_without_restitution():
    world = TinyWorld(gravity=(0, 0, 0), sleeping=False)
    add_room(world)
    row = world.add(("sphere", 0.1), vx=1000.0)
    world.step()
    body = world.bodies[row]
    assert body.x == pytest.approx(SIZE / 2 - THICKNESS / 2 - 0.1, abs=1e-4)
    assert body.vx == pytest.approx(0.0, abs=1e-9)
    (impact,) = world.impacts.view(np.recarray)
    assert impact.time == pytest.approx((SIZE / 2 - THICKNESS / 2 - 0.1) / (1000 / 60), rel=1e-4)
    assert (impact.nx, impact.speed) == pytest.approx((-1.0, 1000.0))  # the wall is the smaller entity
    touching = world.contacts.rows["touching"] == 1
    assert world.contacts.manifolds["time"][touching].tolist() == [impact.time]


def test_without_continuous_collision_it_passes():
    world = TinyWorld(gravity=(0, 0, 0), sleeping=False)
    add_room(world)
    row = world.add(("sphere", 0.1), vx=1000.0, continuous=OFF)
    world.step()
    assert world.bodies[row].x > SIZE


@pytest.mark.jit
def test_no_shot_passes_through_a_thin_wall():
    _, impacts = shoot(200, 60, 1, restitution=0.5)
    assert impacts > 1000


@pytest.mark.slow
def test_none_of_a_hundred_thousand_shots_passes():
    impacts = sum(shoot(250, 140, 10 + seed, restitution=1.0, friction=0.0)[1] for seed in range(4))
    assert impacts > 100_000, impacts


@pytest.mark.jit
def test_spheres_with_full_restitution_keep_their_speed():
    world, _ = shoot(60, 30, 2, spheres_only=True, restitution=1.0, friction=0.0)
    speeds = np.linalg.norm([world.bodies.vx, world.bodies.vy, world.bodies.vz], axis=0)[6:]
    wanted = [20.0, 200.0, 1500.0]
    nearest = np.min([np.abs(speeds / v - 1.0) for v in wanted], axis=0)
    assert nearest.max() < 1e-9


def test_bounces_within_a_step_go_on_with_the_rest_of_its_time():
    world = TinyWorld(gravity=(0, 0, 0), sleeping=False)
    add_room(world, restitution=1.0)
    row = world.add(("sphere", 0.1), vx=1200.0, vy=0.0)
    world.step()
    free = SIZE - THICKNESS - 0.2  # from wall to wall
    way = (20.0 + free / 2) % (2 * free)
    wanted = way - free / 2 if way <= free else 1.5 * free - way
    assert world.bodies[row].x == pytest.approx(wanted, abs=1e-3)


def test_auto_sweeps_against_what_is_static_only_and_bullet_against_everything():
    for mode in (1, BULLET):
        world = TinyWorld(gravity=(0, 0, 0), sleeping=False)
        target = world.add(("box", 0.1, 2, 2), (3, 0, 0), mass=1.0)
        row = world.add(("sphere", 0.1), vx=600.0, mass=1.0, continuous=mode)
        world.step()
        if mode == BULLET:
            assert world.bodies.vx == pytest.approx([300.0, 300.0], rel=1e-6)
            assert world.bodies[target].x - world.bodies[row].x == pytest.approx(0.15, abs=1e-6)
            assert world.bodies[target].x > 6.0
        else:
            assert world.bodies[row].x > 9.0
            assert world.bodies[target].vx == 0.0


def test_two_bullets_meet_in_the_middle():
    world = TinyWorld(gravity=(0, 0, 0), sleeping=False)
    for side in (-1, 1):
        world.add(("sphere", 0.1), (side * 3, 0, 0), vx=-side * 600.0, continuous=BULLET, restitution=1.0)
    before = world.momenta()
    world.step()
    assert world.bodies.vx == pytest.approx([-600.0, 600.0])
    assert world.bodies.x[0] < -3.0 and world.bodies.x[1] > 3.0
    np.testing.assert_allclose(world.momenta()[0], before[0], rtol=1e-12)


def test_a_moving_wall_meets_a_bullet_where_they_are_by_then():
    world = TinyWorld(gravity=(0, 0, 0), sleeping=False)
    world.add(("box", 0.1, 4, 4), (5, 0, 0), kind=KINEMATIC, vx=-60.0)
    row = world.add(("sphere", 0.1), vx=240.0, continuous=BULLET, restitution=1.0)
    world.step()
    (impact,) = world.impacts.view(np.recarray)
    assert impact.time == pytest.approx(4.85 / 5.0, rel=1e-4)
    assert world.bodies[row].vx == pytest.approx(-360.0)


def test_a_box_slides_fast_over_seams():
    world = TinyWorld(sleeping=False)
    for k in range(40):
        world.add(("box", 1, 1, 4), (k, -0.5, 0), kind=STATIC, friction=0.0)
    row = world.add(("box", 0.3, 0.3, 0.3), (0, 0.15, 0), vx=50.0, friction=0.0)
    world.run(0.6)
    body = world.bodies[row]
    assert body.x == pytest.approx(30.0, rel=1e-3)
    assert body.y == pytest.approx(0.15, abs=5e-3)


def test_a_ball_that_falls_fast_keeps_its_height():
    world = TinyWorld(sleeping=False)
    world.add(("box", 4, 0.1, 4), kind=STATIC, restitution=1.0)
    row = world.add(("sphere", 0.1), (0, 20.15, 0))
    top = 0.0
    for k in range(6 * 60 * 4):
        world.step()
        body = world.bodies[row]
        if k > 300:
            top = max(top, body.y)
        energy = 10 * (body.y - 0.15) + 0.5 * body.vy**2
        assert energy == pytest.approx(200.0, rel=0.01)
    assert top == pytest.approx(20.15, rel=0.01)


def test_a_wedge_holds_a_bullet():
    world = TinyWorld(gravity=(0, 0, 0), sleeping=False)
    for side in (-1, 1):
        a = 0.5 * side * math.radians(80)
        q = (math.cos(a / 2), 0, 0, math.sin(a / 2))
        world.add(("box", 20, 0.05, 20), (5 * math.cos(a), 5 * math.sin(a), 0), q, kind=STATIC)
    row = world.add(("sphere", 0.1), (8, 0, 0), vx=-2000.0, vy=3.0)
    world.step(3)
    body = world.bodies[row]
    assert body.x > 0.0 and abs(math.atan2(body.y, body.x)) < math.radians(40)
