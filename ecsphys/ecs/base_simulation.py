"""The state that queries, hooks, events and systems of one physics world share, and how changes enter it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np

from ..arrays import FREE, BodyRows, Ints
from ..clock import Clock
from ..contacts.pending_edits import apply_pending_edits
from ..interrupts import UNINTERRUPTED
from ..limits import limits_of
from ..math2d import check
from ..settings import Settings
from ..spatial.index_update import refresh_rows, synchronize_index
from ..user_warnings import warn_user
from ..world.base_world import BaseWorld
from ..world.checks import require_all_within, require_within
from ..world.losses import Losses
from ..world.waking import update_awake
from .compaction import compact
from .lent_rows import LentRows
from .registry import Registry, clear_database, current_world
from .synchronize import synchronize

W = TypeVar("W", bound=BaseWorld)


class BaseSimulation(Generic[W]):
    """One physics world, of the plane or of space, and the esper world that it belongs to.

    It knows in which order changes from outside reach the arrays: structural changes in esper first, then
    values written by components or in bulk, then teleports and wake requests, and last the broad-phase index.
    """

    world: W
    context: Any  # the numbers of a step, of the kind that the settings make
    owner: str = "Physics"  # the class that a game knows, for messages
    joints: Any = None  # of the plane: see `ecs.joint_adoption`

    def __init__(self, settings: Settings, world: W, registry: Registry, broad_phase: str):
        self.settings: Settings = settings
        self.context = settings.context()
        self.clock: Clock = Clock(settings.step, settings.max_steps)
        self.world = world
        world.index = self.make_index(broad_phase)
        world.limits = limits_of(settings.length_unit)
        self.losses: Losses = Losses(world)
        self._broad_phase = broad_phase
        self.registry: Registry = registry
        self.esper_world: str | None = None  # name of the esper world, None before one is adopted
        self.on_adopted: Callable[[], object] | None = None  # called then
        self.stepping: bool = False  # while the systems of a step run: no row comes, goes or moves
        self.is_piecewise: bool = False  # the step's systems are run one by one, by esper or the game
        self._warned_of_size = False
        self._is_watched = False  # code of the game runs within this step
        self.is_hooked: bool = False  # the engine's systems may call it
        self._rows_lent = False  # `body_rows` handed out the array: any velocity may have been written
        self._lent = LentRows()
        self._index_outdated = False  # boxes were rewritten that the broad-phase index has not seen

    # -- what differs ------------------------------------------------------------------------------

    def make_index(self, kind: str) -> Any:
        """Return an empty broad phase."""
        raise NotImplementedError

    def drop_results(self) -> None:
        """Forget what holds for one step only, here, for an exception may have cut off the last step."""

    def warn_of_size(self) -> bool:
        """Warn if shapes of new bodies are much smaller than the length unit; returns whether some are."""
        return False

    def change_settings(self, **changes: Any) -> None:
        """Replace some settings and derive the numbers of a step anew; raise `RuntimeError` within a step."""
        self.require_between_steps(f"settings of {self.owner} change")
        self.settings = self.settings.replaced(**changes)
        self.context = self.settings.context()
        if "length_unit" in changes:
            self.world.limits = limits_of(self.settings.length_unit)
            self.world.is_finite = False

    def change_broad_phase(self, kind: str) -> None:
        """Put all shapes into an index of another kind; raise `RuntimeError` within a step."""
        self.require_between_steps(f"settings of {self.owner} change")
        world, shapes = self.world, self.world.shapes
        ids = np.flatnonzero(shapes.rows["body"][: shapes.count] != FREE)
        self._broad_phase, world.index = kind, self.make_index(kind)
        world.index.insert(shapes.fat, shapes.filters, np.setdiff1d(ids, world.new_shapes))

    def wake_all(self) -> None:
        """Wake all bodies before the next step, but those that are put aside."""
        bodies, lost = self.world.bodies, {self.world.row_of(entity) for entity in self.world.lost}
        bodies.wake_requests.extend([row for row in range(bodies.count) if row not in lost])

    def renew_contacts(self) -> None:
        """Make all contacts anew with the next step, which wakes all bodies; touches go on."""
        bodies, lost = self.world.bodies, {self.world.row_of(entity) for entity in self.world.lost}
        bodies.changed_colliders.extend([row for row in range(bodies.count) if row not in lost])

    def require_between_steps(self, what: str) -> None:
        """Raise `RuntimeError` within a step."""
        if self.stepping:
            raise RuntimeError(
                f"{what} between steps only, also in before_step, in after_step and in handlers of events, "
                "not within a step"
            )

    # -- the esper world ---------------------------------------------------------------------------

    def adopt_esper_world(self) -> None:
        """Belong to esper's current world; raise `RuntimeError` for one that belongs to another already."""
        if self.esper_world not in (None, current_world()):
            raise RuntimeError(
                f"this {self.owner} belongs to the esper world {self.esper_world!r} and cannot be added to "
                f"{current_world()!r} as well: make one {self.owner} for each world"
            )
        self._settle()

    def is_current(self) -> bool:
        """Whether esper's current world is the one that this simulation belongs to."""
        return current_world() == self.esper_world

    def require_current(self) -> None:
        """Raise `RuntimeError` unless esper's current world is the own one; the first call adopts it."""
        if self.esper_world is None:
            self._settle()
        elif self.esper_world != current_world():
            raise RuntimeError(
                f"this {self.owner} belongs to the esper world {self.esper_world!r}, the current one is "
                f"{current_world()!r}; call esper.switch_world({self.esper_world!r}) first"
            )

    def _settle(self) -> None:
        """Belong to esper's current world."""
        self.esper_world = current_world()
        if self.on_adopted is not None:
            self.on_adopted()
            self.on_adopted = None

    # -- a step ------------------------------------------------------------------------------------

    def take_in_components(self, dt: float) -> None:
        """Begin a step of `dt` seconds: adopt and release the components that were added or removed."""
        self._index_outdated = True
        self.drop_results()
        if dt != self.context.dt:
            self.context = self.settings.replaced(step=check.positive(dt, "dt")).context()
        self.world.bodies.esper_world = self.esper_world
        self.synchronize()
        if self.world.new_bodies and not self._warned_of_size:
            self._warned_of_size = self.warn_of_size()

    def take_in_values(self) -> None:
        """Check the values written since the last step, then apply teleports, wake and sleep requests.

        Raises `ValueError` for NaN and numbers out of range before anything moves.
        """
        self._require_within()
        bodies = self.world.bodies
        if self._rows_lent or bodies.teleported or bodies.wake_requests or bodies.sleep_requests:
            apply_pending_edits(self.world, self.context, self._rows_lent)

    def _require_within(self) -> None:
        world, bodies = self.world, self.world.bodies
        if self._rows_lent:
            require_all_within(world)
            return
        if not world.is_finite and (world.awake_count or world.awake_stale):
            require_within(world, update_awake(world))
        world.is_finite = False
        if bodies.teleported or bodies.wake_requests or world.new_bodies:
            require_within(world, np.array(bodies.teleported + bodies.wake_requests + world.new_bodies))

    def end_step(self) -> None:
        """Count the step and reset what holds for one step only."""
        clock = self.clock
        clock.step_count += 1
        clock.time += self.context.dt
        self._index_outdated = True
        self.world.bodies.alpha = 1.0
        self.world.contacts_removed = False
        if self.joints is not None:
            self.joints.end_step()

    def restart(self) -> None:
        """Delete all entities of the esper world, and forget the contacts and events of earlier steps."""
        self.require_current()
        self.require_between_steps(f"{self.owner} is reset")
        clear_database()
        synchronize(self.world, self.registry)
        if self.joints is not None:
            self.joints.forget()
        self.losses.forget()
        self.registry.clear_changes()
        world = self.world
        world.events.count = world.moved_count = world.dropped_motions = 0
        world.crossings = world.crossings[:0]
        world.shots.clear()
        world.contacts_removed = world.has_triggers = False
        world.bodies.alpha = 1.0
        self.clock.restart()

    # -- within a step -----------------------------------------------------------------------------

    def watch(self, is_hooked: bool, has_systems: bool) -> None:
        """Begin the systems of a step.

        `is_hooked`: the engine's call code of the game, `has_systems`: some system is the game's.
        """
        self.is_hooked = is_hooked
        self._is_watched = is_hooked or has_systems or self.is_piecewise
        if self._is_watched:
            self.losses.note_poses()

    def take_in_writes(self) -> None:
        """Take in what code of the game has written in the middle of a step; aside with what is out of range.

        Nothing is taken in where no such code runs.
        """
        if self._lent.loans:
            self._lent.take_back(self.world.bodies)
        if self._is_watched:
            self.losses.put_aside_written(self._rows_lent)

    def put_strays_aside(self, rows: Ints) -> None:
        """Put those of the bodies aside that have moved out of range, back to where they were."""
        if strays := self.losses.put_strays_aside(rows):
            refresh_rows(self.world, strays, self.context)

    @property
    def lost(self) -> tuple[int, ...]:
        """See `Physics.lost`."""
        if not self.world.lost:
            return ()
        departed = self.departed() if self.is_current() else []
        return tuple(entity for entity in self.losses.entities(self._rows_lent) if entity not in departed)

    def warn_of_losses(self) -> None:
        """Warn of the bodies that were put aside since the last call, once for each reason."""
        reports, self.losses.reports = self.losses.reports, []
        of_reason: dict[str, list[int]] = {}
        for entity, reason in reports:
            of_reason.setdefault(reason, []).append(entity)
        for reason, entities in of_reason.items():
            names = ", ".join(map(str, entities[:5])) + (", …" if len(entities) > 5 else "")
            warn_user(f"put aside, see {self.owner}.lost: entity {names}: {reason}")

    # -- between steps -----------------------------------------------------------------------------

    def settle(self) -> None:
        """Bring rows and broad-phase index up to date with all changes since the last step; nothing moves.

        Within a step only the index: structural changes wait for the next step.
        """
        if current_world() != self.esper_world:
            self.require_current()
        if not self.stepping:
            self.synchronize()
        self.update_index()

    def synchronize(self) -> None:
        """Bring the rows up to date with esper and settings; take mended bodies back."""
        if self.world.lost:
            self.losses.mend(self._rows_lent)
        synchronize(self.world, self.registry)
        if self.world.lost:
            self.losses.hold()

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
            self.synchronize()
        with UNINTERRUPTED:
            compact(self.world)
        return bodies.rows[: bodies.count]

    def departed(self) -> list[int]:
        """Return the entities with a row that esper has deleted since the step began."""
        return [] if self.registry.is_unchanged() else self.registry.departed()
