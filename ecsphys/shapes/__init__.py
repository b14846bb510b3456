"""Shapes: immutable, validated values. Each is a few points, rounded by a radius.

A shape has no position: it has a frame of its own, y up, and methods take a pose
`(x, y, angle)` or anything with a `.pose`. Lengths are in the game's unit, angles in radians.
"""

from ..math2d.bounds import Bounds
from ..math2d.mass import MassProperties
from . import curved, line, solid
from .base import Shape
from .curved import *  # noqa: F403
from .line import *  # noqa: F403
from .solid import *  # noqa: F403

__all__ = ["Bounds", "MassProperties", "Shape"]
__all__ += curved.__all__
__all__ += line.__all__
__all__ += solid.__all__
