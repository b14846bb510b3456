"""Soft contacts: the overlaps of a stack at rest against the springs that carry it."""

import math

import pytest

from ecsphys.lab import open_exhibit
from ecsphys.lab.exhibits.soft_contacts import GRAVITY, SIDE

# A box stands on two points at its corners. A push at a corner also turns it: there it is as light as
# 1 / (1/m + r²/I), with r = SIDE/2 along the floor and I = m SIDE²/6. Two of them carry m / 1.25.
LEVERS = (1.0 + (0.5 * SIDE) ** 2 / (SIDE**2 / 6.0)) / 2.0


def overlap(above: int, substeps: int, on_floor: bool) -> float:
    """Return by how much the spring yields that carries so many boxes."""
    hertz = min(80.0 if on_floor else 40.0, 15.0 * substeps)
    share = 1.0 if on_floor else 0.5  # of two equal masses, the reduced one
    return LEVERS * above * GRAVITY / (share * (2.0 * math.pi * hertz) ** 2)


@pytest.mark.parametrize(
    ("count", "substeps"),
    [(2, 2), pytest.param(8, 4, marks=pytest.mark.jit), pytest.param(6, 1, marks=pytest.mark.jit)],
)
def test_each_contact_yields_as_its_spring(count: int, substeps: int) -> None:
    runner = open_exhibit("soft-contacts", count=count, substeps=substeps).play(30 * count + 30)
    expected = [overlap(count - k, substeps, k == 0) for k in range(count)]
    assert runner.exhibit.stacks[1].overlaps() == pytest.approx(expected, rel=0.03)
    numbers = runner.numbers()
    assert numbers["sunk, by slider"] == pytest.approx(sum(expected), rel=0.02)
    assert numbers["frequency, Hz"] == min(40.0, 15.0 * substeps)


@pytest.mark.jit
def test_more_substeps_are_stiffer_up_to_the_highest_frequency() -> None:
    sunk = [
        open_exhibit("soft-contacts", substeps=n).play(120).numbers()["sunk, by slider"] for n in (1, 2, 4, 8)
    ]
    assert sunk[0] == pytest.approx(4.0 * sunk[1], rel=0.02)  # 15 and 30 Hz
    assert sunk[1] > 1.5 * sunk[2]
    assert sunk[2] == pytest.approx(sunk[3], rel=0.1)


@pytest.mark.jit
def test_the_slider_changes_the_running_stack() -> None:
    runner = open_exhibit("soft-contacts", substeps=1).play(120)
    before = runner.numbers()
    assert before["sunk, by slider"] == pytest.approx(before["sunk, 1 sub-step"])
    runner.set("substeps", 16)
    runner.play(120)
    after = runner.numbers()
    assert after["sunk, by slider"] == pytest.approx(after["sunk, 16 sub-steps"], rel=0.05)


@pytest.mark.jit
def test_a_box_can_be_dragged_out() -> None:
    runner = open_exhibit("soft-contacts", count=4).play(30)
    assert runner.press((0.0, -280.0 + 3.5 * SIDE))
    for k in range(30):
        runner.drag((2.0 * k, -120.0 + 2.0 * k))
        runner.play(1)
    assert runner.exhibit.stacks[1].overlaps()[-1] < -50.0
