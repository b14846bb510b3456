"""Builds a scene of the energy fuzzer with ecsphys, and steps it."""

from __future__ import annotations

from typing import Any

import esper
import numpy as np
import numpy.typing as npt

import ecsphys
from ecsphys import Box, Capsule, Circle, Collider, Physics, RigidBody, Transform
from tests.fuzz.energy_scene import WORLD, Body, Link, Scene

Reals = npt.NDArray[np.float64]

JOINTS = {
    "revolute": ecsphys.RevoluteJoint,
    "prismatic": ecsphys.PrismaticJoint,
    "distance": ecsphys.DistanceJoint,
    "weld": ecsphys.WeldJoint,
    "wheel": ecsphys.WheelJoint,
    "motor": ecsphys.MotorJoint,
    "gear": ecsphys.GearJoint,
    "ratchet": ecsphys.RatchetJoint,
    "pulley": ecsphys.PulleyJoint,
}
COLUMNS = "x", "y", "angle", "vx", "vy", "angular_velocity"


def start_of(scene: Scene) -> Reals:
    """Return pose and velocity of all bodies as they are made, a row each."""
    rows = [(b.x, b.y, b.angle, *b.velocity, b.spin) for b in scene.bodies]
    return np.array(rows, np.float64).reshape(-1, 6)


class Played:
    """A scene in the current esper world."""

    def __init__(self, scene: Scene):
        self.physics = Physics(
            (0.0, -scene.gravity),
            length_unit=1.0,
            step=1 / scene.hz,
            substeps=scene.substeps,
            sleeping=scene.rests,
            restitution_threshold=scene.threshold,
        )
        esper.add_processor(self.physics)
        self.entities = [self._add(body) for body in scene.bodies]
        for link in scene.links:
            esper.create_entity(self._joint(link))
        self._state = start_of(scene)
        self._moving = np.array([body.kind != "static" for body in scene.bodies])
        self._rows: Any = None

    def _add(self, body: Body) -> int:
        parts: list[Any] = [Transform(body.x, body.y, body.angle)]
        if body.kind != "static":
            parts.append(self._rigid(body))
        shape = Collider(shape_of(body), friction=body.friction, restitution=body.restitution)
        if not body.solid:
            shape.mask = 0
        return esper.create_entity(*parts, shape)

    def _rigid(self, body: Body) -> RigidBody:
        if body.kind == "kinematic":
            return RigidBody.kinematic()
        return RigidBody(
            mass=body.mass,
            inertia=body.inertia,
            velocity=body.velocity,
            angular_velocity=body.spin,
            linear_damping=body.damping,
            angular_damping=body.damping,
            lock_x="x" in body.locks,
            lock_y="y" in body.locks,
            lock_rotation="r" in body.locks,
        )

    def _joint(self, link: Link) -> Any:
        a = None if link.a == WORLD else self.entities[link.a]
        b = self.entities[link.b]
        if link.kind == "mouse":
            return ecsphys.MouseJoint(b, link.at_a, anchor_b=link.at_b, **link.options)
        return JOINTS[link.kind](a, b, anchor_a=link.at_a, anchor_b=link.at_b, **link.options)

    def step(self) -> None:
        """Run one step."""
        self.physics.step_once()

    def state(self) -> Reals:
        """Return pose and velocity of all bodies, a row each; NaN for what was put aside."""
        bodies = self.physics.bodies
        if self._rows is None:
            row_of = {entity: row for row, entity in enumerate(bodies["entity"].tolist())}
            moving = zip(self.entities, self._moving, strict=True)
            self._rows = [row_of[entity] for entity, moves in moving if moves]
        for k, name in enumerate(COLUMNS):
            self._state[self._moving, k] = bodies[name][self._rows]
        for entity in self.physics.lost:
            self._state[self.entities.index(entity)] = np.nan
        return self._state


def shape_of(body: Body) -> Any:
    """Return the shape of a body."""
    if body.form == "circle":
        return Circle(*body.size)
    if body.form == "box":
        return Box(*body.size)
    length, radius = body.size
    return Capsule.between((-0.5 * length, 0.0), (0.5 * length, 0.0), radius)
