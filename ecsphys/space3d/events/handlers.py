"""`on` for the events of space: the plane's, with their types."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, overload

from ...events.typed_handlers import Decorator, FirstT, NoType, OneType, SecondT, TwoTypes
from ...events.typed_handlers import on as _on
from ...world.events import CollisionName, ProjectileName, TriggerName
from .event import CollisionEvent3D, ProjectileEvent3D, TriggerEvent3D

if TYPE_CHECKING:

    @overload
    def on(name: CollisionName) -> Decorator[NoType[CollisionEvent3D]]: ...
    @overload
    def on(name: TriggerName) -> Decorator[NoType[TriggerEvent3D]]: ...
    @overload
    def on(name: ProjectileName) -> Decorator[NoType[ProjectileEvent3D]]: ...
    @overload
    def on(name: CollisionName, first: type[FirstT], /) -> Decorator[OneType[CollisionEvent3D, FirstT]]: ...
    @overload
    def on(name: TriggerName, first: type[FirstT], /) -> Decorator[OneType[TriggerEvent3D, FirstT]]: ...
    @overload
    def on(name: ProjectileName, first: type[FirstT], /) -> Decorator[OneType[ProjectileEvent3D, FirstT]]: ...
    @overload
    def on(
        name: CollisionName, first: type[FirstT], second: type[SecondT], /
    ) -> Decorator[TwoTypes[CollisionEvent3D, FirstT, SecondT]]: ...
    @overload
    def on(
        name: TriggerName, first: type[FirstT], second: type[SecondT], /
    ) -> Decorator[TwoTypes[TriggerEvent3D, FirstT, SecondT]]: ...
    @overload
    def on(
        name: ProjectileName, first: type[FirstT], second: type[SecondT], /
    ) -> Decorator[TwoTypes[ProjectileEvent3D, FirstT, SecondT]]: ...
    def on(name: str, *types: type) -> Callable[[Callable[..., object]], Callable[..., object]]:
        """Return a decorator that adds a handler of an event, see `ecsphys.on`."""

else:
    on = _on
