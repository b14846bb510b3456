"""No body is passed through by walls that cannot be pushed, or goes through plates as light as a feather."""

from __future__ import annotations

import math
import random

import pytest

from ecsphys import Box, Circle, Segment
from tests.acceptance.flight import A_STEP
from tests.acceptance.support import body, disc, physics, rigid, run, transform, wall


@pytest.mark.parametrize(
    ("seed", "friction"),
    [(186, 1), (311, 1), (82, 0.5), (106, 0.5), (92, 0), (106, 0), (122, 0), (149, 0), (187, 0), (371, 0)],
)
def test_a_moving_wall_pushes_a_box_that_rattles_on_it(seed: int, friction: float) -> None:
    """Without restitution, both its corners touch again and again at nearly the same moment."""
    rng = random.Random(seed)
    clock = physics()
    speed = rng.uniform(500, 4000)
    segment = Segment((-300, 0), (300, 0))
    pusher = body(segment, kind="kinematic", velocity=(0, speed), continuous="bullet", friction=friction)
    shape, angle = Box(rng.uniform(6, 30), rng.uniform(4, 12)), rng.uniform(-3, 3)
    height = -shape.bounds((0, 0, angle)).lower.y
    y, velocity = (
        height + rng.choice([0.0, rng.uniform(0, 40)]),
        (rng.uniform(-300, 300), rng.uniform(-300, 300)),
    )
    spin = rng.choice([0, rng.uniform(-10, 10)])
    options = {"continuous": "bullet", "friction": friction}
    box = body(shape, 0, y, angle, velocity=velocity, angular_velocity=spin, **options)
    for _ in range(6):
        run(1)
        assert transform(box).y > transform(pusher).y
        assert clock.dropped_motions == 0


@pytest.mark.parametrize(("pusher", "spin"), [("auto", 0), ("bullet", 0), ("bullet", 0.4)])
def test_a_wall_carries_what_has_spent_its_impacts(pusher: str, spin: float) -> None:
    """A ball between two close walls bounces until it has no impacts left; then the third one arrives."""
    clock = physics()
    wall(-9, 0, 2, 400)
    wall(9, 0, 2, 400)
    ball = disc(0, 0, 4, velocity=(3000 * A_STEP, 0), restitution=1, friction=0, continuous="bullet")
    options = {"continuous": pusher, "angular_velocity": spin * A_STEP, "friction": 0}
    lift = body(Box(14, 2), 0, -30, kind="kinematic", velocity=(0, 60 * A_STEP), **options)
    run(1)
    assert clock.dropped_motions > 0
    c, s = math.cos(transform(lift).angle), math.sin(transform(lift).angle)
    above = c * (transform(ball).y - transform(lift).y) - s * (transform(ball).x - transform(lift).x)
    assert above == pytest.approx(5, abs=0.5)
    assert abs(transform(ball).x) < 8


def test_what_a_wall_carries_stops_at_a_static_body() -> None:
    physics()
    wall(-9, 0, 2, 400)
    wall(9, 0, 2, 400)
    wall(0, 60, 40, 2)
    ball = disc(0, 0, 4, velocity=(3000 * A_STEP, 0), restitution=1, friction=0, continuous="bullet")
    body(Box(14, 2), 0, -30, kind="kinematic", velocity=(0, 400 * A_STEP), friction=0)
    run(1)
    assert transform(ball).y == pytest.approx(55, abs=0.5)


@pytest.mark.parametrize("mass", [0.001, 1, 1000])
def test_a_bullet_inside_a_plate_goes_no_deeper(mass: float) -> None:
    """The solver's springs let such a fast one through in its first sub-step."""
    physics()
    plate = body(Box(600, 5), mass=mass, inertia=1e9)
    bullet = body(Circle(0.5), 20, 1, velocity=(3000 * A_STEP, -3000 * A_STEP), continuous="bullet")
    run(1)
    assert transform(bullet).y - transform(plate).y == pytest.approx(1, abs=0.5)
    assert rigid(bullet).velocity.y - rigid(plate).velocity.y == pytest.approx(0, abs=5)


def test_a_long_plate_meets_with_its_ends_what_it_overlaps_already() -> None:
    """Its own middle says nothing about what is at its ends; so the small body is swept against it."""
    physics()
    plate = body(Box(800, 1), 0, 0, kind="kinematic", velocity=(0, 3000), continuous="bullet")
    small = disc(350, 4.2, 4, mass=1)
    for _ in range(4):
        run(1)
        assert transform(small).y > transform(plate).y


@pytest.mark.parametrize("speed", [0, 5, 40])
def test_what_is_never_swept_does_not_overtake_a_bullet(speed: float) -> None:
    """The slower one is swept, though it is slow."""
    physics()
    slow = disc(0, 0, 10, velocity=(speed * A_STEP, 0), continuous="bullet", can_sleep=False)
    chaser = disc(-60, 0, 10, velocity=(300 * A_STEP, 0), continuous="off")
    for _ in range(3):
        run(1)
        assert transform(chaser).x < transform(slow).x
