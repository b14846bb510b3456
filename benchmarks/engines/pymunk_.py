"""pymunk (Chipmunk): default settings, events through callbacks, poses through `pymunk.batch`.

Chipmunk multiplies coefficients, so each shape has the root of the pair's. It has no continuous collision.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pymunk
import pymunk.batch

from ..scene import DYNAMIC, KINEMATIC, STATIC, Item, Pin, Reals
from .engine import Engine, Pairs

SOLID, SENSOR = 1, 2
TYPES = {DYNAMIC: pymunk.Body.DYNAMIC, KINEMATIC: pymunk.Body.KINEMATIC, STATIC: pymunk.Body.STATIC}


def shapes_of(item: Item, body: Any) -> list[Any]:
    """Return the shapes of an item."""
    if item.form == "circle":
        return [pymunk.Circle(body, item.size[0])]
    if item.form == "box":
        return [pymunk.Poly.create_box(body, item.size[:2], *item.size[2:])]
    if item.form == "capsule":
        half, radius = item.size
        return [pymunk.Segment(body, (-half, 0.0), (half, 0.0), radius)]
    if item.form == "room":
        ends = [*item.points[1:], item.points[0]]
        return [pymunk.Segment(body, *side, 0.0) for side in zip(item.points, ends, strict=True)]
    return [pymunk.Poly(body, piece) for piece in item.pieces or (item.points,)]


class Pymunk(Engine):
    """A Chipmunk space; the number of a body is an attribute of its shape."""

    def make(self) -> None:
        """Create a space with callbacks."""
        scene = self.scene
        self.space = pymunk.Space()
        self.space.gravity = scene.gravity
        if scene.sleeping:
            self.space.sleep_time_threshold = 0.5
        self.begins: Pairs = []
        self.ends: Pairs = []
        self._order: Any = None
        self._buffer = pymunk.batch.Buffer()
        if scene.frame == "events":
            self.listen()

    def listen(self) -> None:
        """Register the callbacks."""
        begins, ends = self.begins, self.ends

        def begin(arbiter: Any, space: Any, data: Any) -> None:
            a, b = arbiter.shapes
            begins.append((a.number, b.number))

        def end(arbiter: Any, space: Any, data: Any) -> None:
            a, b = arbiter.shapes
            ends.append((a.number, b.number))

        if self.scene.sensing:
            self.space.on_collision(SENSOR, SOLID, begin=begin, separate=end)
        else:
            self.space.on_collision(begin=begin)

    def add(self, numbers: Any, items: list[Item]) -> None:
        """Add all bodies in one call."""
        new = []
        filters: dict[tuple[int, int], Any] = {}
        for number, item in zip(numbers, items, strict=True):
            still = item.kind == STATIC
            body = pymunk.Body(body_type=TYPES[item.kind])
            body.position, body.angle = item.position, item.angle
            key = item.layer, item.mask
            if key not in filters:
                filters[key] = pymunk.ShapeFilter(categories=item.layer, mask=item.mask)
            shapes = shapes_of(item, body)
            for shape in shapes:
                if not still:
                    shape.density = item.density
                shape.friction, shape.elasticity = item.friction**0.5, item.restitution**0.5
                shape.sensor, shape.collision_type = item.sensor, SENSOR if item.sensor else SOLID
                shape.filter, shape.number = filters[key], number
            if not still:
                body.velocity, body.angular_velocity = item.velocity, item.spin
            self.bodies[number] = body, *shapes
            new += self.bodies[number]
        self.space.add(*new)
        for number, item in zip(numbers, items, strict=True):
            if item.asleep:
                self.bodies[number][0].sleep()

    def join(self, pin: Pin) -> None:
        """Add the constraints that a revolute joint consists of."""
        a = self.space.static_body if pin.a is None else self.bodies[pin.a][0]
        b = self.bodies[pin.b][0]
        joints: list[Any] = [pymunk.PivotJoint(a, b, pin.point)]
        if pin.limits is not None:
            lower, upper = (b.angle - a.angle + limit for limit in pin.limits)
            joints.append(pymunk.RotaryLimitJoint(a, b, lower, upper))
        if pin.motor is not None:
            speed, torque = pin.motor
            joints.append(pymunk.SimpleMotor(a, b, -speed))
            joints[-1].max_force = torque
        for joint in joints:
            joint.collide_bodies = False
        self.space.add(*joints)

    def remove(self, numbers: list[int]) -> None:
        """Remove all bodies in one call."""
        self.space.remove(*[part for number in numbers for part in self.bodies[number]])

    def step(self) -> None:
        """Step the space."""
        self.space.step(1 / 60)

    def events(self) -> tuple[int, int]:
        """Count and clear the events."""
        counts = len(self.begins), len(self.ends)
        self.begins.clear()
        self.ends.clear()
        return counts

    def poses(self) -> Reals:
        """Read all poses through a buffer, in the space's own order."""
        fields = pymunk.batch.BodyFields
        if self._order is None:
            self._read(fields.BODY_ID)
            ids = memoryview(self._buffer.int_buf()).cast("P").tolist()
            number_of = {body.id: number for number, (body, *_) in enumerate(self.bodies)}
            # A static body of the space itself, to which pins may hold, is read into one row more.
            self._order = np.array([number_of.get(one, len(self.bodies)) for one in ids])
            self._poses = np.empty((len(self.bodies) + 1, 3))
        if np.count_nonzero(self._order < len(self.bodies)) < len(self.bodies):  # it skips what sleeps
            return np.array([(*body.position, body.angle) for body, *_ in self.bodies])
        self._read(fields.POSITION | fields.ANGLE)
        self._poses[self._order] = np.frombuffer(self._buffer.float_buf()).reshape(-1, 3)
        return self._poses[:-1]

    def _read(self, fields: Any) -> None:
        self._buffer.clear()
        pymunk.batch.get_space_bodies(self.space, fields, self._buffer)

    def velocities(self) -> Reals:
        """Read velocities body by body."""
        return np.array([body.velocity for body, *_ in self.bodies])

    def cast(self, rays: Reals) -> tuple[Reals, npt.NDArray[np.bool_]]:
        """Cast rays one by one."""
        query, every = self.space.segment_query_first, pymunk.ShapeFilter()
        hits = [query((a, b), (c, d), 0, every) for a, b, c, d in rays.tolist()]
        fractions = np.array([np.nan if hit is None else hit.alpha for hit in hits])
        return fractions, ~np.isnan(fractions)

    def awake(self) -> int:
        """Count body by body."""
        return sum(not body.is_sleeping for body, *_ in self.bodies if body.body_type == pymunk.Body.DYNAMIC)


class PymunkBatch(Pymunk):
    """Like `Pymunk`, with begins read in one call through the experimental `pymunk.batch`."""

    def listen(self) -> None:
        """Use no callbacks."""
        self._numbers: Any = None

    def events(self) -> tuple[int, int]:
        """Count the pairs in first contact; the batch has no sensors."""
        if self._numbers is None:
            ids = np.array([body.id for body, *_ in self.bodies], np.uintp)
            self._numbers = np.argsort(ids)
            self._ids = ids[self._numbers]
        fields = pymunk.batch.ArbiterFields
        self._buffer.clear()
        wanted = fields.BODY_A_ID | fields.BODY_B_ID | fields.IS_FIRST_CONTACT
        pymunk.batch.get_space_arbiters(self.space, wanted, self._buffer)
        rows = np.frombuffer(self._buffer.int_buf(), np.uintp).reshape(-1, 3)
        self.pairs = self._numbers[np.searchsorted(self._ids, rows[rows[:, 2] == 1, :2])]
        return len(self.pairs), 0
