"""A half-plane against anything that has an end."""

from __future__ import annotations

from ..arrays import PointRows
from ..compile import kernel
from .manifold import NO_CONTACT, POINT, Core, Manifold, single_point
from .polygon import deepest_vertex, select_incident_edge


@kernel
def collide_half_plane(points: PointRows, a: Core, b: Core, margin: float) -> Manifold:
    """Half-plane A against the lowest vertex of B and the edge that starts or ends there."""
    nx, ny = points[a.first, 2], points[a.first, 3]
    dx = b.x - a.x - points[a.first, 0]
    dy = b.y - a.y - points[a.first, 1]
    j0 = deepest_vertex(points, b, nx, ny)
    if b.form != POINT:
        j0 = select_incident_edge(points, b, nx, ny, j0)
    j1 = j0 + 1 if j0 + 1 < b.count else 0
    x0, y0 = points[b.first + j0, 0], points[b.first + j0, 1]
    x1, y1 = points[b.first + j1, 0], points[b.first + j1, 1]
    s0 = nx * (x0 + dx) + ny * (y0 + dy) - b.radius
    s1 = nx * (x1 + dx) + ny * (y1 + dy) - b.radius
    # From the point of the core to the middle between its surface and the plane.
    w0, w1 = -b.radius - 0.5 * s0, -b.radius - 0.5 * s1
    x0, y0 = x0 + b.x + w0 * nx, y0 + b.y + w0 * ny
    x1, y1 = x1 + b.x + w1 * nx, y1 + b.y + w1 * ny
    if s0 > margin:
        return single_point(nx, ny, x1, y1, s1, j1) if s1 <= margin else NO_CONTACT
    if s1 > margin or b.form == POINT:
        return single_point(nx, ny, x0, y0, s0, j0)
    return Manifold(2, nx, ny, x0, y0, s0, j0, x1, y1, s1, j1)
