"""Which pairs a hook is asked about: those whose entities have components of certain types."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import FREE, Flags, Ints
from ..ecs.registry import Registry, change_token
from ..world.state import World

Types = tuple[type, ...]


def check_types(types: tuple[Any, ...], what: str) -> Types:
    """At most two component types; raises `TypeError` for anything else."""
    if len(types) > 2 or not all(isinstance(kind, type) for kind in types):
        raise TypeError(f"{what} takes a function and at most two component types, got {types!r}")
    return types


class TypeMatcher:
    """Knows which rows of bodies have a component of a type; found anew only after something changed."""

    def __init__(self, world: World, registry: Registry):
        self._world = world
        self._registry = registry
        self._look: object = None
        self._structure = -1
        self._flags: dict[type, Flags] = {}

    def having(self, kind: type) -> Flags:
        """For every row of bodies, whether its entity has a component of the type or of a subclass."""
        bodies = self._world.bodies
        now, structure = change_token(), self._world.structure_version
        if now is not self._look or structure != self._structure:
            self._look, self._structure = now, structure
            self._flags.clear()
        flags = self._flags.get(kind)
        if flags is None:
            rows = map(self._world.row_of, self._registry.entities_with(kind))
            flags = self._flags[kind] = np.zeros(len(bodies.rows), bool)
            flags[[row for row in rows if row != FREE]] = True
        return flags

    def match(self, types: Types, body_a: Ints, body_b: Ints) -> tuple[Flags, Flags]:
        """Which pairs of bodies the types fit as they are, and which only the other way round."""
        if not types:
            return np.ones(len(body_a), bool), np.zeros(len(body_a), bool)
        flags = [self.having(kind) for kind in types]
        straight, crossed = flags[0][body_a], flags[0][body_b]
        if len(flags) > 1:
            straight, crossed = straight & flags[1][body_b], crossed & flags[1][body_a]
        return straight, crossed & ~straight
