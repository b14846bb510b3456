"""Round shapes whose cores, points, segments and polytopes without their radius, touch or nearly so.

What is left of such a gap is rounding errors, with no direction. Whatever is answered must part the shapes.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from ecsphys.space3d import Capsule, Pose3, Quaternion, Shape3, Sphere, Vec3
from ecsphys.space3d.geometry import collide, distance, overlap
from ecsphys.space3d.math3d.quaternion import rotate, rotation_of
from tests.space3d.geometry.scenes import SOLID, count_of, random_orientation

ROUND = ["sphere", "ball aside", "capsule", "leaning capsule"]
PAIRS = [(a, b) for a, b in product(SOLID, SOLID) if a in ROUND or b in ROUND]
ALIGNED = [(1.0, 0, 0, 0), (0.5**0.5, 0.5**0.5, 0, 0), (0.5, 0.5, 0.5, 0.5), (0, 0, 1.0, 0)]
GAPS = [0.0, 1e-17, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-10, 1e-8, 1e-6]


def point_of_core(shape: Shape3, rng: np.random.Generator) -> np.ndarray:
    """Return a corner, a point of an edge, or one of a face of what a shape is without its radius."""
    if isinstance(shape, Sphere):
        return np.array(shape.center)
    corners = np.array(shape.vertices)
    loops = [range(2)] if isinstance(shape, Capsule) else [*shape.faces]
    loop = corners[list(loops[rng.integers(len(loops))])]
    kept = loop[: rng.integers(1, len(loop) + 1)]
    return rng.dirichlet(np.ones(len(kept))) @ kept


def random_turn(shape: Shape3, rng: np.random.Generator) -> Quaternion:
    if shape.upright:
        return Quaternion(1.0, 0.0, 0.0, 0.0)
    return Quaternion(*ALIGNED[rng.integers(4)]) if rng.random() < 0.5 else random_orientation(rng)


@pytest.mark.parametrize(("name_a", "name_b"), PAIRS)
def test_what_touches_with_its_core_is_parted_by_the_contact(name_a, name_b):
    a, b = SOLID[name_a], SOLID[name_b]
    rng = np.random.default_rng([*name_a.encode(), *name_b.encode()])
    for _ in range(count_of(200, 6)):
        turn_a, turn_b = random_turn(a, rng), random_turn(b, rng)
        at_a = np.where(rng.random(3) < 0.5, rng.choice([0.0, 0.5, 1.0], 3), rng.normal(size=3))
        place = at_a + rotate(rotation_of(*turn_a), Vec3(*point_of_core(a, rng)))
        place = place + rng.choice(GAPS) * rng.normal(size=3)
        at_b = place - rotate(rotation_of(*turn_b), Vec3(*point_of_core(b, rng)))
        pose_a, pose_b = Pose3(Vec3(*at_a.tolist()), turn_a), Pose3(Vec3(*at_b.tolist()), turn_b)
        manifold, gap = collide(a, pose_a, b, pose_b), distance(a, pose_a, b, pose_b)
        assert manifold is not None
        assert manifold.points[0].penetration == pytest.approx(-gap.distance, abs=1e-8)
        for depth, normal in ((manifold.points[0].penetration, manifold.normal), (-gap.distance, gap.normal)):
            for factor, still in ((1.0 - 1e-6, True), (1.0 + 1e-6, False)):
                there = Pose3(pose_b.position + factor * depth * normal, turn_b)
                assert overlap(a, pose_a, b, there) is still
