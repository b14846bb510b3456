"""Takes snapshots of one world and restores them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from weakref import finalize

import esper
import numpy as np

from ..arrays import Array
from ..contacts.growth import reindex, relist
from ..ecs.binding import Component
from ..ecs.registry import change_token
from ..ecs.simulation import Simulation
from ..events import EventDispatcher
from ..hooks import Hooks
from ..interrupts import UNINTERRUPTED
from ..limits import limits_of
from ..query import Queries
from ..spatial.broad_phase import make_index
from ..systems.area import AreaSystem
from ..systems.component import ComponentSystem
from ..systems.continuous import ContinuousSystem
from ..systems.integration import IntegrationSystem
from ..systems.pipeline import Pipeline
from ..world.areas import NO_INFLUENCES
from ..world.contacts import PairTable
from ..world.joints import NO_JOINTS, Joints
from ..world.shapes import SHAPE
from .arena import ArenaPool
from .checks import check_kinds
from .esper_world import components_of, is_entity
from .game_components import check_named, give_back_named, take_named
from .kept import Keep, copied, copy_points, copy_rows, give_back, put_points, put_rows, take, words
from .owners import KEPT, owners_of, tables_of
from .snapshot import ShapeArrays, Snapshot, Values
from .structure import (
    Structure,
    bind_all,
    give_back_entities_and_parts,
    release_all,
    take_structure,
    with_components_of_the_game,
)
from .varied import give_back_varied, take_varied

_NOT_LISTED: list[Any] = [(0, None)]  # what esper never lists


class StateKeeper:
    """The state of one `Physics`: `Physics.snapshot` and `Physics.restore`."""

    def __init__(
        self,
        simulation: Simulation,
        pipeline: Pipeline,
        hooks: Hooks,
        queries: Queries,
        events: EventDispatcher,
    ):
        self._simulation = simulation
        self._pipeline = pipeline
        self._hooks = hooks
        self._queries = queries
        self._events = events
        self._structure: Structure | None = None  # as it is now, if `_token` and `_version` are the world's
        self._token: object = None
        self._version = -1
        self._shapes: ShapeArrays | None = None  # of the last snapshot
        self._plain: tuple[Array, ...] = ()  # what they were made of
        self._arenas: ArenaPool = ArenaPool()

    # -- taking ------------------------------------------------------------------------------------

    def take(self, kinds: Iterable[object]) -> Snapshot:
        """See `Physics.snapshot`."""
        simulation = self._simulation
        named = check_named(kinds)
        simulation.require_current()
        simulation.require_between_steps("a snapshot is taken")
        with UNINTERRUPTED:
            simulation.synchronize()
            structure = self._current_structure()
            clock = simulation.clock
            arena = self._arenas.take()
            values = self._take_values(structure, arena.keep)
            self._arenas.note(arena)
            snapshot = Snapshot(structure, values, take_named(named), clock.step_count, clock.time, self)
            finalize(snapshot, self._arenas.give_back, arena)
            return snapshot

    def _current_structure(self) -> Structure:
        """Return the structure of the world, the same object as long as nothing of it changes."""
        structure = self._structure
        if structure is None or not self._is_current(structure):
            structure = take_structure(self._simulation, self._tables())
            self._note(structure)
        return structure

    def _is_current(self, structure: Structure) -> bool:
        """Whether the world still has the entities, components and settings of a structure."""
        simulation = self._simulation
        bodies, tables = simulation.world.bodies, zip(self._tables(), structure.members, strict=True)
        return (
            structure is self._structure
            and change_token() is self._token
            and simulation.world.structure_version == self._version
            and simulation.registry.is_unchanged()
            and not (bodies.changed_bodies or bodies.changed_colliders)
            and all(table.members == members for table, members in tables)
            and not any(component._rows.is_owned for component in structure.loose)
        )

    def _note(self, structure: Structure) -> None:
        self._structure, self._token = structure, change_token()
        self._version = self._simulation.world.structure_version

    def _take_values(self, structure: Structure, keep: Keep) -> Values:
        simulation = self._simulation
        world = simulation.world
        return Values(
            {name: take(owner, KEPT[name], keep) for name, owner in self._owners()},
            world.shapes.rows["enlarged"][: world.shapes.count].copy(),
            self._take_shapes(),
            (world.joints.order.copy(),),
            tuple(self._is_up_to_date(system) for system in self._component_systems()),
            simulation.joints.is_bound,
            tuple(sorted(simulation.joints.touched())),
            tuple(one for one, parts in simulation.registry.removed.items() if is_entity(one, parts)),
            tuple(component.__getstate__() for component in structure.loose),
            tuple(map(take_varied, structure.varied)),
            self._pause(),
        )

    def _take_shapes(self) -> ShapeArrays:
        """Return the arrays of shapes, the same object as long as nothing in them changes."""
        shapes = self._simulation.world.shapes
        rows, filters = words(shapes.rows[: shapes.count]).copy(), shapes.filters[: shapes.count]
        rows.view(SHAPE)["enlarged"] = 0
        blocks = copied(shapes._free_blocks)
        numbers = shapes.count, list(shapes._free), shapes._points, shapes.max_points, blocks
        plain = rows, words(filters), shapes.local[: shapes._points]
        last = self._shapes
        if last is None or last.numbers != numbers or not all(map(np.array_equal, plain, self._plain)):
            packed = copy_rows(rows.view(SHAPE)[:, 0]), copy_rows(filters), copy_points(plain[2])
            last = self._shapes = ShapeArrays(*packed, numbers)
            self._plain = rows, plain[1].copy(), plain[2].copy()
        return last

    # -- putting back ------------------------------------------------------------------------------

    def restore(self, snapshot: Snapshot) -> None:
        """See `Physics.restore`."""
        simulation = self._simulation
        if not isinstance(snapshot, Snapshot):
            raise TypeError(f"restore takes a Snapshot, got {snapshot!r:.60}: Snapshot.from_bytes makes one")
        simulation.require_current()
        simulation.require_between_steps("a snapshot is restored")
        with UNINTERRUPTED:
            self._make_own(snapshot)
            self._events.forget()
            self.give_back(snapshot)
            simulation.clock.restarts += 1

    def give_back(self, snapshot: Snapshot) -> None:
        """Restore a snapshot of this world; events to come and the frame's further steps stay as they are."""
        structure, values = snapshot._structure, snapshot._values
        if self._is_current(structure):
            self._restore_values(structure, values)
        else:
            self._restore_structure(structure, values)
        for component, varied in zip(structure.varied, values.varied, strict=True):
            give_back_varied(component, varied)
        give_back_named(snapshot._named)

    def _make_own(self, snapshot: Snapshot) -> None:
        """Take over a snapshot from bytes. Raises `ValueError` for one of another world."""
        if snapshot._home is self:
            return
        if snapshot._home is not None:
            raise ValueError(
                "the snapshot is of another Physics, whose components it holds: take it there with "
                "to_bytes() and make a new one of these bytes with Snapshot.from_bytes()"
            )
        check_kinds(snapshot._values.owners, dict(self._owners()))
        snapshot._structure = with_components_of_the_game(snapshot._structure)
        snapshot._home = self
        self._simulation.clock.loads += 1
        self._queries.reset()

    def _restore_structure(self, structure: Structure, values: Values) -> None:
        world, tables = self._simulation.world, self._tables()
        release_all(world, tables)
        give_back_entities_and_parts(structure, world)
        self._give_back_values(values)
        for table in (world.solid, world.triggers):
            reindex(table)
        bind_all(structure, self._simulation, tables)
        for component, state in zip(structure.loose, values.loose, strict=True):
            component._take_back(state)
        self._make_shape_objects()
        self._renew_index()
        world.structure_version += 1
        self._forget_caches(values)
        self._note(structure)

    def _restore_values(self, structure: Structure, values: Values) -> None:
        world = self._simulation.world
        before, new = world.shapes.fat[: world.shapes.count].copy(), world.new_shapes
        moved = world.moved[: world.moved_count].copy()
        tables = world.solid, world.triggers
        keys = [_keys_of(table) for table in tables]
        self._give_back_values(values)
        for table, old in zip(tables, keys, strict=True):
            if not all(map(np.array_equal, _keys_of(table), old)):
                reindex(table)
        for component, state in zip(structure.loose, values.loose, strict=True):
            component._take_back(state)
        if new == world.new_shapes:
            changed = (before != world.shapes.fat[: world.shapes.count]).any(axis=1)
            changed[moved] = True
            self._move_in_index(np.flatnonzero(changed))
        else:
            self._renew_index()
        self._forget_caches(values)

    def _give_back_values(self, values: Values) -> None:
        world, old = self._simulation.world, self._simulation.world.bodies.count
        self._give_back_shapes(values)
        for name, owner in self._owners():
            give_back(owner, KEPT[name], values.owners[name])
        relist(world.solid, world.shapes.filters)
        self._simulation.registry.removed.update({one: components_of(one) for one in values.outlived})
        bodies, table = world.bodies, self._simulation.joints.table
        bodies.blank(bodies.count, old)
        order = values.orders[0]
        world.joints = Joints(table.rows, order.copy()) if len(order) else NO_JOINTS
        world.limits = limits_of(self._simulation.settings.length_unit)
        world.awake_stale, world.is_finite, world.joints_checked = True, False, -1

    def _give_back_shapes(self, values: Values) -> None:
        shapes, saved = self._simulation.world.shapes, values.shapes
        shapes.count, free, shapes._points, shapes.max_points, blocks = saved.numbers
        shapes._free, shapes._free_blocks = list(free), copied(blocks)
        shapes.make_room()
        put_rows(shapes.rows, saved.rows)
        shapes.rows["enlarged"][: shapes.count] = values.enlarged
        put_rows(shapes.filters, saved.filters)
        put_points(shapes.local, saved.local)

    def _make_shape_objects(self) -> None:
        """Find the shapes of colliders that rows of shapes are cores of."""
        world = self._simulation.world
        shapes, parts = world.shapes, world.bodies.parts
        rows = shapes.rows.view(np.ndarray)[: shapes.count]
        shapes.shape_objects[:] = [None] * len(shapes.shape_objects)
        for row, (body, index) in enumerate(zip(rows["body"].tolist(), rows["index"].tolist(), strict=True)):
            if body >= 0:
                shapes.shape_objects[row] = parts[body][2]._shapes[index]

    def _renew_index(self) -> None:
        """Put all shapes into a new index, but those that the broad phase has not seen yet."""
        simulation = self._simulation
        world, shapes = simulation.world, simulation.world.shapes
        ids = np.flatnonzero(shapes.rows["body"][: shapes.count] >= 0)
        world.index = make_index(simulation.broad_phase)
        world.index.insert(shapes.fat, shapes.filters, np.setdiff1d(ids, world.new_shapes))

    def _move_in_index(self, changed: Any) -> None:
        """Let the index know the boxes of some shapes that it has."""
        world = self._simulation.world
        used = world.shapes.rows["body"][changed] >= 0
        world.index.move(world.shapes.fat, np.setdiff1d(changed[used], world.new_shapes))

    def _forget_caches(self, values: Values) -> None:
        """Let everything that is derived be derived anew, and nothing more."""
        simulation = self._simulation
        simulation.world.influences = NO_INFLUENCES
        simulation.world.influence_store.forget()
        simulation.joints.expect(values.touched, values.joints_bound)
        version = simulation.world.structure_version
        for system, (listed, bound) in zip(self._component_systems(), values.up_to_date, strict=True):
            system._listed = esper.get_component(system.component) if listed else _NOT_LISTED
            system._structure = version if bound else -1
        for stage in self._pipeline.systems:
            if isinstance(stage, ContinuousSystem):
                stage._structure = -1
            elif isinstance(stage, AreaSystem):
                stage.forget_outlines()
            elif isinstance(stage, IntegrationSystem):
                stage.work.pause[0] = values.pause
        self._pipeline.forget_idle()
        self._hooks.forget_caches()
        self._queries.past.forget_caches()

    # -- owners ------------------------------------------------------------------------------------

    def _owners(self) -> list[tuple[str, Any]]:
        return owners_of(self._simulation, self._pipeline.systems, self._hooks, self._queries, self._events)

    def _tables(self) -> list[Any]:
        return tables_of(self._simulation, self._pipeline.systems)

    def _component_systems(self) -> list[ComponentSystem[Any]]:
        return [system for system in self._pipeline.systems if isinstance(system, ComponentSystem)]

    def _is_up_to_date(self, system: ComponentSystem[Component]) -> tuple[bool, bool]:
        listed = esper.get_component(system.component)
        is_listed = listed is system._listed or listed == system._listed
        return is_listed, system._structure == self._simulation.world.structure_version

    def _pause(self) -> int:
        for system in self._pipeline.systems:
            if isinstance(system, IntegrationSystem):
                return int(system.work.pause[0])
        return 0


def _keys_of(table: PairTable) -> tuple[Array, Array]:
    """Return copies of what the indices of a table of pairs follow from: shapes, and entities, by row.

    Both are the first words of their rows.
    """
    contacts, pairs = table.contacts[: table.contact_count], table.pairs[: table.pairs_end]
    return words(contacts)[:, :1].copy(), words(pairs)[:, :2].copy()
