"""Names of classes and functions, by which they are found again: only among the modules that are loaded.

A reference is "module:qualified.name". To find one imports nothing and runs no code of the module.
"""

from __future__ import annotations

import sys
from types import FunctionType
from typing import Any


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
    return f"{module}:{name}"


def find(reference: Any) -> Any:
    """Return what a reference names; raise `ValueError` if it is malformed or names nothing."""
    if not isinstance(reference, str) or reference.count(":") != 1:
        raise ValueError('a class must be given as "module:name"')
    module, name = reference.split(":")
    if module not in sys.modules:
        raise ValueError(f"module {module!r} is not loaded, in which {name!r} was: import it before")
    found = _look_up(module, name)
    if found is None:
        raise ValueError(f"module {module!r} has no {name!r}")
    return found


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


def is_of_python(reference: str) -> bool:
    """Whether it names something of the standard library: a damaged file must not have that called."""
    return reference.partition(":")[0].partition(".")[0] in sys.stdlib_module_names
