"""Bounces of bodies that joints hold, in closed form: nothing turns, so that only the joint matters."""

from __future__ import annotations

import math
from typing import Any

import esper
import pytest

from ecsphys import (
    Box,
    Circle,
    Collider,
    DistanceJoint,
    Physics,
    PrismaticJoint,
    RevoluteJoint,
    RigidBody,
    Transform,
    Vec2,
    WeldJoint,
)

SPEED = 4.0
SHARES = pytest.mark.parametrize("e", [1.0, 0.5])


@pytest.fixture
def physics() -> Physics:
    clock = Physics(gravity=(0, 0), length_unit=1.0)
    esper.add_processor(clock)
    return clock


def put(x: float, y: float, shape: Box | Circle, e: float, vx: float = 0.0, vy: float = 0.0) -> int:
    body = RigidBody(velocity=(vx, vy))
    return esper.create_entity(Transform(x, y), body, Collider(shape, restitution=e, friction=0.0))


def put_floor(e: float) -> None:
    esper.create_entity(Transform(0, -5), Collider(Box(100, 10), restitution=e, friction=0.0))


def velocity(entity: int) -> Vec2:
    return esper.component_for_entity(entity, RigidBody).velocity


def run(physics: Physics, steps: int) -> None:
    for _ in range(steps):
        physics.step_once()


@SHARES
@pytest.mark.parametrize("ratio", [1.0, 10.0])
def test_what_is_welded_on_top_bounces_along(physics: Physics, e: float, ratio: float) -> None:
    put_floor(e)
    below, above = put(0, 1, Box(1, 1), e, 0, -SPEED), put(0, 2, Box(1, 1), e, 0, -SPEED)
    esper.component_for_entity(above, RigidBody).mass = ratio
    esper.create_entity(WeldJoint(below, above, anchor=(0, 1.5)))
    run(physics, 30)
    assert velocity(below).y == pytest.approx(e * SPEED, rel=1e-4)
    assert velocity(above).y == pytest.approx(e * SPEED, rel=1e-4)


@SHARES
def test_a_slider_across_passes_the_bounce_on(physics: Physics, e: float) -> None:
    put_floor(e)
    below, above = put(0, 1, Box(1, 1), e, 1, -SPEED), put(0, 3, Box(1, 1), e, 1, -SPEED)
    esper.create_entity(PrismaticJoint(below, above, anchor=(0, 2), axis=(1, 0)))
    run(physics, 30)
    for entity in (below, above):
        assert velocity(entity) == pytest.approx((1.0, e * SPEED), rel=1e-4)


@SHARES
def test_a_ball_on_a_slanting_rail_comes_back_along_it(physics: Physics, e: float) -> None:
    put_floor(e)
    ball = put(0, 1, Circle(0.5), e, SPEED, -SPEED)
    esper.create_entity(PrismaticJoint(None, ball, anchor=(0, 1), axis=(1, -1)))
    run(physics, 30)
    assert velocity(ball) == pytest.approx((-e * SPEED, e * SPEED), rel=1e-4)


@SHARES
def test_a_pendulum_comes_back_from_a_wall_anywhere(physics: Physics, e: float) -> None:
    """The wall is no longer below the hook: most of the impulse goes through the rod."""
    start, wall = 0.5, 0.7
    x, y = 3 * math.sin(start), -3 * math.cos(start)
    ball = put(x, y, Circle(0.3), e, SPEED * math.cos(start), SPEED * math.sin(start))
    esper.create_entity(DistanceJoint(None, ball, anchor_a=(0, 0)))
    esper.create_entity(
        Transform(3 * math.sin(wall) + 5.3, 0), Collider(Box(10, 20), restitution=e, friction=0.0)
    )
    run(physics, 30)
    assert velocity(ball).length == pytest.approx(e * SPEED, rel=1e-3)
    assert velocity(ball).x < 0.0


@SHARES
def test_a_bar_on_a_hinge_turns_back(physics: Physics, e: float) -> None:
    bar = put(1, 0, Box(2, 1), e, 0, -3)
    esper.component_for_entity(bar, RigidBody).angular_velocity = -3.0
    esper.create_entity(RevoluteJoint(None, bar, anchor=(0, 0)))
    esper.create_entity(Transform(1.6, -1.3), Collider(Circle(0.3), restitution=e, friction=0.0))
    run(physics, 30)
    assert esper.component_for_entity(bar, RigidBody).angular_velocity == pytest.approx(3 * e, rel=1e-3)


