"""Components that many entities have alike: built once, checked once, then copied."""

from __future__ import annotations

import json
from typing import Any

from ..ecs.binding import Component
from ..ecs.components import JOINT_KINDS, Collider, RigidBody, Transform
from .component_values import ComponentValues, build
from .references import find
from .values import Tree

_SIMPLE = frozenset({Transform, RigidBody, Collider, *JOINT_KINDS})  # what they hold never changes by itself


class Prototype:
    """A kind of component of a document: a type, attributes, and the type under which entities have it."""

    def __init__(self, entry: Tree):
        reference, attributes, alias = entry
        self.alias: Any = None if alias is None else find(alias)
        self._values = ComponentValues(reference, None, attributes)
        self._type: type[Component] = Component
        self._state: Any = None  # of a component whose copies share nothing that changes

    def make(self) -> Component:
        """Return a new component, in nobody's use. Raises `ValueError` if it is malformed."""
        if self._state is not None:
            made: Component = object.__new__(self._type)
            made.__setstate__(self._state)
            return made
        made = build(self._values)
        self._type = type(made)
        if self._type in _SIMPLE:
            state: Any = made.__getstate__()
            _, objects, others = state
            if not others and not objects.get("calls"):
                self._state = state
        return made


class Prototypes:
    """The kinds of some documents, by what these say of them."""

    def __init__(self) -> None:
        self._known: dict[str, Prototype] = {}

    def find(self, entry: Tree) -> Prototype:
        """Return the prototype of an entry of the header."""
        text = json.dumps(entry)
        if text not in self._known:
            self._known[text] = Prototype(entry)
        return self._known[text]
