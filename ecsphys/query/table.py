"""All casters of a world as arrays, and what they met in the last step."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import Ints, words_of
from ..compile import records
from ..ecs.components import Transform
from ..ecs.components.row import UnownedRows, refuse_owner
from ..spatial.walk import NONE
from ..world.bodies import POSE, POSES, WIDTH
from ..world.state import World
from .answers import WorldHit
from .caster import Caster
from .casting import CAST_HIT, CASTER, CasterPools
from .search import CasterHits, run_casters

Listed = list[tuple[int, tuple[Transform, Any]]]  # as by esper.get_components
Member = tuple[int, Transform, Caster]


class Stand(UnownedRows):
    """The rows of transforms that belong to no body, in one array, where a kernel can read them."""

    __slots__ = ("bytes", "ints", "reals", "words")

    def __init__(self, transforms: list[Transform]):
        self.words = np.zeros((max(len(transforms), 1), WIDTH))  # a view of none has no memory
        self.bytes, self.reals, self.ints = words_of(self.words)
        for k, transform in enumerate(transforms):
            at, (first, end) = transform._at, POSES
            self.words[k, first:end] = transform._rows.reals[at + first : at + end]
            transform._rows, transform._at = self, k * WIDTH


class CasterTable:
    """All casters in arrays, for as long as esper and the world's rows are what they are now.

    Raises `ValueError` for a caster that is given to two entities.
    """

    def __init__(self, rays: Listed, shapes: Listed, world: World):
        members: list[Member] = [(entity, *parts) for entity, parts in [*rays, *shapes]]
        members.sort(key=lambda member: member[0])
        self._sources = rays, shapes, world.structure_version
        self._entities = [entity for entity, _, _ in members]
        self._stale = False
        self.last: CasterHits | None = None
        self._room = records(64, CAST_HIT)
        self._casters = [caster for _, _, caster in members]
        self._dirty: list[int] = []
        self._bodies = self._places(world)
        self._loose = np.flatnonzero(self._bodies == NONE)
        self._stand = Stand(list({members[k][0]: members[k][1] for k in self._loose}.values()))
        self._stands = np.array([members[k][1]._at // WIDTH for k in self._loose], np.int64)
        self._stretches, self._pools = _pooled(members)
        self._rows = records(len(members), CASTER)
        for k, caster in enumerate(self._casters):
            self._rows[k] = self._words(k)
            caster._join(self, k)

    def holds(self, rays: Listed, shapes: Listed, world: World) -> bool:
        """Whether these are still the casters; takes notice of bodies that have other rows now.

        esper answers with the same list until some component or entity comes or goes.
        """
        old_rays, old_shapes, structure = self._sources
        if rays is old_rays and shapes is old_shapes and structure == world.structure_version:
            return not self._stale
        if self._stale or rays != old_rays or shapes != old_shapes:
            return False
        places = self._places(world)
        if ((places == NONE) != (self._bodies == NONE)).any():
            return False
        self._bodies = self._rows["body"] = places
        self._sources = rays, shapes, world.structure_version
        return True

    def _places(self, world: World) -> Ints:
        """The rows of the bodies that carry casters, NONE for a Transform alone."""
        return np.array([world.row_of(entity) for entity in self._entities], np.int64)

    def cast(self, world: World) -> None:
        """Look what all casters meet now."""
        for k in self._dirty:
            self._rows[k] = self._words(k)
        self._dirty.clear()
        for column, name in enumerate(("x", "y", "angle") if len(self._loose) else ()):
            self._rows[name][self._loose] = self._stand.words[self._stands, POSE + column]
        self.last, self._room = run_casters(world, self._rows, self._pools, self._room)

    def hits_of(self, place: int) -> list[WorldHit]:
        """The hits of one caster, sorted."""
        return self.last.of(place) if self.last is not None else []

    def changed(self, place: int, structure: bool) -> None:
        """A caster's values were set."""
        self._dirty.append(place)
        self._stale = self._stale or structure

    def _words(self, k: int) -> tuple[float, ...]:
        """All fields of CASTER, in order."""
        caster = self._casters[k]
        mask, triggers, kinds, _ = caster._filters
        shape = caster.shape
        return (
            int(self._bodies[k]),
            *(0.0, 0.0, 0.0),
            *caster.offset,
            *caster.way,
            int(caster.enabled),
            int(caster.max_hits == 1),
            *(mask, triggers, kinds),
            *self._stretches[k],
            shape.radius if shape is not None else 0.0,
            caster.turn,
            int(shape is not None and shape.upright),
        )


def _pooled(members: list[Member]) -> tuple[list[tuple[int, ...]], CasterPools]:
    """What casters have in stretches, one after the other, and where each has its own: begins and ends."""
    ignored: list[int] = []
    points, parts = [np.empty((0, 4))], [np.empty((0, 3), np.int64)]
    owners: dict[int, int] = {}
    stretches = []
    rows, cores = 0, 0
    for entity, _, caster in members:
        owner = owners.setdefault(id(caster), entity)
        if owner != entity:
            refuse_owner(caster, entity, owner)
        begins = (len(ignored), rows, cores)
        ignored += sorted({entity, *caster._filters.ignored.tolist()})
        if caster.shape is not None:
            own_points, own_parts, _ = caster.shape.packed
            points.append(own_points)
            parts.append(own_parts)
            rows, cores = rows + len(own_points), cores + len(own_parts)
        ends = (len(ignored), rows, cores)
        stretches.append(tuple(place for stretch in zip(begins, ends, strict=True) for place in stretch))
    longest = max(map(len, points))
    return stretches, CasterPools(np.array(ignored), np.concatenate(points), np.concatenate(parts), longest)
