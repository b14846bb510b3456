"""The system that flies projectiles."""

from __future__ import annotations

import numpy as np

from ..arrays import FREE
from ..ccd.swept_shape import reserve_points_for_two
from ..compile import records
from ..ecs.components import Projectile
from ..ecs.components.projectile_table import Projectiles
from ..projectile.records import SHOT
from ..projectile.trace import DONE, TRACE_COUNTS, Trace, advance_projectiles
from ..spatial.index_update import update_index
from ..spatial.proxies import proxies_of
from ..world.bodies import STATIC, WIDTH
from .component import ComponentSystem


class ProjectileSystem(ComponentSystem[Projectile]):
    """Casts the path of every projectile, and stops, bounces or passes it on where it hits a shape."""

    component = Projectile
    table: Projectiles[Projectile]

    def __init__(self) -> None:
        super().__init__()
        self._ignored = np.zeros(0, np.int64)
        self._shots = records(16, SHOT)
        self._counts = records(1, TRACE_COUNTS)

    def make_table(self) -> Projectiles[Projectile]:
        """Return the table of projectiles."""
        return Projectiles(Projectile)

    def begin(self) -> None:
        """Adopt and release projectiles, and bind them to their bodies.

        Raises `ValueError` for a projectile of two entities, or of a body that cannot fly.
        """
        super().begin()
        if self.table.ignored_stale:
            self._list_ignored()

    def check(self, entity: int, component: Projectile) -> None:
        """Raise `ValueError` for a body that is static or has no shape to cast."""
        row = self.world.row_of(entity)
        if row == FREE:
            return  # it waits for its Transform and RigidBody
        body = self.world.bodies.rows.view(np.ndarray)[row]
        if body["kind"] == STATIC:
            raise ValueError(f"a Projectile needs a RigidBody that moves, entity {entity} is static")
        if body["first_shape"] == FREE and component.mode != "ray" and not component.spent:
            raise ValueError(
                f"a Projectile with mode='swept' needs a Collider, entity {entity} has none; "
                "give it one or mode='ray'"
            )

    def accept(self, entity: int, component: Projectile, row: int, body: int) -> bool:
        """Mark the shapes of a body as a projectile's."""
        self.world.projectile_entities.add(entity)
        self._mark(body, 1)
        return True

    def released(self, entity: int) -> None:
        """Make the shapes of a body ordinary ones again."""
        self.world.projectile_entities.discard(entity)
        body = self.world.row_of(entity)
        if body != FREE:
            self._mark(body, 0)

    def _mark(self, body: int, projectile: int) -> None:
        """Set `projectile` in the filters of a body's shapes; contacts that it had are made anew."""
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
        """List the entities that projectiles ignore, projectile after projectile."""
        entities: list[int] = []
        for projectile in self.table.members.values():
            row = self.table.rows.view(np.ndarray)[self.table.row_of(projectile)]
            row["first_ignored"], row["ignored"] = len(entities), len(projectile.ignore)
            entities += projectile.ignore
        self._ignored = np.array(entities, np.int64)
        self.table.ignored_stale = False

    def run(self) -> None:
        """Advance all projectiles."""
        world, counts = self.world, self._counts
        if len(self.order) == 0:
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
        world, table = self.world, self.table
        spare = reserve_points_for_two(world.shapes)  # first: it may move the arrays
        return Trace(
            table.rows, self.order, table.past, self._ignored, world.bodies.rows, proxies_of(world),
            world.shapes.filters, world.index.tree, self._shots, self._counts, self.simulation.context, spare,
        )  # fmt: skip

    def _report_shots(self) -> None:
        """Hand the recorded shots to the events of this step; despawn spent projectiles that ask for it."""
        shots = self._shots.view(np.ndarray)[: self._counts["shots"][0]].copy()
        self.world.shots.append(shots)
        self._counts["shots"] = 0
        for entity in shots["projectile"][shots["spent"] == 1].tolist():
            if self.table.members[entity].despawn:
                self.physics.events.despawn(entity)
