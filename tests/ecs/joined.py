"""Bodies without shapes, and joints that are adopted without the motion of a step."""

from __future__ import annotations

import esper

from ecsphys import Physics, RigidBody, Transform
from ecsphys.ecs.components import Joint


def new_physics() -> Physics:
    physics = Physics()
    esper.add_processor(physics)
    return physics


def body(x: float = 0, y: float = 0, angle: float = 0, kind: str = "dynamic") -> int:
    return esper.create_entity(Transform(x, y, angle), RigidBody(kind, mass=1, inertia=1))  # type: ignore[arg-type]


def adopt(physics: Physics, joint: Joint) -> Joint:
    """Let a joint find what follows, without the motion of a step."""
    esper.create_entity(joint)
    physics.begin_step(physics.step)
    physics.simulation.stepping = False
    return joint


def acting(physics: Physics) -> list[int]:
    joints = physics.world.joints
    return [int(joints.rows[row]["entity"]) for row in joints.order]
