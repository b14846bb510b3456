"""Frames of a game: simulates them, and runs the last ones again when a predicted input was wrong."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from ..physics import Physics
from ..state import Snapshot
from ..state.fingerprint import fingerprint_of_snapshot
from ..user_warnings import warn_user
from .inputs import Input, InputQueue

_IDLE_FRAMES = 30  # half a second: a game may begin with a pause

Step = Callable[[tuple[Input, ...]], object]


class StepWatch:
    """Calls the game's function of a frame, and warns of one that never steps the physics."""

    def __init__(self, physics: Physics, step: Step, owner: str):
        self._physics = physics
        self._step = step
        self._owner = owner  # the class that takes the function
        self._left = _IDLE_FRAMES  # frames until the warning; 0: there is none to come

    def run(self, inputs: tuple[Input, ...]) -> None:
        """Run a frame."""
        before = self._physics.step_count
        self._step(inputs)
        if not self._left:
            return
        if self._physics.step_count != before:
            self._left = 0
            return
        self._left -= 1
        if not self._left:
            warn_user(
                f"step of the {self._owner} has run no step of the physics in {_IDLE_FRAMES} frames: call "
                "physics.step_once() in it (or esper.process(physics.step), if processors of the game play)"
            )


class Timeline:
    """The frames of one game.

    `frame` is the next one to simulate. A snapshot is kept of the beginning of each frame whose inputs are
    not all confirmed: only there a prediction can turn out wrong.
    """

    def __init__(
        self,
        physics: Physics,
        queues: Sequence[InputQueue],
        step: Step,
        components: tuple[type, ...],
        every: int,
    ):
        self._physics = physics
        self._queues = queues
        self._watch = StepWatch(physics, step, "Session")
        self._components = components
        self._every = every
        self.frame: int = 0
        self.is_resimulating: bool = False
        self.fingerprints: dict[int, str] = {}  # at the beginning of every `every`-th frame
        self._snapshots: dict[int, Snapshot] = {}
        self._once: dict[int, set[Hashable]] = {}

    @property
    def confirmed(self) -> int:
        """The last frame whose inputs are all confirmed."""
        return min(queue.known for queue in self._queues)

    @property
    def predicted(self) -> int:
        """How many of the simulated frames have predicted inputs."""
        return max(0, self.frame - 1 - self.confirmed)

    def simulate(self) -> None:
        """Simulate the next frame."""
        frame, is_checked = self.frame, self.frame % self._every == 0
        if frame > self.confirmed or is_checked:
            snapshot = self._physics.snapshot(*self._components)
            self._snapshots[frame] = snapshot
            if is_checked:
                self.fingerprints[frame] = fingerprint_of_snapshot(snapshot, self._physics.fingerprint())
        self._watch.run(tuple(queue.use(frame) for queue in self._queues))
        self.frame += 1

    def correct(self) -> int:
        """Run all frames again from the first one with a wrong input on; return their number."""
        wrong = min((queue.wrong for queue in self._queues if queue.wrong is not None), default=None)
        if wrong is None:
            return 0
        end = self.frame
        for queue in self._queues:
            queue.wrong = None
        self._physics.restore(self._snapshots[wrong])
        self.frame, self.is_resimulating = wrong, True
        try:
            while self.frame < end:
                self.simulate()
        finally:
            self.is_resimulating = False
        return end - wrong

    def forget(self) -> None:
        """Forget what is no longer needed: the frames that cannot change."""
        first = min(self.confirmed + 1, self.frame)
        for kept in (self._snapshots, self._once):
            for old in [frame for frame in kept if frame < first]:
                del kept[old]
        for queue in self._queues:
            queue.forget(first)

    def take_confirmed_fingerprints(self) -> dict[int, str]:
        """Remove and return the fingerprints of states that cannot change any more."""
        final = [frame for frame in self.fingerprints if frame <= self.confirmed + 1]
        return {frame: self.fingerprints.pop(frame) for frame in final}

    def once(self, key: Hashable) -> bool:
        """Whether the frame that is simulated has this key for the first time."""
        seen = self._once.setdefault(self.frame, set())
        if key in seen:
            return False
        seen.add(key)
        return True
