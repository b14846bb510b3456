"""Recordings of a running game: go back to any step, run it again to the bit, keep it in a file.

A recording has *keyframes*, which are snapshots, the *inputs* that the game gave between them, and a check of
all poses and velocities after each step. To get to a step, the keyframe before it is restored, and the steps
between are run again with the same inputs.

>>> from ecsphys import Physics
>>> from ecsphys.replay import Recorder, Replay
>>> physics = Physics()
>>> recorder = Recorder(physics)
>>> for _ in range(90):
...     physics.step_once()
...
>>> Replay(recorder).steps
range(0, 91)

Handlers, hooks, fields, `before_step` and whatever else of the game runs within a step is code: it runs again
in a replay, and is not part of a recording. It must do the same again: no clock, no random numbers of its own
(keep a seed in a component that is named), no state outside named components. What the game does between
steps must come from `Recorder.input`.

The file
--------

A recording in a file is a document (see `ecsphys.state.document`) of the kind "recording", version 1, and
behind it the documents of its keyframes (`Snapshot.to_bytes`), in the order of their steps. The first one has
the header

| key | value |
|---|---|
| `first` | the number of the first step, at which the first keyframe was taken |
| `components` | the types of the game's components that snapshots have: a list of "module:name" |
| `inputs` | a list of `[step, [input, …]]`: what was given after that step and before the next, as trees (see `ecsphys.state.values`), by ascending step |
| `failure` | null, or `[step, text]`: what came in that step, the one behind the last of `checks` |

and one column, `checks`, of type "<u8": for `first` and each step after it a sum over all bodies, see
`checks.py`. Files of older versions stay readable.
"""  # noqa: E501

from __future__ import annotations

from .player import Divergence, Replay
from .recorder import Recorder
from .recording import Failure
from .time_line import Comparison, TimeLine

__all__ = ["Comparison", "Divergence", "Failure", "Recorder", "Replay", "TimeLine"]
