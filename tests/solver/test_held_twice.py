"""Machines with more joints, limits and brakes than hold them, and what kinematic bodies carry."""

from __future__ import annotations

import math
import random

import esper
import numpy as np
import pytest

from ecsphys import (
    AABB,
    Box,
    Circle,
    Collider,
    DistanceJoint,
    HalfPlane,
    Physics,
    RevoluteJoint,
    RigidBody,
    Transform,
    presets,
)
from tests.acceptance.support import body, physics, rigid, transform

from .joint_scenes import energy

GRAVITY = 900.0
TOPS = [("brake", 1.0, 3.0), ("brake", 0.3, 10.0), ("limits", 1.0, 10.0), ("limits", 0.6, 1.0)]


def pixels(rate: float = 60.0) -> Physics:
    return physics((0, -GRAVITY), step=1 / rate)


def fastest(made: Physics) -> float:
    moving = made.bodies[made.bodies["kind"] == 2]
    return float(np.hypot(moving["vx"], moving["vy"]).max())


def widest_gap() -> float:
    kinds = RevoluteJoint, DistanceJoint
    return max(abs(joint.stretch) for kind in kinds for _, joint in esper.get_component(kind))


@pytest.mark.jit
@pytest.mark.parametrize(("top", "angle", "heavy"), TOPS)
@pytest.mark.parametrize("rate", [30.0, 60.0])
def test_two_bars_and_the_world_are_a_rigid_triangle(
    top: str, angle: float, heavy: float, rate: float
) -> None:
    """What their middle hinge may turn has no effect on it, however strong its brake is."""
    made = pixels(rate)
    x, y = 40 * math.cos(angle), 40 * math.sin(angle)
    bars = [
        body(Box(40, 8), 0.5 * x, 0.5 * y, angle=angle, group=-1, mass=1.0),
        body(Box(40, 8), 1.5 * x, 0.5 * y, angle=-angle, group=-1, mass=heavy),
    ]
    middle = {"max_motor_torque": 1e5} if top == "brake" else {"limits": (0.0, 1.0)}
    esper.create_entity(RevoluteJoint(None, bars[0], anchor=(0, 0)))
    esper.create_entity(RevoluteJoint(*bars, anchor=(x, y), **middle))  # type: ignore[arg-type]
    esper.create_entity(RevoluteJoint(None, bars[1], anchor=(2 * x, 0)))
    made.settle()  # which gives bodies their masses
    start, most = energy(bars, GRAVITY), 0.0
    for _ in range(round(2 * rate)):
        esper.process(1 / rate)
        most = max(most, energy(bars, GRAVITY) - start)
    assert most < 1.0 * GRAVITY * (1.0 + heavy)  # a pixel's fall
    assert widest_gap() < (1e-4 if top == "brake" else 5.0)


@pytest.mark.jit
@pytest.mark.parametrize("velocity", [30.0, 100.0, 300.0, 1500.0])
@pytest.mark.parametrize("direction", range(0, 360, 90))
def test_a_net_between_two_corners_that_move_alike(velocity: float, direction: float) -> None:
    made, knots = pixels(), {}
    way = velocity * math.cos(math.radians(direction)), velocity * math.sin(math.radians(direction))
    for i in range(4):
        for j in range(2):
            kind = "kinematic" if j == 0 and i in (0, 3) else "dynamic"
            knots[i, j] = body(Circle(4), 20 * i, -20 * j, kind=kind, group=-1)
            if kind == "kinematic":
                rigid(knots[i, j]).velocity = way
    for (i, j), knot in knots.items():
        for other in ((i + 1, j), (i, j + 1)):
            if other in knots:
                esper.create_entity(DistanceJoint(knot, knots[other]))
    for _ in range(30):
        esper.process(1 / 60)
        assert fastest(made) < 3.0 * velocity + GRAVITY * 0.5
        assert widest_gap() < 60.0


@pytest.mark.jit
@pytest.mark.parametrize("velocity", [30.0, 300.0, 1500.0])
def test_a_ragdoll_that_is_carried_by_both_hands(velocity: float) -> None:
    made, doll = pixels(), presets.ragdoll((0, 0))
    for name in ("left_lower_arm", "right_lower_arm"):
        at = transform(getattr(doll, name)).position
        handle = esper.create_entity(Transform(*at), RigidBody.kinematic(velocity=(velocity, 0)))
        esper.create_entity(RevoluteJoint(handle, getattr(doll, name), anchor=at))
    for _ in range(30):
        esper.process(1 / 60)
        assert fastest(made) < 3.0 * velocity + GRAVITY * 0.5
        assert widest_gap() < 50.0
    assert not made.lost


@pytest.mark.jit
@pytest.mark.parametrize("substeps", [1, 4])
def test_a_ragdoll_in_two_places_on_a_swinging_beam_gains_nothing(substeps: int) -> None:
    made = physics((0, -GRAVITY), substeps=substeps)
    doll, velocity = presets.ragdoll((0, 0)), (1463.0, 330.0)
    beam = body(Box(300, 20), 0, 250, mass=2e4, velocity=velocity, group=-99)
    for x in (-140, 140):
        esper.create_entity(DistanceJoint(None, beam, anchor_a=(x, 400), anchor_b=(x, 0)))
    for name in ("head", "right_lower_arm"):
        part = getattr(doll, name)
        esper.create_entity(RevoluteJoint(beam, part, anchor=transform(part).position))
    for part in doll.bodies:
        rigid(part).velocity = velocity
    made.settle()  # which gives bodies their masses
    bodies = [beam, *doll.bodies]
    start = energy(bodies, GRAVITY)
    for _ in range(120):
        esper.process(1 / 60)
        assert energy(bodies, GRAVITY) < start + 1e-3 * abs(start)


@pytest.mark.jit
@pytest.mark.parametrize(("rate", "substeps", "seed"), [(60, 4, 56), (60, 1, 52), (30, 2, 23), (30, 1, 11)])
def test_what_is_locked_spins_up_by_no_contact(rate: int, substeps: int, seed: int) -> None:
    """Two boxes that cannot move along x meet with their sides: only turns can part them."""
    made = physics((0, -GRAVITY), step=1 / rate, substeps=substeps)
    rng = random.Random(seed)
    esper.create_entity(Transform(), Collider(HalfPlane((0, 1))))
    x, y, angle = rng.uniform(-25, 25), rng.uniform(60, 100), rng.uniform(-3, 3)
    if seed == 11:
        rng.seed(seed)
        x, angle, y = rng.uniform(-25, 25), rng.uniform(-3, 3), rng.uniform(60, 200) - 20
    low, height = (Box(30, 20), 10.1) if seed == 11 else (AABB(30, 20), 40.0)
    boxes = [body(low, 0, height, lock_x=True), body(Box(30, 20), x, y + 20, angle=angle, lock_x=True)]
    made.settle()  # which gives bodies their masses
    start = energy(boxes, GRAVITY)
    for _ in range(2 * rate):
        esper.process(1 / rate)
        assert energy(boxes, GRAVITY) < 1.01 * start
    assert not made.lost
