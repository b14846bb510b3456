"""Every component can be copied and pickled, in use or not; the copy is a new one, in nobody's use."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys import (
    COLLISION_BEGIN,
    Area,
    Box,
    CharacterController,
    Circle,
    Collider,
    ConstantForce,
    DistanceJoint,
    GearJoint,
    HalfPlane,
    Listener,
    MotorJoint,
    MouseJoint,
    Physics,
    Polygon,
    PrismaticJoint,
    Projectile,
    PulleyJoint,
    RatchetJoint,
    RayCaster,
    RevoluteJoint,
    RigidBody,
    ShapeCaster,
    Transform,
    WeldJoint,
    WheelJoint,
)
from ecsphys.ecs.binding import Component, owner_of

heard: list[Any] = []


def hear(*arguments: Any) -> None:
    heard.append(arguments)


COPIERS: dict[str, Callable[[Any], Any]] = {"copy": copy.copy, "deepcopy": copy.deepcopy}
for _protocol in range(pickle.HIGHEST_PROTOCOL + 1):
    COPIERS[f"pickle {_protocol}"] = lambda part, p=_protocol: pickle.loads(pickle.dumps(part, p))


def characters_and_projectiles() -> list[tuple[Any, ...]]:
    triangle = Collider(
        [Polygon([(0, 0), (5, 0), (0, 5)]), Circle(2)], friction=0.25, layer=4, one_way=(0, 2)
    )
    return [
        (
            Transform(1, 2, 3),
            RigidBody.kinematic(velocity=(3, 4)),
            Collider(Circle(5), layer=2),
            CharacterController(wall_jump=30),
            Listener(on_collision_begin=hear),
        ),
        (
            Transform(200, 0),
            RigidBody(mass=3, angular_velocity=2),
            triangle,
            Projectile(pierce=2, on_hit=hear, ignore=7),
            RayCaster((0, 2), 30, mask=3),
            ShapeCaster(Circle(3), (1, 1)),
        ),
    ]


def values(part: Any) -> dict[str, Any]:
    names = [name for name in dir(type(part)) if not name.startswith("_")]
    return {name: value for name in names if not callable(value := getattr(part, name))}


@pytest.mark.parametrize("copier", COPIERS)
@pytest.mark.parametrize("used", [False, True])
def test_a_copy_has_the_same_values(copier: str, used: bool) -> None:
    entities = characters_and_projectiles()
    if used:
        physics = Physics(gravity=(0, -10))
        esper.add_processor(physics)
        for parts in entities:
            esper.create_entity(*parts)
        physics.step_once()
    for part in [part for parts in entities for part in parts]:
        made = COPIERS[copier](part)
        assert type(made) is type(part) and made is not part
        assert repr(made) == repr(part)
        if isinstance(part, Listener):
            continue
        assert owner_of(made) == 0
        mine, theirs = values(made), values(part)
        mine.pop("hits", None), theirs.pop("hits", None), mine.pop("hit", None), theirs.pop("hit", None)
        mine.pop("interpolated", None), theirs.pop("interpolated", None)
        assert mine == theirs


def test_a_copy_goes_to_another_entity() -> None:
    physics = Physics()
    esper.add_processor(physics)
    first = [esper.create_entity(*parts) for parts in characters_and_projectiles()]
    physics.step_once()
    for entity in first:
        copies = [pickle.loads(pickle.dumps(part)) for part in esper.components_for_entity(entity)]
        esper.create_entity(*copies)
    physics.step_once()
    assert len(physics.bodies) == 4


def test_the_death_of_a_copied_listener_silences_nobody() -> None:
    heard.clear()
    listener = Listener(on_collision_begin=hear)
    copy.copy(listener)  # dies at once
    assert pickle.loads(pickle.dumps(listener)).on_collision_begin is hear
    physics = Physics()
    esper.add_processor(physics)
    esper.create_entity(Transform(), RigidBody(), Collider(Circle(5)), listener)
    esper.create_entity(Transform(3), RigidBody(), Collider(Circle(5)))
    assert physics.wants(COLLISION_BEGIN)
    physics.step_once()
    assert len(heard) == 1


# -- every component, whatever it is doing -------------------------------------------------------------

# What a copy has not: it is in no world, so that nothing has hit it, and no joint holds anything anywhere.
OF_THE_WORLD = {"hits", "hit", "interpolated", "anchor"}


def state(part: Any) -> str:
    """All that a component says of itself, NaN equal to NaN."""
    return repr({name: value for name, value in values(part).items() if name not in OF_THE_WORLD})


def ball() -> Collider:
    return Collider(Circle(0.5))


def everything() -> list[tuple[Any, ...]]:
    """Entities 1 to 10 with bodies that meet, and one for each joint, that have all components."""
    bodies: list[tuple[Any, ...]] = [
        (Transform(0, -1), Collider(Box(400, 2), surface_speed=3)),
        (Transform(0, 0.5), RigidBody(linear_damping=0.1), ball(), ConstantForce((3, 1), 2, True)),
        (Transform(5, 0.5), RigidBody(mass=3), Collider(Box(1, 1, 0.1), one_way=(1, 3), group=2)),
        (Transform(5, 1.6), RigidBody.kinematic(), ball(), CharacterController(wall_jump=2)),
        (Transform(20, 5), RigidBody(velocity=(50, 0)), Projectile(3, 2, 90, "ray", hear, ignore=(7, 9))),
        (Transform(22, 5), ball()),
        (Transform(9, 0), Collider(Box(4, 4), trigger=True), Area(density=2, wind=(1, 2), priority=4)),
        (Transform(9, 0.5, 1), RigidBody(), ball()),
        (Transform(0, 8), RayCaster((1, -3), 30, mask=3), ShapeCaster(Circle(0.5), (0, -20), kind="static")),
        (Transform(30, 9), RigidBody(), ball()),
    ]
    joints = [
        RevoluteJoint(2, 3, anchor=(2, 1), limits=(-1, 1)),
        PrismaticJoint(2, 3, (1, 3), motor_speed=1, max_motor_force=4),
        DistanceJoint(2, 3, length=4.5, hertz=2, damping_ratio=0.5),
        WeldJoint(None, 10, hertz=3, break_force=1e-6),
        WheelJoint(8, 10, limits=(-1, 2)),
        MotorJoint(2, 8, offset=(1, 2), max_force=9),
        MouseJoint(8, (9, 3)),
        GearJoint(2, 8, 2.5),
        RatchetJoint(2, 8, 0.3),
        PulleyJoint(2, 8, (0, 9), (9, 9), 2),
    ]
    return [*bodies, *((joint,) for joint in joints)]


def metres() -> Physics:
    return Physics(gravity=(0, -10), length_unit=1)


def play(physics: Physics) -> list[Any]:
    """Let everything play for some steps; return all components."""
    esper.add_processor(physics)
    components: list[Any] = []
    for parts in everything():
        esper.create_entity(*parts)
        components += parts
    for _ in range(4):
        physics.step_once()
    return components


def check_copies(components: list[Any], copier: Callable[[Any], Any]) -> None:
    for part in components:
        before, owner = state(part), owner_of(part)
        made = copier(part)
        assert type(made) is type(part) and made is not part
        assert owner_of(made) == 0 and owner_of(part) == owner
        assert state(made) == before == state(part)


def test_everything_is_every_component() -> None:
    public = [getattr(ecsphys, name) for name in ecsphys.__all__]
    kinds = {kind for kind in public if isinstance(kind, type) and issubclass(kind, Component)}
    assert {type(part) for parts in everything() for part in parts} == kinds


@pytest.mark.parametrize("copier", COPIERS)
def test_every_component_has_copies_before_its_use(copier: str) -> None:
    check_copies([part for parts in everything() for part in parts], COPIERS[copier])


@pytest.mark.parametrize("copier", COPIERS)
def test_every_component_has_copies_in_use(copier: str) -> None:
    components = play(metres())
    said = "".join(map(state, components))
    for fact in ("'on_floor': True", "'broken': True", "'pierce': 2", "'spent': False"):
        assert fact in said  # they really are in use
    assert any(part.hits for part in components if isinstance(part, RayCaster))
    check_copies(components, COPIERS[copier])


@pytest.mark.parametrize("copier", COPIERS)
def test_every_component_has_copies_after_its_removal(copier: str) -> None:
    components = play(physics := metres())
    esper.clear_database()
    physics.step_once()
    assert all(owner_of(part) == 0 for part in components)
    check_copies(components, COPIERS[copier])


def edit(components: list[Any]) -> None:
    """Assign and ask for much that the next step is to do."""
    for part in components:
        match part:
            case Transform():
                part.position = (part.x + 0.25, part.y)
            case RigidBody(kind="dynamic"):
                part.velocity, part.lock_rotation = (1.0, 2.0), True
                part.mass = 7
                part.apply_impulse((70, 0), (0, 1))  # waits for the mass
                part.apply_force((5, 6))
            case Collider(trigger=False):
                part.friction, part.layer, part.offset = 0.75, 3, (0.1, 0.2)
            case CharacterController():
                part.velocity = (3, 1)
                part.jump(5)
                part.launch((1, 1))
            case Projectile():
                part.ignore, part.pierce = (1, 2), 9
            case RayCaster() | ShapeCaster():
                part.mask, part.max_hits = 5, 1
            case Area():
                part.density, part.priority = 8, -3
            case ConstantForce():
                part.force = (9, 9)
            case MouseJoint():
                part.target = (1, 1)
            case ecsphys.ecs.components.Joint():
                part.anchor_b, part.break_torque = (0.5, 0.25), 1e6


@pytest.mark.parametrize("copier", COPIERS)
def test_copies_have_what_the_next_step_is_to_do(copier: str) -> None:
    components = play(metres())
    edit(components)
    check_copies(components, COPIERS[copier])


@pytest.mark.parametrize("copier", COPIERS)
@pytest.mark.parametrize("used", [False, True])
def test_calls_that_wait_are_copied(copier: str, used: bool) -> None:
    body = RigidBody(mass=2)
    physics = Physics(gravity=(0, 0))
    esper.add_processor(physics)
    if used:
        esper.create_entity(Transform(), body, Collider(Circle(1)))
        physics.step_once()
        body.mass = 4
    body.apply_impulse((8, 0))
    body.apply_impulse((0, 4))
    made = COPIERS[copier](body)
    made.apply_impulse((8, 0))  # of the copy alone
    esper.create_entity(Transform(50, 50), made, Collider(Circle(1)))
    if not used:
        esper.create_entity(Transform(), body, Collider(Circle(1)))
    physics.step_once()
    mass = 4 if used else 2
    assert body.velocity == pytest.approx((8 / mass, 4 / mass))
    assert made.velocity == pytest.approx((16 / mass, 4 / mass))


def test_copies_in_the_middle_of_a_step() -> None:
    components: list[Any] = []
    copied: list[str] = []

    def copy_all(*arguments: Any) -> None:
        edit(components)
        for copier in COPIERS.values():
            check_copies(components, copier)
            copied.append("")

    components += play(physics := metres())
    esper.create_entity(Transform(-50, 0.4), RigidBody(), ball(), Listener(on_collision_begin=copy_all))
    physics.before_step(lambda dt: copy_all())
    physics.step_once()
    assert len(copied) == 2 * len(COPIERS)


@pytest.mark.parametrize("copier", COPIERS)
def test_a_collider_and_its_copy_change_apart(copier: str) -> None:
    first, second = Collider(Circle(1)), Collider(Circle(1))  # share their settings
    made = COPIERS[copier](first)
    first.friction = 0.25
    assert (first.friction, second.friction, made.friction) == (0.25, 0.5, 0.5)
    made.friction = 0.75
    assert (first.friction, second.friction, made.friction) == (0.25, 0.5, 0.75)
    again = COPIERS[copier](made)
    again.friction = 1.0
    assert (made.friction, again.friction) == (0.75, 1.0)


class Crate(RigidBody):
    """A subclass of the game with slots."""

    __slots__ = ("__weight", "label")

    def __init__(self, label: list[str]):
        super().__init__(mass=3)
        self.label = label
        self.__weight = 5

    @property
    def weight(self) -> int:
        return self.__weight


class Marked(RigidBody):
    """A subclass of the game with a dictionary."""

    label: list[str]


class Tagged(Collider):
    label: list[str]


class Seeing(RayCaster):
    label: list[str]


@pytest.mark.parametrize("copier", COPIERS)
def test_attributes_of_subclasses_are_copied(copier: str) -> None:
    parts = [Crate(["a"]), Marked(mass=2), Tagged(Circle(1)), Seeing((1, 1), 5)]
    for part in parts:
        part.label = ["a"]
        made = COPIERS[copier](part)
        assert made.label == ["a"]
        assert (made.label is part.label) == (copier == "copy")
    assert COPIERS[copier](parts[0]).weight == 5


def test_a_slot_that_is_not_set_stays_so() -> None:
    crate = Crate.__new__(Crate)
    RigidBody.__init__(crate)
    assert not hasattr(copy.copy(crate), "label")


@pytest.mark.parametrize("copier", COPIERS)
def test_directions_and_shapes_are_copied_to_the_bit(copier: str) -> None:
    for k in range(1, 60):
        plane = HalfPlane((k, 7.3), 1.1 * k)
        collider, ray = Collider(plane, one_way=(k, 3.1)), RayCaster((k, -1.7), 9)
        one, other = COPIERS[copier](collider), COPIERS[copier](ray)
        assert (one.shape.normal, one.shape.offset) == (plane.normal, plane.offset)
        assert one.one_way == collider.one_way and other.direction == ray.direction


def test_a_copied_character_forgets_what_it_stood_on() -> None:
    physics = metres()
    esper.add_processor(physics)
    for index in range(100):  # the crate's row is beyond those of the small world
        esper.create_entity(Transform(9 * index, 90), RigidBody.kinematic(), ball())
    crate = esper.create_entity(Transform(0, 0.5), RigidBody(), Collider(Box(1, 1)))
    esper.create_entity(Transform(0, -1), Collider(Box(40, 2)))
    controller = CharacterController()
    esper.create_entity(Transform(0, 1.501), RigidBody.kinematic(), ball(), controller)
    for _ in range(3):
        physics.step_once()
    made = copy.copy(controller)
    assert made.floor_entity == crate  # as the component that it is a copy of
    esper.switch_world("small")
    small = metres()
    esper.add_processor(small)
    esper.create_entity(Transform(0, 50), RigidBody.kinematic(), ball(), made)
    small.step_once()
    assert not made.on_floor and made.floor_entity is None and made.hits == []


def test_a_body_leaves_its_joints_behind() -> None:
    body = RigidBody()
    physics = metres()
    esper.add_processor(physics)
    hung = esper.create_entity(Transform(), body, ball())
    other = esper.create_entity(Transform(2), RigidBody(), ball())
    esper.create_entity(RevoluteJoint(hung, None))
    esper.create_entity(RevoluteJoint(hung, other))
    physics.step_once()
    assert (physics.bodies["joined"][0], physics.bodies["hung"][0]) == (1, 1)
    esper.switch_world("without joints")
    esper.add_processor(without := metres())
    esper.create_entity(Transform(), copy.copy(body), ball())
    without.step_once()
    assert (without.bodies["joined"][0], without.bodies["hung"][0]) == (0, 0)
