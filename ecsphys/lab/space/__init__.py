"""Exhibits in space: camera, scene of solids and lines, and how hosts without depth draw them."""

from __future__ import annotations

from ..display import Display, SceneItem


def flat(display: Display) -> Display:
    """Return a display list without scenes: with polygons and lines in their places."""
    if not any(isinstance(item, SceneItem) for item in display.items):
        return display
    from .painter import without_scenes  # loads three dimensions, which other exhibits do without

    return without_scenes(display)
