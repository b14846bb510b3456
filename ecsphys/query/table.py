"""All casters of a world as arrays, and their hits in the last step."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import FREE, Ints
from ..compile import records
from ..ecs.binding import UnownedRows, bind, check_owners, gather_words
from ..ecs.components import Transform
from ..world.bodies import POSE, WIDTH
from ..world.state import World
from ..world.store import ComponentRows
from .answers import WorldHit
from .caster import Caster, tables
from .casting import CAST_HIT, CASTER, CasterPools
from .search import CasterHits, run_casters

Listed = list[tuple[int, tuple[Transform, Any]]]  # as by esper.get_components
Member = tuple[int, Transform, Caster]
_RELEASED = UnownedRows()  # of casters that have had an entity


class CasterTable(ComponentRows):
    """All casters in arrays, valid until esper lists others or rows of bodies move.

    Raises `ValueError` for a caster that is given to two entities.
    """

    def __init__(self, rays: Listed, shapes: Listed, world: World):
        members: list[Member] = [(entity, *parts) for entity, parts in [*rays, *shapes]]
        members.sort(key=lambda member: member[0])
        self.esper_world: str | None = world.bodies.esper_world
        claims = [(entity, caster) for entity, _, caster in members]
        check_owners(
            claims, [caster for _, caster in claims], self.esper_world
        )  # esper lists all of its world
        self._sources = rays, shapes, world.structure_version
        self._entities = [entity for entity, _, _ in members]
        self._stale = False
        self.last: CasterHits | None = None
        self._room = records(64, CAST_HIT)
        self._casters = [caster for _, _, caster in members]
        self._dirty: list[int] = []  # rows to be packed again
        self._bodies = self._places(world)
        self._loose = np.flatnonzero(self._bodies == FREE)
        # Transforms without a body, side by side where they can be read at once; and the row of each in
        # there.
        self._mere = list({members[k][0]: members[k][1] for k in self._loose}.values())
        self._mere_rows = gather_words(self._mere, WIDTH)
        self._loose_transforms = np.array([members[k][1]._at // WIDTH for k in self._loose], np.int64)
        self._stretches, self._pools = _pooled(members)
        self._rows = records(len(members), CASTER)
        for k, caster in enumerate(self._casters):
            self._rows[k] = self._pack(k)
            caster._outdate()
        bind(self._casters, self, range(len(members)))
        tables.add(self)

    def holds(self, rays: Listed, shapes: Listed, world: World) -> bool:
        """Whether these are still the casters; follows bodies whose rows moved.

        esper returns the same list until some component or entity is added or removed.
        """
        old_rays, old_shapes, structure = self._sources
        if rays is old_rays and shapes is old_shapes and structure == world.structure_version:
            return not self._stale
        if self._stale or rays != old_rays or shapes != old_shapes:
            return False
        places = self._places(world)
        if ((places == FREE) != (self._bodies == FREE)).any():
            return False
        if any(transform._rows is not self._mere_rows for transform in self._mere):
            return False  # it has been part of a body meanwhile
        self._bodies = self._rows["body"] = places
        self._sources = rays, shapes, world.structure_version
        return True

    def _places(self, world: World) -> Ints:
        """Return the rows of the bodies that carry casters, FREE for a Transform alone."""
        return np.array([world.row_of(entity) for entity in self._entities], np.int64)

    def cast(self, world: World) -> None:
        """Cast all rays and shapes."""
        for k in self._dirty:
            self._rows[k] = self._pack(k)
        self._dirty.clear()
        for column, name in enumerate(("x", "y", "angle") if len(self._loose) else ()):
            self._rows[name][self._loose] = self._mere_rows.words[self._loose_transforms, POSE + column]
        self.last, self._room = run_casters(world, self._rows, self._pools, self._room)

    def hits_of(self, at: int) -> list[WorldHit]:
        """Return the hits of one caster, sorted."""
        return self.last.of(at) if self.last is not None else []

    def owner_of(self, at: int) -> int:
        """Return the entity of a caster."""
        return self._entities[at]

    def release(self) -> None:
        """Release the casters that no other table has adopted; they keep their hits."""
        released = [caster for caster in self._casters if caster._rows is self]
        for caster in released:
            caster._keep_hits()
        bind(released, _RELEASED, range(len(released)))

    def mark_changed(self, at: int, structure: bool) -> None:
        """Note that a setting was assigned; `structure`: one that needs room in other arrays."""
        self._dirty.append(at)
        self._stale = self._stale or structure

    def _pack(self, k: int) -> tuple[float, ...]:
        """Return all fields of CASTER, in order."""
        caster = self._casters[k]
        mask, triggers, kinds, _ = caster._filters
        shape = caster._moving_shape
        return (
            int(self._bodies[k]),
            *(0.0, 0.0, 0.0),
            *caster.offset,
            *caster.motion,
            int(caster.enabled),
            int(caster.max_hits == 1),
            *(mask, triggers, kinds),
            *self._stretches[k],
            shape.radius if shape is not None else 0.0,
            caster.shape_angle,
            int(shape is not None and shape.upright),
        )


def _pooled(members: list[Member]) -> tuple[list[tuple[int, ...]], CasterPools]:
    """Lay ignored entities, points and parts of casters one after the other.

    Returns the ranges of each caster too.
    """
    ignored: list[int] = []
    points, parts = [np.empty((0, 4))], [np.empty((0, 3), np.int64)]
    stretches = []
    rows, cores = 0, 0
    for entity, _, caster in members:
        begins = (len(ignored), rows, cores)
        ignored += sorted({entity, *caster._filters.ignored.tolist()})
        shape = caster._moving_shape
        if shape is not None:
            own_points, own_parts, _ = shape.packed
            points.append(own_points)
            parts.append(own_parts)
            rows, cores = rows + len(own_points), cores + len(own_parts)
        ends = (len(ignored), rows, cores)
        stretches.append(tuple(place for stretch in zip(begins, ends, strict=True) for place in stretch))
    longest = max(map(len, points))
    return stretches, CasterPools(np.array(ignored), np.concatenate(points), np.concatenate(parts), longest)
