"""The component with handlers for the events of one entity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar, Never, TypeAlias

from ..keywords import present_constructor, refuse_keywords
from ..math2d import check
from ..user_warnings import warn_user
from .event import CollisionEvent, JointEvent, ProjectileEvent, TriggerEvent
from .names import NAMES, meant_name

OnCollision: TypeAlias = "Callable[[int, int, CollisionEvent], object] | None"
OnTrigger: TypeAlias = "Callable[[int, int, TriggerEvent], object] | None"
OnProjectile: TypeAlias = "Callable[[int, int, ProjectileEvent], object] | None"
OnJoint: TypeAlias = "Callable[[int, int, JointEvent], object] | None"


class Listener:
    """Handlers of the events of the entity that has this component, each called as `f(me, other, event)`.

    `me` is this entity, `other` the one that it met or was joined to (0: the world), `event` what all
    handlers of that name get. If both entities of an event have a Listener, both are called, that of the
    smaller entity first (of the trigger for trigger events, of `a` for joints). They are called after all
    other handlers of the event's name. The Listener of an entity that was deleted in this step is called for
    the ends that follow from it. A Listener beside a joint is called last, with the joint's `b` for `other`
    (`a`, where b is the world).

    `on_collision_begin`, `on_collision_stay`, `on_collision_end`, `on_collision_hit`, `on_collision_crush`,
    `on_trigger_enter`, `on_trigger_stay`, `on_trigger_exit`, `on_projectile_hit`, `on_projectile_spent` and
    `on_joint_break` may be set at any time; None: no handler. A subclass may define them as methods.
    Raises `TypeError` for what cannot be called, `AttributeError` for an attribute that a Listener does not
    have; a subclass may have more.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Listener, Physics, RigidBody, Transform
    >>> esper.add_processor(Physics())
    >>> def touched(me, other, event):
    ...     print(me == hero, other == coin)
    ...
    >>> body = RigidBody(velocity=(600, 0))
    >>> hero = esper.create_entity(Transform(), body, Collider(Circle(16)), Listener(touched))
    >>> coin = esper.create_entity(Transform(100, 0), Collider(Circle(16)))
    >>> for _ in range(30):
    ...     esper.process(1 / 60)
    ...
    True True
    """

    on_collision_begin: OnCollision = None
    on_collision_stay: OnCollision = None
    on_collision_end: OnCollision = None
    on_collision_hit: OnCollision = None
    on_collision_crush: OnCollision = None
    on_trigger_enter: OnTrigger = None
    on_trigger_stay: OnTrigger = None
    on_trigger_exit: OnTrigger = None
    on_projectile_hit: OnProjectile = None
    on_projectile_spent: OnProjectile = None
    on_joint_break: OnJoint = None

    names: ClassVar[Counter[Any]] = Counter()  # number of Listeners with a handler, by event name
    kinds: ClassVar[set[type]] = set()  # this class and all subclasses

    def __init__(
        self,
        on_collision_begin: OnCollision = None,
        on_collision_end: OnCollision = None,
        on_trigger_enter: OnTrigger = None,
        on_trigger_exit: OnTrigger = None,
        *,
        on_collision_stay: OnCollision = None,
        on_collision_hit: OnCollision = None,
        on_collision_crush: OnCollision = None,
        on_trigger_stay: OnTrigger = None,
        on_projectile_hit: OnProjectile = None,
        on_projectile_spent: OnProjectile = None,
        on_joint_break: OnJoint = None,
        **unknown: Never,
    ):
        if unknown:
            refuse_keywords(self, unknown)
        given = {name: handler for name, handler in locals().items() if name.startswith("on_")}
        for name, handler in given.items():
            if handler is not None:
                setattr(self, name, handler)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Begin as a copy, whose handlers count as well."""
        for name, value in state.items():
            setattr(self, name, value)

    def __del__(self) -> None:
        for name in self.__dict__:
            self._count(name, None)

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name in vars(cls):
            meant = meant_name(name) if name.startswith("on_") else None
            if meant is not None and name[3:] != meant:
                warn_user(f"{cls.__name__}.{name} is never called; did you mean on_{meant}?")
        Listener.kinds.add(cls)
        # Methods count once and forever: instances of the subclass are not counted.
        Listener.names.update(name[3:] for name in vars(cls) if name.startswith("on_"))

    def __setattr__(self, name: str, value: Any) -> None:
        if (name.startswith("on_") or type(self) is Listener) and not hasattr(type(self), name):
            self._refuse_name(name)
        if name.startswith("on_") and value is not None:
            check.handler(value, name, "me, other, event", "callable or None")
        self._count(name, value)
        object.__setattr__(self, name, value)

    def _refuse_name(self, name: str) -> None:
        """Raise `AttributeError` for an unknown attribute; a subclass may have names that resemble none."""
        meant = meant_name(name)
        if meant is None and type(self) is not Listener:
            return
        hint = f"did you mean on_{meant}?" if meant else f"it has {', '.join(f'on_{own}' for own in NAMES)}"
        raise AttributeError(f"a Listener has no {name!r}; {hint}")

    def _count(self, name: str, value: Any) -> None:
        """Bring `names` up to date before an attribute is set to a value."""
        if name.startswith("on_"):
            before = self.__dict__.get(name)
            Listener.names[name[3:]] += (value is not None) - (before is not None)

    def __repr__(self) -> str:
        handled = [name for name in dir(self) if name.startswith("on_") and getattr(self, name) is not None]
        return f"Listener({', '.join(handled)})"


Listener.kinds.add(Listener)
present_constructor(Listener)
