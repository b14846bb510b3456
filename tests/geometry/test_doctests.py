"""The examples in the docstrings of the rooms of values run, those of private names, too."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

ROOMS = ("ecsphys.math2d", "ecsphys.shapes", "ecsphys.geometry")


def modules() -> list[str]:
    names = list(ROOMS)
    for room in ROOMS:
        path = importlib.import_module(room).__path__
        names += [module.name for module in pkgutil.iter_modules(path, room + ".")]
    return names


@pytest.mark.parametrize("name", modules())
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
