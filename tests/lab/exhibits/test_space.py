"""Exhibits in space: what they show is right, and the mouse does what it should."""

import math

import numpy as np
import pytest

from ecsphys.lab import open_exhibit
from ecsphys.lab.space.camera import FOCUS
from ecsphys.math2d.vec2 import Vec2
from ecsphys.space3d import Box, Transform3D, geometry
from ecsphys.space3d.math3d.pose import Pose3
from ecsphys.space3d.math3d.quaternion import rotate, rotation_of
from ecsphys.space3d.math3d.vec3 import Vec3


@pytest.fixture
def opened():
    runners = []

    def make(name, **values):
        runners.append(open_exhibit(name, **values))
        return runners[-1]

    yield make
    for runner in runners:
        runner.close()


def drag(runner, start, end):
    assert runner.press(start)
    runner.drag(end)
    runner.release()


# -- camera ----------------------------------------------------------------------------------------------


def test_dragging_the_ground_turns_the_camera_and_the_wheel_moves_it(opened):
    runner = opened("space-octree")
    exhibit = runner.exhibit
    turn, height = exhibit.turn, exhibit.height
    drag(runner, (-340, -300), (-240, -320))
    assert exhibit.turn == pytest.approx(turn - 40.0)
    assert exhibit.height == pytest.approx(height + 8.0)
    eye = exhibit.camera().eye
    runner.scroll((-340, -300), 1.0)
    assert (exhibit.camera().eye - exhibit.target).length < (eye - exhibit.target).length


def test_camera_and_wheel_are_part_of_the_state(opened):
    runner = opened("space-octree")
    runner.play(3)
    drag(runner, (-340, -300), (-240, -320))
    runner.scroll((0, 0), -2.0)
    runner.play(2)
    again = eval(runner.state(), {"open_exhibit": open_exhibit})
    assert again.exhibit.camera() == runner.exhibit.camera()
    again.close()


def test_a_thing_moves_parallel_to_the_picture(opened):
    runner = opened("space-separating-axes")
    exhibit = runner.exhibit
    before, camera = Vec3(*exhibit.a.position), exhibit.camera()
    start = camera.place(before)
    drag(runner, start, start + Vec2(60.0, 40.0))
    after = Vec3(*exhibit.a.position)
    assert camera.place(after) == pytest.approx(start + Vec2(60.0, 40.0), abs=1e-6)
    assert camera.depth_of(after) == pytest.approx(camera.depth_of(before))


def test_the_wheel_turns_the_thing_below_it(opened):
    runner = opened("space-separating-axes")
    exhibit = runner.exhibit
    at = exhibit.camera().place(exhibit.a.position)
    before = exhibit.a.orientation
    runner.scroll(at, 1.0)
    cosine = abs(np.dot(before, exhibit.a.orientation))
    assert 2 * math.degrees(math.acos(min(cosine, 1.0))) == pytest.approx(5.0)


def test_keys_move_things_on_the_ground_as_the_camera_sees_it_and_lift_them(opened):
    runner = opened("space-separating-axes", turn=90)  # the camera looks along -x: right is -z
    exhibit = runner.exhibit
    runner.select_next()
    assert runner.selected == "a"
    before = Vec3(*exhibit.a.position)
    unit = exhibit.camera().depth_of(before) / FOCUS
    runner.nudge((3.0, 0.0))
    assert exhibit.a.position == pytest.approx(before + Vec3(0.0, 0.0, -3.0 * unit))
    exhibit.put("a", Pose3(before, exhibit.a.orientation))
    runner.nudge((0.0, 3.0))
    assert exhibit.a.position == pytest.approx(before + Vec3(-3.0 * unit, 0.0, 0.0))
    exhibit.put("a", Pose3(before, exhibit.a.orientation))
    at = exhibit.place_of("a")
    runner.nudge((0.0, 0.0), 3.0)
    assert exhibit.a.position == pytest.approx(before + Vec3(0.0, 3.0 * unit, 0.0))
    assert exhibit.place_of("a").y > at.y


