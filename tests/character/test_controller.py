"""The component: what it takes, what it refuses, how it comes and goes; its touches as events."""

from __future__ import annotations

import math
from typing import Any

import esper
import pytest

import ecsphys
from demo_game.course.stage import SKIN, Stage
from ecsphys import (
    Box,
    Capsule,
    CharacterController,
    CharacterSystem,
    Circle,
    Collider,
    Physics,
    RigidBody,
    Transform,
    Vec2,
)
from ecsphys.world.checks import fingerprint
from tests.acceptance.support import Recorder, body, ground, pair, physics, run, transform

HERO = Capsule(48, 12)


def hero(x: float = 0, y: float = 24.2, **options: Any) -> int:
    return esper.create_entity(
        Transform(x, y), RigidBody.kinematic(), Collider(HERO), CharacterController(**options)
    )


def control(entity: int) -> CharacterController:
    return esper.component_for_entity(entity, CharacterController)


# values


def test_what_is_set_can_be_read() -> None:
    settings = {
        "max_slope": 0.5, "step_height": 3.0, "snap": 4.0, "skin": 0.2, "constant_speed": True,
        "acceleration": 100.0, "friction": 200.0, "air_acceleration": 50.0, "air_friction": 25.0,
        "terminal_speed": 600.0, "coyote_time": 0.2, "jump_buffer": 0.3, "jump_cut": 0.4,
        "corner_correction": 5.0, "ledge_forgiveness": 6.0, "wall_slide": 70.0, "wall_jump": 80.0,
        "wall_jump_lock": 0.1, "on_leave": "add_upward", "meets": "push", "mass": 3.0, "strength": 1e5,
        "pushable": True, "air_jumps": 2,
    }  # fmt: skip
    one = CharacterController("floating", **settings)  # type: ignore[arg-type]
    assert one.mode == "floating"
    physics()
    entity = esper.create_entity(Transform(), RigidBody.kinematic(), Collider(HERO), one)
    for _ in range(2):
        assert {name: getattr(one, name) for name in settings} == settings
        run(1)
    esper.remove_component(entity, CharacterController)
    run(1)
    assert {name: getattr(one, name) for name in settings} == settings


def test_defaults_scale_with_the_length_unit() -> None:
    physics(length_unit=2.0)
    one = control(hero())
    assert one.step_height is None and one.snap is None
    run(1)
    assert one.step_height == one.snap == 0.25
    one.step_height = 0.5
    one.snap = None
    assert (one.step_height, one.snap) == (0.5, 0.25)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mode", "swimming"), ("max_slope", 45), ("max_slope", -0.1), ("max_slope", math.nan),
        ("step_height", -1), ("snap", math.inf), ("skin", 0), ("acceleration", -1), ("friction", math.nan),
        ("terminal_speed", -5), ("coyote_time", -0.1), ("jump_buffer", math.inf), ("jump_cut", -1),
        ("corner_correction", -1), ("ledge_forgiveness", math.nan), ("wall_slide", -1), ("wall_jump", -1),
        ("on_leave", "never"), ("meets", "hug"), ("mass", -1), ("strength", -1),
    ],
)  # fmt: skip
def test_values_out_of_range_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=name):
        CharacterController(**{name: value})
    one = CharacterController()
    before = getattr(one, name)
    with pytest.raises(ValueError, match=name):
        setattr(one, name, value)
    assert getattr(one, name) == before


@pytest.mark.parametrize("name", ["max_slope", "step_height", "acceleration", "strength", "jump_buffer"])
def test_what_is_no_number_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        CharacterController(**{name: "high"})


def test_degrees_are_pointed_out() -> None:
    with pytest.raises(ValueError, match=r"math\.radians"):
        CharacterController(max_slope=45)


@pytest.mark.parametrize("value", [(math.nan, 0), (0, math.inf)])
def test_wishes_must_be_finite(value: tuple[float, float]) -> None:
    one = CharacterController()
    for wish in (one.move, one.launch):
        with pytest.raises(ValueError, match="velocity"):
            wish(value)
    with pytest.raises(ValueError, match="velocity"):
        one.velocity = value  # type: ignore[assignment]
    with pytest.raises(TypeError, match="velocity"):
        one.move(5)  # type: ignore[arg-type]
    for speed in (0, -1, math.nan):
        with pytest.raises(ValueError, match="speed"):
            one.jump(speed)
    with pytest.raises(ValueError, match="seconds"):
        one.drop(0)


