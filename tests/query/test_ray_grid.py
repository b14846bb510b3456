"""Many rays at once go through a grid, single ones through the index: they meet the same."""

from __future__ import annotations

import math
import random
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import Box, Circle, Collider, HalfPlane, Physics, RigidBody, Transform
from ecsphys.query.filters import query_filter
from ecsphys.query.ray_grid import Grid, build_grid, make_grid_cells
from ecsphys.query.scene import scene_of
from tests.kernels import attributes

from .worlds import INDICES, WORLD, disturb, point, world_of


def grid_of(physics: Physics) -> Grid:
    """The grid that many rays would get now."""
    physics.settle()
    tree, scene = attributes(physics.world.index.tree), attributes(scene_of(physics.world))
    return build_grid(tree, scene, query_filter(triggers=True), make_grid_cells(len(scene.shapes)))


def check(physics: Physics, starts: Any, ends: Any) -> int:
    """Many rays meet what each of them meets alone; returns how many meet something."""
    many = physics.raycast_many(starts, ends, triggers=True)
    for k, (start, end) in enumerate(zip(starts, ends, strict=True)):
        hit = physics.raycast(start, end, triggers=True)
        found = hit and (hit.entity, hit.fraction, tuple(hit.normal))
        assert (many.entity[k], many.fraction[k], tuple(many.normal[k])) == (found or (0, 1.0, (0.0, 0.0)))
    return int(np.count_nonzero(many.entity))


def spread(count: int, reach: float, at: tuple[float, float] = (0.0, 0.0), seed: int = 1) -> None:
    dice = random.Random(seed)
    for _ in range(count):
        x, y = point(dice, reach)
        esper.create_entity(Transform(at[0] + x, at[1] + y), Collider(Box(2, 1)))


@pytest.fixture
def physics() -> Physics:
    physics = Physics()
    esper.add_processor(physics)
    return physics


@pytest.mark.parametrize("index", INDICES)
def test_random_worlds(index: str) -> None:
    dice = random.Random(7)
    physics, alive = world_of(dice, 60, index)
    for _ in range(4):
        disturb(dice, alive)
        starts = [point(dice, WORLD * dice.choice([1, 2, 100])) for _ in range(30)]
        ends = [point(dice) for _ in starts]
        assert grid_of(physics).columns > 0
        assert check(physics, starts, ends) > 10


def test_along_the_cells(physics: Physics) -> None:
    """Rays on the lines where boxes and cells begin: level, upright, diagonal, and of no length."""
    for k in range(400):
        esper.create_entity(Transform(4.0 * (k % 20), 4.0 * (k // 20)), Collider(Box(2, 2)))
    grid = grid_of(physics)
    lines = [grid.x + grid.side * k for k in range(grid.columns + 1)]
    lines += [4.0 * k + side for k in (0, 7, 19) for side in (-1.0, 0.0, 1.0)]
    ways = [(300.0, 0.0), (-300.0, 0.0), (300.0, 300.0), (-300.0, 5e-324), (0.0, 0.0)]
    starts = [(x, y) for x in (-50.0, 2.0, 150.0) for y in lines for _ in ways]
    ends = [
        (x + dx, y + dy) for (x, y), (dx, dy) in zip(starts, ways * (len(starts) // len(ways)), strict=True)
    ]
    met = check(physics, starts, ends)
    assert met == check(physics, [(y, x) for x, y in starts], [(y, x) for x, y in ends])
    assert 50 < met < len(starts)


def test_what_is_large_lies_in_no_cell(physics: Physics) -> None:
    spread(200, 50.0)
    esper.create_entity(Transform(0, -60), Collider(Box(1e5, 4)))
    esper.create_entity(Transform(0, -80), Collider(HalfPlane((0, 1), 0)))
    grid = grid_of(physics)
    assert grid.columns > 5 and grid.rows > 5
    assert check(physics, [(x, 80.0) for x in range(-90, 90)], [(x, -90.0) for x in range(-90, 90)]) == 180


def test_crowds_have_no_grid(physics: Physics) -> None:
    assert grid_of(physics).columns == 0
    spread(100, 10.0)
    assert grid_of(physics).columns > 0
    spread(100, 10.0, (1e6, 0.0))
    assert grid_of(physics).columns == 0
    assert check(physics, [(-20.0, k) for k in range(-9, 10)], [(2e6, k) for k in range(-9, 10)]) > 10


def test_rays_from_far_away(physics: Physics) -> None:
    spread(100, 10.0)
    angles = [0.1 * k for k in range(60)]
    for distance in (20.0, 1e6, 1e12):
        starts = [(distance * math.cos(a), distance * math.sin(a)) for a in angles]
        assert check(physics, starts, [(0.0, 0.0)] * 60) == 60


def test_what_moves_is_found_where_it_is(physics: Physics) -> None:
    spread(50, 30.0)
    ball = esper.create_entity(Transform(-40, 40), RigidBody(velocity=(60, -60)), Collider(Circle(1)))
    met = 0
    for _ in range(60):
        esper.process(1 / 60)
        x, y = esper.component_for_entity(ball, Transform).position
        met += ball in physics.raycast_many([(x, y + 3)] * 9, [(x, y)] * 9).entity
    assert met > 30
