"""Shapes that touch flush are one surface: nothing catches at their seams, and walls on them still stop."""

from __future__ import annotations

import math

import esper
import numpy as np
import pytest

from ecsphys import space3d as s3
from tests.space3d.things import body, motion, physics, run, transform

SLIDERS = {
    "box": s3.Box(1, 0.5, 0.7),
    "sphere": s3.Sphere(0.4),
    "capsule": s3.Capsule.between((-0.4, 0, 0), (0.4, 0, 0), 0.3),
    "hull": s3.Hull([(x, y, z) for x in (-0.5, 0.5) for y in (-0.25, 0.25) for z in (-0.35, 0.35)]),
}
HALF = {"box": 0.25, "sphere": 0.4, "capsule": 0.3, "hull": 0.25}
CORNERS = [(x, y, z) for x in (-1, 1) for y in (-0.5, 0.5) for z in (-1, 1)]


def tiles(kind: str) -> None:
    """A floor whose top is at 0, of tiles of 2 by 2."""
    places = [(2 * i, -0.5, 2 * k) for i in range(-2, 12) for k in (-2, -1, 0, 1, 2)]
    if kind == "bricks":
        places = [(2 * i + (k % 2), -0.5, 2 * k) for i in range(-3, 12) for k in (-2, -1, 0, 1, 2)]
    shape = {"hulls": s3.Hull(CORNERS), "aabbs": s3.AABB(2, 1, 2)}.get(kind, s3.Box(2, 1, 2))
    if kind == "one collider":
        shapes = [s3.Hull([(x + a, y + b, z + c) for a, b, c in CORNERS]) for x, y, z in places]
        esper.create_entity(s3.Transform3D(), s3.Collider3D(shapes, friction=0))
        return
    for x, y, z in places:
        parts = [s3.Body3D("kinematic")] if kind == "kinematic" else []
        esper.create_entity(s3.Transform3D(x, y, z), s3.Collider3D(shape, friction=0), *parts)


@pytest.mark.jit
@pytest.mark.parametrize("velocity", [(1, 0, 0), (3, 0, 0), (6, 0, 1), (3, 0, -1.5), (12, 0, 0)])
@pytest.mark.parametrize("floor", ["boxes", "hulls", "aabbs", "bricks", "one collider", "kinematic"])
@pytest.mark.parametrize("slider", SLIDERS)
def test_a_slider_keeps_its_way_and_its_height(slider, floor, velocity):
    physics((0, -9.81, 0))
    tiles(floor)
    thing = body(SLIDERS[slider], 0, HALF[slider], 0, velocity=velocity, friction=0)
    for _ in range(90):
        run()
        assert motion(thing).velocity == pytest.approx(velocity, abs=1e-3)
        assert transform(thing).y == pytest.approx(HALF[slider], abs=0.006)
    assert abs(motion(thing).angular_velocity) < 1e-3


def test_all_indices_find_the_same_covers():
    states = set()
    for broad_phase in ("octree", "bounding_volume_tree", "sweep_and_prune", "brute_force"):
        esper.switch_world(broad_phase)
        physics((0, -9.81, 0), broad_phase=broad_phase)
        tiles("boxes")
        thing = body(s3.Box(1, 0.5, 0.7), 0.3, 0.6, 0.2, velocity=(4, 0, 0.5), angular_velocity=(0, 2, 0.3))
        run(120)
        m = motion(thing)
        states.add((*transform(thing).position, *m.velocity, *m.angular_velocity))
    assert len(states) == 1


@pytest.mark.parametrize("slider", SLIDERS)
def test_a_wall_on_the_tiles_stops(slider):
    physics((0, -9.81, 0))
    tiles("boxes")
    for z in (-2, 0, 2):
        for y in (0.5, 1.5):
            esper.create_entity(s3.Transform3D(7, y, z), s3.Collider3D(s3.Box(2, 1, 2), friction=0))
    thing = body(SLIDERS[slider], 3, HALF[slider], 0.7, velocity=(4, 0, 0), friction=0)
    run(120)
    assert transform(thing).x < 6.0
    assert abs(motion(thing).velocity.x) < 0.01