def test_facts_before_the_first_step() -> None:
    one = CharacterController()
    assert not (one.on_floor or one.on_wall or one.on_ceiling or one.crushed)
    assert one.floor_entity is None and one.hits == []
    assert one.real_velocity == one.floor_normal == Vec2(0, 0)
    with pytest.raises(AttributeError):
        one.on_floor = True  # type: ignore[misc]


def test_velocity_is_what_is_wanted() -> None:
    one = CharacterController()
    one.velocity = (3, 4)  # type: ignore[assignment]
    assert one.velocity == Vec2(3, 4)
    one.move((5, 6))
    assert one.velocity == Vec2(5, 6)


# coming and going


def test_the_system_is_one_of_the_steps() -> None:
    clock = physics()
    kinds = [type(system) for system in clock.systems]
    place = kinds.index(CharacterSystem)
    assert kinds.index(ecsphys.IntegrationSystem) < place < kinds.index(ecsphys.CollisionListSystem)


def test_a_character_may_wait_for_its_parts() -> None:
    physics((0, -900))
    floor = ground()
    entity = esper.create_entity(CharacterController())
    run(2)
    esper.add_component(entity, Transform(0, 30))
    esper.add_component(entity, RigidBody.kinematic())
    run(1)
    assert not control(entity).on_floor  # it falls, having nothing to stand on yet
    esper.add_component(entity, Collider(HERO))
    run(60)
    assert control(entity).floor_entity == floor


@pytest.mark.parametrize("kind", ["dynamic", "static"])
def test_only_kinematic_bodies_can_be_characters(kind: str) -> None:
    physics()
    entity = body(HERO, kind=kind)
    esper.add_component(entity, CharacterController())
    with pytest.raises(ValueError, match=rf"RigidBody.kinematic.*entity {entity} is {kind}"):
        run(1)


@pytest.mark.parametrize("later", [False, True])
def test_without_rigid_body_it_is_taken_for_kinematic(later: bool) -> None:
    clock = physics((0, -900))
    floor = ground()
    entity = esper.create_entity(Transform(0, 60), Collider(HERO))
    run(int(later))
    esper.add_component(entity, CharacterController())
    run(30)
    control(entity).move((100, 0))
    run(30)
    assert control(entity).floor_entity == floor and transform(entity).x == pytest.approx(50, abs=2)
    assert clock.collisions.of(entity) == {floor}
    esper.component_for_entity(entity, Collider).shapes = Capsule(40, 10)  # its row is filled anew
    run(30)
    assert transform(entity).x == pytest.approx(100, abs=6) and control(entity).on_floor


def test_not_in_two_worlds() -> None:
    here = esper.current_world
    one = CharacterController()
    physics()
    esper.create_entity(Transform(), RigidBody.kinematic(), Collider(HERO), one)
    run(1)
    esper.switch_world(here + " too")
    physics()
    esper.create_entity(Transform(), RigidBody.kinematic(), Collider(HERO), one)
    with pytest.raises(ValueError, match=f"in the esper world {here!r}"):
        run(1)
    esper.switch_world(here)
    esper.delete_world(here + " too")


def test_the_system_can_be_replaced() -> None:
    class Mine(CharacterSystem):
        pass

    clock = physics((0, -900))
    ground()
    entity = hero()
    run(10)
    clock.replace(CharacterSystem, Mine())
    run(10)
    assert control(entity).on_floor


def test_teleported_it_leaves_its_platform() -> None:
    physics((0, -900))
    body(Box(200, 20), 0, -10, kind="kinematic", velocity=(120, 0))
    entity = hero()
    run(10)
    assert control(entity).on_floor
    transform(entity).position = (1000, 500)
    run(1)
    assert transform(entity).x == 1000 and not control(entity).on_floor
    assert control(entity).platform_velocity == Vec2(0, 0)


def test_only_one_convex_shape() -> None:
    physics()
    entity = esper.create_entity(
        Transform(), RigidBody.kinematic(), Collider([Circle(5), Box(4, 4)]), CharacterController()
    )
    with pytest.raises(ValueError, match=f"one convex shape, entity {entity}"):
        run(1)


def test_a_controller_belongs_to_one_entity() -> None:
    physics()
    one = CharacterController()
    for x in (0, 100):
        esper.create_entity(Transform(x, 0), RigidBody.kinematic(), Collider(HERO), one)
    with pytest.raises(ValueError, match="belongs to one entity"):
        run(1)


