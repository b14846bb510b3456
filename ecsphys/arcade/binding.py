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
    motion at every frame rate. It works with and without views, whichever is shown; a view that is shown
    later is updated before the step. The world that is current when the frame comes is the one that runs.
    """

    def on_update(dt: float) -> None:
        esper.process(dt)

    window.push_handlers(on_update=on_update)

    def unbind() -> None:
        window.remove_handlers(on_update=on_update)

    return unbind