def test_keys_turn_about_the_vertical_and_tilt_towards_the_camera(opened):
    runner = opened("space-separating-axes", turn=0, a=((0, 0, 0), (1, 0, 0, 0)))
    exhibit = runner.exhibit
    runner.turn(0.3)
    turned = rotate(rotation_of(*exhibit.a.orientation), Vec3(0, 0, 1))
    assert turned == pytest.approx((math.sin(0.3), 0, math.cos(0.3)))
    exhibit.put("a", Pose3((0, 0, 0), (1, 0, 0, 0)))
    runner.turn(0.0, 0.3)  # its top comes nearer
    tilted = rotate(rotation_of(*exhibit.a.orientation), Vec3(0, 1, 0))
    assert tilted == pytest.approx((0, math.cos(0.3), math.sin(0.3)))


def test_keys_move_the_camera_within_its_limits(opened):
    runner = opened("space-octree")
    exhibit = runner.exhibit
    turn, height, zoom = exhibit.turn, exhibit.height, exhibit.zoom
    runner.look(5.0, -5.0, 2.0)
    assert (exhibit.turn, exhibit.height) == pytest.approx((turn + 5.0, height - 5.0))
    assert exhibit.zoom == pytest.approx(0.81 * zoom)
    for _ in range(60):
        runner.look(5.0, 5.0, -1.0)
    assert (exhibit.height, exhibit.zoom) == pytest.approx((89.0, 3.0))
    assert -180.0 <= exhibit.turn <= 180.0


def test_what_keys_do_in_space_is_part_of_the_state(opened):
    runner = opened("space-swept-volumes")
    runner.press(runner.exhibit.place_of("obstacle"))
    runner.release()
    assert runner.selected == "obstacle"
    runner.nudge((8.0, 4.0), 4.0)
    runner.turn(0.2, 0.1)
    runner.look(10.0, 5.0, 1.0)
    again = eval(runner.state(), {"open_exhibit": open_exhibit})
    assert again.exhibit.values == runner.exhibit.values
    again.close()


# -- separating axes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("x", [-3.2, -2.2, -1.5, -0.5])
def test_the_difference_in_space_has_the_distance_of_the_boxes(opened, x):
    runner = opened("space-minkowski-difference")
    runner.set("b", Pose3((x, 1.0, 0.3), runner.exhibit.b.orientation))
    numbers = runner.numbers()
    assert numbers["distance of the origin"] == pytest.approx(numbers["distance of the boxes"], abs=1e-9)
    assert numbers["overlap"] == (x < -1.5)
    assert (numbers["faces of a"], numbers["faces of b"]) == (6, 6) and numbers["faces of both"] == 18
    runner.set("b", Pose3((x, 1.0, 0.3)))
    assert runner.numbers()["faces of both"] == 6
    assert runner.display().items


@pytest.mark.parametrize("x", [-1.2, 0.2, 0.8, 1.4, 2.2])
def test_its_verdict_is_that_of_the_distance(opened, x):
    runner = opened("space-separating-axes", b=((x, 0.9, 0.3), (0.9, 0.3, 0.1, 0.3)))
    exhibit, numbers = runner.exhibit, runner.numbers()
    gap = geometry.distance(Box(2.0, 1.4, 1.6), exhibit.a, Box(1.6, 2.2, 1.2), exhibit.b).distance
    assert numbers["overlap"] == (gap <= 0.0)
    if gap <= 0.0:
        assert numbers["penetration"] == pytest.approx(-gap, abs=1e-9)
        assert numbers["axes tried"] <= 15
    else:
        assert 0.0 < numbers["gap"] <= gap + 1e-9


# -- octree ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [30, 200])
def test_the_octree_finds_the_pairs_of_brute_force(opened, count):
    runner = opened("space-octree", count=count)
    runner.play(20)
    exhibit = runner.exhibit
    low, high = exhibit.places - exhibit.halves, exhibit.places + exhibit.halves
    overlaps = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
    assert runner.numbers()["pairs that overlap"] == np.triu(overlaps, 1).sum()
    assert runner.numbers()["pairs compared"] < count * (count - 1) // 2


def test_a_lower_threshold_makes_more_cells(opened):
    few, many = (opened("space-octree", threshold=k).numbers()["cells"] for k in (24, 2))
    assert many > 2 * few


# -- swept volumes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("mover", ["sphere", "box"])
def test_the_swept_volume_hits_exactly_if_the_cast_does(opened, mover):
    for y in np.linspace(-1.5, 4.0, 23):
        runner = opened("space-swept-volumes", mover=mover, obstacle=((0.6, float(y), 0.2), (1, 0, 0, 0)))
        numbers = runner.numbers()
        assert numbers["hit"] == numbers["swept volume overlaps"]
        assert numbers["sphere around overlaps"] or not numbers["hit"]


