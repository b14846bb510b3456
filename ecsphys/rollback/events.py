"""What a session reports."""

from __future__ import annotations

from typing import Literal, NamedTuple

EventKind = Literal["connected", "interrupted", "resumed", "disconnected", "desync"]


class SessionEvent(NamedTuple):
    """Something that happened to `players` of another machine; its `kind` says what.

    - "connected": their machine and this one hear each other; "interrupted": nothing has come for a second
      (60 calls of `advance`); "resumed": something came again.
    - "disconnected": their machine has left, or nothing has come for 300 calls. Their inputs are the default
      from now on.
    - "desync": at the beginning of `frame` their state was another one than here: `ours` and `theirs` are the
      fingerprints. Reported once; nothing mends it. `SyncTest` finds the component and field.
    """

    kind: EventKind
    frame: int  # the frame that this machine was about to simulate; of a desync: the frame that differs
    players: tuple[int, ...]
    ours: str = ""
    theirs: str = ""
