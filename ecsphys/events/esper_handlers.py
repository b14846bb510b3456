"""Handlers of our event names that were set with `esper.set_handler`: weakly referenced, but in order.

esper iterates a set of handlers that must not change meanwhile and forgets dead handlers without a word.
So the sets of our names are replaced by ordered ones, in the same registry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableSet
from typing import Any, ClassVar
from weakref import ref

import esper

from ..user_warnings import warn_user
from ..world.events import EventName
from .names import NAMES, mask_of, meant_name

Handler = Callable[..., object]
_KEY = "ecsphys.handler_snapshot"  # under which an esper world's event registry holds its HandlerSnapshot


class EsperHandlers(MutableSet["ref[Handler]"]):
    """The handlers of one event name, in the place of the set that `esper.set_handler` would make.

    It keeps the order in which handlers were set, may change while it is iterated, and remains when it is
    empty. It notes when a handler dies before its first event, which is never intended.
    """

    changes: ClassVar[int] = 0  # number of handlers set, removed or dead, in all instances

    def __init__(self, handlers: Iterable[ref[Handler]] = ()):
        self._called: dict[ref[Handler], bool] = dict.fromkeys(handlers, False)  # had an event
        self.has_any: bool = bool(self._called)  # one that died in another world may be counted
        self._in_order: list[ref[Handler]] | None = None  # None while some had no event
        self.only: ref[Handler] | None = None  # the handler if there is exactly one and it had an event
        self.lost: bool = False  # some handler died before its first event

    def add(self, value: ref[Handler]) -> None:
        """Set a handler; one that is set already keeps its place."""
        self._called.setdefault(value, False)
        self._change()

    def discard(self, value: ref[Handler]) -> None:
        """Remove a handler that was removed or died."""
        called = self._called.pop(self._find(value), True)
        self.lost |= not called and value() is None
        self._change()

    def remove(self, value: ref[Handler]) -> None:
        """Do as `discard` does: esper removes a dead handler from whatever world is current then."""
        self.discard(value)

    def _change(self) -> None:
        self._in_order = self.only = None
        self.has_any = bool(self._called)
        EsperHandlers.changes += 1

    def _find(self, value: ref[Handler]) -> ref[Handler]:
        """Return the reference in this set to the same handler; esper makes a new one for a bound method."""
        if value not in self._called and (function := value()) is not None:
            return next((present for present in self._called if present() == function), value)
        return value

    def __contains__(self, value: object) -> bool:
        return isinstance(value, ref) and self._find(value) in self._called

    def __iter__(self) -> Iterator[ref[Handler]]:
        return iter([handler for handler in self._called if handler() is not None])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return True  # esper drops an empty set, and with it `lost`

    def holds(self, handler: ref[Handler]) -> bool:
        """Whether a reference from `take_in_order` is still set."""
        return handler in self._called

    def take_in_order(self) -> list[ref[Handler]]:
        """Return all handlers in order, not to be changed, and mark that they had an event."""
        if self._in_order is None:
            self._called = dict.fromkeys(self._called, True)
            self._in_order = list(self._called)
            self.only = self._in_order[0] if len(self._in_order) == 1 else None
        return self._in_order


def _replace_set(registry: dict[str, Any], name: EventName) -> EsperHandlers:
    """Return the handlers of a name in a world's event registry, put there in the place of esper's set."""
    handlers = registry.get(name)
    if type(handlers) is not EsperHandlers:
        handlers = registry[name] = EsperHandlers(handlers or ())
    return handlers


class HandlerSnapshot:
    """The handlers of all our names in one esper world; rebuilt only after some changed."""

    def __init__(self) -> None:
        self._changes = -1
        self._registered: list[object] = []  # what the world's event registry holds, when it was looked at
        self.owners: list[EsperHandlers] = []  # in the order of NAMES
        self.names: frozenset[EventName] = frozenset()  # those with handlers
        self.bits: int = 0  # the same names, see `mask_of`
        self.lost: list[EventName] = []  # names with a handler that died before its first event
        self._known: set[object] = set()  # names that were seen in the registry
        self.registered: int = 0  # number of names in the registry when they were last looked at
        self.has_physics: bool = False  # a Physics was added to the world, or has stepped in it

    def update(self, registry: dict[str, Any]) -> None:
        """Bring it up to date with a world's event registry, whose sets it replaces by EsperHandlers."""
        # Values are compared by identity first.
        if self._changes != EsperHandlers.changes or self._registered != [*registry.values()]:
            self.owners = [_replace_set(registry, name) for name in NAMES]
            named = [*zip(NAMES, self.owners, strict=True)]
            self.names = frozenset(name for name, owner in named if owner.has_any)
            self.bits = mask_of(self.names)
            self.lost = [name for name, owner in named if owner.lost]
            self._changes = EsperHandlers.changes
            self._registered = [*registry.values()]

    def warn_of_misspelt(self, registry: dict[str, Any]) -> None:
        """Warn of new names that are none of ours but resemble one: nothing is ever sent under them."""
        new = [name for name in registry if name not in self._known]
        self.registered = len(registry)
        self._known.update(new)
        for name in new:
            meant = meant_name(name)
            if meant is not None:
                warn_user(
                    f"esper.set_handler({name!r}, …): ecsphys sends no event of that name; "
                    f"did you mean {meant!r} (ecsphys.{meant.upper()})?"
                )


def handler_snapshot() -> HandlerSnapshot:
    """Return the snapshot of esper's current world, up to date."""
    registry = esper.event_registry
    snapshot: HandlerSnapshot | None = registry.get(_KEY)
    if snapshot is None:
        snapshot = registry[_KEY] = HandlerSnapshot()
    snapshot.update(registry)
    return snapshot


def has_physics(registry: dict[str, Any]) -> bool:
    """Whether a Physics was added to the world of an event registry, or has stepped in it."""
    snapshot: HandlerSnapshot | None = registry.get(_KEY)
    return snapshot is not None and snapshot.has_physics


def heard_in(registry: dict[str, Any]) -> set[EventName]:
    """Return the names of our events that have a living handler in an event registry of esper."""
    return {name for name in NAMES if any(handler() is not None for handler in registry.get(name, ()))}


def warn_of_dead_handlers(snapshot: HandlerSnapshot, warned: set[EventName]) -> None:
    """Warn of names with a handler that died before its first event, except those in `warned`.

    Adds the names to `warned`. To be called as early as possible: a handler that died in a set of esper's
    left no trace.
    """
    for name in snapshot.lost:
        if name not in warned:
            warned.add(name)
            warn_user(
                f"a handler set for {name!r} is gone before it heard anything: esper.set_handler keeps "
                "handlers weakly, so a lambda, an inner function or a passing object's method dies at once. "
                f"Keep a reference to it, or add it with @ecsphys.on({name.upper()}), which keeps it."
            )
