"""What an exhibit in space shows: solids, lines and labels, seen by a camera."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ...arrays import Reals, Reals2
from ...drawing.lines import Color, Colors
from ...math2d.vec2 import Vec2
from ...space3d import Shape3
from ...space3d.math3d.bounds import Bounds3
from ...space3d.math3d.pose import PoseLike3, as_pose
from ...space3d.math3d.quaternion import rotation_of
from ...space3d.math3d.vec3 import Triple, Vec3
from ..palette import GRID, TEXT
from .camera import Camera
from .meshes import SolidMesh, surface_of

LIGHT = Vec3(0.45, 0.8, 0.4).normalized()  # towards the light
_HEAD, _LARGEST, _SLIM = 0.25, 0.35, 0.35  # an arrow's head: share of the arrow, limit, half width by length
_CORNERS = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
_BOX_EDGES = [(a, b) for a in range(8) for b in range(a + 1, 8) if bin(a ^ b).count("1") == 1]


class Solid(NamedTuple):
    """A surface in space: `model` (3, 4) turns and scales its points and, by its last column, moves them.

    It scales boxes along their own axes, all others evenly: so it turns normals into normals.

    With an alpha below 255 it is translucent and drawn after all others; then it casts no shadow.
    """

    mesh: SolidMesh
    model: Reals2
    color: Color

    def placed(self) -> Reals2:
        """Return the points of the surface, (n, 3), in space."""
        return place(self.mesh.points, self.model)


def place(points: Reals2, models: Reals) -> Reals:
    """Return points (n, 3) where a model (3, 4) puts them; for models (k, 3, 4), (k, n, 3)."""
    placed: Reals = points @ np.swapaxes(models[..., :3], -1, -2) + models[..., None, :, 3]
    return placed


class Lines3(NamedTuple):
    """Segments from row 2 k to row 2 k + 1 of `points` (2 n, 3), with colours (2 n, 4); `width` in pixels.

    on_floor: whether they lie on the floor, so that whatever stands there hides them.
    """

    points: Reals2
    colors: Colors
    width: float
    on_floor: bool = False


class Label3(NamedTuple):
    """A line of text beside a point, never hidden; `size` in pixels."""

    position: Triple
    text: str
    color: Color
    size: float


class Scene:
    """Solids, lines and labels; `floor`: height of the plane that shadows fall on, None without."""

    def __init__(self, camera: Camera, floor: float | None = None):
        self.camera = camera
        self.floor = floor
        self.solids: list[Solid] = []
        self.lines: list[Lines3] = []
        self.labels: list[Label3] = []

    def solid(self, shape: Shape3, pose: PoseLike3, color: Color) -> None:
        """Add a shape at a pose; an AABB is not turned."""
        position, orientation = as_pose(pose)
        rotation = np.eye(3) if shape.upright else np.reshape(rotation_of(*orientation), (3, 3))
        mesh, local = surface_of(shape)
        model = rotation @ local
        model[:, 3] += position
        self.solids.append(Solid(mesh, model, color))

    def outline(self, shape: Shape3, pose: PoseLike3, color: Color, width: float = 1.5) -> None:
        """Add the edges of a shape at a pose; round ones have none."""
        self.solid(shape, pose, color)
        solid = self.solids.pop()
        if len(solid.mesh.edges):
            self.path(solid.placed()[solid.mesh.edges].reshape(-1, 3), color, width)

    def line(self, start: Triple, end: Triple, color: Color = TEXT, width: float = 1.5) -> None:
        """Add a line from point to point."""
        self.path([start, end], color, width)

    def path(self, ends: Iterable[Triple] | Reals2, color: Color = TEXT, width: float = 1.5) -> None:
        """Add segments, two rows of `ends` each."""
        points = np.array(ends if isinstance(ends, np.ndarray) else list(ends), float).reshape(-1, 3)
        self.lines.append(Lines3(points, np.broadcast_to(np.array(color, np.uint8), (len(points), 4)), width))

    def arrow(self, start: Triple, end: Triple, color: Color = TEXT, width: float = 2.0) -> None:
        """Add an arrow with a head of four lines."""
        tip = Vec3(*end)
        way = tip - start
        right, _, to_camera = self.camera.axes()
        side = way.cross(to_camera)
        side = side.normalized() if side.length > 1e-9 else right
        head = min(_HEAD * way.length, _LARGEST)
        back, half = tip - head * way.normalized(), _SLIM * head
        self.path([start, end, end, back + half * side, end, back - half * side], color, width)

    def box(self, bounds: Bounds3, color: Color, width: float = 1.0) -> None:
        """Add the edges of an axis-aligned box."""
        corners = np.array(bounds.lower) + _CORNERS * np.subtract(bounds.upper, bounds.lower)
        self.path(corners[_BOX_EDGES].reshape(-1, 3), color, width)

    def grid(self, half: float, step: float, color: Color = GRID) -> None:
        """Add a grid on the floor, around the vertical axis."""
        height = (self.floor or 0.0) + 0.002 * half
        at = np.arange(-half, half + 0.5 * step, step)
        ends = [p for x in at.tolist() for p in ((x, -half), (x, half), (-half, x), (half, x))]
        self.path([(x, height, z) for x, z in ends], color, 1.0)
        self.lines[-1] = self.lines[-1]._replace(on_floor=True)

    def label(self, at: Triple, text: str, color: Color = TEXT, size: float = 13.0) -> None:
        """Add a line of text whose middle is at a point."""
        self.labels.append(Label3(at, text, color, size))

    def placed_labels(self) -> list[tuple[Vec2, Label3]]:
        """Return the labels in front of the camera, and where they are on the stage."""
        camera = self.camera
        seen = [label for label in self.labels if camera.depth_of(label.position) > camera.near]
        return [(camera.place(label.position), label) for label in seen]
