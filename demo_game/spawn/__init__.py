"""Spawn a level as entities of the current esper world: one function per kind of map object."""

from __future__ import annotations

from random import Random

import esper

from ..components import Origin
from ..levels import BrokenMap, Level
from .actors import ACTORS, player
from .context import SpawnContext
from .places import PLACES
from .terrain import TERRAIN
from .things import THINGS

_SPAWNERS = TERRAIN | THINGS | PLACES | ACTORS


def spawn_level(level: Level, random: Random, removed: frozenset[int] = frozenset()) -> int:
    """Create the entities of a level, except those with a number in `removed`; return the player.

    Raises `BrokenMap` for an object that the engine refuses.
    """
    context = SpawnContext(level, random)
    for thing in level.things:
        spawn = _SPAWNERS.get(thing.kind)  # paths and the spawn point make no entities
        if spawn is not None and thing.number not in removed:
            try:
                entity = spawn(thing, context)
            except ValueError as error:
                raise BrokenMap(f"{level.name}: {thing.place}: {error}") from error
            esper.add_component(entity, Origin(thing.number))
    return player(level.of("spawn")[0], context)