def test_nothing_moves_when_a_character_is_refused() -> None:
    clock = physics((0, -900))
    ball = body(Circle(5), 500, 0)
    one = transform(hero(200, 100))
    run(1)
    before = one.position
    wrong = body(HERO, kind="dynamic")
    esper.add_component(wrong, CharacterController())
    with pytest.raises(ValueError, match="kinematic"):
        run(1)
    esper.delete_entity(wrong, immediate=True)
    assert clock.step_count == 1 and one.position == before and transform(ball).y < 0
    run(1)
    assert clock.step_count == 2 and one.position != before


def test_removed_it_stops_and_is_an_ordinary_body() -> None:
    physics((0, -900))
    ground()
    entity = hero()
    control(entity).move((200, 0))
    run(30)
    one = control(entity)
    esper.remove_component(entity, CharacterController)
    x = transform(entity).x
    run(10)
    assert transform(entity).x == x
    assert one.on_floor  # the facts stay as they were
    esper.component_for_entity(entity, RigidBody).velocity = (60, 0)
    run(60)
    assert transform(entity).x == pytest.approx(x + 60)
    esper.add_component(entity, one)
    run(30)
    assert one.on_floor and one.real_velocity.x == pytest.approx(200)


def test_replaced_by_another() -> None:
    physics((0, -900))
    ground()
    entity = hero()
    control(entity).move((200, 0))
    run(10)
    esper.add_component(entity, CharacterController())
    run(10)
    assert control(entity).on_floor
    assert control(entity).real_velocity == Vec2(0, 0)


def test_deleted_and_others_go_on() -> None:
    physics((0, -900))
    ground()
    first, second = hero(-100), hero(100)
    for one in (first, second):
        control(one).move((50, 0))
    run(10)
    esper.delete_entity(first)
    run(10)
    third = hero(0)
    run(20)
    assert control(second).real_velocity.x == pytest.approx(50)
    assert control(third).on_floor


def test_its_floor_may_vanish() -> None:
    physics((0, -900))
    floor = ground()
    entity = hero()
    run(20)
    assert control(entity).floor_entity == floor
    esper.delete_entity(floor, immediate=True)
    run(10)
    assert not control(entity).on_floor and control(entity).floor_entity is None
    assert transform(entity).y < 20


@pytest.mark.jit
def test_many_come_and_go() -> None:
    clock = physics((0, -900))
    ground()
    entities = [hero(40.0 * k) for k in range(20)]
    run(5)
    for entity in entities[::2]:
        esper.delete_entity(entity, immediate=True)
    assert len(clock.bodies) == 11  # moves rows together
    entities += [hero(30.0 * k + 1000, 60) for k in range(30)]
    run(60)
    assert all(control(entity).on_floor for entity in entities if esper.entity_exists(entity))


def test_its_shape_may_change() -> None:
    """Ducking: a smaller shape whose soles stay where they are."""
    physics((0, -900))
    ground()
    esper.create_entity(Transform(100, 80), Collider(Box(60, 100)))  # 30 above the floor
    entity = hero()
    control(entity).move((200, 0))
    run(60)
    assert transform(entity).x < 70
    collider = esper.component_for_entity(entity, Collider)
    collider.shapes = Capsule(24, 12)
    collider.offset = (0, -12)
    run(60)
    assert transform(entity).x > 150 and control(entity).on_floor


def test_a_disabled_collider_meets_nothing() -> None:
    physics((0, -900))
    ground()
    entity = hero()
    run(10)
    esper.component_for_entity(entity, Collider).enabled = False
    run(30)
    assert transform(entity).y < 0
    assert not control(entity).on_floor


def test_in_metres() -> None:
    """Everything scales with the length unit."""
    physics((0, -9.81), length_unit=1.0)
    ground()
    for k in range(5):
        esper.create_entity(Transform(3 + 0.4 * k + 5, 0.05 * (k + 1)), Collider(Box(10, 0.1 * (k + 1))))
    entity = esper.create_entity(
        Transform(0, 0.9), RigidBody.kinematic(), Collider(Capsule(1.8, 0.3)), CharacterController()
    )
    run(1)
    assert control(entity).on_floor and transform(entity).y == pytest.approx(0.9, abs=0.002)
    control(entity).move((4, 0))
    run(90)
    assert transform(entity).x == pytest.approx(6, abs=0.01)
    assert transform(entity).y == pytest.approx(1.4, abs=0.002)
    control(entity).jump(5)
    highest = 0.0
    for _ in range(40):
        run(1)
        highest = max(highest, transform(entity).y)
    assert highest == pytest.approx(1.4 + 25 / (2 * 9.81), abs=0.01)


