"""The exhibit of order and normal: exchanging the two turns the normal and nothing else."""

import math

import pytest

from ecsphys.lab import open_exhibit


@pytest.fixture
def runner():
    runner = open_exhibit("order-and-normal", shape_one="circle", one=(0, 0), other=(60, 80))
    yield runner
    runner.close()


def test_the_normal_of_two_circles(runner):
    """Two circles of 70, 100 apart along (0.6, 0.8)."""
    numbers = runner.numbers()
    assert (numbers["normal x"], numbers["normal y"]) == pytest.approx((0.6, 0.8))
    assert numbers["penetration"] == pytest.approx(40)


@pytest.mark.parametrize("kind", ["box", "capsule", "circle"])
def test_exchanging_turns_the_normal_alone(runner, kind):
    runner.set("shape_one", kind)
    before = runner.numbers()
    assert runner.key("x")
    after = runner.numbers()
    assert after["normal x"] == pytest.approx(-before["normal x"])
    assert after["normal y"] == pytest.approx(-before["normal y"])
    assert after["penetration"] == pytest.approx(before["penetration"])


def test_the_move_parts_them_and_the_wrong_sign_drives_them_in(runner):
    assert runner.numbers()["penetration after the move"] == pytest.approx(0, abs=1e-9)
    runner.set("wrong", True)
    assert runner.numbers()["penetration after the move"] == pytest.approx(80)


def test_apart_there_is_no_contact(runner):
    runner.press((60, 80))
    runner.drag((60 + 100, 80 + 100))
    assert runner.numbers() == {"contact": math.hypot(160, 180) <= 140}
