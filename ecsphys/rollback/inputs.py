"""The inputs of one player, frame by frame: confirmed ones, and what was predicted instead."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from .codec import InputCodec

Status = Literal["confirmed", "predicted", "disconnected"]
NONE = -1  # frame before the first one
ALWAYS = 1 << 62  # later than any frame


class Input(NamedTuple):
    """What a player does in a frame.

    `status`: "confirmed" (it will not change), "predicted" (the player's last input, repeated), or
    "disconnected" (the player has left; the value is the default).

    >>> from ecsphys import Physics
    >>> from ecsphys.rollback import Session
    >>> session = Session(Physics(), ["local", "remote"], lambda inputs: print(*inputs, sep="; "))
    >>> done = session.advance([4])
    Input(value=4, status='confirmed'); Input(value=0, status='predicted')
    """

    value: Any
    status: Status


class InputQueue:
    """The inputs of one player.

    `last` is the newest confirmed frame. `wrong` is the first simulated frame with another input than the
    one that has come since, or None.
    """

    def __init__(self, codec: InputCodec):
        self._codec = codec
        self._confirmed: dict[int, tuple[bytes, Any]] = {}
        self._newest: tuple[bytes, Any] | None = None
        self._used: dict[int, bytes] = {}  # predictions that were simulated
        self.last: int = NONE
        self.wrong: int | None = None
        self.is_gone: bool = False

    @property
    def known(self) -> int:
        """The last frame whose input will not change."""
        return ALWAYS if self.is_gone else self.last

    def add(self, data: bytes, value: Any) -> None:
        """Confirm the input of the next frame, given as bytes and as the value that these decode to."""
        self._newest = data, value
        self.last += 1
        self._confirmed[self.last] = self._newest
        if self._used.pop(self.last, data) != data:
            self._note_wrong(self.last)

    def use(self, frame: int) -> Input:
        """Return the input of a frame that is about to be simulated."""
        if frame <= self.last:
            return Input(self._confirmed[frame][1], "confirmed")
        if self.is_gone:
            return Input(self._codec.default, "disconnected")
        data, value = self._newest or (b"", self._codec.default)
        self._used[frame] = data or self._codec.encode(value, "default")
        return Input(value, "predicted")

    def disconnect(self) -> None:
        """Let the player be gone after the last confirmed frame."""
        self.is_gone = True
        if self._used:
            self._note_wrong(min(self._used))
            self._used.clear()

    def forget(self, frame: int) -> None:
        """Forget the inputs before a frame."""
        for old in [known for known in self._confirmed if known < frame]:
            del self._confirmed[old]

    def _note_wrong(self, frame: int) -> None:
        self.wrong = frame if self.wrong is None else min(self.wrong, frame)
