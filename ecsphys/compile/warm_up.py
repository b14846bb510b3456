"""Compile every kernel up front, so that no frame of a game waits for the compiler."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from .entries import ENTRIES
from .sources import PACKAGE

SPACE = "ecsphys.space3d"

# Modules without kernels; importing some of them runs a program or needs a window library.
_SKIPPED = (
    "ecsphys.__main__",
    "ecsphys._demo_game",  # of a wheel
    "ecsphys._examples",
    "ecsphys.arcade",
    "ecsphys.lab",
    "ecsphys.compile",
    "ecsphys._native",
)


def warm_up(progress: Callable[[int, int, str], object] | None = None) -> None:
    """Compile every kernel, or load it from the cache of an earlier run.

    `progress(done, total, name)` is called after each kernel, `done` counting from 1 to `total`. Those of
    `ecsphys.space3d` are among them once it has been imported. Without native kernels the first run takes
    minutes, later ones a moment.

    >>> from ecsphys import warm_up
    >>> shares = []
    >>> warm_up(lambda done, total, name: shares.append(done / total))  # a bar on the loading screen
    >>> shares[-1]
    1.0
    """
    find_entries(with_space=SPACE in sys.modules)
    total = len(ENTRIES)
    for done, kernel in enumerate(ENTRIES, 1):
        kernel.compile()
        if progress is not None:
            progress(done, total, kernel.name)


def find_entries(with_space: bool = False) -> None:
    """Import every module that may define kernels, which registers them; those of space if wanted."""
    skipped = _SKIPPED if with_space else (*_SKIPPED, SPACE)
    for name in _modules(skipped):
        importlib.import_module(name)


def _modules(skipped: tuple[str, ...], folder: Path = PACKAGE, prefix: str = "ecsphys.") -> Iterator[str]:
    """Yield the names of these modules.

    Unlike `pkgutil.walk_packages` it does not import the packages it skips, such as `ecsphys.arcade`.
    """
    for module in pkgutil.iter_modules([str(folder)], prefix):
        if not module.name.startswith(skipped):
            yield module.name
            if module.ispkg:
                yield from _modules(skipped, folder / module.name.rpartition(".")[2], f"{module.name}.")
