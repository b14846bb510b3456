"""esper's own handlers for our event names: kept weakly as ever, but in order, and missed if they vanish."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, MutableSet
from weakref import ref

import esper

from .names import NAMES, mask_of

Handler = Callable[..., object]
_KEY = "ecsphys.handler_snapshot"  # where esper's world keeps ours: it lives and dies with it


class EsperHandlers(MutableSet["ref[Handler]"]):
    """What `esper.set_handler` fills for one name, in the place of the set that it would make.

    It keeps the order in which handlers were set, may change while it is iterated, and stays when it is
    empty. A handler that died before it heard anything is remembered: nobody meant that.
    """

    changes = 0  # in all of them: handlers set, removed or dead

    def __init__(self, handlers: Iterable[ref[Handler]] = ()):
        self._heard: dict[ref[Handler], bool] = dict.fromkeys(handlers, False)
        self._hearing: list[ref[Handler]] | None = None  # all that are set, when all have heard something
        self.only: ref[Handler] | None = None  # the only one, when it has heard something
        self.vanished = False

    def add(self, value: ref[Handler]) -> None:
        """Set a handler; one that is set already keeps its place."""
        self._heard.setdefault(value, False)
        self._change()

    def discard(self, value: ref[Handler]) -> None:
        """Forget a handler, removed or dead."""
        heard = self._heard.pop(self._kept(value), True)
        self.vanished |= not heard and value() is None
        self._change()

    remove = discard  # esper forgets a dead handler in whatever world is current then

    def _change(self) -> None:
        self._hearing = self.only = None
        EsperHandlers.changes += 1

    def _kept(self, value: ref[Handler]) -> ref[Handler]:
        """The reference kept for the same handler: `esper.remove_handler` makes another one for a method."""
        if value not in self._heard and (function := value()) is not None:
            return next((one for one in self._heard if one() == function), value)
        return value

    def __contains__(self, value: object) -> bool:
        return isinstance(value, ref) and self._kept(value) in self._heard

    def __iter__(self) -> Iterator[ref[Handler]]:
        return iter([one for one in self._heard if one() is not None])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return True  # esper throws an empty set away, and with it what we know

    def holds(self, one: ref[Handler]) -> bool:
        """Whether one of `hearing` is still set."""
        return one in self._heard

    def somebody(self) -> bool:
        """Whether any handler is set; one that died in another world may be counted."""
        return bool(self._heard)

    def hearing(self) -> list[ref[Handler]]:
        """All, in order, not to be changed; from now on they have heard something."""
        if self._hearing is None:
            self._heard = dict.fromkeys(self._heard, True)
            self._hearing = list(self._heard)
            self.only = self._hearing[0] if len(self._hearing) == 1 else None
        return self._hearing


def handlers_of(name: str) -> EsperHandlers:
    """The handlers of one of our names in the current world."""
    handlers = esper.event_registry.get(name)
    if type(handlers) is not EsperHandlers:
        handlers = esper.event_registry[name] = EsperHandlers(handlers or ())
    return handlers


class HandlerSnapshot:
    """Who is set for our names in a world; found out anew only after something changed."""

    def __init__(self) -> None:
        self._changes = -1
        self.owners: list[EsperHandlers] = []  # in the order of NAMES
        self.names: frozenset[str] = frozenset()  # that have handlers
        self.bits = 0  # the same, see `mask_of`
        self.vanished: list[str] = []  # names of which a handler died before it heard anything

    def call(self) -> None:
        """Bring it up to date, with ours in the place of esper's sets."""
        found: list[object] = [*map(esper.event_registry.get, NAMES)]
        if self._changes != EsperHandlers.changes or found != self.owners:  # quick if they are the same
            self.owners = [handlers_of(name) for name in NAMES]
            named = [*zip(NAMES, self.owners, strict=True)]
            self.names = frozenset(name for name, owner in named if owner.somebody())
            self.bits = mask_of(self.names)
            self.vanished = [name for name, owner in named if owner.vanished]
            self._changes = EsperHandlers.changes


def handler_snapshot() -> HandlerSnapshot:
    """The roll of the current world, up to date."""
    found = esper.event_registry.get(_KEY)
    if found is None:
        found = esper.event_registry[_KEY] = HandlerSnapshot()
    found.call()
    return found


def warn_of_dead_handlers(warned: set[str]) -> None:
    """Warn of names whose handler died before the first event, but for those in `warned`, which grows.

    To be called as early as possible: what vanished from a set of esper's left no trace.
    """
    for name in handler_snapshot().vanished:
        if name not in warned:
            warned.add(name)
            warnings.warn(
                f"a handler set for {name!r} is gone before it heard anything: esper.set_handler keeps "
                "handlers weakly, so a lambda, an inner function or a passing object's method dies at once. "
                f"Keep a reference to it, or add it with @ecsphys.on({name.upper()}), which keeps it.",
                UserWarning,
                stacklevel=3,
            )