def test_layers_and_triggers() -> None:
    physics((0, -900))
    ground()
    wall = esper.create_entity(Transform(60, 50), Collider(Box(20, 100), layer=2))
    door = esper.create_entity(Transform(120, 50), Collider(Box(20, 100), trigger=True))
    entity = hero()
    esper.component_for_entity(entity, Collider).mask = 1
    entered = Recorder((ecsphys.TRIGGER_ENTER,))
    control(entity).move((200, 0))
    run(60)
    assert transform(entity).x > 180
    assert [pair(event) for event in entered.of(ecsphys.TRIGGER_ENTER)] == [{entity, door}]
    assert esper.entity_exists(wall)


def test_ignored_pairs_and_filters_let_it_pass() -> None:
    clock = physics((0, -900))
    ground()
    walls = [esper.create_entity(Transform(x, 50), Collider(Box(20, 100))) for x in (60, 160, 260)]
    entity = hero()
    clock.ignore(entity, walls[0])
    clock.add_filter(lambda first, second: {first, second} != {entity, walls[1]})
    control(entity).move((200, 0))
    run(120)
    assert transform(entity).x == pytest.approx(250 - 12, abs=1)
    assert {hit.entity for hit in control(entity).hits} == {1, walls[2]}


def test_several_worlds() -> None:
    here = esper.current_world
    physics((0, -900))
    ground()
    one = control(hero())
    esper.switch_world(here + " too")
    physics((0, 0))
    other = control(hero())
    run(30)
    assert not other.on_floor and not one.on_floor
    esper.switch_world(here)
    run(30)
    assert one.on_floor
    esper.delete_world(here + " too")


@pytest.mark.jit
@pytest.mark.parametrize("broad_phase", ["sweep_and_prune", "brute_force"])
def test_every_broad_phase_gives_the_same(broad_phase: str) -> None:
    def play(kind: str) -> str:
        stage = Stage(broad_phase=kind)
        stage.floor()
        stage.tiles((100.0 + 32.0 * k, 8.0 * k - 32.0) for k in range(10))
        stage.crate(60.0, 16.0)
        for k in range(5):
            stage.character(-60.0 * k - 60.0, SKIN, name=f"{k}", meets="push")
        stage.enter(0.0)
        for step in range(120):
            stage.control.move((150.0, 0.0))
            if step == 60:
                stage.control.jump(400.0)
            stage.step()
        return fingerprint(stage.physics)

    esper.switch_world(esper.current_world + " a")
    first = play("quadtree")
    esper.switch_world(esper.current_world + " b")
    assert play(broad_phase) == first


def test_under_esper_without_physics_as_processor() -> None:
    """Who keeps an own clock adds the systems one by one."""
    clock = Physics(gravity=(0, -900))
    for system in clock.systems:
        esper.add_processor(system)
    ground()
    entity = hero(0, 40)
    run(60)
    assert control(entity).on_floor


# touches


def test_touches_are_collision_events() -> None:
    physics((0, -900))
    floor = ground()
    wall = esper.create_entity(Transform(200, 50), Collider(Box(40, 100)))
    entity = hero(0, 100)
    log = Recorder((ecsphys.COLLISION_BEGIN, ecsphys.COLLISION_END))
    control(entity).move((200, 0))
    run(90)
    assert [pair(event) for event in log.of(ecsphys.COLLISION_BEGIN)] == [{entity, floor}, {entity, wall}]
    assert log.count(ecsphys.COLLISION_END) == 0
    control(entity).move((-200, 0))
    control(entity).jump(300)
    run(3)
    assert [pair(event) for event in log.of(ecsphys.COLLISION_END)] == [{entity, floor}, {entity, wall}]


def test_a_touch_is_an_event_of_the_same_step() -> None:
    physics((0, -900))
    floor = ground()
    entity = hero(0, 100)
    begun: list[bool] = []

    def began(event: Any) -> None:
        begun.append(control(entity).on_floor and control(entity).floor_entity == floor)

    esper.set_handler(ecsphys.COLLISION_BEGIN, began)
    run(60)
    assert begun == [True]


