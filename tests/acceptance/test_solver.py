"""Figures that the contact solver must meet: stacks, slopes, bounces, exchange of momentum."""

from __future__ import annotations

import math

import pytest

from ecsphys import Box, Circle
from tests.acceptance.support import STEP, body, disc, ground, physics, rigid, run, speed, transform

# (length_unit, gravity): the same physics in pixels and in metres.
UNITS = pytest.mark.parametrize(("unit", "gravity"), [(64.0, -900.0), (1.0, -10.0)], ids=["pixels", "metres"])


def pyramid(rows: int, size: float) -> list[int]:
    return [
        body(Box(size, size), size * (j - (rows - i - 1) / 2), size * (i + 0.5), friction=0.6)
        for i in range(rows)
        for j in range(rows - i)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("unit", [64.0, 1.0])
def test_forty_row_pyramid_stands(unit: float) -> None:
    physics((0, -10 * unit), length_unit=unit, sleeping=False)
    ground(0, width=100 * unit, friction=0.6)
    boxes = pyramid(40, unit)
    assert len(boxes) == 820
    top = boxes[-1]
    x, y = transform(top).position
    run(600)
    drift = math.hypot(transform(top).x - x, transform(top).y - y)
    assert drift < 0.15 * unit
    assert speed(top) < 0.1 * unit


@pytest.mark.jit
def test_small_pyramid_stands() -> None:
    physics((0, -900), sleeping=False)
    ground()
    boxes = pyramid(5, 64)
    before = [transform(box).position for box in boxes]
    run(240)
    for box, (x, y) in zip(boxes, before, strict=True):
        assert math.hypot(transform(box).x - x, transform(box).y - y) < 0.05 * 64


@pytest.mark.slow
@pytest.mark.parametrize("sleeping", [False, True])
def test_ten_boxes_stay_stacked_for_ten_thousand_steps(sleeping: bool) -> None:
    physics((0, -900), sleeping=sleeping)
    ground()
    stack = [body(Box(64, 64), 0, 32 + 64 * i) for i in range(10)]
    run(10_000)
    for i, box in enumerate(stack):
        assert abs(transform(box).x) < 0.05 * 64
        assert abs(transform(box).y - (32 + 64 * i)) < 0.1 * 64  # soft contacts give a little
        assert abs(transform(box).angle) < 0.02


def slope(angle: float, friction: float, unit: float = 64) -> tuple[int, tuple[float, float]]:
    """Return a box resting on a long slope through the origin, and the downhill direction."""
    along, up = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    floor, box = unit * 5, unit / 2
    body(Box(unit * 400, 2 * floor), -up[0] * floor, -up[1] * floor, angle, kind="static", friction=friction)
    start = (up[0] * box, up[1] * box)
    return body(Box(unit, unit), *start, angle, friction=friction), (-along[0], -along[1])


def downhill(entity: int, direction: tuple[float, float]) -> tuple[float, float]:
    """Return position and velocity along the slope."""
    pose, v = transform(entity), rigid(entity).velocity
    return pose.x * direction[0] + pose.y * direction[1], v[0] * direction[0] + v[1] * direction[1]


@UNITS
@pytest.mark.parametrize("friction", [0.2, 0.5, 0.8])
def test_a_box_stays_below_the_angle_of_friction(friction: float, unit: float, gravity: float) -> None:
    physics((0, gravity), length_unit=unit)
    box, direction = slope(math.atan(friction * 0.98), friction, unit)
    start, _ = downhill(box, direction)
    run(120)
    end, velocity = downhill(box, direction)
    assert abs(end - start) < 0.02 * unit
    assert abs(velocity) < 0.01 * unit


@UNITS
@pytest.mark.parametrize("friction", [0.2, 0.5, 0.8])
def test_a_box_slides_above_the_angle_of_friction(friction: float, unit: float, gravity: float) -> None:
    physics((0, gravity), length_unit=unit, sleeping=False)  # it starts off slower than what may sleep
    angle = math.atan(friction * 1.02)
    box, direction = slope(angle, friction, unit)
    start, _ = downhill(box, direction)
    run(120)
    end, _ = downhill(box, direction)
    acceleration = -gravity * (math.sin(angle) - friction * math.cos(angle))
    assert end - start > 0.5 * (acceleration * 2**2 / 2)


@UNITS
@pytest.mark.parametrize(
    ("friction", "tangent"), [(0.0, 0.3), (0.2, 0.5), (0.5, 0.8), (0.5, 1.0), (0.8, 1.2)]
)
def test_a_sliding_box_accelerates_as_it_should(
    friction: float, tangent: float, unit: float, gravity: float
) -> None:
    physics((0, gravity), length_unit=unit)
    angle = math.atan(tangent)
    box, direction = slope(angle, friction, unit)
    run(30)
    _, before = downhill(box, direction)
    run(60)
    _, after = downhill(box, direction)
    expected = -gravity * (math.sin(angle) - friction * math.cos(angle))
    assert (after - before) / (60 * STEP) == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("restitution", [0.5, 0.7, 0.9, 1.0])
@pytest.mark.parametrize("height", [1.7, 3.0, 6.1, 9.3])  # in length units
@pytest.mark.parametrize(
    ("unit", "gravity"),
    [(64.0, -900.0), (64.0, -500.0), (1.0, -10.0), (1.0, -15.0)],
    ids=["pixels", "pixels-slow", "metres", "metres-fast"],
)
def test_a_ball_bounces_to_e_squared_h(
    restitution: float, height: float, unit: float, gravity: float
) -> None:
    physics((0, gravity), length_unit=unit)
    ground(width=20 * unit)
    radius, height = unit / 4, height * unit
    ball = disc(0, radius + height, radius, restitution=restitution)
    best, fallen = 0.0, False
    for _ in range(600):
        run(1)
        vertical = rigid(ball).velocity[1]
        if fallen and vertical <= 0:
            break
        fallen = fallen or vertical > 0
        best = max(best, transform(ball).y - radius) if fallen else 0.0
    assert best == pytest.approx(restitution**2 * height, rel=0.03)


def test_a_slow_ball_does_not_bounce() -> None:
    physics((0, -900))
    ground()
    ball = disc(0, 16 + 1, restitution=1)  # arrives with 42 px/s, the threshold is one unit (64 px) a second
    run(60)
    assert abs(transform(ball).y - 16) < 0.5
    assert speed(ball) < 1


@pytest.mark.parametrize("unit", [64.0, 1.0])
@pytest.mark.parametrize("gap", [1.0, 1.37, 2.2])
@pytest.mark.parametrize(("left", "right"), [(4.0, -4.0), (10.0, 0.0), (3.0, -7.0), (9.0, 2.0)])
def test_equal_circles_exchange_velocities(unit: float, gap: float, left: float, right: float) -> None:
    physics(length_unit=unit)
    a = disc(0, 0, unit / 4, velocity=(left * unit, 0), restitution=1)
    b = disc((0.5 + gap) * unit, 0, unit / 4, velocity=(right * unit, 0), restitution=1)
    run(90)
    scale = max(abs(left), abs(right)) * unit
    assert rigid(a).velocity[0] == pytest.approx(right * unit, abs=1e-3 * scale)
    assert rigid(b).velocity[0] == pytest.approx(left * unit, abs=1e-3 * scale)
    assert abs(rigid(a).velocity[1]) + abs(rigid(b).velocity[1]) < 1e-3 * scale


@pytest.mark.parametrize("density", [0.1, 3.0, 25.0])
def test_unequal_circles_keep_momentum_and_energy(density: float) -> None:
    physics()
    balls = [
        disc(0, 0, velocity=(500, 0), restitution=1),
        disc(100, 0, velocity=(-200, 0), density=density, restitution=1),
    ]
    run(1)

    def totals() -> tuple[float, float]:
        return (
            sum(rigid(ball).mass * rigid(ball).velocity[0] for ball in balls),
            sum(rigid(ball).mass * speed(ball) ** 2 / 2 for ball in balls),
        )

    momentum, energy = totals()
    run(60)
    assert rigid(balls[0]).velocity[0] != pytest.approx(500)  # they did meet
    assert totals()[0] == pytest.approx(momentum, rel=1e-3)
    assert totals()[1] == pytest.approx(energy, rel=1e-3)


def test_inelastic_circles_move_on_together() -> None:
    physics()
    a, b = disc(0, 0, velocity=(300, 0)), disc(64, 0)
    run(60)
    for ball in (a, b):
        assert rigid(ball).velocity[0] == pytest.approx(150, rel=0.01)


def test_friction_combines_as_geometric_mean() -> None:
    """0.2 and 0.8 make 0.4: a box on a slope of 0.45 slides, on one of 0.35 it does not."""
    physics((0, -900))
    moved = []
    for tangent, x in ((0.35, 0.0), (0.45, 40_000.0)):
        angle = math.atan(tangent)
        up = (-math.sin(angle), math.cos(angle))
        body(Box(8000, 200), x - 100 * up[0], -100 * up[1], angle, kind="static", friction=0.2)
        box = body(Box(64, 64), x + 32 * up[0], 32 * up[1], angle, friction=0.8)
        moved.append((box, x + 32 * up[0]))
    run(120)
    shifts = [abs(transform(box).x - x) for box, x in moved]
    assert shifts[0] < 1.5
    assert shifts[1] > 30


def test_restitution_combines_as_maximum() -> None:
    physics((0, -900))
    ground(restitution=1.0)
    ball = disc(0, 216, restitution=0.0)
    run(60)
    assert rigid(ball).velocity[1] > 0 or transform(ball).y > 150


def test_surface_speed_carries() -> None:
    """A conveyor belt brings a box to its speed, in a direction that the API leaves open."""
    physics((0, -900))
    ground(surface_speed=120, friction=1)
    box = body(Box(64, 64), 0, 32, friction=1)
    run(120)
    assert abs(rigid(box).velocity[0]) == pytest.approx(120, rel=0.02)


def test_overlapping_bodies_part_slowly() -> None:
    """Bodies that start with an overlap are pushed apart at a bounded speed."""
    physics()
    a, b = disc(0, 0, 32), disc(10, 0, 32)
    fastest = 0.0
    for _ in range(120):
        run(1)
        fastest = max(fastest, speed(a), speed(b))
    gap = transform(b).x - transform(a).x
    assert gap > 62  # of 64: the rest is within what the solver leaves alone
    assert fastest < 64 * 6


@pytest.mark.jit
def test_a_heavy_box_on_a_light_one_stays() -> None:
    physics((0, -900), sleeping=False)
    ground()
    light = body(Box(64, 64), 0, 32, density=1)
    heavy = body(Box(64, 64), 0, 96, density=10)
    run(300)
    assert transform(light).y == pytest.approx(32, abs=5)
    assert transform(heavy).y == pytest.approx(96, abs=6)


@pytest.mark.parametrize("shape", [Circle(16), Box(32, 32)])
def test_rest_does_not_sink(shape: object) -> None:
    physics((0, -900), sleeping=False)
    ground()
    entity = body(shape, 0, 16)
    run(300)
    assert transform(entity).y == pytest.approx(16, abs=0.64)  # two slops
    assert speed(entity) < 0.5
