"""The test that a game is fit for rollback: the same frames twice, with the same result."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ..math2d import check
from ..physics import Physics, require_physics
from ..state import Snapshot, diff
from .codec import InputCodec
from .doors import component_types, whole
from .inputs import Input
from .session import MOST_PLAYERS
from .timeline import Step, StepWatch

_MOST_NAMED = 5  # differences that a message lists


class _Frame(NamedTuple):
    """A frame that was simulated: its number, the state before it, its inputs."""

    number: int
    before: Snapshot
    inputs: tuple[Input, ...]


class SyncTest:
    """Runs a game and checks in every frame that it can be rolled back.

    After each new frame the last `check_distance` frames are taken back by `physics.restore` and
    simulated again with the same inputs; the state behind each must be the same to the bit. What a game keeps
    outside of `physics` and `components`, and what it leaves to chance, to a clock or to the order of a set,
    shows as a difference.

    `players` is their number; `step`, `components` and `default` are those of a `Session`. As a fixture of
    pytest: `sync_test`. Raises `TypeError` and `ValueError` for arguments out of range.

    >>> import random
    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> from ecsphys.rollback import SyncTest
    >>> physics, body = Physics(), RigidBody()
    >>> esper.add_processor(physics)
    >>> ship = esper.create_entity(Transform(), body, Collider(Circle(5)))
    >>> def step(inputs):
    ...     body.velocity = random.random(), 0.0  # not part of the state
    ...     physics.step_once()
    ...
    >>> try:
    ...     SyncTest(physics, 1, step).run(10, lambda frame: [0])
    ... except AssertionError as error:
    ...     print(str(error).splitlines()[0])
    ...
    frame 0 came out differently when it was run again
    """

    def __init__(
        self,
        physics: Physics,
        players: int,
        step: Step,
        check_distance: int = 2,
        *,
        components: Iterable[type] = (),
        default: Any = None,
    ):
        require_physics(physics, "SyncTest")
        self.players: int = whole(players, "players", 1, MOST_PLAYERS)
        self.check_distance: int = whole(check_distance, "check_distance", 1, 600)
        self.is_resimulating: bool = False
        self.frame: int = 0
        self._physics = physics
        self._watch = StepWatch(physics, check.handler(step, "step", "inputs"), "SyncTest")
        self._components = component_types(components)
        self._codec = InputCodec(default)
        self._frames: deque[_Frame] = deque(maxlen=self.check_distance)

    def run(self, frames: int, inputs: Callable[[int], Sequence[Any]]) -> None:
        """Run many frames; `inputs(frame)` returns the inputs of all players. Raises as `advance` does.

        >>> from ecsphys import Physics
        >>> from ecsphys.rollback import SyncTest
        >>> physics = Physics()
        >>> test = SyncTest(physics, 2, lambda inputs: physics.step_once())
        >>> test.run(10, lambda frame: [frame % 2, 0])
        >>> test.frame
        10
        """
        for _ in range(whole(frames, "frames", 1, 1 << 40)):
            self.advance(inputs(self.frame))

    def advance(self, inputs: Sequence[Any]) -> None:
        """Simulate a frame with the inputs of all players, and the last ones again.

        Raises `AssertionError` that names the frame, entity, component and field of the first difference,
        `ValueError` unless there is one input for each player, `TypeError` for what is no input.

        >>> from ecsphys import Physics
        >>> from ecsphys.rollback import SyncTest
        >>> physics = Physics()
        >>> test = SyncTest(physics, 1, lambda inputs: physics.step_once(), check_distance=3)
        >>> test.advance([1])
        >>> test.frame
        1
        """
        given = list(inputs)
        if len(given) != self.players:
            raise ValueError(f"inputs must be one for each of {self.players} players, got {inputs!r}")
        values = tuple(map(self._input, range(self.players), given))
        self._frames.append(_Frame(self.frame, self._snapshot(), values))
        self._watch.run(values)
        self.frame += 1
        self._check()

    def _input(self, player: int, value: Any) -> Input:
        name = f"the input of player {player}"
        self._codec.take_kind(value, name)
        return Input(self._codec.decode(self._codec.encode(value, name)), "confirmed")

    def _check(self) -> None:
        """Take the last frames back and simulate them again."""
        states = [*(frame.before for frame in self._frames), self._snapshot()]
        first = self._frames[0].number
        self._physics.restore(states[0])
        self._require_same(
            states[0], f"taken back to the beginning of frame {first}, the game is not as it was"
        )
        self.is_resimulating = True
        try:
            for frame, expected in zip(self._frames, states[1:], strict=True):
                self._watch.run(frame.inputs)
                self._require_same(
                    expected, f"frame {frame.number} came out differently when it was run again"
                )
        finally:
            self.is_resimulating = False

    def _require_same(self, expected: Snapshot, what: str) -> None:
        found = diff(expected, self._snapshot())
        if found:
            lines = [what, *map(str, found[:_MOST_NAMED])]
            more = [f"and {len(found) - _MOST_NAMED} more"] if len(found) > _MOST_NAMED else []
            raise AssertionError("\n  ".join(lines + more))

    def _snapshot(self) -> Snapshot:
        return self._physics.snapshot(*self._components)
