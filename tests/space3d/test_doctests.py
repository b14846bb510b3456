"""The examples in the docstrings of the rooms of space without a world are run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

ROOMS = [f"ecsphys.space3d.{room}" for room in ("math3d", "collide", "shapes", "geometry", "spatial")]


def modules() -> list[str]:
    names = list(ROOMS)
    for room in ROOMS:
        path = importlib.import_module(room).__path__
        names += [module.name for module in pkgutil.iter_modules(path, room + ".")]
    return names


@pytest.mark.parametrize("name", modules())
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_public_question_has_an_example() -> None:
    geometry = importlib.import_module("ecsphys.space3d.geometry")
    functions = [geometry.__dict__[name] for name in geometry.__all__ if name[0].islower()]
    assert len(functions) == 14
    assert all(">>>" in (function.__doc__ or "") for function in functions)
