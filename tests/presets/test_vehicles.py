"""Cars and treads drive, climb and stand."""

from __future__ import annotations

import math
from itertools import pairwise

import esper
import pytest

from ecsphys import Collider, Polygon, RevoluteJoint, RigidBody, Transform, WheelJoint
from ecsphys.compile import ENABLED
from ecsphys.presets import car, tank_tread
from tests.presets.support import GRAVITY, STEPS, angle, floor, make_physics, place, run, speed, stretch


def drive(joints: tuple[int, ...], kind: type[WheelJoint] | type[RevoluteJoint], turns: float) -> None:
    for joint in joints:
        esper.component_for_entity(joint, kind).motor_speed = turns


def test_a_car_drives_up_a_ramp_and_down_again() -> None:
    physics = make_physics()
    floor()
    esper.create_entity(Transform(400, 0), Collider(Polygon([(0, 0), (600, 200), (1200, 200), (1200, 0)])))
    taxi = car((0, 0), speed=300)
    most = highest = 0.0

    def look() -> None:
        nonlocal most, highest
        most = max(most, stretch(physics))
        highest = max(highest, place(taxi.chassis).y)
        if place(taxi.chassis).x > 1200:  # on top
            drive(taxi.joints, WheelJoint, 300 / 24)
        elif place(taxi.chassis).x < 0:
            drive(taxi.joints, WheelJoint, -300 / 24)

    run(physics, STEPS, look)
    assert most < 3
    assert abs(angle(taxi.chassis)) < 1
    if ENABLED:
        assert 230 < highest < 300
        assert -200 < place(taxi.chassis).x < 1400


def test_a_car_reaches_its_speed_and_brakes() -> None:
    physics = make_physics()
    floor()
    taxi = car((0, 0), speed=300)
    run(physics, 90 if ENABLED else 40)
    reached = esper.component_for_entity(taxi.chassis, RigidBody).velocity.x
    assert reached == pytest.approx(300, rel=0.05 if ENABLED else 0.3)
    drive(taxi.joints, WheelJoint, 0.0)
    run(physics, STEPS // 10)
    if ENABLED:
        assert speed(taxi.bodies) < 1


def test_a_car_without_speed_stands() -> None:
    physics = make_physics()
    floor()
    taxi = car((0, 0))
    run(physics, STEPS)
    assert abs(place(taxi.chassis).x) < 1
    assert abs(angle(taxi.chassis)) < 0.1
    if ENABLED:
        assert speed(taxi.bodies) < 0.5


@pytest.mark.jit
def test_a_tread_drives() -> None:
    physics = make_physics()
    floor()
    tank = tank_tread((0, 0), speed=100)
    most = 0.0

    def look() -> None:
        nonlocal most
        most = max(most, stretch(physics))

    run(physics, STEPS, look)
    assert most < 2
    assert abs(angle(tank.chassis)) < 0.3
    if ENABLED:
        assert place(tank.chassis).x == pytest.approx(100 * STEPS / 60, rel=0.1)


@pytest.mark.jit
def test_a_tread_stands_on_its_brakes() -> None:
    physics = make_physics()
    floor()
    tank = tank_tread((0, 0))
    run(physics, STEPS)
    assert abs(place(tank.chassis).x) < 5
    if ENABLED:
        assert speed(tank.bodies) < 1


@pytest.mark.jit
@pytest.mark.parametrize("slope", [0.0, 20.0])
def test_a_braked_tread_stands_on_a_slope(slope: float) -> None:
    physics = make_physics()
    down = math.radians(slope)
    physics.gravity = (-GRAVITY * math.sin(down), -GRAVITY * math.cos(down))
    floor()
    tank = tank_tread((0, 0))
    run(physics, 300)
    before = place(tank.chassis)
    run(physics, 300)
    assert place(tank.chassis).distance(before) < 1
    assert abs(before.x) < 20


def test_links_of_a_tread_are_alike_and_closed() -> None:
    tank = tank_tread((50, 20))
    joints = tank.joints[3:]
    pins = [esper.component_for_entity(one, RevoluteJoint).anchor for one in joints]
    lengths = [p.distance(q) for p, q in pairwise([*pins, pins[0]]) if p and q]
    assert len(lengths) == len(tank.links) == len(pins)
    assert lengths == pytest.approx([lengths[0]] * len(lengths))
    lowest = min(p.y for p in pins if p)
    assert lowest == pytest.approx(20 + 4)  # half its thickness above the floor


@pytest.mark.parametrize("make", [car, tank_tread])
@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"position": (0, math.inf)}, "position"),
        ({"length": 0}, "length"),
        ({"speed": math.nan}, "speed"),
        ({"acceleration": -1}, "acceleration"),
        ({"density": 0}, "density"),
        ({"friction": -1}, "friction"),
    ],
)
def test_wrong_arguments_create_nothing(make: object, wrong: dict[str, object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        make(**{"position": (0, 0), **wrong})  # type: ignore[operator]
    assert not list(esper.get_components(Transform))


@pytest.mark.parametrize(
    ("make", "wrong", "text"),
    [
        (car, {"hertz": 0}, "hertz"),
        (car, {"damping_ratio": -1}, "damping_ratio"),
        (tank_tread, {"wheel_radius": 0}, "wheel_radius"),
        (tank_tread, {"thickness": -1}, "thickness"),
        (tank_tread, {"wheels": 1}, "wheels"),
        (tank_tread, {"wheels": 4}, "wheels must be at most 3 to fit"),
    ],
)
def test_each_names_its_own_arguments(make: object, wrong: dict[str, object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        make((0, 0), **wrong)  # type: ignore[operator]
