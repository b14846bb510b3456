"""The pairs that a filter or hook is called for: those whose entities have components of certain types."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import FREE, Flags, Ints
from ..ecs.registry import Registry, change_token
from ..world.base_world import BaseWorld

Types = tuple[type, ...]


def check_types(types: tuple[Any, ...], method: str) -> Types:
    """Return at most two component types; raise `TypeError` in the name of `method` for anything else."""
    if len(types) > 2 or not all(isinstance(kind, type) for kind in types):
        raise TypeError(f"{method} takes a function and at most two component types, got {types!r}")
    return types


class TypeMatcher:
    """Matches pairs of bodies with component types. Caches flags of bodies until esper or rows change."""

    def __init__(self, world: BaseWorld, registry: Registry):
        self._world = world
        self._registry = registry
        self._token: object = None
        self._structure = -1
        self._flags: dict[type, Flags] = {}

    def flags_of(self, kind: type) -> Flags:
        """Return for every row of bodies whether its entity has a component of the type or a subclass."""
        bodies = self._world.bodies
        token, structure = change_token(), self._world.structure_version
        if token is not self._token or structure != self._structure:
            self._token, self._structure = token, structure
            self._flags.clear()
        flags = self._flags.get(kind)
        if flags is None:
            rows = map(self._world.row_of, self._registry.entities_with(kind))
            flags = self._flags[kind] = np.zeros(len(bodies.rows), bool)
            flags[[row for row in rows if row != FREE]] = True
        return flags

    def match(self, types: Types, body_a: Ints, body_b: Ints) -> tuple[Flags, Flags]:
        """Return which pairs of bodies match the types in this order, and which only in the other one."""
        if not types:
            return np.ones(len(body_a), bool), np.zeros(len(body_a), bool)
        return self._compare(types, body_a, body_b)

    def matches(self, types: Types, body_a: int, body_b: int) -> tuple[bool, bool]:
        """Return whether a pair matches the types in this order, and whether only in the other one."""
        if not types:
            return True, False
        straight, crossed = self._compare(types, body_a, body_b)
        return bool(straight), bool(crossed)

    def _compare(self, types: Types, body_a: Any, body_b: Any) -> tuple[Any, Any]:
        """Return what `match` does for one or two types, of rows in arrays or of single ones."""
        flags = [self.flags_of(kind) for kind in types]
        straight, crossed = flags[0][body_a], flags[0][body_b]
        if len(flags) > 1:
            straight, crossed = straight & flags[1][body_b], crossed & flags[1][body_a]
        return straight, crossed & ~straight
