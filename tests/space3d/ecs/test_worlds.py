"""Several worlds, several clocks, and everything that esper can do to entities."""

from __future__ import annotations

import subprocess
import sys

import esper
import pytest

import ecsphys
from ecsphys import space3d as s3
from tests.space3d.things import STEP, Recorder, ball, body, collider, ground, motion, physics, run, transform


def test_components_added_later_and_replaced() -> None:
    physics((0, -10, 0))
    ground()
    entity = esper.create_entity(s3.Transform3D(0, 1, 0))
    run(3)
    assert transform(entity).y == 1
    esper.add_component(entity, s3.Body3D())
    run(3)
    falling = transform(entity).y
    assert falling < 1
    esper.add_component(entity, s3.Collider3D(s3.Sphere(0.5)))
    run(90)
    assert transform(entity).y == pytest.approx(0.5, abs=0.02)
    esper.add_component(entity, s3.Transform3D(0, 3, 0))
    run()
    assert transform(entity).y == pytest.approx(3, abs=0.01)
    esper.remove_component(entity, s3.Body3D)
    high = transform(entity).y
    run(5)
    assert transform(entity).y == high


def test_deleted_entities_end_their_touches_once() -> None:
    physics((0, -10, 0))
    floor, entity = ground(), ball(y=0.5)
    heard = Recorder(ecsphys.COLLISION_BEGIN, ecsphys.COLLISION_END)
    run(10)
    assert heard.names() == [ecsphys.COLLISION_BEGIN]
    esper.delete_entity(entity)
    run(3)
    assert heard.names() == [ecsphys.COLLISION_BEGIN, ecsphys.COLLISION_END]
    assert heard.heard[1][1].reason == "removed"
    assert heard.heard[1][1].entities == (floor, entity)


def test_clear_database_and_reset() -> None:
    clock = physics((0, -10, 0))
    ground()
    ball(y=0.5)
    run(5)
    esper.clear_database()
    run(2)
    assert len(clock.bodies) == 0
    assert list(clock.collisions) == []
    ground()
    again = ball(y=0.5)
    run(5)
    assert clock.collisions.of(again)
    clock.reset()
    assert clock.step_count == 0
    assert ball() == 1
    run()


def test_two_worlds_do_not_see_each_other() -> None:
    here = physics((0, -10, 0))
    first = ball(y=5)
    home = esper.current_world
    esper.switch_world("another")
    there = physics((0, 10, 0))
    second = ball(y=5)
    run(10)
    assert transform(second).y > 5
    with pytest.raises(RuntimeError, match="belongs to the esper world"):
        here.process(STEP)
    esper.switch_world(home)
    run(10)
    assert transform(first).y < 5
    assert len(here.bodies) == len(there.bodies) == 1
    esper.delete_world("another")


def test_one_clock_a_world() -> None:
    physics()
    with pytest.raises(RuntimeError, match="another Physics3D is in the esper world"):
        physics()


def test_a_handler_may_switch_worlds() -> None:
    physics((0, -10, 0))
    ground()
    entity = ball(y=0.5)
    home = esper.current_world

    @ecsphys.on(ecsphys.COLLISION_BEGIN)
    def leave(event: s3.CollisionEvent3D) -> None:
        esper.switch_world("elsewhere")

    run()
    assert esper.current_world == "elsewhere"
    esper.switch_world(home)
    ecsphys.off(leave)
    run(5)
    assert transform(entity).y == pytest.approx(0.5, abs=0.02)
    esper.delete_world("elsewhere")


def test_plane_and_space_in_one_world() -> None:
    flat = ecsphys.Physics((0, -900))
    esper.add_processor(flat)
    deep = physics((0, -10, 0))
    floor = esper.create_entity(ecsphys.Transform(0, -50), ecsphys.Collider(ecsphys.Box(900, 100)))
    disc = esper.create_entity(
        ecsphys.Transform(0, 16), ecsphys.RigidBody(), ecsphys.Collider(ecsphys.Circle(16))
    )
    floor3, ball3 = ground(), ball(y=0.5)
    heard = Recorder(ecsphys.COLLISION_BEGIN)
    run(5)
    assert [event.entities for _, event in heard.heard] == [(floor, disc), (floor3, ball3)]
    assert isinstance(heard.heard[0][1], ecsphys.CollisionEvent)
    assert isinstance(heard.heard[1][1], s3.CollisionEvent3D)
    assert len(flat.bodies) == len(deep.bodies) == 2
    esper.delete_entity(ball3)
    run(2)
    assert len(deep.bodies) == 1
    assert flat.collisions.of(disc) == {floor}


