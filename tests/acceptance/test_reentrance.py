"""Calls that come from inside a step or a handler: they work, or say why not, and the world goes on."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys import COLLISION_BEGIN, NarrowPhaseSystem, Physics, RigidBody, Transform, space3d
from ecsphys.world.checks import fingerprint
from tests.acceptance.support import STEP, disc, ground, physics, run

STEPS = 8


class Once(esper.Processor):
    """A system that makes a call."""

    def __init__(self, call: Callable[..., Any]):
        self.call = call

    def process(self, dt: float = 0) -> None:
        self.call()


WITHIN: dict[str, Callable[[Physics, Callable[..., Any]], Any]] = {
    "filter": lambda clock, call: clock.add_filter(lambda a, b: call()),
    "contact hook": lambda clock, call: clock.add_contact_hook(lambda contact: call()),
    "field": lambda clock, call: clock.add_field(lambda fields: call()),
    "system": lambda clock, call: clock.insert(Once(call), after=NarrowPhaseSystem),
}
BETWEEN: dict[str, Callable[[Physics, Callable[..., Any]], Any]] = {
    "before_step": lambda clock, call: clock.before_step(lambda dt: call()),
    "after_step": lambda clock, call: clock.after_step(lambda dt: call()),
    "handler": lambda clock, call: ecsphys.on(COLLISION_BEGIN)(lambda event: call()),
}
STEPPING: dict[str, Callable[[Physics], Any]] = {
    "esper.process": lambda clock: esper.process(STEP),
    "physics.process": lambda clock: clock.process(STEP),
    "step_once": lambda clock: clock.step_once(),
}
TWICE = pytest.mark.parametrize("stepping", STEPPING)


def play(
    name: str, place: Callable[[Physics, Callable[..., Any]], Any], call: Callable[[Physics], Any]
) -> Any:
    """Run a small world in which `call` is made at a place, the first three times; return its fingerprint."""
    esper.switch_world(name)
    clock = physics((0, -900))
    ground()
    for k in range(3):
        disc(20 * k, 17 + 25 * k)
    calls = [0]

    def make() -> bool:
        calls[0] += 1
        if calls[0] <= 3:
            call(clock)
        return True

    place(clock, make)
    run(STEPS)
    assert calls[0] >= 3
    return clock


def nothing(clock: Physics) -> None:
    pass


@TWICE
@pytest.mark.parametrize("place", WITHIN)
def test_a_step_within_a_step_is_refused_and_changes_nothing(place: str, stepping: str) -> None:
    refused = []

    def step(clock: Physics) -> None:
        with pytest.raises(RuntimeError, match="a step cannot run within a step") as error:
            STEPPING[stepping](clock)
        refused.append(error)

    expected = play("expected", WITHIN[place], nothing)
    clock = play("refused", WITHIN[place], step)
    assert len(refused) == 3 and clock.step_count == STEPS
    assert fingerprint(clock) == fingerprint(expected)


@TWICE
@pytest.mark.parametrize("place", BETWEEN)
def test_a_step_within_a_handler_is_one_more_step(place: str, stepping: str) -> None:
    clock = play("more", BETWEEN[place], STEPPING[stepping])
    assert clock.step_count == STEPS + 3
    esper.switch_world("more")
    run(2)
    assert clock.step_count == STEPS + 5


@pytest.mark.parametrize("make", [Physics, space3d.Physics3D])
@pytest.mark.parametrize("place", ["before_step", "after_step"])
@pytest.mark.parametrize("stepping", STEPPING)
def test_a_function_of_every_step_that_always_steps_is_not_called_by_its_own(
    stepping: str, place: str, make: Callable[[], Any]
) -> None:
    clock = make()
    esper.add_processor(clock)
    calls: list[int] = []

    @getattr(clock, place)
    def once_more(dt: float) -> None:
        calls.append(clock.step_count)
        STEPPING[stepping](clock)

    getattr(clock, place)(lambda dt: calls.append(-clock.step_count))
    for _ in range(2):
        clock.step_once()
    assert clock.step_count == 4
    assert calls == ([0, 0, -1, 2, -2, -3] if place == "before_step" else [1, -2, -2, 3, -4, -4])


PLANE = Physics, Transform, RigidBody, (0, -600)
SPACE = space3d.Physics3D, space3d.Transform3D, space3d.Body3D, (0, -600, 0)


@pytest.mark.parametrize("make, place, body, down", [PLANE, SPACE])
def test_settings_and_reset_in_before_step_count_in_the_step_that_has_begun(
    make: Any, place: Any, body: Any, down: Any
) -> None:
    esper.add_processor(clock := make())
    esper.create_entity(place(), stone := body())
    setting = clock.before_step(lambda dt: setattr(clock, "gravity", down))
    esper.process(STEP)
    assert stone.velocity.y == pytest.approx(-10)
    clock.off(setting)

    @clock.before_step
    def restart(dt: float) -> None:
        clock.reset()
        esper.create_entity(place())

    esper.process(4 * STEP)
    assert (clock.step_count, len(esper._entities), clock.hooks.before_step.functions) == (1, 1, ())


def test_restore_in_before_step_runs_the_step_that_has_begun_from_there() -> None:
    clock = physics((0, -900))
    ball = disc(0, 100, velocity=(60, 0))
    run(1)
    saved = clock.snapshot()
    run(1)
    expected = fingerprint(clock)
    clock.before_step(lambda dt: clock.restore(saved))
    esper.process(4 * STEP)
    assert (clock.step_count, fingerprint(clock)) == (2, expected)
    assert esper.entity_exists(ball)


@pytest.mark.parametrize("place", WITHIN)
@pytest.mark.parametrize("what", ["gravity", "reset", "restore"])
def test_settings_reset_and_restore_within_a_step_are_refused(place: str, what: str) -> None:
    refused = []

    def change(clock: Physics) -> None:
        with pytest.raises(RuntimeError, match="between steps only, also in before_step") as error:
            if what == "gravity":
                clock.gravity = (0, 1)
            elif what == "reset":
                clock.reset()
            else:
                clock.restore(saved)
        refused.append(error)

    saved = Physics().snapshot()
    play("refused", WITHIN[place], change)
    assert len(refused) == 3


@pytest.mark.parametrize("place", [*WITHIN, *BETWEEN])
def test_the_garbage_collector_may_run_at_any_time(place: str) -> None:
    expected = play("expected", (WITHIN | BETWEEN)[place], nothing)
    clock = play("collected", (WITHIN | BETWEEN)[place], lambda clock: gc.collect())
    assert fingerprint(clock) == fingerprint(expected)


@pytest.mark.parametrize("place", ["after_step", "handler"])
@pytest.mark.parametrize("delete", [False, True])
def test_a_handler_may_leave_and_delete_its_world(place: str, delete: bool) -> None:
    def leave(clock: Physics) -> None:
        if esper.current_world == "left":
            esper.switch_world("elsewhere")
            if delete:
                esper.delete_world("left")

    esper.switch_world("left")
    clock = physics((0, -900))
    ground()
    disc(0, 16)
    BETWEEN[place](clock, lambda: leave(clock))
    steps = 0
    while esper.current_world == "left":
        esper.process(8 * STEP)  # several steps are due; those after the switch are not run
        steps += 1
        assert steps < 9
    count = clock.step_count
    run(3)
    assert clock.step_count == count and ("left" in esper.list_worlds()) is not delete
    with pytest.raises(RuntimeError, match="belongs to the esper world 'left'"):
        clock.step_once()
    if not delete:
        esper.switch_world("left")
        clock.step_once()
        assert clock.step_count == count + 1
