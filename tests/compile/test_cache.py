"""The compiler's cache: a change in a callee makes the machine code of its callers out of date."""

from pathlib import Path

import pytest

import ecsphys
from ecsphys.compile import ENTRIES, sources
from ecsphys.compile.sources import kernel_sources

SOURCES = Path(ecsphys.__file__).parent


def called(function, seen):
    """Return the files of all functions that a kernel reaches through the names it uses."""
    code = function.__code__
    if code in seen:
        return set()
    seen.add(code)
    files = {Path(code.co_filename)}
    for name in code.co_names:
        other = function.__globals__.get(name)
        other = getattr(other, "py_func", other)
        if hasattr(other, "__code__"):
            files |= called(other, seen)
    return files


OWN = [entry for entry in ENTRIES if entry.source.is_relative_to(SOURCES)]  # tests have kernels, too


@pytest.mark.parametrize("entry", OWN, ids=lambda entry: entry.name)
def test_cache_key_covers_every_file_that_a_kernel_calls(entry):
    own = Path(entry.python.__code__.co_filename)
    files = called(entry.python, set())
    assert own in files
    assert files <= set(kernel_sources(own))


def test_constants_and_layouts_are_part_of_the_key():
    reached = kernel_sources(SOURCES / "contacts" / "narrow_phase.py")
    for name in ("constants.py", "settings.py", "world/bodies.py", "collide/polygon.py"):
        assert SOURCES / name in reached
    assert SOURCES / "physics.py" not in reached


def test_a_change_of_a_callee_in_another_file_is_another_folder(tmp_path, monkeypatch):
    package = tmp_path / "package"
    package.mkdir()
    (package / "low.py").write_text("def f():\n    return 1\n")
    (package / "mid.py").write_text("from . import (\n    low,\n)\n")
    (package / "high.py").write_text("from .mid import g\n")
    (package / "other.py").write_text("x = 1\n")

    def folder():
        for cached in (
            sources._imported,
            sources.reachable,
            kernel_sources,
            sources._digest,
            sources.cache_folder,
        ):
            cached.cache_clear()
        return sources.cache_folder(kernel_sources(package / "high.py"))

    first = folder()
    (package / "other.py").write_text("x = 2\n")
    assert folder() == first
    (package / "low.py").write_text("def f():\n    return 2\n")
    assert folder() != first
