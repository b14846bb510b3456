"""The ordered list of systems that one step runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper

from ..events import mask_of
from ..world.base_world import BaseWorld
from ..world.events import COLLISION_STAY, TRIGGER_STAY
from .area import AreaSystem
from .broad_phase import BroadPhaseSystem
from .caster import CasterSystem
from .character import CharacterSystem
from .collision_list import CollisionListSystem
from .constant_force import ConstantForceSystem
from .continuous import ContinuousSystem
from .integration import IntegrationSystem
from .joints import JointSystem
from .narrow_phase import NarrowPhaseSystem
from .projectile import ProjectileSystem
from .sleep import SleepSystem
from .system import BaseSystem, PhysicsSystem
from .trigger import TriggerSystem
from .whole_step import WholeStep

DEFAULT_ORDER: tuple[type[PhysicsSystem], ...] = (
    BroadPhaseSystem,
    AreaSystem,
    NarrowPhaseSystem,
    ConstantForceSystem,
    IntegrationSystem,
    JointSystem,
    CharacterSystem,
    ProjectileSystem,
    ContinuousSystem,
    CollisionListSystem,
    TriggerSystem,
    SleepSystem,
    CasterSystem,
)

Stage = tuple[BaseSystem, Callable[[], None]]

_OWN = __name__.partition(".")[0]
_STAYS = mask_of((COLLISION_STAY, TRIGGER_STAY))


class Pipeline:
    """The systems of one `Physics`, in the order in which a step runs them."""

    def __init__(self, owner: Any, order: tuple[type[Any], ...] = DEFAULT_ORDER):
        self._owner = owner
        self.systems: list[esper.Processor] = []
        self._beginning: list[BaseSystem] = []  # systems that override `begin`
        self._stages: list[Stage] = []  # all systems with their `run`, if all are the engine's
        # Of these the ones that had something to do when esper's components were what `_token` stands for.
        self._busy: list[BaseSystem] = []
        self._busy_stages: list[Callable[[], None]] = []
        self.whole: WholeStep
        self._token: object = None
        self.has_code_of_the_game: bool = False  # some system is not one of the engine's
        self.is_timed: bool = False  # each system runs by its `process`, which a profile times
        for kind in order:
            self._place(len(self.systems), kind())

    def begin_step(self) -> None:
        """Let systems adopt and check their own components before anything moves."""
        token = self._owner.simulation.registry.watch.token
        is_changed = token is not self._token
        for system in self._beginning if is_changed else self._busy:
            system.begin()
        if is_changed:
            self._note_busy()
            self._token = token

    def forget_idle(self) -> None:
        """Ask all systems in the next step whether they have something to do."""
        self._token = None

    def _note_busy(self) -> None:
        """Note which systems of the engine have something to do while components stay as they are."""
        idle = {system for system in self._beginning if _is_own(system) and system.is_idle()}
        self._busy = [system for system in self._beginning if system not in idle]
        self._busy_stages = [run for system, run in self._stages if system not in idle]
        own = [system for system in self.systems if isinstance(system, BaseSystem)]
        self.whole = WholeStep(self._owner, [system for system in own if system not in idle])

    def can_run_ahead(self) -> bool:
        """Whether one call can run further steps after one, but for what is no physics."""
        return not self._owner.simulation.is_hooked and self.whole.is_possible(is_pushed=False)

    def run(self, dt: float, with_the_game: bool = True) -> None:
        """Run all systems in order; those that are no physics only `with_the_game`."""
        if self._stages and not (self._owner.simulation.is_hooked or self.is_timed):
            if self._busy or not is_at_rest(self._owner.simulation.world, self._owner.events.wanted):
                self._run_stages()
            return
        for system in self.systems:
            if isinstance(system, BaseSystem):
                system.process(dt)
            elif with_the_game:
                system.process(dt)
                self._owner.simulation.take_in_writes()

    def _run_stages(self) -> None:
        """Run the engine's own systems that have something to do: by one call, where that is possible."""
        if self.whole.is_possible():
            self.whole.run()
            return
        for run in self._busy_stages:  # spares what `BaseSystem.process` does for code of the game
            run()

    def replace(self, old: type[esper.Processor], new: esper.Processor) -> None:
        """Put `new` in the place of the first system of type `old`; see `Physics.replace`."""
        place = self._find(old)
        self._place(place, new)
        self.systems.pop(place + 1)
        self._note_systems()

    def insert(
        self,
        system: esper.Processor,
        before: type[esper.Processor] | None,
        after: type[esper.Processor] | None,
    ) -> None:
        """Put a system before or after the first one of a type; see `Physics.insert`."""
        if before is not None and after is None:
            self._place(self._find(before), system)
        elif after is not None and before is None:
            self._place(self._find(after) + 1, system)
        else:
            raise TypeError("insert needs one of before=... and after=...")

    def _find(self, kind: type[esper.Processor]) -> int:
        """Return the place of the first system of that very type, else of the first of a subclass."""
        if not isinstance(kind, type):
            raise TypeError(f"a system is given by its type, got {kind!r}")
        kinds = [type(system) for system in self.systems]
        if kind in kinds:
            return kinds.index(kind)
        for place, present in enumerate(kinds):
            if issubclass(present, kind):
                return place
        names = ", ".join(present.__name__ for present in kinds)
        raise ValueError(f"no system of type {kind.__name__!r}; there are: {names}")

    def _place(self, place: int, system: esper.Processor) -> None:
        if not isinstance(system, esper.Processor):
            raise TypeError(f"a system must be an esper.Processor, got {system!r}")
        if isinstance(system, BaseSystem):
            system.attach(self._owner)
        self.systems.insert(place, system)
        self._note_systems()

    def _note_systems(self) -> None:
        """Note what a step calls; the first and the last physics system begin and end one that esper runs."""
        self.has_code_of_the_game = not all(map(_is_own, self.systems))
        own = [system for system in self.systems if isinstance(system, BaseSystem)]
        self._beginning = [system for system in own if type(system).begin is not BaseSystem.begin]
        self._stages = [] if self.has_code_of_the_game else [(system, system.run) for system in own]
        for system in own:
            system.alone = (system is own[0], system is own[-1])
        self._token = None
        self._busy, self._busy_stages = self._beginning, [run for _, run in self._stages]
        self.whole = WholeStep(self._owner, own)


def is_at_rest(world: BaseWorld, wanted: int) -> bool:
    """Whether all bodies sleep and nothing was changed: then stages without components have nothing to do.

    `wanted`: the mask of the events that are listened to.
    """
    return not (
        world.awake_count
        or world.awake_stale
        or world.has_unknown_touches
        or world.moved_count
        or world.new_bodies
        or world.new_shapes
        or len(world.crossings)
        or wanted & _STAYS
    )


def _is_own(system: esper.Processor) -> bool:
    """Whether a system is one of the engine's."""
    return type(system).__module__.startswith(_OWN)