def test_a_step_owned_by_the_game() -> None:
    """Systems added to esper one by one do what the clock does."""
    made = s3.Physics3D((0, -10, 0))
    for system in made.systems:
        esper.add_processor(system)
    ground()
    entity = ball(y=0.6)
    heard = Recorder(ecsphys.COLLISION_BEGIN)
    run(60)
    assert heard.names() == [ecsphys.COLLISION_BEGIN]
    assert transform(entity).y == pytest.approx(0.5, abs=0.02)


def test_systems_are_replaced_and_inserted() -> None:
    clock = physics((0, -10, 0))
    entity = ball(y=5)
    seen = []

    class Wind(s3.PhysicsSystem3):
        def run(self) -> None:
            seen.append(self.world is clock.world)

    class NoMotion(s3.IntegrationSystem):
        def run(self) -> None:
            return

    clock.insert(Wind(), before=s3.IntegrationSystem)
    clock.replace(s3.IntegrationSystem, NoMotion())
    run(3)
    assert seen == [True] * 3
    assert transform(entity).y == 5
    with pytest.raises(ValueError, match="no system of type"):
        clock.replace(ecsphys.IntegrationSystem, NoMotion())


def test_settings_are_assigned_between_steps() -> None:
    clock = physics()
    entity = ball()
    run()
    clock.gravity = (0, 0, -6)
    run(60)
    assert transform(entity).z == pytest.approx(-3, abs=0.1)
    clock.substeps, clock.step = 2, 1 / 30
    for kind in ("brute_force", "octree"):
        clock.broad_phase = kind
        run(4)
        assert clock.broad_phase == kind
    clock.time_scale, clock.paused = 0.5, True
    at = transform(entity).z
    run(4)
    assert transform(entity).z == at
    clock.step_once()
    assert transform(entity).z < at


def test_response_off_reports_and_pushes_nothing() -> None:
    clock = physics((0, -10, 0), response=False)
    ground()
    entity = ball(y=0.6)
    heard = Recorder(ecsphys.COLLISION_BEGIN)
    run(30)
    assert heard.names() == [ecsphys.COLLISION_BEGIN]
    assert transform(entity).y < 0
    clock.response = True
    transform(entity).y, motion(entity).velocity = 0.6, (0, 0, 0)
    run(60)
    assert transform(entity).y == pytest.approx(0.5, abs=0.02)


def test_teleports_wake_and_change_touches_at_once() -> None:
    physics((0, -10, 0))
    ground()
    entity = body(s3.Box(1, 1, 1), y=0.5)
    heard = Recorder(ecsphys.COLLISION_BEGIN, ecsphys.COLLISION_END)
    run(60)
    assert not motion(entity).awake
    transform(entity).position = (0, 5, 0)
    run()
    assert motion(entity).awake
    assert heard.names() == [ecsphys.COLLISION_BEGIN, ecsphys.COLLISION_END]


def test_hulls_share_their_rows_and_give_them_back() -> None:
    clock = physics()
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    entities = [body(s3.Hull(corners), 3 * k) for k in range(4)]
    run()
    solids = clock.world.shapes.solids
    assert len(solids.spans) == 1
    for entity in entities:
        esper.delete_entity(entity)
    for k in range(8):
        wider = [(x * (2 + k), y, z) for x, y, z in corners]
        entity = body(s3.Hull(wider), 0, 50)
        keeper = body(s3.Hull(corners), 9)
        run()
        assert len(clock.world.shapes.solids.spans) <= 4
        esper.delete_entity(entity)
        esper.delete_entity(keeper)
    assert clock.world.shapes.solids.points.shape[1] == 3


def test_the_package_does_not_import_space() -> None:
    code = "import sys, ecsphys; print([name for name in sys.modules if 'space3d' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert not hasattr(ecsphys, "Transform3D")


def test_disabled_and_filtered_ends_say_so() -> None:
    physics((0, -10, 0))
    ground()
    first, second = ball(y=0.5), ball(x=5, y=0.5, layer=2)
    ends = Recorder(ecsphys.COLLISION_END)
    run(5)
    collider(first).enabled = False
    collider(second).mask = 4
    run(2)
    assert sorted(event.reason for _, event in ends.heard) == ["disabled", "filtered"]
