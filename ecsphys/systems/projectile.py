"""The system that flies projectiles."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from ..arrays import FREE, grown
from ..ccd.swept_shape import reserve_points_for_two
from ..compile import records
from ..ecs.components import Projectile
from ..ecs.components.projectile_table import Projectiles
from ..projectile.records import COURSE, NEW, SHOT, TRACE_COUNTS, VERDICT, Trace
from ..projectile.trace import ASK, DONE, advance_projectiles, land_projectiles
from ..spatial.index_update import update_index
from ..spatial.proxies import proxies_of
from ..world.bodies import STATIC
from .component import ComponentSystem
from .hit_hooks import HitHooks

MAX_ROOM = 4096  # hits that are recorded before they are handed on


P = TypeVar("P", bound=Projectile)


class BaseProjectileSystem(ComponentSystem[P]):
    """Casts the path of every projectile, in the plane or in space.

    A subclass names the records of courses, shots and verdicts, and the kernels.
    """

    table: Projectiles[P]
    course: np.dtype[Any]
    shot: np.dtype[Any]
    verdict: np.dtype[Any]
    names: tuple[str, str, str]  # of the components: projectile, body, collider

    def __init__(self) -> None:
        super().__init__()
        self._ignored = np.zeros(0, np.int64)
        self._courses = records(0, self.course)
        self._shots = records(16, self.shot)
        self._verdicts = records(16, self.verdict)
        self._counts = records(1, TRACE_COUNTS)

    def attach(self, physics: Any) -> None:
        """Belong to a Physics from now on."""
        super().attach(physics)
        self._asked = HitHooks(self.world, physics)

    def make_table(self) -> Projectiles[P]:
        """Return the table of projectiles."""
        return Projectiles(self.component)

    def advance(self) -> int:
        """Advance the projectiles that fly: DONE, FULL or ASK."""
        raise NotImplementedError

    def land(self) -> None:
        """End all courses where they are."""
        raise NotImplementedError

    def begin(self) -> None:
        """Adopt and release projectiles, and bind them to their bodies.

        Raises `ValueError` for a projectile of two entities, or of a body that cannot fly.
        """
        super().begin()
        if self.table.ignored_stale:
            self._list_ignored()

    def check(self, entity: int, component: P) -> None:
        """Raise `ValueError` for a body that is static or has no shape to cast."""
        row = self.world.row_of(entity)
        if row == FREE or component.spent:
            return  # it waits for its Transform and RigidBody, or flies no more
        if self.world.bodies.rows.view(np.ndarray)["kind"][row] == STATIC:
            name, body_name, _ = self.names
            raise ValueError(f"a {name} needs a {body_name} that moves, entity {entity} is static")
        if component.mode != "ray" and self.world.parts_of(entity)[2] is None:
            name, _, collider_name = self.names
            raise ValueError(
                f"a {name} with mode='swept' needs a {collider_name}, entity {entity} has none; "
                "give it one or mode='ray'"
            )

    def accept(self, entity: int, component: P, row: int, body: int) -> bool:
        """Mark the shapes of a body as a projectile's; with a disabled Collider it hits nothing."""
        collider = self.world.parts_of(entity)[2]
        self.table.rows["armed"][row] = collider is None or collider.enabled
        self.world.projectile_entities.add(entity)
        self._mark(body, 1)
        return bool(self.world.bodies.rows["kind"][body] != STATIC)

    def released(self, entity: int) -> None:
        """Make the shapes of a body ordinary ones again."""
        self.world.projectile_entities.discard(entity)
        body = self.world.row_of(entity)
        if body != FREE:
            self._mark(body, 0)

    def _mark(self, body: int, projectile: int) -> None:
        """Set `projectile` in the filters of a body's shapes; contacts that it had are made anew."""
        world = self.world
        shapes, flags = world.shapes_of_body(body), world.shapes.filters["projectile"]
        changed = bool((flags[shapes] != projectile).any())
        flags[shapes] = projectile
        if changed and body not in world.new_bodies:
            world.bodies.mark_changed(body * world.bodies.width)

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
        """Advance all projectiles; if a filter or hook raises, those that still fly stay where they are."""
        if len(self.order) == 0:
            return
        update_index(self.world)
        self._begin()
        try:
            while (answer := self.advance()) != DONE:
                if answer == ASK:
                    self._asked.answer(self._verdicts, self._counts)
                else:
                    self._make_room()
        except BaseException:
            self.land()
            raise
        finally:
            self._end()

    def _begin(self) -> None:
        """Set the counts and courses of a new step."""
        world, counts = self.world, self._counts
        counts[:] = 0
        counts["moved"] = world.moved_count
        counts["pierced"] = self.table.pierced_count
        if len(self._courses) != len(self.order):
            self._courses = records(len(self.order), self.course)
        self._courses["state"] = NEW
        self._asked.begin()

    def _end(self) -> None:
        """Hand the counts and the last hits of a step to the world."""
        world, counts = self.world, self._counts
        world.moved_count = int(counts["moved"][0])
        self.table.pierced_count = int(counts["pierced"][0])
        if counts["woken"][0]:
            world.awake_stale = True
        if counts["shots"][0]:
            self._report_shots()
        self.simulation.put_strays_aside(self.table.rows["body"][self.order])

    def _make_room(self) -> None:
        """Make room for more hits, pierced entities and questions, wherever it is used up."""
        counts = self._counts
        if counts["shots"][0] == len(self._shots):
            self._report_shots()
            if len(self._shots) < MAX_ROOM:
                self._shots = records(2 * len(self._shots), self.shot)
        if counts["pierced"][0] == len(self.table.pierced):
            self.table.make_room()
            counts["pierced"] = self.table.pierced_count
        if counts["verdicts"][0] == len(self._verdicts):
            self._verdicts = grown(self._verdicts, 2 * len(self._verdicts))

    def _report_shots(self) -> None:
        """Hand the recorded shots to the events of this step; despawn spent projectiles that ask for it."""
        shots = self._shots.view(np.ndarray)[: self._counts["shots"][0]].copy()
        self.world.shots.append(shots)
        self._counts["shots"] = 0
        for entity in shots["projectile"][shots["spent"] == 1].tolist():
            if self.table.members[entity].despawn:
                self.physics.events.despawn(entity)


