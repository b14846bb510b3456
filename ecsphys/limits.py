"""The range of numbers that physics takes: wide enough for any game, narrow enough that nothing overflows.

A number outside is refused with `ValueError`. Lengths and speeds of bodies are counted in `length_unit`s of
`Physics`; what is not yet in a world has the range of the largest unit. Squares and products of what lies
inside stay below 1e308, and quotients too: the smallest length is 1e-18, the smallest mass 1e-30. Positions,
velocities, angles, spins and forces may be as small as they like, zero and denormal numbers included.
"""

from __future__ import annotations

from typing import NamedTuple

LENGTH_UNIT = 1e-6, 1e6  # the game's own unit of length
POSITION = 1e12  # length units: of a body, along each axis
SPEED = 1e12  # length units per second: of a body, along each axis
ANGLE = 1e12  # radians: of a body
SPIN = 1e12  # radians per second: of a body
SMALLEST, LARGEST = 1e-18, 1e18  # lengths and all other numbers, in the game's own unit
MOST_SLENDER = 1e6  # length of a shape in space to its thickness: rounding leaves its inertia six digits then
MASS = 1e-30, 1e30  # of a body that moves by forces, given or from density and area
INERTIA = 1e-66, 1e66  # about the centre of mass, if given; what cannot turn has an infinite one
FORCE = 1e100  # forces, torques and impulses, of one call and summed up for a step
COUNT = 2**31 - 1  # numbers of things and of steps
SUBSTEPS = 1000
THREADS = 256


class Limits(NamedTuple):
    """The range of a world's bodies, in the game's units: along each axis, lengths and lengths per second."""

    position: float
    speed: float


def limits_of(length_unit: float) -> Limits:
    """Return the range of bodies in a world of that length unit."""
    return Limits(POSITION * length_unit, SPEED * length_unit)
