"""The objects that hold the state of a world, and what of each is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

import esper
import numpy as np

from ..arrays import Array
from ..character.records import CHARACTER, HIT, MOST_HITS
from ..ecs.binding import Component
from ..ecs.component_table import ComponentTable
from ..ecs.components import Area, CharacterController, ConstantForce, Joint, Projectile
from ..ecs.simulation import Simulation
from ..events import EventDispatcher
from ..hooks import Hooks
from ..projectile.records import PIERCED, PROJECTILE
from ..query import Queries
from ..systems.area import AreaSystem
from ..systems.character import CharacterSystem
from ..systems.constant_force import ConstantForceSystem
from ..systems.integration import IntegrationSystem
from ..systems.projectile import ProjectileSystem
from ..world.areas import AREA, CONSTANT_FORCE
from ..world.bodies import BODY
from ..world.contacts import CONTACT, MANIFOLD, PAIR, TABLE_COUNTS
from ..world.events import EVENT
from ..world.joints import JOINT
from .kept import Kept, Rows, Saved, rows_of

_count = attrgetter("count")
_INT, _REAL = np.dtype(np.int64), np.dtype(np.float64)


def _table(dtype: np.dtype[Any], *values: str, rows: tuple[Rows, ...] = ()) -> Kept:
    """Return what is kept of a table of components."""
    return Kept(("count", "_free", *values), (Rows("rows", _count, dtype), *rows))


_PAIRS = Kept(
    (),
    (
        Rows("contacts", attrgetter("contact_count"), CONTACT),
        Rows("manifolds", attrgetter("contact_count"), MANIFOLD),
        Rows("pairs", attrgetter("pairs_end"), PAIR),
        Rows("active", lambda table: len(table.active_pairs), _INT, 1),
        Rows("counts", lambda table: 1, TABLE_COUNTS),  # in place: its words are read through a view
    ),
)

# By name of the owner, which stays the same in later versions: files use it.
KEPT: dict[str, Kept] = {
    "bodies": Kept(
        (
            "count", "_free", "alpha", "teleported", "wake_requests", "sleep_requests", "changed_bodies",
            "changed_colliders", "teleports_seen", "deferred_calls",
        ),
        (Rows("rows", _count, BODY),),
    ),
    "shapes": Kept(
        (),
        (
            Rows("fat", _count, _REAL, 4),
            Rows("tight", _count, _REAL, 4),
            Rows("turned", attrgetter("_points"), _REAL, 4),
        ),
    ),
    "solid": _PAIRS,
    "triggers": _PAIRS,
    "events": Kept(("count",), (Rows("rows", _count, EVENT),)),
    "world": Kept(
        (
            "apart", "disabled", "has_triggers", "projectile_entities", "lost", "new_bodies", "new_shapes",
            "has_unknown_touches", "contacts_removed", "moved_count", "crossings", "shots", "dropped_hits",
            "dropped_motions", "is_driven",
        ),
        (Rows("moved", attrgetter("moved_count"), _INT, 1),),
    ),
    "clock": Kept(
        ("step", "max_steps", "time_scale", "step_count", "time", "dropped_steps", "_accumulated")
    ),
    "simulation": Kept(("settings", "context", "_rows_lent", "_index_outdated")),
    "registry": Kept(("removed", "added", "_held")),
    "losses": Kept(("_renewed", "_warned", "reports")),
    "joints": _table(JOINT, "changed", "is_rewired"),
    "joint_adoption": Kept(("_mistakes", "_had_lost", "apart", "_parting", "breakable")),
    "ignored": Kept(("components", "_keys_of", "_end_step", "_tidy_at")),
    "filters": Kept(("changed", "_refilter")),
    "fields": Kept(("_asleep",)),
    "history": Kept(("_snapshots",)),
    "Area": Kept(("order", "_ranked", "_rank_of_shape", "_body_of_shape", "_is_dirty")),
    "Area.table": _table(AREA, "changed", "_tokens"),
    "ConstantForce": Kept(("order",)),
    "ConstantForce.table": _table(CONSTANT_FORCE, "changed"),
    "CharacterController": Kept(("order", "_contacts_renewed", "_waits_for_kinematic", "_of_body")),
    "CharacterController.table": _table(
        CHARACTER, rows=(Rows("hits", lambda table: MOST_HITS * table.count, HIT),)
    ),
    "Projectile": Kept(("order", "_ignored")),
    "Projectile.table": _table(
        PROJECTILE,
        "ignored_stale",
        "pierced_count",
        rows=(Rows("pierced", attrgetter("pierced_count"), PIERCED),),
    ),
    "applied": Kept(("_step", "_entities", "_forces")),
    "dispatcher": Kept(("_hit_speed",)),
}  # fmt: skip

# What refers to objects of this process, or follows from other values: files do without it.
UNSAVED = {
    ("bodies", "deferred_calls"), ("registry", "removed"), ("joint_adoption", "_mistakes"),
    ("ignored", "components"), ("ignored", "_keys_of"),
    ("history", "_snapshots"), ("simulation", "context"),
}  # fmt: skip

_SYSTEMS = AreaSystem, ConstantForceSystem, CharacterSystem, ProjectileSystem


def owners_of(
    simulation: Simulation,
    systems: Iterable[esper.Processor],
    hooks: Hooks,
    queries: Queries,
    events: EventDispatcher,
) -> list[tuple[str, Any]]:
    """Return all owners of state with their names in `KEPT`, but systems that the game has replaced."""
    world = simulation.world
    owners: list[tuple[str, Any]] = [
        ("bodies", world.bodies),
        ("shapes", world.shapes),
        ("solid", world.solid),
        ("triggers", world.triggers),
        ("events", world.events),
        ("world", world),
        ("clock", simulation.clock),
        ("simulation", simulation),
        ("registry", simulation.registry),
        ("losses", simulation.losses),
        ("joints", simulation.joints.table),
        ("joint_adoption", simulation.joints),
        ("ignored", hooks.pair_filters.ignored),
        ("filters", hooks.pair_filters),
        ("fields", hooks.fields),
        ("history", queries.past),
        ("dispatcher", events),
    ]
    for system in systems:
        if isinstance(system, _SYSTEMS):
            name = system.component.__name__
            owners += [(name, system), (f"{name}.table", system.table)]
        elif isinstance(system, IntegrationSystem):
            owners.append(("applied", system.applied))
    return owners


# The tables of component types, in the order of `tables_of`: names in `KEPT`, and the types of their members.
TABLES: dict[str, type[Component]] = {
    "joints": Joint,
    "Area.table": Area,
    "ConstantForce.table": ConstantForce,
    "CharacterController.table": CharacterController,
    "Projectile.table": Projectile,
}


def tables_of(simulation: Simulation, systems: Iterable[esper.Processor]) -> list[ComponentTable[Any]]:
    """Return the tables of all component types but those of bodies, in the order of `TABLES`."""
    tables: list[ComponentTable[Any]] = [simulation.joints.table]
    tables += [system.table for kind in _SYSTEMS for system in systems if isinstance(system, kind)]
    return tables


def value_in(owners: Mapping[str, Saved], owner: str, name: str) -> Any:
    """Return a value of an owner from what was kept."""
    return owners[owner][KEPT[owner].values.index(name)]


def rows_in(owners: Mapping[str, Saved], owner: str, name: str = "rows") -> Array:
    """Return rows of an owner from what was kept, unpacked."""
    kept = KEPT[owner]
    place = [spec.name for spec in kept.rows].index(name)
    return rows_of(owners[owner][len(kept.values) + place], kept.rows[place])
