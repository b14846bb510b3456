"""For the tests of games: bug reports that run again."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from .physics import Physics
from .replay import Replay


def replay(
    path: str | os.PathLike[str],
    build: Callable[[], Physics | None] | None = None,
    *,
    apply: Callable[[Any], object] | None = None,
    advance: Callable[[], object] | None = None,
    names: Mapping[str, str] | None = None,
) -> Replay:
    """Run a file of `Recorder(..., dump=path)` or `Recorder.save` again, from its first step to its end.

    - `build`: makes the game's code in esper's current world: a `Physics` (which it may return), handlers,
      hooks. Its entities are replaced by those of the file.
    - `apply`: the game's function of one input; `advance`: see `Replay`; `names`: see `Replay.load`.

    Raises what the recorded step raised, or `AssertionError` where a body is put aside again: a test that
    calls this fails until the bug is mended. Raises `AssertionError` for the first step whose bodies differ
    from the recorded ones by a bit, with entity, component and field; `OSError` and `ValueError` as
    `Replay.load`. Returns the replay, at its end, to look at what came out of it.

    A file that ends with an exception does not compare the step that raised it.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from ecsphys import Physics
    >>> from ecsphys.replay import Recorder
    >>> from ecsphys.testing import replay
    >>> physics = Physics()
    >>> recorder = Recorder(physics)
    >>> for _ in range(30):
    ...     physics.step_once()
    ...
    >>> with TemporaryDirectory() as folder:
    ...     recorder.save(Path(folder) / "bug.recording")
    ...     run = replay(Path(folder) / "bug.recording", lambda: physics)
    ...
    >>> run.steps
    range(0, 31)
    """
    physics = None if build is None else build()
    run = Replay.load(path, physics, apply=apply, advance=advance, names=names)
    run.reproduce()
    return run
