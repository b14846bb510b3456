"""Box2D v3 through pyb2d3: default settings, four sub-steps, one thread.

pyb2d3 0.11 reports only counts of sensor events. Coefficients combine as in ecsphys.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyb2d3 as b2

from ..scene import DYNAMIC, KINEMATIC, STATIC, Item, Pin, Reals
from .engine import Engine

TYPES = {
    DYNAMIC: b2.BodyType.DYNAMIC,
    KINEMATIC: b2.BodyType.KINEMATIC,
    STATIC: b2.BodyType.STATIC,
}


def add_shape(item: Item, body: Any, definition: Any) -> None:
    """Add an item's shapes to a body."""
    if item.form == "circle":
        body.create_circle_shape(definition, b2.circle((0, 0), item.size[0]))
    elif item.form == "box":
        width, height, *radius = item.size
        body.create_polygon_shape(definition, b2.box(0.5 * width, 0.5 * height, radius=(*radius, None)[0]))
    elif item.form == "capsule":
        half, radius = item.size
        body.create_capsule_shape(definition, b2.capsule((-half, 0), (half, 0), radius))
    elif item.form == "room":
        material = b2.surface_material(friction=item.friction, restitution=item.restitution)
        body.create_chain(b2.chain_def(np.array(item.points), material=material, is_loop=True))
    else:
        for piece in item.pieces or (item.points,):
            body.create_polygon_shape(definition, b2.polygon(points=np.array(piece)))


class Box2D(Engine):
    """A Box2D world; the number of a body is the user data of body and shape."""

    def make(self) -> None:
        """Create a world."""
        self.world = b2.World(gravity=self.scene.gravity)
        self.world.sleeping_enabled = self.scene.sleeping
        self._sensors = self.scene.sensing
        self.delivers = not self._sensors
        self._all: Any = None

    def add(self, numbers: Any, items: list[Item]) -> None:
        """Create bodies one by one, with shared definitions."""
        body_def, shape_def = b2.BodyDef(), b2.ShapeDef()
        listens = self.scene.frame == "events"
        shape_def.enable_contact_events = listens and not self._sensors
        shape_def.enable_sensor_events = listens and self._sensors
        material = b2.SurfaceMaterial()
        filters: dict[tuple[int, int], Any] = {}
        for number, item in zip(numbers, items, strict=True):
            body_def.type = TYPES[item.kind]
            body_def.position, body_def.rotation = item.position, b2.make_rot(item.angle)
            body_def.linear_velocity, body_def.angular_velocity = item.velocity, item.spin
            body_def.is_bullet, body_def.is_awake = item.bullet, not item.asleep
            body_def.user_data = shape_def.user_data = number
            body = self.world.create_body_from_def(body_def)
            material.friction, material.restitution = item.friction, item.restitution
            shape_def.material = material
            key = item.layer, item.mask
            if key not in filters:
                filters[key] = b2.make_filter(category_bits=item.layer, mask_bits=item.mask)
            shape_def.filter, shape_def.is_sensor, shape_def.density = filters[key], item.sensor, item.density
            add_shape(item, body, shape_def)
            self.bodies[number] = body

    def join(self, pin: Pin) -> None:
        """Create a revolute joint; of the world is what a static body without shapes holds."""
        ground = self.world.create_body_from_def(b2.BodyDef()) if pin.a is None else None
        a, b = ground or self.bodies[pin.a], self.bodies[pin.b]
        options: dict[str, Any] = {}
        if pin.limits is not None:
            lower, upper = pin.limits
            options |= {"enable_limit": True, "lower_angle": lower, "upper_angle": upper}
        if pin.motor is not None:
            speed, torque = pin.motor
            options |= {"enable_motor": True, "motor_speed": speed, "max_motor_torque": torque}
        self.world.create_revolute_joint(
            body_a=a,
            body_b=b,
            local_anchor_a=a.local_point(pin.point),
            local_anchor_b=b.local_point(pin.point),
            reference_angle=b.angle - a.angle,
            **options,
        )

    def remove(self, numbers: list[int]) -> None:
        """Destroy bodies one by one."""
        for number in numbers:
            self.bodies[number].destroy()

    def step(self) -> None:
        """Run one step of four sub-steps."""
        self.world.step(1 / 60, 4)

    def events(self) -> tuple[int, int]:
        """Read both shapes of each event."""
        if self._sensors:
            events = self.world.get_sensor_events()
            return events.begin_count, events.end_count
        begins = [
            (event.shape_a.user_data, event.shape_b.user_data)
            for event in self.world.get_contact_events().begin_events()
        ]
        return len(begins), 0

    def _batch(self) -> Any:
        if self._all is None:
            self._all = b2.Bodies()
            for body in self.bodies:
                self._all.append(body)
            self._places = np.empty((len(self.bodies), 2), np.float32)
            self._turns = np.empty((len(self.bodies), 2), np.float32)
        return self._all

    def poses(self) -> Reals:
        """Read all poses in two calls."""
        batch = self._batch()
        batch.get_positions(self._places)
        batch.get_rotations(self._turns)
        angles = np.arctan2(self._turns[:, 1], self._turns[:, 0])
        return np.column_stack([self._places, angles])

    def velocities(self) -> Reals:
        """Read all velocities in one call."""
        return np.asarray(self._batch().get_linear_velocities(), np.float64)

    def cast(self, rays: Reals) -> tuple[Reals, npt.NDArray[np.bool_]]:
        """Cast rays one by one."""
        cast = self.world.cast_ray_closest
        hits = [cast((a, b), (c - a, d - b)) for a, b, c, d in rays.tolist()]
        return np.array([hit.fraction for hit in hits]), np.array([hit.hit for hit in hits])

    def awake(self) -> int:
        """Count body by body."""
        return sum(body.type == b2.BodyType.DYNAMIC and body.awake for body in self.bodies)