@SHARES
def test_a_joint_at_its_limit_passes_the_bounce_on(physics: Physics, e: float) -> None:
    """The upper box is at the end of its way: it cannot go further down."""
    put_floor(e)
    below, above = put(0, 1, Box(1, 1), e, 0, -SPEED), put(0, 3, Box(1, 1), e, 0, -SPEED)
    esper.create_entity(PrismaticJoint(below, above, anchor=(0, 2), axis=(0, 1), limits=(0.0, 0.5)))
    run(physics, 20)
    assert velocity(below).y == pytest.approx(e * SPEED, rel=1e-3)
    assert velocity(above).y == pytest.approx(e * SPEED, rel=1e-3)


@pytest.mark.parametrize("held", [DistanceJoint, RevoluteJoint])
def test_a_cradle_of_pendulums_passes_the_impact_on(physics: Physics, held: type[Any]) -> None:
    physics.gravity = (0.0, -10.0)
    balls = []
    for k in range(5):
        angle = -0.8 if k == 0 else 0.0
        ball = put(k + 4 * math.sin(angle), -4 * math.cos(angle), Circle(0.5), 1.0)
        anchors = {"anchor_a": (k, 0)} if held is DistanceJoint else {"anchor": (k, 0)}
        esper.create_entity(held(None, ball, **anchors))
        balls.append(ball)
    fastest = [0.0] * 5
    for step in range(600):
        physics.step_once()
        if step > 300:
            fastest = [max(v, abs(velocity(ball).x)) for v, ball in zip(fastest, balls, strict=True)]
    speed = math.sqrt(2 * 10 * 4 * (1 - math.cos(0.8)))
    assert fastest[0] == pytest.approx(speed, rel=0.05)  # of a hinge some of the energy is in the turning
    assert fastest[4] == pytest.approx(speed, rel=0.05)
    assert max(fastest[1:4]) < 0.1


def test_what_is_fast_and_thin_bounces_with_what_it_is_welded_to() -> None:
    """Sweeps find these impacts, which know no joints: what bounces is left to the next step."""
    kept = []
    for k in range(20):
        esper.switch_world(f"thin {k}")
        clock = Physics(gravity=(0, 0))
        esper.add_processor(clock)
        esper.create_entity(Transform(0, -50), Collider(Box(4000, 100), restitution=1.0, friction=0.0))
        angle = k * math.pi / 20
        arm = Vec2(30, 0).rotated(angle)
        pair = []
        for place in (-1.0, 1.0):
            pose = Transform(place * arm.x, 100 + place * arm.y, angle)
            surface = Collider(Box(60, 10), restitution=1.0, friction=0.0)
            pair.append(esper.create_entity(pose, RigidBody(velocity=(0, -500)), surface))
        esper.create_entity(WeldJoint(*pair, anchor=(0, 100)))
        for _ in range(30):
            clock.step_once()
        bodies = [esper.component_for_entity(entity, RigidBody) for entity in pair]
        energy = sum(b.mass * b.velocity.length_squared + b.inertia * b.angular_velocity**2 for b in bodies)
        kept.append(energy / sum(b.mass * 500**2 for b in bodies))
    esper.switch_world("default")
    assert min(kept) > 0.85  # 0 where sweeps let each of both bounce alone
    assert max(kept) < 1.0001


def test_machines_far_apart_bounce_as_if_alone() -> None:
    ends = []
    for count in (1, 6):
        esper.switch_world(f"machines {count}")
        clock = Physics(gravity=(0, -900), restitution_threshold=0)
        esper.add_processor(clock)
        esper.create_entity(Transform(0, -50), Collider(Box(40000, 100), friction=0.0))
        firsts = []
        for k in range(count):
            parts = [
                esper.create_entity(
                    Transform(600 * k + x, 150, 0.3 * k),
                    RigidBody(angular_velocity=1.0 - k),
                    Collider(Box(40, 12), friction=0.0, restitution=0.8),
                )
                for x in (0, 50)
            ]
            esper.create_entity(RevoluteJoint(*parts, anchor=(600 * k + 25, 150), limits=(-0.3, 0.3)))
            firsts.append(parts[0])
        for _ in range(240):
            clock.step_once()
        place = esper.component_for_entity(firsts[0], Transform)
        ends.append((place.x, place.y, place.angle))
    esper.switch_world("default")
    assert ends[0] == pytest.approx(ends[1], abs=1e-6)