class ProjectileSystem(BaseProjectileSystem[Projectile]):
    """Casts the path of every projectile, and stops, bounces or passes it on where it hits a shape.

    >>> import esper
    >>> from ecsphys import Box, Collider, Physics, Projectile, ProjectileSystem, RigidBody, Transform
    >>> class Look(ProjectileSystem):
    ...     def run(self):
    ...         before = place.x
    ...         super().run()
    ...         print(round(before), round(place.x))
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> physics.replace(ProjectileSystem, Look())
    >>> wall = esper.create_entity(Transform(100, 0), Collider(Box(20, 200)))
    >>> place, body = Transform(), RigidBody(velocity=(12_000, 0))
    >>> bullet = esper.create_entity(place, body, Projectile(mode="ray"))
    >>> esper.process(1 / 60)  # through the wall, and back to where it struck
    200 90
    """

    component = Projectile
    course: np.dtype[Any] = COURSE
    shot: np.dtype[Any] = SHOT
    verdict: np.dtype[Any] = VERDICT
    names: tuple[str, str, str] = ("Projectile", "RigidBody", "Collider")

    def advance(self) -> int:
        """Advance the projectiles that fly: DONE, FULL or ASK."""
        answer: int = advance_projectiles(self._trace())
        return answer

    def land(self) -> None:
        """End all courses where they are."""
        land_projectiles(self._trace())

    def _trace(self) -> Trace:
        """Return the group of arrays that the kernels take, as they are now."""
        world, table = self.world, self.table
        spare = reserve_points_for_two(world.shapes)  # first: it may move the arrays
        return Trace(
            table.rows, self.order, self._courses, table.pierced, self._ignored, self._verdicts,
            world.bodies.rows, proxies_of(world), world.shapes.filters, world.index.tree, self._shots,
            self._counts, self.simulation.context, int(self._asked.is_needed), spare,
        )  # fmt: skip
