"""Triangles of a display list, as one numpy array in the order of drawing: what the graphics card is given.

Edges are smooth without multisampling, for a vertex says where it is within its figure (`local`, px) and the
fragment shader computes the coverage from it; see `canvas`. All figures of a kind are computed at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...arrays import Reals2
from ...math2d.bounds import Bounds
from ...math2d.vec2 import Pair
from ..display import Align, Disc, Display, Item, Polygon, SceneItem, Segments, Text
from .glyphs import Face, Glyphs

# `form`: radius and half width of a ring, px. A disc is one of radius 0, a line one with `local` across it.
VERTEX = np.dtype([("position", "f4", 2), ("local", "f4", 2), ("form", "f4", 2), ("color", "u1", 4)])
Vertices = npt.NDArray[np.void]

SOLID = (0.0, 1e6)  # covers all
GLYPH = (0.0, -1.0)  # `local` is a place in the image of glyphs
_SOFT = 0.5  # px, beyond a line's edge: where its coverage ends
_RING_AS_LINES = 24.0  # px, radius from which a ring is cheaper as lines than as a square of pixels

_CORNERS = np.array([0, 1, 2, 0, 2, 3])  # of a box, as two triangles
_BOX_X, _BOX_Y = np.array([0, 2, 2, 0])[_CORNERS], np.array([1, 1, 3, 3])[_CORNERS]  # of rows l, b, r, t


class Label(NamedTuple):
    """A line of text in a face of its own; the rest as of `Text`."""

    position: Pair
    text: str
    color: tuple[int, int, int, int]
    size: float
    align: Align
    face: Face


class Sketch(Display):
    """A display list of a panel, in px of the window from its lower left corner."""

    items: list[Item | Label]  # type: ignore[assignment]

    def rect(self, bounds: Bounds, color: tuple[int, int, int, int]) -> None:
        """Add a filled box."""
        (left, low), (right, high) = bounds
        self.polygon(((left, low), (right, low), (right, high), (left, high)), color)

    def label(
        self, at: Pair, text: str, color: tuple[int, int, int, int], size: float,
        align: Align = "left", face: Face = "sans",
    ) -> None:  # fmt: skip
        """Add a line of text in a face."""
        self.items.append(Label(at, text, color, size, align, face))


class Place(NamedTuple):
    """Where a display list is drawn: window = `origin` + `scale` · point."""

    origin: Pair
    scale: float


def mesh(items: Iterable[Item | Label], glyphs: Glyphs, place: Place) -> Vertices:
    """Return the triangles of a display list, three rows of `VERTEX` each."""
    return _Mesh(glyphs, place).build(items)


class _Mesh:
    """Collects figures by kind, and the order in which their triangles come."""

    def __init__(self, glyphs: Glyphs, place: Place):
        self.glyphs = glyphs
        self.place = place
        self.lines: list[tuple[Reals2, npt.ArrayLike, float, float]] = []  # points, colours, width, longer by
        self.fans: list[tuple[Sequence[Pair], tuple[int, ...]]] = []
        self.rings: list[tuple[float, ...]] = []  # x, y, radius, half width
        self.ring_colors: list[tuple[int, ...]] = []
        self.texts: list[Text | Label] = []
        self.order: list[tuple[int, int]] = []  # kind (place in the result of `build`), number of vertices

    def build(self, items: Iterable[Item | Label]) -> Vertices:
        for item in items:
            self._add(item)
        kinds = [self._build_lines(), self._build_fans(), self._build_rings(), self._build_texts()]
        at, parts = [0, 0, 0, 0], [np.zeros(0, VERTEX)]
        for kind, count in self.order:
            parts.append(kinds[kind][at[kind] : at[kind] + count])
            at[kind] += count
        return np.concatenate(parts)

    def _add(self, item: Item | Label) -> None:
        if isinstance(item, Segments):
            self._add_lines(item.points, item.colors, item.width, 0.0)
        elif isinstance(item, Polygon):
            if item.fill is not None and len(item.points) > 2:
                self.fans.append((item.points, item.fill))
                self.order.append((1, 3 * (len(item.points) - 2)))
            if item.line is not None:
                self._add_loop(np.array(item.points, float), item.line, item.width)
        elif isinstance(item, Disc):
            self._add_disc(item)
        elif not isinstance(item, SceneItem):  # the window draws scenes, see `solids`
            self.texts.append(item)
            run = self.glyphs.run(item.text, item.size, _face(item))
            self.order.append((3, 6 * len(run.boxes)))

    def _add_lines(self, points: Reals2, colors: npt.ArrayLike, width: float, longer: float) -> None:
        self.lines.append((points, colors, width, longer))
        self.order.append((0, 3 * len(points)))

    def _add_loop(self, corners: Reals2, color: tuple[int, ...], width: float) -> None:
        """Add a closed outline, its lines so much longer as closes the corners of a regular polygon."""
        ends = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1).reshape(-1, 2)
        longer = 0.5 * width * math.tan(math.pi / max(3, len(corners)))
        self._add_lines(ends, np.broadcast_to(np.array(color, np.uint8), (len(ends), 4)), width, longer)

    def _add_disc(self, disc: Disc) -> None:
        radius = disc.radius * self.place.scale
        if disc.fill is not None:
            self._add_ring(disc.center, 0.0, radius, disc.fill)
        if disc.line is None:
            return
        if radius < _RING_AS_LINES:
            self._add_ring(disc.center, radius, 0.5 * disc.width, disc.line)
        else:
            self._add_loop(_circle() * disc.radius + disc.center, disc.line, disc.width)

    def _add_ring(self, center: Pair, radius: float, half: float, color: tuple[int, ...]) -> None:
        self.rings.append((*center, radius, half))
        self.ring_colors.append(color)
        self.order.append((2, 6))

    def _move(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return points * self.place.scale + self.place.origin

    def _build_lines(self) -> Vertices:
        """Return a box along each segment."""
        if not self.lines:
            return np.zeros(0, VERTEX)
        ends = self._move(np.concatenate([points for points, *_ in self.lines])).reshape(-1, 2, 2)
        counts = [len(points) // 2 for points, *_ in self.lines]
        half = np.repeat([0.5 * width for _, _, width, _ in self.lines], counts)[:, None]
        longer = np.repeat([longer for *_, longer in self.lines], counts)[:, None]
        colors = np.concatenate([np.asarray(colors, np.uint8) for _, colors, *_ in self.lines])
        way = ends[:, 1] - ends[:, 0]
        along = way / np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-12)[:, None]
        reach = half + _SOFT
        side = np.column_stack([-along[:, 1], along[:, 0]]) * reach
        start, stop = ends[:, 0] - along * longer, ends[:, 1] + along * longer
        corners = np.stack([start - side, stop - side, stop + side, start + side], axis=1)
        across = np.concatenate([-reach, -reach, reach, reach], axis=1)
        result = np.zeros((len(ends), 6), VERTEX)
        result["position"] = corners[:, _CORNERS]
        result["local"][:, :, 0] = across[:, _CORNERS]
        result["form"][:, :, 1] = half
        result["color"] = colors.reshape(-1, 2, 4)[:, [0, 1, 1, 0, 1, 0]]
        return result.reshape(-1)

    def _build_fans(self) -> Vertices:
        if not self.fans:
            return np.zeros(0, VERTEX)
        indices, first = [], 0
        for points, _ in self.fans:
            indices.append(_fan(len(points)) + first)
            first += len(points)
        places = self._move(np.array([point for points, _ in self.fans for point in points], float))
        counts = [len(some) for some in indices]
        result = np.zeros(sum(counts), VERTEX)
        result["position"] = places[np.concatenate(indices)]
        result["form"] = SOLID
        result["color"] = np.repeat(np.array([color for _, color in self.fans], np.uint8), counts, axis=0)
        return result

    def _build_rings(self) -> Vertices:
        if not self.rings:
            return np.zeros(0, VERTEX)
        rings = np.array(self.rings)
        reach = rings[:, 2] + rings[:, 3] + _SOFT
        local = np.stack([-reach, -reach, reach, reach], axis=1)
        result = np.zeros((len(rings), 6), VERTEX)
        result["local"] = np.stack([local[:, _BOX_X], local[:, _BOX_Y]], axis=2)
        result["position"] = self._move(rings[:, None, :2]) + result["local"]
        result["form"] = rings[:, None, 2:]
        result["color"] = np.array(self.ring_colors, np.uint8)[:, None]
        return result.reshape(-1)

    def _build_texts(self) -> Vertices:
        if not self.texts:
            return np.zeros(0, VERTEX)
        runs = [self.glyphs.run(text.text, text.size, _face(text)) for text in self.texts]
        counts = [len(run.boxes) for run in runs]
        starts = self._move(np.array([text.position for text in self.texts], float))
        shares = np.array([{"left": 0.0, "center": 0.5, "right": 1.0}[text.align] for text in self.texts])
        starts[:, 0] -= shares * [run.width for run in runs]
        starts = np.round(starts * self.glyphs.ratio) / self.glyphs.ratio  # glyphs on whole pixels are sharp
        boxes = np.concatenate([run.boxes for run in runs])
        places = np.concatenate([run.places for run in runs])
        result = np.zeros((len(boxes), 6), VERTEX)
        corners = np.stack([boxes[:, _BOX_X], boxes[:, _BOX_Y]], axis=2)
        result["position"] = corners + np.repeat(starts, counts, axis=0)[:, None]
        result["local"] = np.stack([places[:, _BOX_X], places[:, _BOX_Y]], axis=2)
        result["form"] = GLYPH
        colors = np.array([text.color for text in self.texts], np.uint8)
        result["color"] = np.repeat(colors, counts, axis=0)[:, None]
        return result.reshape(-1)


def _face(item: Text | Label) -> Face:
    return item.face if isinstance(item, Label) else "sans"


@cache
def _fan(corners: int) -> npt.NDArray[np.intp]:
    """Return the corners of the triangles of a convex polygon."""
    k = np.arange(1, corners - 1)
    return np.column_stack([np.zeros_like(k), k, k + 1]).reshape(-1)


@cache
def _circle() -> Reals2:
    """Return a circle of radius 1 in 96 points."""
    angles = np.linspace(0.0, 2.0 * np.pi, 96, endpoint=False)
    return np.column_stack([np.cos(angles), np.sin(angles)])
