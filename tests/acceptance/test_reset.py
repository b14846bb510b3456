"""`physics.reset()`: a level starts again in the same world."""

from __future__ import annotations

import esper
import pytest

import ecsphys
from ecsphys import Box, Circle, Collider, Physics, Transform
from ecsphys.world.checks import fingerprint
from tests.acceptance.support import STEP, body, disc, ground, physics, run, transform


def start(clock: Physics, calls: list[str]) -> list[int]:
    """Create a level and wire it up, as a game does when a level starts."""
    floor = ground()
    sensor = esper.create_entity(Transform(0, 30), Collider(Circle(50), trigger=True))
    entities = [floor, sensor, *(body(Box(30, 30), 33 * (k % 4), 40 + 40 * (k // 4)) for k in range(12))]

    @ecsphys.on(ecsphys.COLLISION_BEGIN)
    def begun(event: ecsphys.CollisionEvent) -> None:
        calls.append(f"begin {event.entities}")

    @ecsphys.on(ecsphys.COLLISION_END)
    def ended(event: ecsphys.CollisionEvent) -> None:
        calls.append(f"end {event.entities}")

    @clock.before_step
    def before(dt: float) -> None:
        calls.append("step")

    clock.after_step(lambda dt: calls.append("over"))
    clock.add_field(lambda fields: calls.append("field"))
    clock.add_filter(lambda a, b: (a, b) != (entities[2], entities[3]))
    clock.ignore(entities[4], entities[5])
    return entities


def test_a_level_runs_the_same_after_a_reset() -> None:
    clock = physics((0, -900), history=5)
    results = []
    for _ in range(3):
        calls: list[str] = []
        assert start(clock, calls)[0] == 1
        run(40)
        results.append((calls, fingerprint(clock), clock.step_count))
        clock.reset()
    assert results[0] == results[1] == results[2]
    assert len(results[0][0]) > 200
    assert results[0][2] == 40


def test_clear_database_alone_leaves_the_handlers() -> None:
    """What the reset is for."""
    clock = physics((0, -900))
    calls: list[str] = []
    for _ in range(2):
        start(clock, calls)
        run(1)
        esper.clear_database()
    assert calls.count("step") == 3


def test_nothing_is_left() -> None:
    clock = physics((0, -900), history=5)
    calls: list[str] = []
    entities = start(clock, calls)
    run(20)
    clock.process(0.4 * STEP)
    clock.despawn(entities[3])
    clock.reset()
    calls.clear()
    assert esper.get_component(Transform) == []
    assert (clock.step_count, clock.dropped_steps, list(clock.collisions), len(clock.bodies)) == (0, 0, [], 0)
    with pytest.raises(ValueError, match="at_step"):
        clock.raycast((0, 0), (1, 1), at_step=20)
    clock.process(0.7 * STEP)
    assert clock.step_count == 0
    ball = disc(0, 0)
    run(2)
    assert esper.entity_exists(ball)
    assert calls == []


def test_settings_and_systems_stay() -> None:
    clock = physics((0, -900))
    clock.time_scale = 0.5
    clock.substeps = 2
    systems = list(clock.systems)
    clock.reset()
    assert (clock.gravity, clock.time_scale, clock.substeps) == ((0, -900), 0.5, 2)
    assert list(clock.systems) == systems


def test_a_handler_may_reset() -> None:
    clock = physics((0, -900), max_steps=100)
    calls: list[str] = []
    heard = []

    def over(event: ecsphys.CollisionEvent) -> None:
        heard.append(event)
        clock.reset()
        start(clock, calls)

    start(clock, calls)
    esper.set_handler(ecsphys.COLLISION_BEGIN, over)
    esper.process(60 * STEP)
    assert len(heard) == 1
    assert clock.step_count == 0
    assert [call for call in calls if call.startswith("end")] == []
    assert transform(14).y == 120


def test_a_reset_within_a_step_is_refused() -> None:
    class Meddle(esper.Processor):
        def process(self, dt: float) -> None:
            clock.reset()

    clock = physics()
    disc(0, 0)
    clock.insert(Meddle(), before=ecsphys.BroadPhaseSystem)
    with pytest.raises(RuntimeError, match="within a step"):
        clock.step_once()
    assert esper.entity_exists(1)


def test_a_reset_needs_its_own_world() -> None:
    clock = physics()
    disc(0, 0)
    home = esper.current_world
    esper.switch_world("elsewhere")
    other = esper.create_entity()
    with pytest.raises(RuntimeError, match="esper world"):
        clock.reset()
    assert esper.entity_exists(other)
    esper.switch_world(home)
    assert esper.entity_exists(1)
