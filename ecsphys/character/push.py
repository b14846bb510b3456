"""Forces of characters on dynamic bodies: pushes on obstacles, and weight on the floor.

They act in the next step, spread over its sub-steps like gravity, so that the friction of the pushed body
counts.
"""

from __future__ import annotations

from typing import Any

from ..arrays import BodyRows
from ..compile import kernel
from ..world.bodies import DYNAMIC
from ..world.center import center_of
from ..world.waking import wake_island


@kernel
def effective_mass(c: Any) -> float:
    """Return the mass of a character: its own setting, or its body's."""
    return float(c.weight) if c.weight >= 0.0 else float(c.body_mass)


@kernel
def push_body(bodies: BodyRows, c: Any, row: int, nx: float, ny: float, speed: float, dt: float) -> float:
    """Push a body against its surface normal, up to `speed`; returns its speed in that direction.

    The force would bring both to the common speed of a perfectly inelastic collision; it is limited by the
    character's strength.
    """
    other = bodies[row]
    if other.kind != DYNAMIC:
        return 0.0
    along = -(other.vx * nx + other.vy * ny)
    if along < speed and other.inverse_mass > 0.0:
        mass = effective_mass(c)
        reduced = mass / (1.0 + mass * other.inverse_mass)
        force = min(c.strength, reduced * (speed - along) / dt)
        c.woken += wake_island(bodies, row)
        other.force_x -= force * nx
        other.force_y -= force * ny
    return float(max(along, 0.0))


@kernel
def apply_weight(bodies: BodyRows, c: Any, body: Any, gravity: float, landed: bool) -> None:
    """Apply the character's weight to its floor; a sleeping floor is woken by a landing only."""
    other = bodies[c.floor_body]
    if other.kind != DYNAMIC or (other.awake == 0 and not landed):
        return
    c.woken += wake_island(bodies, c.floor_body)
    force = -effective_mass(c) * gravity
    center_x, _ = center_of(other)
    other.force_y += force
    other.torque += (body.x + c.foot_x - other.x - center_x) * force
