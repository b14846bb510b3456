"""A camera that orbits a point: from space to the stage, and rays from the stage into space."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...arrays import Reals, Reals2
from ...math2d.vec2 import Pair, Vec2
from ...space3d.math3d.vec3 import Triple, Vec3

_HALF_HEIGHT = 320.0  # of the stage, in its units
_FIELD = math.radians(40.0)  # from its lower to its upper edge
FOCUS = _HALF_HEIGHT / math.tan(0.5 * _FIELD)  # distance at which a unit of space is one of the stage
_NEAR, _FAR = 0.05, 40.0  # of what is drawn, in distances of the target


class Camera(NamedTuple):
    """A camera at `distance` from its target; `turn` about the vertical and `height` above it, in radians.

    With turn and height 0 it looks along -z: x to the right, y up.
    """

    target: Triple
    turn: float
    height: float
    distance: float

    def axes(self) -> tuple[Vec3, Vec3, Vec3]:
        """Return the unit vectors to the right, up, and from the target to the camera."""
        c, s = math.cos(self.turn), math.sin(self.turn)
        ch, sh = math.cos(self.height), math.sin(self.height)
        back = Vec3(s * ch, sh, c * ch)
        right = Vec3(c, 0.0, -s)
        return right, back.cross(right), back

    @property
    def eye(self) -> Vec3:
        """Where the camera is."""
        return Vec3(*self.target) + self.distance * self.axes()[2]

    def view(self, points: npt.ArrayLike) -> Reals2:
        """Return points (n, 3) in the camera's frame: to the right, up, and depth in front of it."""
        right, up, back = self.axes()
        viewed: Reals2 = (np.asarray(points, float) - self.eye) @ np.array([right, up, -back]).T
        return viewed

    def project(self, points: npt.ArrayLike) -> tuple[Reals2, Reals]:
        """Return where points (n, 3) are on the stage, (n, 2), and their depths (n,).

        Points behind the camera are moved in front of it; cut lines first, see `clip`.
        """
        viewed = self.view(np.reshape(points, (-1, 3)))
        depth = np.maximum(viewed[:, 2], self.near)
        return viewed[:, :2] * (FOCUS / depth)[:, None], depth

    def place(self, point: Triple) -> Vec2:
        """Return where one point is on the stage."""
        ((x, y),) = self.project(point)[0].tolist()
        return Vec2(x, y)

    def clip(self, ends: Reals2) -> tuple[Reals2, npt.NDArray[np.bool_]]:
        """Cut segments, rows 2 k and 2 k + 1 of `ends`, at the near plane; return them and which remain."""
        pairs: Reals2 = np.array(ends, float).reshape(-1, 2, 3)
        depth = self.view(pairs.reshape(-1, 3))[:, 2].reshape(-1, 2) - self.near
        seen: npt.NDArray[np.bool_] = np.asarray((depth > 0.0).any(axis=1))
        for end in (0, 1):
            cut = seen & (depth[:, end] < 0.0)
            inside, outside = depth[cut, 1 - end], depth[cut, end]
            share = (inside / (inside - outside))[:, None]
            pairs[cut, end] = pairs[cut, 1 - end] + share * (pairs[cut, end] - pairs[cut, 1 - end])
        return pairs[seen].reshape(-1, 3), seen

    def ray(self, at: Pair) -> tuple[Vec3, Vec3]:
        """Return the eye and the unit direction towards a point of the stage."""
        right, up, back = self.axes()
        return self.eye, (at[0] * right + at[1] * up - FOCUS * back).normalized()

    def at_depth(self, at: Pair, depth: float) -> Vec3:
        """Return the point of space that is seen at a point of the stage, so deep in front of the camera."""
        right, up, back = self.axes()
        return self.eye + (depth / FOCUS) * (at[0] * right + at[1] * up) - depth * back

    def depth_of(self, point: Triple) -> float:
        """Return how deep a point is in front of the camera."""
        return float(self.view(np.reshape(point, (1, 3)))[0, 2])

    @property
    def near(self) -> float:
        """Depth of the nearest that is drawn."""
        return _NEAR * self.distance

    def clip_matrix(self, half_width: float, half_height: float) -> npt.NDArray[np.float64]:
        """Return the 4 x 4 matrix from points of space to OpenGL's clip space; halves are of the picture."""
        right, up, back = self.axes()
        near, far = self.near, _FAR * self.distance
        turn = np.eye(4)
        turn[:3, :3] = [right, up, back]
        turn[:3, 3] = -turn[:3, :3] @ np.array(self.eye)
        project = np.zeros((4, 4))
        project[0, 0], project[1, 1] = FOCUS / half_width, FOCUS / half_height
        project[2, 2:] = (near + far) / (near - far), 2.0 * near * far / (near - far)
        project[3, 2] = -1.0
        return project @ turn
