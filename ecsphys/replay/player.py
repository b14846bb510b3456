"""Runs the steps of a recording again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import esper
import numpy as np

from .. import state
from ..base_physics import added_physics
from ..physics import Physics
from ..state import Snapshot
from ..state.differences import named_differ
from ..state.references import renamed
from ..state.values import from_tree
from .checks import check_of
from .file import read
from .recorder import Recorder
from .recording import Failure, Recording

_MOST = 1 << 27  # bytes of the snapshots between two keyframes that are kept for going back
_SHOWN = 5  # differences in a message


class Divergence(NamedTuple):
    """The first `step` after which two runs are not equal, and the `differences` then, see `state.diff`.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> from ecsphys.replay import Recorder, Replay
    >>> physics, body, runs = Physics(), RigidBody(mass=1), []
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(Transform(), body, Collider(Circle(5)))
    >>> start = physics.snapshot()
    >>> for push in (5, 6):
    ...     physics.restore(start)
    ...     recorder = Recorder(physics, apply=body.apply_impulse)
    ...     physics.step_once()
    ...     recorder.input((0, push))
    ...     physics.step_once()
    ...     runs.append(Replay(recorder))
    ...     recorder.stop()
    ...
    >>> divergence = runs[0].first_divergence(runs[1])
    >>> divergence.step, sorted({difference.field for difference in divergence.differences})
    (2, ['rest_speed', 'vy', 'way_y', 'y'])
    """

    step: int
    differences: tuple[Any, ...]  # of `ecsphys.state.diff`

    def __str__(self) -> str:
        lines = [str(difference) for difference in self.differences[:_SHOWN]]
        if len(self.differences) > _SHOWN:
            lines.append(f"and {len(self.differences) - _SHOWN} more")
        return "\n  ".join([f"step {self.step}", *lines])


class Replay:
    """The steps of a recording, to be run again in the world of a `Physics`; everything in it is replaced.

    - `apply`: the game's function of one input, called with each input of a step just before it; that of the
      recorder without one.
    - `advance`: runs one step of the game; `physics.step_once` without one. A game that moves things in
      processors of its own gives `lambda: esper.process(physics.step)`.

    Handlers, hooks and what else runs in a step must be added to the world as in the run that was recorded.
    Recorders see nothing of what a replay does. A replay of a recorder has what it had recorded by then.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> from ecsphys.replay import Recorder, Replay
    >>> physics, place = Physics(max_steps=60), Transform()
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(place, RigidBody(velocity=(60, 0)), Collider(Circle(5)))
    >>> recorder = Recorder(physics)
    >>> esper.process(1)
    >>> replay = Replay(recorder)
    >>> replay.seek(30)
    >>> round(place.x, 6)
    30.0
    """

    def __init__(
        self,
        recorder: Recorder,
        *,
        apply: Callable[[Any], object] | None = None,
        advance: Callable[[], object] | None = None,
    ):
        if not isinstance(recorder, Recorder):
            raise TypeError(
                f"Replay takes a Recorder, got {recorder!r}; for a file there is Replay.load(path)"
            )
        self._begin(recorder.recording(), recorder.physics, apply or recorder.apply, advance)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        physics: Physics | None = None,
        *,
        apply: Callable[[Any], object] | None = None,
        advance: Callable[[], object] | None = None,
        names: Mapping[str, str] | None = None,
    ) -> Replay:
        """Return the replay of a file of `Recorder.save`.

        `physics`: that of esper's current world without one; if there is none, one is added. The modules
        that define the game's components and inputs must be imported; `names` says which of them are called
        otherwise here, as for `Snapshot.from_bytes`. Raises `OSError` if the file cannot be
        read, `ValueError` if it is no recording, is damaged, or is of a later version.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from ecsphys import Physics
        >>> from ecsphys.replay import Recorder, Replay
        >>> physics = Physics()
        >>> recorder = Recorder(physics)
        >>> physics.step_once()
        >>> with TemporaryDirectory() as folder:
        ...     path = Path(folder) / "bug.recording"
        ...     recorder.save(path)
        ...     replay = Replay.load(path, physics)
        ...
        >>> replay.steps
        range(0, 2)
        """
        recording = read(Path(path), names)
        if physics is None:
            physics = added_physics(Physics)
        if physics is None:
            physics = Physics()
            esper.add_processor(physics)
        replay = cls.__new__(cls)
        replay._begin(recording, physics, apply, advance, names)
        return replay

    def _begin(
        self,
        recording: Recording,
        physics: Physics,
        apply: Callable[[Any], object] | None,
        advance: Callable[[], object] | None,
        names: Mapping[str, str] | None = None,
    ) -> None:
        if not recording.keyframes:
            raise ValueError("nothing is recorded yet: run a step")
        self.physics: Physics = physics
        self.diverged: int | None = None  # first step found so far whose check was another than recorded
        self._recording = recording
        self._names = names  # of modules in the inputs
        self._apply = apply
        self._advance = advance or physics.step_once
        self._place: tuple[int, int, int] | None = None  # where the world was left, see `_here`
        self._between: dict[int, Snapshot] = {}  # snapshots after one keyframe, by step
        self._between_of = -1  # index of that keyframe
        self._every = 1  # steps from one of them to the next

    @property
    def steps(self) -> range:
        """The steps to which `seek` can go."""
        return self._recording.steps

    @property
    def keyframes(self) -> list[int]:
        """The steps of which a snapshot is kept: `seek` runs nothing to get there."""
        return [keyframe.step for keyframe in self._recording.keyframes]

    @property
    def failure(self) -> Failure | None:
        """What ended the recording, if an exception or a lost body did."""
        return self._recording.failure

    # -- going to a step ---------------------------------------------------------------------------

    def seek(self, step: int) -> None:
        """Make the world what it was after a step, to the bit.

        Going on costs the steps between, from the last keyframe at most; going back one step after another
        costs as much as restoring a snapshot, but for the first step before a keyframe.

        Raises `ValueError` for a step that is not in `steps`, or if there are inputs but no `apply`.
        """
        self._require(step)
        with self._alone():
            self._go(step)

    def play(self) -> int | None:
        """Run all steps from where `seek` or `play` left the world, or from the first one, to the last.

        Every step is compared with what was recorded. Returns the first one that differs, `None` if all are
        the same. Keyframes on the way are not restored.

        >>> from ecsphys import Physics
        >>> from ecsphys.replay import Recorder, Replay
        >>> physics = Physics(max_steps=60)
        >>> recorder = Recorder(physics)
        >>> for _ in range(60):
        ...     physics.step_once()
        ...
        >>> Replay(recorder).play() is None  # every step came out as recorded
        True
        """
        with self._alone():
            if self._place is None or self._place != self._here():
                self.physics.restore(self._recording.keyframes[0])
            first: int | None = None
            while (step := self.physics.step_count) < self.steps[-1]:
                if not self._run_step() and first is None:
                    first = step + 1
            self._place = self._here() if first is None else None
        return first

    def snapshot_at(self, step: int) -> Snapshot:
        """Return the snapshot after a step; the world stays as it is. Raises as `seek` does.

        >>> from ecsphys import Physics
        >>> from ecsphys.replay import Recorder, Replay
        >>> physics = Physics()
        >>> recorder = Recorder(physics)
        >>> for _ in range(3):
        ...     physics.step_once()
        ...
        >>> Replay(recorder).snapshot_at(2).step, physics.step_count
        (2, 3)
        """
        self._require(step)
        found = self._known_before(step)
        if found.step == step:
            return found
        with self.visit(step):
            return self._take()

    @contextmanager
    def visit(self, step: int) -> Iterator[None]:
        """Make the world what it was after a step, within a `with`; then it is again what it was before.

        Raises as `seek` does.

        >>> import esper
        >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
        >>> from ecsphys.replay import Recorder, Replay
        >>> physics, place = Physics(max_steps=60), Transform()
        >>> esper.add_processor(physics)
        >>> ball = esper.create_entity(place, RigidBody(velocity=(60, 0)), Collider(Circle(5)))
        >>> recorder = Recorder(physics)
        >>> esper.process(1)
        >>> with Replay(recorder).visit(30):
        ...     print(round(place.x, 6))
        ...
        30.0
        >>> round(place.x, 6)
        60.0
        """
        self._require(step)
        with self._alone():
            before, place = self._take(), self._place
            was_here = place is not None and place == self._here()
            try:
                self._go(step)
                yield
            finally:
                self.physics.restore(before)
                self._place = self._here() if was_here else None

    def _require(self, step: int) -> None:
        if step not in self.steps:
            raise ValueError(f"step must be {self.steps[0]} to {self.steps[-1]}, got {step!r}")

    def _go(self, step: int) -> None:
        physics, base = self.physics, self._known_before(step)
        is_here = self._place is not None and self._place == self._here()
        if not (is_here and base.step <= physics.step_count <= step):
            physics.restore(base)
        self._place = None  # if a step raises
        while physics.step_count < step:
            self._run_step()
            self._keep_between()
        self._place = self._here()

    def _here(self) -> tuple[int, int, int]:
        """Return what tells whether something else has moved the world."""
        clock = self.physics.simulation.clock
        return clock.step_count, clock.restarts, check_of(self.physics.simulation)

    def _known_before(self, step: int) -> Snapshot:
        """Return the last snapshot that is not later than a step."""
        keyframe = self._recording.keyframes[self._recording.index_before(step)]
        known = max((at for at in self._between if keyframe.step < at <= step), default=None)
        return keyframe if known is None else self._between[known]

    def _keep_between(self) -> None:
        """Keep a snapshot of this step, for going back; of every second, fourth … one if they are large."""
        step, index = self.physics.step_count, self._recording.index_before(self.physics.step_count)
        begin = self._recording.keyframes[index].step
        if index != self._between_of:
            self._between, self._between_of, self._every = {}, index, 1
        if (step - begin) % self._every or step in self._between:
            return
        kept = self._between[step] = self._take()
        if len(self._between) * kept.nbytes > _MOST:
            self._every *= 2
            self._between = {
                at: snapshot for at, snapshot in self._between.items() if (at - begin) % self._every == 0
            }

    def _take(self) -> Snapshot:
        return self.physics.snapshot(*self._recording.components)

    # -- running -----------------------------------------------------------------------------------

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Work in the world of the physics, while nothing watches its steps."""
        hooks, before = self.physics.hooks, esper.current_world
        watchers, hooks.watchers = hooks.watchers, ()
        if self.physics.simulation.esper_world is not None:
            esper.switch_world(self.physics.simulation.esper_world)
        try:
            yield
        finally:
            hooks.watchers = watchers
            esper.switch_world(before)

    def _run_step(self) -> bool:
        """Give the inputs and run a step; return whether the world is what was recorded."""
        step = self.physics.step_count
        self._run(step)
        if self.physics.step_count != step + 1:
            raise RuntimeError(
                f"the replay ran one step after step {step}, but step_count is {self.physics.step_count}: "
                "advance must run exactly one step, and no handler may reset or restore the world"
            )
        is_same = check_of(self.physics.simulation) == self._recording.check_at(step + 1)
        is_same = is_same and self._has_named_components_of(step + 1)
        if not is_same and (self.diverged is None or step + 1 < self.diverged):
            self.diverged = step + 1
        return is_same

    def _has_named_components_of(self, step: int) -> bool:
        """Whether the game's components are those of the keyframe after a step, if there is one."""
        recording = self._recording
        keyframe = recording.keyframes[recording.index_before(step)]
        if not recording.components or keyframe.step != step:
            return True
        return not named_differ(keyframe, self._take())

    def _run(self, step: int) -> None:
        for tree in self._recording.inputs.get(step, ()):
            if self._apply is None:
                raise ValueError(
                    f"the recording has inputs after step {step}: give apply, the game's function of an input"
                )
            with renamed(self._names):
                value = from_tree(tree, f"an input after step {step}")
            self._apply(value)
        self._advance()

    # -- comparing ---------------------------------------------------------------------------------

    def first_divergence(self, other: Replay) -> Divergence | None:
        """Return the first step after which two recordings are not equal, `None` if all common ones are.

        Both are run up to that step to name entities, components and fields, where they have no snapshot of
        it; without `apply` for inputs on the way, no differences are named. The worlds stay as they are.

        Raises `TypeError` for anything but a `Replay`, `ValueError` without a step in common.
        """
        if not isinstance(other, Replay):
            raise TypeError(f"first_divergence takes a Replay, got {other!r}")
        first = max(self.steps.start, other.steps.start)
        count = min(self.steps.stop, other.steps.stop) - first
        if count <= 0:
            raise ValueError(f"the recordings have no step in common: {self.steps} and {other.steps}")
        checks = [
            np.array(replay._recording.checks)[first - replay.steps.start :][:count]
            for replay in (self, other)
        ]
        different = np.flatnonzero(checks[0] != checks[1])
        if not len(different):
            return None
        step = first + int(different[0])
        if not (self._can_run_to(step) and other._can_run_to(step)):
            return Divergence(step, ())
        return Divergence(step, tuple(state.diff(self.snapshot_at(step), other.snapshot_at(step))))

    def _can_run_to(self, step: int) -> bool:
        """Whether there is `apply`, or no input between the last snapshot before a step and it."""
        begin = self._known_before(step).step
        return self._apply is not None or not any(begin <= at < step for at in self._recording.inputs)

    def reproduce(self) -> None:
        """Run the recording from its first step, and the step that ended it, if one did.

        Raises what that step raised, and `AssertionError` if it puts a body aside; `AssertionError`, too,
        for the first step that is not as recorded. Names entities, components and fields as of that step, or
        of the next keyframe behind it.
        """
        physics, keyframes = self.physics, self._recording.keyframes
        with self._alone():
            physics.restore(keyframes[0])
            while physics.step_count < self.steps[-1]:
                if not self._run_step():
                    raise AssertionError(self._explain(physics.step_count))
            if self.failure is not None:
                lost = set(physics.lost)
                self._run(physics.step_count)
                if set(physics.lost) - lost:
                    raise AssertionError(f"step {self.failure.step}: {self.failure.text}")

    def _explain(self, step: int) -> str:
        """Return how the world, which is at a step, differs from what was recorded."""
        later = [keyframe for keyframe in self._recording.keyframes if keyframe.step >= step]
        if not later:
            return f"not as recorded: step {step} (no later keyframe names what differs)"
        while self.physics.step_count < later[0].step:
            self._run_step()
        found = Divergence(later[0].step, tuple(state.diff(later[0], self._take())))
        return f"not as recorded: step {step}; recorded and now, at {found}"
