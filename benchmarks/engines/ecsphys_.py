"""ecsphys: entities of an esper world; default settings, except `length_unit=1` for scenes in metres."""

from __future__ import annotations

import itertools
from typing import Any

import esper
import numpy as np
import numpy.typing as npt

import ecsphys
from ecsphys import (
    Box,
    Capsule,
    Chain,
    Circle,
    Collider,
    Physics,
    Polygon,
    RigidBody,
    Transform,
)

from ..scene import STATIC, Item, Pin, Reals
from .engine import Engine, Pairs

_worlds = itertools.count()


def shape_of(item: Item) -> Any:
    """Return the shape of an item, or its shapes."""
    if item.form == "circle":
        return Circle(*item.size)
    if item.form == "box":
        return Box(*item.size)
    if item.form == "capsule":
        half, radius = item.size
        return Capsule.between((-half, 0.0), (half, 0.0), radius)
    if item.form == "room":
        return Chain(item.points, loop=True)
    if item.form == "polygons":
        return [Polygon(piece) for piece in item.pieces]
    return Polygon(item.points)


class Ecsphys(Engine):
    """Entities in an esper world; handlers receive begins and ends."""

    @classmethod
    def prepare(cls) -> None:
        """Load all kernels."""
        ecsphys.warm_up()

    def make(self) -> None:
        """Create a `Physics` in a new esper world."""
        scene = self.scene
        esper.switch_world(f"benchmark-{next(_worlds)}")
        self.physics = Physics(scene.gravity, length_unit=1.0, sleeping=scene.sleeping)
        esper.add_processor(self.physics)
        self.number_of: dict[int, int] = {}
        self.begins: Pairs = []
        self.ends: Pairs = []
        self._handlers: dict[str, Any] = {}
        if scene.frame == "events" and scene.sensing:
            self._handlers = {ecsphys.TRIGGER_ENTER: self._enter, ecsphys.TRIGGER_EXIT: self._exit}
        elif scene.frame == "events":
            self._handlers = {ecsphys.COLLISION_BEGIN: self._begin}
        for name, handler in self._handlers.items():
            esper.set_handler(name, handler)

    def _begin(self, event: Any) -> None:
        self.begins.append((self.number_of[event.entity_a], self.number_of[event.entity_b]))

    def _enter(self, event: Any) -> None:
        self.begins.append((self.number_of[event.trigger], self.number_of[event.visitor]))

    def _exit(self, event: Any) -> None:
        self.ends.append((self.number_of[event.trigger], self.number_of[event.visitor]))

    def add(self, numbers: Any, items: list[Item]) -> None:
        """Create one entity per body; equal shapes are shared."""
        shapes: dict[Any, Any] = {}
        for number, item in zip(numbers, items, strict=True):
            key = item.form, item.size, item.points, item.pieces
            shape = shapes.get(key)
            if shape is None:
                shape = shapes[key] = shape_of(item)
            parts: list[Any] = [
                Transform(*item.position, item.angle),
                Collider(
                    shape,
                    density=item.density,
                    friction=item.friction,
                    restitution=item.restitution,
                    trigger=item.sensor,
                    layer=item.layer,
                    mask=item.mask,
                ),
            ]
            if item.kind != STATIC:
                sweep = "bullet" if item.bullet else "auto"
                body = RigidBody(
                    item.kind, velocity=item.velocity, angular_velocity=item.spin, continuous=sweep
                )
                if item.asleep:
                    body.sleep()
                parts.append(body)
            self.bodies[number] = entity = esper.create_entity(*parts)
            self.number_of[entity] = number
        self._order: npt.NDArray[np.int64] | None = None

    def join(self, pin: Pin) -> None:
        """Create an entity with a joint."""
        speed, torque = pin.motor or (0.0, 0.0)
        joint = ecsphys.RevoluteJoint(  # not imported above: older builds lack it (`benchmarks.against`)
            None if pin.a is None else self.bodies[pin.a],
            self.bodies[pin.b],
            anchor=pin.point,
            limits=pin.limits,
            motor_speed=speed,
            max_motor_torque=torque,
        )
        esper.create_entity(joint)

    def remove(self, numbers: list[int]) -> None:
        """Delete entities immediately."""
        for number in numbers:
            esper.delete_entity(self.bodies[number], immediate=True)

    def step(self) -> None:
        """Call `esper.process` for one step."""
        esper.process(self.physics.step)

    def events(self) -> tuple[int, int]:
        """Count and clear the events."""
        counts = len(self.begins), len(self.ends)
        self.begins.clear()
        self.ends.clear()
        return counts

    def _columns(self, *names: str) -> Reals:
        rows = self.physics.bodies
        if self._order is None:
            row_of = {entity: row for row, entity in enumerate(rows["entity"].tolist())}
            self._order = np.array([row_of[entity] for entity in self.bodies])
        return np.stack([rows[name][self._order] for name in names], axis=1)

    def poses(self) -> Reals:
        """Read poses from the rows of all bodies."""
        return self._columns("x", "y", "angle")

    def velocities(self) -> Reals:
        """Read velocities from the rows of all bodies."""
        return self._columns("vx", "vy")

    def cast(self, rays: Reals) -> tuple[Reals, npt.NDArray[np.bool_]]:
        """Cast all rays in one call."""
        hits = self.physics.raycast_many(rays[:, :2], rays[:, 2:])
        return hits.fraction, hits.entity != 0

    def awake(self) -> int:
        """Count awake bodies from the rows of all bodies."""
        return int(self._columns("awake").sum())
