"""The exhibit of two futures: without a push they are one."""

import pytest

from ecsphys.lab import open_exhibit


def test_without_a_push_both_futures_are_one():
    runner = open_exhibit("two-futures", push=0)
    runner.play(30)
    numbers = runner.numbers()
    assert numbers["equal fingerprints"] and numbers["fields that differ"] == 0
    assert numbers["tops apart by"] == 0.0
    runner.close()


@pytest.mark.parametrize("push", [20, 200])
def test_a_push_moves_the_top_by_its_speed_at_first(push):
    """An impulse of push x mass changes the velocity by push; sliding friction takes mu g a second.

    In the first step, of four sub-steps, that is 1, 2, 3 and 4 quarters of a step's loss, on average 5/8.
    """
    runner = open_exhibit("two-futures", push=push)
    assert not runner.numbers()["equal fingerprints"]
    runner.play(1)
    lost = 0.5 * 600 / 60 * 5 / 8
    assert 60 * runner.numbers()["tops apart by"] == pytest.approx(push - lost, abs=0.1)
    runner.close()


@pytest.mark.jit
def test_a_strong_push_throws_the_tower_apart():
    runner = open_exhibit("two-futures", push=300)
    runner.play(120)
    assert runner.numbers()["tops apart by"] > 34
    assert runner.numbers()["fields that differ"] > 9
    runner.close()
