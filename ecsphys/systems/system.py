"""What the systems of a step have in common."""

from __future__ import annotations

from typing import Any, Protocol

import esper

from ..settings import StepContext
from ..world.state import World


class StepOwner(Protocol):
    """What a system needs of `Physics`."""

    world: World
    context: StepContext
    end_after: int
    hit_speed: float
    step_count: int
    stepping: bool  # Physics runs the step, not esper

    def begin_step(self, dt: float) -> None:
        """Take in what esper and components changed."""
        ...

    def end_step(self) -> None:
        """Count the step and send its events."""
        ...

    def judge(self, found: Any) -> None:
        """Let contact hooks set what they want in rows of HOOK."""
        ...

    @property
    def has_contact_hooks(self) -> bool:
        """Whether there is any contact hook."""
        ...

    def ask_hooks(self, late: bool) -> None:
        """Ask contact hooks about the contacts of this step."""

    def show_moved(self) -> None:
        """Show queries where everything is now."""

    def wanted(self) -> int:
        """The events that anybody listens to, as bits by `events.names.bits_of`."""
        ...


class PhysicsSystem(esper.Processor):
    """One stage of a step. Run by `Physics`, or by esper when it was added there by itself.

    Subclasses implement `run`. When esper runs the systems one by one, the first of them begins
    the step and the last ends it.
    """

    physics: StepOwner
    world: World
    alone: tuple[bool, bool] = (False, False)  # begins, ends the step when esper runs it

    def process(self, dt: float = 1 / 60) -> None:
        """Run this stage of a step of `dt` seconds."""
        if self.physics.stepping:
            self.run()
            return
        begins, ends = self.alone
        if begins:
            self.physics.begin_step(dt)
        self.run()
        if ends:
            self.physics.end_step()

    def begin(self) -> None:
        """What is to be taken in or refused before anything moves; called when the step begins."""

    def run(self) -> None:
        """The work of this stage, on `self.physics.world`."""
        raise NotImplementedError

    def attach(self, physics: Any) -> None:
        """Belong to a Physics from now on."""
        self.physics = physics
        self.world = physics.world
