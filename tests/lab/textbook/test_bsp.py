"""Binary space partitioning: sections are convex, cover the plane once, and are where points are located."""

from random import Random

import pytest

from ecsphys.geometry import is_convex
from ecsphys.lab.textbook.bsp import Bsp, Wall, clip
from ecsphys.lab.textbook.pairing import pair_up
from ecsphys.math2d.bounds import Bounds
from ecsphys.math2d.vec2 import Vec2
from tests.lab.textbook.boxes import random_boxes

SQUARE = [Vec2(-10, -10), Vec2(10, -10), Vec2(10, 10), Vec2(-10, 10)]


def wall(x1: float, y1: float, x2: float, y2: float, name: int = 0) -> Wall:
    return Wall(Vec2(x1, y1), Vec2(x2, y2), name)


def area(polygon: list[Vec2]) -> float:
    return 0.5 * sum(p.cross(q) for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True))


def random_tree(seed: int, count: int) -> tuple[Bsp, list[Wall]]:
    random = Random(seed)
    walls = [wall(*(random.uniform(-9, 9) for _ in range(4)), k) for k in range(count)]
    tree = Bsp(SQUARE)
    for each in walls:
        tree.insert(each)
    return tree, walls


def point_in(polygon: list[Vec2], point: Vec2) -> bool:
    return all(
        (q - p).cross(point - p) > 0.0 for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True)
    )


@pytest.mark.parametrize("seed", range(8))
def test_sections_are_convex_and_cover_the_square(seed: int) -> None:
    tree, _ = random_tree(seed, 5)
    sections = [leaf.section for leaf in tree.sections()]
    assert all(is_convex(section) for section in sections)
    assert sum(map(area, sections)) == pytest.approx(400.0)


@pytest.mark.parametrize("seed", range(8))
def test_points_are_located_in_their_section(seed: int) -> None:
    tree, _ = random_tree(seed, 5)
    random = Random(100 + seed)
    for _ in range(50):
        point = Vec2(random.uniform(-10, 10), random.uniform(-10, 10))
        leaf, way = tree.locate(point)
        edges = zip(leaf.section, leaf.section[1:] + leaf.section[:1], strict=True)
        assert all((q - p).cross(point - p) >= -1e-6 for p, q in edges)
        assert all((step.wall.side(point) >= 0.0) == step.front for step in way)


@pytest.mark.parametrize("seed", range(8))
def test_pieces_add_up_to_their_walls(seed: int) -> None:
    tree, walls = random_tree(seed, 5)
    for each in walls:
        pieces = [piece for piece in tree.walls() if piece.name == each.name]
        total = sum(piece.start.distance(piece.end) for piece in pieces)
        assert total == pytest.approx(each.start.distance(each.end))


def test_a_wall_across_another_is_cut_in_two() -> None:
    tree = Bsp(SQUARE)
    tree.insert(wall(0, -5, 0, 5, 0))
    assert len(list(tree.sections())) == 2
    tree.insert(wall(-4, 1, 4, 1, 1))
    pieces = [piece for piece in tree.walls() if piece.name == 1]
    assert sorted((piece.start, piece.end) for piece in pieces) == [
        (Vec2(-4, 1), Vec2(0, 1)), (Vec2(0, 1), Vec2(4, 1)),
    ]  # fmt: skip
    assert len(list(tree.sections())) == 4


def test_a_wall_on_the_line_of_another_adds_nothing() -> None:
    tree = Bsp(SQUARE)
    tree.insert(wall(0, -5, 0, 0))
    tree.insert(wall(0, 2, 0, 5))
    tree.insert(wall(1, 1, 1, 1))
    assert len(list(tree.walls())) == 1


def test_the_front_is_to_the_left() -> None:
    assert wall(0, 0, 0, 5).side((-3, 1)) == pytest.approx(3.0)
    assert clip(SQUARE, wall(20, 0, 20, 5), -1.0) == []


@pytest.mark.parametrize("seed", range(6))
def test_things_are_paired_within_sections_as_by_all_pairs(seed: int) -> None:
    tree, _ = random_tree(seed, 5)
    boxes = random_boxes(seed, 40, 9.0)
    for item, box in enumerate(boxes):
        tree.place(item, box)
    every = pair_up([dict(enumerate(boxes))])
    pairing = tree.pairs()
    assert pairing.found == every.found and len(every.found) > 10
    assert pairing.tests < every.tests == 780
    for leaf in tree.sections():
        for item, box in enumerate(boxes):
            if point_in(leaf.section, box.center):
                assert item in leaf.items


def test_boxes_that_touch_at_a_wall_are_found() -> None:
    tree = Bsp(SQUARE)
    tree.insert(wall(0, -5, 0, 5))
    tree.place(1, Bounds(Vec2(-2, 0), Vec2(0, 1)))
    tree.place(2, Bounds(Vec2(0, 0), Vec2(2, 1)))
    assert tree.pairs().found == {(1, 2)}
