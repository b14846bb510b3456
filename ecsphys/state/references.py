"""Names of classes and functions, by which they are found again: only among the modules that are loaded.

A reference is "module:qualified.name". To find one imports nothing and runs no code of the module.

The module that a program begins with is `__main__` to Python. Its references have the name by which other
programs import it (`script_name`): so a script, its tests and what is packed of it read each other's files.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple

Names = Mapping[str, str]  # modules, or whole references, of a file: what they are called in this program

_MAIN = "__main__"
_MAINS = _MAIN, "__mp_main__"  # the latter in processes of multiprocessing
_NAMES: ContextVar[Names] = ContextVar("names")
_SPELLING: ContextVar[Names] = ContextVar("spelling")
_MOST_NAMED = 2  # modules in a message


class Located(NamedTuple):
    """What a reference names, and the loaded module and the name under which it is there."""

    module: str
    name: str
    thing: Any


def reference_of(thing: type | FunctionType) -> str:
    """Return the reference of a class or a function; raise `TypeError` if it would not be found by it.

    Classes of ecsphys go by their public name, so that they may move.
    """
    name = thing.__qualname__
    module = thing.__module__ or ""
    if module.startswith("ecsphys.") and _look_up("ecsphys", name) is thing:
        module = "ecsphys"
    if _look_up(module, name) is not thing:
        raise TypeError(f"{name} of {module or 'no module'} is not found there by its name")
    return spelled(Located(module, name, thing))


def spelled(located: Located) -> str:
    """Return the reference under which files have something."""
    module, name, thing = located
    if module in _MAINS:
        shared = script_name()
        is_there_twice = shared in sys.modules and _look_up(shared, name) is not thing
        module = _MAIN if is_there_twice else shared
    return f"{_SPELLING.get({}).get(module, module)}:{name}"


def find(reference: Any) -> Any:
    """Return what a reference names; raise `ValueError` if it is malformed or names nothing."""
    return locate(reference).thing


def locate(reference: Any) -> Located:
    """Return what a reference names, and where that is; raise `ValueError` as `find` does."""
    if not isinstance(reference, str) or reference.count(":") != 1:
        raise ValueError('a class must be given as "module:name"')
    module, name = _renamed(reference)
    found = _look_up(module, name)
    if found is None and _is_script(module):
        module, found = _MAIN, _look_up(_MAIN, name)
    if found is None:
        raise ValueError(_message(*_renamed(reference)))
    return Located(module, name, found)


def _look_up(module: str, name: str) -> Any:
    """Return what a loaded module has under a qualified name, None without.

    Looks into dictionaries: attributes may be computed, and a lazy module's import it.
    """
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        try:
            space = vars(found) if isinstance(found, type) else object.__getattribute__(found, "__dict__")
        except AttributeError:
            return None
        found = space.get(part)
    return found


def _message(module: str, name: str) -> str:
    """Say that a module has no such name, and what to do."""
    if module in sys.modules:
        problem, cure = f"module {module!r} has no {name!r}", "say"
    else:
        problem, cure = f"module {module!r} is not loaded, in which {name!r} was", "import it before, or say"
    homes = [home for home in sorted(sys.modules) if _is_home(home, name)] or ["mygame"]
    homes.sort(key=lambda home: _own_name(home) != _own_name(module))  # the likeliest first
    ways = " or ".join(f"names={{{module!r}: {home!r}}}" for home in homes[:_MOST_NAMED])
    return f"{problem}: {cure} where it is in this program, as in {ways}"


def _is_home(module: str, name: str) -> bool:
    """Whether a class or function is of a loaded module."""
    found = _look_up(module, name)
    return isinstance(found, (type, FunctionType)) and found.__module__ == module


def is_of_python(reference: str) -> bool:
    """Whether it names something of the standard library: a damaged file must not have that called."""
    return reference.partition(":")[0].partition(".")[0] in sys.stdlib_module_names


# -- the script ----------------------------------------------------------------------------------------


def script_name() -> str:
    """Return by which name other programs import the module that this one began with.

    "__main__" for a console, and for a script that is called as a module of Python.
    """
    main: dict[str, Any] = getattr(sys.modules.get(_MAIN), "__dict__", {})  # none in an embedded Python
    name = getattr(main.get("__spec__"), "name", _MAIN)  # of `python -m`
    if name == _MAIN and isinstance(main.get("__file__"), str):
        name = _name_of_file(os.path.abspath(main["__file__"]))
    return _MAIN if is_of_python(name) or ":" in name else name


@lru_cache(8)
def _name_of_file(path: str) -> str:
    """Return the name of a module in a file, with the packages that it is in."""
    folder, file = os.path.split(path)
    parts = [os.path.splitext(file)[0]]
    while os.path.basename(folder) and (
        parts == [_MAIN] or os.path.exists(os.path.join(folder, "__init__.py"))
    ):
        folder, package = os.path.split(folder)
        parts.insert(0, os.path.splitext(package)[0])  # a folder, or an archive
    return ".".join(parts)


def _is_script(module: str) -> bool:
    """Whether a module that a file names may be the script: packages may be lost when a game is packed."""
    name = script_name()
    return name != _MAIN and _own_name(module) == _own_name(name)


def _own_name(module: str) -> str:
    """Return the last part of a module's name, the last two of a package that is run."""
    return ".".join(module.split(".")[-2 if module.endswith(f".{_MAIN}") else -1 :])


# -- other names ---------------------------------------------------------------------------------------


@contextmanager
def renamed(names: Names | None) -> Iterator[None]:
    """Find what files call otherwise, within a `with`. Raises `TypeError` for anything but a mapping."""
    if names is not None and not (isinstance(names, Mapping) and all(map(_is_pair, names.items()))):
        raise TypeError(
            f'names must map modules of the file to modules, {{"__main__": "mygame"}}, got {names!r:.100}'
        )
    token = _NAMES.set(names or {})
    try:
        yield
    finally:
        _NAMES.reset(token)


def _is_pair(names: tuple[Any, Any]) -> bool:
    """Whether both are modules, or both references."""
    there, here = names
    return isinstance(there, str) and isinstance(here, str) and there.count(":") == here.count(":") < 2


@contextmanager
def spelled_as(names: Names) -> Iterator[None]:
    """Write modules under other names, within a `with`."""
    token = _SPELLING.set(names)
    try:
        yield
    finally:
        _SPELLING.reset(token)


class _WithoutModules(dict[str, str]):
    def get(self, module: str, default: Any = None) -> Any:
        return ""


WITHOUT_MODULES: Names = _WithoutModules()  # for `spelled_as`: the same in each program, but not to be read


def spellings() -> list[Names]:
    """Return how an earlier snapshot may have been written, beside as it is now."""
    names = _NAMES.get({})
    old = {script_name(): _MAIN}  # by a version that did not look for the script's name
    return [{}, {here: there for there, here in names.items()}, old]


def _renamed(reference: str) -> list[str]:
    """Return the module and the name of a reference of a file, as they are called here."""
    names = _NAMES.get({})
    module, name = reference.split(":")
    return names.get(reference, f"{names.get(module, module)}:{name}").split(":")
