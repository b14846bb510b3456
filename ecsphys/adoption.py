"""Takes what esper holds into a world's rows, and lets go of what it no longer holds.

Everything is checked before anything is written: a mistake raises and leaves the world as it was.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .components import Collider, RigidBody, Transform
from .components.layers import signed
from .components.row import refuse_owner
from .detect.listing import end_pairs_of
from .detect.pairs import drop_contacts_of, owners_of, table_of
from .mass import NO_MASS, BodyMass, body_mass
from .math2d.core import placed
from .world.layout import (
    BODY_FIELDS,
    DYNAMIC,
    FREE,
    KINEMATIC,
    POSE,
    PREVIOUS,
    REMOVED,
    SEPARATED,
    STATIC,
    WIDTH,
)
from .world.registry import NONE, Change, Registry
from .world.state import FIRST_SHAPE, World
from .world.waking import wake_rows

_FORCE_X, _ANGULAR_DAMPING = BODY_FIELDS["force_x"], BODY_FIELDS["angular_damping"]
_KIND, _LOCKS, _CAN_SLEEP, _CONTINUOUS = (
    BODY_FIELDS[name] for name in ("kind", "locks", "can_sleep", "continuous")
)
_VX, _W, _TARGET_TIME = BODY_FIELDS["vx"], BODY_FIELDS["angular_velocity"], BODY_FIELDS["target_time"]


class Plan(NamedTuple):
    """A change that has been checked, with what follows from it."""

    change: Change
    mass: BodyMass
    leaves: bool  # its row is given up
    enters: bool  # it gets a row


def take_in(world: World, registry: Registry) -> None:
    """Bring the world's rows up to date with esper and with what components were told.

    Raises `ValueError` for a component that belongs to another entity or a dynamic body without
    mass; nothing has changed then.
    """
    bodies = world.bodies
    if registry.quiet() and not (bodies.changed or bodies.reshaped):
        return
    changes = [] if registry.quiet() else registry.changes()
    told = _told(world, registry, {change.entity for change in changes})
    plans = [_plan(change) for change in sorted(changes + told)]
    foreign = _check_owners(world, plans)
    leaving = [plan for plan in plans if plan.leaves]
    staying = [plan for plan in plans if not plan.leaves and not plan.enters]
    _detach(world, leaving, staying)
    if leaving:
        _forget(world, leaving)
    for plan in leaving:
        _release(world, plan.change)
    for part in foreign:
        if part._entity != 0:  # its entity goes on without it
            part._release()
    for plan in plans:
        if plan.enters:
            _adopt(world, plan, world.bodies.take())
        elif not plan.leaves:
            _adopt(world, plan, world.row_of[plan.change.entity])
    registry.commit(changes)
    bodies.changed.clear()
    bodies.reshaped.clear()
    for component, method, arguments in bodies.pending:
        getattr(component, method)(*arguments)
    bodies.pending.clear()
    world.awake_stale = True
    world.unsettled = True
    world.structure += len(plans)


def _told(world: World, registry: Registry, known: set[int]) -> list[Change]:
    """Entities whose components' own values changed what other rows follow from."""
    ints = world.bodies.rows["entity"]
    entities = {int(ints[row]) for row in world.bodies.changed + world.bodies.reshaped} - known
    return [
        Change(entity, registry.held[entity], registry.held[entity])
        for entity in entities
        if entity in registry.held
    ]


def _plan(change: Change) -> Plan:
    """Check a change and find out what it means."""
    before, after = change.before, change.after
    replaced = (
        before is not NONE
        and after is not NONE
        and all(new is not old for new, old in zip(after, before, strict=True))
    )
    mass = NO_MASS if after is NONE else body_mass(change.entity, after[1], after[2])
    return Plan(
        change,
        mass,
        before is not NONE and (after is NONE or replaced),
        after is not NONE and (before is NONE or replaced),
    )


def _check_owners(world: World, plans: list[Plan]) -> list[Any]:
    """Raise if a component is given to two entities; returns those that come over from another one."""
    owners: dict[int, int] = {}
    foreign: list[Any] = []
    for plan in plans:
        entity = plan.change.entity
        for part in plan.change.after:
            if part is None:
                continue
            other = owners.setdefault(id(part), entity)
            if other != entity:
                refuse_owner(part, entity, other)
            if part._entity not in (0, entity):
                foreign.append((part, entity))
            elif part._entity != 0 and part._rows.home != world.bodies.home:
                refuse_owner(part, entity, part._entity, f" in the esper world {part._rows.home!r}")
    if foreign:
        given_up = {id(part) for plan in plans for part in plan.change.before}
        for part, entity in foreign:
            if id(part) not in given_up:
                refuse_owner(part, entity, part._entity)
    return [part for part, _ in foreign]


def _detach(world: World, leaving: list[Plan], staying: list[Plan]) -> None:
    """Take the shapes of changed entities out of the world, with their contacts."""
    marks = np.zeros(len(world.bodies.rows), np.int64)
    for plan in leaving:
        marks[world.row_of[plan.change.entity]] = REMOVED
    for plan in staying:
        marks[world.row_of[plan.change.entity]] = SEPARATED  # should they not come back, see detect.endings
    rows = np.flatnonzero(marks)
    if not len(rows):
        return
    wake_rows(world.bodies.rows, rows)
    world.taken_away = True
    owners = owners_of(world)
    for table in (world.solid, world.triggers):
        drop_contacts_of(table_of(table), owners, marks)
        if leaving:
            world.events.reserve(table.pair_count)
            world.events.count = end_pairs_of(table_of(table), world.events.rows, world.events.count, marks)
    _drop_shapes(world, rows)


