"""Whether a body moves alone, and the call of the kernel that runs its steps then."""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np

from ..arrays import FREE, Reals2
from ..ccd.next_event import CcdContext
from ..ccd.swept_shape import reserve_points_for_two
from ..compile import records
from ..contacts.growth import reserve_contacts
from ..contacts.seams import scene_of
from ..ecs.simulation import Simulation
from ..hooks import Hooks
from ..systems.area import AreaSystem
from ..systems.character import CharacterSystem
from ..systems.collision_list import CollisionListSystem
from ..systems.constant_force import ConstantForceSystem
from ..systems.continuous import ContinuousSystem
from ..systems.integration import IntegrationSystem
from ..systems.pipeline import DEFAULT_ORDER, Pipeline
from ..systems.projectile import ProjectileSystem
from ..systems.sleep import SleepSystem
from ..systems.system import PhysicsSystem
from ..world.areas import NO_EFFECTS, NO_INFLUENCES
from ..world.bodies import BULLET, DYNAMIC
from ..world.contacts import NARROW_RANGE
from ..world.joints import NO_JOINTS
from ..world.waking import update_awake
from .lone_steps import (
    ASTRAY,
    FROM_COLLISION_LIST,
    FROM_CONTINUOUS,
    FROM_SLEEP,
    ROOM,
    Ending,
    Lone,
    run_alone,
)

S = TypeVar("S", bound=PhysicsSystem)

NEARBY = 256  # proxies in a fat box; in a denser crowd the systems run the steps
_REST = {
    FROM_CONTINUOUS: DEFAULT_ORDER.index(ContinuousSystem),
    FROM_COLLISION_LIST: DEFAULT_ORDER.index(CollisionListSystem),
    FROM_SLEEP: DEFAULT_ORDER.index(SleepSystem),
}


class Stepped(Protocol):
    """The side of `Physics` that a prediction uses."""

    simulation: Simulation
    hooks: Hooks
    _pipeline: Pipeline


class WokenError(Exception):
    """A body that moved alone has woken another one within a step: the systems must run the steps again."""


class LoneBody:
    """Runs steps of a body while nothing else matters, with the bits that the systems would give."""

    def __init__(self, physics: Stepped, entity: int):
        self._physics = physics
        self._world = physics.simulation.world
        self._entity = entity
        # Without processors of the game, which predictions leave out.
        self._systems = [one for one in physics._pipeline.systems if isinstance(one, PhysicsSystem)]
        self._is_default = tuple(map(type, self._systems)) == DEFAULT_ORDER
        self._scratch = np.zeros(2, np.int64), np.zeros(NEARBY, np.int64), records(1, NARROW_RANGE)

    def run(self, poses: Reals2) -> int:
        """Run steps, at most one for each row of `poses`, and write the poses after them; return how many.

        Raises `WokenError` where they were wrong.
        """
        world, row = self._world, self._world.row_of(self._entity)
        awake = update_awake(world)
        if len(poses) == 0 or len(awake) > 1 or not self._is_quiet():
            return 0
        if len(awake) == 0:
            poses[:] = self._pose(row)
            return len(poses)
        if awake[0] != row or not self._is_plain(row):
            return 0
        steps, left, moved = self._call(row, poses)
        self._count(steps)
        self._show_box(row, moved)
        if left in _REST:
            self._run_rest(left)
            poses[steps] = self._pose(row)
            steps += 1
        return int(steps)

    def _pose(self, row: int) -> tuple[float, float, float]:
        body = self._world.bodies.rows[row]
        return body["x"], body["y"], body["angle"]

    # -- whether -----------------------------------------------------------------------------------

    def _is_quiet(self) -> bool:
        """Whether nothing acts in a step but on bodies that are awake."""
        world, physics = self._world, self._physics
        return bool(
            world.moved_count == 0
            and len(world.influences.heads) == 0  # else the solver goes by `flights`
            and self._is_default
            and not (world.has_filters or world.lost or physics.hooks.has_code())
            and len(self._find(CharacterSystem).order) == 0
            and len(self._find(ProjectileSystem).order) == 0
        )

    def _is_plain(self, row: int) -> bool:
        """Whether a body is dynamic, of one solid shape or none, and no joint or component acts on it."""
        world = self._world
        body, joints = world.bodies.rows[row], world.joints
        if body["kind"] != DYNAMIC or body["skin"] > 0.0 or body["joined"]:
            return False
        if len(joints.order):
            rows = joints.rows.view(np.ndarray)[joints.order]
            if ((rows["body_a"] == row) | (rows["body_b"] == row)).any():
                return False
        forces, areas = self._find(ConstantForceSystem), self._find(AreaSystem)
        if (forces.table.rows["body"][forces.order] == row).any():
            return False
        if body["trigger_contacts"] and not areas.is_idle():
            return False
        first = int(body["first_shape"])
        if first == FREE:
            return True
        filters = world.shapes.filters[first]
        return world.shapes.next_shape_of(first) == FREE and not (filters["trigger"] or filters["projectile"])

    def _find(self, kind: type[S]) -> S:
        """Return the system of a type."""
        return next(system for system in self._systems if isinstance(system, kind))

    # -- the kernel --------------------------------------------------------------------------------

    def _call(self, row: int, poses: Reals2) -> Ending:
        world, context = self._world, self._physics.simulation.context
        reserve_contacts(world.solid, 4 * ROOM)
        spare = reserve_points_for_two(world.shapes)
        scene = scene_of(world, world.solid, 1)
        work = self._find(IntegrationSystem).reserve(1, len(world.solid.contacts), 0, context)
        continuous, areas = self._find(ContinuousSystem), self._find(AreaSystem)
        state = continuous.begin_sweeps(ROOM)
        parts = 2 if world.bodies.rows[row]["continuous"] == BULLET else 1
        ccd = CcdContext(
            scene.tree, scene.bodies, scene.proxies, world.shapes.filters, scene.table, state, context, spare,
            0, 0, parts, NO_EFFECTS,
        )  # fmt: skip
        fast, nearby, ranges = self._scratch
        lone = Lone(
            np.array([row]), fast, nearby, state.counts.view(np.ndarray).view(np.int64), ranges,
            world.pool.queue, NO_JOINTS, NO_INFLUENCES, scene.spare, int(not areas.is_idle()), world.tests,
        )  # fmt: skip
        ending: Ending = run_alone(ccd, work, lone, poses)
        if ending.left == ASTRAY:
            raise WokenError
        continuous.end_sweeps()
        return ending

    def _count(self, steps: int) -> None:
        """Count steps as done."""
        clock, dt = self._physics.simulation.clock, self._physics.simulation.context.dt
        clock.step_count += steps
        for _ in range(steps):  # as often as steps do, for the same bits
            clock.time += dt

    def _show_box(self, row: int, moved: int) -> None:
        """Show the index the box of the body's shape as it is now."""
        world = self._world
        world.moved_count, world.is_finite = moved, False
        shape = int(world.bodies.rows[row]["first_shape"])
        if shape != FREE:
            world.index.move(world.shapes.fat, np.array([shape]))

    def _run_rest(self, left: int) -> None:
        """Let the systems run the rest of a step."""
        simulation = self._physics.simulation
        simulation.stepping = True
        self._world.influences = NO_INFLUENCES
        simulation.put_strays_aside(update_awake(self._world))
        for system in self._systems[_REST[left] :]:
            system.run()
        simulation.stepping = False
        simulation.end_step()
