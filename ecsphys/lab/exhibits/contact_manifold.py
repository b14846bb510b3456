"""The contact manifold of two polygons, step by step: reference face, incident edge, clipping, ids."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from ...collide.polygon import (
    IncidentEdge,
    clip_incident_edge,
    find_incident_edge,
    find_reference_face,
    select_incident_edge,
)
from ...geometry import Manifold, collide
from ...geometry.pair_kernels import PlacedShape, core_of_part, place_rows
from ...math2d.vec2 import Vec2
from ...shapes import Box, Polygon
from ..controls import Placed, Slider, Thing
from ..display import Display
from ..exhibit import Exhibit, Number
from ..palette import BOTH, GOOD, HIT, MUTED, NORMAL, TEXT, A, B

_HEXAGON = Polygon([(110 * math.cos(k * math.pi / 3), 80 * math.sin(k * math.pi / 3)) for k in range(6)])
_STEPS = (
    "1. reference face: the face with the largest separation",
    "2. incident edge: the edge of the other that opposes it most",
    "3. side planes: through the ends of the reference face",
    "4. clipped points: what is left of the edge, behind the face",
)


class Clipping(NamedTuple):
    """What the engine finds on the way: whose the reference face is, and the edge in its frame."""

    owner: str
    separation: float
    edge: IncidentEdge

    def place(self, u: float, v: float) -> Vec2:
        """Return the place, relative to A, of a point `u` along the face and `v` above it."""
        return self.edge.start + self.edge.tangent * u + self.edge.normal * v


def clip(a: Placed, b: Placed) -> Clipping:
    """Run the kernels of `collide` one by one, relative to the origin of A."""
    placed_a, placed_b = (PlacedShape(*shape.packed, *pose) for shape, pose in (a, b))
    pool = np.zeros((len(placed_a.rows) + len(placed_b.rows), 4))
    first_b = place_rows(pool, placed_a, 0, placed_a.angle)
    place_rows(pool, placed_b, first_b, placed_b.angle)
    core_a = core_of_part(placed_a, 0, 0, Vec2(0.0, 0.0))
    core_b = core_of_part(placed_b, 0, first_b, Vec2(b.pose.x - a.pose.x, b.pose.y - a.pose.y))
    of_a = find_reference_face(pool, core_a, core_b, math.inf)
    of_b = find_reference_face(pool, core_b, core_a, math.inf)
    if of_b.separation > of_a.separation:
        return Clipping("b", of_b.separation, find_incident_edge(pool, core_b, core_a, of_b))
    return Clipping("a", of_a.separation, find_incident_edge(pool, core_a, core_b, of_a))


class ContactManifold(Exhibit):
    """Two polygons to drag and turn, and a slider through the steps."""

    title = "Contact manifold: clipping and feature ids"
    text = (
        "One contact point is not enough for a box at rest: it would tip to and fro about it. So the engine "
        "takes the whole area of contact. The face with the largest separation is the reference face, the "
        "edge of the other shape that opposes it most is the incident edge. Side planes through the ends of "
        "the face cut that edge, and what is left of it behind the face are the one or two points of the "
        "manifold. Each has an id made of the two features that meet in it: turn a shape a little, and the "
        "ids stay, so that the solver can start from the impulses of the step before."
    )
    source: ClassVar[Sequence[object]] = (
        find_reference_face,
        select_incident_edge,
        find_incident_edge,
        clip_incident_edge,
    )

    a: Thing = Thing(_HEXAGON, (0, -70, 0), "A", A)
    b: Thing = Thing(Box(150, 110), (45, 45, 0.12), "B", B)
    shown: Slider = Slider("step", 1, 4, 4, step=1)

    def manifold(self) -> Manifold | None:
        """Return the contact as games see it."""
        return collide(*self.a, *self.b)

    def draw(self, display: Display) -> None:
        """Draw the shapes and the steps up to the one chosen."""
        self.draw_things(display)
        shown = int(self.shown)
        for k, line in enumerate(_STEPS):
            display.text((-345, 295 - 19 * k), line, TEXT if k < shown else MUTED, 13.0)
        clipping = clip(self.a, self.b)
        if clipping.separation > 0.0:
            display.text(
                (0, -290), "apart: a face of one has all of the other before it", GOOD, 14.0, "center"
            )
        self._draw_steps(display, clipping, shown)
        if shown == 4:
            self._draw_points(display)

    def _draw_steps(self, display: Display, clipping: Clipping, shown: int) -> None:
        home, edge = Vec2(*self.a.pose[:2]), clipping.edge
        start, end = home + clipping.place(0.0, 0.0), home + clipping.place(edge.length, 0.0)
        display.line(start, end, NORMAL, 5.0)
        middle = start.lerp(end, 0.5)
        display.arrow(middle, middle + edge.normal * 45.0, NORMAL)
        if shown >= 2:
            display.line(home + clipping.place(*edge.end0), home + clipping.place(*edge.end1), HIT, 5.0)
        if shown >= 3:
            for at in (start, end):
                display.dashes(at - edge.normal * 190.0, at + edge.normal * 190.0, BOTH)

    def _draw_points(self, display: Display) -> None:
        manifold = self.manifold()
        if manifold is None:
            return
        for point in manifold.points:
            display.line(point.point_a, point.point_b, TEXT, 3.0)
            display.point(point.point, GOOD, 6.0)
            at = point.point - manifold.normal * 26.0
            display.text(at, feature_name(point.feature), GOOD, 13.0, "center")

    def numbers(self) -> dict[str, Number]:
        """Return the reference face's owner and separation, and each point's penetration and id."""
        clipping, manifold = clip(self.a, self.b), self.manifold()
        points = () if manifold is None else manifold.points
        shown: dict[str, Number] = {
            "reference face of": clipping.owner.upper(),
            "separation": float(clipping.separation),
            "points": len(points),
        }
        for k, point in enumerate(points):
            shown[f"penetration {k + 1}"] = point.penetration
            shown[f"id {k + 1}"] = feature_name(point.feature)
        return shown


def feature_name(feature: int) -> str:
    """Return a feature id in words: the number of a corner of A, and of one of B."""
    return f"a{feature >> 16} b{feature & 0xFFFF}"
