"""Takes what esper holds into a world's rows, and lets go of what it no longer holds.

Everything is checked before anything is written: a mistake raises and leaves the world as it was. What can
be done for all changed entities at once is, for a game may replace hundreds in a frame.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import numpy as np

from ..arrays import Ints
from ..contacts.table import remove_contacts_of, table_of
from ..contacts.touch_list import end_pairs_of
from ..world.bodies import NONE, WIDTH, Bodies, Parts
from ..world.contacts import REMOVED, SEPARATED
from ..world.placing import unlink_shapes
from ..world.state import World
from ..world.waking import wake_rows
from .components.row import DetachedRows, owner_of, refuse_owner
from .registry import Change, Registry
from .staging import StagedEntities

_NO_CUTS = np.zeros(0, np.int64)


def synchronize(world: World, registry: Registry) -> None:
    """Bring the world's rows up to date with esper and with what components were told.

    Raises `ValueError` for a component that belongs to another entity or a dynamic body without
    mass; nothing has changed then.
    """
    bodies = world.bodies
    quiet = registry.is_unchanged()
    if quiet and not (bodies.changed_bodies or bodies.changed_colliders):
        return
    changes = [] if quiet else registry.changes()
    told = _told(world, changes) if bodies.changed_bodies or bodies.changed_colliders else []
    if changes or told:
        _bring_up_to_date(world, changes, sorted(changes + told) if told else changes)
    registry.commit(changes)
    bodies.changed_bodies.clear()
    bodies.changed_colliders.clear()
    for component, method, arguments in bodies.deferred_calls:
        getattr(component, method)(*arguments)
    bodies.deferred_calls.clear()


def _bring_up_to_date(world: World, changes: list[Change], everybody: list[Change]) -> None:
    """Check everything, then write: `changes` are esper's, `everybody` has also who was told something."""
    plans = StagedEntities()
    leaving: list[Change] = []
    staying: list[Change] = []
    for change in everybody:
        entity, before, after = change
        if before is not NONE:
            if after is not NONE and not _is_replaced(before, after):
                staying.append(change)
                continue
            leaving.append(change)
        if after is not NONE:
            plans.add(entity, after)
    entering = len(plans.entities)
    for entity, _, after in staying:
        plans.add(entity, after, entity in world.projectile_entities)
    _check_owners(world, changes)
    kept = [world.row_of(change[0]) for change in staying]
    gone = [world.row_of(change[0]) for change in leaving]
    _detach(world, gone, kept)
    if gone:
        _release(world, leaving, gone)
    if changes and kept:
        _part(world, changes)
    _adopt(world, plans, [*world.bodies.take_many(entering), *kept])
    world.awake_stale = True
    world.has_unknown_touches = True
    world.structure_version += len(everybody)


def _told(world: World, changes: list[Change]) -> list[Change]:
    """Entities whose components' own values changed what other rows follow from."""
    known = {change[0] for change in changes}
    entity_of = world.bodies.rows["entity"]
    entities = {
        int(entity_of[row]) for row in world.bodies.changed_bodies + world.bodies.changed_colliders
    } - known
    return [
        (entity, world.parts_of(entity), world.parts_of(entity))
        for entity in entities
        if entity in world.word_offsets
    ]


def _is_replaced(before: Parts, after: Parts) -> bool:
    """Whether an entity has none of the components that it had."""
    return all(new is None or new is not old for new, old in zip(after, before, strict=True))


_ROWS = attrgetter("_rows")


def _check_owners(world: World, changes: list[Change]) -> None:
    """Raise if a component is given to two entities, or to one while another one has it."""
    parts = [part for _, _, after in changes if after is not NONE for part in after if part is not None]
    if len(set(map(id, parts))) == len(parts) and Bodies not in set(map(type, map(_ROWS, parts))):
        return  # all are nobody's yet, and given to one entity each
    owners: dict[int, int] = {}
    foreign: list[tuple[Any, int]] = []
    home = world.bodies.esper_world
    for entity, _, after in changes:
        for part in after:
            if part is None:
                continue
            other = owners.setdefault(id(part), entity)
            if other != entity:
                refuse_owner(part, entity, other)
            owner = owner_of(part)
            if owner == 0:
                continue
            if owner != entity:
                foreign.append((part, entity))
            elif part._rows.esper_world != home:
                refuse_owner(part, entity, owner, f" in the esper world {part._rows.esper_world!r}")
    if foreign:
        given_up = {id(part) for change in changes for part in change[1]}
        for part, entity in foreign:
            if id(part) not in given_up:
                refuse_owner(part, entity, owner_of(part))


