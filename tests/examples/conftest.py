"""One window for all examples, driven without a wall clock."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from demo_game.display import NoDisplay, any_display, has_screen

if not has_screen() and not shutil.which("Xvfb"):
    os.environ["ARCADE_HEADLESS"] = "1"  # must stand before any test file imports arcade


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a likely mistake in an example fail its tests."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.filterwarnings("error::ecsphys.PhysicsWarning"))


@pytest.fixture(scope="package")
def shared_window() -> Iterator[Any]:
    """The window, shared: pyglet cannot open many in one process."""
    pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")
    with ExitStack() as stack:
        try:
            stack.enter_context(any_display())
        except NoDisplay as error:
            pytest.skip(f"WINDOW NOT TESTED: {error}")
        import arcade

        from tests.examples.stage import open_window

        try:
            before = arcade.get_window()  # another folder's
        except RuntimeError:
            before = None
        window = open_window()
        if before is not None:
            arcade.set_window(before)
        yield window
        window.close()
        if before is not None:
            arcade.set_window(before)
            before.switch_to()


@pytest.fixture
def show(shared_window: Any) -> Iterator[Callable[[str], Any]]:
    """Shows an example by name; returns its stage."""
    from tests.examples.stage import on_stage

    with ExitStack() as stack:
        yield lambda name: stack.enter_context(on_stage(shared_window, name))
