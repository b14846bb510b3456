"""Keeps two machines at the same frame: the one ahead waits a little.

Each side knows how far it is ahead of the last packet that it has; that is the difference of the two plus the
time that the packet took. Half the difference of both sides' numbers is free of that time, if both ways take
equally long (as in GGPO's time sync and GGRS's `time_sync.rs`).
"""

from __future__ import annotations

from collections import deque

_WINDOW = 40  # frames of a mean, against jitter
_APART = 5  # frames between two waits: nobody sees a frame in five


class TimeSync:
    """The lead of this machine over one other."""

    def __init__(self) -> None:
        self._leads: deque[float] = deque(maxlen=_WINDOW)
        self._waits = 0  # that are still to be made
        self._since = 0  # frames since the last one

    @property
    def ahead(self) -> float:
        """How many frames this machine is ahead, 0 until that is known."""
        return sum(self._leads) / _WINDOW if len(self._leads) == _WINDOW else 0.0

    def note(self, ours: int, theirs: int) -> None:
        """Take in both sides' leads over what they have last heard."""
        self._leads.append((ours - theirs) / 2)

    def should_wait(self) -> bool:
        """Whether to leave out this frame."""
        if self.ahead >= 1.0 and not self._waits:
            self._waits, self._since = int(self.ahead), _APART
        self._since += 1
        if not self._waits or self._since <= _APART:
            return False
        self._waits, self._since = self._waits - 1, 0
        self._leads.clear()
        return True
