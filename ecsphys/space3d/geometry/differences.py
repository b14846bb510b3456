"""The Minkowski difference of two polytopes."""

from __future__ import annotations

from typing import Literal, overload

from ...geometry.results import Owner
from ..math3d.pose import Pose3, PoseLike3
from ..math3d.vec3 import Vec3
from ..shapes import AABB, Box, Hull, Shape3
from .results import Face
from .solids import prepare

_ORIGIN = Vec3(0.0, 0.0, 0.0)
_ALIGNED = 1e-9  # of the extent: corners that are as high as that are of one face


@overload
def minkowski_difference(
    a: Shape3, pose_a: PoseLike3, b: Shape3, pose_b: PoseLike3, *, faces: Literal[False] = False
) -> Hull: ...


@overload
def minkowski_difference(
    a: Shape3, pose_a: PoseLike3, b: Shape3, pose_b: PoseLike3, *, faces: Literal[True]
) -> list[Face]: ...


def minkowski_difference(
    a: Shape3, pose_a: PoseLike3, b: Shape3, pose_b: PoseLike3, *, faces: bool = False
) -> Hull | list[Face]:
    """The hull of all differences of a point of B and a point of A: two of Box, AABB and Hull.

    It contains (0, 0, 0) exactly when the shapes overlap, and its distance from there is theirs. With
    `faces=True` its faces instead, and whose each is: of "a" or "b", of "both" where an edge of each spans it
    or two faces are parallel. `TypeError` for other shapes: of a round one take the difference of its middle,
    and subtract the radius from the distance.

    >>> from ecsphys.space3d import AABB, Box, closest_point, from_axis_angle, minkowski_difference
    >>> a, b, turned = AABB(2, 2, 2), Box(2, 2, 2), ((3, 0, 0), from_axis_angle((1, 2, 3), 1))
    >>> difference = minkowski_difference(a, (0, 0, 0), b, turned)
    >>> round(closest_point(difference, (0, 0, 0), (0, 0, 0)).distance, 3)  # the gap of a and b
    0.27
    >>> faces = minkowski_difference(a, (0, 0, 0), b, turned, faces=True)
    >>> [sum(face.owner == owner for face in faces) for owner in ("a", "b", "both")]
    [6, 6, 18]
    """
    if not isinstance(faces, bool):
        raise TypeError(f"faces must be True or False, got {faces!r}")
    a, placed_a, b, placed_b = prepare(a, pose_a, b, pose_b)
    of_a, of_b = _corners(a, placed_a, "a"), _corners(b, placed_b, "b")
    offset = Vec3(*placed_b.position) - placed_a.position
    difference = Hull([offset + (q - p) for q in of_b for p in of_a])
    return _owned_faces(difference, of_a, of_b) if faces else difference


def _corners(shape: Shape3, pose: Pose3, name: str) -> list[Vec3]:
    """Return the corners of a polytope, turned as by a pose, around its origin."""
    if not isinstance(shape, (AABB, Box, Hull)):
        raise TypeError(f"{name} must be a Box, AABB or Hull, got {shape!r:.200}")
    return shape.vertices_at(Pose3(_ORIGIN, pose.orientation))


def _owned_faces(difference: Hull, of_a: list[Vec3], of_b: list[Vec3]) -> list[Face]:
    """Return the faces of a difference, each with the shape whose face it is."""
    owned = []
    for loop, normal in zip(difference.faces, difference.normals, strict=True):
        face_of_a, face_of_b = (
            _spans_face(corners, way) for corners, way in ((of_a, -normal), (of_b, normal))
        )
        owner: Owner = "both" if face_of_a == face_of_b else "a" if face_of_a else "b"
        owned.append(Face(tuple(difference.vertices[i] for i in loop), normal, owner))
    return owned


def _spans_face(corners: list[Vec3], direction: Vec3) -> bool:
    """Return whether three corners or more are furthest in a direction."""
    heights = [direction.dot(p) for p in corners]
    level = max(heights) - _ALIGNED * (max(heights) - min(heights))
    return sum(height >= level for height in heights) > 2
