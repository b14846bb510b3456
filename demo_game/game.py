"""One attempt at a level in an esper world of its own: level, physics and rules put together."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random

import esper

from ecsphys import BroadPhaseSystem, Physics
from ecsphys.world.checks import fingerprint

from . import tuning
from .controls import Controls, Inputs
from .levels import Level, load_number
from .players import Script
from .recording import CHECKPOINT, RESTART, BrokenRecording, Recording
from .records import Records
from .rules import Run, all_rules
from .rules.checkpoints import Checkpoints, restore
from .rules.rule import Rule
from .session import Outcome, Progress, Session
from .spawn import spawn_level

_numbers = itertools.count(1)
_MOURNING = 1.0  # s until a scripted player that died tries again
_TRIES = 4  # how often one that is stuck begins again at its checkpoint


class Game:
    """The running game. `controls` steer it; `session`, `physics` and the world are new after each restart.

    `script` lets a scripted player hold the controls; `replay` plays a recording instead. `recording` is the
    recording of what is played. `records` gets the times of levels that are won by hand. `level` is played
    instead of the one with that number.
    """

    def __init__(
        self,
        number: int = 1,
        seed: int = 0,
        script: bool = False,
        records: Records | None = None,
        replay: Recording | None = None,
        level: Level | None = None,
    ):
        self.seed = replay.seed if replay else seed
        self.script = script
        self.replay = replay
        self.records = records
        self.controls = Controls()
        self.world = ""
        self._left_over = 0.0
        self._next = 0  # entry of the replay
        self._dead = 0  # steps
        self._tries = 0
        self.number = replay.number if replay else number
        self.level = level or load_number(self.number)
        if replay is not None and replay.level != self.level.digest:
            raise BrokenRecording(f"the recording was made with another version of level {self.number}")
        self.recording = Recording(self.number, self.seed, self.level.digest)
        self._start(None)

    # -- beginnings ----------------------------------------------------------------------------------

    def restart(self) -> None:
        """Begin the level anew."""
        self.recording.entries.append(RESTART)
        self._start(None)

    def restart_from_checkpoint(self) -> None:
        """Begin anew where the last checkpoint was reached; without one, at the start. The clock runs on."""
        self.recording.entries.append(CHECKPOINT)
        before = self.session
        self._start(self._checkpoints.progress)
        self.session.seconds, self.session.counts = before.seconds, before.counts
        self.session.deaths = before.deaths + (before.outcome is Outcome.LOST)

    def _start(self, progress: Progress | None) -> None:
        """Build the level in a new esper world; the old one is deleted."""
        old, self.world = self.world, f"demo_game {next(_numbers)}"
        esper.switch_world(self.world)
        if old:
            esper.delete_world(old)
        self.controls.release_all()
        gravity = 0.0 if self.level.top_down else tuning.GRAVITY
        self.physics = Physics(gravity=(0.0, gravity), length_unit=tuning.TILE)
        esper.add_processor(self.physics)
        random = Random(self.seed)
        player = spawn_level(self.level, random, progress.removed if progress else frozenset())
        self.session = self._session(player)
        run = Run(self.level, self.physics, self.session, self.controls, random)
        on: set[int] = set()
        if progress is not None:
            restore(run, on, progress)
        self._checkpoints = Checkpoints(run, progress)
        self._script = Script(run, self.number) if self.script else None
        self.rules = (_Steering(self, run), self._checkpoints, *all_rules(run, on))
        for rule in self.rules:
            self.physics.insert(rule, before=BroadPhaseSystem)

    def _session(self, player: int) -> Session:
        kinds = Counter(thing.kind for thing in self.level.things)
        gems = sum(thing.values["what"] == "gem" for thing in self.level.of("pickup"))
        return Session(player, self.level.name, self.number, gems, kinds["drone"] + kinds["walker"])

    # -- time ----------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Make this game's world the current one of esper."""
        if esper.current_world != self.world:
            esper.switch_world(self.world)

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass: as many whole physics steps, each with all rules, as are due."""
        if self.replay is None:
            self.enter()
            esper.process(dt)
            self._settle()
            return
        self._left_over += dt
        while self._left_over >= self.physics.step - 1e-9:
            self._left_over -= self.physics.step
            self.step()

    def step(self) -> None:
        """Exactly one physics step, after the restarts that a replay has before it."""
        self.enter()
        while self.replay is not None and isinstance(entry := self._entry(), str):
            self._next += 1
            self.restart() if entry == RESTART else self.restart_from_checkpoint()
        esper.process(self.physics.step)
        self._settle()

    def _settle(self) -> None:
        """Enter the time of a level that was won by hand; let a scripted player try again."""
        session = self.session
        self._dead = self._dead + 1 if session.outcome is Outcome.LOST else 0
        if self._dead * self.physics.step > _MOURNING and self.script:
            self.restart_from_checkpoint()
        elif self._script is not None and self._script.stuck and self._tries < _TRIES:
            self._tries += 1
            self.restart_from_checkpoint()
        if session.outcome is Outcome.WON and session.result is None:
            records = (
                self.records if self.records and not self.script and not self.replay else Records(keep=False)
            )
            session.result = records.enter(self.level.name, session.seconds)

    # -- inputs --------------------------------------------------------------------------------------

    def inputs(self) -> Inputs:
        """What is wanted in the step that now begins, whoever plays."""
        if self.replay is not None:
            entry = self._entry()
            self._next += 1
            inputs = entry if isinstance(entry, Inputs) else Inputs()
        else:
            if self._script is not None:
                self._script.play()
            inputs = self.controls.sample()
        self.recording.entries.append(inputs)
        return inputs

    def _entry(self) -> Inputs | str | None:
        """The next entry of the replay; None after its end."""
        assert self.replay is not None
        return self.replay.entries[self._next] if self._next < len(self.replay.entries) else None

    @property
    def stuck(self) -> str:
        """Where a scripted player gave up; empty while all goes well."""
        return self._script.stuck if self._script else ""

    @property
    def replayed(self) -> bool:
        """Whether a replay has come to its end."""
        return self.replay is not None and self._entry() is None

    def fingerprint(self) -> str:
        """A hash of all bodies: equal for equal games."""
        self.enter()
        return fingerprint(self.physics)

    def close(self) -> None:
        """Delete the world."""
        esper.switch_world("default")
        esper.delete_world(self.world)


class _Steering(Rule):
    """The first rule: takes the inputs of the step; nothing obeys once the attempt is over."""

    def __init__(self, game: Game, run: Run):
        super().__init__(run)
        self._game = game

    def process(self, dt: float) -> None:
        """Take them."""
        inputs = self._game.inputs()
        self.controls.current = inputs if self.session.playing else Inputs()
