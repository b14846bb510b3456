"""What a recorder keeps and a replay runs again."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from ..state import Snapshot
from ..state.values import Tree

_step_of = attrgetter("step")


class Failure(NamedTuple):
    """What ended a recording: the `text` of an exception or of lost bodies, and the `step` it came in.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from ecsphys import Physics
    >>> from ecsphys.replay import Recorder, Replay
    >>> physics = Physics()
    >>> bug = physics.before_step(lambda dt: 1 / (2 - physics.step_count))
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "bug.recording"
    ...     recorder = Recorder(physics, dump=path)
    ...     try:
    ...         for _ in range(5):
    ...             physics.step_once()
    ...     except ZeroDivisionError:
    ...         print(Replay.load(path, physics).failure)
    ...
    Failure(step=3, text='ZeroDivisionError: division by zero')
    """

    step: int  # the step behind the last one that is recorded
    text: str


class Recording:
    """Steps in a row: keyframes, checks after each step, and the inputs between them."""

    def __init__(
        self,
        components: tuple[type, ...],
        keyframes: Sequence[Snapshot] = (),
        checks: Sequence[int] = (),
        inputs: dict[int, tuple[Tree, ...]] | None = None,
        failure: Failure | None = None,
    ):
        self.components = components
        self.keyframes: list[Snapshot] = list(keyframes)  # by ascending step; the first is of the first step
        self.checks: array[int] = array("Q", checks)
        self.inputs: dict[int, tuple[Tree, ...]] = dict(inputs or {})  # by the step after which they came
        self.failure = failure

    @property
    def first(self) -> int:
        """The first step; 0 if there is none."""
        return self.keyframes[0].step if self.keyframes else 0

    @property
    def steps(self) -> range:
        """The steps after which the state of the world is known."""
        return range(self.first, self.first + len(self.checks))

    @property
    def nbytes(self) -> int:
        """Bytes of keyframes, which share some of them, and checks."""
        pairs = zip(self.keyframes, [None, *self.keyframes], strict=False)
        return sum(keyframe.nbytes_beside(before) for keyframe, before in pairs) + 8 * len(self.checks)

    def check_at(self, step: int) -> int:
        """Return the check after a step."""
        return self.checks[step - self.first]

    def copy(self) -> Recording:
        """Return another recording of the same steps, which shares the keyframes."""
        return Recording(self.components, self.keyframes, self.checks, self.inputs, self.failure)

    # -- growing and shrinking ---------------------------------------------------------------------

    def clear(self) -> None:
        """Drop everything."""
        self.keyframes.clear()
        self.inputs.clear()
        del self.checks[:]

    def cut_after(self, step: int) -> None:
        """Drop what comes after a step of it, and a keyframe of that step."""
        del self.checks[step - self.first + 1 :]
        self.keyframes[:] = [keyframe for keyframe in self.keyframes if keyframe.step < step]
        self.inputs = {at: given for at, given in self.inputs.items() if at < step}

    def cut_before(self, time: float) -> None:
        """Drop keyframes and the steps up to the next one, as long as that one is not later than a time."""
        count = 0
        while count + 1 < len(self.keyframes) and self.keyframes[count + 1].time <= time:
            count += 1
        if count:
            first = self.keyframes[count].step
            del self.checks[: first - self.first]
            del self.keyframes[:count]
            self.inputs = {at: given for at, given in self.inputs.items() if at >= first}

    def thin_out(self) -> None:
        """Drop every second keyframe, but neither the first nor the last."""
        del self.keyframes[1:-1:2]

    # -- finding -----------------------------------------------------------------------------------

    def index_before(self, step: int) -> int:
        """Return the index of the last keyframe that is not later than a step."""
        return bisect_right(self.keyframes, step, key=_step_of) - 1
