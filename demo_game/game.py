"""One attempt at a level in an esper world of its own: level, physics and rules put together."""

from __future__ import annotations

import itertools

import esper

from ecsphys import BroadPhaseSystem, Physics

from . import tuning
from .autopilot import Autopilot
from .build import build
from .levels import FOUNDRY, Level
from .old_components import Gem
from .old_controls import Controls
from .old_session import Session
from .rules.aim import Aim
from .rules.door import Doors
from .rules.drones import Drones
from .rules.gems import Gems
from .rules.gun import Gun
from .rules.health import Mending
from .rules.laser import Laser
from .rules.lifetime import Lifetimes
from .rules.movement import Movement
from .rules.score import Score

_numbers = itertools.count(1)


class Game:
    """The running game. `controls` steer it; `session`, `physics` and the world are new after `restart`.

    `autoplay` lets a script hold the controls.
    """

    def __init__(self, level: Level = FOUNDRY, seed: int = 0, autoplay: bool = False):
        self.level = level
        self.seed = seed
        self.autoplay = autoplay
        self.controls = Controls()
        self.world = ""
        self.restart()

    def restart(self) -> None:
        """Begin the level anew, in a new esper world; the old one is deleted."""
        old, self.world = self.world, f"demo_game {next(_numbers)}"
        esper.switch_world(self.world)
        if old:
            esper.delete_world(old)
        self.controls.let_go()
        self.physics = Physics(gravity=(0.0, tuning.GRAVITY), length_unit=tuning.TILE)
        esper.add_processor(self.physics)
        player = build(self.level, self.seed)
        self.session = Session(player, gems=len(esper.get_component(Gem)))
        self.rules = self._rules()
        for rule in self.rules:
            if isinstance(rule, esper.Processor):
                self.physics.insert(rule, before=BroadPhaseSystem)

    def _rules(self) -> tuple[object, ...]:
        """All rules, in the order in which they run; kept here, because esper holds handlers weakly."""
        physics, session, controls = self.physics, self.session, self.controls
        autopilot = (Autopilot(physics, session, controls, self.level),) if self.autoplay else ()
        return (
            *autopilot,
            Score(session),
            Lifetimes(physics),
            Movement(session, controls),
            Aim(controls),
            Gun(physics, session, controls),
            Laser(physics, session, controls),
            Drones(physics, session),
            Doors(session),
            Mending(physics, session),
            Gems(physics, session),
        )

    def enter(self) -> None:
        """Make this game's world the current one of esper."""
        if esper.current_world != self.world:
            esper.switch_world(self.world)

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass: as many whole physics steps, each with all rules, as are due."""
        self.enter()
        esper.process(dt)

    def step(self) -> None:
        """Exactly one physics step."""
        self.update(self.physics.step)

    def close(self) -> None:
        """Delete the world."""
        esper.switch_world("default")
        esper.delete_world(self.world)
