"""Helpers of tests that use a window, without a wall clock."""

from __future__ import annotations

from typing import Any


def tap(window: Any, *symbols: int) -> None:
    """Press and release keys in turn."""
    for symbol in symbols:
        window.dispatch_event("on_key_press", symbol, 0)
        window.dispatch_event("on_key_release", symbol, 0)


def picture(window: Any) -> Any:
    """Return an image of the window."""
    import arcade

    window.switch_to()
    window.dispatch_event("on_draw")
    return arcade.get_image(0, 0, *window.get_framebuffer_size()).convert("RGB")
