"""Run physics from an arcade window."""

from __future__ import annotations

from collections.abc import Callable

import arcade
import esper

from ..user_warnings import warn_user

_MARK = "runs_physics"  # attribute of the `on_update` that `bind` installs, true until it is undone


def bind(window: arcade.Window) -> Callable[[], None]:
    """Make every `on_update` of a window run the current esper world; return a function that undoes it.

    The frame's time is passed to `esper.process`, where `Physics` runs the fixed steps that are due, so
    motion does not depend on the frame rate. It works with and without views; the `on_update` of view and
    window run first. The esper world that is current at that moment is processed.

    Raises `TypeError` unless `window` is a window. A window that is bound already gets a warning: time passes
    twice as fast then.

    ```python
    import arcade
    import esper
    from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    from ecsphys.arcade import ShapeDraw, bind

    class Game(arcade.Window):
        def __init__(self):
            super().__init__(800, 600, "bind")
            physics = Physics(gravity=(0, -900))
            esper.add_processor(physics)
            esper.create_entity(Transform(400, 500), RigidBody(), Collider(Circle(20)))
            self.shapes = ShapeDraw(physics)

        def on_draw(self):
            self.clear()
            self.shapes.draw()

    game = Game()
    unbind = bind(game)  # no on_update is needed
    arcade.run()
    ```
    """
    if not callable(getattr(window, "on_update", None)):
        raise TypeError(f"window must be an arcade Window, got {window!r}")
    if getattr(window.on_update, _MARK, False) is True:
        warn_user("this window is bound already: time passes twice as fast until one bind is undone")
    before = window.on_update
    bound = True

    def on_update(dt: float) -> None:
        before(dt)
        if bound:
            esper.process(dt)

    def unbind() -> None:
        nonlocal bound
        bound = False  # a wrapper installed later may still call this function
        setattr(on_update, _MARK, False)
        if window.on_update is on_update:
            window.on_update = before  # type: ignore[method-assign]

    setattr(on_update, _MARK, True)
    window.on_update = on_update  # type: ignore[method-assign, assignment]
    return unbind