def _detach(world: World, gone: list[int], kept: list[int]) -> None:
    """Take the shapes of changed entities' rows out of the world, with their contacts."""
    if not gone and not kept:
        return
    marks = np.zeros(len(world.bodies.rows), np.int64)
    marks[kept] = SEPARATED  # should they not come back, see contacts.end_reasons
    marks[gone] = REMOVED
    rows = np.array(gone + kept, np.int64)
    rows.sort()
    wake_rows(world.bodies.rows, rows)
    world.contacts_removed = True
    for table in (world.solid, world.triggers):
        if table.contact_count:
            remove_contacts_of(table_of(table), world.bodies.rows, world.shapes.rows, marks, _NO_CUTS)
        if gone and table.pairs_end:
            world.events.reserve(table.pairs_end)
            events = world.events
            events.count = end_pairs_of(table_of(table), events.rows, events.count, marks, table.kinds.end)
    _drop_shapes(world, rows)


def _drop_shapes(world: World, rows: Ints) -> None:
    """Remove all shapes of the given bodies, from the broad phase too."""
    shapes = world.shapes
    taken = np.empty(shapes.count, np.int64)
    dropped = taken[: unlink_shapes(world.bodies.rows, shapes.rows, rows, taken)]
    if not len(dropped):
        return
    dropped.sort()
    if world.new_shapes:  # the last step raised before the broad phase saw them
        seen = ~np.isin(dropped, world.new_shapes)
        world.new_shapes = sorted(set(world.new_shapes).difference(dropped.tolist()))
        world.index.remove(dropped[seen])
    else:
        world.index.remove(dropped)
    if world.moved_count:
        moved = world.moved[: world.moved_count]
        still = moved[~np.isin(moved, dropped)]
        world.moved[: len(still)] = still
        world.moved_count = len(still)
    shapes.release(dropped)


def _release(world: World, leaving: list[Change], rows: list[int]) -> None:
    """Give entities' rows back; their components keep their values."""
    bodies = world.bodies
    bodies.forget(rows)
    given_back = DetachedRows(bodies.release(rows))
    for k, (entity, before, _) in enumerate(leaving):
        at = world.word_offsets.pop(entity)
        for part in before:
            if part is not None and part._rows is bodies and part._at == at:
                part._rows, part._at = given_back, k * WIDTH
    entities = [change[0] for change in leaving]
    world.disabled.difference_update(entities)
    world.projectile_entities.difference_update(entities)


def _part(world: World, changes: list[Change]) -> None:
    """Let entities that go on with their rows go on without the components that they lost."""
    lost = [
        part
        for entity, before, after in changes
        for part in before
        if part is not None and owner_of(part) == entity and all(part is not other for other in after)
    ]
    given_back = DetachedRows(world.bodies.rows[[part._at // WIDTH for part in lost]])
    for k, part in enumerate(lost):
        part._rows, part._at = given_back, k * WIDTH


def _adopt(world: World, plans: StagedEntities, rows: list[int]) -> None:
    """Fill bodies' rows, add their shapes, and make the components views on them."""
    if not rows:
        return
    bodies, places = world.bodies, np.array(rows, np.int64)
    plans.place_bodies(bodies, places)
    if plans.made:
        world.new_shapes += plans.place_shapes(world, places)
    transforms, rigids, colliders = bodies.parts
    ats = (places * WIDTH).tolist()
    for (transform, rigid, collider), row, at in zip(plans.parts, rows, ats, strict=True):
        transforms[row], rigids[row], colliders[row] = transform, rigid, collider
        transform._rows, transform._at = bodies, at
        if rigid is not None:
            rigid._rows, rigid._at = bodies, at
        if collider is not None:
            collider._rows, collider._at = bodies, at
    world.word_offsets.update(zip(plans.entities, ats, strict=True))
    world.new_bodies += rows
    for rigid in plans.waiting:
        rigid._run_deferred_calls()
    if plans.disabled or world.disabled:
        world.disabled.difference_update(plans.entities)
        world.disabled.update(plans.disabled)
