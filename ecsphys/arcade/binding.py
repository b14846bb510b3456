"""Physics that runs with an arcade window."""

from __future__ import annotations

from collections.abc import Callable

import arcade
import esper


def bind(window: arcade.Window) -> Callable[[], None]:
    """Let every `on_update` of a window run the current esper world; returns a function that undoes it.

    ```python
    esper.add_processor(Physics(gravity=(0, -900)))
    unbind = bind(window)
    arcade.run()
    ```

    The time of a frame goes to `esper.process`, and `Physics` makes whole fixed steps of it: the same
    motion at every frame rate. It works with and without views, whichever is shown: the `on_update` of view
    and window come first. The world that is current when the frame comes is the one that runs.
    Raises `TypeError` for what is no window.
    """
    if not callable(getattr(window, "on_update", None)):
        raise TypeError(f"window must be an arcade Window, got {window!r}")
    before = window.on_update
    bound = True

    def on_update(dt: float) -> None:
        before(dt)
        if bound:
            esper.process(dt)

    def unbind() -> None:
        nonlocal bound
        bound = False  # whoever wrapped this one in between keeps calling it
        if window.on_update is on_update:
            window.on_update = before  # type: ignore[method-assign]

    window.on_update = on_update  # type: ignore[method-assign, assignment]
    return unbind
