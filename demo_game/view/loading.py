"""A progress bar while the physics kernels are compiled, some minutes at the first start."""

from __future__ import annotations

import threading
from collections.abc import Callable

import arcade

import ecsphys

from .palette import NIGHT, TEAL, Rgb, Rgba
from .widgets import text, write

_EMPTY: Rgb = (44, 48, 74)
_SOFT: Rgba = (150, 158, 190, 255)
_WIDTH, _HEIGHT = 560.0, 22.0


class Progress:
    """Runs `ecsphys.warm_up` in a thread, so that the window stays responsive."""

    def __init__(self) -> None:
        self.done, self.total, self.name = 0, 0, ""
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="ecsphys warm-up", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            ecsphys.warm_up(self._report)
        except BaseException as error:  # raised again in the window's thread
            self.error = error

    def _report(self, done: int, total: int, name: str) -> None:
        self.done, self.total, self.name = done, total, name

    @property
    def share(self) -> float:
        """Share of the kernels that are ready, 0 … 1."""
        return self.done / self.total if self.total else 0.0

    def finished(self) -> bool:
        """Return whether all kernels are ready. Raises the compiler's exception if it failed."""
        if self._thread.is_alive():
            return False
        if self.error is not None:
            raise self.error
        return True


class LoadingView(arcade.View):
    """Shows the progress, then the view that `then` returns."""

    def __init__(self, then: Callable[[], arcade.View]):
        super().__init__()
        self._then = then
        self.progress = Progress()
        arcade.resources.load_liberation_fonts()
        self._title, self._hint = text(26, anchor="center"), text(14, _SOFT, "center")
        self._name = text(12, _SOFT, "center")

    def on_update(self, dt: float) -> None:
        """Show the next view when all kernels are ready."""
        if self.progress.finished():
            self.window.show_view(self._then())

    def on_draw(self) -> None:
        """Draw the bar."""
        self.clear(color=NIGHT)
        x, y = self.window.width / 2, self.window.height / 2
        left = x - _WIDTH / 2
        arcade.draw_lbwh_rectangle_filled(left, y - _HEIGHT, _WIDTH, _HEIGHT, _EMPTY)
        if self.progress.done:
            arcade.draw_lbwh_rectangle_filled(left, y - _HEIGHT, _WIDTH * self.progress.share, _HEIGHT, TEAL)
        write(self._title, "Warming up the physics", x, y + 56)
        write(self._hint, "this takes long only the first time", x, y + 22)
        write(self._name, f"{self.progress.done} of {self.progress.total}  {self.progress.name}", x, y - 60)
