"""A mesh is a surface with fronts: overlap, contact, distance and closest points of it agree."""

from __future__ import annotations

from collections import Counter

import esper
import numpy as np
import pytest

from ecsphys import space3d as s3
from ecsphys.space3d import Mesh, Pose3, Shape3, Vec3
from ecsphys.space3d.geometry import closest_point, collide, distance, overlap
from tests.space3d.geometry.scenes import count_of, random_orientation
from tests.space3d.things import physics

trimesh = pytest.importorskip("trimesh")


def _hills() -> Mesh:
    x, z = np.meshgrid(np.arange(-4.0, 5.0), np.arange(-4.0, 5.0), indexing="ij")
    i = (np.arange(8)[:, None] * 9 + np.arange(8)).ravel()
    faces = np.concatenate([np.column_stack([i, i + 1, i + 9]), np.column_stack([i + 1, i + 10, i + 9])])
    return Mesh(np.column_stack([x.ravel(), 0.6 * (np.sin(x) * np.cos(z)).ravel(), z.ravel()]), faces)


def _rock() -> Mesh:
    hull = s3.Hull(np.random.default_rng(1).normal(size=(20, 3)))
    return Mesh(hull.vertices, [(f[0], f[k], f[k + 1]) for f in hull.faces for k in range(1, len(f) - 1)])


MESHES = {"hills": _hills(), "rock": _rock()}
SHAPES: dict[str, Shape3] = {
    "sphere": s3.Sphere(0.4),
    "capsule": s3.Capsule(1.6, 0.3),
    "box": s3.Box(0.7, 0.3, 1.1),
    "hull": s3.Hull(0.5 * np.random.default_rng(2).normal(size=(12, 3))),
    "beam": s3.Box(6, 0.2, 0.3),
}


def poses(rng: np.random.Generator) -> tuple[Pose3, Pose3]:
    places = rng.normal(size=(2, 3)) * [[0.5], [1.2]]
    one, other = (Pose3(Vec3(*place.tolist()), random_orientation(rng)) for place in places)
    return one, other


@pytest.mark.parametrize("mesh", MESHES)
@pytest.mark.parametrize("name", SHAPES)
def test_overlap_and_distance_agree(mesh: str, name: str) -> None:
    surface, shape, rng, seen = MESHES[mesh], SHAPES[name], np.random.default_rng([*mesh.encode()]), Counter()
    for _ in range(count_of(300, 40)):
        here, there = poses(rng)
        gap, touch = distance(surface, here, shape, there), collide(surface, here, shape, there)
        assert overlap(surface, here, shape, there) is (touch is not None) is (gap.distance < 0.0)
        back = distance(shape, there, surface, here)
        assert back.distance == gap.distance
        assert back.point_a.distance(gap.point_b) + back.point_b.distance(gap.point_a) <= 1e-9
        if touch is not None:
            assert gap.normal == touch.normal
            assert touch.points[0].penetration == pytest.approx(-gap.distance, abs=1e-12)
        elif gap.distance == 0.0:  # it crosses the surface from behind, at a point of both
            for solid, pose in ((surface, here), (shape, there)):
                assert closest_point(solid, pose, gap.point_a).distance <= 1e-9
            assert gap.point_a == gap.point_b
        else:
            assert gap.point_a.distance(gap.point_b) == pytest.approx(gap.distance, abs=1e-9)
        seen[(gap.distance > 0.0) - (gap.distance < 0.0)] += 1
    assert min(seen[k] for k in (-1, 0, 1)) > 0


@pytest.mark.parametrize("mesh", MESHES)
def test_distances_outside_are_those_of_trimesh(mesh: str) -> None:
    surface, rng = MESHES[mesh], np.random.default_rng(3)
    count = count_of(300, 20)
    points = rng.normal(size=(count, 3)) * 3.0
    _, expected, _ = trimesh.proximity.closest_point_naive(
        trimesh.Trimesh(np.array(surface.vertices), np.array(surface.faces), process=False), points
    )
    for point, away in zip(points.tolist(), expected.tolist(), strict=True):
        assert closest_point(surface, (0, 0, 0), point).distance == pytest.approx(away, abs=1e-9)
        gap = distance(surface, (0, 0, 0), s3.Sphere(0.4), point).distance
        if not overlap(surface, (0, 0, 0), s3.Sphere(0.4), point):
            assert gap == pytest.approx(max(away - 0.4, 0.0), abs=1e-9)


def test_behind_a_floor_nothing_is_deep_in_it() -> None:
    floor = Mesh([(-4, 0, -4), (4, 0, -4), (4, 0, 4), (-4, 0, 4)], [(0, 2, 1), (0, 3, 2)])
    for y, expected in ((2.0, 1.0), (0.5, -0.5), (-0.5, 0.0), (-2.0, 1.0)):
        gap = distance(floor, (0, 0, 0), s3.Sphere(1), (0.5, y, 0.2))
        assert gap.distance == pytest.approx(expected)
        assert closest_point(floor, (0, 0, 0), (0.5, y, 0.2)).distance == pytest.approx(abs(y))


def test_a_world_says_the_same() -> None:
    clock = physics()
    floor = Mesh([(-4, 0, -4), (4, 0, -4), (4, 0, 4), (-4, 0, 4)], [(0, 2, 1), (0, 3, 2)])
    ground = esper.create_entity(s3.Transform3D(), s3.Collider3D(floor))
    ball = esper.create_entity(s3.Transform3D(0, -0.5, 0), s3.Body3D(), s3.Collider3D(s3.Sphere(1)))
    assert "overlap and pass" in clock.explain(ball, ground)
    assert clock.overlap(s3.Sphere(1), (0, -0.5, 0), ignore=ball) == []
    assert clock.nearest((0, -0.5, 0), 5, ignore=ball).distance == pytest.approx(0.5)
    esper.component_for_entity(ball, s3.Transform3D).position = (0, -3, 0)
    assert "2 apart" in clock.explain(ball, ground)
