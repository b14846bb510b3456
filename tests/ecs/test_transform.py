"""A Transform's angle is in radians; one that looks like degrees gets a warning."""

from __future__ import annotations

import copy
import math
import warnings

import pytest

from ecsphys import PhysicsWarning, Transform


@pytest.mark.parametrize("angle", [13, -90, 180.0, 360.0])
def test_degrees_are_suspected(angle: float) -> None:
    with pytest.warns(PhysicsWarning, match=r"radians.*math\.radians") as caught:
        spun = Transform(1, 2, angle)
    assert spun.angle == angle and caught[0].filename == __file__


def test_a_line_is_warned_once() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for degrees in (90, 180, 270):
            Transform(0, 0, degrees)
    assert len(caught) == 1


def test_two_turns_and_copies_are_not_suspected() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        there = Transform(0, 0, 4 * math.pi)
        there.degrees = 7200  # said so
        copy.copy(there)
        Transform(0, 0, -4 * math.pi)


def test_the_angle_of_what_has_turned_is_not_suspected() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Transform(0, 0, 300 * 3 / 60 - 1e-9)
        Transform(0, 0, 12.7)
