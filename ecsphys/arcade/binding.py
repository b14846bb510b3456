"""Run physics from an arcade window."""

from __future__ import annotations

from collections.abc import Callable

import arcade
import esper

_MARK = "_ecsphys_is_bound"  # attribute of a window


def bind(window: arcade.Window) -> Callable[[], None]:
    """Make every `on_update` of a window run the current esper world; return a function that undoes it.

    ```python
    esper.add_processor(Physics(gravity=(0, -900)))
    unbind = bind(window)
    arcade.run()
    ```

    The frame's time is passed to `esper.process`, where `Physics` runs the fixed steps that are due, so
    motion does not depend on the frame rate. It works with and without views; the `on_update` of view and
    window run first. The esper world that is current at that moment is processed.

    Raises `TypeError` unless `window` is a window, `RuntimeError` for one that is bound already: time would
    pass twice as fast.
    """
    if not callable(getattr(window, "on_update", None)):
        raise TypeError(f"window must be an arcade Window, got {window!r}")
    if getattr(window, _MARK, False):
        raise RuntimeError("this window is bound already: call what the first bind returned before the next")
    setattr(window, _MARK, True)
    before = window.on_update
    bound = True

    def on_update(dt: float) -> None:
        before(dt)
        if bound:
            esper.process(dt)

    def unbind() -> None:
        nonlocal bound
        if bound:
            setattr(window, _MARK, False)
        bound = False  # a wrapper installed later may still call this function
        if window.on_update is on_update:
            window.on_update = before  # type: ignore[method-assign]

    window.on_update = on_update  # type: ignore[method-assign, assignment]
    return unbind
