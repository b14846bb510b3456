"""What an exhibit in space shows: solids, lines and labels, seen by a camera."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ...arrays import Boxes, Reals2, Reals3
from ...drawing.lines import Color, Colors, distinct_rows
from ...math2d.vec2 import Vec2
from ...space3d import Shape3
from ...space3d.math3d.pose import PoseLike3, as_pose
from ...space3d.math3d.quaternion import rotation_of
from ...space3d.math3d.vec3 import Triple, Vec3
from ..palette import GRID, TEXT
from .camera import Camera
from .meshes import SolidMesh, surface_of, unit_box

LIGHT = Vec3(0.45, 0.8, 0.4).normalized()  # towards the light
FLAT = 0.01  # height above the floor up to which a solid is part of it: without shadow, below all others
_HEAD, _LARGEST, _SLIM = 0.25, 0.35, 0.35  # an arrow's head: share of the arrow, limit, half width by length
_LETTER = 0.5  # mean width of a letter, as a share of its size
_CORNERS = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)], bool)
_BOX_EDGES = [(a, b) for a in range(8) for b in range(a + 1, 8) if bin(a ^ b).count("1") == 1]


class Solids3(NamedTuple):
    """Copies of a surface in space: `models` (k, 3, 4) turn and scale its points and, by their last columns,
    move them; `colors` (k, 4) of uint8.

    They scale boxes along their own axes, all others evenly: so they turn normals into normals.

    With an alpha below 255 a copy is translucent and drawn after all others; then it casts no shadow.
    """  # fmt: skip

    mesh: SolidMesh
    models: Reals3
    colors: Colors

    def placed(self) -> Reals3:
        """Return the points of the surfaces, (k, n, 3), in space."""
        return place(self.mesh.points, self.models)


def place(points: Reals2, models: Reals3) -> Reals3:
    """Return points (n, 3) where each of the models (k, 3, 4) puts them, (k, n, 3)."""
    placed: Reals3 = points @ np.swapaxes(models[..., :3], -1, -2) + models[..., None, :, 3]
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
        self.solids: list[Solids3] = []
        self.lines: list[Lines3] = []
        self.labels: list[Label3] = []

    def solid(self, shape: Shape3, pose: PoseLike3, color: Color) -> None:
        """Add a shape at a pose; an AABB is not turned."""
        position, orientation = as_pose(pose)
        rotation = np.eye(3) if shape.upright else np.reshape(rotation_of(*orientation), (3, 3))
        mesh, local = surface_of(shape)
        model = rotation @ local
        model[:, 3] += position
        self.solids.append(Solids3(mesh, model[None], np.array([color], np.uint8)))

    def boxes(self, bounds: Boxes, colors: Colors) -> None:
        """Add solid boxes along the axes; `bounds` (k, 6) are lower and upper corners, `colors` (k, 4)."""
        models = np.zeros((len(bounds), 3, 4))
        models[:, :, :3] = 0.5 * (bounds[:, 3:] - bounds[:, :3])[:, None] * np.eye(3)
        models[:, :, 3] = 0.5 * (bounds[:, 3:] + bounds[:, :3])
        self.solids.append(Solids3(unit_box(), models, colors))

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

    def frames(self, bounds: Boxes, colors: Colors, width: float = 1.0) -> None:
        """Add the edges of boxes along the axes; what boxes share is drawn once, as an edge of the last one.

        `bounds` (k, 6) are lower and upper corners, `colors` (k, 4).
        """
        corners = np.where(_CORNERS, bounds[::-1, None, 3:], bounds[::-1, None, :3])
        edges = corners[:, _BOX_EDGES].reshape(-1, 6)
        kept = distinct_rows(edges)
        rows = np.repeat(colors[::-1], len(_BOX_EDGES), axis=0)[kept]
        self.lines.append(Lines3(edges[kept].reshape(-1, 3), np.repeat(rows, 2, axis=0), width))

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
        """Return the labels in front of the camera, and where they are on the stage.

        The nearest come first; what would lie on a nearer one is left out.
        """
        places, depths = self.camera.project([label.position for label in self.labels])
        kept: list[tuple[Vec2, Label3]] = []
        for k in np.argsort(depths, kind="stable").tolist():
            place, label = Vec2(*places[k].tolist()), self.labels[k]
            free = not any(_overlap(place, label, *other) for other in kept)
            if depths[k] > self.camera.near and free:
                kept.append((place, label))
        return kept


def _overlap(place_a: Vec2, a: Label3, place_b: Vec2, b: Label3) -> bool:
    """Return whether two lines of text, whose middles are at these places, overlap: roughly."""
    wide = 0.5 * _LETTER * (len(a.text) * a.size + len(b.text) * b.size)
    return abs(place_a.x - place_b.x) < wide and abs(place_a.y - place_b.y) < 0.5 * (a.size + b.size)
