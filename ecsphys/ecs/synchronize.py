"""Bring the rows of a world up to date with esper's entities and with settings of components that changed.

Everything is checked before anything is written: a mistake raises and leaves the world as it was. Work is
done in batches over all changed entities, for a game may replace hundreds in a frame.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import Ints
from ..contacts.table import table_of
from ..interrupts import UNINTERRUPTED
from ..world.base_world import BaseWorld
from ..world.body_store import NONE, Parts
from ..world.contacts import REMOVED, SEPARATED
from ..world.losses import release_lost
from .binding import are_new, bind_groups, check_owners, detach, detach_groups, owner_of
from .registry import Change, Registry

_NO_CUTS = np.zeros(0, np.int64)


def synchronize(world: BaseWorld, registry: Registry) -> None:
    """Adopt, release and update bodies and shapes so that the world holds the components that esper holds.

    Raises `ValueError` for a component that belongs to another entity and for a dynamic body without mass;
    nothing has changed then. At last the calls are made that waited for this; one that is refused raises
    `ValueError`, when everything else is done.
    """
    bodies = world.bodies
    unchanged = registry.is_unchanged()
    if unchanged and not (bodies.changed_bodies or bodies.changed_colliders):
        return
    with UNINTERRUPTED:
        changes = [] if unchanged else registry.changes()
        edited = _edited(world, changes) if bodies.changed_bodies or bodies.changed_colliders else []
        if changes or edited:
            _apply(world, changes, sorted(changes + edited) if edited else changes)
        registry.commit(changes)
        bodies.changed_bodies.clear()
        bodies.changed_colliders.clear()
        if bodies.deferred_calls:
            _make_deferred_calls(world)


def _make_deferred_calls(world: BaseWorld) -> None:
    """Make the calls that waited for a row or a mass, each once; then raise the first error, if any.

    A refused call has changed nothing and is dropped: the next step takes place.
    """
    calls, world.bodies.deferred_calls = world.bodies.deferred_calls, []
    refused: list[str] = []
    for component, method, arguments in calls:
        try:
            component._make_deferred_call(method, arguments)
        except ValueError as error:
            if owner_of(component) != 0:  # else it has left meanwhile
                refused.append(str(error))
    if refused:
        raise ValueError("; ".join(refused))


def _edited(world: BaseWorld, changes: list[Change]) -> list[Change]:
    """Return the entities, beside `changes`, whose components had a setting assigned."""
    changed = {change[0] for change in changes}
    entity_of, bodies = world.bodies.rows["entity"], world.bodies
    entities = {int(entity_of[row]) for row in bodies.changed_bodies + bodies.changed_colliders} - changed
    return [
        (entity, world.parts_of(entity), world.parts_of(entity))
        for entity in entities
        if entity in world.word_offsets
    ]


def _apply(world: BaseWorld, changes: list[Change], updates: list[Change]) -> None:
    """Check everything, then write.

    `changes` are esper's; `updates` are these and edited entities, ascending.
    """
    staged = world.dimension.make_staging()
    leaving: list[Change] = []
    staying: list[Change] = []
    for change in updates:
        entity, before, after = change
        if before is not NONE:
            if after is not NONE and not _is_replaced(before, after):
                staying.append(change)
                continue
            leaving.append(change)
        if after is not NONE:
            staged.add(entity, after)
    entering = len(staged.entities)
    for entity, _, after in staying:
        staged.add(entity, after, entity in world.projectile_entities)
    _check_owners(world, changes)
    kept_rows = [world.row_of(change[0]) for change in staying]
    left_rows = [world.row_of(change[0]) for change in leaving]
    _remove_shapes(world, left_rows, kept_rows)
    if left_rows:
        _release(world, leaving, left_rows)
    if changes and kept_rows:
        _detach_lost(world, changes)
        release_lost(world, [change[0] for change in changes])
    _adopt(world, staged, [*world.bodies.take_many(entering), *kept_rows])
    world.awake_stale = True
    world.has_unknown_touches = True
    world.structure_version += len(updates)


def _is_replaced(before: Parts, after: Parts) -> bool:
    """Whether an entity has none of the components that it had."""
    return all(new is None or new is not old for new, old in zip(after, before, strict=True))


def _check_owners(world: BaseWorld, changes: list[Change]) -> None:
    """Raise if a component is given to two entities, or to one while another one keeps it."""
    if are_new([part for _, _, after in changes for part in after if part is not None]):
        return
    claims = [(entity, part) for entity, _, after in changes for part in after if part is not None]
    given_up = [part for _, before, _ in changes for part in before if part is not None]
    check_owners(claims, given_up, world.bodies.esper_world)


def _remove_shapes(world: BaseWorld, gone: list[int], kept: list[int]) -> None:
    """Remove the shapes and contacts of the bodies that leave (`gone`) and of those that stay (`kept`)."""
    if not gone and not kept:
        return
    marks = np.zeros(len(world.bodies.rows), np.int64)
    marks[kept] = SEPARATED  # if the contacts are not found again, see contacts.end_reasons
    marks[gone] = REMOVED
    rows = np.array(gone + kept, np.int64)
    rows.sort()
    dimension = world.dimension
    dimension.wake_rows(world.bodies.rows, rows)
    world.contacts_removed = True
    for table in (world.solid, world.triggers):
        if table.contact_count:
            dimension.remove_contacts_of(
                table_of(table), world.bodies.rows, world.shapes.rows, marks, _NO_CUTS
            )
        if gone and table.pairs_end:
            world.events.reserve(table.pairs_end)
            events = world.events
            events.count = dimension.end_pairs_of(
                table_of(table), events.rows, events.count, marks, table.kinds.end
            )
    _drop_shapes(world, rows)


def _drop_shapes(world: BaseWorld, rows: Ints) -> None:
    """Remove all shapes of the given bodies, also from the broad phase."""
    shapes = world.shapes
    dropped, volumes = world.dimension.unlink_shapes(world, rows)
    if not len(dropped):
        return
    dropped.sort()
    proxies = shapes.proxies_among(dropped)
    if world.new_shapes:  # the last step raised before the broad phase saw them
        seen = ~np.isin(proxies, world.new_shapes)
        world.new_shapes = sorted(set(world.new_shapes).difference(dropped.tolist()))
        world.index.remove(proxies[seen])
    else:
        world.index.remove(proxies)
    if world.moved_count:
        moved = world.moved[: world.moved_count]
        still = moved[~np.isin(moved, dropped)]
        world.moved[: len(still)] = still
        world.moved_count = len(still)
    shapes.release(dropped)
    if volumes:
        shapes.release_volumes(volumes)


def _release(world: BaseWorld, leaving: list[Change], rows: list[int]) -> None:
    """Give the rows of entities back; their components keep the values."""
    bodies = world.bodies
    bodies.drop_pending_edits(rows)
    entities = [change[0] for change in leaving]
    offsets = map(world.word_offsets.pop, entities)
    detach_groups([change[1] for change in leaving], bodies, offsets, bodies.release(rows))
    world.disabled.difference_update(entities)
    world.projectile_entities.difference_update(entities)
    release_lost(world, entities)


def _detach_lost(world: BaseWorld, changes: list[Change]) -> None:
    """Release the components that entities lost which keep their rows for others."""
    lost = [
        part
        for entity, before, after in changes
        for part in before
        if part is not None and owner_of(part) == entity and all(part is not new for new in after)
    ]
    bodies = world.bodies
    rows = [part._at // bodies.width for part in lost]
    detach(lost, bodies.rows.view(np.ndarray)[rows], range(len(lost)))


def _adopt(world: BaseWorld, staged: Any, rows: list[int]) -> None:
    """Fill the rows of bodies, add their shapes, and bind the components to them."""
    if not rows:
        return
    bodies, places = world.bodies, np.array(rows, np.int64)
    staged.place_bodies(bodies, places)
    if staged.shapes:
        world.new_shapes += staged.place_shapes(world, places)
    offsets = (places * bodies.width).tolist()
    for parts, row in zip(staged.parts, rows, strict=True):
        bodies.parts[row] = parts
    bind_groups(staged.parts, bodies, offsets)
    world.word_offsets.update(zip(staged.entities, offsets, strict=True))
    world.new_bodies += rows
    for rigid in staged.deferred:
        bodies.deferred_calls += rigid._take_deferred_calls()
    if staged.disabled or world.disabled:
        world.disabled.difference_update(staged.entities)
        world.disabled.update(staged.disabled)
