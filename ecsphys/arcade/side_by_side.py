"""Two runs side by side, at the first step at which they differ."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import arcade
import numpy as np

from ..drawing.force_lines import force_lines
from ..drawing.joint_lines import joint_lines
from ..drawing.lines import Color, Lines, box_sides, color_lines
from ..drawing.poses import interpolate_poses
from ..drawing.shape_lines import ShapeLines
from ..drawing.world_lines import contact_normals
from ..math2d.bounds import Bounds
from ..math2d.vec2 import Vec2
from ..physics import Physics
from ..query.gaps import shapes_of
from ..replay import Comparison, Replay, TimeLine
from ..state.differences import Difference
from .inspector import PINNED_COLOR
from .panel import Panel
from .vertex_buffer import LineBuffer

DIFFERENT_COLOR: Color = PINNED_COLOR
_BACK: Color = (8, 10, 22, 255)
_EDGE: Color = (110, 118, 150, 255)
_TITLES = "this run", "the other run"
_NORMAL = 0.3  # of a length unit
_LEAST, _MARGIN = 8.0, 2.0  # of a length unit: size of what is shown, and around what differs
_ENTITIES, _ROWS, _WIDTH = 5, 9, 150
_SEEN = "Transform", "RigidBody"  # the components whose values tell how much an entity differs


def by_size(differences: Iterable[Difference]) -> dict[int, list[Difference]]:
    """Return differences by entity, first the ones that differ most in motion."""
    of: dict[int, list[Difference]] = {}
    for one in differences:
        of.setdefault(one.entity, []).append(one)
    return dict(sorted(of.items(), key=lambda item: (-max(map(_size, item[1])), item[0])))


def _size(one: Difference) -> float:
    """Return how much a value differs; one that only one run has differs most."""
    if one.field == "exists" and not one.other:
        return math.inf
    numbers = isinstance(one.a, int | float) and isinstance(one.b, int | float)
    gap = abs(one.a - one.b) if numbers and one.component in _SEEN else 0.0
    return gap if gap == gap else math.inf


def describe(differences: Sequence[Difference]) -> str:
    """Return the differences of one entity as text."""
    name = f"entity {differences[0].entity}" if differences[0].entity else "Physics"
    return f"{name}:  " + ",  ".join(_in_words(one) for one in differences)


def _in_words(one: Difference) -> str:
    values = [f"{value:.6g}" if isinstance(value, float) else str(value) for value in (one.a, one.b)]
    if values[0] == values[1]:
        values = [repr(one.a), repr(one.b)]
    pair = f" with {one.other}" if one.other else ""
    return f"{one.component}.{one.field}{pair} {values[0]} | {values[1]}"


class Side(NamedTuple):
    """One of the runs: lines in its world, and the bounds of what differs."""

    lines: list[Lines]
    bounds: Bounds | None


class SideBySide:
    """Draws a comparison. Both worlds are looked at once, and left as they are."""

    def __init__(self, time_line: TimeLine, comparison: Comparison, buffer: LineBuffer):
        step, differences = comparison.divergence
        ranked = by_size(differences)
        self.entities: list[int] = [entity for entity in ranked if entity][:_ENTITIES]
        self._sides = [
            look(time_line, replay, step, self.entities) for replay in (comparison.run, comparison.other)
        ]
        self._unit = time_line.physics.length_unit
        rows = [textwrap.shorten(describe(of), _WIDTH, placeholder=" …") for of in ranked.values()]
        more = [f"and {len(rows) - _ROWS} more entities"] if len(rows) > _ROWS else []
        title = f"first difference: step {step} (this run | the other run)"
        self.words: list[str] = [title, *rows[:_ROWS], *more, "C, Esc: back"]
        self._buffer = buffer
        self._panels = [Panel(13), Panel(13)]
        self._text = Panel(10)
        self._cameras = [arcade.Camera2D(), arcade.Camera2D()]

    def draw(self, width: float, height: float) -> None:
        """Draw both worlds and what differs over all of the frame, which is `width` by `height`."""
        arcade.draw_lbwh_rectangle_filled(0, 0, width, height + 200.0, _BACK)
        window = arcade.get_window()
        low, high = self._view()
        for k, (side, camera) in enumerate(zip(self._sides, self._cameras, strict=True)):
            half = window.width // 2
            camera.viewport = arcade.LBWH(k * half, 0, half, window.height)
            camera.projection = arcade.LRBT(-half / 2, half / 2, -window.height / 2, window.height / 2)
            camera.position = (0.5 * (low.x + high.x), 0.5 * (low.y + high.y))
            camera.zoom = min(half / (high.x - low.x), window.height / (high.y - low.y))
            with camera.activate():
                self._buffer.draw(side.lines)
        middle = np.array([(width / 2, 0.0), (width / 2, height + 200.0)])
        self._buffer.draw([color_lines(middle, _EDGE)])
        for k, (panel, title) in enumerate(zip(self._panels, _TITLES, strict=True)):
            panel.draw(k * width / 2 + 10, height - 4, [title])
        wide, tall = self._text.measure(self.words)
        self._text.draw(max(6.0, (width - wide) / 2), 10 + tall, self.words)

    def _view(self) -> Bounds:
        """Return what both cameras show: all that differs, and some of what is around it."""
        known = [side.bounds for side in self._sides if side.bounds is not None]
        if not known:
            return Bounds(Vec2(-1.0, -1.0) * (_LEAST * self._unit), Vec2(1.0, 1.0) * (_LEAST * self._unit))
        ends = np.array([[*low, *high] for low, high in known])
        low, high = ends[:, :2].min(axis=0), ends[:, 2:].max(axis=0)
        middle = 0.5 * (low + high)
        half = np.maximum(0.5 * (high - low) + _MARGIN * self._unit, 0.5 * _LEAST * self._unit)
        return Bounds(Vec2(*(middle - half).tolist()), Vec2(*(middle + half).tolist()))


def look(time_line: TimeLine, replay: Replay, step: int, entities: list[int]) -> Side:
    """Return what a world is like after a step of a run."""
    with time_line.visit(replay, step):
        physics = replay.physics
        world = physics.world
        poses = interpolate_poses(world.bodies.rows[: world.bodies.count], 1.0)
        boxes = _boxes(physics, entities)
        lines = [
            ShapeLines(world).lines(poses, None),
            *joint_lines(physics, poses, None),
            contact_normals(world, _NORMAL * physics.length_unit),
            *force_lines(physics, poses),
            color_lines(box_sides(boxes), DIFFERENT_COLOR),
        ]
    if not len(boxes):
        return Side(lines, None)
    low, high = boxes[:, :2].min(axis=0).tolist(), boxes[:, 2:].max(axis=0).tolist()
    return Side(lines, Bounds(Vec2(*low), Vec2(*high)))


def _boxes(physics: Physics, entities: list[int]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return the bounds of all shapes of each entity, as far as they are finite."""
    boxes = []
    for entity in entities:
        tight = physics.world.shapes.tight[shapes_of(physics.world, entity)]
        tight = tight[np.isfinite(tight).all(axis=1)]
        if len(tight):
            boxes.append([*tight[:, :2].min(axis=0), *tight[:, 2:].max(axis=0)])
    return np.array(boxes, float).reshape(-1, 4)
