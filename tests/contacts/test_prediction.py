"""Shapes that pass an edge without a touch are not felt by it."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys import (
    COLLISION_BEGIN,
    Box,
    Capsule,
    Chain,
    Circle,
    Collider,
    Polygon,
    Segment,
    Shape,
    Transform,
)
from ecsphys import geometry as g
from tests.acceptance.support import Recorder, body, physics, rigid, run, transform

# A wall up to x = 0, whose top is at y = 0.
WALLS: dict[str, Shape] = {
    "chain": Chain([(0, 0), (-300, 0), (-600, 0)]),
    "segment": Segment((-600, 0), (0, 0)),
    "box": Box(1200, 2),
}
PLACES = {"chain": (0.0, 0.0), "segment": (0.0, 0.0), "box": (-600.0, -1.0)}
# Shape, x, y, angle and vertical speed in the step before it passes: each was felt by a wall once.
PASSES = [
    (Circle(10), 10.573, 1.167, 0.0, -275.7),
    (Circle(10), 11.085, 1.699, 0.0, -374.5),
    (Circle(10), 10.633, 2.298, 0.0, -190.4),
    (Capsule(40, 10), 11.059, 11.315, 0.0, -459.0),
    (Capsule(40, 10), 10.786, 12.808, 0.0, -212.8),
    (Box(20, 20), 14.559, 0.681, math.pi / 4, -345.9),
    (Box(20, 20), 14.95, 0.145, math.pi / 4, -213.3),
    (Box(40, 2), 21.127, 0.402, 0.1208, -319.4),
    (Box(40, 2), 20.661, 0.013, -0.0061, -327.9),
    (Box(40, 2), 20.43, 1.121, 0.0863, -288.3),
    (Box(0.8331, 0.02777, 0), 1.01094, 0.39238, -1.82924, -10.0),
    (Box(0.8331, 0.02777, 0), 1.01094, 0.39238, -1.82924, -500.0),
    (Box(0.8331, 0.02777, 0), 1.01094, 0.39238, -1.82924, -14901.0),
]


@pytest.mark.filterwarnings("ignore::ecsphys.PhysicsWarning")
@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize(("shape", "x", "y", "angle", "speed"), PASSES)
def test_what_falls_past_an_edge_is_not_felt(
    wall: str, shape: Shape, x: float, y: float, angle: float, speed: float
) -> None:
    physics((0, -900))
    esper.create_entity(Transform(*PLACES[wall]), Collider(WALLS[wall]))
    falling = body(shape, x, y, angle, velocity=(0, speed))
    recorder = Recorder((COLLISION_BEGIN,))
    for step in range(1, 11):
        run(1)
        assert not recorder.log, recorder.log[0][1].point
        assert rigid(falling).velocity == pytest.approx((0, speed - 15 * step))
        assert rigid(falling).angular_velocity == 0
        gap = g.distance(WALLS[wall], (*PLACES[wall], 0), shape, transform(falling).pose).distance
        assert gap > 0.3


CHAIN = Chain([(0, 0), (-27.416248882962016, 147.47321552467582), (-54.83249776592403, 294.94643104935165)])
TRIANGLE = Polygon([(-9.0408, -9.0408), (9.0408, -9.0408), (0, 9.0408)])
# What stands still, what passes it, its pose, velocity and spin, and gravity: found by `tests.fuzz passes`.
TURNS: list[tuple[Shape, Shape, tuple[float, ...], tuple[float, float], float, tuple[float, float]]] = [
    (
        Circle(30, (26.0674, -14.849)), Box(18.4217, 18.4217), (68.9426, -20.63855, 3.54475),
        (1.5415856, -230.622), 19.82145, (500, 300),
    ),
    (
        Circle(30, (23.16813, 19.0588)), TRIANGLE, (41.07965, -16.79682, 0.4914138),
        (176.7069, 198.8257), -15.52836, (0, 0),
    ),
    (
        CHAIN, Box(14.42183, 14.42183), (1.662384, -8.685186, 4.408933),
        (271.9365, -19.08154), 19.21097, (0, 0),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("still", "moving", "pose", "velocity", "spin", "gravity"), TURNS)
def test_a_corner_that_turns_away_is_not_felt(
    still: Shape,
    moving: Shape,
    pose: tuple[float, ...],
    velocity: tuple[float, float],
    spin: float,
    gravity: tuple[float, float],
) -> None:
    """Without its spin it would touch."""
    physics(gravity)
    esper.create_entity(Transform(0, 0), Collider(still))
    turning = body(moving, *pose, velocity=velocity, angular_velocity=spin)
    recorder = Recorder((COLLISION_BEGIN,))
    run(1)
    assert not recorder.log
    assert rigid(turning).angular_velocity == spin


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("shape", [Circle(10), Capsule(40, 10), Box(20, 20), Box(40, 2)])
@pytest.mark.parametrize("spin", [0.0, 1.0])
def test_what_comes_down_on_an_edge_touches_it(wall: str, shape: Shape, spin: float) -> None:
    physics((0, -900))
    esper.create_entity(Transform(*PLACES[wall]), Collider(WALLS[wall]))
    half = shape.bounds((0, 0, 0)).upper.x
    falling = body(shape, half - 2.5, 30, 0, velocity=(0, -100), angular_velocity=spin)
    recorder = Recorder((COLLISION_BEGIN,))
    run(20)
    assert recorder.log
    assert rigid(falling).velocity.x > 0.5 or rigid(falling).angular_velocity != spin


def fall(hz: int, substeps: int, on: str, height: float, shape: Shape) -> tuple[float, int, float]:
    """Let a body fall; return how deep it sinks in, the step of the touch, and how many steps it falls."""
    physics((0, -10), length_unit=1.0, step=1 / hz, substeps=substeps, sleeping=False)
    esper.create_entity(Transform(0, -0.5), Collider(Box(50, 1)))
    if on == "body":
        body(Box(1, 1), 0, 0.5)
    top = 1.0 if on == "body" else 0.0
    falling = body(shape, 0, top + 0.5 + height)
    recorder = Recorder((COLLISION_BEGIN,))
    lowest, begun = 0.0, 0
    for step in range(1, round(hz * (1 + math.sqrt(height / 5)))):
        esper.process(1 / hz)
        lowest = min(lowest, transform(falling).y - top - 0.5)
        if begun == 0 and any(event.has(falling) for event in recorder.of(COLLISION_BEGIN)):
            begun = step
    return -lowest, begun, math.sqrt(2 * height / 10) * hz


@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("hz", [30, 60, 120])
@pytest.mark.parametrize("height", [0.1, 0.3, 0.55, 1.0, 2.0])
@pytest.mark.parametrize("shape", [Circle(0.5), Box(1, 1)])
def test_what_falls_stops_at_the_surface(substeps: int, hz: int, height: float, shape: Shape) -> None:
    """At 30 Hz it moves up to 20 cm in the step in which it arrives; the slop is 5 mm."""
    depth, begun, time = fall(hz, substeps, "floor", height, shape)
    assert depth < 0.006
    assert abs(begun - time) <= 1.5


@pytest.mark.parametrize("height", [0.1, 0.55, 2.0])
def test_what_falls_on_a_body_sinks_in_no_further_than_the_solver_lets_it(height: float) -> None:
    assert fall(30, 4, "body", height, Box(1, 1))[0] < 0.036
