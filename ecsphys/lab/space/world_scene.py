"""Draws a world in space into a scene, and takes hold of its bodies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import esper

from ...drawing.lines import Color
from ...space3d import Body3D, Collider3D, Physics3D, Plane, Transform3D
from ...space3d.math3d.pose import Pose3
from ...space3d.math3d.quaternion import Quaternion, multiply
from ...space3d.math3d.vec3 import Triple, Vec3
from ..palette import MUTED, STILL, A, fade
from ..worlds import BaseWorld
from .camera import Camera
from .scene import Scene

_FAR = 1e3  # length of the mouse's ray, in distances of the camera
_RATE = 12.0  # 1/s, at which a held body closes in on the mouse


def add_world(scene: Scene, world: World3, colors: Mapping[int, Color]) -> None:
    """Add all colliders of a world; those without a colour are grey, sleepers darker. Planes are left out."""
    with world:
        for entity, (transform, collider) in esper.get_components(Transform3D, Collider3D):
            body = esper.try_component(entity, Body3D)
            color = colors.get(entity, STILL)
            if body is not None and not body.awake:
                color = (*(part * 2 // 3 for part in color[:3]), color[3])  # type: ignore[assignment]
            if collider.trigger:
                color = fade(color, 70)
            for shape in collider.shapes:
                if not isinstance(shape, Plane):
                    scene.solid(shape, placed(collider, transform), color)


def placed(collider: Collider3D, transform: Transform3D) -> Pose3:
    """Return the pose of a collider's shapes."""
    turn = multiply(Quaternion(*transform.orientation), Quaternion(*collider.orientation))
    return Pose3(transform.local_to_world(collider.offset), turn)


class World3(BaseWorld):
    """An esper world of its own with a `Physics3D`."""

    physics: Physics3D

    def make_physics(self, **settings: Any) -> Physics3D:
        """Return a `Physics3D`."""
        return Physics3D(**settings)


class Hand:
    """Takes hold of a body and pulls the point that it holds towards the mouse."""

    def __init__(self, world: World3):
        self._world = world
        self._entity = 0
        self._local = Vec3(0.0, 0.0, 0.0)
        self._depth = 0.0
        self._target = Vec3(0.0, 0.0, 0.0)

    def find(self, camera: Camera, point: tuple[float, float]) -> tuple[int, Vec3] | None:
        """Return the dynamic body that is seen at a point of the stage, and where it is seen."""
        start, way = camera.ray(point)
        with self._world:
            hit = self._world.physics.raycast(start, start + _FAR * camera.distance * way, kind="dynamic")
        return None if hit is None else (hit.entity, Vec3(*hit.point))

    def grab(self, camera: Camera, point: tuple[float, float]) -> bool:
        """Take hold of the body at a point of the stage; return whether there is one."""
        found = self.find(camera, point)
        if found is None:
            return False
        self._entity, place = found
        self._local = self._world.get(self._entity, Transform3D).world_to_local(place)
        self._depth = camera.depth_of(place)
        self._target = place
        return True

    def pull(self, camera: Camera, point: tuple[float, float]) -> None:
        """Move the mouse to a point of the stage, as deep as the body was taken hold of."""
        self._target = camera.at_depth(point, self._depth)

    def let_go(self) -> None:
        """Let go."""
        self._entity = 0

    def step(self) -> None:
        """Let the body close in on the mouse; call it before each step."""
        if self._entity == 0:
            return
        with self._world:
            if not esper.entity_exists(self._entity):
                self._entity = 0
                return
        body = self._world.get(self._entity, Body3D)
        transform = self._world.get(self._entity, Transform3D)
        way = self._target - transform.local_to_world(self._local)
        body.velocity = _RATE * way  # as a motor would that is strong enough for anything
        body.angular_velocity = 0.9 * Vec3(*body.angular_velocity)

    def draw(self, scene: Scene) -> None:
        """Draw the line from the body to the mouse."""
        if self._entity:
            held: Triple = self._world.get(self._entity, Transform3D).local_to_world(self._local)
            scene.line(held, self._target, MUTED)
            scene.label(self._target, "+", A)
