"""The exhibit of triggers and filters: the rules of meeting, all of them."""

import itertools

import pytest

from ecsphys.lab import open_exhibit

BITS = {"1": 1, "2": 2, "1 and 2": 3, "none": 0}


def meets(layer_a: str, mask_a: str, group_a: int, layer_b: str, mask_b: str, group_b: int) -> bool:
    """Whether two colliders meet: equal groups that are not 0 decide alone, else layers and masks."""
    if group_a == group_b != 0:
        return group_a > 0
    return bool(BITS[layer_a] & BITS[mask_b] and BITS[layer_b] & BITS[mask_a])


@pytest.mark.parametrize(("group_a", "group_b"), [(0, 0), (1, 1), (-1, -1), (1, -1), (0, 1)])
def test_pairs_that_meet_are_pushed_apart(group_a: int, group_b: int) -> None:
    for layer_a, mask_a, mask_b in itertools.product(("1", "2"), ("1", "2", "none"), ("1", "1 and 2")):
        runner = open_exhibit("triggers-and-filters", layer_a=layer_a, mask_a=mask_a, mask_b=mask_b,
                              group_a=group_a, group_b=group_b)  # fmt: skip
        before = runner.numbers()["distance of centres"]
        assert before < 60 + 55
        runner.play(20)
        numbers = runner.numbers()
        expected = meets(layer_a, mask_a, group_a, "2", mask_b, group_b)
        assert numbers["rules let them meet"] is expected
        assert (numbers["distance of centres"] > before + 1.0) is expected
        runner.close()


def test_the_start_names_the_mask_to_change() -> None:
    runner = open_exhibit("triggers-and-filters")
    assert runner.numbers()["explain"] == "the layer 0b10 of 2 is not in the mask 0b1 of 1"
    runner.set("mask_a", "2")
    runner.play(2)
    assert runner.numbers()["collision"] is True
    assert runner.numbers()["explain"] == "1 and 2 touch and push each other"


def test_a_trigger_reports_and_does_not_push() -> None:
    runner = open_exhibit("triggers-and-filters", mask_a="1 and 2", trigger_a=True)
    before = runner.numbers()["distance of centres"]
    runner.play(10)
    assert runner.numbers()["triggers entered"] == 1
    assert runner.numbers()["distance of centres"] == pytest.approx(before)
    assert "is a trigger, which reports and never pushes" in str(runner.numbers()["explain"])
    assert runner.press((60, 90))  # a place in B only
    runner.drag((280, 180))
    for _ in range(60):
        runner.frame(1 / 60)
    assert runner.numbers()["triggers left"] == 1
    assert "apart" in str(runner.numbers()["explain"])
