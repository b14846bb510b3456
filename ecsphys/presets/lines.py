"""Ropes, chains and bridges: bodies in a line, each joined to the next."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import esper

from ..ecs.components import Collider, RevoluteJoint
from ..ecs.components.joints.fields import bound
from ..ecs.components.joints.joint import side
from ..math2d import check
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Box, Capsule, Shape
from .preset import Preset, body


@dataclass(frozen=True, kw_only=True)
class Rope(Preset):
    """A rope or a chain: `links` and `joints` from start to end; joint i holds the start of link i.

    >>> import esper
    >>> from ecsphys import Physics, presets
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> rope = presets.rope((0, 300), (160, 300), link_length=16)
    >>> len(rope.links), len(rope.joints)  # its end is loose
    (10, 10)
    >>> esper.delete_entity(rope.joints[5])  # cut it
    """

    links: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Bridge(Preset):
    """A bridge: `planks` and `joints` from start to end; joint i holds the start of plank i.

    >>> import esper
    >>> from ecsphys import Physics, RevoluteJoint, presets
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> bridge = presets.bridge((0, 300), (320, 300))
    >>> len(bridge.planks), len(bridge.joints)
    (10, 11)
    >>> for joint in bridge.joints:  # as strong as wanted
    ...     esper.component_for_entity(joint, RevoluteJoint).break_force = 1e7
    ...
    """

    planks: tuple[int, ...]


def rope(
    start: Pair,
    end: Pair,
    *,
    a: int | None = None,
    b: int | None = None,
    link_length: float = 16.0,
    thickness: float = 6.0,
    slack: float = 0.0,
    density: float = 1.0,
    damping: float = 0.5,
    break_force: float = math.inf,
) -> Rope:
    """Create a rope of thin links from `start` to `end`, two points of the world.

    - `a`: the entity that holds its start; None: the world.
    - `b`: the entity that its end holds; None: the end is loose. Let it end at the surface: links inside of
      what they hold are pushed out. An entity with a Transform alone will do to tie it to a place.
    - `link_length`, `thickness`: of its links; there are as many as come closest to that length.
    - `slack`: by which share it is longer than the straight line, 0.1 for a tenth; it then hangs below it.
    - `density`: mass per area. `damping`: of its motion, 1/s, as by air. `break_force`: that tears a joint.

    Deleting a joint cuts it: `esper.delete_entity(rope.joints[5])`.

    Raises `ValueError` or `TypeError` that names the argument; nothing is created then.

    >>> import esper
    >>> from ecsphys import Physics, RigidBody, Transform, presets
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> place = Transform(0, 200)
    >>> lamp = esper.create_entity(place, RigidBody(mass=500))
    >>> rope = presets.rope((0, 300), (0, 200), b=lamp)
    >>> for _ in range(120):
    ...     esper.process(1 / 60)
    ...
    >>> round(place.y)  # it holds
    200
    """
    line = _Line(start, end, link_length, thickness, slack, density, damping, break_force)
    links = line.create(line.capsule, a, b)
    return Rope(links=links, joints=line.join((a, *links) if b is None else (a, *links, b)))


def chain(
    start: Pair,
    end: Pair,
    *,
    a: int | None = None,
    b: int | None = None,
    link_length: float = 24.0,
    thickness: float = 12.0,
    bend: float = math.radians(75.0),
    slack: float = 0.0,
    density: float = 2.0,
    damping: float = 0.2,
    break_force: float = math.inf,
) -> Rope:
    """Create a chain of heavy links from `start` to `end`, each of which turns by at most `bend` radians.

    What holds its ends turns freely. All else is as in `rope`; a ball at the end, `b=ball`, makes a wrecking
    ball or a flail. Raises as `rope` does.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform, presets
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> ball = esper.create_entity(Transform(240, 300), RigidBody(), Collider(Circle(32)))
    >>> chain = presets.chain((0, 300), (208, 300), b=ball)  # a wrecking ball
    >>> len(chain.links), len(chain.joints)
    (9, 10)
    """
    bend = check.not_negative(bend, "bend")
    line = _Line(start, end, link_length, thickness, slack, density, damping, break_force)
    links = line.create(line.capsule, a, b)
    bodies = (a, *links) if b is None else (a, *links, b)
    return Rope(links=links, joints=line.join(bodies, (-bend, bend)))


def bridge(
    start: Pair,
    end: Pair,
    *,
    a: int | None = None,
    b: int | None = None,
    plank_length: float = 32.0,
    thickness: float = 10.0,
    slack: float = 0.02,
    density: float = 1.0,
    friction: float = 0.6,
    damping: float = 0.5,
    break_force: float = math.inf,
) -> Bridge:
    """Create a bridge of planks from `start` to `end`, two points of the world.

    - `a`, `b`: the entities that hold its start and its end; None: the world.
    - `plank_length`, `thickness`: of its planks; there are as many as come closest to that length.
    - `slack`: by which share it is longer than the straight line. A taut one, 0, cannot hang and bears loads
      by its joints' stretch alone.
    - `density`: mass per area. `friction`: of the planks. `damping`: of their motion, 1/s.
    - `break_force`: that tears a joint.

    Raises `ValueError` or `TypeError` that names the argument; nothing is created then.

    >>> import esper
    >>> from ecsphys import Box, Collider, Physics, Transform, presets
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> left = esper.create_entity(Transform(-50, 250), Collider(Box(100, 100)))
    >>> right = esper.create_entity(Transform(370, 250), Collider(Box(100, 100)))
    >>> bridge = presets.bridge((0, 300), (320, 300), a=left, b=right)
    >>> len(bridge.planks)  # 320 * 1.02 / 32
    10
    """
    line = _Line(start, end, plank_length, thickness, slack, density, damping, break_force)
    planks = line.create(line.box, a, b, friction)
    return Bridge(planks=planks, joints=line.join((a, *planks, b)))


class _Line:
    """The ends of the parts of a line in the world, and what its parts and joints have in common.

    It lies on a parabola below the straight line, as long as the slack wants: the length of a flat one is
    that of the straight line times 1 + 8/3 of the square of sag / line.
    """

    def __init__(
        self,
        start: Pair,
        end: Pair,
        part_length: float,
        thickness: float,
        slack: float,
        density: float,
        damping: float,
        break_force: float,
    ):
        first, last = check.point(start, "start"), check.point(end, "end")
        span = check.positive(first.distance(last), "distance from start to end")
        slack = check.not_negative(slack, "slack")
        parts = (1.0 + slack) * span / check.positive(part_length, "length of a part")
        self.count = check.count(max(1, round(parts)), "number of parts")
        self.thickness = check.positive(thickness, "thickness")
        self.density = check.positive(density, "density")
        self.damping = check.not_negative(damping, "damping")
        self.break_force = bound(break_force, "break_force")
        sag = span * math.sqrt(0.375 * slack)
        shares = (i / self.count for i in range(self.count + 1))
        self.points = [first.lerp(last, t) - Vec2(0.0, 4.0 * sag * t * (1.0 - t)) for t in shares]

    def capsule(self, length: float) -> Shape:
        """Return a rounded part, along x."""
        return Capsule.between((-0.5 * length, 0.0), (0.5 * length, 0.0), 0.5 * self.thickness)

    def box(self, length: float) -> Shape:
        """Return an edged part, along x."""
        return Box(length, self.thickness)

    def create(
        self, shape: Callable[[float], Shape], a: int | None, b: int | None, friction: float = 0.5
    ) -> tuple[int, ...]:
        """Create the bodies between all points, once `a` and `b` may hold them."""
        side(a, "a")
        side(b, "b")
        made = []
        for p, q in pairwise(self.points):
            collider = Collider(shape(p.distance(q)), density=self.density, friction=friction)
            made.append(body(*p.lerp(q, 0.5), (q - p).angle, collider, self.damping))
        return tuple(made)

    def join(self, bodies: Sequence[int | None], limits: Pair | None = None) -> tuple[int, ...]:
        """Create the joint of each two bodies in a row, with limits where both are parts of the line."""
        joints = []
        for i, (a, b) in enumerate(pairwise(bodies)):
            inner = 0 < i < self.count
            pin = RevoluteJoint(
                a, b, anchor=self.points[i], limits=limits if inner else None, break_force=self.break_force
            )
            joints.append(esper.create_entity(pin))
        return tuple(joints)
