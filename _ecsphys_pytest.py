"""The plugin of ecsphys for pytest: the fixture `sync_test`.

It stands beside the package, as pytest imports it in every run: to import the package takes half a second,
and that before a measurement of coverage begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ecsphys import Physics
    from ecsphys.rollback import SyncTest
    from ecsphys.rollback.timeline import Step


@pytest.fixture
def sync_test() -> Iterator[Callable[..., SyncTest]]:
    """Make a `SyncTest`: `sync_test(physics, players, step, check_distance=2, components=...)`.

    A test that runs no frame of it fails.
    """
    from ecsphys.rollback import SyncTest

    made: list[SyncTest] = []

    def make(
        physics: Physics,
        players: int,
        step: Step,
        check_distance: int = 2,
        *,
        components: Iterable[type] = (),
        default: Any = None,
    ) -> SyncTest:
        made.append(SyncTest(physics, players, step, check_distance, components=components, default=default))
        return made[-1]

    yield make
    if not all(test.frame for test in made):
        pytest.fail("sync_test has run no frame: call advance or run")
