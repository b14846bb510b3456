"""A body that grazes something at the end of a step, where they no longer approach."""

from __future__ import annotations

from ecsphys import COLLISION_BEGIN, Capsule, Circle
from tests.acceptance.support import body, physics, run


def test_a_graze_begins_at_the_end_of_the_step() -> None:
    clock = physics(gravity=(0, 0))
    stream = clock.stream(COLLISION_BEGIN)
    pin = Capsule.between((0, -23.87269360691105), (0, 23.87269360691105), 2.505231856693156)
    body(pin, -900000, 600000, -2.295508321175503, kind="static")
    start = -899934.0868933465, 600033.1510120908
    body(Circle(11.260090505452917), *start, velocity=(-2231.8303645343017, -3442.69654736664))
    run(1)
    assert stream.take()["time"].tolist() == [1.0]
