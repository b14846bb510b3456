"""What makes an orientation takes what it says, and refuses the rest by name."""

from __future__ import annotations

import math

import pytest

from ecsphys.space3d import from_axis_angle


@pytest.mark.parametrize("angle", [math.nan, math.inf, 10**400, "x", None])
def test_an_angle_is_a_finite_number(angle):
    with pytest.raises((TypeError, ValueError), match="angle must be"):
        from_axis_angle((0, 1, 0), angle)


def test_a_quarter_turn_about_y():
    assert from_axis_angle((0, 3, 0), 0.5 * math.pi) == pytest.approx((0.5**0.5, 0, 0.5**0.5, 0))
