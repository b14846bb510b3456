"""Projectiles."""

from __future__ import annotations

from typing import Any

import esper
import numpy as np

from ..ccd.swept_shape import reserve_points_for_two
from ..compile import records
from ..ecs.components import Projectile
from ..ecs.components.row import refuse_owner
from ..projectile.records import NONE, PROJECTILE_WIDTH, SHOT
from ..projectile.store import Projectiles
from ..projectile.trace import DONE, TRACE_COUNTS, Trace, advance_projectiles
from ..spatial.index_update import update_index
from ..spatial.proxies import proxies_of
from ..world.bodies import STATIC, WIDTH
from .system import PhysicsSystem


class ProjectileSystem(PhysicsSystem):
    """Casts the way of every projectile, and stops, bounces or passes it on where it hits something."""

    def __init__(self) -> None:
        self._table = Projectiles()
        self._held: dict[int, Projectile] = {}
        self._found: Any = []  # esper's answer at the last look
        self._structure = -1
        self._order = np.zeros(0, np.int64)
        self._ignored = np.zeros(0, np.int64)
        self._shots = records(16, SHOT)
        self._counts = records(1, TRACE_COUNTS)

    def begin(self) -> None:
        """Take in what came and went. Raises `ValueError` for a projectile of two entities or of no use."""
        found = esper.get_component(Projectile)
        if found is not self._found or (found and self._structure != self.world.structure_version):
            self._check(found)
            self._take_in(dict(found))
            self._found, self._structure = found, self.world.structure_version
        if self._table.ignored_stale:
            self._list_ignored()

    def _check(self, found: list[tuple[int, Projectile]]) -> None:
        """Raise for what cannot be, before anything is changed."""
        owners: dict[int, int] = {}
        for entity, one in sorted(found):
            other = owners.setdefault(id(one), entity)
            if other == entity and one._entity not in (0, entity) and self._held.get(one._entity) is one:
                other = one._entity if esper.entity_exists(one._entity) else entity
            if other != entity:
                refuse_owner(one, entity, other)
            row = self.world.row_of(entity)
            if row == NONE:
                continue  # it waits for its Transform and RigidBody
            body = self.world.bodies.rows.view(np.ndarray)[row]
            if body["kind"] == STATIC:
                raise ValueError(f"a Projectile needs a RigidBody that moves, entity {entity} is static")
            if body["first_shape"] == NONE and one.mode != "ray" and not one.spent:
                raise ValueError(
                    f"a Projectile with mode='swept' needs a Collider, entity {entity} has none; "
                    "give it one or mode='ray'"
                )

    def _take_in(self, now: dict[int, Projectile]) -> None:
        """Give rows to those that are new, let go of those that are gone, and find everybody's body."""
        world, table = self.world, self._table
        for entity in [entity for entity, one in self._held.items() if now.get(entity) is not one]:
            self._held.pop(entity)._release()
            world.projectile_entities.discard(entity)
            body = world.row_of(entity)
            if body != NONE:
                self._mark(body, 0)
        order = []
        for entity, one in sorted(now.items()):
            if entity not in self._held:
                one._adopt(table, table.take(), entity)
                table.ignored_stale = True
                self._held[entity] = one
            row = one._at // PROJECTILE_WIDTH
            body = world.row_of(entity)
            table.rows["body"][row] = body
            if body != NONE:
                world.projectile_entities.add(entity)
                self._mark(body, 1)
                order.append(row)
        self._order = np.array(order, np.int64)

    def _mark(self, body: int, projectile: int) -> None:
        """Tell the filters of a body's shapes; contacts that it has had are made anew."""
        world = self.world
        shape = int(world.bodies.rows["first_shape"][body])
        changed = False
        while shape >= 0:
            changed |= bool(world.shapes.filters["projectile"][shape] != projectile)
            world.shapes.filters["projectile"][shape] = projectile
            shape = world.shapes.next_shape_of(shape)
        if changed and body not in world.new_bodies:
            world.bodies.mark_changed(body * WIDTH)

    def _list_ignored(self) -> None:
        """Write what all projectiles ignore one after the other."""
        entities: list[int] = []
        for one in self._held.values():
            row = self._table.rows.view(np.ndarray)[one._at // PROJECTILE_WIDTH]
            row["first_ignored"], row["ignored"] = len(entities), len(one.ignore)
            entities += one.ignore
        self._ignored = np.array(entities, np.int64)
        self._table.ignored_stale = False

    def run(self) -> None:
        """Advance all projectiles."""
        world, counts = self.world, self._counts
        if len(self._order) == 0:
            return
        update_index(world)
        counts[:] = 0
        counts["moved"] = world.moved_count
        while advance_projectiles(self._trace()) != DONE:
            self._report_shots()
            if len(self._shots) < 8 * (counts["next"][0] + 1):
                self._shots = records(2 * len(self._shots), SHOT)
        world.moved_count = int(counts["moved"][0])
        if counts["shots"][0]:
            self._report_shots()

    def _trace(self) -> Trace:
        """Return the group of arrays that the kernels take, as they are now."""
        world, table = self.world, self._table
        spare = reserve_points_for_two(world.shapes)  # first: it may move the arrays
        return Trace(
            table.rows, self._order, table.past, self._ignored, world.bodies.rows, proxies_of(world),
            world.shapes.filters, world.index.tree, self._shots, self._counts, self.physics.context, spare,
        )  # fmt: skip

    def _report_shots(self) -> None:
        """Hand the recorded shots to the events of this step."""
        self.world.shots.append(self._shots[: self._counts["shots"][0]].copy())
        self._counts["shots"] = 0
