"""What a session reports."""

from __future__ import annotations

from typing import Literal, NamedTuple

EventKind = Literal["connected", "mismatch", "interrupted", "resumed", "disconnected", "desync"]


class SessionEvent(NamedTuple):
    """Something that happened to `players` of another machine; its `kind` says what.

    - "connected": their machine and this one hear each other; "interrupted": nothing has come for a second
      (60 calls of `advance`); "resumed": something came again.
    - "mismatch": their game is another one. `ours` and `theirs` say what differs, such as "step: 0.02":
      version of ecsphys, number of players, who plays where, settings, components, or the world at the start.
      Both machines get it, and neither begins.
    - "disconnected": their machine has left, or nothing has come for 300 calls. Their inputs are the default
      from now on.
    - "desync": at the beginning of `frame` their state was another one than here: `ours` and `theirs` are the
      fingerprints. Reported once; nothing mends it. `SyncTest` finds the component and field.

    >>> import esper
    >>> from ecsphys import Physics
    >>> from ecsphys.rollback import MemoryNetwork, Session
    >>> network, machines = MemoryNetwork(), []
    >>> for name, players in (("a", ["local", "b"]), ("b", ["a", "local"])):
    ...     esper.switch_world(name)  # each machine has a world of its own
    ...     physics = Physics()
    ...     esper.add_processor(physics)
    ...     machines.append(Session(physics, players, lambda inputs: None, transport=network.transport(name)))
    ...
    >>> for session, name in zip(machines * 3, "ababab", strict=True):
    ...     esper.switch_world(name)
    ...     done = session.advance([0])
    ...
    >>> [event.kind for event in session.events()], done.is_new
    (['connected'], True)
    """

    kind: EventKind
    frame: int  # the frame that this machine was about to simulate; of a desync: the frame that differs
    players: tuple[int, ...]
    ours: str = ""
    theirs: str = ""
