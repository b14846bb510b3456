"""Controls of exhibits: what they take, and what they say of what they do not take."""

from __future__ import annotations

import math
from typing import Any

import pytest

from ecsphys.lab.controls import Button
from tests.lab.bench import Bench


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("speed", 42, 40.0),
        ("speed", 100, 100.0),
        ("strength", 2.5, 2.5),
        ("on", True, True),
        ("color", "blue", "blue"),
        ("target", (1, 2), (1.0, 2.0)),
        ("thing", (1, 2), (1.0, 2.0, 0.0)),
        ("thing", (1, 2, 0.5), (1.0, 2.0, 0.5)),
    ],
)
def test_a_control_keeps_a_value(name: str, value: Any, kept: Any) -> None:
    exhibit = Bench(**{name: value})
    assert exhibit.values[name] == kept
    exhibit.close()


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("speed", 101, "speed must be from 0 to 100, got 101"),
        ("speed", math.nan, "speed"),
        ("speed", "fast", "speed"),
        ("on", 1, "on must be True or False, got 1"),
        ("color", "pink", "color must be one of red, green, blue, got 'pink'"),
        ("target", (1, 2, 3), "target"),
        ("thing", 5, "thing"),
        ("sped", 1, "Bench has no 'sped'; it has speed, strength"),
    ],
)
def test_a_wrong_value_is_refused_by_name(name: str, value: Any, error: str) -> None:
    with pytest.raises((ValueError, TypeError), match=error.replace("(", r"\(")):
        Bench(**{name: value})


def test_an_attribute_that_is_assigned_is_checked() -> None:
    exhibit = Bench()
    exhibit.speed = 57
    assert exhibit.speed == 60.0
    with pytest.raises(ValueError, match="speed"):
        exhibit.speed = -1.0
    exhibit.close()


def test_ways_of_a_slider() -> None:
    speed, strength = Bench.controls["speed"], Bench.controls["strength"]
    assert [speed.at(share) for share in (-1.0, 0.0, 0.26, 1.0, 2.0)] == [0.0, 0.0, 30.0, 100.0, 100.0]
    assert speed.share(25.0) == 0.25
    assert strength.at(0.5) == pytest.approx(10.0)
    assert strength.share(10.0) == pytest.approx(0.5)
    assert [strength.at(share) for share in (0.0, 1.0)] == pytest.approx([1.0, 100.0])


def test_controls_of_a_base_class_are_inherited() -> None:
    class More(Bench):
        extra = Button("extra")

    assert list(More.controls) == list(Bench.controls)
    assert list(More.buttons) == ["kick", "extra"]
    assert list(Bench.buttons) == ["kick"]


def test_a_shape_may_follow_a_control() -> None:
    exhibit = Bench(speed=30)
    assert exhibit.fixed.shape.radius == 50.0
    assert exhibit.thing.pose == (-200.0, 100.0, 0.0)
    exhibit.close()