@pytest.mark.parametrize("drop", [16, 100, 300])
def test_landing_speed_is_told(drop: float) -> None:
    physics((0, -900))
    ground()
    hero(0, 24 + drop)
    log = Recorder((ecsphys.COLLISION_BEGIN,))
    run(60)
    (event,) = log.of(ecsphys.COLLISION_BEGIN)
    assert event.speed == pytest.approx(math.sqrt(2 * 900 * drop), abs=16)
    assert abs(event.normal.y) == pytest.approx(1)


def test_one_character_standing_still_sleeps_and_keeps_its_facts() -> None:
    clock = physics((0, -900))
    floor = ground()
    entity = hero()
    run(30)
    assert not esper.component_for_entity(entity, RigidBody).awake
    assert control(entity).on_floor and [hit.entity for hit in control(entity).hits] == [floor]
    assert clock.collisions.of(entity) == {floor}
    control(entity).move((100, 0))
    run(1)
    assert control(entity).real_velocity.x == pytest.approx(100)


def test_passing_a_one_way_platform_from_below_is_no_touch() -> None:
    physics((0, -900))
    floor = ground()
    shelf = esper.create_entity(Transform(0, 60), Collider(Box(200, 10), one_way=(0, 1)))
    entity = hero()
    run(10)
    log = Recorder((ecsphys.COLLISION_BEGIN, ecsphys.COLLISION_END))
    control(entity).jump(480)
    run(40)
    assert log.count(ecsphys.COLLISION_BEGIN) == 0
    run(60)
    assert [pair(event) for event in log.of(ecsphys.COLLISION_BEGIN)] == [{entity, shelf}]
    assert esper.entity_exists(floor)


def test_interpolation_follows() -> None:
    clock = physics((0, -900))
    ground()
    entity = hero()
    control(entity).move((120, 0))
    run(10)
    x = transform(entity).x
    run(1, clock.step * 0.5)
    assert transform(entity).interpolated[0] == pytest.approx(x - 1.0)


def test_a_jump_is_told_once() -> None:
    physics((0, -900))
    ground()
    one = control(hero())
    run(10)
    one.jump(300)
    told = []
    for _ in range(60):
        run(1)
        told.append(one.jumped)
    assert told == [True] + 59 * [False]


def test_launch() -> None:
    physics((0, -900))
    ground()
    entity = hero(air_acceleration=0.0, air_friction=0.0)
    run(10)
    control(entity).launch((100, 300))
    run(1)
    assert not control(entity).on_floor
    assert control(entity).real_velocity == pytest.approx((100, 292.5))


def test_a_velocity_given_to_its_body_launches_it() -> None:
    physics((0, -900))
    ground()
    entity = hero(air_acceleration=0.0, air_friction=0.0)
    run(40)
    assert not esper.component_for_entity(entity, RigidBody).awake
    esper.component_for_entity(entity, RigidBody).velocity = (100, 300)
    run(1)
    assert control(entity).real_velocity == pytest.approx((100, 292.5))
    run(20)
    assert control(entity).real_velocity.x == pytest.approx(100)
    assert esper.component_for_entity(entity, RigidBody).velocity == control(entity).real_velocity


def test_the_same_to_the_bit() -> None:
    def play() -> str:
        stage = Stage()
        stage.floor()
        for k in range(6):
            stage.character(20.0 * k, SKIN + 60.0 * (k % 2), name=f"{k}")
        stage.enter(300.0)
        for _ in range(60):
            stage.step()
        return fingerprint(stage.physics)

    results = set()
    for name in "ab":
        esper.switch_world(f"{esper.current_world} {name}")
        results.add(play())
    assert len(results) == 1


def test_released_jumps_are_cut_short_whichever_controller_is_made_next():
    physics(gravity=(0, -900))
    ground(width=1e5)
    jumpers = []
    for _ in range(20):
        jumpers.append(CharacterController())
        jumpers[-1].jump(300)
        jumpers[-1].release_jump()
    entities = [
        esper.create_entity(Transform(200 * k, 24.2), RigidBody.kinematic(), Collider(HERO), jumper)
        for k, jumper in enumerate(jumpers)
    ]
    highest = 0.0
    for _ in range(60):
        run(1)
        highest = max(highest, *(transform(entity).y for entity in entities))
    assert 24.3 < highest < 24.2 + 0.5 * 300**2 / (2 * 900)
