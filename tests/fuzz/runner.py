"""Runs seeds of a fuzzer, each in an esper world of its own; turns a failing seed into a script."""

from __future__ import annotations

import ast
import faulthandler
import importlib
import inspect
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import esper

FOLDER = Path(__file__).parent
HANG = 600.0  # seconds for one seed, after which the process ends with a traceback


class Failure(NamedTuple):
    """A seed that failed: the traceback, and a script that reproduces it."""

    seed: int
    traceback: str
    script: str


def fuzzers() -> list[str]:
    """Return the names of the modules in this folder that define `run`."""
    return sorted(
        path.stem for path in FOLDER.glob("*.py") if "\ndef run(seed: int)" in path.read_text("utf-8")
    )


def load(name: str) -> ModuleType:
    """Return the module of a fuzzer."""
    if name not in fuzzers():
        raise ValueError(f"no fuzzer {name!r}, there are: {', '.join(fuzzers())}")
    return importlib.import_module(f"tests.fuzz.{name}")


@contextmanager
def own_world(name: str) -> Iterator[None]:
    """Switch to a new esper world; afterwards delete it and all others that were made within."""
    home, before = esper.current_world, set(esper.list_worlds())
    esper.switch_world(name)
    try:
        yield
    finally:
        esper.switch_world(home)
        for other in esper.list_worlds():
            if other not in before:
                esper.delete_world(other)


def try_seed(fuzzer: ModuleType, seed: int) -> Failure | None:
    """Run one seed; return what failed."""
    faulthandler.dump_traceback_later(HANG, exit=True, file=sys.__stderr__)
    try:
        with own_world(f"{fuzzer.__name__} {seed}"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fuzzer.run(seed)
    except Exception:
        return Failure(seed, traceback.format_exc(), script_of(fuzzer, seed))
    finally:
        faulthandler.cancel_dump_traceback_later()
    return None


def script_of(fuzzer: ModuleType, seed: int) -> str:
    """Return a script that reproduces a seed with nothing but an installed ecsphys."""
    if hasattr(fuzzer, "script"):
        return str(fuzzer.script(seed))
    return f"{joined_source(fuzzer)}\n\nrun({seed})\n"


def joined_source(module: ModuleType) -> str:
    """Return the source of a module behind those of the modules of this folder from which it imports."""
    parts = ["from __future__ import annotations\n"]
    _add_source(module, parts, set())
    return "\n\n".join(parts)


def _add_source(module: ModuleType, parts: list[str], seen: set[str]) -> None:
    """Add the sources that a module imports, then its own without those imports."""
    if module.__name__ in seen:
        return
    seen.add(module.__name__)
    source = inspect.getsource(module)
    lines = source.splitlines()
    for node in ast.parse(source).body:
        is_main = isinstance(node, ast.If) and "__main__" in ast.dump(node.test)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests.fuzz."):
            _add_source(importlib.import_module(str(node.module)), parts, seen)
        elif not (is_main or (isinstance(node, ast.ImportFrom) and node.module == "__future__")):
            continue
        assert node.end_lineno is not None
        lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    parts.append("\n".join(lines).strip())
