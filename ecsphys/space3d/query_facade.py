"""The queries of `Physics3D` under the names and with the keywords that the plane's have."""

from __future__ import annotations

import numpy.typing as npt

from ..ecs.components.layers import ALL
from ..hooks.base_hooks import BaseHooks
from ..query.answers import RayHits
from ..query.filters import BodyKinds, Ignored, Where, takes_query_keywords
from .math3d.pose import PoseLike3
from .math3d.vec3 import Triple
from .query import Nearest3, Queries3, WorldHit3
from .shapes import Shape3


class QueryFacade3:
    """Queries, forwarded to the object that does the work."""

    queries: Queries3
    hooks: BaseHooks

    @takes_query_keywords
    def raycast(
        self,
        start: Triple,
        end: Triple,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
    ) -> WorldHit3 | None:
        """Return the first hit on the segment from `start` to `end`, `None` if there is none.

        Both are points: in a direction, the end is `start + length * direction`. A start inside a solid
        shape is a hit at fraction 0. The world is seen as of the last step plus later changes. All queries
        take the same keywords, which say which colliders they may find:

        - `mask`: colliders on one of these layers.
        - `ignore`: not those of this entity, or of these entities.
        - `triggers`: also triggers.
        - `kind`: bodies of this kind only, "static", "kinematic" or "dynamic", or of several kinds.
        - `where`: only entities for which this function returns true; it is called for those alone that
          the query would return.

        Raises `ValueError` or `TypeError` that names the wrong argument.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D()
        >>> esper.add_processor(physics)
        >>> wall = esper.create_entity(s3.Transform3D(5, 0, 0), s3.Collider3D(s3.Box(2, 10, 10)))
        >>> hit = physics.raycast((0, 0, 0), (8, 0, 0))
        >>> hit.entity == wall, hit.fraction, hit.point, hit.normal
        (True, 0.5, Vec3(x=4.0, y=0.0, z=0.0), Vec3(x=-1.0, y=0.0, z=0.0))
        >>> physics.raycast((0, 0, 0), (8, 0, 0), ignore=wall) is None
        True
        """
        return self.queries.raycast(start, end, (mask, ignore, triggers, kind, where))

    @takes_query_keywords
    def raycast_all(
        self,
        start: Triple,
        end: Triple,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
    ) -> list[WorldHit3]:
        """Return all hits on the segment from `start` to `end`, nearest first: one for each shape.

        Keywords as for `raycast`.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D()
        >>> esper.add_processor(physics)
        >>> for x in (6, 2, 4):
        ...     balloon = esper.create_entity(s3.Transform3D(x, 0, 0), s3.Collider3D(s3.Sphere(0.5)))
        ...
        >>> [hit.point.x for hit in physics.raycast_all((0, 0, 0), (10, 0, 0))]
        [1.5, 3.5, 5.5]
        """
        return self.queries.raycast_all(start, end, (mask, ignore, triggers, kind, where))

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
    ) -> RayHits:
        """Return the first hits of N rays as arrays; `starts` and `ends` are of shape (N, 3).

        `RayHits` of `entity` (0 where a ray meets nothing), `fraction`, `point` (N, 3) and `normal` (N, 3).
        Keywords as for `raycast`.

        >>> import esper
        >>> import numpy as np
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D()
        >>> esper.add_processor(physics)
        >>> ground = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Box(10, 2, 10)))
        >>> starts = np.array([(0, 9, 0), (3, 9, 3), (6, 9, 0)])
        >>> hits = physics.raycast_many(starts, starts - (0, 10, 0))
        >>> hits.entity == ground, hits.fraction, hits.point[:, 1]
        (array([ True,  True, False]), array([0.8, 0.8, 1. ]), array([ 1.,  1., -1.]))
        """
        return self.queries.raycast_many(starts, ends, (mask, ignore, triggers, kind, where))

    @takes_query_keywords
    def shape_cast(
        self,
        shape: Shape3,
        pose: PoseLike3,
        translation: Triple,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
    ) -> WorldHit3 | None:
        """Return the first hit of a shape that moves from `pose` by `translation` without turning, or `None`.

        `pose` is a `Pose3`, a mere position, or has a `.pose`, as a Transform3D has. What overlaps at the
        start is hit at fraction 0; what it only touches there is hit if the way leads into it, not along or
        away. Keywords as for `raycast`.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D()
        >>> esper.add_processor(physics)
        >>> wall = esper.create_entity(s3.Transform3D(5, 0, 0), s3.Collider3D(s3.Box(2, 10, 10)))
        >>> hit = physics.shape_cast(s3.Sphere(1), (0, 0, 0), (10, 0, 0))
        >>> hit.entity == wall, hit.fraction, hit.point
        (True, 0.3, Vec3(x=4.0, y=0.0, z=0.0))
        """
        return self.queries.shape_cast(shape, pose, translation, (mask, ignore, triggers, kind, where))

    @takes_query_keywords
    def shape_cast_all(
        self,
        shape: Shape3,
        pose: PoseLike3,
        translation: Triple,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
    ) -> list[WorldHit3]:
        """Return all hits of a moving shape as if it passed through, nearest first: one for each shape.

        Keywords as for `raycast`.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D()
        >>> esper.add_processor(physics)
        >>> for x in (8, 4):
        ...     pillar = esper.create_entity(s3.Transform3D(x, 0, 0), s3.Collider3D(s3.Box(2, 10, 2)))
        ...
        >>> [hit.fraction for hit in physics.shape_cast_all(s3.Box(2, 2, 2), (0, 0, 0), (20, 0, 0))]
        [0.1, 0.3]
        """
        return self.queries.shape_cast_all(shape, pose, translation, (mask, ignore, triggers, kind, where))

    @takes_query_keywords
    def overlap(
        self,
        shape: Shape3,
        pose: PoseLike3,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
    ) -> list[int]:
        """Return the entities that a shape at `pose` overlaps or touches, ascending.

        `pose` as for `shape_cast`. Keywords as for `raycast`.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D()
        >>> esper.add_processor(physics)
        >>> barrel = esper.create_entity(s3.Transform3D(3, 0, 0), s3.Collider3D(s3.Capsule(4, 1)))
        >>> physics.overlap(s3.Sphere(5), (0, 0, 0)) == [barrel]  # in reach of a blast
        True
        """
        return self.queries.overlap(shape, pose, (mask, ignore, triggers, kind, where))

    @takes_query_keywords
    def overlap_point(
        self,
        p: Triple,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
    ) -> list[int]:
        """Return the entities that contain a point, ascending. Keywords as for `raycast`.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D()
        >>> esper.add_processor(physics)
        >>> water = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Box(20, 4, 20), trigger=True))
        >>> physics.overlap_point((3, 1, 3)), physics.overlap_point((3, 1, 3), triggers=True) == [water]
        ([], True)
        """
        return self.queries.overlap_point(p, (mask, ignore, triggers, kind, where))

    @takes_query_keywords
    def overlap_box(
        self,
        lower: Triple,
        upper: Triple,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
    ) -> list[int]:
        """Return the entities that overlap or touch an axis-aligned box, given by its corners, ascending.

        Keywords as for `raycast`.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D()
        >>> esper.add_processor(physics)
        >>> crate = esper.create_entity(s3.Transform3D(3, 0, 0), s3.Collider3D(s3.Box(1, 1, 1)))
        >>> physics.overlap_box((0, 0, 0), (4, 4, 4)) == [crate], physics.overlap_box((4, 0, 0), (8, 4, 4))
        (True, [])
        """
        return self.queries.overlap_box(lower, upper, (mask, ignore, triggers, kind, where))

    @takes_query_keywords
    def nearest(
        self,
        p: Triple,
        max_distance: float,
        *,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        where: Where | None = None,
    ) -> Nearest3 | None:
        """Return the entity whose surface is nearest to a point, `None` if none is within `max_distance`.

        Inside a shape the distance is negative, so the shape in which the point lies deepest is the
        nearest. `max_distance` >= 0 may be infinite. Keywords as for `raycast`.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D()
        >>> esper.add_processor(physics)
        >>> for x in (9, -4):
        ...     tree = esper.create_entity(s3.Transform3D(x, 0, 0), s3.Collider3D(s3.Capsule(6, 1)))
        ...
        >>> found = physics.nearest((0, 1, 0), max_distance=10)
        >>> found.entity == tree, found.point, found.distance
        (True, Vec3(x=-3.0, y=1.0, z=0.0), 3.0)
        """
        return self.queries.nearest(p, max_distance, (mask, ignore, triggers, kind, where))

    def explain(self, a: int, b: int) -> str:
        """Say in one sentence why two entities do or do not collide now: the stage that stopped the pair.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> physics = s3.Physics3D()
        >>> esper.add_processor(physics)
        >>> ball = esper.create_entity(s3.Transform3D(), s3.Body3D(), s3.Collider3D(s3.Sphere(1), mask=0b10))
        >>> wall = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Box(1, 9, 9)))
        >>> physics.explain(ball, wall)
        'the layer 0b1 of 2 is not in the mask 0b10 of 1'
        """
        return self.queries.explain(a, b, self.hooks.refusal)
