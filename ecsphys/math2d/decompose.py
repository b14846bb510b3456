"""Decomposition of simple outlines with holes into few convex parts.

Ears are clipped, shortest cut first, then cuts are removed wherever the union of two parts is convex:
at most four times the minimum number of parts. After Hertel and Mehlhorn, *Fast
Triangulation of Simple Polygons* (1983), section 4, and Meisters, *Polygons Have Ears* (1975).

No library is used: ear clippers such as mapbox_earcut stop at triangles and accept crossing outlines
silently, so that merging the parts and finding the crossing would remain, and one more compiled package
would be needed at run time.
"""

from __future__ import annotations

from collections.abc import Sequence

from .outline import RELATIVE_TOLERANCE, extent, signed_area, without_collinear, without_duplicates
from .simple import Ring, bridge_holes, contains_point, first_crossing
from .vec2 import Vec2

Part = tuple[int, ...]  # indices of points, counter-clockwise


def convex_parts(outline: Sequence[Vec2], holes: Sequence[Sequence[Vec2]] = ()) -> list[Ring]:
    """Return convex outlines, counter-clockwise, that together cover `outline` without its holes.

    Raises `ValueError` for an outline without area, for rings that cross or touch themselves or
    each other, and for a hole that is not inside; the message gives the place.
    """
    rings = [_clean_ring(outline, "points", 1.0)]
    rings += [_clean_ring(hole, f"holes[{i}]", -1.0) for i, hole in enumerate(holes)]
    crossing = first_crossing(rings)
    if crossing is not None:
        raise ValueError(
            "points and holes must not cross or touch themselves or each other, "
            f"got a crossing at {_format_point(crossing)}"
        )
    for i, hole in enumerate(rings[1:]):
        around = [other for k, other in enumerate(rings) if k != i + 1 and contains_point(other, hole[0])]
        if len(around) != 1 or around[0] is not rings[0]:
            raise ValueError(f"holes[{i}] must lie in points and no other hole, got {_format_point(hole[0])}")
    points = [p for ring in rings for p in ring]
    numbers = iter(range(len(points)))
    outer, *inner = ([next(numbers) for _ in ring] for ring in rings)
    triangles = _clip_ears(points, bridge_holes(points, outer, inner))
    return [[points[i] for i in part] for part in _merge(points, triangles)]


def _format_point(p: Vec2) -> str:
    return f"({p.x:.6g}, {p.y:.6g})"


def _clean_ring(points: Sequence[Vec2], name: str, winding: float) -> Ring:
    """Return a ring with the given winding, without duplicate and collinear points."""
    ring = without_collinear(without_duplicates(points, closed=True)) if points else []
    if len(ring) < 3:
        raise ValueError(f"{name} must be at least 3 points not on one line, got {len(points)} points")
    return ring if signed_area(ring) * winding > 0.0 else ring[::-1]


def _orientation(points: Sequence[Vec2], a: int, b: int, c: int) -> float:
    """Positive if a, b, c are counter-clockwise."""
    return (points[b] - points[a]).cross(points[c] - points[b])


def _is_ear(points: Sequence[Vec2], ring: list[int], k: int) -> bool:
    """Whether the corner at position k is an ear: convex, and no other point in its triangle."""
    a, b, c = points[ring[k - 1]], points[ring[k]], points[ring[(k + 1) % len(ring)]]
    (ax, ay), (bx, by), (cx, cy) = a, b, c
    if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) <= 0.0:
        return False
    for i in ring:
        p = x, y = points[i]
        if (
            (cx - bx) * (y - by) >= (cy - by) * (x - bx)
            and (bx - ax) * (y - ay) >= (by - ay) * (x - ax)
            and (ax - cx) * (y - cy) >= (ay - cy) * (x - cx)
            and p not in (a, b, c)
        ):
            return False
    return True


def _next_ear(points: Sequence[Vec2], ring: list[int], ears: list[bool]) -> int | None:
    """Position of the ear with the shortest cut, None if there is no ear."""
    n = len(ring)
    return min(
        (k for k in range(n) if ears[k]),
        key=lambda k: points[ring[k - 1]].distance(points[ring[(k + 1) % n]]),
        default=None,
    )


def _clip_ears(points: Sequence[Vec2], ring: list[int]) -> list[Part]:
    """Triangles that cover the interior of a ring."""
    triangles: list[Part] = []
    ears = [_is_ear(points, ring, k) for k in range(len(ring))]
    while len(ring) > 3:
        n = len(ring)
        k = _next_ear(points, ring, ears)
        if k is None:
            ears = [_is_ear(points, ring, k) for k in range(n)]
            k = _next_ear(points, ring, ears)
        if k is None:  # only corners without area remain
            k = min(
                range(n), key=lambda k: abs(_orientation(points, ring[k - 1], ring[k], ring[(k + 1) % n]))
            )
        else:
            triangles.append((ring[k - 1], ring[k], ring[(k + 1) % n]))
        del ring[k], ears[k]
        for neighbour in ((k - 1) % (n - 1), k % (n - 1)):
            ears[neighbour] = _is_ear(points, ring, neighbour)
    if _orientation(points, *ring) > 0.0:
        triangles.append(tuple(ring))
    return triangles


def _merge_across(points: Sequence[Vec2], left: Part, right: Part, a: int, b: int) -> Part | None:
    """The union of two parts across the cut from a to b; None unless it is convex and simple."""
    i, j = left.index(b), right.index(a)
    union = (*left[i:], *left[:i], *(right[j:] + right[:j])[1:-1])
    near = RELATIVE_TOLERANCE * extent([points[k] for k in union])
    for corner in (a, b):
        k = union.index(corner)
        before, after = union[k - 1], union[(k + 1) % len(union)]
        # A corner that is flat within rounding is admissible: Polygon drops it.
        if _orientation(points, before, corner, after) < -near * points[before].distance(points[after]):
            return None
    return union if len(set(union)) == len(union) else None


def _merge(points: Sequence[Vec2], parts: list[Part]) -> list[Part]:
    """Remove every cut whose two parts have a convex union, the longest first."""
    owner = {(part[i - 1], part[i]): k for k, part in enumerate(parts) for i in range(len(part))}
    cuts = sorted(
        ((a, b) for a, b in owner if a < b and (b, a) in owner),
        key=lambda cut: (-points[cut[0]].distance(points[cut[1]]), cut),
    )
    alive: list[Part | None] = list(parts)
    for a, b in cuts:
        left, right = owner[a, b], owner[b, a]
        left_part, right_part = alive[left], alive[right]
        if left == right or left_part is None or right_part is None:
            continue
        union = _merge_across(points, left_part, right_part, a, b)
        if union is not None:
            alive[left], alive[right] = union, None
            for i in range(len(union)):
                owner[union[i - 1], union[i]] = left
    return [part for part in alive if part is not None]
