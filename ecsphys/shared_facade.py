"""The public methods of a physics world that the plane and space share: hooks, functions of steps, events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import esper

from .events import EventDispatcher, EventStream
from .hooks.base_hooks import BaseHooks
from .world.events import EventName

F = TypeVar("F", bound=Callable[..., object])
StepT = TypeVar("StepT", bound=Callable[[float], object])


class SharedFacade(esper.Processor):
    """Hooks, functions of every step and events, under the names that games use."""

    hooks: BaseHooks

    def __init__(self, queries: Any, hooks: BaseHooks, events: EventDispatcher):
        self.queries = queries
        self.hooks = hooks
        self.events: EventDispatcher = events

    # -- pairs -------------------------------------------------------------------------------------

    def ignore(self, a: int, b: int, seconds: float | None = None) -> None:
        """Let two entities pass through each other, forever or for that many simulated seconds.

        If they touch, that collision ends with the reason "filtered". Their triggers do not report each
        other either; queries are not affected. No effect for an entity that does not exist; the pair is
        forgotten when one of them is deleted.

        Raises `TypeError` for what is no number of an entity, `ValueError` for one entity twice and for
        `seconds` that are not above 0.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> a = esper.create_entity(Transform(0, 0), RigidBody(), Collider(Circle(16)))
        >>> b = esper.create_entity(Transform(30, 0), RigidBody(), Collider(Circle(16)))
        >>> physics.ignore(a, b, seconds=0.5)
        >>> esper.process(1 / 60)
        >>> physics.collisions.of(a)
        set()
        """
        self.hooks.ignore(a, b, seconds)

    def unignore(self, a: int, b: int) -> None:
        """Let two entities meet again; no effect when they were not ignored.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> a = esper.create_entity(Transform(0, 0), RigidBody(), Collider(Circle(16)))
        >>> b = esper.create_entity(Transform(30, 0), RigidBody(), Collider(Circle(16)))
        >>> physics.ignore(a, b)
        >>> physics.unignore(a, b)
        >>> esper.process(1 / 60)
        >>> physics.collisions.of(a) == {b}
        True
        """
        self.hooks.unignore(a, b)

    def add_filter(self, function: F, *types: type) -> F:
        """Call `function(first, second)`, with two entities, to decide whether a pair may meet; return it.

        A false answer parts the pair; a touch that this ends has the reason "filtered". `types`: at most two
        component types, subclasses count; only pairs of entities that have them are passed. `first` has a
        component of the first type and `second` of the second; without types, or where both orders fit, the
        smaller entity comes first. The filter is called when a pair is about to be made, when filters change
        and on `refilter`, not again while the pair lasts. Several filters are called in the order in which
        they were added. A function compiled with `numba.njit` is called in a compiled loop. It must not
        create, delete or move anything. Takes effect in the next step. Raises `TypeError` for what cannot be
        called or compiled, and for types that are none or more than two.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> class Ghost:
        ...     pass
        ...
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> def solid(ghost, other):
        ...     return False
        ...
        >>> added = physics.add_filter(solid, Ghost)
        >>> ghost = esper.create_entity(Transform(), RigidBody(), Collider(Circle(16)), Ghost())
        >>> wall = esper.create_entity(Transform(), Collider(Circle(16)))
        >>> esper.process(1 / 60)
        >>> physics.collisions.of(ghost)
        set()
        """
        return self.hooks.add_filter(function, types)

    def remove_filter(self, function: Callable[..., object]) -> None:
        """Remove a filter; raise `ValueError` for one that was not added.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> @physics.add_filter
        ... def odd_meet_even(first, second):
        ...     return first % 2 != second % 2
        ...
        >>> physics.remove_filter(odd_meet_even)
        """
        self.hooks.remove_filter(function)

    def refilter(self, *entities: int) -> None:
        """Ask filters again about all pairs of these entities; about all pairs when none is given.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> friends = set()
        >>> @physics.add_filter
        ... def enemies(first, second):
        ...     return not {first, second} <= friends
        ...
        >>> a = esper.create_entity(Transform(0, 0), RigidBody(), Collider(Circle(16)))
        >>> b = esper.create_entity(Transform(20, 0), RigidBody(), Collider(Circle(16)))
        >>> esper.process(1 / 60)
        >>> physics.collisions.of(a) == {b}
        True
        >>> friends |= {a, b}
        >>> physics.refilter(a)
        >>> esper.process(1 / 60)
        >>> physics.collisions.of(a)
        set()
        """
        self.hooks.refilter(entities)

    # -- every step --------------------------------------------------------------------------------

    def before_step(self, function: StepT) -> StepT:
        """Call `function(dt)` at the beginning of every fixed step, before anything moves; return it (a
        decorator).

        The place for `apply_force`: forces act for one step, and a frame runs none, one or several steps.
        What is created, deleted or assigned here counts in the same step, settings too (but `step`, from the
        next one on). After `reset` or `restore` the step that has begun runs on from there. A step that a
        function runs itself comes before it, and does not call that function again. `dt` is the step in
        seconds. Functions are referenced strongly and called in the order in which they were added; `off`
        removes one.

        Raises `TypeError` for what cannot be called.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> body = RigidBody(mass=2)
        >>> rocket = esper.create_entity(Transform(), body)
        >>> @physics.before_step
        ... def thrust(dt):
        ...     body.apply_force((0, 1200))
        ...
        >>> esper.process(2 / 60)
        >>> round(body.velocity.y, 6)  # 1200 / 2 * 2 / 60
        20.0
        """
        self.hooks.before_step.add(function, "before_step")
        return function

    def after_step(self, function: StepT) -> StepT:
        """Call `function(dt)` at the end of every fixed step, after its events have gone out; return it.

        Not called in a step in which a handler of an event raises. Otherwise as `before_step`.

        >>> import esper
        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> @physics.after_step
        ... def count(dt):
        ...     print(physics.step_count)
        ...
        >>> esper.process(2 / 60)
        1
        2
        """
        self.hooks.after_step.add(function, "after_step")
        return function

    def off(self, function: Callable[..., object]) -> None:
        """Remove a function that was added with `before_step`, `after_step` or `add_field`.

        Raises `ValueError` for one that was not. Handlers of events are removed by `ecsphys.off`.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> @physics.before_step
        ... def thrust(dt):
        ...     pass
        ...
        >>> physics.off(thrust)
        """
        self.hooks.off(function)

    # -- events ------------------------------------------------------------------------------------

    @property
    def hit_speed(self) -> float:
        """Approach speed above which a touch is a `COLLISION_HIT`, in units per second.

        `length_unit` units per second by default.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> physics.hit_speed
        64.0
        >>> physics.hit_speed = 300  # only hard hits make a noise
        """
        return self.events.hit_speed

    @hit_speed.setter
    def hit_speed(self, value: float) -> None:
        self.events.hit_speed = value

    def wants(self, name: EventName) -> bool:
        """Return whether an event name has a subscriber in this world.

        >>> import esper
        >>> from ecsphys import COLLISION_STAY, Physics, on
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> physics.wants(COLLISION_STAY)
        False
        >>> @on(COLLISION_STAY)
        ... def touching(event):
        ...     pass
        ...
        >>> physics.wants(COLLISION_STAY)
        True
        """
        return self.events.wants(name)

    def stream(self, name: EventName) -> EventStream:
        """Return the events of one name as arrays, from the next step on, for as long as the stream is held.

        Raises `ValueError` for a name that no event has.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> begins = physics.stream("collision_begin")
        >>> a = esper.create_entity(Transform(0, 0), RigidBody(), Collider(Circle(16)))
        >>> b = esper.create_entity(Transform(30, 0), RigidBody(), Collider(Circle(16)))
        >>> esper.process(1 / 60)
        >>> begins.take()[["entity_a", "entity_b"]].tolist() == [(a, b)]
        True
        """
        return self.events.stream(name)

    def despawn(self, entity: int) -> None:
        """Delete an entity when the step is over; no effect if called twice or for one that is gone.

        Raises `TypeError` for what is no number of an entity.

        >>> import esper
        >>> from ecsphys import COLLISION_BEGIN, Circle, Collider, Physics, RigidBody, Transform, on
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> coin = esper.create_entity(Transform(30, 0), Collider(Circle(16)))
        >>> hero = esper.create_entity(Transform(0, 0), RigidBody(), Collider(Circle(16)))
        >>> @on(COLLISION_BEGIN)
        ... def collect(event):
        ...     physics.despawn(event.other(hero))
        ...
        >>> esper.process(1 / 60)
        >>> esper.entity_exists(coin)
        False
        """
        self.events.despawn(entity)
