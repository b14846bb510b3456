"""Record queries, sweeps, impacts and breaks of the last second as lines that fade."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import esper
import numpy as np

from ..arrays import FREE, PointRows
from ..drawing.lines import Color, Lines, box_sides, color_lines, join_lines
from ..drawing.outlines import outline
from ..drawing.shape_points import in_view
from ..drawing.world_lines import hit_marks
from ..math2d.bounds import Bounds
from ..math2d.pose import as_pose, transform_point
from ..math2d.vec2 import Vec2
from ..physics import Physics
from ..query import RayCaster, RayHits, ShapeCaster, WorldHit
from ..shapes import Shape
from ..world.bodies import STATIC
from ..world.contacts import contacts_of
from .observe import observe_before, observe_calls, stop_observing
from .query_log import QUERIES, Call

RAY_COLOR: Color = (255, 110, 110, 255)
BEYOND_COLOR: Color = (150, 60, 70, 255)  # of a ray beyond its first hit
HIT_COLOR: Color = (255, 255, 255, 255)
AREA_COLOR: Color = (120, 255, 190, 255)
SWEEP_COLOR: Color = (90, 200, 255, 255)
IMPACT_COLOR: Color = (255, 225, 70, 255)
BREAK_COLOR: Color = (255, 60, 60, 255)

_SECONDS = 1.0
_PIN, _CLOCK, _STAR = 0.15, 0.2, 0.4  # of a length unit: hit marks, and radii of impact clocks and breaks
_CLOCK_CORNERS = 12
_FAINTEST = 0.15


class RecordedStep(NamedTuple):
    """The lines recorded up to the end of a step."""

    step: int
    lines: Lines


class Recorder:
    """Records the queries and sweeps of a `Physics` while it runs; costs nothing otherwise.

    Rays are red up to their first hit, casts and moved bodies blue, areas green. An impact is a clock whose
    hand shows its time within the step: 0 at the top, 1 after a full turn. Where a joint broke there is a red
    star.
    """

    def __init__(self, physics: Physics):
        self.physics = physics
        self.running: bool = False
        self._recorded: deque[RecordedStep] = deque()
        self._new: list[Lines] = []  # since the last step
        notes = (
            self._raycast, self._raycast_all, self._raycast_many, self._shape_cast, self._shape_cast,
            self._overlap, self._overlap_box, self._nearest,
        )  # fmt: skip
        self._notes: dict[str, Callable[..., None]] = dict(zip(QUERIES, notes, strict=True))

    def run(self, on: bool) -> None:
        """Start or stop recording; both clear the record."""
        if on == self.running:
            return
        self.running = on
        self._recorded.clear()
        self._new.clear()
        for name, note in self._notes.items():
            if on:
                observe_calls(self.physics, name, note)
            else:
                stop_observing(self.physics, name, note)
        if on:  # before the events, whose handlers may delete the bodies
            observe_before(self.physics, "end_step", self._step)
        else:
            stop_observing(self.physics, "end_step", self._step)

    def lines(self, view: Bounds | None = None) -> list[Lines]:
        """Return the lines of the last second that `view` may show, fading with age."""
        now, most = self.physics.step_count, _SECONDS / self.physics.step
        while self._recorded and self._recorded[-1].step > now:  # the world was taken back
            self._recorded.pop()
        while self._recorded and now - self._recorded[0].step > most:
            self._recorded.popleft()
        shown = [*self._recorded, RecordedStep(now, join_lines(self._new))]
        counts = [len(recorded.lines.points) for recorded in shown]
        points, colors = join_lines([recorded.lines for recorded in shown])
        age = (now - np.repeat([recorded.step for recorded in shown], counts)) / most
        ends = points.reshape(-1, 4)
        low, high = np.minimum(ends[:, :2], ends[:, 2:]), np.maximum(ends[:, :2], ends[:, 2:])
        seen = np.repeat(in_view(np.hstack([low, high]), view), 2)
        colors = colors[seen]
        colors[:, 3] = colors[:, 3] * (1.0 - (1.0 - _FAINTEST) * age[seen])
        return [Lines(points[seen], colors)]

    def lines_of_step(self, calls: Iterable[Call]) -> list[Lines]:
        """Return the lines of the step that the world shows, with the queries that were made in it."""
        new, self._new = self._new, []
        for name, result, arguments, keywords in calls:
            self._notes[name](result, *arguments, **keywords)
        self._note_step()
        lines, self._new = self._new, new
        return lines

    def _keep(self, points: Any, color: Color) -> None:
        """Record segments, given by their ends."""
        points = np.asarray(points, float).reshape(-1, 2)
        if len(points):
            self._new.append(color_lines(points, color))

    def _marks(self, hits: Iterable[WorldHit], outward: float = 1.0) -> None:
        """Record marks at hits; `outward` is -1 for normals that point into the hit shape."""
        listed = [(*hit.point, *(hit.normal * outward)) for hit in hits]
        if listed:
            marks = np.array(listed)
            self._pin(marks[:, :2], marks[:, 2:])

    def _pin(self, points: PointRows, normals: PointRows) -> None:
        """Record marks at points."""
        self._keep(hit_marks(points, normals, _PIN * self.physics.length_unit), HIT_COLOR)

    # -- queries -----------------------------------------------------------------------------------

    def _raycast(self, hit: WorldHit | None, start: Any, end: Any, **_: Any) -> None:
        if hit is None:
            self._keep([start, end], RAY_COLOR)
        else:
            self._keep([start, hit.point], RAY_COLOR)
            self._keep([hit.point, end], BEYOND_COLOR)
            self._marks([hit])

    def _raycast_all(self, hits: Sequence[WorldHit], start: Any, end: Any, **_: Any) -> None:
        self._keep([start, end], RAY_COLOR)
        self._marks(hits)

    def _raycast_many(self, hits: RayHits, starts: Any, ends: Any, **_: Any) -> None:
        self._keep(np.stack([np.asarray(starts, float), hits.point], axis=1), RAY_COLOR)
        met = hits.entity > 0
        self._pin(hits.point[met], hits.normal[met])

    def _shape_cast(self, found: Any, shape: Shape, pose: Any, translation: Any, **_: Any) -> None:
        hits = found if isinstance(found, list) else [found] if found is not None else []
        share = hits[0].fraction if hits and not isinstance(found, list) else 1.0
        self._sweep(shape, as_pose(pose), Vec2(*translation) * share, SWEEP_COLOR)
        self._marks(hits, outward=-1.0)

    def _overlap(self, _found: Any, shape: Shape, pose: Any, **_: Any) -> None:
        self._keep(placed_outline(shape, as_pose(pose)), AREA_COLOR)

    def _overlap_box(self, _found: Any, lower: Any, upper: Any, **_: Any) -> None:
        self._keep(box_sides(np.array([[*lower, *upper]], float)), AREA_COLOR)

    def _nearest(self, found: Any, p: Any, max_distance: float, **_: Any) -> None:
        if found is not None:
            self._keep([p, found.point], AREA_COLOR)

    def _sweep(self, shape: Shape, pose: tuple[float, float, float], motion: Vec2, color: Color) -> None:
        """Record a shape at both ends of a sweep, and its path."""
        x, y, angle = pose
        there = (x + motion.x, y + motion.y, angle)
        self._keep(placed_outline(shape, pose), color)
        self._keep(placed_outline(shape, there), color)
        self._keep([(x, y), there[:2]], color)

    # -- steps -------------------------------------------------------------------------------------

    def _step(self) -> None:
        """Record the step that is about to end."""
        self._note_step()
        self._recorded.append(RecordedStep(self.physics.step_count + 1, join_lines(self._new)))
        self._new.clear()

    def _note_step(self) -> None:
        """Record the sweeps, impacts and casters of a step."""
        self._moved()
        self._impacts()
        self._breaks()
        casters: list[tuple[int, RayCaster | ShapeCaster]] = [
            *esper.get_component(RayCaster),
            *esper.get_component(ShapeCaster),
        ]
        for entity, caster in casters:
            self._caster(entity, caster)

    def _moved(self) -> None:
        """Record the paths of all bodies that moved further than half their smallest width."""
        bodies = self.physics.world.bodies
        rows = bodies.rows[: bodies.count]
        motion = np.hypot(rows["x"] - rows["previous_x"], rows["y"] - rows["previous_y"])
        far = rows[
            (motion > np.maximum(rows["half_width"], 1e-9)) & (rows["kind"] != STATIC) & (rows["entity"] > 0)
        ]
        ends = [far["previous_x"], far["previous_y"], far["x"], far["y"]]
        self._keep(np.column_stack(ends), SWEEP_COLOR)

    def _impacts(self) -> None:
        """Record clocks at the contacts found by sweeps in this step, and at hits of projectiles."""
        world = self.physics.world
        contacts, manifolds = contacts_of(world.solid)
        touching = np.flatnonzero((contacts["touching"] == 1) & (contacts["count"] > 0))
        chosen = touching[manifolds["time"][touching] >= 0.0]
        swept = manifolds[chosen]
        body = world.bodies.rows[world.shapes.rows["body"][contacts["a"][chosen]]]
        positions = [np.column_stack([body["x"] + swept["x0"], body["y"] + swept["y0"], swept["time"]])]
        positions += [np.column_stack([shots["x"], shots["y"], shots["time"]]) for shots in world.shots]
        for x, y, time in np.concatenate(positions).tolist():
            self._keep(clock(x, y, time, _CLOCK * self.physics.length_unit), IMPACT_COLOR)

    def _breaks(self) -> None:
        """Record stars where joints broke in this step."""
        joints, unit = self.physics.simulation.joints, self.physics.length_unit
        overload = joints.table.rows.view(np.ndarray)["overload"][joints.breakable]
        for row in joints.breakable[overload != 0].tolist():
            place = joints.table.place_of(row * joints.table.width)
            if place is not None:
                self._keep(star(*place, _STAR * unit), BREAK_COLOR)

    def _caster(self, entity: int, caster: RayCaster | ShapeCaster) -> None:
        """Record a caster up to its first hit."""
        row = self.physics.world.row_of(entity)
        if row == FREE or not caster.enabled:
            return
        body = self.physics.world.bodies.rows[row]
        pose = float(body["x"]), float(body["y"]), float(body["angle"])
        start = transform_point(pose, *caster.offset)
        motion = caster.motion.rotated(pose[2])
        hits = caster.hits
        reached = motion * (hits[0].fraction if hits else 1.0)
        if caster.shape is None:
            self._keep([start, start + reached], RAY_COLOR)
        else:
            self._sweep(caster.shape, (*start, pose[2] + caster.shape_angle), reached, SWEEP_COLOR)
        self._marks(hits[:1], outward=1.0 if caster.shape is None else -1.0)


def placed_outline(shape: Shape, pose: tuple[float, float, float]) -> PointRows:
    """Return the segments (2 n, 2) of a shape's outline at a pose."""
    x, y, angle = pose
    c, s = (1.0, 0.0) if shape.upright else (math.cos(angle), math.sin(angle))
    px, py = np.concatenate([outline(*core) for core in shape.cores]).T
    return np.column_stack([x + c * px - s * py, y + s * px + c * py])


def clock(x: float, y: float, time: float, radius: float) -> PointRows:
    """Return the segments (2 n, 2) of a ring with a hand: 0 at the top, clockwise, a full turn at 1."""
    turns = np.linspace(0.0, 2.0 * math.pi, _CLOCK_CORNERS + 1)
    ring = np.column_stack([np.sin(turns), np.cos(turns)])
    hand = [(0.0, 0.0), (math.sin(2.0 * math.pi * time), math.cos(2.0 * math.pi * time))]
    edges = np.stack([ring[:-1], ring[1:]], axis=1).reshape(-1, 2)
    return np.concatenate([edges, hand]) * radius + (x, y)


def star(x: float, y: float, radius: float) -> PointRows:
    """Return the segments (8, 2) of four strokes through a point."""
    turns = np.arange(4) * (math.pi / 4.0)
    ray = np.column_stack([np.cos(turns), np.sin(turns)]) * radius
    strokes: PointRows = np.stack([-ray, ray], axis=1).reshape(-1, 2)
    placed: PointRows = strokes + np.array([x, y])
    return placed
