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

        Both are points: in a direction, the end is `start + length * direction`. A start inside a solid
        shape is a hit at fraction 0. A Chain is hit from its front only. The world is seen as of the last
        step plus later changes. All queries take the same keywords, which say which colliders they may find:

        - `mask`: colliders on one of these layers.
        - `ignore`: not those of this entity, or of these entities.
        - `triggers`: also triggers.
        - `kind`: bodies of this kind only, "static", "kinematic" or "dynamic", or of several kinds.
        - `where`: only entities for which this function returns true; it is called for those alone that
          the query would return.
        - `at_step`: the world as of the end of that step, when `step_count` became this number, with what has
          been deleted or changed since; needs `Physics(history=n)`, which keeps the last n steps.

        Raises `ValueError` or `TypeError` that names the wrong argument.

        >>> import esper
        >>> from ecsphys import Box, Collider, Physics, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> wall = esper.create_entity(Transform(100, 0), Collider(Box(20, 200)))
        >>> hit = physics.raycast((0, 0), (180, 0))
        >>> hit.entity == wall, hit.point, hit.fraction
        (True, Vec2(x=90.0, y=0.0), 0.5)
        >>> physics.raycast((0, 0), (180, 0), ignore=wall) is None
        True
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

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> for x in (300, 100, 200):
        ...     coin = esper.create_entity(Transform(x, 0), Collider(Circle(10), trigger=True))
        ...
        >>> [hit.point.x for hit in physics.raycast_all((0, 0), (400, 0), triggers=True)]
        [90.0, 190.0, 290.0]
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

        >>> import esper
        >>> from ecsphys import Box, Collider, Physics, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> wall = esper.create_entity(Transform(100, 0), Collider(Box(20, 200)))
        >>> hits = physics.raycast_many([(0, 0), (0, 300)], [(180, 0), (180, 300)])
        >>> hits.entity == wall, hits.fraction
        (array([ True, False]), array([0.5, 1. ]))
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
        overlaps at the start is hit at fraction 0; what it only touches there, as a floor on which it stands
        exactly, is hit if the way leads into it, not along or away. Keywords as for `raycast`.

        >>> import esper
        >>> from ecsphys import Box, Circle, Collider, Physics, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> wall = esper.create_entity(Transform(100, 0), Collider(Box(20, 200)))
        >>> hit = physics.shape_cast(Circle(10), (0, 0), (160, 0))
        >>> hit.entity == wall, round(hit.fraction, 6)
        (True, 0.5)
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

        >>> import esper
        >>> from ecsphys import Box, Circle, Collider, Physics, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> for x in (200, 100):
        ...     wall = esper.create_entity(Transform(x, 0), Collider(Box(20, 200)))
        ...
        >>> [round(hit.fraction, 6) for hit in physics.shape_cast_all(Circle(10), (0, 0), (320, 0))]
        [0.25, 0.5625]
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

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> near = esper.create_entity(Transform(50, 0), Collider(Circle(10)))
        >>> far = esper.create_entity(Transform(500, 0), Collider(Circle(10)))
        >>> physics.overlap(Circle(45), (0, 0)) == [near]
        True
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
        """Return the entities that contain a point, ascending. Keywords as for `raycast`.

        >>> import esper
        >>> from ecsphys import Box, Collider, Physics, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> button = esper.create_entity(Transform(100, 100), Collider(Box(80, 20)))
        >>> physics.overlap_point((130, 105)) == [button], physics.overlap_point((130, 120))
        (True, [])
        """
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

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> units = [esper.create_entity(Transform(x, 0), Collider(Circle(10))) for x in (0, 100, 200)]
        >>> physics.overlap_box((-20, -20), (120, 20)) == units[:2]
        True
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

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> units = [esper.create_entity(Transform(x, 0), Collider(Circle(10))) for x in (50, 200)]
        >>> found = physics.nearest((0, 0), max_distance=100)
        >>> found.entity == units[0], found.distance, found.point
        (True, 40.0, Vec2(x=40.0, y=0.0))
        """
        return self.queries.nearest(p, max_distance, (mask, ignore, triggers, kind, where, at_step))

    @property
    def history(self) -> int:
        """Number of steps of poses that are kept for `at_step=`; fixed when `Physics` is made.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> physics = Physics(history=30)
        >>> esper.add_processor(physics)
        >>> body = RigidBody(velocity=(600, 0))
        >>> bird = esper.create_entity(Transform(), body, Collider(Circle(5)))
        >>> for _ in range(20):
        ...     esper.process(1 / 60)
        ...
        >>> physics.overlap_point((100, 0)), physics.overlap_point((100, 0), at_step=10) == [bird]
        ([], True)
        """
        return self.queries.history

    @property
    def counts(self) -> StageCounts:
        """How many pairs each stage of detection looked at in the last step: see `StageCounts`.

        Numbers to look at: they belong to no snapshot, `restore` and `predict` leave them as they are.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> for i in range(100):
        ...     ball = esper.create_entity(Transform(50 * i, 0), RigidBody(), Collider(Circle(10)))
        ...
        >>> esper.process(1 / 60)
        >>> physics.counts.all_pairs, physics.counts.pairs  # 100 * 99 / 2, and those that are near
        (4950, 0)
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

        Raises `TypeError` as `add_filter` does; a step raises `ValueError` that names the function for values
        out of range.

        >>> import esper
        >>> from ecsphys import Box, Collider, Physics, RigidBody, Transform
        >>> class Ice:
        ...     pass
        ...
        >>> physics = Physics(gravity=(0, -900))
        >>> esper.add_processor(physics)
        >>> @physics.add_contact_hook
        ... def slip(contact):
        ...     if esper.has_component(contact.entity_a, Ice):
        ...         contact.friction = 0
        ...
        >>> floor = esper.create_entity(Transform(0, -10), Collider(Box(400, 20)), Ice())
        >>> body = RigidBody(velocity=(60, 0))
        >>> crate = esper.create_entity(Transform(0, 10), body, Collider(Box(20, 20)))
        >>> for _ in range(60):
        ...     esper.process(1 / 60)
        ...
        >>> body.velocity.x
        60.0
        """
        return self.hooks.add_contact_hook(function, types)

    def remove_contact_hook(self, function: Callable[..., object]) -> None:
        """Remove a contact hook; raise `ValueError` for one that was not added.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> def slip(contact):
        ...     contact.friction = 0
        ...
        >>> hook = physics.add_contact_hook(slip)
        >>> physics.remove_contact_hook(slip)
        """
        self.hooks.remove_contact_hook(function)
