"""Impacts with restitution: energy, momentum and symmetry, of pairs and of many bodies that touch at once."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from ecsphys import Box, Capsule, Circle, Polygon
from tests.acceptance.support import body, disc, ground, physics, rigid, run, speed, transform, wall

ELASTIC = {"friction": 0.0, "restitution": 1.0}


def elastic_world(gravity: tuple[float, float] = (0, 0)) -> None:
    physics(gravity, length_unit=1.0, restitution_threshold=0, sleeping=False)


def totals(entities: list[int]) -> tuple[float, float, float, float]:
    """Return kinetic energy, momentum along x and y, and angular momentum about the origin."""
    energy, px, py, spin = 0.0, 0.0, 0.0, 0.0
    for entity in entities:
        one, at = rigid(entity), transform(entity)
        (vx, vy), m, w = one.velocity, one.mass, one.angular_velocity
        energy += 0.5 * m * (vx * vx + vy * vy) + 0.5 * one.inertia * w * w
        px, py = px + m * vx, py + m * vy
        spin += m * (at.x * vy - at.y * vx) + one.inertia * w
    return energy, px, py, spin


def box_points(x: float, y: float, width: float, height: float) -> list[tuple[float, float]]:
    return [(x + sx * width / 2, y + sy * height / 2) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def gas(rows: int, friction: float = 0.0) -> list[int]:
    """Discs in a frame that moves freely; the frame comes first."""
    size, draw, surface = 1.2 * rows, random.Random(1), {"friction": friction, "restitution": 1.0}
    reach = size / 2 + 0.5
    sides = [(0, -reach, size + 2, 1), (0, reach, size + 2, 1), (-reach, 0, 1, size), (reach, 0, 1, size)]
    frame = [Polygon(box_points(*side)) for side in sides]
    found = [body(frame, **surface)]
    for i in range(rows * rows):
        x, y = 0.6 + 1.2 * (i % rows) - size / 2, 0.6 + 1.2 * (i // rows) - size / 2
        velocity = (draw.uniform(-5, 5), draw.uniform(-5, 5))
        found.append(disc(x, y, 0.3, velocity=velocity, angular_velocity=draw.uniform(-3, 3), **surface))
    return found


def check_gas(rows: int, steps: int, loss: float, drift: float) -> None:
    elastic_world()
    bodies = gas(rows)
    run(1)
    energy, px, py, spin = totals(bodies)
    scale = math.sqrt(2 * energy * sum(rigid(entity).mass for entity in bodies))
    run(steps)
    later = totals(bodies)
    assert later[0] == pytest.approx(energy, rel=loss)
    assert math.hypot(later[1] - px, later[2] - py) < 1e-9 * scale
    assert later[3] == pytest.approx(spin, rel=drift)


@pytest.mark.slow
def test_a_gas_keeps_energy_and_momenta() -> None:
    check_gas(10, 10_000, 0.01, 1e-9)


@pytest.mark.jit
def test_a_small_gas_keeps_energy_and_momenta() -> None:
    check_gas(5, 1000, 0.01, 1e-9)


@pytest.mark.jit
def test_friction_keeps_momenta_and_makes_no_energy() -> None:
    elastic_world()
    bodies = gas(6, friction=0.5)
    run(1)
    energy, px, py, spin = totals(bodies)
    run(500)
    later = totals(bodies)
    assert 0.0 < later[0] < energy
    assert later[3] == pytest.approx(spin, rel=1e-9)
    assert math.hypot(later[1] - px, later[2] - py) < 1e-9 * math.sqrt(energy)


@pytest.mark.jit
@pytest.mark.parametrize("gap", [0.0, 1e-3, -1e-4])  # those that overlap are also pushed apart
@pytest.mark.parametrize("count", [2, 4, 9])
def test_a_row_of_balls_passes_one_on(count: int, gap: float) -> None:
    elastic_world()
    row = [disc(i * (1 + gap), 0, 0.5, **ELASTIC) for i in range(count)]
    hitter = disc(-3, 0, 0.5, velocity=(4, 0), **ELASTIC)
    run(60)
    tolerance = 1e-6 if gap >= 0 else 5e-3
    assert rigid(row[-1]).velocity[0] == pytest.approx(4, rel=tolerance)
    for entity in [hitter, *row[:-1]]:
        assert speed(entity) < tolerance


def test_two_of_a_row_pass_two_on() -> None:
    elastic_world()
    row = [disc(i, 0, 0.5, **ELASTIC) for i in range(3)]
    hitters = [disc(-4 + i, 0, 0.5, velocity=(4, 0), **ELASTIC) for i in range(2)]
    run(60)
    assert [rigid(entity).velocity[0] for entity in row[1:]] == pytest.approx([4, 4], rel=1e-6)
    assert max(speed(entity) for entity in [*hitters, row[0]]) < 1e-6


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_a_ball_on_two_that_touch(order: tuple[int, ...]) -> None:
    """The break of three: by symmetry and conservation the ball rises with 1/5 of its speed, and the other
    two leave along the lines of centres with 2 sqrt(3) / 5 of it.
    """
    elastic_world()
    places = [((0.0, 3.0), (0.0, -4.0)), ((-0.5, 0.0), (0.0, 0.0)), ((0.5, 0.0), (0.0, 0.0))]
    made = {k: disc(*places[k][0], 0.5, velocity=places[k][1], **ELASTIC) for k in order}
    run(120)
    assert rigid(made[0]).velocity[1] == pytest.approx(4 / 5, abs=0.02)
    assert abs(rigid(made[0]).velocity[0]) < 1e-6
    energy = sum(speed(entity) ** 2 for entity in made.values())
    assert energy == pytest.approx(16, rel=1e-6)
    assert speed(made[1]) == pytest.approx(speed(made[2]), rel=1e-9)
    assert speed(made[1]) == pytest.approx(4 * 2 * math.sqrt(3) / 5, abs=0.02)


@pytest.mark.parametrize("height", [1.0, 2.0, 4.7])
@pytest.mark.parametrize("restitution", [1.0, 0.6])
def test_a_long_box_that_falls_flat_rises_flat(height: float, restitution: float) -> None:
    elastic_world((0, -9.81))
    ground(width=40)
    box = body(Box(4, 0.5), 0, height + 0.25, restitution=restitution)
    rises, top = False, 0.0
    for _ in range(200):
        run(1)
        assert abs(transform(box).angle) < 1e-6
        if rises and rigid(box).velocity[1] <= 0:
            break
        rises = rises or rigid(box).velocity[1] > 0
        top = max(top, transform(box).y - 0.25) if rises else 0.0
    assert top == pytest.approx(restitution**2 * height, rel=0.005)


def test_what_rests_does_not_bounce_without_a_threshold() -> None:
    elastic_world((0, -9.81))
    ground(width=20)
    boxes = [body(Box(1, 1), 0, 0.5 + i, restitution=0.5) for i in range(3)]
    run(300)
    for i, box in enumerate(boxes):
        assert speed(box) < 1e-3
        assert transform(box).y == pytest.approx(0.5 + i, abs=0.02)


@pytest.mark.parametrize("substeps", [1, 4])
def test_a_rebound_that_a_sub_step_takes_back_is_none(substeps: int) -> None:
    """Slower than gravity makes in a sub-step: the ball stays where it landed; a faster one rises as high as
    its restitution says.
    """
    physics((0, -9.81), length_unit=1.0, restitution_threshold=0, substeps=substeps)
    ground(width=40)
    gain = 9.81 / 60 / substeps
    heights = [(rebound / 0.1) ** 2 / (2 * 9.81) for rebound in (0.8 * gain, 8.0 * gain)]
    balls = [disc(8.0 * k, 0.5 + height, 0.5, restitution=0.1) for k, height in enumerate(heights)]
    tops, landed = [0.0, 0.0], [False, False]
    for _ in range(120):
        run(1)
        for k, ball in enumerate(balls):
            landed[k] |= transform(ball).y < 0.5 + 0.05 * heights[k] and rigid(ball).velocity[1] >= 0
            tops[k] = max(tops[k], transform(ball).y - 0.5) if landed[k] else 0.0
    assert landed == [True, True]
    assert tops[0] < 1e-4
    assert tops[1] == pytest.approx(0.01 * heights[1], rel=0.05)


@pytest.mark.jit
def test_the_passes_over_a_dull_crowd_keep_momentum_and_add_no_energy() -> None:
    """Bounces that lose speed are not solved to the end; what is left is stopped as if it were duller."""
    elastic_world()
    draw = random.Random(4)
    found = []
    for i in range(100):
        x, y = i % 10 * 1.001, i // 10 * 1.001
        velocity = (draw.uniform(-9, 9), draw.uniform(-9, 9))
        found.append(disc(x, y, 0.5, velocity=velocity, friction=0.0, restitution=0.4))
    run(1)
    energy, px, py, spin = totals(found)
    scale = math.sqrt(2 * energy * sum(rigid(entity).mass for entity in found))
    for _ in range(60):
        run(1)
        later = totals(found)
        assert later[0] <= energy * (1 + 1e-9)
        assert math.hypot(later[1] - px, later[2] - py) < 1e-9 * scale
        energy = later[0]
    assert later[3] == pytest.approx(spin, rel=1e-9)


@pytest.mark.parametrize("pace", [100.0, 430.0, 900.0])
def test_a_breakout_ball_never_sticks(pace: float) -> None:
    """Flat angles, corners and rows of bricks; a threshold of 0 and else the defaults."""
    physics(restitution_threshold=0)
    for x, y, width, height in ((0, -320, 900, 40), (0, 320, 900, 40), (-420, 0, 40, 680), (420, 0, 40, 680)):
        wall(x, y, width, height, friction=0, restitution=1)
    for k in range(8):
        wall(-224 + 64 * k, 150, 64, 20, friction=0, restitution=1)
    angles = [0.0, 0.01, 0.3, 0.8, 1.5, 1.56]
    balls = []
    for angle in angles:
        velocity = (pace * math.cos(angle), pace * math.sin(angle))
        balls.append(disc(0, -100, 8, velocity=velocity, group=-1, **ELASTIC))
    for _ in range(20):
        run(30)
        for ball in balls:
            assert speed(ball) == pytest.approx(pace, rel=0.01)


@pytest.mark.parametrize(("size", "depth"), [(1.0, 0.05), (1.0, 0.5), (1.0, 0.9), (10.0, 5.0)])
def test_a_fresh_overlap_leaves_no_speed(size: float, depth: float) -> None:
    """Pushing out is no motion: bodies made in each other part, and stay."""
    physics((0, 0), length_unit=1.0)
    a, b = body(Box(size, size), 0, 0), body(Box(size, size), size - depth, 0)
    run(300)
    assert transform(b).x - transform(a).x > 0.97 * size
    assert speed(a) + speed(b) < 1e-6


@pytest.mark.parametrize("fall", [1.0, 4.0, 10.0])
@pytest.mark.parametrize(("restitution", "friction"), [(1.0, 0.1), (0.5, 0.3), (1.0, 1.0)])
def test_a_disc_that_bounces_obliquely_gets_its_spin(
    fall: float, restitution: float, friction: float
) -> None:
    """Coulomb: the impulse along the floor is friction times that of the impact, or what stops the slip."""
    physics(length_unit=1.0, restitution_threshold=0)
    ground(width=200, friction=friction)
    ball = disc(0, 1.5, 0.5, velocity=(8, -fall), restitution=restitution, friction=friction)
    run(120)
    slipping = friction * (1 + restitution) * fall
    change = min(slipping, 8 / 3)  # of a solid disc's velocity until it rolls
    assert rigid(ball).velocity[0] == pytest.approx(8 - change, rel=1e-3)
    assert rigid(ball).angular_velocity == pytest.approx(-2 * change / 0.5, rel=1e-3)


@pytest.mark.parametrize("top", [9e3, 2e5])
@pytest.mark.parametrize("restitution", [0.0, 0.3, 1.0])
@pytest.mark.parametrize(
    "shape", [Circle(6.0), Box(12.0, 12.0), Capsule(18.0, 4.0)], ids=lambda s: type(s).__name__
)
def test_a_crowd_of_fast_overlapping_bodies_never_gains_energy(
    shape: Any, restitution: float, top: float
) -> None:
    """They move many times their size in a step, past what they have contacts with."""
    physics((0, 0))
    draw = random.Random(1)
    found = []
    for _ in range(50):
        x, y, angle = draw.uniform(0, 180), draw.uniform(0, 180), draw.uniform(0, 6)
        velocity = (draw.uniform(-top, top), draw.uniform(-top, top))
        options = {"mass": 1.0, "inertia": 30.0, "velocity": velocity, "restitution": restitution}
        found.append(body(shape, x, y, angle, **options))
    energy, least = totals(found)[0], 0.5 if top == 9e3 else 0.1
    for _ in range(3):
        run(1)
        assert least * energy < totals(found)[0] < 1.0001 * energy
        energy = totals(found)[0]
