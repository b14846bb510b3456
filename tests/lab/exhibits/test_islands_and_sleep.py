"""Islands and sleep: islands against merged sets of touches, sleep against its rules."""

import pytest

from ecsphys import RigidBody, Transform
from ecsphys.constants import SLEEP_TIME
from ecsphys.lab import open_exhibit
from ecsphys.lab.runner import Runner


def settled(**values: object) -> Runner:
    """Return the exhibit when all have fallen asleep."""
    runner = open_exhibit("islands-and-sleep", **values)
    for _ in range(60):
        runner.play(10)
        if runner.numbers()["bodies awake"] == 0:
            return runner
    raise AssertionError(runner.numbers())


def touching_groups(runner: Runner) -> int:
    """Return the number of groups of bodies that touch each other, by merging sets."""
    exhibit, groups = runner.exhibit, []
    with exhibit.stage:
        physics = exhibit.stage.physics
        for body in exhibit.bodies:
            near = [body]
            for other in exhibit.bodies:
                if other != body and physics.collisions.between(body, other) is not None:
                    near.append(other)
            joined = [group for group in groups if group & set(near)]
            groups = [group for group in groups if group not in joined] + [set(near).union(*joined)]
    return len(groups)


def test_falling_bodies_are_islands_of_one() -> None:
    runner = open_exhibit("islands-and-sleep").play(5)
    assert runner.numbers()["islands"] == runner.numbers()["bodies awake"] == 20


def test_islands_are_the_groups_that_touch() -> None:
    runner = open_exhibit("islands-and-sleep")
    for _ in range(2):
        assert runner.play(25).numbers()["islands"] == touching_groups(runner)


@pytest.mark.jit
def test_nothing_sleeps_before_half_a_second_of_rest() -> None:
    runner = open_exhibit("islands-and-sleep")
    longest = 0.0
    while runner.numbers()["bodies asleep"] == 0:
        longest = runner.numbers()["s: longest rest of one awake"]
        runner.play(1)
    assert longest >= SLEEP_TIME - 2 / 60
    assert pytest.approx(0.5) == SLEEP_TIME


@pytest.mark.jit
def test_an_island_sleeps_as_a_whole() -> None:
    runner = open_exhibit("islands-and-sleep")
    for _ in range(60):
        exhibit = runner.play(5).exhibit
        state = {}
        for island, awake in zip(exhibit.islands, exhibit.awake, strict=True):
            assert state.setdefault(island, awake) == awake


@pytest.mark.jit
def test_dragging_wakes_one_island_only() -> None:
    runner = settled()
    exhibit = runner.exhibit
    held = exhibit.bodies[0]
    own = exhibit.islands[0]
    members = exhibit.islands.count(own)
    place = exhibit.stage.get(held, Transform).position
    assert runner.press(place)
    runner.drag((place.x, place.y + 1.0))
    runner.play(2)
    assert runner.numbers()["bodies awake"] == members < len(exhibit.bodies)
    assert exhibit.stage.get(held, RigidBody).awake


@pytest.mark.jit
def test_without_sleep_all_stay_awake() -> None:
    runner = settled()
    runner.set("sleeping", False)
    assert runner.play(60).numbers()["bodies asleep"] == 0
    runner.set("sleeping", True)
    assert runner.play(60).numbers()["bodies awake"] == 0


@pytest.mark.jit
def test_a_ball_wakes_what_it_hits() -> None:
    runner = settled()
    assert runner.key("t")
    assert runner.numbers()["bodies awake"] == 1
    assert max(runner.play(1).numbers()["bodies awake"] for _ in range(40)) > 2