def test_the_sphere_around_lies_beside_the_path(opened):
    runner = opened("space-swept-volumes", obstacle=((0.6, 3.6, 0.2), (1, 0, 0, 0)))
    numbers = runner.numbers()
    assert numbers["sphere around overlaps"] and not numbers["hit"]


# -- worlds ----------------------------------------------------------------------------------------------


def test_the_tutorial_scene_begins_without_gravity_and_falls_with_it(opened):
    runner = opened("space-tutorial-scene")
    runner.play(30)
    exhibit = runner.exhibit
    heights = [exhibit.stage.get(body, Transform3D).y for body in exhibit.bodies]
    runner.key("g")
    runner.play(200)
    lower = [exhibit.stage.get(body, Transform3D).y for body in exhibit.bodies]
    assert all(after < before for after, before in zip(lower, heights, strict=True))
    assert all(0.2 < y < 1.0 for y in lower)
    assert len(exhibit.log) == min(exhibit.begun, 12) and exhibit.begun >= 4


def test_a_click_pushes_a_body_away_from_the_mouse(opened):
    runner = opened("space-tutorial-scene")
    exhibit = runner.exhibit
    body = exhibit.bodies[1]
    place = exhibit.stage.get(body, Transform3D).position
    runner.press(exhibit.camera().place(place))
    runner.release()
    runner.play(10)
    moved = exhibit.stage.get(body, Transform3D).position - place
    assert moved.dot(exhibit.camera().axes()[2]) < -0.3  # away from the camera


def test_a_drag_carries_a_body_along(opened):
    runner = opened("space-tutorial-scene", mouse="drag", gravity=True)
    exhibit = runner.exhibit
    body = exhibit.bodies[1]
    camera = exhibit.camera()
    start = camera.place(exhibit.stage.get(body, Transform3D).position)
    assert runner.press(start)
    runner.drag(start + Vec2(0.0, 80.0))
    for _ in range(60):
        runner.step_once()
    assert camera.place(exhibit.stage.get(body, Transform3D).position).y == pytest.approx(
        start.y + 80.0, abs=25
    )
    runner.release()


def test_spawned_bodies_have_names_and_the_oldest_makes_room(opened):
    runner = opened("space-tutorial-scene")
    for _ in range(45):
        runner.key("2")
    assert runner.numbers()["bodies"] == 40
    assert runner.exhibit.names[runner.exhibit.bodies[-1]] == "box 46"


def test_the_character_walks_its_course(opened):
    runner = opened("space-character")
    slopes, heights = [], []
    for _ in range(16 * 60):
        runner.play(1)
        numbers = runner.numbers()
        slopes.append(numbers["slope of the floor"])
        heights.append(numbers["feet above the ground"])
    assert runner.numbers()["laps"] >= 1
    # The steeper ramp is 1.1 high and 2 long.
    assert max(heights) == pytest.approx(1.1, abs=0.002)
    assert max(slopes) == pytest.approx(math.degrees(math.atan2(1.1, 2.0)), abs=0.1)


@pytest.mark.parametrize(("limit", "climbs"), [(0.3, True), (0.2, False)])
def test_the_height_of_steps_decides_whether_it_climbs(opened, limit, climbs):
    runner = opened("space-character", step_height=limit)
    runner.play(260)
    assert (runner.numbers()["feet above the ground"] > 0.7) == climbs


def test_it_jumps(opened):
    runner = opened("space-character", going="stand")
    runner.play(30)
    runner.key("j")
    top = 0.0
    for _ in range(60):
        runner.play(1)
        top = max(top, runner.numbers()["feet above the ground"])
    assert top == pytest.approx(5.0**2 / (2 * 9.81), rel=0.01)


@pytest.mark.parametrize("way", ["left", "right", "away", "near"])
def test_the_character_stays_on_the_floor(opened, way):
    runner = opened("space-character", going=way, speed=6)
    for _ in range(12):
        runner.click("jump")
        runner.play(25)
    assert abs(runner.numbers()["x"]) < 6 and abs(runner.numbers()["z"]) < 6
    assert runner.numbers()["feet above the ground"] > -0.01
