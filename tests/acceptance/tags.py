"""Components of a game, to be told apart by their types, and the two forms of a hook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper
import pytest

Decorator = Callable[[Any], Any]


class Bullet:
    pass


class Enemy:
    pass


class Boss(Enemy):
    pass


class Ice:
    pass


class Crate:
    pass


class BigCrate(Crate):
    pass


def made(entity: int, *components: object) -> int:
    """The entity, with some components more."""
    for component in components:
        esper.add_component(entity, component)
    return entity


def as_it_is(function: Any) -> Any:
    return function


def compiled(function: Any) -> Any:
    """What a user does."""
    numba = pytest.importorskip("numba")
    return numba.njit(function)


BOTH = pytest.mark.parametrize("form", [as_it_is, compiled])
