"""Colliders from grids of cells: few chains around what is solid."""

import esper
import numpy as np
import pytest

from ecsphys import Box, Capsule, Circle, Collider, Physics, RigidBody, Transform, colliders_from_grid
from ecsphys.math2d.union import union_outlines

SIDE = 32


@pytest.fixture
def physics():
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    return physics


def add(array, **options) -> list[int]:
    return [
        esper.create_entity(Transform(), collider) for collider in colliders_from_grid(array, SIDE, **options)
    ]


def test_row_0_is_at_the_bottom_and_a_cell_has_its_lower_left_corner_at_column_and_row():
    (collider,) = colliders_from_grid([[0, 0, 0], [0, 1, 1]], 10)
    (chain,) = collider.shapes
    assert chain.loop and set(chain.points) == {(10, 10), (30, 10), (30, 20), (10, 20)}


def test_a_hall_with_a_pillar_is_three_chains():
    hall = np.zeros((20, 30), bool)
    hall[[0, -1]] = hall[:, [0, -1]] = hall[9:11, 14:16] = True
    (collider,) = colliders_from_grid(hall, SIDE)
    assert sorted(len(chain.points) for chain in collider.shapes) == [4, 4, 4]


@pytest.mark.parametrize("seed", range(5))
def test_outlines_are_those_of_the_union_of_all_cells(seed):
    cells = np.random.default_rng(seed).random((9, 12)) < 0.5
    squares = [
        [(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)]
        for y, x in (np.argwhere(cells) * SIDE).tolist()
    ]
    (collider,) = colliders_from_grid(cells, SIDE)
    assert [list(chain.points) for chain in collider.shapes] == union_outlines(squares, SIDE)


@pytest.mark.parametrize("seed", range(3))
def test_points_are_solid_where_the_cell_is(physics, seed):
    random = np.random.default_rng(seed)
    cells = random.random((12, 16)) < 0.5
    (ground,) = add(cells)
    points = random.random((300, 2)) * (16, 12)
    for x, y in points:
        wanted = [ground] if cells[int(y), int(x)] else []
        assert physics.overlap_point((x * SIDE, y * SIDE)) == wanted


def test_options_are_those_of_the_collider():
    (collider,) = colliders_from_grid([[True]], 1, friction=0.1, layer=2, trigger=True)
    assert (collider.friction, collider.layer, collider.trigger) == (0.1, 2, True)


def test_nothing_solid_gives_no_collider():
    assert colliders_from_grid(np.zeros((3, 4), bool), SIDE) == []
    assert colliders_from_grid(np.zeros((0, 0), bool), SIDE) == []


@pytest.mark.parametrize(
    ("array", "cell", "error", "words"),
    [
        ([1, 0, 1], 32, ValueError, "two dimensions.*got 1"),
        ([[0.5]], 32, TypeError, "whole numbers, got float64"),
        ([["#"]], 32, TypeError, "whole numbers"),
        ([[1]], 0, ValueError, "cell"),
        ([[1]], "32", TypeError, "cell"),
    ],
)
def test_bad_input_is_refused(array, cell, error, words):
    with pytest.raises(error, match=words):
        colliders_from_grid(array, cell)


@pytest.mark.parametrize("shape", [Box(20, 20), Circle(10), Capsule(30, 8)])
@pytest.mark.parametrize("speed", [50, 200, 800])
def test_bodies_slide_over_cells_without_a_bump(physics, shape, speed):
    add(np.ones((2, 40), int), friction=0)
    low = -shape.bounds().lower.y
    body = RigidBody(velocity=(speed, 0))
    entity = esper.create_entity(Transform(40, 2 * SIDE + low), body, Collider(shape, friction=0))
    transform = esper.component_for_entity(entity, Transform)
    while transform.x < min(40 + 2 * speed, 1200):
        physics.step_once()
        assert transform.y == pytest.approx(2 * SIDE + low, abs=0.1)
    assert body.velocity.x >= 0.999 * speed


def test_a_one_way_platform_of_cells_lets_through_from_below_and_carries(physics):
    add([[0] * 10, [1] * 10], one_way=(0, 1))
    entity = esper.create_entity(Transform(160, 0), RigidBody(velocity=(0, 500)), Collider(Box(20, 20)))
    for _ in range(120):
        physics.step_once()
    assert esper.component_for_entity(entity, Transform).y == pytest.approx(2 * SIDE + 10, abs=0.1)


def test_a_trigger_of_cells_sees_what_is_inside(physics):
    (area,) = add(np.ones((4, 4), bool), trigger=True)
    entity = esper.create_entity(Transform(64, 64), RigidBody(gravity_scale=0), Collider(Circle(5)))
    physics.step_once()
    assert physics.collisions.triggers_of(entity) == {area}
