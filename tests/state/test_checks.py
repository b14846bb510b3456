"""A snapshot from bytes whose rows refer to rows that there are not is refused before a kernel reads them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ecsphys.state import Snapshot
from ecsphys.state.checks import _LINKS, _LISTS, check_rows
from ecsphys.state.kept import copy_rows, rows_of
from ecsphys.state.owners import KEPT
from tests.ecs.test_copies import metres, play

parts: Any = ()


@pytest.fixture
def values() -> Any:
    play(physics := metres())
    snapshot = Snapshot.from_bytes(physics.snapshot().to_bytes())
    global parts
    parts = snapshot._structure.parts
    check(snapshot._values)
    return snapshot._values


def check(values: Any) -> None:
    check_rows(values, parts)


def with_saved(values: Any, owner: str, place: int, value: Any) -> Any:
    saved = values.owners[owner]
    return values._replace(owners={**values.owners, owner: (*saved[:place], value, *saved[place + 1 :])})


def test_each_link_is_checked(values: Any) -> None:
    checked = set()
    for link in _LINKS:
        kept = KEPT[link.owner]
        names = [spec.name for spec in kept.rows]
        place = len(kept.values) + names.index(link.rows)
        rows = rows_of(values.owners[link.owner][place], kept.rows[names.index(link.rows)]).copy()
        for number in (-2, 120):
            for row in range(len(rows)):
                rows[row : row + 1][link.field or ...] = number
            if not len(rows) or link.rows == "manifolds":
                continue
            checked.add((link.owner, link.field))
            with pytest.raises(ValueError, match=f"{link.field} of {link.owner}"):
                check(with_saved(values, link.owner, place, copy_rows(rows)))
    assert len(checked) >= 17


def test_each_list_is_checked(values: Any) -> None:
    for owner, name, _ in _LISTS:
        for number in (-1, 10**6):
            with pytest.raises(ValueError, match=f"{name} of {owner}"):
                check(with_saved(values, owner, KEPT[owner].values.index(name), [number]))


def test_counts_are_checked(values: Any) -> None:
    for owner in ("bodies", "joints", "Projectile.table"):
        with pytest.raises(ValueError, match=f"{owner} has [0-9]+ rows, not 10000"):
            check(with_saved(values, owner, KEPT[owner].values.index("count"), 10000))
    shapes = values.shapes
    for place, number in ((0, 9), (0, 900), (2, 9), (2, 9000), (3, 0)):
        numbers = (*shapes.numbers[:place], number, *shapes.numbers[place + 1 :])
        with pytest.raises(ValueError, match=r"shapes|next_shape|body"):
            check(values._replace(shapes=shapes._replace(numbers=numbers)))


def test_lists_of_shapes_and_islands_end(values: Any) -> None:
    spec = KEPT["bodies"].rows[0]
    place = len(KEPT["bodies"].values)
    rows = rows_of(values.owners["bodies"][place], spec)
    for name, message in (("next_in_island", "no ring"), ("first_shape", "no lists")):
        changed = rows.copy()
        changed[name] = np.where(changed["entity"] > 0, 0, changed[name])
        with pytest.raises(ValueError, match=message):
            check(with_saved(values, "bodies", place, copy_rows(changed)))


def test_shapes_are_of_colliders(values: Any) -> None:
    without = tuple((transform, body, None) for transform, body, _ in parts)
    with pytest.raises(ValueError, match="a shape is of no collider"):
        check_rows(values, without)
