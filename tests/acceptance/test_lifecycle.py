"""Components come, change and go at any time; worlds are switched, cleared and rebuilt."""

from __future__ import annotations

import esper
import pytest

from ecsphys import COLLISION_BEGIN, Box, Circle, Collider, RigidBody, Transform
from ecsphys.world.checks import fingerprint
from tests.acceptance.support import (
    STEP,
    Recorder,
    body,
    collider,
    disc,
    ground,
    motion,
    physics,
    place,
    rigid,
    run,
    transform,
)


def test_components_added_later() -> None:
    physics((0, -900))
    ground()
    entity = esper.create_entity(Transform(0, 100))
    run(5)
    assert transform(entity).position == (0, 100)
    esper.add_component(entity, RigidBody())
    run(5)
    assert transform(entity).y < 100
    esper.add_component(entity, Collider(Circle(16)))
    run(90)
    assert transform(entity).y == pytest.approx(16, abs=0.5)


def test_a_static_body_becomes_dynamic_and_static_again() -> None:
    physics((0, -900))
    entity = esper.create_entity(Transform(0, 500), Collider(Circle(16)))
    run(5)
    assert transform(entity).y == 500
    esper.add_component(entity, RigidBody())
    run(10)
    height = transform(entity).y
    assert height < 500
    esper.remove_component(entity, RigidBody)
    run(10)
    assert transform(entity).y == height


def test_without_a_transform_there_is_no_body() -> None:
    physics((0, -900))
    esper.create_entity(RigidBody(), Collider(Circle(16)))
    entity = disc(0, 0)
    run(2)
    old = transform(entity)
    esper.remove_component(entity, Transform)
    run(10)
    assert old.y > -5
    esper.add_component(entity, Transform(7, 8))
    run(1)
    assert transform(entity).x == 7


def test_replacing_each_component() -> None:
    physics(length_unit=1)
    entity = body(Circle(1), 0, 0, velocity=(60, 0))
    run(1)
    old = esper.components_for_entity(entity)
    esper.add_component(entity, Transform(100, 0))
    esper.add_component(entity, RigidBody(velocity=(0, 60)))
    esper.add_component(entity, Collider(Circle(2)))
    run(1)
    assert transform(entity).position == pytest.approx((100, 1))
    assert rigid(entity).mass == pytest.approx(4 * 3.14159265, rel=1e-6)
    assert old[0].position == pytest.approx((1, 0))
    assert old[1].velocity == (60, 0)
    old[0].x = 5  # a view no more: the entity does not feel it
    old[1].velocity = (1, 1)
    run(1)
    assert transform(entity).position == pytest.approx((100, 2))


def test_changing_components() -> None:
    physics((0, -900))
    ground(friction=0)
    entity = body(Box(32, 32), 0, 16, friction=0, velocity=(60, 0))
    run(30)
    collider(entity).friction = 1.0
    run(30)
    assert rigid(entity).velocity[0] > 50  # geometric mean with 0
    transform(entity).position = (0, 500)
    run(1)
    assert transform(entity).y > 490
    rigid(entity).gravity_scale = 0
    rigid(entity).velocity = (0, 0)
    run(10)
    assert rigid(entity).velocity == (0, 0)


def test_reading_before_adoption_and_after_removal() -> None:
    pose, moving, shape = (
        Transform(1, 2, 0.5),
        RigidBody(velocity=(60, 0), mass=3),
        Collider(Circle(4), friction=0.25),
    )
    assert pose.pose == (1, 2, 0.5)
    assert moving.velocity == (60, 0)
    assert moving.mass == 3
    assert shape.friction == 0.25
    physics()
    entity = esper.create_entity(pose, moving, shape)
    assert pose.pose == (1, 2, 0.5)
    run(60)
    assert pose.position == pytest.approx((61, 2))
    esper.delete_entity(entity, immediate=True)
    assert pose.position == pytest.approx((61, 2))
    run(5)
    disc(900, 900)  # may take the freed row
    run(5)
    assert pose.position == pytest.approx((61, 2))
    assert pose.angle == 0.5
    assert moving.velocity == (60, 0)
    assert shape.friction == 0.25
    pose.x = 9
    assert pose.x == 9


def test_a_removed_instance_may_be_used_again() -> None:
    physics()
    pose, moving, shape = Transform(1, 2), RigidBody(velocity=(60, 0)), Collider(Circle(4))
    first = esper.create_entity(pose, moving, shape)
    run(60)
    esper.delete_entity(first, immediate=True)
    run(1)
    second = esper.create_entity(pose, moving, shape)
    run(60)
    assert transform(second).x == pytest.approx(121)


