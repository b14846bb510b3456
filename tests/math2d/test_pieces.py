"""Rectangles inside outlines."""

from __future__ import annotations

import numpy as np
import pytest

from ecsphys.math2d.core import LocalCore, box_rows, outline_rows
from ecsphys.math2d.pieces import NO_RECTANGLE, inner_rectangle, union_pieces

BOX = LocalCore(3, box_rows(200.0, 60.0), 0.0)
DISC = LocalCore(1, np.zeros((1, 4)), 10.0)


def moved(core: LocalCore, x: float, y: float) -> LocalCore:
    rows = core.rows.copy()
    rows[:, :2] += x, y
    return LocalCore(core.form, rows, core.radius)


def test_of_a_box_it_is_the_box() -> None:
    assert inner_rectangle(union_pieces([moved(BOX, 30.0, -5.0)])) == pytest.approx((30, -5, 100, 30))


def test_two_boxes_side_by_side_are_one() -> None:
    pool = union_pieces([BOX, moved(BOX, 200.0, 0.0)])
    assert inner_rectangle(pool) == pytest.approx((100, 0, 200, 30))


def test_it_is_inside_a_triangle() -> None:
    x, y, width, height = inner_rectangle(
        union_pieces([LocalCore(3, outline_rows([(0, 0), (6, 0), (0, 6)]), 0.0)])
    )
    assert (x, y) == (3.0, 3.0)
    assert width == pytest.approx(0.0)
    assert height == pytest.approx(0.0)


def test_there_is_none_where_the_middle_is_outside() -> None:
    upright = LocalCore(3, box_rows(60.0, 200.0), 0.0)
    assert inner_rectangle(union_pieces([moved(BOX, 0, -70), moved(upright, -70, 0)])) == NO_RECTANGLE
    assert inner_rectangle([]) == NO_RECTANGLE


def test_a_rectangle_of_a_union_enters_no_piece() -> None:
    shapely = pytest.importorskip("shapely")
    rng, found = np.random.default_rng(5), 0
    for _ in range(40):
        boxes = [(*rng.uniform(-40, 40, 2), *rng.uniform(40, 160, 2)) for _ in range(3)]
        cores = [moved(LocalCore(3, box_rows(w, h), 0.0), x, y) for x, y, w, h in boxes]
        union = shapely.unary_union(
            [shapely.box(x - w / 2, y - h / 2, x + w / 2, y + h / 2) for x, y, w, h in boxes]
        )
        x, y, width, height = inner_rectangle(union_pieces(cores))
        if width > 0.0:
            found += 1
            inner = shapely.box(x - width, y - height, x + width, y + height)
            assert union.buffer(1e-6).contains(inner)
    assert found > 20
