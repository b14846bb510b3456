"""Records a running world."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..math2d import check
from ..physics import Physics, require_physics
from ..state.game_components import check_named
from ..state.values import to_tree
from ..user_warnings import warn_user
from .checks import check_of
from .file import write
from .recording import Failure, Recording

FEW_BODIES, _BODIES_A_STEP = 300, 25  # what a snapshot may cost, if it is taken as often as possible
_SPARE = 2  # keyframes that there may be more of than fit, before the older ones are dropped
_NOT_RECORDED = -1  # as a number of restarts
DUMP = "ecsphys.recording"


class Recorder:
    """Keeps what is needed to run the steps of a world again, from the next step or input on.

    The first keyframe is taken then: what the game creates before it is in there. A game that moves things
    between steps, as in processors of its own, gives an input before, in every frame.

    - `components`: types of the game's components that are state, as for `Physics.snapshot`.
    - `keyframe`: a snapshot is kept every so many steps; `None`: as often as `megabytes` allow for all that
      `keep` asks for, in worlds of up to 300 bodies after each step, in larger ones after every 40th for
      1,000 bodies.
    - `megabytes`: with more of them in snapshots, every second one is dropped and the distance doubled.
    - `keep`: how many seconds are kept at least; `None` keeps all.
    - `dump`: a file that is written when a step raises an exception or puts a body aside (`Physics.lost`),
      for `ecsphys.testing.replay`: once, the first time.
    - `apply`: the game's function of one input. `input` calls it, and a `Replay` calls it again.

    `Physics.reset` begins the recording anew. A `Physics.restore` that goes back to a recorded step drops
    what came after it, any other one begins anew. Steps are those of `process` and `step_once`, of
    `physics.step` seconds. Call `stop` when it is no longer needed.

    Raises `ValueError` or `TypeError` for arguments that are wrong.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> from ecsphys.replay import Recorder, Replay
    >>> physics, place, body = Physics(max_steps=60), Transform(), RigidBody(mass=2)
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(place, body, Collider(Circle(5)))
    >>> recorder = Recorder(physics, apply=body.apply_impulse)
    >>> recorder.input((120, 0))  # a key was pressed
    >>> esper.process(1)
    >>> x = place.x
    >>> place.x = 0.0
    >>> Replay(recorder).seek(60)
    >>> place.x == x, round(x, 6)
    (True, 60.0)
    """

    def __init__(
        self,
        physics: Physics,
        *components: type,
        keyframe: int | None = 60,
        keep: float | None = None,
        megabytes: float = 256.0,
        dump: str | os.PathLike[str] | None = None,
        apply: Callable[[Any], object] | None = None,
    ):
        require_physics(physics, "Recorder")
        self.physics: Physics = physics
        self._recording = Recording(check_named(components))
        self._adapts = keyframe is None
        self._interval = 1 if keyframe is None else check.count(keyframe, "keyframe")
        self._keep = None if keep is None else check.positive(keep, "keep")
        if self._adapts and self._keep is None:
            raise ValueError("keyframe=None needs keep, the seconds to be kept")
        self._most = 1e6 * check.positive(megabytes, "megabytes")
        if dump is not None and not isinstance(dump, (str, os.PathLike)):
            raise TypeError(f"dump must be a path, got {dump!r}")
        if apply is not None and not callable(apply):
            raise TypeError(f"apply must be a function of an input, got {apply!r}")
        self._dump = None if dump is None else Path(dump)
        self._dump_once = self._dump  # None when it has been written
        self.apply: Callable[[Any], object] | None = apply
        self._has_warned = False  # of an input that nothing is done with
        self._restarts = _NOT_RECORDED  # of the clock, when the last step was recorded
        self._lost: frozenset[int] = frozenset(physics.lost)
        physics.hooks.watch(self)

    def stop(self) -> None:
        """Record no more; what is recorded stays."""
        self.physics.hooks.unwatch(self)

    @property
    def steps(self) -> range:
        """The recorded steps; the first is the one after which recording began."""
        return self._recording.steps

    @property
    def components(self) -> tuple[type, ...]:
        """The types of the game's components that are state."""
        return self._recording.components

    @property
    def keyframes(self) -> list[int]:
        """The steps of which a snapshot is kept."""
        return [keyframe.step for keyframe in self._recording.keyframes]

    def begin(self) -> None:
        """Take the first keyframe now, if nothing is recorded yet."""
        if not self.steps:
            self._follow()

    @property
    def nbytes(self) -> int:
        """Bytes of all keyframes and checks."""
        return self._recording.nbytes

    def recording(self) -> Recording:
        """Return what is recorded so far, for a `Replay`."""
        return self._recording.copy()

    def input(self, value: Any) -> None:
        """Record what the player, the network or chance wants in the next step, and call `apply` with it.

        `value`: numbers, text, lists, tuples, dicts, enums, dataclasses, arrays and the like, in any depth;
        as often as wanted before a step. All that the game does to the world between steps should follow from
        such values alone: a replay calls `apply` with each of them, in order, just before the same step.
        Without `apply` nothing is done with it, and there is a warning, once.

        Raises `TypeError` that names what cannot be saved, `RuntimeError` within a step.

        >>> from ecsphys import Physics
        >>> from ecsphys.replay import Recorder, Replay
        >>> physics, pressed = Physics(), []
        >>> recorder = Recorder(physics, apply=pressed.append)
        >>> recorder.input({"keys": ["left", "jump"]})
        >>> physics.step_once()
        >>> Replay(recorder).play() is None, pressed == [{"keys": ["left", "jump"]}] * 2
        (True, True)
        """
        self.physics.simulation.require_between_steps("an input is given")
        tree = to_tree(value, "the input")
        self._follow()
        inputs, step = self._recording.inputs, self.physics.step_count
        inputs[step] = (*inputs.get(step, ()), tree)
        if self.apply is not None:
            self.apply(value)
        elif not self._has_warned:
            self._has_warned = True
            warn_user(
                "Recorder.input without apply: the input is recorded, and nothing is done with it. Give the "
                "game's function of an input, Recorder(physics, apply=f): input calls it, and a replay "
                "again, so a game acts on inputs in f alone"
            )

    # -- files -------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write what is recorded to a file, which replaces another one when it is complete.

        Raises `RuntimeError` if nothing is recorded yet, `TypeError` that names a value of a component which
        cannot be saved, and `OSError`.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from ecsphys import Physics
        >>> from ecsphys.replay import Recorder
        >>> physics = Physics()
        >>> recorder = Recorder(physics)
        >>> physics.step_once()
        >>> with TemporaryDirectory() as folder:
        ...     recorder.save(Path(folder) / "run.recording")
        ...     print([file.name for file in Path(folder).iterdir()])
        ...
        ['run.recording']
        """
        self._write(Path(path), None)

    def dump(self) -> Path:
        """Write what is recorded to the file `dump`, "ecsphys.recording" without one; return its path.

        Raises as `save` does.
        """
        path = self._dump or Path(DUMP)
        self._write(path, None)
        return path

    def _write(self, path: Path, failure: Failure | None) -> None:
        if not self._recording.keyframes:
            raise RuntimeError("nothing is recorded yet: run a step")
        recording = self._recording.copy()
        recording.failure = failure
        if failure is None and self._is_at_end():
            recording.cut_after(recording.steps[-1])
            recording.inputs = dict(self._recording.inputs)
            recording.keyframes.append(self.physics.snapshot(*recording.components))
        write(recording, path)

    def _is_at_end(self) -> bool:
        """Whether the world is as the last recorded step left it."""
        simulation, recording = self.physics.simulation, self._recording
        return (
            self._restarts == simulation.clock.restarts
            and simulation.clock.step_count == recording.steps[-1]
            and not simulation.stepping
            and simulation.is_current()
            and check_of(simulation) == recording.checks[-1]
        )

    # -- steps -------------------------------------------------------------------------------------

    def begin_step(self) -> None:
        """See `StepWatcher`."""
        simulation = self.physics.simulation
        if simulation.esper_world is None or simulation.is_current():
            self._follow()

    def end_step(self) -> None:
        """See `StepWatcher`."""
        simulation, recording = self.physics.simulation, self._recording
        clock = simulation.clock
        if self._restarts != clock.restarts or clock.step_count != recording.steps.stop:
            self._restarts = _NOT_RECORDED  # a handler has reset the world, or gone back
            return
        if simulation.world.lost:
            self._note_lost()
        recording.checks.append(check_of(simulation))
        if clock.step_count - recording.keyframes[-1].step >= self._interval and simulation.is_current():
            self._add_keyframe()

    def fail_step(self, error: Exception) -> None:
        """See `StepWatcher`."""
        self._restarts = _NOT_RECORDED  # the world may be in the middle of the step
        self._leave_file(f"{type(error).__name__}: {error}", error)

    def _follow(self) -> None:
        """Go on from where the world is, if something has moved it there since the last step."""
        clock, recording = self.physics.simulation.clock, self._recording
        if self._restarts == clock.restarts:
            return
        keyframe = self.physics.snapshot(*recording.components)  # takes in what has changed
        now = check_of(self.physics.simulation)
        if keyframe.step in recording.steps and recording.check_at(keyframe.step) == now:
            recording.cut_after(keyframe.step)
        else:
            recording.clear()
        recording.keyframes.append(keyframe)
        if not recording.checks:
            recording.checks.append(now)
            self._adapt(keyframe.nbytes)
        self._restarts = clock.restarts

    def resume(self) -> None:
        """Go on although the world was restored: it is again as it was after the last recorded step.

        What the game has changed since that step, without an input, is kept in a keyframe.
        """
        clock, recording = self.physics.simulation.clock, self._recording
        if self._restarts == _NOT_RECORDED or clock.step_count != recording.steps[-1]:
            return
        if check_of(self.physics.simulation) != recording.checks[-1]:
            recording.cut_after(clock.step_count)
            recording.keyframes.append(self.physics.snapshot(*recording.components))
        self._restarts = clock.restarts

    def _add_keyframe(self) -> None:
        recording = self._recording
        keyframe = self.physics.snapshot(*recording.components)
        recording.keyframes.append(keyframe)
        if self._keep is not None:
            recording.cut_before(keyframe.time - self._keep + 0.5 * self.physics.step)
        size = keyframe.nbytes_beside(recording.keyframes[-2] if len(recording.keyframes) > 1 else None)
        self._adapt(size)
        if (len(recording.keyframes) - _SPARE * self._adapts) * size > self._most:
            recording.thin_out()
            self._interval *= 2

    def _adapt(self, size: int) -> None:
        """Set the distance of keyframes of some bytes: those of `keep` seconds have room, and cost little."""
        if self._adapts and self._keep is not None:
            fitting = math.ceil(self._keep / self.physics.step * size / self._most)
            bodies = self.physics.world.bodies.count
            self._interval = max(1, fitting, bodies // _BODIES_A_STEP if bodies > FEW_BODIES else 1)

    def _note_lost(self) -> None:
        """Leave a file when a body is put aside."""
        lost = frozenset(self.physics.lost)
        fresh, self._lost = sorted(lost - self._lost), lost
        if fresh:
            self._leave_file(f"put aside, see Physics.lost: entity {', '.join(map(str, fresh[:5]))}", None)

    def _leave_file(self, text: str, error: Exception | None) -> None:
        """Write the file `dump`, once, with what the step came to that is not recorded yet."""
        path, self._dump_once = self._dump_once, None
        if path is None or not self._recording.keyframes:
            return
        try:
            self._write(path, Failure(self._recording.steps.stop, text))
            message = f"the steps before are in {path}, see ecsphys.testing.replay"
        except (OSError, TypeError, ValueError) as problem:  # must not hide the game's own error
            message = f"the steps before could not be written to {path}: {problem}"
        if error is not None:
            error.add_note(message)
        else:
            warn_user(f"{text}; {message}")
