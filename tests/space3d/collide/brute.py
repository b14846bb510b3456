"""Distances of convex solids by trying everything: all axes, pairs of edges, and points above faces."""

from __future__ import annotations

import numpy as np

from ecsphys.space3d.collide.core import BOX, HULL, POINT, SEGMENT, Core, SolidRows
from tests.space3d.collide.solids import Reals, points_of

BOX_FACES = ((0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6))


def loops_of(rows: SolidRows, given: Core) -> list[list[int]]:
    """The faces of a core as numbers of its points."""
    if given.form == BOX:
        return [list(loop) for loop in BOX_FACES]
    if given.form == HULL:
        first_point, _, first, count = rows.spans[given.span, :4]
        spans = rows.loops[first : first + count]
        return [[int(i - first_point) for i in rows.corners[s : s + n, 0]] for s, n in spans]
    return [] if given.form in (POINT, SEGMENT) else [[0, 1, 2], [0, 2, 1]]


def edges_of(rows: SolidRows, given: Core) -> list[tuple[int, int]]:
    """The edges of a core as pairs of numbers of its points; a point is one without length."""
    if given.form in (POINT, SEGMENT):
        return [(0, given.form - POINT)]
    loops = loops_of(rows, given)
    return sorted(
        {tuple(sorted((p, q))) for loop in loops for p, q in zip(loop, loop[1:] + loop[:1], strict=True)}
    )  # type: ignore[misc]


def _units(vectors: Reals) -> Reals:
    sizes = np.linalg.norm(vectors, axis=-1)
    return (
        vectors[sizes > 1e-9 * max(sizes.max(initial=0.0), 1e-300)]
        / sizes[sizes > 1e-9 * max(sizes.max(initial=0.0), 1e-300), None]
    )


def normals_of(rows: SolidRows, given: Core) -> Reals:
    points = points_of(rows, given)
    found = []
    for loop in loops_of(rows, given):
        p = points[loop]
        crosses = np.cross(p[1:-1] - p[0], p[2:] - p[0])
        found.append(crosses[np.linalg.norm(crosses, axis=1).argmax()])
    return np.array(found).reshape(-1, 3)


def max_separation(rows: SolidRows, a: Core, b: Core) -> float:
    """The largest gap along any normal of a face and any product of edges, radii left out."""
    p, q = points_of(rows, a), points_of(rows, b)
    ea = np.array([p[j] - p[i] for i, j in edges_of(rows, a)])
    eb = np.array([q[j] - q[i] for i, j in edges_of(rows, b)])
    products = np.cross(ea[:, None], eb[None]).reshape(-1, 3)
    axes = _units(np.concatenate([normals_of(rows, a), normals_of(rows, b), products]))
    axes = np.concatenate([axes, -axes])
    gaps = (q @ axes.T).min(axis=0) - (p @ axes.T).max(axis=0)
    return float(gaps.max())


def _segments_distance(p: Reals, u: Reals, q: Reals, v: Reals) -> Reals:
    """Distances of segments, by the crossing of the lines and the four ends, each clamped."""
    uu, vv, uv = (u * u).sum(-1), (v * v).sum(-1), (u * v).sum(-1)
    gap = p - q
    with np.errstate(all="ignore"):
        n = np.cross(u, v)
        nn = (n * n).sum(-1)
        s = (np.cross(q - p, v) * n).sum(-1) / nn
        t = (np.cross(q - p, u) * n).sum(-1) / nn
    tries = [(np.nan_to_num(s, posinf=0, neginf=0), np.nan_to_num(t, posinf=0, neginf=0))]
    zero, one = np.zeros_like(uu), np.ones_like(uu)
    safe_u, safe_v = np.where(uu > 0, uu, 1), np.where(vv > 0, vv, 1)
    for end in (zero, one):
        tries.append((end, ((gap + end[..., None] * u) * v).sum(-1) / safe_v))
        tries.append(((-(gap - end[..., None] * v) * u).sum(-1) / safe_u, end))
    del uv
    best = np.full_like(uu, np.inf)
    for s, t in tries:
        s, t = np.clip(s, 0, 1), np.clip(t, 0, 1)
        way = gap + s[..., None] * u - t[..., None] * v
        best = np.minimum(best, np.linalg.norm(way, axis=-1))
    return best


def _above_faces(rows: SolidRows, a: Core, points: Reals) -> float:
    """The least distance of points from faces of A that they lie above."""
    corners, best = points_of(rows, a), np.inf
    for loop, n in zip(loops_of(rows, a), normals_of(rows, a), strict=True):
        n = n / np.linalg.norm(n)
        c = corners[loop]
        sides = np.roll(c, -1, axis=0) - c
        inside = (np.cross(sides[None], points[:, None] - c[None]) @ n >= 0.0).all(axis=1)
        heights = np.abs((points - c[0]) @ n)
        best = min(best, heights[inside].min(initial=np.inf))
    return best


def gap(rows: SolidRows, a: Core, b: Core) -> float:
    """The distance of two cores that are apart, radii left out."""
    p, q = points_of(rows, a), points_of(rows, b)
    ea, eb = np.array(edges_of(rows, a)), np.array(edges_of(rows, b))
    start_a, way_a = p[ea[:, 0]][:, None], (p[ea[:, 1]] - p[ea[:, 0]])[:, None]
    start_b, way_b = q[eb[:, 0]][None], (q[eb[:, 1]] - q[eb[:, 0]])[None]
    shape = (len(ea), len(eb), 3)
    edges = _segments_distance(*(np.broadcast_to(x, shape) for x in (start_a, way_a, start_b, way_b)))
    return min(float(edges.min()), _above_faces(rows, a, q), _above_faces(rows, b, p))


def distance(rows: SolidRows, a: Core, b: Core) -> float:
    """The signed distance of two convex cores."""
    radii = a.radius + b.radius
    if not loops_of(rows, a) and not loops_of(rows, b):
        return gap(rows, a, b) - radii
    separation = max_separation(rows, a, b)
    return (gap(rows, a, b) if separation > 1e-12 else separation) - radii
