"""Shapes, and seeded pairs of them that overlap, touch, or are apart."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

import numpy as np

from ecsphys.compile import ENABLED
from ecsphys.space3d import AABB, Box, Capsule, Hull, Plane, Pose3, Quaternion, Shape3, Sphere, Vec3

ORIGIN = Vec3(0.0, 0.0, 0.0)


def round_hull(points: int, seed: int) -> Hull:
    rows = np.random.default_rng(seed).normal(size=(points, 3))
    return Hull(rows / np.linalg.norm(rows, axis=1)[:, None])


SOLID: dict[str, Shape3] = {
    "sphere": Sphere(0.8),
    "ball aside": Sphere(0.5, (0.4, -0.3, 0.2)),
    "AABB": AABB(1.0, 2.0, 1.5),
    "box": Box(1.2, 0.7, 2.0),
    "plate": Box(3.0, 0.05, 2.0),
    "capsule": Capsule(2.4, 0.4),
    "leaning capsule": Capsule.between((-0.5, 0.2, 0.0), (0.9, 0.7, -0.4), 0.3),
    "hull": round_hull(16, 1),
    "tetrahedron": Hull([(1.0, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]),
    "prism": Hull([(math.cos(k), y, math.sin(k)) for k in range(6) for y in (-0.6, 0.8)]),
}
SHAPES = SOLID | {"plane": Plane((0.2, 1.0, -0.1), -0.3)}
POLYTOPES = ["AABB", "box", "plate", "hull", "tetrahedron", "prism"]
PAIRS = [(a, b) for a, b in product(SHAPES, SHAPES) if (a, b) != ("plane", "plane")]


def random_orientation(rng: np.random.Generator) -> Quaternion:
    q = rng.normal(size=4)
    return Quaternion(*(q / np.linalg.norm(q)).tolist())


def random_pose(rng: np.random.Generator, spread: float = 1.0) -> Pose3:
    return Pose3(Vec3(*(spread * rng.normal(size=3)).tolist()), random_orientation(rng))


def count_of(compiled: int, interpreted: int) -> int:
    return compiled if ENABLED else interpreted


def poses_of(a: str, b: str, count: int) -> Iterator[tuple[Pose3, Pose3]]:
    """Yield poses of a pair, some aligned and some with one centre; always the same ones."""
    rng = np.random.default_rng([*a.encode(), *b.encode()])
    for k in range(count):
        pose_a, pose_b = random_pose(rng, 3.0), random_pose(rng)
        if k % 5 == 4:  # parallel faces and edges
            pose_a, pose_b = (
                Pose3(pose.position, Quaternion(1.0, 0.0, 0.0, 0.0)) for pose in (pose_a, pose_b)
            )
        offset = Vec3(*pose_b.position) * (0.0 if k % 17 == 16 else 0.9 + 1.3 * (k % 2))
        yield pose_a, Pose3(Vec3(*pose_a.position) + offset, pose_b.orientation)
