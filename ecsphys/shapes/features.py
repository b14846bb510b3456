"""Features of shapes: which corner, edge or face of a shape is at a point."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

FeatureKind: TypeAlias = Literal["vertex", "edge", "face"]

# Of the extent of a shape and of the coordinates of the point: what is nearer to a corner is that corner.
SHARE = 1e-9
ROUNDING = 1e-14


class Feature(NamedTuple):
    """A corner, edge or face of a shape: `index` is its number in the shape's `vertices`, `edges` or `faces`.

    Shapes of the plane have no faces; a half-plane is edge 0, a plane of space face 0.

    >>> from ecsphys import Box
    >>> from ecsphys.geometry import collide
    >>> table, box = (Box(9, 2), (0, 0)), (Box(2, 2), (3, 1.9))
    >>> left, right = sorted(p.point_b for p in collide(*table, *box).points)
    >>> box[0].feature_at(box[1], left), table[0].feature_at(table[1], left)  # a corner on an edge
    (Feature(kind='vertex', index=0), Feature(kind='edge', index=2))
    """

    kind: FeatureKind
    index: int  # type: ignore[assignment]  # hides tuple.index


def nearest_feature(candidates: Iterable[tuple[float, FeatureKind, int]], slack: float) -> Feature:
    """The nearest of `(distance, kind, index)`; of those within `slack` of it a corner, then an edge."""
    listed = list(candidates)
    least = min(distance for distance, _, _ in listed) + slack
    order = ("vertex", "edge", "face")
    near = [
        (order.index(kind), distance, kind, index) for distance, kind, index in listed if distance <= least
    ]
    _, _, kind, index = min(near)
    return Feature(kind, index)
