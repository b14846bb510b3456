"""What a character does to dynamic bodies: it pushes what is in its way and weighs on what it stands on.

Both are forces on the next step, shared out over its sub-steps like gravity, so that the friction of what
is pushed holds against them or does not, as in nature.
"""

from __future__ import annotations

from typing import Any

from ..arrays import Rows
from ..compile import kernel
from ..world.bodies import DYNAMIC
from ..world.center import center_of
from ..world.waking import wake_island


@kernel
def mass_of(c: Any) -> float:
    """The mass with which a character pushes and weighs."""
    return float(c.weight) if c.weight >= 0.0 else float(c.body_mass)


@kernel
def push(bodies: Rows, c: Any, row: int, nx: float, ny: float, speed: float, dt: float) -> float:
    """Push a body against a normal of its surface, towards `speed`; returns how fast it goes that way.

    The force is the one that would bring both to the speed of two bodies that collide and stay
    together, and at most the character's strength.
    """
    other = bodies[row]
    if other.kind != DYNAMIC:
        return 0.0
    there = -(other.vx * nx + other.vy * ny)
    if there < speed and other.inverse_mass > 0.0:
        mass = mass_of(c)
        reduced = mass / (1.0 + mass * other.inverse_mass)
        force = min(c.strength, reduced * (speed - there) / dt)
        c.woken += wake_island(bodies, row)
        other.force_x -= force * nx
        other.force_y -= force * ny
    return float(max(there, 0.0))


@kernel
def weigh_on(bodies: Rows, c: Any, body: Any, gravity: float, landed: bool) -> None:
    """Press down what carries the character; what sleeps is woken by a landing only."""
    other = bodies[c.floor_body]
    if other.kind != DYNAMIC or (other.awake == 0 and not landed):
        return
    c.woken += wake_island(bodies, c.floor_body)
    force = -mass_of(c) * gravity
    center_x, _ = center_of(other)
    other.force_y += force
    other.torque += (body.x + c.foot_x - other.x - center_x) * force
