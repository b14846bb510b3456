"""Turns a level into entities of the current esper world: a function for each kind of thing."""

from __future__ import annotations

from random import Random

import esper

from ..components import Origin
from ..levels import Level
from .actors import ACTORS, player
from .context import SpawnContext
from .places import PLACES
from .terrain import TERRAIN
from .things import THINGS

_SPAWNERS = TERRAIN | THINGS | PLACES | ACTORS


def spawn_level(level: Level, random: Random, gone: frozenset[int] = frozenset()) -> int:
    """Create everything in the level but the things that are `gone`; returns the player."""
    context = SpawnContext(level, random)
    for thing in level.things:
        make = _SPAWNERS.get(thing.kind)  # paths, and the spawn, are no entities
        if make is not None and thing.number not in gone:
            esper.add_component(make(thing, context), Origin(thing.number))
    return player(level.of("spawn")[0], context)
