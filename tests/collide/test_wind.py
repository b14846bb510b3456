"""Wind on the outline of a core."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ecsphys.collide.wind import Flow, Placement, wind_on
from ecsphys.math2d.core import outline_rows

AIR = 1.225
BOX = outline_rows([(-2, -1), (2, -1), (2, 1), (-2, 1)])
CIRCLE = np.zeros((1, 4))
CAPSULE = outline_rows([(0, -1.5), (0, 1.5)])


def flow(wind: tuple[float, float], *, v: tuple[float, float] = (0, 0), w: float = 0, **own: float) -> Flow:
    return Flow(*v, w, *wind, own.get("drag", 1.0), own.get("lift", 0.0))


def at(x: float = 0, y: float = 0, angle: float = 0) -> Placement:
    return Placement(x, y, math.cos(angle), math.sin(angle))


@pytest.mark.parametrize(
    ("rows", "radius", "angle", "length"),
    [
        (BOX, 0.0, 0.0, 2.0), (BOX, 0.0, math.pi / 2, 4.0), (BOX, 0.5, 0.0, 3.0), (CIRCLE, 1.5, 0.0, 3.0),
        (BOX, 0.0, math.pi / 4, 6.0 / math.sqrt(2.0)), (CAPSULE, 0.5, 0.0, 4.0),
        (CAPSULE, 0.5, math.pi / 2, 1.0),
    ],
)  # fmt: skip
def test_the_force_is_the_projected_length_times_the_pressure(
    rows: np.ndarray, radius: float, angle: float, length: float
) -> None:
    force = wind_on(rows, 0, len(rows), radius, at(angle=angle), flow((10.0, 0.0)))
    assert (force.x, force.y) == pytest.approx((0.5 * AIR * length * 100.0, 0.0))


def test_no_force_on_what_moves_with_the_wind() -> None:
    force = wind_on(BOX, 0, 4, 0.0, at(), flow((10.0, 5.0), v=(10.0, 5.0)))
    assert tuple(force) == (0.0,) * 5


def test_without_drag_the_velocity_does_not_count() -> None:
    still = wind_on(BOX, 0, 4, 0.0, at(), flow((10.0, 0.0), drag=0.0))
    moving = wind_on(BOX, 0, 4, 0.0, at(), flow((10.0, 0.0), drag=0.0, v=(10.0, 3.0)))
    assert still == moving
    assert still.rate == 0.0


def test_lift_is_across_the_flow_and_of_inclined_edges_only() -> None:
    straight = wind_on(BOX, 0, 4, 0.0, at(), flow((10.0, 0.0), lift=1.0))
    assert straight.y == pytest.approx(0.0)
    plate = outline_rows([(-2, -0.001), (2, -0.001), (2, 0.001), (-2, 0.001)])
    inclined = wind_on(plate, 0, 4, 0.0, at(angle=0.3), flow((10.0, 0.0), lift=1.0))
    # The wind meets the upper side of a plate that rises, and presses it down.
    assert inclined.y == pytest.approx(-0.5 * AIR * 100.0 * 4 * math.sin(0.3) * math.cos(0.3), rel=1e-3)


def test_wind_on_an_arm_turns_the_body() -> None:
    force = wind_on(CIRCLE, 0, 1, 1.0, at(0.0, 3.0), flow((10.0, 0.0)))
    assert force.torque == pytest.approx(-3.0 * force.x)


def test_spin_is_braked() -> None:
    force = wind_on(CIRCLE, 0, 1, 1.0, at(0.0, 3.0), flow((0.0, 0.0), w=2.0))
    assert force.x == pytest.approx(0.5 * AIR * 2.0 * 36.0)  # the circle moves at -6 along x
    assert force.torque < 0.0
