"""Things that drive to the right while their `speed` is positive."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import esper

from ..ecs.components import Collider, RevoluteJoint, WheelJoint
from ..math2d import check
from ..math2d.elementary import tan
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Box, Circle, Polygon
from .preset import Preset, body

# The chassis and the cabin of a car, in shares of its length.
_CHASSIS = ((-0.5, -0.1), (0.5, -0.1), (0.5, 0.03), (0.35, 0.08), (-0.45, 0.08), (-0.5, 0.03))
_CABIN = ((-0.4, 0.08), (0.25, 0.08), (0.05, 0.22), (-0.28, 0.22))
_SIDES = 9  # of half the polygon that a tread makes around either end


@dataclass(frozen=True, kw_only=True)
class Car(Preset):
    """A car: `wheels` are the rear and the front one, `joints` their `WheelJoint`s.

    >>> import esper
    >>> from ecsphys import Physics, WheelJoint, presets
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> car = presets.car((0, 0))
    >>> rear, front = (esper.component_for_entity(joint, WheelJoint) for joint in car.joints)
    >>> (rear.b, front.b) == car.wheels, rear.a == front.a == car.chassis
    (True, True)
    >>> rear.motor_speed = front.motor_speed = -30  # radians per second: to the right
    """

    chassis: int
    wheels: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class TankTread(Preset):
    """A tread, its wheels and what they carry; `joints` are those of the wheels, then those of the links.

    `wheels` are from left to right, `links` clockwise from the left end of the upper run.

    >>> import esper
    >>> from ecsphys import Physics, RevoluteJoint, presets
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> tread = presets.tank_tread((0, 0), wheels=3)
    >>> len(tread.wheels), len(tread.joints) == 3 + len(tread.links)
    (3, True)
    >>> for joint in tread.joints[:3]:
    ...     esper.component_for_entity(joint, RevoluteJoint).motor_speed = -5
    ...
    """

    chassis: int
    wheels: tuple[int, ...]
    links: tuple[int, ...]


def car(
    position: Pair,
    *,
    length: float = 160.0,
    speed: float = 0.0,
    acceleration: float = 600.0,
    hertz: float = 5.0,
    damping_ratio: float = 0.7,
    density: float = 1.0,
    friction: float = 1.2,
) -> Car:
    """Create a car whose wheels stand on the floor at `position`, the point between them.

    - `length`: of its chassis; all else is in proportion.
    - `speed`: at which both wheels drive, length per second; 0 is a brake, below 0 drives to the left.
    - `acceleration`: the largest that its motors give it, length per second squared.
    - `hertz`, `damping_ratio`: of the suspension.
    - `density`: mass per area. `friction`: of the tyres.

    To steer: `for joint in car.joints: esper.component_for_entity(joint, WheelJoint).motor_speed = -30` turns
    the wheels clockwise, by 30 radians a second.

    Raises `ValueError` or `TypeError` that names the argument; nothing is created then.

    >>> import esper
    >>> from ecsphys import Collider, HalfPlane, Physics, RigidBody, Transform, presets
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> floor = esper.create_entity(Transform(), Collider(HalfPlane((0, 1))))
    >>> car = presets.car((0, 0), speed=200)
    >>> for _ in range(120):
    ...     esper.process(1 / 60)
    ...
    >>> round(esper.component_for_entity(car.chassis, RigidBody).velocity.x)
    200
    """
    floor, length = check.point(position, "position"), check.positive(length, "length")
    speed, acceleration = check.finite(speed, "speed"), check.not_negative(acceleration, "acceleration")
    hertz = check.positive(hertz, "hertz")
    damping_ratio = check.not_negative(damping_ratio, "damping_ratio")
    density, friction = check.positive(density, "density"), check.not_negative(friction, "friction")

    hull = [Polygon([(length * x, length * y) for x, y in part]) for part in (_CHASSIS, _CABIN)]
    tyre = Circle(0.15 * length)
    mass = density * (math.fsum(part.area for part in hull) + 2.0 * tyre.area)
    chassis = body(floor.x, floor.y + 0.3 * length, 0.0, Collider(hull, density=density))
    wheels, joints = [], []
    for x in (-0.3 * length, 0.3 * length):
        hub = floor + Vec2(x, tyre.radius)
        wheels.append(body(*hub, 0.0, Collider(tyre, density=density, friction=friction)))
        suspension = WheelJoint(
            chassis,
            wheels[-1],
            anchor=hub,
            hertz=hertz,
            damping_ratio=damping_ratio,
            limits=(-0.08 * length, 0.08 * length),
            motor_speed=-speed / tyre.radius,
            max_motor_torque=0.5 * mass * acceleration * tyre.radius,
        )
        joints.append(esper.create_entity(suspension))
    return Car(chassis=chassis, wheels=(wheels[0], wheels[1]), joints=tuple(joints))


def tank_tread(
    position: Pair,
    *,
    length: float = 192.0,
    wheel_radius: float = 24.0,
    wheels: int = 3,
    thickness: float = 8.0,
    speed: float = 0.0,
    acceleration: float = 600.0,
    density: float = 1.0,
    friction: float = 1.0,
) -> TankTread:
    """Create a tread around driven wheels, with a chassis, whose middle stands on the floor at `position`.

    - `length`: about that of the whole. `wheel_radius`, `wheels`: how large they are, and how many, at
      least 2 and no more than fit. `thickness`: of the links, which are made to fit.
    - `speed`: at which the tread drives, length per second; 0 is a brake, below 0 drives to the left.
    - `acceleration`: the largest that its motors give it, length per second squared.
    - `density`: mass per area. `friction`: of links and wheels.

    To steer: `for joint in tread.joints[: len(tread.wheels)]` set the `motor_speed` of its `RevoluteJoint`.

    Raises `ValueError` or `TypeError` that names the argument; nothing is created then.

    >>> import esper
    >>> from ecsphys import Collider, HalfPlane, Physics, Transform, presets
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> floor = esper.create_entity(Transform(), Collider(HalfPlane((0, 1))))
    >>> tread = presets.tank_tread((0, 0), speed=100)
    >>> for _ in range(120):
    ...     esper.process(1 / 60)
    ...
    >>> 150 < esper.component_for_entity(tread.chassis, Transform).x < 200  # in two seconds
    True
    """
    floor, length = check.point(position, "position"), check.positive(length, "length")
    radius, thickness = check.positive(wheel_radius, "wheel_radius"), check.positive(thickness, "thickness")
    count = check.count(wheels, "wheels")
    if count < 2:
        raise ValueError(f"wheels must be at least 2, got {wheels!r}")
    speed, acceleration = check.finite(speed, "speed"), check.not_negative(acceleration, "acceleration")
    density, friction = check.positive(density, "density"), check.not_negative(friction, "friction")

    turn = math.pi / _SIDES
    pitch = 2.0 * (radius + 0.5 * thickness) * tan(0.5 * turn)
    straight = max(2, round((length - 2.0 * (radius + thickness)) / pitch) + 1)
    axles = floor + Vec2(0.0, radius + thickness)
    half = 0.5 * (straight - 1) * pitch  # from the middle to the outer axles
    if half < (count - 1) * radius:
        raise ValueError(f"wheels must be at most {1 + math.floor(half / radius)} to fit, got {wheels!r}")

    disc, plate = Circle(radius), Box(pitch, thickness)
    hull = Polygon([(-half, 0.0), (half, 0.0), (half + radius, 2.0 * radius), (-half, 2.5 * radius)])
    mass = density * (hull.area + count * disc.area + 2.0 * (straight + _SIDES - 1) * plate.area)
    chassis = body(*axles, 0.0, Collider(hull, density=density))
    esper.component_for_entity(chassis, Collider).group = -chassis  # passes through its tread

    discs, joints = [], []
    for i in range(count):
        hub = axles + Vec2(half * (2.0 * i / (count - 1) - 1.0), 0.0)
        discs.append(body(*hub, 0.0, Collider(disc, density=density, friction=friction)))
        axle = RevoluteJoint(
            chassis,
            discs[-1],
            anchor=hub,
            motor_speed=-speed / (radius + 0.5 * thickness),
            max_motor_torque=mass * acceleration * radius / count,
        )
        joints.append(esper.create_entity(axle))

    places = _tread(axles, straight, pitch, turn)
    links, pins = _link_together(places, plate, density=density, friction=friction, group=-chassis)
    return TankTread(chassis=chassis, wheels=tuple(discs), links=tuple(links), joints=(*joints, *pins))


def _link_together(places: list[Vec2], plate: Box, **options: Any) -> tuple[list[int], list[int]]:
    """Create links around between places, with options of their Colliders, and pins there; return both."""
    links = [
        body(*p.lerp(q, 0.5), (q - p).angle, Collider(plate, **options))
        for p, q in pairwise([*places, places[0]])
    ]
    pins = [
        esper.create_entity(RevoluteJoint(links[i - 1], links[i], anchor=place))
        for i, place in enumerate(places)
    ]
    return links, pins


def _tread(axles: Vec2, straight: int, pitch: float, turn: float) -> list[Vec2]:
    """Return the pins of a tread, clockwise from the left end of its upper run.

    Around the ends, links are sides of a regular polygon whose inscribed circle is the wheel, half a link
    thick: so all are equally long, and wheels stand half a link inside the ends of both runs.
    """
    run = [0.0] * straight + [-turn * i for i in range(1, _SIDES)]
    place = axles + Vec2(-0.5 * straight * pitch, 0.5 * pitch / tan(0.5 * turn))
    pins = []
    for heading in (*run, *(heading - math.pi for heading in run)):
        pins.append(place)
        place += Vec2(pitch, 0.0).rotated(heading)
    return pins
