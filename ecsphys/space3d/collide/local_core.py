"""Cores in the frame of their shape, as shapes state them and worlds place them."""

from __future__ import annotations

from typing import NamedTuple

from ..math3d.quaternion import Quaternion
from ..math3d.vec3 import Vec3


class LocalCore(NamedTuple):
    """A core in its shape's own frame: `Core` with a pose instead of centre and rotation.

    `span` is a row of the spans of the shape's own `packed` rows, 0 if it has none.
    """

    form: int
    span: int
    radius: float
    half: Vec3
    position: Vec3
    orientation: Quaternion
