"""Takes what esper holds into a world's rows, and lets go of what it no longer holds.

Everything is checked before anything is written: a mistake raises and leaves the world as it was. What can
be done for all changed entities at once is, for a game may replace hundreds in a frame.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from .components import Collider, RigidBody
from .components.rigid_body import NewMotion
from .components.row import GivenBack, NewRow, refuse_owner
from .components.transform import NewPose
from .detect.listing import end_pairs_of
from .detect.pairs import drop_contacts_of, owners_of, table_of
from .mass import BodyMass, body_mass
from .math2d.core import Points, placed
from .math2d.vec2 import new_tuple
from .shapes import Shape
from .world.layout import (
    DYNAMIC,
    FREE,
    KINEMATIC,
    REMOVED,
    SEPARATED,
    STATIC,
    WHOLE,
    WIDTH,
)
from .world.registry import NONE, Change, Registry
from .world.state import BODY_ROW, FILTER_ROW, FIRST_SHAPE, SHAPE_ROW, World
from .world.waking import wake_rows

Words = tuple[Any, ...]


class Plan(NamedTuple):
    """What has been checked of an entity that gets a row or keeps it: what its row is to say."""

    entity: int
    parts: tuple[Any, ...]
    pose: Words  # in the order of NewPose.words
    motion: Words  # in the order of NewMotion.words
    mass: BodyMass


# A core of a collider: row of the body, entity, collider, shape and its place, the core, kind of the body.
Piece = tuple[int, int, Collider, Shape, int, int, Points, float, int]


def take_in(world: World, registry: Registry) -> None:
    """Bring the world's rows up to date with esper and with what components were told.

    Raises `ValueError` for a component that belongs to another entity or a dynamic body without
    mass; nothing has changed then.
    """
    bodies = world.bodies
    quiet = registry.quiet()
    if quiet and not (bodies.changed or bodies.reshaped):
        return
    changes = [] if quiet else registry.changes()
    told = _told(world, registry, changes) if bodies.changed or bodies.reshaped else []
    if changes or told:
        _bring_up_to_date(world, changes, sorted(changes + told) if told else changes)
    registry.commit(changes)
    bodies.changed.clear()
    bodies.reshaped.clear()
    for component, method, arguments in bodies.pending:
        getattr(component, method)(*arguments)
    bodies.pending.clear()


def _bring_up_to_date(world: World, changes: list[Change], everybody: list[Change]) -> None:
    """Check everything, then write: `changes` are esper's, `everybody` has also who was told something."""
    leaving: list[Change] = []
    entering: list[Plan] = []
    staying: list[Plan] = []
    for change in everybody:
        entity, before, after = change
        if before is NONE:
            entering.append(_plan(entity, after))
        elif after is NONE:
            leaving.append(change)
        elif _is_replaced(before, after):
            leaving.append(change)
            entering.append(_plan(entity, after))
        else:
            staying.append(_plan(entity, after))
    _check_owners(world, changes)
    kept = [world.row_of[plan.entity] for plan in staying]
    gone = [world.row_of[change[0]] for change in leaving]
    _detach(world, gone, kept)
    if gone:
        _release(world, leaving, gone)
    if changes and kept:
        _part(world, changes)
    _adopt(world, [*entering, *staying], [*world.bodies.take_many(len(entering)), *kept])
    world.awake_stale = True
    world.unsettled = True
    world.structure += len(everybody)


def _told(world: World, registry: Registry, changes: list[Change]) -> list[Change]:
    """Entities whose components' own values changed what other rows follow from."""
    known = {change[0] for change in changes}
    entity_of = world.bodies.rows["entity"]
    entities = {int(entity_of[row]) for row in world.bodies.changed + world.bodies.reshaped} - known
    return [
        (entity, registry.held[entity], registry.held[entity])
        for entity in entities
        if entity in registry.held
    ]


def _is_replaced(before: Words, after: Words) -> bool:
    """Whether an entity has none of the components that it had."""
    return all(new is None or new is not old for new, old in zip(after, before, strict=True))


def _plan(entity: int, parts: Words) -> Plan:
    """Check an entity and find out what its row is to say."""
    transform, rigid, collider = parts
    pose = _words(transform, NewPose)
    motion = _STILL if rigid is None else _words(rigid, NewMotion)
    mass = body_mass(entity, motion[_KIND], motion[_LOCKS], rigid, collider)
    return new_tuple(Plan, (entity, parts, pose, motion, mass))


_KIND, _LOCKS = 3, 10  # places in NewMotion.words


