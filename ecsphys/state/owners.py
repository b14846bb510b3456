"""The objects that hold the state of a world, and what of each is kept."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter, itemgetter
from typing import Any

import esper

from ..ecs.binding import ComponentTable
from ..ecs.simulation import Simulation
from ..hooks import Hooks
from ..query import Queries
from ..systems.area import AreaSystem
from ..systems.character import CharacterSystem
from ..systems.component import ComponentSystem
from ..systems.constant_force import ConstantForceSystem
from ..systems.integration import IntegrationSystem
from ..systems.projectile import ProjectileSystem
from .kept import Kept, Rows

_count, _active = attrgetter("count"), itemgetter("active")
_TABLE = Kept(("count", "_free"), (Rows("rows", _count),))

BODIES = Kept(
    (
        "count", "_free", "alpha", "teleported", "wake_requests", "sleep_requests", "changed_bodies",
        "changed_colliders", "teleports_seen", "deferred_calls",
    ),
    (Rows("rows", _count),),
)  # fmt: skip
SHAPES = Kept((), (Rows("fat", _count), Rows("tight", _count), Rows("turned", attrgetter("_points"))))
PAIRS = Kept(
    (),
    (
        Rows("contacts", attrgetter("contact_count")),
        Rows("manifolds", attrgetter("contact_count")),
        Rows("pairs", attrgetter("pairs_end")),
        Rows("active", lambda table: len(table.active_pairs)),
        Rows("counts", lambda table: 1),  # in place: its words are read through a view
    ),
)
EVENTS = Kept(("count",), (Rows("rows", _count),))
INFLUENCES = Kept(("heads", "count", "is_fresh", "effects", "has_effects"), (Rows("visits", _count),))
WORLD = Kept(
    (
        "apart", "disabled", "has_triggers", "projectile_entities", "lost", "new_bodies", "new_shapes",
        "has_unknown_touches", "contacts_removed", "moved_count", "crossings", "shots", "dropped_hits",
        "dropped_motions",
    ),
    (Rows("moved", attrgetter("moved_count")),),
)  # fmt: skip
CLOCK = Kept(("step", "max_steps", "time_scale", "step_count", "time", "dropped_steps", "_accumulated"))
SIMULATION = Kept(("settings", "context", "_rows_lent", "_index_outdated"))
REGISTRY = Kept(("removed", "added", "_held"))
LOSSES = Kept(("_renewed", "_warned", "reports"))
JOINTS = Kept(("_mistakes", "_had_lost", "apart", "_parting", "breakable"))
JOINT_TABLE = Kept((*_TABLE.values, "changed", "is_rewired"), _TABLE.rows)
IGNORED = Kept(("components", "_keys_of", "_end_step", "_tidy_at"))
FILTERS = Kept(("changed", "_refilter"))
FIELDS = Kept(("_asleep",))
HISTORY = Kept(("_snapshots",))
APPLIED = Kept(("_step", "_entities", "_forces"))

# What is kept of a system, beside its `order`, and of its table.
_ORDER = ("order",)
SYSTEMS: dict[type[ComponentSystem[Any]], tuple[Kept, Kept]] = {
    AreaSystem: (
        Kept((*_ORDER, "_ranked", "_rank_of_shape", "_body_of_shape", "_is_dirty")),
        Kept((*_TABLE.values, "changed", "_tokens"), _TABLE.rows),
    ),
    ConstantForceSystem: (Kept(_ORDER), Kept((*_TABLE.values, "changed"), _TABLE.rows)),
    CharacterSystem: (
        Kept((*_ORDER, "_contacts_renewed", "_waits_for_kinematic", "_of_body")),
        Kept((*_TABLE.values, "hits"), _TABLE.rows),
    ),
    ProjectileSystem: (
        Kept((*_ORDER, "_ignored")),
        Kept(
            (*_TABLE.values, "ignored_stale", "pierced_count"),
            (*_TABLE.rows, Rows("pierced", attrgetter("pierced_count"))),
        ),
    ),
}

Owner = tuple[str, Any, Kept]


def owners_of(
    simulation: Simulation, systems: Iterable[esper.Processor], hooks: Hooks, queries: Queries
) -> list[Owner]:
    """Return all owners of state under names that stay the same in later versions."""
    world = simulation.world
    owners: list[Owner] = [
        ("bodies", world.bodies, BODIES),
        ("shapes", world.shapes, SHAPES),
        ("solid", world.solid, PAIRS),
        ("triggers", world.triggers, PAIRS),
        ("events", world.events, EVENTS),
        ("influences", world.influence_store, INFLUENCES),
        ("world", world, WORLD),
        ("clock", simulation.clock, CLOCK),
        ("simulation", simulation, SIMULATION),
        ("registry", simulation.registry, REGISTRY),
        ("losses", simulation.losses, LOSSES),
        ("joints", simulation.joints.table, JOINT_TABLE),
        ("joint_adoption", simulation.joints, JOINTS),
        ("ignored", hooks.pair_filters.ignored, IGNORED),
        ("filters", hooks.pair_filters, FILTERS),
        ("fields", hooks.fields, FIELDS),
        ("history", queries.past, HISTORY),
    ]
    for kind, (system_kept, table_kept) in SYSTEMS.items():
        for system in systems:
            if isinstance(system, kind):
                name = kind.component.__name__
                owners += [(name, system, system_kept), (f"{name}.table", system.table, table_kept)]
    for system in systems:
        if isinstance(system, IntegrationSystem):
            owners.append(("applied", system.applied, APPLIED))
    return owners


def tables_of(simulation: Simulation, systems: Iterable[esper.Processor]) -> list[ComponentTable[Any]]:
    """Return the tables of all component types but those of bodies."""
    tables: list[ComponentTable[Any]] = [simulation.joints.table]
    tables += [system.table for system in systems if isinstance(system, ComponentSystem)]
    return tables
