"""What casters have hit, in bytes: a column of numbers, and the shapes that their entities have no longer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..arrays import Array
from ..ecs.components import Collider
from ..math2d.vec2 import Vec2
from ..query.answers import WorldHit
from ..query.caster import Caster
from ..shapes import Shape
from .owners import rows_in
from .snapshot import Snapshot
from .values import Tree, from_tree, to_tree

Shapes = tuple[Shape, ...]

# `caster`: its place among all components; `shape`: the number of the shape in the collider of the entity,
# or -1 less its place among the shapes that no collider has.
HIT = np.dtype(
    [("caster", "<i8"), ("entity", "<i8"), ("shape", "<i8")]
    + [(name, "<f8") for name in ("fraction", "x", "y", "nx", "ny")]
)


def colliders_of(snapshot: Snapshot) -> dict[int, tuple[Shapes, Any]]:
    """Return shapes and settings of the colliders of entities, as they were."""
    structure, entities = snapshot._structure, rows_in(snapshot._values.owners, "bodies")["entity"].tolist()
    held = {id(one): (shapes, settings) for one, shapes, settings in structure.attributes.colliders}
    parts = zip(entities, structure.parts, strict=False)
    return {entity: held[id(part[2])] for entity, part in parts if part[2] is not None}


def casters_of(snapshot: Snapshot) -> Iterator[tuple[Caster, dict[str, Any], list[WorldHit]]]:
    """Yield the casters of a snapshot, with their settings and hits at that time."""
    for part, varied in zip(snapshot._structure.varied, snapshot._values.varied, strict=True):
        if isinstance(part, Caster):
            _, settings, hits = varied
            yield part, settings, hits


def write_hits(snapshot: Snapshot, places: Mapping[int, int]) -> tuple[Array, list[Tree]]:
    """Return the hits of all casters, and the shapes among them that no collider has.

    `places`: that of each caster among the components, by id.
    """
    numbers: dict[int, dict[int, int]] = {}  # of the shapes of an entity, by id
    rows: list[tuple[Any, ...]] = []
    lost: list[Shape] = []
    colliders: dict[int, tuple[Shapes, Any]] | None = None
    for caster, _, hits in casters_of(snapshot):
        for entity, shape, fraction, point, normal in hits:
            if colliders is None:
                colliders = colliders_of(snapshot)
            if entity not in numbers:
                own = colliders[entity][0] if entity in colliders else ()
                numbers[entity] = {id(one): number for number, one in enumerate(own)}
            number = numbers[entity].get(id(shape))
            if number is None:
                lost.append(shape)
                number = -len(lost)
            rows.append((places[id(caster)], entity, number, fraction, *point, *normal))
    shown = [to_tree(shape, "a shape that a caster hit") for shape in lost]
    return np.array(rows, HIT), shown


def read_hits(rows: Array, lost: Sequence[Tree], parts: Sequence[Any], of: Mapping[int, Any]) -> None:
    """Give new casters among the components `parts` their hits; `of`: the components of each entity.

    Raises `ValueError` for hits that no caster can have.
    """
    if rows.dtype != HIT or rows.ndim != 1:
        raise ValueError("the hits of casters have other columns")
    shapes = [from_tree(tree, "a shape that a caster hit") for tree in lost]
    for name in ("fraction", "x", "y", "nx", "ny"):
        if not np.isfinite(rows[name]).all():
            raise ValueError(f"the hits of casters must be finite, which {name} is not")
    for place, entity, number, fraction, x, y, nx, ny in rows.tolist():
        caster = parts[place] if 0 <= place < len(parts) else None
        own: Sequence[Any] = of[entity][Collider]._shapes if Collider in of.get(entity, ()) else ()
        if number < 0:
            own, number = shapes, -1 - number
        if not (isinstance(caster, Caster) and entity > 0 and number < len(own)):
            raise ValueError(f"a hit of entity {entity} by component {place} is none that a caster can have")
        if not isinstance(own[number], Shape):
            raise ValueError(f"a caster can hit shapes only, got {own[number]!r:.60}")
        caster._hits.append(WorldHit(entity, own[number], fraction, Vec2(x, y), Vec2(nx, ny)))
