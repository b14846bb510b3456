"""Jumps in space: in the air, off walls, cut launches, and what can be read of a frame's steps."""

from __future__ import annotations

import itertools
import math
import random

import esper
import pytest

from ecsphys.space3d import (
    Body3D,
    Box,
    Capsule,
    CharacterController3D,
    Collider3D,
    Hull,
    Mesh,
    Physics3D,
    Transform3D,
    from_axis_angle,
)

STEP, GRAVITY = 1 / 60, 10.0
HALF, SKIN = 0.9, 0.001


@pytest.fixture
def physics():
    made = Physics3D(gravity=(0, -GRAVITY, 0))
    esper.add_processor(made)
    return made


def fixed(shape, place=(0, 0, 0), **options):
    return esper.create_entity(Transform3D(*place, **options), Collider3D(shape))


def floor():
    return fixed(Box(40, 1, 40), (0, -0.5, 0))


def hero(place=(0, HALF + SKIN, 0), **options):
    controller, transform = CharacterController3D(**options), Transform3D(*place)
    esper.create_entity(transform, Body3D.kinematic(), Collider3D(Capsule(2 * HALF, 0.4)), controller)
    return transform, controller


def run(physics, steps):
    for _ in range(steps):
        physics.step_once()


def test_a_double_jump_at_the_apex_is_twice_as_high(physics):
    floor()
    place, c = hero(air_jumps=1)
    highest = 0.0
    for k in range(60):
        if k in (2, 22, 42):  # the third one waits for a floor, in vain
            c.jump(10 / 3)
        run(physics, 1)
        highest = max(highest, place.y - HALF - SKIN)
    assert highest == pytest.approx(2 * (10 / 3) ** 2 / (2 * GRAVITY), rel=0.01)
    assert c.air_jumps == 1 and not c.can_jump


def test_a_wall_jump_leads_away_from_the_wall_and_keeps_the_speed_along_it(physics):
    floor()
    turn = math.radians(30)
    fixed(Box(1, 20, 20), (1.2, 8, 0), orientation=from_axis_angle((0, 1, 0), turn))
    _, c = hero(wall_jump=4.0)
    run(physics, 2)
    c.jump(5.0)
    c.move((3, 0, 0))
    while not c.on_wall or c.on_floor:
        run(physics, 1)
    assert c.can_jump
    before = c.real_velocity
    c.jump(5.0)
    run(physics, 1)
    away = (-math.cos(turn), 0, math.sin(turn))
    along = (math.sin(turn), 0, math.cos(turn))
    assert c.jumped and c.real_velocity.dot(away) == pytest.approx(4)
    assert c.real_velocity.dot(along) == pytest.approx(before.dot(along), abs=1e-6)
    run(physics, 6)
    assert c.real_velocity.dot(away) == pytest.approx(4)  # the stick does not draw it back at once
    run(physics, 6)
    assert c.real_velocity.x == pytest.approx(3)


def test_without_wall_jump_it_stays(physics):
    floor()
    fixed(Box(1, 20, 20), (1.2, 8, 0))
    _, c = hero(jump_buffer=0.0)
    run(physics, 2)
    c.jump(5.0)
    c.move((3, 0, 0))
    run(physics, 20)
    assert c.on_wall and not c.can_jump
    c.jump(5.0)
    run(physics, 1)
    assert not c.jumped


def test_a_launch_in_the_air_is_cut(physics):
    floor()
    _, c = hero()
    run(physics, 2)
    c.jump(5.0)
    run(physics, 8)
    c.release_jump()
    run(physics, 8)
    c.launch((0, 6, 0))
    run(physics, 2)
    before = c.real_velocity.y
    c.release_jump()
    run(physics, 1)
    assert c.real_velocity.y < 0.55 * before


@pytest.mark.parametrize("steps", [0.4, 1, 3])
def test_a_jump_and_a_landing_are_seen_in_one_frame_each(physics, steps):
    floor()
    _, c = hero()
    run(physics, 2)
    c.jump(2.0)
    seen = []
    for _ in range(int(40 / steps)):
        esper.process(steps * STEP)
        seen += [name for name in ("jumped", "landed") if getattr(c, name)]
    assert seen == ["jumped", "landed"]


# floors and walls


def slopes(rng):
    x, y = 1.0, 0.0
    points = [(-1.0, 0.0), (x, y)]
    for _ in range(4):
        width, steepest = rng.uniform(0.2, 1.2), math.radians(45)
        x, y = x + width, y + width * math.tan(rng.choice([0, 1, -1, rng.uniform(-1, 1)]) * steepest)
        points.append((x, y))
    return [*points, (x + 2, y)]


def build(kind, points):
    if kind == "mesh":
        vertices = [(x, y, z) for x, y in points for z in (-3, 3)]
        quads = [(2 * k, 2 * k + 1, 2 * k + 3, 2 * k + 2) for k in range(len(points) - 1)]
        fixed(Mesh(vertices, [face for a, b, c, d in quads for face in ((a, b, d), (b, c, d))]))
        return
    low = min(y for _, y in points) - 2
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        if kind == "hulls":
            ends = ((ax, low), (bx, low), (bx, by), (ax, ay))
            fixed(Hull([(x, y, z) for z in (-3, 3) for x, y in ends]))
        else:
            length, angle = math.hypot(bx - ax, by - ay), math.atan2(by - ay, bx - ax)
            x, y = (ax + bx) / 2 + 0.5 * math.sin(angle), (ay + by) / 2 - 0.5 * math.cos(angle)
            fixed(Box(length, 1, 6), (x, y, 0), orientation=from_axis_angle((0, 0, 1), angle))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["mesh", "hulls", "boxes"])
def test_what_it_can_walk_on_is_a_floor(physics, kind, seed):
    points = slopes(random.Random(f"{kind} {seed}"))
    build(kind, points)
    place, c = hero()
    end = points[-1][0] - 1
    run(physics, 1)
    for speed, goal in ((5, end), (-5, 0)):
        c.move((speed, 0, 0))
        for _ in range(200):
            run(physics, 1)
            assert c.on_floor and not (c.on_wall or c.on_ceiling or c.crushed)
            if (goal - place.x) * speed < 0:
                break
        assert (goal - place.x) * speed < 0


def test_a_level_that_is_one_mesh_has_walls(physics):
    vertices = [(-5, 0, -5), (5, 0, -5), (5, 0, 5), (-5, 0, 5), (5, 3, -5), (5, 3, 5)]
    level = fixed(Mesh(vertices, [(0, 2, 1), (0, 3, 2), (1, 2, 5), (1, 5, 4)]))
    _, c = hero((3, HALF + SKIN, 0))
    c.move((4, 0, 0))
    run(physics, 60)
    assert c.on_floor and c.on_wall and c.floor_entity == level
    normals = sorted(tuple(round(part, 6) for part in hit.normal) for hit in c.hits)
    assert normals == [(-1, 0, 0), (0, 1, 0)]