def _words(part: Any, kind: type[NewRow]) -> Words:
    """What a component's row says, in the order of `kind.words`."""
    rows = part._rows
    if type(rows) is kind and rows.values is not None:
        return rows.values
    at, reals, ints = part._at, rows.reals, rows.ints
    return tuple([(ints if word in WHOLE else reals)[at + word] for word in kind.words])


_STILL = _words(RigidBody.static(), NewMotion)  # what an entity without RigidBody does


_ENTITY = attrgetter("_entity")


def _check_owners(world: World, changes: list[Change]) -> None:
    """Raise if a component is given to two entities, or to one while another one has it."""
    parts = [part for _, _, after in changes for part in after if part is not None]
    if len(set(map(id, parts))) == len(parts) and not max(map(_ENTITY, parts), default=0):
        return  # all are new, and given to one entity each
    owners: dict[int, int] = {}
    foreign: list[tuple[Any, int]] = []
    home = world.bodies.home
    for entity, _, after in changes:
        for part in after:
            if part is None:
                continue
            other = owners.setdefault(id(part), entity)
            if other != entity:
                refuse_owner(part, entity, other)
            owner = part._entity
            if owner == 0:
                continue
            if owner != entity:
                foreign.append((part, entity))
            elif part._rows.home != home:
                refuse_owner(part, entity, owner, f" in the esper world {part._rows.home!r}")
    if foreign:
        given_up = {id(part) for change in changes for part in change[1]}
        for part, entity in foreign:
            if id(part) not in given_up:
                refuse_owner(part, entity, part._entity)


def _detach(world: World, gone: list[int], kept: list[int]) -> None:
    """Take the shapes of changed entities' rows out of the world, with their contacts."""
    if not gone and not kept:
        return
    marks = np.zeros(len(world.bodies.rows), np.int64)
    marks[kept] = SEPARATED  # should they not come back, see detect.endings
    marks[gone] = REMOVED
    wake_rows(world.bodies.rows, np.flatnonzero(marks))
    world.taken_away = True
    owners = owners_of(world)
    for table in (world.solid, world.triggers):
        if table.contact_count:
            drop_contacts_of(table_of(table), owners, marks)
        if gone and table.pair_count:
            world.events.reserve(table.pair_count)
            world.events.count = end_pairs_of(table_of(table), world.events.rows, world.events.count, marks)
    _drop_shapes(world, gone + kept)


def _drop_shapes(world: World, rows: list[int]) -> None:
    """Remove all shapes of the given bodies, from the broad phase too."""
    shapes, ints = world.shapes, world.bodies.ints
    dropped: list[int] = []
    for row in rows:
        at = row * WIDTH + FIRST_SHAPE
        shape = ints[at]
        ints[at] = FREE
        while shape >= 0:
            dropped.append(shape)
            shape = shapes.following(shape)
    if not dropped:
        return
    dropped.sort()
    ids = np.array(dropped, np.int64)
    if world.fresh_shapes:  # the last step raised before the broad phase saw them
        unseen = set(world.fresh_shapes)
        world.fresh_shapes = sorted(unseen - set(dropped))
        world.index.remove(np.array([shape for shape in dropped if shape not in unseen], np.int64))
    else:
        world.index.remove(ids)
    if world.moved_count:
        moved = world.moved[: world.moved_count]
        still = moved[~np.isin(moved, ids)]
        world.moved[: len(still)] = still
        world.moved_count = len(still)
    shapes.release(dropped)


def _release(world: World, leaving: list[Change], rows: list[int]) -> None:
    """Give entities' rows back; their components keep their values."""
    world.bodies.forget(rows)
    given_back = GivenBack(world.bodies.release(rows))
    at = 0
    for entity, before, _ in leaving:
        del world.row_of[entity]
        for part in before:
            if part is not None and part._entity == entity:
                part._rows, part._at, part._entity = given_back, at, 0
        at += WIDTH
    entities = [change[0] for change in leaving]
    world.disabled.difference_update(entities)
    world.flying.difference_update(entities)


