"""Rays against one core.

A rounded outline is first met as the outline with its faces moved out by the radius. Where the ray
enters that one beside a face, only the arc at this end of the face can still be hit: the corner
that sticks out between arc and moved faces is convex, so a ray that leaves it is gone.
After Cyrus and Beck (1978) for the clipping; Ericson, *Real-Time Collision Detection*, 5.3.
"""

from __future__ import annotations

import math

from ..arrays import PointRows
from ..compile import inlined, kernel
from .circle import nearest_face, separate_point
from .manifold import CHAIN, HALF_PLANE, POINT, SEGMENT, Core
from .polygon import NOISE

MISS = 2.0  # the fraction of a ray that hits nothing


@kernel
def hit_inside(dx: float, dy: float) -> tuple[float, float, float]:
    """The hit of a ray that starts inside: at once, the normal against the ray."""
    length = math.sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return 0.0, 0.0, 1.0
    return 0.0, -dx / length, -dy / length


@kernel
def raycast_disc(x: float, y: float, dx: float, dy: float, radius: float) -> tuple[float, float, float]:
    """A ray from (x, y) against a disc around (0, 0)."""
    distance = math.sqrt(x * x + y * y)
    if distance <= radius:
        return hit_inside(dx, dy)
    along = x * dx + y * dy
    cross = x * dy - y * dx
    squared = dx * dx + dy * dy
    # Not b² - ac, which loses a small disc far away.
    root = squared * radius * radius - cross * cross
    if along >= 0.0 or root < 0.0:
        return MISS, 0.0, 0.0
    fraction = (distance - radius) * (distance + radius) / (math.sqrt(root) - along)
    if fraction > 1.0:
        return MISS, 0.0, 0.0
    nx, ny = x + fraction * dx, y + fraction * dy
    length = math.sqrt(nx * nx + ny * ny)
    if length <= NOISE * distance:  # a point: the end of a segment
        _, nx, ny = hit_inside(dx, dy)
        return fraction, nx, ny
    return fraction, nx / length, ny / length


@kernel
def raycast_line(height: float, nx: float, ny: float, dx: float, dy: float) -> float:
    """Where a ray that starts `height` in front of a line crosses it; MISS if it does not."""
    closing = -(nx * dx + ny * dy)
    if closing <= 0.0 or height > closing:
        return MISS
    return height / closing


@inlined
def raycast_segment(
    points: PointRows, a: Core, x: float, y: float, dx: float, dy: float
) -> tuple[float, float, float]:
    """A ray from (x, y), relative to the core, against a segment or capsule."""
    row, end = a.first, a.first + 1
    nx, ny = points[row, 2], points[row, 3]
    height = nx * (x - points[row, 0]) + ny * (y - points[row, 1])
    if height < 0.0:
        height, nx, ny = -height, -nx, -ny
        row, end = end, row
    fraction = 0.0
    if height > a.radius:
        fraction = raycast_line(height - a.radius, nx, ny, dx, dy)
        if fraction > 1.0:
            return MISS, 0.0, 0.0
    qx, qy = x + fraction * dx, y + fraction * dy
    # The nearer end, if the ray comes to the line beside the segment.
    if nx * (qy - points[row, 1]) - ny * (qx - points[row, 0]) < 0.0:
        return raycast_disc(x - points[row, 0], y - points[row, 1], dx, dy, a.radius)
    if nx * (qy - points[end, 1]) - ny * (qx - points[end, 0]) > 0.0:
        return raycast_disc(x - points[end, 0], y - points[end, 1], dx, dy, a.radius)
    if height <= a.radius:
        return hit_inside(dx, dy)
    return fraction, nx, ny


@inlined
def raycast_chain(
    points: PointRows, a: Core, x: float, y: float, dx: float, dy: float
) -> tuple[float, float, float]:
    """A ray against the front of a chain segment; from behind it passes."""
    nx, ny = points[a.first, 2], points[a.first, 3]
    height = nx * (x - points[a.first, 0]) + ny * (y - points[a.first, 1])
    if height < 0.0:
        return MISS, 0.0, 0.0
    fraction = raycast_line(height, nx, ny, dx, dy)
    qx, qy = x + fraction * dx - points[a.first, 0], y + fraction * dy - points[a.first, 1]
    ex, ey = points[a.first + 1, 0] - points[a.first, 0], points[a.first + 1, 1] - points[a.first, 1]
    length = nx * ey - ny * ex
    # A little longer at both ends, so that nothing slips through a joint.
    if fraction > 1.0 or abs(nx * qy - ny * qx - 0.5 * length) > (0.5 + NOISE) * length:
        return MISS, 0.0, 0.0
    return fraction, nx, ny


@inlined
def raycast_polygon(
    points: PointRows, a: Core, x: float, y: float, dx: float, dy: float
) -> tuple[float, float, float]:
    """A ray from (x, y), relative to the core, against a polygon, rounded or not."""
    enter, leave, face, missed = 0.0, 1.0, -1, False
    for i in range(a.count):
        row = a.first + i
        nx, ny = points[row, 2], points[row, 3]
        height = nx * (x - points[row, 0]) + ny * (y - points[row, 1]) - a.radius
        closing = -(nx * dx + ny * dy)
        crossing = height / closing if closing != 0.0 else 0.0
        missed |= (height > 0.0) & (height > closing)
        later = (closing > 0.0) & (crossing > enter)
        enter, face = crossing if later else enter, i if later else face
        leave = crossing if (closing < 0.0) & (crossing < leave) else leave
    if missed or enter > leave:
        return MISS, 0.0, 0.0
    if a.radius == 0.0 and face < 0:
        return hit_inside(dx, dy)
    qx, qy = x + enter * dx, y + enter * dy
    end = -1
    if face < 0:
        height, face = nearest_face(points, a, qx + a.x, qy + a.y)
        height, _, _, end = separate_point(points, a, qx + a.x, qy + a.y, height, face)
        if height <= a.radius:
            return hit_inside(dx, dy)
    elif a.radius > 0.0:
        _, _, _, end = separate_point(points, a, qx + a.x, qy + a.y, a.radius, face)
    if end >= 0:
        row = a.first + end
        return raycast_disc(x - points[row, 0], y - points[row, 1], dx, dy, a.radius)
    return enter, points[a.first + face, 2], points[a.first + face, 3]


@inlined
def raycast(
    points: PointRows, a: Core, sx: float, sy: float, ex: float, ey: float
) -> tuple[float, float, float]:
    """The first point of a core on the way from (sx, sy) to (ex, ey): `(fraction, nx, ny)`.

    The fraction is 0 for a start inside (the normal is then against the ray) and 2 for a miss. A
    chain segment is hit from its front only.
    """
    x, y, dx, dy = sx - a.x, sy - a.y, ex - sx, ey - sy
    if a.form == POINT:
        return raycast_disc(x - points[a.first, 0], y - points[a.first, 1], dx, dy, a.radius)
    if a.form == SEGMENT:
        return raycast_segment(points, a, x, y, dx, dy)
    if a.form == CHAIN:
        return raycast_chain(points, a, x, y, dx, dy)
    if a.form == HALF_PLANE:
        nx, ny = points[a.first, 2], points[a.first, 3]
        height = nx * (x - points[a.first, 0]) + ny * (y - points[a.first, 1])
        if height <= 0.0:
            return hit_inside(dx, dy)
        fraction = raycast_line(height, nx, ny, dx, dy)
        return fraction, nx, ny
    return raycast_polygon(points, a, x, y, dx, dy)
