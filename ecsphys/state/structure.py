"""What of a world changes seldom: entities, their components, and what these hold beside their rows.

All snapshots share it that are taken while no entity, component or setting of a collider changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ..ecs.binding import Component, bind, bind_groups, detach, detach_groups
from ..ecs.component_table import ComponentTable
from ..ecs.components import Collider, RigidBody
from ..ecs.components.body_options import NO_OVERRIDES, MassOverrides
from ..ecs.simulation import Simulation
from ..query.caster import Caster
from ..user_warnings import warn_user
from ..world.bodies import NONE, WIDTH, Parts
from ..world.state import World
from .esper_world import EsperEntity, EsperWorld, give_back_entities, take_entities
from .varied import varies


class Attributes(NamedTuple):
    """What components hold beside their rows."""

    overrides: tuple[tuple[RigidBody, float | None, float | None, tuple[Any, ...]], ...]  # where any is given
    plain_bodies: tuple[RigidBody, ...]  # those without
    colliders: tuple[tuple[Collider, Any, Any], ...]  # their shapes and settings


class Structure(NamedTuple):
    """Entities and components."""

    esper: EsperWorld
    parts: tuple[Parts, ...]  # by row of bodies
    members: tuple[dict[int, Any], ...]  # by table, see `owners.tables_of`
    attributes: Attributes
    loose: tuple[Component, ...]  # components of ecsphys that no world has adopted yet
    varied: tuple[Any, ...]  # components whose attributes may change at any time without a word


def take_structure(simulation: Simulation, tables: Iterable[ComponentTable[Any]]) -> Structure:
    """Return the structure of a world whose rows are up to date with esper."""
    world = simulation.world
    entities = take_entities()
    parts = tuple(world.bodies.parts[: world.bodies.count])
    components = [part for entity in entities.entities for _, part in entity.items]
    return Structure(
        entities,
        parts,
        tuple(dict(table.members) for table in tables),
        take_attributes(parts),
        tuple(part for part in components if is_loose(part)),
        tuple(part for part in components if varies(part)),
    )


def is_loose(part: object) -> bool:
    """Whether it is a component whose values are no world's yet; those of a caster are always its own."""
    return isinstance(part, Component) and not isinstance(part, Caster) and not part._rows.is_owned


def take_attributes(parts: Iterable[Parts]) -> Attributes:
    """Return what the components of bodies hold beside their rows."""
    given, plain, colliders = [], [], []
    for _, rigid, collider in parts:
        if rigid is not None:
            overrides = rigid._overrides
            if overrides is NO_OVERRIDES:
                plain.append(rigid)
            else:
                given.append((rigid, overrides.mass, overrides.inertia, overrides.calls))
        if collider is not None:
            settings = collider._settings
            colliders.append((collider, collider._shapes, settings if settings.shared else settings.own()))
    return Attributes(tuple(given), tuple(plain), tuple(colliders))


def give_back_attributes(attributes: Attributes) -> None:
    """Give components back what they held."""
    for rigid, mass, inertia, calls in attributes.overrides:
        rigid._overrides = MassOverrides(mass, inertia, calls)
    for rigid in attributes.plain_bodies:
        rigid._overrides = NO_OVERRIDES
    for collider, shapes, settings in attributes.colliders:
        collider._shapes, collider._settings = shapes, settings if settings.shared else settings.own()


def release_all(world: World, tables: Iterable[ComponentTable[Any]]) -> None:
    """Make all components that the world has views on copies of their rows, so that nothing reaches them."""
    bodies = world.bodies
    used = [row for row in range(bodies.count) if bodies.parts[row] is not NONE]
    if used:
        offsets = [row * WIDTH for row in used]
        detach_groups([bodies.parts[row] for row in used], bodies, offsets, bodies._words[used])
    for table in tables:
        members = list(table.members.values())
        if members:
            rows = [table.row_of(member) for member in members]
            detach(members, table.rows.view(np.ndarray)[rows], range(len(rows)))


def give_back_entities_and_parts(structure: Structure, world: World) -> None:
    """Give the world its entities back, and the components of bodies; their rows are still to come."""
    give_back_entities(structure.esper)
    bodies, count = world.bodies, len(structure.parts)
    bodies.parts[:] = [*structure.parts, *[NONE] * (len(bodies.parts) - count)]


def bind_all(structure: Structure, simulation: Simulation, tables: Iterable[ComponentTable[Any]]) -> None:
    """Make components views on their rows again, which have come back."""
    world = simulation.world
    bodies = world.bodies
    used = [row for row, parts in enumerate(structure.parts) if parts is not NONE]
    offsets = [row * WIDTH for row in used]
    bind_groups([structure.parts[row] for row in used], bodies, offsets)
    entities = bodies.rows.view(np.ndarray)["entity"][used].tolist()
    world.word_offsets = dict(zip(entities, offsets, strict=True))
    for table, members in zip(tables, structure.members, strict=True):
        table.members = dict(members)
        rows = {
            int(entity): row
            for row, entity in enumerate(table.rows.view(np.ndarray)["entity"][: table.count])
        }
        bind(members.values(), table, [rows[entity] * table.width for entity in members])
    known = {entity.number: entity.components for entity in structure.esper.entities}
    simulation.registry.expect({entity: known[entity] for entity in entities})
    give_back_attributes(structure.attributes)


def _kinds_of(entity: EsperEntity) -> frozenset[type]:
    """Return the types of the components of ecsphys that an entity has."""
    return frozenset(type(part) for _, part in entity.items if isinstance(part, Component))


def _compared(saved: EsperEntity, present: EsperEntity, kept: Iterable[type]) -> str:
    """Say what an entity of a snapshot has, what that of the world has, and what it will keep of this."""
    names = [
        ", ".join(sorted(kind.__name__ for kind in kinds)) or "nothing of ecsphys"
        for kinds in (_kinds_of(saved), _kinds_of(present), kept)
    ]
    return f"entity {saved.number} has {names[0]} in it, and here {names[1]} and {names[2]}, which it keeps"


def with_components_of_the_game(structure: Structure) -> Structure:
    """Return a structure whose entities have the components of the game that esper's have now, too.

    Warns of an entity that seems to be another one under the same number.
    """
    now = {one.number: one for one in take_entities().entities}
    entities: list[EsperEntity] = []
    strangers: list[str] = []
    for one in structure.esper.entities:
        present = now.get(one.number)
        if present is not None:
            own = {kind: part for kind, part in present.items if not isinstance(part, Component)}
            if own and _kinds_of(one) != _kinds_of(present):
                strangers.append(_compared(one, present, own))
            one = one._replace(items=tuple({**dict(one.items), **own}.items()))
        entities.append(one)
    if strangers:
        more = f" (and {len(strangers) - 1} more)" if len(strangers) > 1 else ""
        warn_user(
            f"the snapshot from bytes is of other entities than this world has: {strangers[0]}{more}. "
            "Restore it into an empty esper world, or call physics.reset() before; components of the game "
            "are in it if they are named: physics.snapshot(Coin, …)"
        )
    return structure._replace(esper=structure.esper._replace(entities=tuple(entities)))
