"""Spawn a level as entities of the current esper world: one function per kind of map object."""

from __future__ import annotations

from random import Random

import esper

from ..components import Origin
from ..levels import BrokenMap, Level
from .actors import ACTORS, player
from .context import SpawnContext
from .joined import JOINED
from .places import PLACES
from .terrain import TERRAIN
from .things import THINGS

_SPAWNERS = TERRAIN | THINGS | PLACES | ACTORS | JOINED


def spawn_level(level: Level, random: Random, removed: frozenset[int] = frozenset()) -> int:
    """Create the entities of a level, except those with a number in `removed`; return the player.

    Raises `BrokenMap` for an object that the engine refuses.
    """
    context = SpawnContext(level, random)
    for thing in sorted(level.things, key=lambda thing: thing.kind == "rope"):  # what ropes hold comes first
        spawn = _SPAWNERS.get(thing.kind)  # paths and the spawn point make no entities
        if spawn is not None and not {thing.number, thing.values.get("holds")} & removed:
            try:
                entity = spawn(thing, context)
            except ValueError as error:
                raise BrokenMap(f"{level.name}: {thing.place}: {error}") from error
            esper.add_component(entity, Origin(thing.number))
            context.entities[thing.number] = entity
    return player(level.of("spawn")[0], context)