@pytest.mark.parametrize("slider", SLIDERS)
def test_the_end_of_a_tunnel_stops(slider):
    """Floor and ceiling adjoin the wall; neither hides it, nor do both."""
    physics((0, -9.81, 0))
    tiles("boxes")
    height = 2 * HALF[slider]
    for x in range(-4, 24, 2):
        for z in (-2, 0, 2):
            esper.create_entity(
                s3.Transform3D(x, height + 0.5, z), s3.Collider3D(s3.Box(2, 1, 2), friction=0)
            )
    for z in (-2, 0, 2):
        esper.create_entity(s3.Transform3D(7, height / 2, z), s3.Collider3D(s3.Box(2, height, 2), friction=0))
    thing = body(SLIDERS[slider], 3, HALF[slider], 0, velocity=(4, 0, 0), friction=0)
    run(120)
    assert transform(thing).x < 6.0


def test_a_low_kerb_stops_a_box():
    physics((0, -9.81, 0))
    tiles("boxes")
    esper.create_entity(s3.Transform3D(7, 0.03, 0), s3.Collider3D(s3.Box(2, 0.06, 8), friction=0))
    thing = body(s3.Box(1, 0.5, 1), 3, 0.25, 0, velocity=(2, 0, 0), friction=0, lock_rotation=True)
    run(120)
    assert transform(thing).x == pytest.approx(5.5, abs=0.02)


def test_a_corner_that_falls_into_a_niche_is_held():
    """Each of floor and walls covers the others there, and none refuses the others' normals."""
    physics((0, -9.81, 0))
    tiles("boxes")
    for x, z, wide, deep in ((7, 0, 2, 10), (3, 5, 10, 2)):
        esper.create_entity(s3.Transform3D(x, 1, z), s3.Collider3D(s3.Box(wide, 2, deep)))
    turn = s3.from_axis_angle((1, 0.4, 0.2), 0.8)
    thing = body(s3.Box(1, 1, 1), 5, 1.5, 3, velocity=(3, -2, 3), turned=turn)
    for _ in range(240):
        run()
        x, y, z = transform(thing).position
        assert x < 5.8 and y > 0.4 and z < 3.8
    assert abs(motion(thing).velocity.y) < 0.01


@pytest.mark.jit
def test_what_falls_on_tiles_lies_as_on_one_box():
    rng = np.random.default_rng(5)
    for k in range(12):
        x, z = rng.uniform(-0.5, 4.5), rng.uniform(-2, 2)
        turn = s3.from_axis_angle(rng.normal(size=3), rng.uniform(0, 3))
        ends = []
        for floor in ("boxes", "one"):
            esper.switch_world(f"{k} {floor}")
            physics((0, -9.81, 0))
            if floor == "boxes":
                tiles(floor)
            else:
                esper.create_entity(s3.Transform3D(0, -0.5, 0), s3.Collider3D(s3.Box(60, 1, 60)))
            thing = body(s3.Box(1, 0.5, 0.7), x, 1.2, z, turned=turn)
            run(240)
            ends.append(transform(thing).y)
            assert abs(motion(thing).velocity.y) < 0.01
        assert min(abs(ends[0] - half) for half in (0.25, 0.35, 0.5)) < 0.006, ends


def test_a_body_of_flush_boxes_slides_on_tiles():
    physics((0, -9.81, 0))
    tiles("boxes")
    parts = [s3.Hull([(x + 0.25 * a, 0.5 * b, 0.35 * c) for a, b, c in CORNERS]) for x in (-0.5, 0, 0.5)]
    thing = body(parts, 0, 0.25, 0, velocity=(3, 0, 0.7), friction=0)
    run(90)
    assert motion(thing).velocity == pytest.approx((3, 0, 0.7), abs=1e-3)
    assert transform(thing).x == pytest.approx(4.5, abs=1e-4)


def test_a_ball_rolls_over_a_floor_of_turned_boxes():
    """A floor of tiles that lie on a slope, as a whole."""
    physics((0, -9.81, 0))
    turn = s3.from_axis_angle((0, 0, 1), -0.3)
    for i in range(12):
        along = 2 * i
        at = (along * math.cos(0.3), -along * math.sin(0.3), 0)
        esper.create_entity(s3.Transform3D(*at, orientation=turn), s3.Collider3D(s3.Box(2, 1, 4), friction=1))
    up = (0.9 * math.sin(0.3), 0.9 * math.cos(0.3))
    thing = body(s3.Sphere(0.4), *up, 0, friction=1)
    run(120)
    speed = 5 / 7 * 9.81 * math.sin(0.3) * 2.0
    assert motion(thing).velocity.length == pytest.approx(speed, rel=0.01)
