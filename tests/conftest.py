"""What every test gets: a world of its own, kernels compiled once, marks for the three modes."""

from __future__ import annotations

import importlib
import itertools
import os
import warnings
import zlib
from collections.abc import Iterator

import esper
import pytest

from ecsphys.compile import ENABLED

# Before anything imports pyglet: a machine without a sound card should stay silent about it.
os.environ.setdefault("PYGLET_AUDIO", "silent")

pytest_plugins = ["_ecsphys_pytest"]  # where ecsphys is not installed

_worlds = itertools.count()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--share`."""
    parser.addoption(
        "--share",
        metavar="I/N",
        help="run one of N shares of the tests only, as `.ci/run` does in slow modes",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Compile before the workers of pytest-xdist start: else each would do it again, or wait for another."""
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        from ecsphys.compile.warm_up import warm_up

        warm_up()
        importlib.import_module("ecsphys.space3d")  # compiles its kernels, where that was not yet done


@pytest.hookimpl(tryfirst=True)  # before pytest looks at the marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    interpreted = not ENABLED
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "0") == "1"
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.long)
        if interpreted and (item.get_closest_marker("jit") or item.get_closest_marker("slow")):
            item.add_marker(pytest.mark.skip(reason="needs compiled speed (ECSPHYS_JIT=0)"))
        elif checked and item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="too slow with NUMBA_BOUNDSCHECK=1"))
    if config.getoption("share"):
        keep_share(config, items, *map(int, config.getoption("share").split("/")))


def keep_share(config: pytest.Config, items: list[pytest.Item], share: int, shares: int) -> None:
    """Keep those tests whose names say that they are in a share: the same in every process."""
    parts: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        parts[zlib.crc32(item.nodeid.encode()) % shares == share].append(item)
    config.hook.pytest_deselected(items=parts[False])
    items[:] = parts[True]


@pytest.fixture(autouse=True)
def world() -> Iterator[str]:
    """An esper world that no other test has seen; gone afterwards with all that the test made."""
    before = set(esper.list_worlds())
    name = f"test-{next(_worlds)}"
    esper.switch_world(name)
    yield name
    esper.switch_world("default")
    for other in esper.list_worlds():
        if other not in before:
            esper.delete_world(other)


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """Something to draw on, for the whole test run."""
    from demo_game.display import NoDisplay, any_display

    try:
        with any_display() as kind:
            yield kind
    except NoDisplay as error:
        pytest.skip(f"WINDOW NOT TESTED: {error}")


@pytest.fixture
def recwarn(recwarn: pytest.WarningsRecorder) -> pytest.WarningsRecorder:
    """What this test warns of, not the garbage of others, at which esper's weak handlers raise."""
    for kind in (pytest.PytestUnraisableExceptionWarning, ResourceWarning):
        warnings.simplefilter("ignore", kind)
    return recwarn
