"""A game: level, physics and rules in an esper world of its own."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import esper

from ecsphys import BroadPhaseSystem, Physics, Vec2
from ecsphys.replay import Recorder
from ecsphys.world.checks import fingerprint

from . import tuning
from .controls import Controls, Inputs
from .levels import Level, load_number
from .players import Script
from .recording import CHECKPOINT, RESTART, BrokenRecording, Recording
from .records import Records
from .rules import Rule, Run, all_rules
from .rules.checkpoints import restore
from .saves import BrokenSave, SavedGame, summary_of
from .session import STATE, Memory, Outcome, Progress, Session
from .spawn import spawn_level

_numbers = itertools.count(1)
_RETRY_DELAY = 1.0  # s between the death of a scripted player and its restart
_REPORTED = 10.0  # s in a bug report
_MAX_RETRIES = 4  # restarts of a scripted player that is stuck


class Game:
    """A running game, steered through `controls`; each restart makes a new world, `physics` and `session`.

    `script` hands the controls to a scripted player, `replay` to a recording. `recording` collects the inputs
    of this game. `records` receives the times of levels won by a human player. `level` replaces the level
    with the given `number`. `save` is a game to go on with. An exception in a step of a human player leaves
    the seconds before in the file `report`.
    """

    def __init__(
        self,
        number: int = 1,
        seed: int = 0,
        script: bool = False,
        records: Records | None = None,
        replay: Recording | None = None,
        level: Level | None = None,
        save: SavedGame | None = None,
        report: Path | None = None,
    ):
        begun = save.recording if save else replay
        self.seed = begun.seed if begun else seed
        self.script = script
        self.replay = replay
        self.records = records
        self.controls = Controls()
        self.world = ""
        self._report = None if script or replay else report
        self._recorder: Recorder | None = None
        self._recorded: Inputs | None = None  # what the recorder knows of the controls
        self._left_over = 0.0
        self._next_entry = len(save.recording.entries) if save else 0  # of the replay
        self._steps_dead = 0
        self._retries = 0
        self.number = begun.number if begun else number
        self._first_entry = 0  # of the recording in this world, were it at step 0
        self.level = level or load_number(self.number)
        if begun is not None and begun.level != self.level.digest:
            what = "saved game" if save else "recording"
            raise BrokenRecording(f"the {what} was made with another version of level {self.number}")
        self.recording = Recording(self.number, self.seed, self.level.digest)
        if save is None:
            self._start(None)
        else:
            self._load(save)

    # -- restarts ----------------------------------------------------------------------------------

    def restart(self) -> None:
        """Restart the level."""
        self.recording.entries.append(RESTART)
        self._start(None)

    def restart_from_checkpoint(self) -> None:
        """Restart at the last checkpoint, or at the start if none was reached. Time and counts go on."""
        self.recording.entries.append(CHECKPOINT)
        before = self.session
        self._start(self._run.memory.progress)
        self.session.seconds, self.session.counts = before.seconds, before.counts
        self.session.deaths = before.deaths + (before.outcome is Outcome.LOST)

    def _start(self, progress: Progress | None) -> None:
        """Spawn the level in a new esper world and delete the old world."""
        self._enter_new_world()
        self._spawn(progress)
        self._add_rules()

    def _load(self, save: SavedGame) -> None:
        """Go on with a saved game in a new esper world and delete the old world."""
        self.recording.entries += save.recording.entries
        self._enter_new_world()
        try:
            self.physics.restore(save.snapshot)
            self._add_rules()
        except ValueError as error:
            self.close()
            raise BrokenSave(f"the saved game is damaged: {error}") from error
        if save.recording.fingerprint not in ("", self.fingerprint()):
            self.close()
            raise BrokenSave("the saved game is damaged: its world is not the one that was saved")

    def save(self, camera: Vec2) -> SavedGame:
        """Return all that it takes to go on from here; `camera` is where the player looks."""
        self.enter()
        session = self.session
        summary = summary_of(self.number, self.level.name, session.seconds, session.score, camera)
        snapshot = self.physics.snapshot(*STATE)  # also takes in what the last step deleted
        recording = replace(self.recording, entries=[*self.recording.entries], fingerprint=self.fingerprint())
        return SavedGame(summary, recording, snapshot)

    def _enter_new_world(self) -> None:
        """Replace the esper world by a new one, with nothing but its physics."""
        old, self.world = self.world, f"demo_game {next(_numbers)}"
        esper.switch_world(self.world)
        if old:
            esper.delete_world(old)
        gravity = 0.0 if self.level.top_down else tuning.GRAVITY
        self.physics = Physics(gravity=(0.0, gravity), length_unit=tuning.TILE)
        esper.add_processor(self.physics)

    def _spawn(self, progress: Progress | None) -> None:
        """Create the entities of the level, as they are after some progress."""
        random = Random(self.seed)
        player = spawn_level(self.level, random, progress.removed if progress else frozenset())
        esper.add_component(player, self._session(player))
        esper.add_component(player, Memory(random))
        if progress is not None:
            restore(Run(self.level, self.physics, self.controls), progress)

    def _add_rules(self) -> None:
        """Let the rules act on the entities that there are."""
        self.controls.release_all()
        self._run = Run(self.level, self.physics, self.controls)
        self.session = self._run.session
        self._first_entry = len(self.recording.entries) - self.physics.step_count
        self._script = Script(self._run, self.number) if self.script else None
        self.rules: tuple[Rule, ...] = (_Steering(self, self._run), *all_rules(self._run))
        for rule in self.rules:
            self.physics.insert(rule, before=BroadPhaseSystem)
        if self._report is not None:
            self._recorder = Recorder(
                self.physics, *STATE, keep=_REPORTED, dump=self._report, apply=self.controls.take
            )
            self._recorded = Inputs()

    def _session(self, player: int) -> Session:
        """Return a new session with the totals of the level."""
        kinds = Counter(thing.kind for thing in self.level.things)
        gems = sum(thing.values["what"] == "gem" for thing in self.level.of("pickup"))
        return Session(player, self.level.name, self.number, gems, kinds["drone"] + kinds["walker"])

    # -- time ----------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Make this game's world esper's current one."""
        if esper.current_world != self.world:
            esper.switch_world(self.world)

    def _take_back(self) -> None:
        """Drop the inputs of steps that a time line has taken back."""
        entries, count = self.recording.entries, self._first_entry + self.physics.step_count
        if count < len(entries):
            del entries[count:]
            self._recorded = None
            self._next_entry = count
            self._script = Script(self._run, self.number) if self.script else None

    def update(self, dt: float) -> None:
        """Advance by `dt` seconds: run the whole physics steps that are due, each with all rules."""
        self.enter()
        if self.physics.paused:
            return
        self._take_back()
        if self.replay is None:
            self._record_inputs()
            esper.process(dt)
            self._after_steps()
            return
        self._left_over += dt
        while self._left_over >= self.physics.step - 1e-9:
            self._left_over -= self.physics.step
            self.step()

    def step(self) -> None:
        """Run exactly one physics step, after the restarts that a replay holds before it."""
        self.enter()
        self._take_back()
        while self.replay is not None and isinstance(entry := self._entry(), str):
            self._next_entry += 1
            self.restart() if entry == RESTART else self.restart_from_checkpoint()
        self._record_inputs()
        esper.process(self.physics.step)
        self._after_steps()

    def _after_steps(self) -> None:
        """Restart a scripted player that died or is stuck; enter the time of a level that was won."""
        session = self.session
        self._steps_dead = self._steps_dead + 1 if session.outcome is Outcome.LOST else 0
        if self._steps_dead * self.physics.step > _RETRY_DELAY and self.script:
            self.restart_from_checkpoint()
        elif self._script is not None and self._script.stuck and self._retries < _MAX_RETRIES:
            self._retries += 1
            self.restart_from_checkpoint()
        if session.outcome is Outcome.WON and session.result is None:
            records = (
                self.records if self.records and not self.script and not self.replay else Records(keep=False)
            )
            session.result = records.enter(self.level.name, session.seconds)

    # -- inputs --------------------------------------------------------------------------------------

    def inputs(self) -> Inputs:
        """Return and record the inputs of the step that begins, from the replay, the script or the player."""
        self._take_back()
        if self.replay is not None:
            entry = self._entry()
            self._next_entry += 1
            inputs = entry if isinstance(entry, Inputs) else Inputs()
        else:
            if self._script is not None:
                self._script.play()
            inputs = self.controls.sample()
        self.recording.entries.append(inputs)
        return inputs

    def _record_inputs(self) -> None:
        """Tell the recorder what the next step will sample, if that is anything new."""
        inputs = self.controls.give()
        if self._recorder is not None and inputs != self._recorded:
            self._recorder.input(inputs)
            self._recorded = inputs._replace(pressed=0)

    def _entry(self) -> Inputs | str | None:
        """Return the next entry of the replay, None after its end."""
        assert self.replay is not None
        return self.replay.entries[self._next_entry] if self._next_entry < len(self.replay.entries) else None

    @property
    def held(self) -> Inputs:
        """The controls that were held in the last step."""
        return self._run.memory.inputs

    @property
    def stuck(self) -> str:
        """Message of a scripted player that gave up, empty if none did."""
        return self._script.stuck if self._script else ""

    @property
    def replayed(self) -> bool:
        """Whether all entries of a replay have been played."""
        return self.replay is not None and self._entry() is None

    def fingerprint(self) -> str:
        """Return a hash of the state of all bodies, equal for equal games."""
        self.enter()
        return fingerprint(self.physics)

    def close(self) -> None:
        """Delete the game's world."""
        esper.switch_world("default")
        esper.delete_world(self.world)


class _Steering(Rule):
    """The first rule: samples the inputs of the step, which are empty once the run is over."""

    def __init__(self, game: Game, run: Run):
        super().__init__(run)
        self._game = game

    def process(self, dt: float) -> None:
        """Sample the inputs."""
        inputs = self._game.inputs()
        self.memory.inputs = inputs._replace(pressed=0)
        self.controls.current = inputs if self.session.playing else Inputs()
