"""Points made while surfaces are still apart."""

from __future__ import annotations

import esper
import pytest

from ecsphys import Circle, RigidBody
from tests.acceptance.support import physics
from tests.contacts.floors import TILE, lay, play, put


@pytest.mark.parametrize("slider_first", [True, False])
@pytest.mark.parametrize("x", [-24.5, -22.0, -18.0])
@pytest.mark.parametrize("speed", [60, 200])
def test_a_corner_does_not_turn_a_circle_without_friction(speed: float, x: float, slider_first: bool) -> None:
    """The impulse acts along the line from the corner to the centre, as it is at the touch."""
    physics()
    if not slider_first:
        lay([(0.0, 0.0, TILE)], friction=0)
    ball = put(Circle(10), x - 8, 33.2, speed, vy=-speed)
    if slider_first:
        lay([(0.0, 0.0, TILE)], friction=0)
    body = esper.component_for_entity(ball, RigidBody)
    states = play(ball, 20)
    assert abs(body.angular_velocity) < 1e-9
    assert states[-1].vy > -0.99 * speed  # they met