@pytest.mark.parametrize("kind", [Transform, RigidBody, Collider])
def test_an_instance_given_to_two_entities_is_refused(kind: type) -> None:
    clock = physics((0, -900))
    parts = {Transform: Transform(0, 100), RigidBody: RigidBody(), Collider: Collider(Circle(4))}
    first = esper.create_entity(*parts.values())
    witness = disc(300, 300)
    run(2)
    others = {Transform: Transform(50, 100), RigidBody: RigidBody(), Collider: Collider(Circle(4))}
    second = esper.create_entity(*(others | {kind: parts[kind]}).values())
    before = motion(witness), motion(first)
    with pytest.raises(ValueError, match=str(second)):
        run(1)
    assert (motion(witness), motion(first)) == before
    esper.delete_entity(second, immediate=True)
    steps = clock.step_count
    run(5)
    assert clock.step_count == steps + 5
    assert motion(witness) != before[0]


def test_an_instance_given_to_two_new_entities_is_refused() -> None:
    physics()
    shared = Collider(Circle(4))
    esper.create_entity(Transform(), RigidBody(), shared)
    esper.create_entity(Transform(), RigidBody(), shared)
    with pytest.raises(ValueError):
        run(1)


@pytest.mark.parametrize("kind", [Transform, RigidBody, Collider])
def test_an_instance_moved_over_to_another_old_entity_is_refused(kind: type) -> None:
    """Nothing new comes into the world here, and no set of entities changes."""
    physics()
    first, second = disc(0, 0), disc(100, 0)
    run(2)
    own = esper.component_for_entity(second, kind)
    esper.add_component(second, esper.component_for_entity(first, kind))
    with pytest.raises(ValueError):
        run(1)
    esper.add_component(second, own)
    run(1)
    assert transform(second).position == (100, 0)


def test_two_entities_may_swap_components() -> None:
    physics()
    first, second = disc(0, 0, velocity=(60, 0)), disc(100, 0, velocity=(0, 60))
    run(1)
    a, b = rigid(first), rigid(second)
    esper.add_component(first, b)
    esper.add_component(second, a)
    run(60)
    assert transform(first).position == pytest.approx((1, 60))
    assert transform(second).position == pytest.approx((160, 1))


def test_shapes_may_be_shared() -> None:
    physics()
    shape = Circle(4)
    entities = [body(shape, 100 * i, 0) for i in range(3)]
    run(1)
    assert len({rigid(entity).mass for entity in entities}) == 1


def test_an_entity_that_comes_and_goes_within_a_frame() -> None:
    clock = physics()
    heard = Recorder()
    disc(0, 0)
    run(1)
    for _ in range(5):
        ghost = disc(5, 0)
        esper.delete_entity(ghost, immediate=True)
        run(1)
    assert heard.log == []
    assert len(clock.bodies) == 1


def test_an_entity_replaced_by_another_within_a_frame() -> None:
    physics(response=False)
    heard = Recorder()
    a, b = disc(0, 0), disc(20, 0)
    run(1)
    esper.delete_entity(b, immediate=True)
    c = disc(20, 0)
    run(1)
    begins = [{event.entity_a, event.entity_b} for event in heard.of(COLLISION_BEGIN)]
    assert begins == [{a, b}, {a, c}]
    assert [event.reason for event in heard.of("collision_end")] == ["removed"]


def test_an_entity_teleported_and_deleted_within_a_frame() -> None:
    physics(response=False)
    heard = Recorder()
    first, second = disc(500, 500, kind="kinematic"), disc(0, 300)
    run(2)
    place(second, 10, 10)
    esper.delete_entity(second, immediate=True)
    run(1)
    third = disc(505, 500)
    run(1)
    assert [{event.entity_a, event.entity_b} for event in heard.of(COLLISION_BEGIN)] == [{first, third}]


def test_freed_rows_are_used_again() -> None:
    clock = physics()
    for round_ in range(20):
        entities = [disc(100 * i, 100 * round_) for i in range(20)]
        run(1)
        assert sorted(clock.bodies["entity"].tolist()) == entities
        for entity in entities:
            esper.delete_entity(entity, immediate=True)
    run(1)
    assert len(clock.bodies) == 0


