"""A time line: the last seconds of a running game, to go back and forth in."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import esper

from ..arrays import Reals2
from ..math2d import check
from ..physics import Physics
from ..state import Snapshot
from .breaks import Condition, Marks
from .player import Divergence, Replay
from .recorder import FEW_BODIES, Recorder
from .tracks import Tracks

_TRACKED = 4  # of so many steps one is tracked in large worlds
_MOST_STEPS = 4  # that are played in one frame


class Comparison(NamedTuple):
    """Two runs, `run` and `other`, and their `divergence`: the first step after which they are not equal.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> from ecsphys.replay import TimeLine
    >>> physics, body = Physics(max_steps=60), RigidBody(velocity=(60, 0))
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(Transform(), body, Collider(Circle(5)))
    >>> line = TimeLine(physics)
    >>> esper.process(1)
    >>> line.seek(30)
    >>> line.branch()  # another future, in which it turns off
    >>> body.velocity = 0, 60
    >>> esper.process(0.5)
    >>> comparison = line.compare()
    >>> comparison.divergence.step, comparison.run.steps, comparison.other.steps
    (30, range(30, 91), range(0, 61))
    """

    run: Replay
    other: Replay
    divergence: Divergence


class TimeLine:
    """Keeps the last seconds of a game, shows any step of them, and lets the game go on from there.

    `open` pauses the physics. `seek`, `move` and `play` make the world what it was after a step; `close`
    brings the present back, `branch` goes on from the step that is shown.

    - `components`: types of the game's components that are state, as for `Physics.snapshot`.
    - `seconds`: how many are kept, in snapshots of `megabytes`.
    - `apply`, `advance`: as for `Recorder` and `Replay`; the recorder is `recorder`.
    - `rerun`: whether steps between snapshots are run again.

    Of a world of up to 300 bodies there is a snapshot of every step, if `megabytes` allow: to show one runs
    no code of the game. Of larger ones there are fewer, at 1,000 bodies one in 40 steps. Those between are
    run again, handlers and all, and `is_rerunning` is true meanwhile, so that the game makes no sounds; with
    `rerun=False`, or when it turns out that they do not become what they were, the last kept step before is
    shown instead.

    Raises `ValueError` or `TypeError` for arguments that are wrong. Call `stop` when it is no longer needed.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> from ecsphys.replay import TimeLine
    >>> physics, place = Physics(max_steps=60), Transform()
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(place, RigidBody(velocity=(60, 0)), Collider(Circle(5)))
    >>> line = TimeLine(physics, seconds=10)
    >>> esper.process(1)
    >>> line.seek(30)  # opens it, and pauses the physics
    >>> round(place.x, 6), line.steps
    (30.0, range(0, 61))
    >>> line.close()
    >>> round(place.x, 6)
    60.0
    """

    def __init__(
        self,
        physics: Physics,
        *components: type,
        seconds: float = 10.0,
        megabytes: float = 40.0,
        apply: Callable[[Any], object] | None = None,
        advance: Callable[[], object] | None = None,
        rerun: bool = True,
    ):
        seconds = check.positive(seconds, "seconds")
        self.recorder: Recorder = Recorder(
            physics, *components, keyframe=None, keep=seconds, megabytes=megabytes, apply=apply
        )
        self.physics: Physics = physics
        self._advance = advance
        self._is_repeatable = rerun
        self._marks = Marks(self._step_now, self._hears)
        self._tracks = Tracks()
        self._restarts = physics.simulation.clock.restarts
        self._replay: Replay | None = None  # of what is kept
        self._present: Snapshot | None = None  # once another step was shown
        self._was_paused = False
        self._due = 0.0  # steps to be played
        self._running: int | None = None  # the step before the one that runs
        self._is_stepping = False  # runs a new step while open
        self.is_open: bool = False
        self.is_rerunning: bool = False
        self.direction: int = 0  # 1, -1: plays forwards, backwards; 0: stands
        self.speed: float = 1.0  # of `play`
        self.reason: str = ""  # the event or the condition at which it stopped last
        self.problem: str = ""  # why steps between snapshots cannot be shown
        self.followed: int | None = None  # entity
        self.earlier: Replay | None = None  # what the last `branch` left behind
        physics.hooks.watch(self)

    def stop(self) -> None:
        """Close it and keep nothing more."""
        if self.physics.simulation.esper_world in esper.list_worlds():  # else it is deleted
            with self._at_home():
                self.close()
                self._marks.close()
        self.recorder.stop()
        self.physics.hooks.unwatch(self)

    # -- what is there -----------------------------------------------------------------------------

    @property
    def step(self) -> int:
        """The step that is shown."""
        return self.physics.step_count

    @property
    def steps(self) -> range:
        """The steps to which `seek` can go."""
        return self.recorder.steps

    @property
    def keyframes(self) -> list[int]:
        """The steps of which a snapshot is kept."""
        return self.recorder.keyframes

    @property
    def marks(self) -> dict[int, list[str]]:
        """The events of each step that were marked, by step."""
        return self._marks.by_step

    @property
    def events(self) -> list[str]:
        """The names of the events that are marked."""
        return self._marks.events

    @property
    def nbytes(self) -> int:
        """Bytes of all that is kept."""
        return self.recorder.nbytes + self._tracks.nbytes

    # -- marks and breaks --------------------------------------------------------------------------

    def mark(self, *events: str) -> None:
        """Mark the steps in which these events come: those of ecsphys, and the game's own in esper.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> from ecsphys.replay import TimeLine
        >>> physics = Physics(max_steps=60)
        >>> esper.add_processor(physics)
        >>> line = TimeLine(physics)
        >>> line.mark("collision_begin")
        >>> wall = esper.create_entity(Transform(35, 0), Collider(Circle(5)))
        >>> ball = esper.create_entity(Transform(), RigidBody(velocity=(60, 0)), Collider(Circle(5)))
        >>> esper.process(1)
        >>> line.marks  # 25 units at 1 unit a step
        {25: ['collision_begin']}
        """
        for event in events:
            self._marks.hear(event, None, stops=False)

    def break_on(self, event: str, when: Condition | None = None) -> None:
        """Open at the end of a step in which an event comes, and stop there when playing; marks it, too.

        `when`: a function of what handlers of the event get, which selects some.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> from ecsphys.replay import TimeLine
        >>> physics = Physics(max_steps=60)
        >>> esper.add_processor(physics)
        >>> line = TimeLine(physics)
        >>> line.break_on("collision_begin", when=lambda event: event.speed > 50)
        >>> wall = esper.create_entity(Transform(35, 0), Collider(Circle(5)))
        >>> ball = esper.create_entity(Transform(), RigidBody(velocity=(60, 0)), Collider(Circle(5)))
        >>> esper.process(1)
        >>> line.is_open, line.step, line.reason
        (True, 25, 'collision_begin')
        """
        self._marks.hear(event, when, stops=True)

    def break_when(self, condition: Condition) -> None:
        """Open after a step, and stop there when playing, where a function without arguments becomes true.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> from ecsphys.replay import TimeLine
        >>> physics, place = Physics(max_steps=60), Transform()
        >>> esper.add_processor(physics)
        >>> ball = esper.create_entity(place, RigidBody(velocity=(60, 0)), Collider(Circle(5)))
        >>> line = TimeLine(physics)
        >>> line.break_when(lambda: place.x > 9.5)
        >>> esper.process(1)
        >>> line.is_open, line.step, physics.paused
        (True, 10, True)
        """
        self._marks.watch(condition)

    def remove(self, what: object) -> None:
        """Mark an event, or stop at it or at a condition, no more. Raises `ValueError` for unknown ones."""
        self._marks.forget(what)

    # -- going to a step ---------------------------------------------------------------------------

    def open(self) -> None:
        """Pause the physics; the step that is shown is the last one."""
        if self.is_open:
            return
        if not self.steps:
            self.recorder.begin()
        self.is_open = True
        self._was_paused, self.physics.paused = self.physics.paused, True
        self._replay = self._present = None
        self.direction, self.reason = 0, ""

    def close(self) -> None:
        """Bring the present back, to the bit."""
        if not self.is_open:
            return
        if self._present is not None:
            with self._at_home():
                self.physics.restore(self._present)
                self.recorder.resume()
        self._leave()

    def branch(self) -> None:
        """Go on from the step that is shown; what came after it is kept as `earlier`, for `compare`."""
        if not self.is_open:
            return
        if self.step != self.steps[-1]:
            self.earlier = self._player()
            self._show(self.step)  # without what the game has done to it since
        elif self._present is not None:
            self.recorder.resume()
        self._leave()

    def _leave(self) -> None:
        self.is_open = False
        self._replay = self._present = None
        self.direction = 0
        self.physics.paused = self._was_paused

    def _player(self) -> Replay:
        """Return the replay of what is kept."""
        if self._replay is None:
            self._replay = Replay(self.recorder, advance=self._advance)
        return self._replay

    def seek(self, step: int) -> None:
        """Show a step; opens the time line. Raises `ValueError` for one that is not in `steps`."""
        self.open()
        if step not in self.steps:
            raise ValueError(f"step must be {self.steps[0]} to {self.steps[-1]}, got {step!r}")
        if self._present is None:
            self._present = self.physics.snapshot(*self.recorder.components)
        if step == self._present.step:
            self.physics.restore(self._present)
        elif step != self.step:
            self._show(step)
        self.physics.world.bodies.alpha = 1.0  # at the end of the step, not between two

    def _show(self, step: int) -> None:
        """Make the world what it was after a step, or after the last kept one before it."""
        player, kept = self._player(), max(at for at in self.keyframes if at <= step)
        if kept != step and not self._is_repeatable:
            step = kept
        try:
            with self._rerunning():
                player.seek(step)
            if player.diverged is not None:
                self.problem = f"step {player.diverged} does not come out as it did"
        except Exception as error:
            self.problem = f"step {self.step + 1} raises {type(error).__name__}: {error}"
        if self.problem and self._is_repeatable:
            self._is_repeatable, self._replay = False, None
            self._player().seek(kept)

    def move(self, steps: int) -> None:
        """Show the step that is so many steps on (1) or back (-1), or the one at the end.

        At the present, a step forward runs a new one.
        """
        self.open()
        if steps > 0 and self.step == self.steps[-1]:
            self._run_new_step()
            return
        self.seek(self._nearest(self.step, steps))

    def _nearest(self, step: int, steps: int) -> int:
        """Return the step to show so many steps from another one: a kept one if others cannot be shown."""
        aim = min(max(step + steps, self.steps[0]), self.steps[-1])
        if self._is_repeatable or aim == self.steps[-1]:
            return aim
        kept = [*self.keyframes, self.steps[-1]]
        if steps > 0:
            return min(at for at in kept if at >= aim)
        return max(at for at in kept if at <= aim)

    def _run_new_step(self) -> None:
        if self._present is not None:
            self.recorder.resume()
        self._replay = self._present = None
        self._is_stepping = True
        try:
            self.physics.step_once()
        finally:
            self._is_stepping = False

    def jump(self, direction: int) -> None:
        """Show the next (1) or the last (-1) step with a mark, or the one at the end."""
        self.open()
        marked = [step for step in self.marks if (step - self.step) * direction > 0 and step in self.steps]
        ends = self.steps[0], self.steps[-1]
        aim = (min(marked) if direction > 0 else max(marked)) if marked else ends[direction > 0]
        self.seek(aim)

    # -- playing -----------------------------------------------------------------------------------

    def play(self, direction: int = 1) -> None:
        """Play forwards (1) or backwards (-1), as `update` is called; 0 stops."""
        self.open()
        self.direction, self._due, self.reason = direction, 0.0, ""
        self._marks.look()

    def update(self, dt: float) -> None:
        """Play on by `dt` seconds, up to a break or the end."""
        if not (self.is_open and self.direction):
            return
        self._due = min(self._due + dt * self.speed / self.physics.step, float(_MOST_STEPS))
        for _ in range(math.floor(self._due + 1e-9)):
            self._due -= 1.0
            ends = self.steps[0], self.steps[-1]
            if self.step != ends[self.direction > 0]:
                self.move(self.direction)
                self.reason = self._marks.reason(self.step) or ""
            if self.reason or self.step == ends[self.direction > 0]:
                self.direction = 0
                return

    def find(self, condition: Callable[[], object], direction: int = -1) -> int | None:
        """Show the next (1) or the last (-1) step after which a condition is true, and return it.

        Shows the step from before if there is none, and returns `None`.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> from ecsphys.replay import TimeLine
        >>> physics, place = Physics(gravity=(0, -10), max_steps=60), Transform()
        >>> esper.add_processor(physics)
        >>> ball = esper.create_entity(place, RigidBody(velocity=(0, 5)), Collider(Circle(1)))
        >>> line = TimeLine(physics)
        >>> esper.process(1)
        >>> line.find(lambda: place.y > 1.2)  # the last step in which it was up there
        35
        """
        self.open()
        before = self.step
        steps = self.steps[: self.steps.index(before)] if direction < 0 else self.steps
        for step in reversed(steps) if direction < 0 else range(before + 1, self.steps.stop):
            self.seek(step)
            if self.step == step and condition():
                return step
        self.seek(before)
        return None

    # -- following and comparing -------------------------------------------------------------------

    def path(self, entity: int) -> Reals2:
        """Return step, x, y, angle (n, 4) of an entity in all kept steps in which it had a body.

        Numbers of 32 bits: to be drawn. In worlds of more than 300 bodies there is every fourth step. Static
        bodies have none.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> from ecsphys.replay import TimeLine
        >>> physics = Physics(max_steps=60)
        >>> esper.add_processor(physics)
        >>> ball = esper.create_entity(Transform(), RigidBody(velocity=(60, 0)), Collider(Circle(5)))
        >>> line = TimeLine(physics)
        >>> esper.process(0.05)
        >>> line.path(ball).round(6).tolist()
        [[0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0], [2.0, 2.0, 0.0, 0.0], [3.0, 3.0, 0.0, 0.0]]
        """
        return self._tracks.path(entity)

    def compare(self, other: Replay | None = None) -> Comparison | None:
        """Return the first step at which this run and another one differ, None without one.

        Without `other`, the one that the last `branch` left behind. The world stays as it is. Raises
        `ValueError` if there is none, or no step in common.
        """
        other = other or self.earlier
        if other is None:
            raise ValueError("there is no other run: give one, or branch first")
        run = Replay(self.recorder, advance=self._advance)
        with self._rerunning():
            divergence = run.first_divergence(other)
        return None if divergence is None else Comparison(run, other, divergence)

    @contextmanager
    def visit(self, replay: Replay, step: int) -> Iterator[None]:
        """Make the world of a replay what it was after a step, within a `with`; see `Replay.visit`."""
        with self._rerunning(), replay.visit(step):
            yield

    @contextmanager
    def _at_home(self) -> Iterator[None]:
        """Work in the esper world of the physics."""
        home, before = self.physics.simulation.esper_world, esper.current_world
        esper.switch_world(before if home is None else home)
        try:
            yield
        finally:
            esper.switch_world(before)

    @contextmanager
    def _rerunning(self) -> Iterator[None]:
        before, self.is_rerunning = self.is_rerunning, True
        try:
            yield
        finally:
            self.is_rerunning = before

    # -- a watcher of steps ------------------------------------------------------------------------

    def _step_now(self) -> int:
        """Return the step that runs, the next one between two."""
        return (self.step if self._running is None else self._running) + 1

    def _hears(self) -> bool:
        return self._is_stepping or not (self.is_open or self.is_rerunning)

    def begin_step(self) -> None:
        """See `StepWatcher`."""
        steps, restarts = self.steps, self.physics.simulation.clock.restarts
        self._running = self.step
        if restarts != self._restarts:
            self._restarts = restarts
            kept = range(steps.start, self.step + (len(steps) > 1))  # 1: it has begun anew
            self._tracks.keep(kept)
            self._marks.keep(kept)
        if len(steps) == 1 and self.step not in self._tracks:
            self._tracks.add(self.step, self.physics.world)

    def end_step(self) -> None:
        """See `StepWatcher`."""
        self._running = None
        if self.step != self.recorder.steps.stop - 1:
            return  # a handler has reset the world, or gone back
        if self.physics.world.bodies.count <= FEW_BODIES or self.step % _TRACKED == 0:
            self._tracks.add(self.step, self.physics.world)
        for kept in (self._tracks, self._marks):
            kept.keep(self.steps)
        reason = self._marks.reason(self.step)
        if reason is not None:
            self.open()
            self.direction, self.reason = 0, reason

    def fail_step(self, error: Exception) -> None:
        """See `StepWatcher`."""
        self._running = None