def _drop_shapes(world: World, rows: Any) -> None:
    """Remove all shapes of the given bodies, from the broad phase too."""
    shapes, ints = world.shapes, world.bodies.ints
    dropped: list[int] = []
    for row in rows.tolist():
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
    moved = world.moved[: world.moved_count]
    kept = moved[~np.isin(moved, ids)]
    world.moved[: len(kept)] = kept
    world.moved_count = len(kept)
    for shape in dropped:
        shapes.release(shape)


def _forget(world: World, leaving: list[Plan]) -> None:
    """What was asked of bodies that go does not concern whoever gets their rows."""
    new_row = np.arange(len(world.bodies.rows))
    new_row[[world.row_of[plan.change.entity] for plan in leaving]] = FREE
    world.bodies.renumber(new_row)


def _release(world: World, change: Change) -> None:
    """Give an entity's row back; its components keep their values."""
    for part in change.before:
        if part is not None and part._entity == change.entity:
            part._release()
    world.disabled.discard(change.entity)
    world.bodies.release(world.row_of.pop(change.entity))


def _adopt(world: World, plan: Plan, row: int) -> None:
    """Fill a body's row from its components, add its shapes, and make the components views on it."""
    entity, before, after = plan.change
    transform, rigid, collider = after
    kind = rigid._rows.ints[rigid._at + _KIND] if rigid is not None else STATIC
    first_shape = _add_shapes(world, row, kind, collider)
    world.bodies.write(row, _words(row, entity, transform, rigid, kind, plan.mass, first_shape))
    if before is not NONE:
        for part in before:
            if part is not None and part._entity == entity and all(part is not kept for kept in after):
                part._release()
    for part in after:
        if part is not None:
            part._adopt(world.bodies, row, entity)
    world.row_of[entity] = row
    world.disabled.discard(entity)
    if collider is not None and not collider.enabled:
        world.disabled.add(entity)
    world.fresh.append(row)


def _words(
    row: int,
    entity: int,
    transform: Transform,
    rigid: RigidBody | None,
    kind: int,
    mass: BodyMass,
    first_shape: int,
) -> tuple[float, ...]:
    """All fields of BODY, in order."""
    source = rigid if rigid is not None else _STILL
    reals, ints, at = source._rows.reals, source._rows.ints, source._at
    velocity = reals[at + _VX : at + _W + 1] if kind != STATIC else (0.0, 0.0, 0.0)
    awake = kind == DYNAMIC or (kind == KINEMATIC and any(velocity))
    forces = reals[at + _FORCE_X : at + _ANGULAR_DAMPING + 1]
    pose_reals, pose_at = transform._rows.reals, transform._at
    before = pose_at + (PREVIOUS if awake else POSE)  # what stands is not interpolated
    return (
        entity,
        *pose_reals[pose_at + POSE : pose_at + POSE + 3],
        *velocity,
        awake,
        first_shape,
        kind,
        mass.inverse_mass(kind),
        mass.inverse_inertia(kind),
        mass.center_x,
        mass.center_y,
        *forces,
        ints[at + _LOCKS],
        reals[at + _TARGET_TIME],
        *pose_reals[before : before + 3],
        mass.reach,
        mass.thin,
        ints[at + _CONTINUOUS],
        0,
        0,
        0.0,
        0.0,
        ints[at + _CAN_SLEEP],
        row,
        mass.mass,
        mass.inertia,
        *_NO_CHARACTER,
    )


_NO_CHARACTER = (0.0, 0.0, 0.0, 0, 0.0, 0.0)  # until the character system says otherwise
_STILL = RigidBody.static()  # what an entity without RigidBody is
_STILL._entity = FREE  # it waits for nobody


def _add_shapes(world: World, row: int, kind: int, collider: Collider | None) -> int:
    """A row for every core of a collider; returns the first, -1 when there is none."""
    if collider is None or not collider.enabled:
        return -1
    values = collider._values
    shapes = world.shapes
    mobile, dynamic = int(kind != STATIC), int(kind == DYNAMIC)
    layer, mask, detected = values["layer"], values["mask"], values["detect_mask"]
    meets = (signed(layer), signed(mask), signed(mask | detected), values["group"])
    filters = (row, *meets, int(values["trigger"]), mobile, dynamic, 0)
    side = values["one_way"] or (0.0, 0.0)
    surface = (values["friction"], values["restitution"], values["surface_speed"], *side)
    offset, angle = values["offset"], values["angle"]
    following = -1
    for index in range(len(values["shapes"]) - 1, -1, -1):
        shape = values["shapes"][index]
        for form, points, radius in reversed(shape.cores):
            if angle != 0.0 or offset != (0.0, 0.0):
                points = placed(points, offset, 0.0 if shape.upright else angle)
            new = shapes.take()
            first = shapes.store(points)
            core = (form, first, len(points), radius, int(shape.upright))
            shapes.write(new, (row, following, *core, *surface, index, 2), filters, shape)
            world.fresh_shapes.append(new)
            following = new
    return following
