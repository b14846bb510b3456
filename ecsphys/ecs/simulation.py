"""The state that queries, hooks, events and systems of one `Physics` share, and how changes enter it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import FREE, BodyRows
from ..clock import Clock
from ..contacts.pending_edits import apply_pending_edits
from ..interrupts import UNINTERRUPTED
from ..math2d import check
from ..parallel.thread_pool import ThreadPool
from ..settings import Settings, StepContext
from ..spatial.broad_phase import BroadPhaseKind, make_index
from ..spatial.index_update import synchronize_index
from ..world.checks import require_all_finite, require_finite
from ..world.state import World
from ..world.waking import update_awake
from .compaction import compact
from .components import Collider, RigidBody, Transform
from .lent_rows import LentRows
from .mistakes import warn_of_small_shapes
from .registry import Registry, clear_database, current_world
from .synchronize import synchronize


class Simulation:
    """One physics world and the esper world that it belongs to.

    It knows in which order changes from outside reach the arrays: structural changes in esper first, then
    values written by components or in bulk, then teleports and wake requests, and last the broad-phase index.
    """

    def __init__(self, settings: Settings, broad_phase: BroadPhaseKind, threads: int):
        self.settings: Settings = settings
        self.context: StepContext = settings.context()
        self.clock: Clock = Clock(settings.step, settings.max_steps)
        self.world: World = World()
        self.world.index = make_index(broad_phase)
        self.broad_phase: BroadPhaseKind = broad_phase
        self.world.pool = ThreadPool(threads)
        self.registry: Registry = Registry((Transform, RigidBody, Collider), self.world)
        self.esper_world: str | None = None  # name of the esper world, None before `Physics` is added to one
        self.stepping: bool = False  # while the systems of a step run: no row comes, goes or moves
        self.is_piecewise: bool = False  # the step's systems are run one by one, by esper or the game
        self._warned_of_size = False
        self._rows_lent = False  # `body_rows` handed out the array: any velocity may have been written
        self._lent = LentRows()
        self._index_outdated = False  # boxes were rewritten that the broad-phase index has not seen

    def change_settings(self, **changes: Any) -> None:
        """Replace some settings and derive the numbers of a step anew; raise `RuntimeError` within a step."""
        self._require_between_steps()
        self.settings = self.settings.replaced(**changes)
        self.context = self.settings.context()

    def change_broad_phase(self, kind: BroadPhaseKind) -> None:
        """Put all shapes into an index of another kind; raise `RuntimeError` within a step."""
        self._require_between_steps()
        world, shapes = self.world, self.world.shapes
        ids = np.flatnonzero(shapes.rows["body"][: shapes.count] != FREE)
        self.broad_phase, world.index = kind, make_index(kind)
        world.index.insert(shapes.fat, shapes.filters, np.setdiff1d(ids, world.new_shapes))

    def wake_all(self) -> None:
        """Wake all bodies before the next step."""
        bodies = self.world.bodies
        bodies.wake_requests.extend(range(bodies.count))

    def renew_contacts(self) -> None:
        """Make all contacts anew with the next step, which wakes all bodies; touches go on."""
        bodies = self.world.bodies
        bodies.changed_colliders.extend(range(bodies.count))

    def _require_between_steps(self) -> None:
        if self.stepping:
            raise RuntimeError(
                "settings of Physics cannot change within a step, nor can it be reset: do so between steps, "
                "in before_step, in after_step or in a handler of an event"
            )

    # -- the esper world ---------------------------------------------------------------------------

    def adopt_esper_world(self) -> None:
        """Belong to esper's current world; raise `RuntimeError` for one that belongs to another already."""
        if self.esper_world not in (None, current_world()):
            raise RuntimeError(
                f"this Physics belongs to the esper world {self.esper_world!r} and cannot be added to "
                f"{current_world()!r} as well: make one Physics for each world"
            )
        self.esper_world = current_world()

    def is_current(self) -> bool:
        """Whether esper's current world is the one that this simulation belongs to."""
        return current_world() == self.esper_world

    def require_current(self) -> None:
        """Raise `RuntimeError` unless esper's current world is the own one; the first call adopts it."""
        if self.esper_world is None:
            self.esper_world = current_world()
        elif self.esper_world != current_world():
            raise RuntimeError(
                f"this Physics belongs to the esper world {self.esper_world!r}, the current one is "
                f"{current_world()!r}; call esper.switch_world({self.esper_world!r}) first"
            )

    # -- a step ------------------------------------------------------------------------------------

    def take_in_components(self, dt: float) -> None:
        """Begin a step of `dt` seconds: adopt and release the components that were added or removed."""
        self._index_outdated = True
        if dt != self.context.dt:
            self.context = self.settings.replaced(step=check.positive(dt, "dt")).context()
        self.world.bodies.esper_world = current_world()
        synchronize(self.world, self.registry)
        if self.world.new_bodies and not self._warned_of_size:
            self._warned_of_size = warn_of_small_shapes(self.world, self.settings.length_unit)

    def take_in_values(self) -> None:
        """Check the values written since the last step, then apply teleports, wake and sleep requests.

        Raises `ValueError` for NaN and infinity before anything moves.
        """
        self._require_finite()
        apply_pending_edits(self.world, self.context, self._rows_lent)

    def _require_finite(self) -> None:
        world, bodies = self.world, self.world.bodies
        if self._rows_lent:
            require_all_finite(world)
            return
        if not world.is_finite:
            require_finite(world, update_awake(world))
        world.is_finite = False
        if bodies.teleported or bodies.wake_requests or world.new_bodies:
            require_finite(world, np.array(bodies.teleported + bodies.wake_requests + world.new_bodies))

    def end_step(self) -> None:
        """Count the step and reset what holds for one step only."""
        clock = self.clock
        clock.step_count += 1
        clock.time += self.context.dt
        self._index_outdated = True
        self.world.bodies.alpha = 1.0
        self.world.contacts_removed = False

    def restart(self) -> None:
        """Delete all entities of the esper world, and forget the contacts and events of earlier steps."""
        self.require_current()
        self._require_between_steps()
        clear_database()
        synchronize(self.world, self.registry)
        self.registry.clear_changes()
        world = self.world
        world.events.count = world.moved_count = world.dropped_motions = 0
        world.crossings = world.crossings[:0]
        world.shots.clear()
        world.contacts_removed = world.has_triggers = False
        world.bodies.alpha = 1.0
        self.clock.restart()

    # -- between steps -----------------------------------------------------------------------------

    def settle(self) -> None:
        """Bring rows and broad-phase index up to date with all changes since the last step; nothing moves.

        Within a step only the index: structural changes wait for the next step.
        """
        if current_world() != self.esper_world:
            self.require_current()
        if not self.stepping:
            synchronize(self.world, self.registry)
        self.update_index()

    def update_index(self) -> None:
        """Bring the broad-phase index up to date with the poses of all bodies."""
        bodies = self.world.bodies
        teleports = len(bodies.teleported) > bodies.teleports_seen
        if not (self._index_outdated or teleports or self.world.new_bodies):
            return
        with UNINTERRUPTED:
            synchronize_index(self.world, self.context, self._index_outdated)
            self._index_outdated = self._index_outdated and self.stepping

    def body_rows(self) -> BodyRows:
        """Return the rows of all bodies without gaps; from now on any velocity may be written in bulk.

        Within a step nothing is taken in and no row moves, see `LentRows`.
        """
        bodies, self._rows_lent = self.world.bodies, True
        if self.stepping:
            return self._lent.lend(bodies, [self.world.row_of(entity) for entity in self.departed()])
        if self.esper_world is None or self.is_current():
            synchronize(self.world, self.registry)
        with UNINTERRUPTED:
            compact(self.world)
        return bodies.rows[: bodies.count]

    def take_back_rows(self) -> None:
        """Take in what was written within a step to rows that `body_rows` lent."""
        if self._lent:
            self._lent.take_back(self.world.bodies)

    def departed(self) -> list[int]:
        """Return the entities with a row that esper has deleted since the step began."""
        return [] if self.registry.is_unchanged() else self.registry.departed()
