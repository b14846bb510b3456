"""Cutting simple outlines with holes into few convex parts.

Ears are clipped, shortest cut first, then cuts are taken back wherever two parts are convex
together: never more than four times the least number of parts. After Hertel and Mehlhorn, *Fast
Triangulation of Simple Polygons* (1983), section 4, and Meisters, *Polygons Have Ears* (1975).

Our own, and not a library's: ear clippers such as mapbox_earcut stop at triangles and take crossing
outlines silently, so that joining the parts and finding the crossing would be ours all the same, and
one more compiled package would be needed at run time.
"""

from __future__ import annotations

from collections.abc import Sequence

from .outline import RELATIVE_TOLERANCE, extent, signed_area, without_collinear, without_duplicates
from .simple import Ring, bridge_holes, contains_point, first_crossing
from .vec2 import Vec2

Part = tuple[int, ...]  # numbers of points, counter-clockwise


def convex_parts(outline: Sequence[Vec2], holes: Sequence[Sequence[Vec2]] = ()) -> list[Ring]:
    """Convex outlines, counter-clockwise, that together cover `outline` without its holes.

    Raises `ValueError` for an outline without area and for rings that cross or touch themselves or
    each other, and for a hole that is not inside, naming the place.
    """
    rings = [_ring(outline, "points", 1.0)]
    rings += [_ring(hole, f"holes[{i}]", -1.0) for i, hole in enumerate(holes)]
    crossing = first_crossing(rings)
    if crossing is not None:
        raise ValueError(
            "points and holes must not cross or touch themselves or each other, "
            f"got a crossing at {_shown(crossing)}"
        )
    for i, hole in enumerate(rings[1:]):
        around = [other for k, other in enumerate(rings) if k != i + 1 and contains_point(other, hole[0])]
        if len(around) != 1 or around[0] is not rings[0]:
            raise ValueError(f"holes[{i}] must lie in points and no other hole, got {_shown(hole[0])}")
    points = [p for ring in rings for p in ring]
    numbers = iter(range(len(points)))
    outer, *inner = ([next(numbers) for _ in ring] for ring in rings)
    triangles = _clip_ears(points, bridge_holes(points, outer, inner))
    return [[points[i] for i in part] for part in _merge(points, triangles)]


def _shown(p: Vec2) -> str:
    return f"({p.x:.6g}, {p.y:.6g})"


def _ring(points: Sequence[Vec2], name: str, winding: float) -> Ring:
    """A ring in the wanted winding without duplicate and collinear points."""
    kept = without_collinear(without_duplicates(points, closed=True)) if points else []
    if len(kept) < 3:
        raise ValueError(f"{name} must be at least 3 points not on one line, got {len(points)} points")
    return kept if signed_area(kept) * winding > 0.0 else kept[::-1]


def _turn(points: Sequence[Vec2], a: int, b: int, c: int) -> float:
    """Positive if the way a–b–c turns left."""
    return (points[b] - points[a]).cross(points[c] - points[b])


def _is_ear(points: Sequence[Vec2], ring: list[int], k: int) -> bool:
    """Whether the corner at position k can be cut off: it bulges, and nothing else is in it."""
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
    """Position of the ear with the shortest cut."""
    n = len(ring)
    return min(
        (k for k in range(n) if ears[k]),
        key=lambda k: points[ring[k - 1]].distance(points[ring[(k + 1) % n]]),
        default=None,
    )


def _clip_ears(points: Sequence[Vec2], ring: list[int]) -> list[Part]:
    """Triangles that cover the inside of a ring."""
    triangles: list[Part] = []
    ears = [_is_ear(points, ring, k) for k in range(len(ring))]
    while len(ring) > 3:
        n = len(ring)
        k = _next_ear(points, ring, ears)
        if k is None:
            ears = [_is_ear(points, ring, k) for k in range(n)]
            k = _next_ear(points, ring, ears)
        if k is None:  # only corners without area are left to cut
            k = min(range(n), key=lambda k: abs(_turn(points, ring[k - 1], ring[k], ring[(k + 1) % n])))
        else:
            triangles.append((ring[k - 1], ring[k], ring[(k + 1) % n]))
        del ring[k], ears[k]
        for near in ((k - 1) % (n - 1), k % (n - 1)):
            ears[near] = _is_ear(points, ring, near)
    if _turn(points, *ring) > 0.0:
        triangles.append(tuple(ring))
    return triangles


def _joined(points: Sequence[Vec2], left: Part, right: Part, a: int, b: int) -> Part | None:
    """Two parts as one across the cut from a to b, if that is convex and goes around once."""
    i, j = left.index(b), right.index(a)
    whole = (*left[i:], *left[:i], *(right[j:] + right[:j])[1:-1])
    near = RELATIVE_TOLERANCE * extent([points[k] for k in whole])
    for corner in (a, b):
        k = whole.index(corner)
        before, after = whole[k - 1], whole[(k + 1) % len(whole)]
        # A corner that is flat to within rounding is fine: Polygon drops it.
        if _turn(points, before, corner, after) < -near * points[before].distance(points[after]):
            return None
    return whole if len(set(whole)) == len(whole) else None


def _merge(points: Sequence[Vec2], parts: list[Part]) -> list[Part]:
    """Take back every cut whose two sides are convex together, the longest first."""
    owner = {(part[i - 1], part[i]): k for k, part in enumerate(parts) for i in range(len(part))}
    cuts = sorted(
        ((a, b) for a, b in owner if a < b and (b, a) in owner),
        key=lambda cut: (-points[cut[0]].distance(points[cut[1]]), cut),
    )
    alive: list[Part | None] = list(parts)
    for a, b in cuts:
        left, right = owner[a, b], owner[b, a]
        one, two = alive[left], alive[right]
        if left == right or one is None or two is None:
            continue
        whole = _joined(points, one, two, a, b)
        if whole is not None:
            alive[left], alive[right] = whole, None
            for i in range(len(whole)):
                owner[whole[i - 1], whole[i]] = left
    return [part for part in alive if part is not None]
