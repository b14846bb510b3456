"""Each field of each type of joint, assigned while the bodies sleep: it wakes them and has its effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import esper
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
)  # fmt: skip
from ecsphys.ecs.components import Joint

SAG = 0.2533  # of a mass on a spring of 1 Hz under a gravity of 10


class Scene:
    """Two bodies of mass 1 and inertia 1 and their joint, asleep."""

    def __init__(self, make: Callable[[int, int], Joint], gravity: float, places: tuple[Any, Any]):
        self.physics = Physics((0, gravity), length_unit=1)
        esper.add_processor(self.physics)
        self.bodies = [esper.create_entity(Transform(*at), RigidBody(mass=1, inertia=1)) for at in places]
        self.joint: Any = make(*self.bodies)
        self.entity = esper.create_entity(self.joint)
        if self.joint.a is None:  # else both are free
            self.body(0).kind = "static"
        self.run(30)
        self.sleep()

    def body(self, k: int) -> RigidBody:
        return esper.component_for_entity(self.bodies[k], RigidBody)

    def pose(self, k: int) -> Transform:
        return esper.component_for_entity(self.bodies[k], Transform)

    def run(self, steps: int) -> None:
        for _ in range(steps):
            self.physics.step_once()

    def sleep(self) -> None:
        for k in (0, 1):
            self.body(k).sleep()
        self.run(1)
        assert not self.is_awake()

    def is_awake(self) -> bool:
        return self.body(1).awake


class Case(NamedTuple):
    """A joint, a value of a field, what happens then, and what comes of it within a second."""

    make: Callable[[int, int], Joint]
    field: str
    value: Any
    result: Callable[[Scene], float]
    expected: float
    gravity: float = 0.0
    then: Callable[[Scene], None] = lambda scene: None
    places: tuple[Any, Any] = ((9, 9), (1, 0))


def spin(speed: float) -> Callable[[Scene], None]:
    def put(scene: Scene) -> None:
        scene.body(1).angular_velocity = speed

    return put


def push(x: float, y: float) -> Callable[[Scene], None]:
    def put(scene: Scene) -> None:
        scene.body(1).velocity = (x, y)

    return put


def x(scene: Scene) -> float:
    return scene.pose(1).x


def y(scene: Scene) -> float:
    return scene.pose(1).y


def angle(scene: Scene) -> float:
    return scene.pose(1).angle


def speed(scene: Scene) -> float:
    return scene.joint.speed


def turning(scene: Scene, k: int = 1) -> float:
    return scene.body(k).angular_velocity


def is_broken(scene: Scene) -> float:
    return float(scene.joint.broken)


def is_slow(scene: Scene) -> float:
    """Whether nothing swings any more."""
    return float(scene.body(1).velocity.length + abs(scene.body(1).angular_velocity) < 0.05)


def hinge(**options: Any) -> Callable[[int, int], Joint]:
    return lambda a, b: RevoluteJoint(None, b, anchor=(0, 0), **options)


def rail(**options: Any) -> Callable[[int, int], Joint]:
    return lambda a, b: PrismaticJoint(None, b, **options)


def rod(**options: Any) -> Callable[[int, int], Joint]:
    return lambda a, b: DistanceJoint(None, b, anchor_a=(0, 0), **options)


def weld(**options: Any) -> Callable[[int, int], Joint]:
    return lambda a, b: WeldJoint(None, b, **options)


def wheel(**options: Any) -> Callable[[int, int], Joint]:
    return lambda a, b: WheelJoint(None, b, axis=(1, 0), **options)


def motor(**options: Any) -> Callable[[int, int], Joint]:
    return lambda a, b: MotorJoint(None, b, **options)


def mouse(**options: Any) -> Callable[[int, int], Joint]:
    return lambda a, b: MouseJoint(b, (1, 0), **options)


def gear(**options: Any) -> Callable[[int, int], Joint]:
    return lambda a, b: GearJoint(a, b, **options)


def ratchet(**options: Any) -> Callable[[int, int], Joint]:
    return lambda a, b: RatchetJoint(None, b, 0.5, **options)


def pulley(**options: Any) -> Callable[[int, int], Joint]:
    return lambda a, b: PulleyJoint(a, b, (-2, 9), (2, 9), **options)


SPRING = {"hertz": 2.0, "damping_ratio": 1.0}
SWING = {"hertz": 2.0, "damping_ratio": 0.0}
HANGS = -10.0
ON_ROPES = ((-2, 0), (2, 0))
CASES = [
    Case(hinge(), "limits", (0.5, 1), angle, 0.5),
    Case(hinge(max_motor_torque=100), "motor_speed", 2, speed, 2),
    Case(hinge(motor_speed=2), "max_motor_torque", 100, speed, 2),
    Case(hinge(target_angle=0.5, damping_ratio=1), "hertz", 2, angle, 0.5),
    Case(hinge(**SPRING), "target_angle", 0.5, angle, 0.5),
    Case(hinge(**SPRING), "reference_angle", 0.5, angle, 0.5),
    Case(hinge(**SWING), "damping_ratio", 1, is_slow, 1, then=spin(2)),
    Case(hinge(limits=(0, 0)), "break_torque", 9, is_broken, 1, HANGS),
    Case(rail(), "limits", (0.5, 1), x, 1.5),
    Case(rail(max_motor_force=100), "motor_speed", 2, speed, 2),
    Case(rail(motor_speed=2), "max_motor_force", 100, speed, 2),
    Case(rail(target_translation=0.5, damping_ratio=1), "hertz", 2, x, 1.5),
    Case(rail(**SPRING), "target_translation", 0.5, x, 1.5),
    Case(rail(target_translation=0.5, **SPRING), "axis", (0, 1), y, 0.5),
    Case(rail(), "reference_angle", 0.5, angle, 0.5),
    Case(rail(**SWING), "damping_ratio", 1, is_slow, 1, then=push(2, 0)),
    Case(rod(), "length", 3, x, 3),
    Case(rod(max_length=9), "min_length", 3, x, 3),
    Case(rod(), "max_length", 0.5, x, 0.5),
    Case(rod(damping_ratio=1), "hertz", 1, y, -1 - SAG, HANGS, places=((9, 9), (0, -1))),
    Case(rod(**SWING), "damping_ratio", 1, is_slow, 1, then=push(2, 0)),
    Case(rod(max_length=9, max_motor_force=100), "motor_speed", 2, speed, 2),
    Case(rod(max_length=9, motor_speed=2), "max_motor_force", 100, speed, 2),
    Case(weld(damping_ratio=1), "hertz", 1, y, -SAG, HANGS),
    Case(weld(**SWING), "damping_ratio", 1, is_slow, 1, then=push(0, 2)),
    Case(weld(angular_damping_ratio=1), "angular_hertz", 1, is_slow, 1, then=spin(2)),
    Case(weld(angular_hertz=2), "angular_damping_ratio", 1, is_slow, 1, then=spin(2)),
    Case(weld(), "reference_angle", 0.5, angle, 0.5),
    Case(wheel(limits=(0.5, 1), hertz=0), "axis", (0, 1), y, 0.5),
    Case(wheel(hertz=0, damping_ratio=1), "hertz", 2, is_slow, 1, then=push(2, 0)),
    Case(wheel(**SWING), "damping_ratio", 1, is_slow, 1, then=push(2, 0)),
    Case(wheel(), "limits", (0.5, 1), x, 1.5),
    Case(wheel(max_motor_torque=100), "motor_speed", 2, turning, 2),
    Case(wheel(motor_speed=2), "max_motor_torque", 100, turning, 2),
    Case(motor(), "offset", (3, 4), y, 4),
    Case(motor(), "angle", 0.5, angle, 0.5),
    Case(motor(), "reference_angle", 0.5, angle, 0.5),
    Case(motor(), "linear_velocity", (0, 2), lambda s: s.body(1).velocity.y, 2),
    Case(motor(), "angular_velocity", 2, turning, 2),
    Case(motor(), "max_force", 8, lambda s: s.body(1).velocity.y, -2, HANGS),
    Case(motor(), "max_torque", 0, turning, 2, then=spin(2)),
    Case(motor(), "hertz", 1, y, -SAG, HANGS),
    Case(motor(**SWING), "damping_ratio", 1, is_slow, 1, then=push(0, 2)),
    Case(mouse(), "target", (3, 4), y, 4),
    Case(mouse(), "hertz", 1, y, -SAG, HANGS),
    Case(mouse(**SWING), "damping_ratio", 1, is_slow, 1, then=push(0, 2)),
    Case(mouse(), "max_force", 8, lambda s: s.body(1).velocity.y, -2, HANGS),
    Case(gear(), "ratio", 3, lambda s: turning(s, 0) - 3 * turning(s), 0, then=spin(2)),
    Case(gear(), "phase", 0.5, lambda s: angle(s) - s.pose(0).angle, 0.5),
    Case(gear(), "reference_angle", 0.5, lambda s: angle(s) - s.pose(0).angle, 0.5),
    Case(ratchet(), "ratchet", 0.2, angle, 0.0, then=spin(-5)),
    Case(ratchet(), "phase", 0.2, angle, -0.3, then=spin(-5)),
    Case(ratchet(), "reference_angle", 0.2, angle, -0.3, then=spin(-5)),
    Case(pulley(), "ground_a", (-2, 8), lambda s: y(s) + s.pose(0).y, -1, HANGS, places=ON_ROPES),
    Case(pulley(), "ground_b", (2, 8), lambda s: y(s) + s.pose(0).y, -1, HANGS, places=ON_ROPES),
    Case(pulley(), "total_length", 19, lambda s: y(s) + s.pose(0).y, -1, HANGS, places=ON_ROPES),
    # T = 6 on a, 2 T on b: b rises with 2, a falls with 4.
    Case(pulley(), "ratio", 2, lambda s: s.body(1).velocity.y, 2, HANGS, places=ON_ROPES),
]  # fmt: skip


@pytest.mark.jit
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{type(case.make(1, 2)).__name__}.{case.field}")
def test_field_wakes_and_acts(case: Case) -> None:
    scene = Scene(case.make, case.gravity, case.places)
    before = getattr(scene.joint, case.field)
    setattr(scene.joint, case.field, before)  # given from now on, which may be a change
    scene.run(1)
    scene.sleep()
    setattr(scene.joint, case.field, before)
    scene.run(1)
    assert not scene.is_awake()
    if case.then is Case._field_defaults["then"]:
        assert abs(case.result(scene) - case.expected) > 0.05
    setattr(scene.joint, case.field, case.value)
    scene.run(1)
    assert scene.is_awake()
    case.then(scene)
    scene.run(59)
    assert case.result(scene) == pytest.approx(case.expected, abs=0.02)
    scene.sleep()
    setattr(scene.joint, case.field, case.value)
    scene.run(1)
    assert not scene.is_awake()


def test_all_own_fields_are_cases() -> None:
    tested = {(type(case.make(1, 2)), case.field) for case in CASES}
    common = {name for name in dir(Joint) if isinstance(getattr(Joint, name), property)}
    for kind in {kind for kind, _ in tested}:
        own = {
            name
            for name in set(dir(kind)) - common
            if isinstance(getattr(kind, name), property) and getattr(kind, name).fset is not None
        }
        assert own <= {name for tried, name in tested if tried is kind}, kind.__name__
    assert len({kind for kind, _ in tested}) == 10


MAKERS: list[Callable[[int, int], Joint]] = [
    lambda a, b: RevoluteJoint(a, b), lambda a, b: PrismaticJoint(a, b), lambda a, b: DistanceJoint(a, b),
    lambda a, b: WeldJoint(a, b), lambda a, b: WheelJoint(a, b), lambda a, b: MotorJoint(a, b),
    lambda a, b: MouseJoint(b, (1, 0)), lambda a, b: GearJoint(a, b), lambda a, b: RatchetJoint(a, b, 0.5),
    lambda a, b: PulleyJoint(a, b, (0, 9), (1, 9)),
]  # fmt: skip
COMMON = {
    "enabled": False,
    "broken": True,
    "collide_connected": True,
    "break_force": 1e6,
    "break_torque": 1e6,
    "anchor_a": (0.5, 0.25),
    "anchor_b": (0.5, 0.25),
    "anchor": (0.5, 0.25),
}


def two_disks() -> list[int]:
    parts = [(Transform(k, 0), RigidBody(), Collider(Circle(0.6))) for k in (0, 1)]
    return [esper.create_entity(*own) for own in parts]


@pytest.mark.parametrize("field", COMMON)
@pytest.mark.parametrize("make", MAKERS, ids=lambda make: type(make(1, 2)).__name__)
def test_common_field_wakes_and_acts(make: Callable[[int, int], Joint], field: str) -> None:
    physics = Physics(length_unit=1)
    esper.add_processor(physics)
    a, b = two_disks()
    joint, value = make(a, b), COMMON[field]
    entity = esper.create_entity(joint)
    physics.step_once()

    def is_woken() -> bool:
        physics.step_once()
        return esper.component_for_entity(b, RigidBody).awake

    def sleep() -> None:
        for one in (a, b):
            esper.component_for_entity(one, RigidBody).sleep()
        assert not is_woken()

    sleep()
    setattr(joint, field, getattr(joint, field) if field != "anchor" else None)
    assert is_woken() == (field == "anchor")
    sleep()
    setattr(joint, field, value)
    assert is_woken()
    state = physics.joints[0]
    acts = field not in ("enabled", "broken")
    assert (joint.enabled and not joint.broken) == acts == bool(state["enabled"] and not state["broken"])
    assert len(physics.world.joints.order) == acts
    is_apart = field in ("enabled", "broken", "collide_connected") or joint.a is None
    assert len(physics.collisions) == is_apart
    if field == "anchor":  # takes hold anew each time
        return
    sleep()
    setattr(joint, field, value)
    assert not is_woken()
    assert physics.joints_of(b) == [entity]


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: type(make(1, 2)).__name__)
def test_sides_wake_all_three_bodies(make: Callable[[int, int], Joint]) -> None:
    physics = Physics(length_unit=1)
    esper.add_processor(physics)
    a, b, c = (esper.create_entity(Transform(k, k), RigidBody(mass=1, inertia=1)) for k in range(3))
    joint = make(a, b)
    entity = esper.create_entity(joint)
    physics.step_once()
    for side, others in (("b", (b, c)), ("a", (a, b))):
        if joint.a is None and side == "a":
            continue
        for one in (a, b, c):
            esper.component_for_entity(one, RigidBody).sleep()
        physics.step_once()
        setattr(joint, side, others[1])
        physics.step_once()
        awake = {one for one in (a, b, c) if esper.component_for_entity(one, RigidBody).awake}
        assert awake == {*others, *(one for one in (joint.a, joint.b) if one is not None)}
        assert physics.joints_of(others[1]) == [entity]
    rows = physics.world.joints.rows
    entities = physics.world.bodies.rows["entity"]
    assert [entities[rows[0][name]] for name in ("body_a", "body_b") if rows[0][name] >= 0] == (
        [b, c] if joint.a is not None else [c]
    )


def test_strengths_assigned_under_load() -> None:
    for name, value in (("break_force", 9), ("break_torque", 9)):
        esper.switch_world(f"strength {name}")
        physics = Physics((0, -10), length_unit=1)
        esper.add_processor(physics)
        b = esper.create_entity(Transform(1, 0), RigidBody(mass=1, inertia=1))
        joint = WeldJoint(None, b, anchor=(0, 0))
        esper.create_entity(joint)
        for _ in range(10):
            physics.step_once()
        esper.component_for_entity(b, RigidBody).sleep()
        physics.step_once()
        setattr(joint, name, value)
        physics.step_once()
        assert joint.broken, name
        assert esper.component_for_entity(b, RigidBody).awake
