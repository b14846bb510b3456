"""The public methods of `Physics` that ask, decide and listen, forwarded to the objects that do the work."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy.typing as npt

from .ecs.components import ALL
from .forces_facade import ForcesFacade
from .hooks import Hooks
from .math2d.pose import PoseLike
from .math2d.vec2 import Pair
from .query import Nearest, Queries, RayHits, WorldHit
from .query.counts import StageCounts
from .query.filters import BodyKinds, Ignored, Where, takes_query_keywords
from .shapes import Shape
from .shared_facade import SharedFacade

F = TypeVar("F", bound=Callable[..., object])


class Facade(ForcesFacade, SharedFacade):
    """Queries, hooks and events under the names that games use; `Physics` adds the clock and the systems."""

    queries: Queries
    hooks: Hooks

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

    @property
    def counts(self) -> StageCounts:
        """How many pairs each stage of detection looked at in the last step: see `StageCounts`.

        Numbers to look at: they belong to no snapshot, `restore` and `predict` leave them as they are.
        """
        return self.queries.counts()

    # -- hooks -------------------------------------------------------------------------------------

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
