"""What colliders of the plane and of space have in common: surface and filters."""

from __future__ import annotations

from enum import IntFlag
from typing import Any

from ...math2d.check import not_negative, positive
from ...world.body_store import BodyStore
from ..binding import Component, UnownedRows
from ..fields import Field, setting, to_bool
from .layers import group_number, layer_bits, own_layers


class BaseCollider(Component):
    """Shapes of an entity, with a surface and filters. `_settings` are shared until one of them changes."""

    __slots__ = ("_settings", "_shapes")

    _shapes: tuple[Any, ...]
    _settings: Any
    _rows: BodyStore | UnownedRows

    def _assign(self, name: str, value: Any) -> None:
        """Set one of the settings for this collider alone."""
        if self._settings.shared:
            self._settings = self._settings.own()
        setattr(self._settings, name, value)
        self._rows.mark_collider_changed(self._at)

    def _words(self) -> None:
        """Return None: a Collider has no row."""

    def _objects(self) -> dict[str, Any]:
        """Return shapes and settings; a copy shares the settings until one of both changes."""
        self._settings.shared = True
        return {"shape": self._shapes, "settings": self._settings}

    def _take_objects(self, objects: dict[str, Any]) -> None:
        self._shapes, self._settings = objects["shape"], objects["settings"]

    density: Field[float, float] = setting("density", positive, "Mass per area, in space per volume.")
    friction: Field[float, float] = setting(
        "friction", not_negative, "Coulomb's coefficient; of two colliders the geometric mean acts."
    )
    restitution: Field[float, float] = setting(
        "restitution",
        not_negative,
        "0 no bounce, 1 elastic; of two colliders the larger acts, above `Physics.restitution_threshold`.",
    )
    trigger: Field[bool, bool] = setting("trigger", to_bool, "Whether it reports overlaps and never pushes.")
    mask: Field[int, int | IntFlag] = setting("mask", layer_bits, "The layers it meets, as bits.")
    detect_mask: Field[int, int | IntFlag] = setting(
        "detect_mask", layer_bits, "The layers it reports and does not push."
    )
    group: Field[int, int] = setting("group", group_number, "Equal groups decide alone; 0 is none.")
    enabled: Field[bool, bool] = setting("enabled", to_bool, "Whether it takes part at all.")

    @property
    def layer(self) -> int:
        """The layers it is on, as bits: 1, 2, 4, 8, …, or several of them."""
        layer: int = self._settings.layer
        return layer

    @layer.setter
    def layer(self, value: int) -> None:
        self._assign("layer", own_layers(value, self._settings.group))

    def __repr__(self) -> str:
        shapes = self._shapes
        return f"{type(self).__name__}({shapes[0] if len(shapes) == 1 else list(shapes)!r})"
