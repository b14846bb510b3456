"""Extreme numbers in every field of every joint: refused at the door, or all stays finite."""

from __future__ import annotations

import math
import random
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import (
    Circle,
    Collider,
    DistanceJoint,
    GearJoint,
    MotorJoint,
    MouseJoint,
    Physics,
    PrismaticJoint,
    PulleyJoint,
    RatchetJoint,
    RevoluteJoint,
    RigidBody,
    Transform,
    WeldJoint,
    WheelJoint,
)
from ecsphys.ecs.components import Joint

NUMBERS: tuple[Any, ...] = (
    0.0, -0.0, 5e-324, -1e-310, 1e-19, 1e-9, 1e12, -1e13, 1e17, -1e18, 2e18, 1e99, 1e300, -1.7e308, math.inf,
    -math.inf, math.nan, 2**63, 10**400,
)  # fmt: skip
MADE: tuple[Any, ...] = (
    lambda a, b: RevoluteJoint(a, b, limits=(-0.5, 0.5), motor_speed=3, max_motor_torque=1e4, hertz=2),
    lambda a, b: RevoluteJoint(a, b),
    lambda a, b: PrismaticJoint(a, b, (1, 1), limits=(-9, 9), motor_speed=3, max_motor_force=1e4),
    lambda a, b: DistanceJoint(a, b, min_length=10, max_length=90, hertz=3),
    lambda a, b: DistanceJoint(a, b),
    lambda a, b: WeldJoint(a, b, hertz=3, angular_hertz=2),
    lambda a, b: WheelJoint(a, b, motor_speed=5, max_motor_torque=1e4, limits=(-5, 5)),
    lambda a, b: MotorJoint(a, b, max_force=1e4, max_torque=1e4),
    lambda a, b: MouseJoint(b, (50, 50)),
    lambda a, b: GearJoint(a, b, 2),
    lambda a, b: RatchetJoint(a, b, 0.3),
    lambda a, b: PulleyJoint(a, b, (0, 100), (50, 100)),
)
ONLY_FLAGS = {"enabled", "broken", "collide_connected", "a", "b"}


def fields(kind: type[Joint]) -> list[str]:
    names = [name for name in dir(kind) if isinstance(getattr(kind, name), property)]
    return [name for name in names if getattr(kind, name).fset is not None and name not in ONLY_FLAGS]


def check_finite(physics: Physics) -> None:
    for rows, names in (
        (physics.bodies, ("x", "y", "angle", "vx", "vy", "angular_velocity")),
        (physics.joints, ("force_x", "force_y", "torque", "stretch", "value", "speed")),
    ):
        for name in names:
            assert np.isfinite(rows[name]).all(), name


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ecsphys.PhysicsWarning")
@pytest.mark.parametrize("make", MADE, ids=lambda make: type(make(1, 2)).__name__)
@pytest.mark.parametrize("seed", range(3))
def test_extremes_stay_outside(make: Any, seed: int, world: str) -> None:
    rng, refused, taken = random.Random(seed), 0, 0
    for name in fields(type(make(1, 2))):
        for number in NUMBERS:
            esper.switch_world(f"{world}-{name}-{refused + taken}")
            physics = Physics((0, -500))
            esper.add_processor(physics)
            a, b = (esper.create_entity(Transform(x, 0), RigidBody(), Collider(Circle(10))) for x in (0, 50))
            joint = make(a, b)
            esper.create_entity(joint)
            physics.step_once()
            before = getattr(joint, name)
            pair = name in ("limits", "axis", "target", "offset") or isinstance(before, tuple)
            value = rng.choice(((number, 0.0), (0.0, number), (number, number))) if pair else number
            try:
                setattr(joint, name, value)
                taken += 1
            except (ValueError, TypeError):
                refused += 1
                assert getattr(joint, name) == before
            for _ in range(4):
                physics.step_once()
                check_finite(physics)
    assert refused > 20
    assert taken > 20
