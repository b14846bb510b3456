"""What falls lands where it touches: it does not sink in, stop beside what it passes, or turn at a seam."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys.space3d import Body3D, Box, Collider3D, Mesh, Physics3D, Sphere, Transform3D

TOP = [(-10, 0, -10), (10, 0, -10), (10, 0, 10), (-10, 0, 10)]
FLOORS = {
    "box": lambda: (Transform3D(0, -0.5, 0), Collider3D(Box(20, 1, 20))),
    "mesh": lambda: (Transform3D(), Collider3D(Mesh(TOP, [(0, 2, 1), (0, 3, 2)]))),
}
SHAPES = {"ball": Sphere(0.5), "crate": Box(1, 1, 1)}


def world(hertz: float, substeps: int) -> Physics3D:
    physics = Physics3D((0, -10, 0), step=1 / hertz, substeps=substeps)
    esper.add_processor(physics)
    return physics


def fallen(physics: Physics3D, place: Transform3D, seconds: float) -> float:
    """Run; return the lowest height at which a body was."""
    lowest = math.inf
    for _ in range(round(seconds / physics.step)):
        physics.step_once()
        lowest = min(lowest, place.y)
    return lowest


@pytest.mark.parametrize("height", [0.3, 2.0, 10.0])
@pytest.mark.parametrize("hertz, substeps", [(30, 1), (60, 1), (60, 4), (120, 4)])
@pytest.mark.parametrize("floor", FLOORS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("floor_first", [True, False])
def test_what_falls_does_not_sink_in(
    height: float, hertz: float, substeps: int, floor: str, shape: str, floor_first: bool
) -> None:
    physics, place = world(hertz, substeps), Transform3D(0.1, 0.5 + height, 0.2)
    if floor_first:
        esper.create_entity(*FLOORS[floor]())
    esper.create_entity(place, Body3D(), Collider3D(SHAPES[shape]))
    if not floor_first:
        esper.create_entity(*FLOORS[floor]())
    assert fallen(physics, place, math.sqrt(2 * height / 10) + 1) > 0.5 - 0.01  # it was 0.34
    assert place.y == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("gap", [0.001, 0.01, 0.1])
@pytest.mark.parametrize("speed", [0.0, 12.0])
@pytest.mark.parametrize("form", ["box", "mesh"])
def test_what_falls_beside_a_tower_is_not_touched(gap: float, speed: float, form: str) -> None:
    physics, place, body = world(60, 4), Transform3D(1.5 + gap, 20, 0), Body3D(velocity=(0, -speed, 0))
    corners = [(x, y, z) for x in (-1, 1) for y in (0, 12) for z in (-1, 1)]
    sides = [(4, 6, 7), (4, 7, 5), (2, 3, 7), (2, 7, 6)]  # the one beside, and the top
    tower = Collider3D(Box(2, 12, 2) if form == "box" else Mesh(corners, sides), friction=1.0)
    esper.create_entity(Transform3D(0, 6 if form == "box" else 0, 0), tower)
    esper.create_entity(place, body, Collider3D(Box(1, 1, 1), friction=1.0))
    steps = 90
    for _ in range(steps):
        physics.step_once()
    assert body.velocity == pytest.approx((0, -speed - 10 * steps / 60, 0), abs=1e-9)
    assert (place.x, place.z) == pytest.approx((1.5 + gap, 0), abs=1e-9)
    assert body.angular_velocity == (0, 0, 0)


@pytest.mark.parametrize("floor_first", [True, False])
@pytest.mark.parametrize("across", [0.0, 0.5, 0.9])
def test_what_falls_on_the_seam_of_tiles_lands_flat(across: float, floor_first: bool) -> None:
    physics = world(60, 4)
    place, body = Transform3D(0.3 * across, 5.5, 0.2), Body3D()

    def floor() -> None:
        for x in range(-2, 12, 2):
            for z in (-2, 0, 2):
                esper.create_entity(Transform3D(x, -0.5, z), Collider3D(Box(2, 1, 2), friction=0.0))

    if floor_first:
        floor()
    esper.create_entity(place, body, Collider3D(Box(1, 1, 1), friction=0.0))
    if not floor_first:
        floor()
    body.velocity = (5 * across, 0, 0)
    for _ in range(90):  # it lands after 60
        physics.step_once()
        assert body.velocity.y < 0.05
        assert all(abs(turn) < 0.05 for turn in body.angular_velocity)  # contact after contact is solved
        assert body.velocity.x == pytest.approx(5 * across, abs=0.01)
    assert place.y == pytest.approx(0.5, abs=0.01)
    assert place.orientation.w == pytest.approx(1, abs=1e-5)


def test_what_cannot_fall_waits_for_nothing() -> None:
    physics, place = world(60, 4), Transform3D(0, 1, 0)
    esper.create_entity(*FLOORS["box"]())
    body = Body3D(velocity=(0, -3, 0), lock_y=True)
    esper.create_entity(place, body, Collider3D(Sphere(0.5)))
    for _ in range(30):
        physics.step_once()
    assert place.y == 1.0 and body.velocity == (0, 0, 0)
    assert not physics.collisions.of(2)


def test_two_that_fall_meet_between() -> None:
    physics = world(60, 1)
    low, high = Transform3D(0, 10, 0), Transform3D(0, 14, 0)
    esper.create_entity(low, Body3D(velocity=(0, 4, 0)), Collider3D(Sphere(0.5)))
    esper.create_entity(high, Body3D(velocity=(0, -4, 0)), Collider3D(Sphere(0.5)))
    nearest = math.inf
    for _ in range(60):
        physics.step_once()
        nearest = min(nearest, high.y - low.y)
    assert nearest > 1 - 0.006
