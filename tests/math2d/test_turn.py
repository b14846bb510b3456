"""Cosine and sine of small angles."""

from __future__ import annotations

import math

import pytest

from ecsphys.math2d.turn import SMALL_TURN, cos_sin


@pytest.mark.parametrize("turn", [0.0, 1e-9, 0.01, -0.05, SMALL_TURN, -SMALL_TURN, 0.1251, 2.0, -40.0])
def test_they_are_those_of_the_math_module(turn: float) -> None:
    assert cos_sin(turn) == pytest.approx((math.cos(turn), math.sin(turn)), rel=1e-15)
