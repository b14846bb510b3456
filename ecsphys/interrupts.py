"""Interrupts wait until the world is whole: Ctrl-C in the middle of a step leaves no half of it behind.

Python calls the handlers of signals between any two of its instructions, and that of SIGINT raises
`KeyboardInterrupt` there. Within `UNINTERRUPTED` such an exception is held while the engine's own code runs,
and raised at the end of the block. Where the game's code runs, in a hook or a handler, it is raised at once,
like any other exception of the game.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from threading import get_ident, main_thread
from time import monotonic
from types import FrameType, TracebackType
from typing import Any

try:  # those of `signal` make enums of numbers, which takes 10 µs
    import _signal as signals  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    import signal as signals

Handler = Callable[[int, FrameType | None], Any]

_PATIENCE = 2.0  # seconds after which a held exception no longer holds back a second one
_NAMES = ("SIGINT", "SIGTERM", "SIGALRM", "SIGVTALRM", "SIGPROF")
_SIGNALS = tuple(int(getattr(signal, name)) for name in _NAMES if hasattr(signal, name))
_OWN, _DISPATCHER = "ecsphys", "esper"
_LIBRARIES = sys.stdlib_module_names | {"numpy", "numba", "llvmlite", "_frozen_importlib"}
_MAIN = main_thread().ident


class Uninterrupted:
    """A block, which may be nested, that exceptions of signal handlers leave only at its end."""

    def __init__(self) -> None:
        self.held: BaseException | None = None  # waits for the end of the block
        self._since = 0.0
        self._depth = 0
        # The handlers of `_SIGNALS` at the last beginning; at first those of nobody.
        self._seen: list[tuple[int, Any]] = [(number, self) for number in _SIGNALS]
        self._replaced: dict[int, Handler] = {}  # the game's among them, by number of the signal
        self._handler: Handler = self._handle

    def __enter__(self) -> Uninterrupted:
        if get_ident() != _MAIN:
            return self  # signals are handled in the main thread
        if self._depth == 0:
            for number, handler in self._seen:
                if signals.getsignal(number) is not handler:
                    self._note()
                    break
            for number in self._replaced:
                signals.signal(number, self._handler)
        self._depth += 1
        return self

    def _note(self) -> None:
        """Note which handlers are the game's."""
        handlers = [(number, signals.getsignal(number)) for number in _SIGNALS]
        for number, handler in handlers:
            if not callable(handler):
                self._replaced.pop(number, None)
            elif handler is not self._handler:  # else an exception has kept the last block from its end
                self._replaced[number] = handler
        self._seen = handlers  # last: a signal in this function lets the next block do it again

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if get_ident() != _MAIN:
            return
        self._depth -= 1
        if self._depth > 0:
            return
        for number, handler in self._replaced.items():
            if signals.getsignal(number) is self._handler:
                signals.signal(number, handler)
        held, self.held = self.held, None
        if held is not None:
            raise held

    def _handle(self, number: int, frame: FrameType | None) -> None:
        """Call the game's handler; hold what it raises in the engine's own code."""
        handler = self._replaced[number]
        if self._depth == 0 or not _is_own(frame):
            handler(number, frame)
            return
        try:
            handler(number, frame)
        except BaseException as error:
            if self.held is not None and monotonic() - self._since > _PATIENCE:
                raise  # the block does not end
            if self.held is None:
                self.held, self._since = error, monotonic()


def _is_own(frame: FrameType | None) -> bool:
    """Whether the engine's code runs, or a library that it calls, and not the game's that it has called."""
    called = ""  # by the frame in hand: the room, beside esper, which calls handlers of the game
    while frame is not None:
        room = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if room == _OWN:
            return not called or called in _LIBRARIES or called.startswith("namedtuple_")
        if room != _DISPATCHER:
            called = room
        frame = frame.f_back
    return False


UNINTERRUPTED = Uninterrupted()
