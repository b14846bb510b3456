"""The public methods of `Physics` that ask, decide and listen, forwarded to the objects that do the work."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import esper
import numpy.typing as npt

from .ecs.components import ALL
from .events import EventDispatcher, EventStream
from .forces_facade import ForcesFacade
from .hooks import Hooks
from .math2d.pose import PoseLike
from .math2d.vec2 import Pair
from .query import Nearest, Queries, RayHits, WorldHit
from .query.filters import BodyKinds, Ignored, Where, takes_query_keywords
from .shapes import Shape
from .world.events import EventName

F = TypeVar("F", bound=Callable[..., object])


class Facade(ForcesFacade, esper.Processor):
    """Queries, hooks and events under the names that games use; `Physics` adds the clock and the systems."""

    def __init__(self, queries: Queries, hooks: Hooks, events: EventDispatcher):
        self.queries: Queries = queries
        self.hooks: Hooks = hooks
        self.events: EventDispatcher = events

    # -- queries: rays -----------------------------------------------------------------------------

    @takes_query_keywords
    def raycast(
        self,
        start: Pair,
        end: Pair,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
        at_step: int | None = None,
    ) -> WorldHit | None:
        """Return the first hit on the segment from `start` to `end`, `None` if there is none.

        A start inside a solid shape is a hit at fraction 0. A Chain is hit from its front only. The world
        is seen as of the last step plus later changes. All queries take the same keywords, which say which
        colliders they may find:

        - `mask`: colliders on one of these layers.
        - `ignore`: not those of this entity, or of these entities.
        - `triggers`: also triggers.
        - `kind`: bodies of this kind only, "static", "kinematic" or "dynamic", or of several kinds.
        - `where`: only entities for which this function returns true; it is called for those alone that
          the query would return.
        - `at_step`: the world as of the end of that step, when `step_count` became this number, with what has
          been deleted or changed since; needs `Physics(history=n)`, which keeps the last n steps.

        Raises `ValueError` or `TypeError` that names the wrong argument.
        """
        return self.queries.raycast(start, end, (mask, ignore, triggers, kind, where, at_step))

    @takes_query_keywords
    def raycast_all(
        self,
        start: Pair,
        end: Pair,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
        at_step: int | None = None,
    ) -> list[WorldHit]:
        """Return all hits on the segment from `start` to `end`, nearest first: one for each shape.

        Keywords as for `raycast`.
        """
        return self.queries.raycast_all(start, end, (mask, ignore, triggers, kind, where, at_step))

    @takes_query_keywords
    def raycast_many(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
        at_step: int | None = None,
    ) -> RayHits:
        """Return the first hits of N rays as arrays; `starts` and `ends` are of shape (N, 2).

        Keywords as for `raycast`.
        """
        return self.queries.raycast_many(starts, ends, (mask, ignore, triggers, kind, where, at_step))

    # -- queries: shapes ---------------------------------------------------------------------------

    @takes_query_keywords
    def shape_cast(
        self,
        shape: Shape,
        pose: PoseLike,
        translation: Pair,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
        at_step: int | None = None,
    ) -> WorldHit | None:
        """Return the first hit of a shape that moves from `pose` by `translation` without turning, or `None`.

        `pose` is `(x, y, angle)`, a position `(x, y)` (angle 0) or has a `.pose`, as a Transform has. What
        overlaps at the start is hit at fraction 0. Keywords as for `raycast`.
        """
        return self.queries.shape_cast(
            shape, pose, translation, (mask, ignore, triggers, kind, where, at_step)
        )

    @takes_query_keywords
    def shape_cast_all(
        self,
        shape: Shape,
        pose: PoseLike,
        translation: Pair,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
        at_step: int | None = None,
    ) -> list[WorldHit]:
        """Return all hits of a moving shape as if it passed through, nearest first: one for each shape.

        Keywords as for `raycast`.
        """
        return self.queries.shape_cast_all(
            shape, pose, translation, (mask, ignore, triggers, kind, where, at_step)
        )

    @takes_query_keywords
    def overlap(
        self,
        shape: Shape,
        pose: PoseLike,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
        at_step: int | None = None,
    ) -> list[int]:
        """Return the entities that a shape at `pose` overlaps or touches, ascending.

        `pose` as for `shape_cast`. A Chain is touched from its front only. Keywords as for `raycast`.
        """
        return self.queries.overlap(shape, pose, (mask, ignore, triggers, kind, where, at_step))

    @takes_query_keywords
    def overlap_point(
        self,
        p: Pair,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
        at_step: int | None = None,
    ) -> list[int]:
        """Return the entities that contain a point, ascending. Keywords as for `raycast`."""
        return self.queries.overlap_point(p, (mask, ignore, triggers, kind, where, at_step))

    @takes_query_keywords
    def overlap_box(
        self,
        lower: Pair,
        upper: Pair,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
        at_step: int | None = None,
    ) -> list[int]:
        """Return the entities that overlap or touch an axis-aligned box, given by its corners, ascending.

        Keywords as for `raycast`.
        """
        return self.queries.overlap_box(lower, upper, (mask, ignore, triggers, kind, where, at_step))

    @takes_query_keywords
    def nearest(
        self,
        p: Pair,
        max_distance: float,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
        at_step: int | None = None,
    ) -> Nearest | None:
        """Return the entity whose surface is nearest to a point, `None` if none is within `max_distance`.

        Inside a shape the distance is negative, so the shape in which the point lies deepest is the
        nearest. `max_distance` >= 0 may be infinite. Keywords as for `raycast`.
        """
        return self.queries.nearest(p, max_distance, (mask, ignore, triggers, kind, where, at_step))

    @property
    def history(self) -> int:
        """Number of steps of poses that are kept for `at_step=`; fixed when `Physics` is made."""
        return self.queries.history

    # -- hooks -------------------------------------------------------------------------------------

    def ignore(self, a: int, b: int, seconds: float | None = None) -> None:
        """Let two entities pass through each other, forever or for that many simulated seconds.

        If they touch, that collision ends with the reason "filtered". Their triggers do not report each
        other either; queries are not affected. No effect for an entity that does not exist; the pair is
        forgotten when one of them is deleted.
        """
        self.hooks.ignore(a, b, seconds)

    def unignore(self, a: int, b: int) -> None:
        """Let two entities meet again; no effect when they were not ignored."""
        self.hooks.unignore(a, b)

    def add_filter(self, function: F, *types: type) -> F:
        """Call `function(first, second)`, with two entities, to decide whether a pair may meet; return it.

        A false answer parts the pair; a touch that this ends has the reason "filtered". `types`: at most two
        component types, subclasses count; only pairs of entities that have them are passed. `first` has a
        component of the first type and `second` of the second; without types, or where both orders fit, the
        smaller entity comes first. The filter is called when a pair is about to be made, when filters change
        and on `refilter`, not again while the pair lasts. Several filters are called in the order in which
        they were added. A function compiled with `numba.njit` is called in a compiled loop. It must not
        create, delete or move anything. Takes effect in the next step.
        """
        return self.hooks.add_filter(function, types)

    def remove_filter(self, function: Callable[..., object]) -> None:
        """Remove a filter; raise `ValueError` for one that was not added."""
        self.hooks.remove_filter(function)

    def refilter(self, *entities: int) -> None:
        """Ask filters again about all pairs of these entities; about all pairs when none is given."""
        self.hooks.refilter(entities)

    def add_contact_hook(self, function: F, *types: type) -> F:
        """Call `function(contact)` before the solver for each contact that may push, in every step.

        `contact` is a `ContactView`, for a compiled function a record with the same fields: it may set
        `friction`, `restitution` and `surface_speed` for this step (they start from those of the
        colliders), or `drop()` the contact (`contact.dropped = 1` when compiled), which neither pushes nor
        counts as a touch then. Contacts that are found after the motion of the step only, and those that
        never push, are passed before they are reported. `types`, order and compiled functions as for
        `add_filter`.
        """
        return self.hooks.add_contact_hook(function, types)

    def remove_contact_hook(self, function: Callable[..., object]) -> None:
        """Remove a contact hook; raise `ValueError` for one that was not added."""
        self.hooks.remove_contact_hook(function)

    # -- events ------------------------------------------------------------------------------------

    @property
    def hit_speed(self) -> float:
        """Approach speed above which a touch is a `COLLISION_HIT`, in units per second.

        `length_unit` units per second by default.
        """
        return self.events.hit_speed

    @hit_speed.setter
    def hit_speed(self, value: float) -> None:
        self.events.hit_speed = value

    def wants(self, name: EventName) -> bool:
        """Return whether an event name has a subscriber in this world."""
        return self.events.wants(name)

    def stream(self, name: EventName) -> EventStream:
        """Return the events of one name as arrays, from the next step on, for as long as the stream is held.

        >>> from ecsphys import Physics
        >>> begins = Physics().stream("collision_begin")
        >>> begins.take()["entity_a"]
        array([], dtype=int64)
        """
        return self.events.stream(name)

    def despawn(self, entity: int) -> None:
        """Delete an entity when the step is over; no effect if called twice or for one that is gone."""
        self.events.despawn(entity)
