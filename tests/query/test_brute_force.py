"""Every query equals brute force over `ecsphys.geometry`, whatever happens between two queries."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from ecsphys import AABB, Chain, Circle, HalfPlane, Physics, WorldHit
from tests.query.worlds import INDICES, Truth, disturb, point, solid, world_of

SEEDS = range(6)
ROUNDS = 25


def filters(dice: random.Random, alive: list[int]) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    if dice.random() < 0.5:
        chosen["mask"] = dice.choice([1, 3, 6])
    if dice.random() < 0.3:
        chosen["ignore"] = tuple(dice.sample(alive, 3))
    if dice.random() < 0.5:
        chosen["triggers"] = True
    if dice.random() < 0.2:
        chosen["kind"] = dice.choice(["static", "kinematic", "dynamic"])
    return chosen


def agree(hits: list[WorldHit], expected: list[tuple[float, int, Any]], casting: bool = False) -> None:
    assert [hit.entity for hit in hits] == [row[1] for row in expected]
    for hit, (fraction, _, (shape, wanted)) in zip(hits, expected, strict=True):
        assert hit.shape is shape
        assert hit.fraction == pytest.approx(fraction, abs=1e-9)
        # Two parallel faces touch along a line: any point of it will do.
        apart = hit.point - wanted.point
        assert abs(apart.dot(wanted.normal)) < 1e-6
        assert casting or apart.length < 1e-6
        assert hit.normal.distance(wanted.normal) < 1e-6


@pytest.fixture(params=INDICES)
def index(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.jit
@pytest.mark.parametrize("seed", SEEDS)
def test_rays(index: str, seed: int) -> None:
    dice = random.Random(seed)
    physics, alive = world_of(dice, 40, index)
    for _ in range(ROUNDS):
        disturb(dice, alive)
        chosen = filters(dice, alive)
        truth = Truth(alive, **chosen)
        starts, ends = [point(dice) for _ in range(8)], [point(dice) for _ in range(8)]
        expected = [truth.rays(start, end) for start, end in zip(starts, ends, strict=True)]
        for start, end, rows in zip(starts, ends, expected, strict=True):
            agree(physics.raycast_all(start, end, **chosen), rows)
            first = physics.raycast(start, end, **chosen)
            agree([first] if first else [], rows[:1])
        many = physics.raycast_many(starts, ends, **chosen)
        assert many.entity.tolist() == [rows[0][1] if rows else 0 for rows in expected]
        assert np.allclose(many.fraction, [rows[0][0] if rows else 1.0 for rows in expected], atol=1e-9)
        points = [rows[0][2][1].point if rows else end for rows, end in zip(expected, ends, strict=True)]
        assert np.allclose(many.point, points, atol=1e-6)
        normals = [rows[0][2][1].normal if rows else (0, 0) for rows in expected]
        assert np.allclose(many.normal, normals, atol=1e-6)


@pytest.mark.jit
@pytest.mark.parametrize("seed", SEEDS)
def test_shapes(index: str, seed: int) -> None:
    dice = random.Random(100 + seed)
    physics, alive = world_of(dice, 40, index)
    for _ in range(ROUNDS):
        disturb(dice, alive)
        chosen = filters(dice, alive)
        truth = Truth(alive, **chosen)
        shape, pose, way = solid(dice), (*point(dice), dice.uniform(-3, 3)), point(dice)
        assert physics.overlap(shape, pose, **chosen) == truth.overlaps(shape, pose)
        if dice.random() < 0.3:
            shape = dice.choice([Chain([(-60, 0), (0, 10), (70, -5)]), HalfPlane(point(dice), -0.5)])
        expected = truth.casts(shape, pose, way)
        hits = physics.shape_cast_all(shape, pose, way, **chosen)
        assert sorted((hit.entity, round(hit.fraction, 7)) for hit in hits) == sorted(
            (row[1], round(row[0], 7)) for row in expected
        )
        first = physics.shape_cast(shape, pose, way, **chosen)
        assert first == (hits[0] if hits else None)
        # Overlapping at the start, both agree only up to which face answers.
        clear = [(hit, row) for hit, row in zip(hits, expected, strict=True) if row[0] > 0]
        agree([hit for hit, _ in clear], [row for _, row in clear], casting=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_points_and_boxes(index: str, seed: int) -> None:

    dice = random.Random(200 + seed)
    physics, alive = world_of(dice, 40, index)
    for _ in range(ROUNDS):
        disturb(dice, alive)
        chosen = filters(dice, alive)
        truth = Truth(alive, **chosen)
        p, width, height = point(dice), dice.uniform(1, 300), dice.uniform(1, 300)
        box = (p[0] - width / 2, p[1] - height / 2), (p[0] + width / 2, p[1] + height / 2)
        assert physics.overlap_box(*box, **chosen) == truth.overlaps(AABB(width, height), (*p, 0))
        assert physics.overlap_point(p, **chosen) == truth.overlaps(Circle(1e-9), (*p, 0))
        distance, entity = truth.nearest(p)
        for limit in (50.0, 5000.0, float("inf")):
            near = physics.nearest(p, limit, **chosen)
            assert (near is None) == (distance > limit)
            if near:
                assert near.entity == entity
                assert near.distance == pytest.approx(distance, abs=1e-9)
                assert near.point.distance(p) == pytest.approx(abs(distance), abs=1e-9)


def test_filters_by_predicate_equal_ignoring(index: str) -> None:
    dice = random.Random(5)
    physics: Physics
    physics, alive = world_of(dice, 60, index)
    odd = tuple(entity for entity in alive if entity % 2)
    for _ in range(30):
        disturb(dice, alive)
        start, end = point(dice), point(dice)
        even = {"where": lambda entity: entity % 2 == 0}
        only = {"ignore": tuple(entity for entity in alive if entity % 2) or odd}
        assert physics.raycast(start, end, **even) == physics.raycast(start, end, **only)
        assert physics.raycast_all(start, end, **even) == physics.raycast_all(start, end, **only)
        assert physics.nearest(start, 900, **even) == physics.nearest(start, 900, **only)
        assert physics.overlap_box((-200, -200), (200, 200), **even) == physics.overlap_box(
            (-200, -200), (200, 200), **only
        )
        many = physics.raycast_many([start, end], [end, start], **even)
        assert (many.entity == physics.raycast_many([start, end], [end, start], **only).entity).all()
