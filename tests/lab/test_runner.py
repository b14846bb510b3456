"""The runner: clock, mouse, keys, and state as a line of Python."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import esper
import pytest

from ecsphys import RigidBody
from ecsphys.lab import Runner, open_exhibit
from ecsphys.lab.display import Disc
from tests.lab.bench import Bench, Still


@pytest.fixture
def bench() -> Iterator[Runner]:
    """Return a runner of the bench."""
    runner = Runner("bench", Bench)
    yield runner
    runner.close()


def again(runner: Runner, kind: type[Any]) -> Runner:
    """Return what the state's line of Python makes."""

    def open_it(name: str, **values: Any) -> Runner:
        return Runner(name, kind, **values)

    made: Runner = eval(runner.state(), {"open_exhibit": open_it})
    return made


def test_whole_steps_run(bench: Runner) -> None:
    for dt, steps in ((1 / 60, 1), (1 / 120, 1), (1 / 120, 2), (3 / 60, 5), (1.0, 9)):
        bench.frame(dt)
        assert bench.steps == steps  # at most four a frame; what is missing is dropped
    bench.frame(0.0)
    assert bench.steps == 9


def test_slow_motion_and_pause(bench: Runner) -> None:
    bench.slow = True
    for _ in range(10):
        bench.frame(1 / 60)
    assert bench.steps == 2
    bench.paused = True
    bench.frame(1.0)
    assert bench.steps == 2
    bench.step_once()
    assert bench.steps == 3


def test_time_does_not_pass_where_nothing_moves() -> None:
    still = Runner("still", Still)
    still.frame(1.0)
    still.step_once()
    assert still.steps == 0


def test_a_dot_is_dragged_without_a_jump(bench: Runner) -> None:
    assert bench.press((205, 195))
    bench.drag((105, 95))
    bench.release()
    bench.drag((0, 0))
    assert bench.exhibit.values["target"] == (100.0, 100.0)
    assert bench.exhibit.changed == ["target"]


def test_a_thing_is_dragged_by_its_inside_and_turned_by_its_knob(bench: Runner) -> None:
    assert bench.press((-210, 110))
    bench.drag((-110, 60))
    assert bench.exhibit.values["thing"] == (-100.0, 50.0, 0.0)
    bench.release()
    knob = (-100.0 + 30.0 + 26.0, 50.0)
    assert bench.press(knob)
    bench.drag((-100.0, 150.0))
    x, y, angle = bench.exhibit.values["thing"]
    assert (x, y) == (-100.0, 50.0)
    assert angle == pytest.approx(math.pi / 2)


def test_what_does_not_turn_has_no_knob(bench: Runner) -> None:
    assert not bench.press((-200.0 + 30.0 + 26.0, -200.0))


def test_keys_move_what_is_selected(bench: Runner) -> None:
    bench.select_next()
    assert bench.selected == "target"
    bench.nudge((1, -2))
    assert bench.exhibit.values["target"] == (201.0, 198.0)
    bench.turn(0.5)  # a dot does not turn
    bench.select_next()
    bench.turn(0.5)
    bench.nudge((5, 0))
    assert bench.exhibit.values["thing"] == (-195.0, 100.0, 0.5)
    bench.select_next()
    bench.turn(0.5)
    assert bench.exhibit.values["fixed"] == (-200.0, -200.0, 0.0)
    bench.select_next()
    assert bench.selected == "target"


def test_letters_press_buttons_and_change_controls(bench: Runner) -> None:
    assert bench.key("k")
    assert bench.key("o")
    assert [bench.key("c") for _ in range(2)] == [True, True]
    assert not bench.key("x")
    assert bench.exhibit.on is True
    assert bench.exhibit.color == "red"
    bench.step_once()
    assert bench.numbers()["x"] == pytest.approx(1.0)


def test_an_equal_value_changes_nothing(bench: Runner) -> None:
    bench.set("speed", 12)
    assert bench.exhibit.changed == []
    assert bench.actions == []
    with pytest.raises(KeyError, match=r"no such control: the exhibit has no 'sped'; it has .*mean 'speed'"):
        bench.set("sped", 1)
    with pytest.raises(KeyError, match="no such button: the exhibit has no 'shot'"):
        bench.click("shot")
    with pytest.raises(ValueError, match="there is no exhibit 'tunneling'; did you mean 'tunnelling'"):
        open_exhibit("tunneling")


def test_a_body_is_pulled_by_the_mouse(bench: Runner) -> None:
    assert bench.press((0, 0))
    bench.drag((100, 0))
    for _ in range(120):
        bench.frame(1 / 60)
    assert bench.numbers()["x"] == pytest.approx(100.0, abs=1.0)
    bench.release()
    world = bench.exhibit.worlds[0]
    with world:
        assert len(esper.get_component(RigidBody)) == 1
    assert not bench.press((300, 300))


def test_the_state_of_what_moves_replays_the_visitor(bench: Runner) -> None:
    bench.set("size", 30)
    bench.step_once()
    bench.press((5, 5))
    for k in range(10):
        bench.drag((5 + 10 * k, 5 + 3 * k))
        bench.step_once()
    bench.release()
    bench.click("kick")
    bench.set("speed", 70)
    for _ in range(5):
        bench.step_once()
    copy = again(bench, Bench)
    assert copy.numbers() == bench.numbers()
    assert copy.state() == bench.state()
    assert "size=30.0" in bench.state()
    copy.close()


def test_the_state_of_what_stands_still_is_its_values() -> None:
    still = Runner("still", Still)
    assert still.state() == "open_exhibit('still')"
    still.press((0, 0))
    still.drag((0.1 + 0.2, -7))
    assert still.state() == "open_exhibit('still', spot=(0.30000000000000004, -7.0))"
    assert again(still, Still).numbers() == still.numbers()


def test_a_test_of_the_state_passes_and_can_fail() -> None:
    runner = open_exhibit("circle-and-circle", b=(50.0, 0.0))
    names: dict[str, Any] = {}
    exec(runner.as_test(), names)
    names["test_circle_and_circle"]()
    exec(runner.as_test().replace("50.0", "70.0", 1), names)
    with pytest.raises(AssertionError):
        names["test_circle_and_circle"]()


def test_reset_and_restart(bench: Runner) -> None:
    bench.set("speed", 70)
    bench.click("kick")
    bench.step_once()
    bench.restart()
    assert (bench.steps, bench.actions, bench.numbers()["x"]) == (0, [], 0.0)
    assert bench.exhibit.speed == 70.0
    bench.reset()
    assert bench.exhibit.speed == 10.0


def test_two_exhibits_do_not_meet(bench: Runner) -> None:
    other = Runner("bench", Bench)
    other.click("kick")
    for runner in (bench, other) * 3:
        runner.step_once()
    assert bench.numbers()["x"] == 0.0
    assert other.numbers()["x"] == pytest.approx(3.0)
    worlds = len(esper.list_worlds())
    other.close()
    assert len(esper.list_worlds()) == worlds - 1
    bench.step_once()


def test_a_ring_shows_what_keys_move(bench: Runner) -> None:
    def rings() -> int:
        return sum(isinstance(item, Disc) and item.radius == 9.0 for item in bench.display().items)

    assert rings() == 0
    assert bench.select((200, 200))
    assert rings() == 1
    assert not bench.select((300, -300))
