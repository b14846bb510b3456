"""Compile every kernel up front, so that no frame of a game waits for the compiler."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path

from .entries import ENTRIES
from .sources import PACKAGE

# Modules without kernels; importing some of them runs a program or needs a window library.
_SKIPPED = (
    "ecsphys.__main__",
    "ecsphys.arcade",
    "ecsphys.compile",
    "ecsphys._native",
)


def warm_up(progress: Callable[[int, int, str], object] | None = None) -> None:
    """Compile every kernel, or load it from the cache of an earlier run.

    `progress(done, total, name)` is called after each kernel, `done` counting from 1 to `total`.
    Without native kernels the first run takes a minute or two, later ones a moment.
    """
    find_entries()
    total = len(ENTRIES)
    for done, kernel in enumerate(ENTRIES, 1):
        kernel.compile()
        if progress is not None:
            progress(done, total, kernel.name)


def find_entries() -> None:
    """Import every module that may define kernels, which registers them."""
    for name in _modules():
        importlib.import_module(name)


def _modules(folder: Path = PACKAGE, prefix: str = "ecsphys.") -> Iterator[str]:
    """Yield the names of these modules.

    Unlike `pkgutil.walk_packages` it does not import the packages it skips, such as `ecsphys.arcade`.
    """
    for module in pkgutil.iter_modules([str(folder)], prefix):
        if not module.name.startswith(_SKIPPED):
            yield module.name
            if module.ispkg:
                yield from _modules(folder / module.name.rpartition(".")[2], f"{module.name}.")
