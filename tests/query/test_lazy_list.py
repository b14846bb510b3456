"""A list that makes its items when it is first used is a list in all that Python does to lists."""

from __future__ import annotations

import copy
import json
import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from ecsphys.query.lazy_list import LazyList


def lazy(*items: int) -> LazyList[int]:
    return LazyList(len(items), lambda: iter(items))


READS: list[Callable[[list[int]], Any]] = [
    list, tuple, sorted, sum, max, repr, str, len, bool, json.dumps, copy.copy, copy.deepcopy,
    lambda x: pickle.loads(pickle.dumps(x)), lambda x: x[0], lambda x: x[1:], lambda x: x == [3, 1, 2],
    lambda x: operator.eq([3, 1, 2], x), lambda x: x != [3, 1, 2], lambda x: x < [4],
    lambda x: operator.add(x, [5]), lambda x: operator.add([5], x), lambda x: x * 2,
    lambda x: 2 * x, lambda x: [*x], lambda x: 1 in x,
    lambda x: list(reversed(x)), lambda x: x.index(2), lambda x: x.count(3), lambda x: x.copy(),
    lambda x: operator.gt([4], x), lambda x: dict(enumerate(x)), lambda x: "".join(map(str, x)),
    lambda x: operator.itemgetter(1)(x), lambda x: (lambda *all: all)(*x), lambda x: [0].__add__(list(x)),
]  # fmt: skip


@pytest.mark.parametrize("read", READS)
def test_reading_is_that_of_a_list(read: Callable[[list[int]], Any]) -> None:
    assert read(lazy(3, 1, 2)) == read([3, 1, 2])


CHANGES: list[Callable[[list[int]], Any]] = [
    lambda x: x.append(4), lambda x: x.extend([4, 5]), lambda x: x.insert(0, 9), lambda x: x.pop(),
    lambda x: x.remove(1), lambda x: x.sort(), lambda x: x.reverse(), lambda x: x.clear(),
    lambda x: x.__setitem__(0, 7), lambda x: x.__delitem__(0), lambda x: operator.iadd(x, [6]),
    lambda x: operator.imul(x, 2), lambda x: x.extend(x),
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_changing_is_that_of_a_list(change: Callable[[list[int]], Any]) -> None:
    own, plain = lazy(3, 1, 2), [3, 1, 2]
    assert change(own) == change(plain)
    assert list(own) == plain


def test_two_of_them_compare_and_add_up() -> None:
    assert lazy(1, 2) == lazy(1, 2)
    assert lazy(1, 2) < lazy(1, 3)
    assert lazy(1) + lazy(2) == [1, 2]
    assert isinstance(lazy(), list)


def test_items_are_made_once_and_not_for_the_length() -> None:
    calls: list[int] = []

    def make() -> list[int]:
        calls.append(1)
        return [1, 2]

    items = LazyList(2, make)
    assert len(items) == 2
    assert items
    assert calls == []
    assert [items[0], items[1]] == [1, 2]
    assert calls == [1]
