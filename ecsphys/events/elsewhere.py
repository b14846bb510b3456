"""Handlers in an esper world where nothing sends events: they were added while it happened to be current."""

from __future__ import annotations

from typing import Any

import esper

from ..user_warnings import warn_user
from .esper_handlers import has_physics, heard_in
from .typed_handlers import typed_names_in

_SAID = "ecsphys.elsewhere"  # under which a world's event registry notes that its handlers were warned of
_MOST_WORLDS = 32  # with more of them, as in training, nobody looks


def warn_of_handlers_elsewhere() -> None:
    """Warn of handlers of our events in other esper worlds than the current one, which have no Physics.

    To be called when a Physics first steps: once for each of these worlds.
    """
    home, worlds = esper.current_world, esper.list_worlds()
    if not 1 < len(worlds) <= _MOST_WORLDS:
        return
    for world, registry in _registries(home, worlds).items():
        names = sorted(heard_in(registry) | typed_names_in(registry))
        if names and not has_physics(registry) and _SAID not in registry:
            registry[_SAID] = True
            warn_user(
                f"a handler of {names[0]!r} is in the esper world {world!r}, which has no Physics, so that "
                "it is never called: handlers belong to the world that is current when they are added. "
                f"This Physics is in {home!r}: call esper.switch_world({home!r}) before"
            )


def _registries(home: str, worlds: list[str]) -> dict[str, dict[str, Any]]:
    """Return the event registries of all worlds but one, which is current before and after."""
    found = {}
    try:
        for world in worlds:
            if world != home:
                esper.switch_world(world)
                found[world] = esper.event_registry
    finally:
        esper.switch_world(home)
    return found
