"""Who wants to hear what happens to an entity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

Heard = Callable[[int, int, Any], object] | None


class Listener:
    """Functions that hear what happens to the entity that has this component, each called as
    `f(me, other, event)`: this entity, the one that it met, and what all handlers get.

    If both entities of an event have one, both are called, that of the smaller entity first (of the
    trigger for trigger events). They come after all handlers that were set for the event's name. The
    Listener of an entity that was deleted in this step hears of the ends that follow from it.

    All attributes may be set at any time; None hears nothing. A subclass may define them as methods.
    Raises `TypeError` for what cannot be called.
    """

    on_collision_begin: Heard = None
    on_collision_stay: Heard = None
    on_collision_end: Heard = None
    on_collision_hit: Heard = None
    on_trigger_enter: Heard = None
    on_trigger_stay: Heard = None
    on_trigger_exit: Heard = None
    on_projectile_hit: Heard = None
    on_projectile_spent: Heard = None

    names: ClassVar[Counter[str]] = Counter()  # of events, and how many Listeners there are that want them
    kinds: ClassVar[list[type]] = []  # this class and all that derive from it

    def __init__(
        self,
        on_collision_begin: Heard = None,
        on_collision_end: Heard = None,
        on_trigger_enter: Heard = None,
        on_trigger_exit: Heard = None,
        *,
        on_collision_stay: Heard = None,
        on_collision_hit: Heard = None,
        on_trigger_stay: Heard = None,
        on_projectile_hit: Heard = None,
        on_projectile_spent: Heard = None,
    ):
        given = {name: heard for name, heard in locals().items() if name.startswith("on_")}
        for name, heard in given.items():
            if heard is not None:
                setattr(self, name, heard)

    def __del__(self) -> None:
        for name in self.__dict__:
            self._count(name, None)

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        Listener.kinds.append(cls)
        Listener.names.update(name[3:] for name in vars(cls) if name.startswith("on_"))  # for good

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("on_") and value is not None and not callable(value):
            raise TypeError(f"{name} must be callable or None, got {value!r}")
        self._count(name, value)
        object.__setattr__(self, name, value)

    def _count(self, name: str, value: Any) -> None:
        """Keep `names` up to date with an attribute that gets a value."""
        if name.startswith("on_"):
            before = self.__dict__.get(name)
            Listener.names[name[3:]] += (value is not None) - (before is not None)

    def __repr__(self) -> str:
        heard = [name for name in dir(self) if name.startswith("on_") and getattr(self, name) is not None]
        return f"Listener({', '.join(heard)})"


Listener.kinds.append(Listener)