def _part(world: World, changes: list[Change]) -> None:
    """Let entities that go on with their rows go on without the components that they lost."""
    lost = [
        part
        for entity, before, after in changes
        for part in before
        if part is not None and part._entity == entity and all(part is not other for other in after)
    ]
    given_back = GivenBack(world.bodies.rows[[part._at // WIDTH for part in lost]])
    for k, part in enumerate(lost):
        part._rows, part._at, part._entity = given_back, k * WIDTH, 0


def _adopt(world: World, plans: list[Plan], rows: list[int]) -> None:
    """Fill bodies' rows, add their shapes, and make the components views on them."""
    if not plans:
        return
    bodies, row_of = world.bodies, world.row_of
    heads = _add_shapes(world, plans, rows)
    memory, pack, size = bodies.bytes, BODY_ROW.pack_into, BODY_ROW.size
    for (entity, parts, pose, motion, mass), row in zip(plans, rows, strict=True):
        x, y, angle, old_x, old_y, old_angle = pose
        (
            vx, vy, w, kind, fx, fy, torque, gravity, linear, angular, locks, target, sweep, sleeps, _, _, _
        ) = motion  # fmt: skip
        if kind == DYNAMIC or (kind == KINEMATIC and (vx or vy or w)):
            awake = 1
        else:  # what stands is not interpolated
            awake, old_x, old_y, old_angle = 0, x, y, angle
            if kind == STATIC:
                vx = vy = w = 0.0
        m, inertia, inverse_m, inverse_i, center_x, center_y, reach, thin = mass
        pack(
            memory, row * size,
            entity, x, y, angle, vx, vy, w, awake, heads.get(row, -1), kind, inverse_m, inverse_i, center_x,
            center_y, fx, fy, torque, gravity, linear, angular, locks, target, old_x, old_y, old_angle,
            reach, thin, sweep, 0, 0, 0.0, 0.0, sleeps, row, m, inertia,
        )  # fmt: skip
        at = row * WIDTH
        for part in parts:
            if part is not None:
                part._rows, part._at, part._entity = bodies, at, entity
        row_of[entity] = row
    world.fresh += rows
    for plan in plans:
        rigid = plan.parts[1]
        if rigid is not None and rigid._pending:
            rigid._make_up()
    _note_disabled(world, plans)


def _note_disabled(world: World, plans: list[Plan]) -> None:
    """Keep the set of entities up to date whose collider is switched off."""
    off = {plan[0] for plan in plans if plan[1][2] is not None and not plan[1][2]._enabled}
    if off or world.disabled:
        world.disabled.difference_update([plan[0] for plan in plans])
        world.disabled |= off


def _add_shapes(world: World, plans: list[Plan], rows: list[int]) -> dict[int, int]:
    """A row for every core of the plans' colliders; returns the first one of each body that has any."""
    shapes, flying = world.shapes, world.flying
    pieces: list[Piece] = []
    for plan, row in zip(plans, rows, strict=True):
        _add_pieces(pieces, plan, row)
    new, places = shapes.take_many(len(pieces)), shapes.store([piece[6] for piece in pieces])
    shape_row, shape_bytes, shape_size = SHAPE_ROW.pack_into, shapes.row_bytes, SHAPE_ROW.size
    filter_row, filter_bytes, filter_size = FILTER_ROW.pack_into, shapes.filter_bytes, FILTER_ROW.size
    heads: dict[int, int] = {}
    for at, first, piece in zip(new, places, pieces, strict=True):
        row, entity, collider, shape, index, form, points, radius, kind = piece
        side_x, side_y = collider._one_way or _NO_SIDE
        shape_row(
            shape_bytes, at * shape_size,
            row, heads.get(row, -1), form, first, len(points), radius, shape.upright,
            collider._friction, collider._restitution, collider._surface_speed, side_x, side_y, index, 2,
        )  # fmt: skip
        mask = collider._mask
        filter_row(
            filter_bytes, at * filter_size,
            row, collider._layer, mask, mask | collider._detect_mask, collider._group, collider._trigger,
            kind != STATIC, kind == DYNAMIC, entity in flying,
        )  # fmt: skip
        shapes.made[at] = shape
        heads[row] = at
    world.fresh_shapes += new
    return heads


_NO_SIDE = (0.0, 0.0)


def _add_pieces(pieces: list[Piece], plan: Plan, row: int) -> None:
    """Append the cores of a collider that takes part, the last one first."""
    entity, (_, _, collider), _, motion, _ = plan
    if collider is None or not collider._enabled:
        return
    offset, angle, kind = collider._offset, collider._angle, motion[_KIND]
    in_place = angle == 0.0 and offset == _NO_SIDE
    index = len(collider._shapes)
    for shape in reversed(collider._shapes):
        index -= 1
        for form, points, radius in reversed(shape.cores):
            if not in_place:
                points = placed(points, offset, 0.0 if shape.upright else angle)
            pieces.append((row, entity, collider, shape, index, form, points, radius, kind))
