"""Display lists."""

import numpy as np
import pytest

from ecsphys.drawing.lines import distinct_rows
from ecsphys.lab.display import Disc, Display, Polygon, Segments, Text

RED = (255, 0, 0, 255)


def segments(display: Display) -> Segments:
    """Return the only item."""
    (item,) = display.items
    assert isinstance(item, Segments)
    return item


@pytest.mark.parametrize(("closed", "count"), [(False, 2), (True, 3)])
def test_a_path_leads_from_point_to_point(closed: bool, count: int) -> None:
    display = Display()
    corners = [(0, 0), (4, 0), (4, 3)]
    display.path(corners, RED, 3.0, closed=closed)
    item = segments(display)
    assert len(item.points) == 2 * count == len(item.colors)
    assert item.width == 3.0
    assert (item.colors == RED).all()
    assert item.points[1::2].tolist() == [[4, 0], [4, 3], [0, 0]][:count]


def test_paths_of_fewer_than_two_points_add_nothing() -> None:
    display = Display()
    display.path([])
    display.path([(1, 2)])
    display.dashes((1, 2), (1, 2))
    assert display.items == []


def test_dashes_end_where_the_line_ends() -> None:
    display = Display()
    display.dashes((10, 0), (10, 40))
    points = segments(display).points
    assert points[:, 0].tolist() == [10.0] * len(points)
    assert points[:, 1].tolist() == [0, 7, 12, 19, 24, 31, 36, 40]


@pytest.mark.parametrize("length", [40.0, 4.0])
def test_the_tip_of_an_arrow_is_its_end(length: float) -> None:
    display = Display()
    display.arrow((0, 0), (length, 0), RED)
    line, head = display.items
    assert isinstance(line, Segments)
    assert isinstance(head, Polygon)
    assert head.points[0] == (length, 0.0)
    assert min(x for x, _ in head.points) == max(0.0, length - 10.0) == line.points[-1][0]


def test_an_arrow_of_no_length_has_finite_points() -> None:
    display = Display()
    display.arrow((3, 3), (3, 3))
    for item in display.items:
        if isinstance(item, Segments | Polygon):
            assert np.isfinite(np.array(item.points, float)).all()


def test_another_display_is_added_at_an_offset() -> None:
    part, display = Display(), Display()
    part.line((0, 0), (1, 1))
    part.polygon([(0, 0), (1, 0), (0, 1)], RED)
    part.disc((5, 5), 2.0, RED)
    part.text((0, 0), "name")
    display.add(part, (10, 20))
    line, polygon, disc, text = display.items
    assert isinstance(line, Segments)
    assert line.points.tolist() == [[10, 20], [11, 21]]
    assert isinstance(polygon, Polygon)
    assert polygon.points == ((10, 20), (11, 20), (10, 21))
    assert isinstance(disc, Disc)
    assert disc.center == (15, 25)
    assert isinstance(text, Text)
    assert text.position == (10, 20)


def test_distinct_rows_are_the_first_of_their_kind():
    rows = np.random.default_rng(2).integers(-3, 3, (5000, 4)) * 0.1
    firsts = {}
    for k, row in enumerate(map(tuple, np.round(rows, 3).tolist())):
        firsts.setdefault(row, k)
    noisy = rows * (1.0 + 1e-13 * np.random.default_rng(3).normal(size=rows.shape))
    assert distinct_rows(noisy).tolist() == sorted(firsts.values())
    assert len(distinct_rows(np.zeros((0, 4)))) == 0
