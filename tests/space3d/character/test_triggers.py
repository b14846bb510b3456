"""What a character meets of triggers: each once, whatever its speed and their thickness."""

from __future__ import annotations

import random

import esper
import pytest

from ecsphys import TRIGGER_ENTER, TRIGGER_EXIT
from ecsphys import space3d as s3
from tests.space3d.things import physics, run

CASES = [
    (random.Random(seed).uniform(0.5, 400.0), random.Random(-seed).uniform(0.01, 3.0)) for seed in range(24)
]


def visits(speed: float, thickness: float, wall: bool = False) -> list[tuple[str, int, float]]:
    """Let a character run through a trigger; return what it reports, in order, with steps and times."""
    esper.switch_world(f"{speed} {thickness} {wall}")
    clock = physics((0, -10, 0))
    esper.create_entity(s3.Transform3D(0, -0.5, 0), s3.Collider3D(s3.Box(1000, 1, 40)))
    gate = s3.Collider3D(s3.Box(thickness, 2, 2), trigger=True)
    esper.create_entity(s3.Transform3D(6, 1, 0), gate)
    if wall:
        esper.create_entity(s3.Transform3D(6 + thickness + 5, 1, 0), s3.Collider3D(s3.Box(1, 2, 2)))
    hero = s3.CharacterController3D()
    parts = s3.Body3D.kinematic(), s3.Collider3D(s3.Capsule(1.8, 0.35)), hero
    esper.create_entity(s3.Transform3D(0, 0.92, 0), *parts)
    hero.move((speed, 0, 0))
    log: list[tuple[str, int, float]] = []

    @s3.on(TRIGGER_ENTER)
    def entered(event: s3.TriggerEvent3D) -> None:
        log.append(("enter", clock.step_count, event.time))

    @s3.on(TRIGGER_EXIT)
    def left(event: s3.TriggerEvent3D) -> None:
        log.append(("exit", clock.step_count, event.time))

    run(8 + int(60 * (12 + thickness) / speed))
    return log


@pytest.mark.parametrize("wall", [False, True])
@pytest.mark.parametrize(("speed", "thickness"), CASES)
def test_a_character_enters_and_leaves_a_trigger_once(speed, thickness, wall):
    log = visits(speed, thickness, wall)
    assert [what for what, _, _ in log] == ["enter", "exit"]
    assert all(0.0 <= time <= 1.0 for _, _, time in log)


@pytest.mark.parametrize("speed", [15.0, 40.0, 300.0])
def test_the_times_are_those_of_the_way(speed):
    (_, step, entered), (_, last, left) = visits(speed, 0.5)
    exact = 1 / 60 if speed < 20 else 1e-3  # what does not pass half of itself in a step is not swept
    # The capsule's front is at 0.35 before the run, the trigger from 5.75 to 6.25.
    assert (step - 1 + entered) / 60 == pytest.approx((5.75 - 0.35) / speed, abs=exact)
    assert (last - 1 + left) / 60 == pytest.approx((6.25 + 0.35) / speed, abs=exact)
