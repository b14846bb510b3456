"""No body is passed through by walls that cannot be pushed, or goes through plates as light as a feather."""

from __future__ import annotations

import math
import random

import pytest

from ecsphys import Box, Chain, Circle, Segment
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


def test_a_plate_slides_on_along_a_chain() -> None:
    """The spin that rounding errors leave to a flat plate is no impact with the neighbour of its segment."""
    clock = physics(gravity=(0, 0))
    angle = 1.9364632676808062
    x, y = math.cos(angle), math.sin(angle)
    points = [(4448.4, 0), (2669.1, 0), (889.7, 0), (-889.7, 0), (-2669.1, 0), (-4448.4, 0)]
    body(Chain(points), 300000, 300000, angle, kind="static", friction=0)
    start = 300308.2401033662, 299194.8803402078
    plate = body(
        Segment((-36.076, 0), (36.076, 0)),
        *start,
        -1.205559075210699,
        velocity=(-51726.46 * x, -51726.46 * y),
        angular_velocity=-5e-8,
        continuous="bullet",
        friction=0,
        mass=0.1,
        inertia=52.06,
    )
    run(3)
    assert clock.dropped_motions == 0
    way = math.dist(transform(plate).position, start)
    assert way == pytest.approx(3 * 51726.46 / 60, rel=1e-6)


def test_a_box_tumbles_on_along_a_chain() -> None:
    """Where its corner lies on a seam, the nearest points' direction is not that of the chain's face."""
    clock = physics(gravity=(0, 0))
    points = [(6228.6, 0), (4449.0, 0), (2669.4, 0), (889.8, 0), (-889.8, 0), (-2669.4, 0)]
    body(Chain(points), -300000, -300000, -2.9334157745443825, kind="static", friction=0)
    start = -299984.7867394164, -300072.0197856274, -1.3003040067997567
    velocity, spin = (75475.49581904474, 22175.225258395665), -1.4594817160965547
    options = {"velocity": velocity, "angular_velocity": spin, "mass": 0.1, "friction": 0}
    box = body(Box(71.57619730029039, 57.55111951049777), *start, **options)
    run(1)
    before = transform(box).position
    run(2)
    assert clock.dropped_motions == 0
    assert math.dist(transform(box).position, before) > 2000


def test_a_plate_in_a_wedge_finds_its_way_out() -> None:
    """Impacts with both sides in turn, in no time, each leave three quarters of the velocity."""
    clock = physics(gravity=(0, 0))
    for end in ((3918.16, 2434.49), (510.17, 4584.59)):
        body(Segment((0, 0), end), kind="static", friction=0)
    options = {"velocity": (-8339.864, -10056.134), "friction": 0, "mass": 50, "inertia": 11947.0}
    plate = body(Segment((-24.4407, 0), (24.4407, 0)), 45.0375, 71.3863, 1.0293849, **options)
    run(1)
    assert clock.dropped_motions == 0
    before = transform(plate).position
    run(1)
    assert math.dist(transform(plate).position, before) > 20
