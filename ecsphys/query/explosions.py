"""Explosions in a world."""

from __future__ import annotations

from functools import partial
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Ints, Rows
from ..compile import records
from ..ecs.fields import truth
from ..ecs.simulation import Simulation
from ..limits import FORCE
from ..math2d import check
from ..math2d.vec2 import Pair, Vec2, new_tuple
from .blast import BLAST, Explosion, apply_blasts, find_blasts
from .filters import Ignored, query_filter
from .lazy_list import LazyList
from .scene import QueryFilter, scene_of
from .search import RayBatch

_NEARLY_THERE = 1e-9  # share of a ray that may be missing where two shapes touch


class Blast(NamedTuple):
    """What an explosion did to an entity: its point nearest to the centre, and the impulse on it.

    >>> import esper
    >>> from ecsphys import Box, Collider, Physics, RigidBody, Transform
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> body = RigidBody(mass=2)
    >>> crate = esper.create_entity(Transform(60, 0), body, Collider(Box(20, 20)))
    >>> for blast in physics.explode((0, 0), radius=100, impulse=50):
    ...     print(blast.entity == crate, blast.point, blast.impulse / 2 == body.velocity)
    ...
    True Vec2(x=50.0, y=0.0) True
    """

    entity: int
    point: Vec2
    impulse: Vec2


class Explosions:
    """Makes explosions; keeps its memory."""

    def __init__(self, simulation: Simulation):
        self._simulation = simulation
        self._rays = RayBatch()
        self._marks: Ints = np.zeros(0, np.int64)
        self._asleep: Ints = np.zeros(0, np.int64)
        self._blasts: Rows = records(0, BLAST)

    def explode(
        self,
        center: Pair,
        radius: float,
        impulse: float,
        falloff: float,
        cover: bool,
        mask: int,
        ignore: Ignored,
    ) -> list[Blast]:
        """See `Physics.explode`."""
        x, y = check.finite_pair(center, "center")
        explosion = Explosion(
            x,
            y,
            check.positive(radius, "radius"),
            check.finite(impulse, "impulse", FORCE),
            check.not_negative(falloff, "falloff"),
        )
        cover = truth(cover, "cover")
        wanted = query_filter(mask, ignore, kind="dynamic")
        simulation, world = self._simulation, self._simulation.world
        simulation.settle()
        if simulation.stepping and (departed := simulation.departed()):
            wanted = wanted._replace(ignored=np.union1d(wanted.ignored, departed))
        if len(self._blasts) < world.bodies.count:
            self._blasts = records(len(world.bodies.rows), BLAST)
            self._marks, self._asleep = np.zeros((2, len(world.bodies.rows)), np.int64)
        tree, scene = world.index.tree, scene_of(world)
        count, ordered = find_blasts(tree, scene, wanted, explosion, self._marks, self._blasts)
        found = self._blasts[:count]
        if not ordered:
            found = found[np.argsort(found["entity"])]
        if cover and len(found):
            found = self._uncovered(found, explosion, wanted)
        self._apply(found, impulse)
        own = found.view(np.uint8).copy().view(BLAST)  # as bytes: ten times as fast as by fields
        return LazyList(len(own), partial(_blasts_of, own))

    def _uncovered(self, found: Rows, explosion: Explosion, wanted: QueryFilter) -> Rows:
        """Return the rows of bodies that a ray from the centre reaches at the nearest point."""
        ends = np.stack((found["x"], found["y"]), axis=1)
        starts = np.empty_like(ends)
        starts[:] = explosion.x, explosion.y
        seen = query_filter()._replace(ignored=wanted.ignored)
        hits = self._rays.first_hits(self._simulation.world, starts, ends, seen)
        reached = (
            (hits.entity == 0)
            | (hits.entity == found["entity"])
            | (hits.fraction >= 1.0 - _NEARLY_THERE)
            | (found["distance"] == 0.0)
        )
        kept = records(int(np.count_nonzero(reached)), BLAST)
        kept[:] = found[reached]
        return kept

    def _apply(self, found: Rows, impulse: float) -> None:
        """Change velocities and wake bodies; raise `ValueError` for one that would leave the range."""
        simulation, bodies = self._simulation, self._simulation.world.bodies
        top = simulation.context.top_speed
        beyond, asleep = apply_blasts(bodies.rows, found, len(found), top, self._asleep)
        if beyond < len(found):
            raise ValueError(
                f"entity {int(found['entity'][beyond])}: impulse must leave speeds within their range, "
                f"see ecsphys.limits, got {impulse!r} per length"
            )
        bodies.wake_requests += self._asleep[:asleep].tolist()
        if bodies.sleep_requests:
            woken = set(found["body"].tolist())
            bodies.sleep_requests = [row for row in bodies.sleep_requests if row not in woken]


def _blasts_of(columns: Any) -> list[Blast]:
    """Return rows as tuples; without a Python call for each one."""
    points = map(new_tuple, repeat(Vec2), zip(columns["x"].tolist(), columns["y"].tolist(), strict=True))
    impulses = map(new_tuple, repeat(Vec2), zip(columns["jx"].tolist(), columns["jy"].tolist(), strict=True))
    entities = columns["entity"].tolist()
    return list(map(new_tuple, repeat(Blast), zip(entities, points, impulses, strict=True)))