@pytest.mark.jit
def test_many_bodies_grow_the_store_without_losing_any() -> None:
    physics()
    entities = [disc(100 * i, 0, velocity=(0, 60)) for i in range(300)]
    run(30)
    entities += [disc(100 * i, 9000, velocity=(0, 60)) for i in range(700)]
    run(30)
    assert transform(entities[0]).position == pytest.approx((0, 60))
    assert transform(entities[299]).position == pytest.approx((29_900, 60))
    assert transform(entities[999]).position == pytest.approx((69_900, 9030))


def test_bulk_access() -> None:
    clock = physics()
    entities = [disc(100 * i, 0) for i in range(10)]
    run(1)
    rows = clock.bodies
    assert rows["entity"].tolist() == entities
    rows["vx"] += 60.0
    rows["angular_velocity"] += 2.0
    run(60)
    assert transform(entities[3]).x == pytest.approx(360)
    assert transform(entities[3]).angle == pytest.approx(2)
    assert clock.bodies["x"][3] == transform(entities[3]).x


def test_two_worlds_do_not_see_each_other() -> None:
    esper.switch_world("one")
    first = physics((0, -900))
    a = disc(0, 0)
    esper.switch_world("two")
    second = physics((0, 900))
    b = disc(0, 0)
    for _ in range(10):
        esper.switch_world("one")
        run(1)
        esper.switch_world("two")
        run(2)
    assert second.step_count == 20
    assert rigid(b).velocity[1] == pytest.approx(900 * 20 / 60)
    esper.switch_world("one")
    assert first.step_count == 10
    assert rigid(a).velocity[1] == pytest.approx(-900 * 10 / 60)
    assert len(first.bodies) == len(second.bodies) == 1


def test_changes_made_while_another_world_is_current_wait() -> None:
    esper.switch_world("one")
    first = physics()
    a = disc(0, 0)
    run(1)
    esper.switch_world("two")
    physics()
    disc(0, 0)
    run(1)
    esper.switch_world("one")
    b = disc(300, 0)
    esper.delete_entity(a, immediate=True)
    run(1)
    assert first.bodies["entity"].tolist() == [b]


def test_clear_database_and_rebuild() -> None:
    clock = physics((0, -900))
    heard = Recorder()

    def level() -> list[int]:
        ground()
        return [disc(0, 16 + 31 * i) for i in range(5)]

    old = level()
    views = [transform(entity) for entity in old]
    run(20)
    places = [view.position for view in views]
    esper.clear_database()
    heard.clear()
    new = level()
    assert new == old  # esper counts from one again
    run(1)
    assert len(clock.bodies) == 6
    assert transform(new[0]).y == pytest.approx(16, abs=1)
    assert [view.position for view in views] == places
    run(20)
    for entity in new:
        esper.delete_entity(entity, immediate=True)
    run(3)
    assert list(clock.collisions) == []


@pytest.mark.jit
def test_a_rebuilt_level_runs_like_the_first() -> None:
    prints = []
    for name in ("once", "again"):
        esper.switch_world(name)
        clock = physics((0, -900))
        if name == "again":
            ground()
            [disc(7 * i, 300) for i in range(9)]
            run(30)
            esper.clear_database()
        ground()
        [disc(31 * i % 90, 40 + 33 * i) for i in range(12)]
        run(100)
        prints.append(fingerprint(clock))
    assert prints[0] == prints[1]


def test_transform_helpers() -> None:
    physics()
    entity = disc(10, 20)
    transform(entity).degrees = 90
    assert transform(entity).angle == pytest.approx(1.5707963)
    assert transform(entity).local_to_world((1, 0)) == pytest.approx((10, 21))
    assert transform(entity).world_to_local((10, 21)) == pytest.approx((1, 0), abs=1e-12)
    transform(entity).angle = 20.0
    run(1)
    assert transform(entity).angle == 20.0  # not wrapped


def test_interpolated_lies_between_the_last_two_steps() -> None:
    clock = physics()
    entity = disc(0, 0, velocity=(60, 0))
    run(10)
    esper.process(STEP / 2)
    assert clock.alpha == pytest.approx(0.5)
    x, _, _ = transform(entity).interpolated
    assert x == pytest.approx(9.5)
    assert transform(entity).x == pytest.approx(10)


def test_a_teleport_is_not_interpolated() -> None:
    physics()
    entity = disc(0, 0)
    run(3)
    place(entity, 500, 0)
    assert transform(entity).interpolated[0] == 500
