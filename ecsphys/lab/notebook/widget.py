"""The widget of a notebook: an exhibit under the mouse."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import anywidget

from ..runner import Runner
from .encoding import Json
from .host import Host

_FOLDER = Path(__file__).parent


class LabWidget(anywidget.AnyWidget):
    """Shows an exhibit in a notebook; `runner` is what it runs.

    Several widgets never disturb each other, and `close()` ends the worlds of one. All of them work in the
    thread that made them, when no cell runs: esper knows only one current world at a time.
    """

    _esm = "\n".join((_FOLDER / name).read_text("utf-8") for name in ("draw.js", "session.js", "view.js"))
    _css = _FOLDER / "view.css"

    def __init__(self, host: Host):
        self._host = host
        self._thread = threading.get_ident()
        self._loop = _running_loop()
        super().__init__()
        self.on_msg(self._hear)

    @property
    def runner(self) -> Runner:
        """What runs the exhibit that is open."""
        return self._host.runner

    def close(self) -> None:
        """End the exhibit, and take the widget out of the notebook."""
        self._host.close()
        super().close()

    def _hear(self, _: object, question: dict[str, Json], buffers: object) -> None:
        """Answer at once, or in the thread of the cells: kernels hear widgets in a thread of their own."""
        if self._loop is None or threading.get_ident() == self._thread:
            self._reply(question)
        else:
            self._loop.call_soon_threadsafe(self._reply, question)

    def _reply(self, question: dict[str, Json]) -> None:
        if (answer := self._host.answer(question)) is not None:
            content, ends = answer
            self.send(content, [ends])


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the loop of the kernel, which runs in the thread of the cells; None outside of one."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
