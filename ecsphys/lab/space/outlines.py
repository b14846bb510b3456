"""Lines along which solids fold or end, as an eye sees them: they make edges smooth without multisampling."""

from __future__ import annotations

import numpy as np

from ...arrays import Flags, Ints, Reals, Reals2, Reals3
from ...space3d.math3d.vec3 import Triple
from .scene import Solids3

_PARTS, _FEW_PARTS, _MANY = 96, 40, 8  # of a circle; if there are many of them

Outline = tuple[Reals3, Ints]  # segments (m, 2, 3), and for each the row of the copy that it belongs to


def outlines(solids: Solids3, eye: Triple) -> Outline:
    """Return the edges of solids that an eye may see; of round ones those of their silhouettes."""
    if solids.mesh.spine is not None:
        return _silhouettes(solids, np.array(eye))
    mesh, models = solids.mesh, solids.models
    ends = solids.placed()[:, mesh.edges]
    shown: Flags = np.ones(ends.shape[:2], np.bool_)
    if mesh.planes is not None:
        local = np.linalg.solve(models[:, :, :3], (np.array(eye) - models[:, :, 3])[:, :, None])[:, :, 0]
        facing = local @ mesh.planes[:, :3].T > mesh.planes[:, 3]
        shown = np.logical_or.reduce(facing[:, mesh.beside], axis=2)
        shown[~facing.any(axis=1)] = True  # the eye is inside
    rows, _ = np.nonzero(shown)
    return ends[shown], rows


def _silhouettes(solids: Solids3, eye: Reals) -> Outline:
    """Return arcs around both ends of each capsule, and the lines between them; of spheres a circle."""
    assert solids.mesh.spine is not None
    start, end, radius = solids.mesh.spine
    models, turns = solids.models, solids.models[:, :, :3]
    first, last = (turns @ np.array(point) + models[:, :, 3] for point in (start, end))
    radii = radius * np.linalg.norm(turns[:, :, 0], axis=1)
    if start == end:
        return _arcs(first, np.zeros_like(first), radii, eye)
    along = _unit(last - first)
    parts = [
        _arcs(first, along, radii, eye),
        _arcs(last, -along, radii, eye),
        _sides(first, last, radii, eye),
    ]
    segments, rows = zip(*parts, strict=True)
    return np.concatenate(segments), np.concatenate(rows)


def _arcs(centers: Reals2, along: Reals2, radii: Reals, eye: Reals) -> Outline:
    """Return the part of each sphere's silhouette that looks away from `along`; all of it where that is zero.

    An eye sees a sphere up to a circle, on which normals n have n · (eye - center) = radius.
    """
    way = eye - centers
    far = np.linalg.norm(way, axis=1)
    outside = far > radii
    up, share = way / far[:, None], np.minimum(radii / far, 1.0)
    wide = np.sqrt(1.0 - share**2)
    side = _across(along, up)
    free = np.linalg.norm(side, axis=1) < 1e-9
    side[free] = np.cross(up[free], np.eye(3)[np.abs(up[free]).argmin(axis=1)])
    side = _unit(side)
    cross = np.cross(up, side)
    # n = share up + wide (cos side + sin cross) looks away from `along` where cos is at most this:
    level, slope = share * (up * along).sum(axis=1), wide * (side * along).sum(axis=1)
    most = np.where(slope > 1e-12, -level / np.maximum(slope, 1e-12), np.where(level > 0.0, -1.0, 1.0))
    begin = np.arccos(np.clip(most, -1.0, 1.0))[:, None]
    parts = _PARTS if len(centers) <= _MANY else _FEW_PARTS
    angles = begin + (2.0 * np.pi - 2.0 * begin) * np.linspace(0.0, 1.0, parts + 1)
    around = np.cos(angles)[..., None] * side[:, None] + np.sin(angles)[..., None] * cross[:, None]
    normals = share[:, None, None] * up[:, None] + wide[:, None, None] * around
    points = centers[:, None] + radii[:, None, None] * normals
    kept = np.flatnonzero(outside & (most > -1.0))
    segments = np.stack([points[kept, :-1], points[kept, 1:]], axis=2).reshape(-1, 2, 3)
    return segments, np.repeat(kept, parts)


def _sides(first: Reals2, last: Reals2, radii: Reals, eye: Reals) -> Outline:
    """Return the two lines along each cylinder at which its surface looks across the eye's ray."""
    along = _unit(last - first)
    away = _across(eye - first, along)
    reach = np.linalg.norm(away, axis=1)
    kept = np.flatnonzero(reach > radii)
    out = away[kept] / reach[kept, None]
    share = (radii[kept] / reach[kept])[:, None]
    aside = np.sqrt(1.0 - share**2) * np.cross(along[kept], out)
    segments = []
    for sign in (-1.0, 1.0):
        shift = radii[kept, None] * (share * out + sign * aside)
        segments.append(np.stack([first[kept] + shift, last[kept] + shift], axis=1))
    return np.concatenate(segments), np.concatenate([kept, kept])


def _across(ways: Reals2, along: Reals2) -> Reals2:
    """Return the parts of vectors across unit vectors."""
    across: Reals2 = ways - (ways * along).sum(axis=1)[:, None] * along
    return across


def _unit(ways: Reals2) -> Reals2:
    lengths: Reals2 = np.maximum(np.linalg.norm(ways, axis=1), 1e-12)[:, None]
    return ways / lengths
