"""`on` for the events of space: the plane's, with their types."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar, overload

from ...events.typed_handlers import on as _on
from ...world.events import CollisionName, ProjectileName, TriggerName
from .event import CollisionEvent3D, ProjectileEvent3D, TriggerEvent3D

EventT = TypeVar("EventT")
FirstT = TypeVar("FirstT")
SecondT = TypeVar("SecondT")
HandlerT = TypeVar("HandlerT", bound=Callable[..., object])
_Decorator: TypeAlias = Callable[[HandlerT], HandlerT]
_NoType: TypeAlias = Callable[[EventT], object]
_OneType: TypeAlias = Callable[[EventT, int, FirstT, int], object]
_TwoTypes: TypeAlias = Callable[[EventT, int, FirstT, int, SecondT], object]

if TYPE_CHECKING:

    @overload
    def on(name: CollisionName) -> _Decorator[_NoType[CollisionEvent3D]]: ...
    @overload
    def on(name: TriggerName) -> _Decorator[_NoType[TriggerEvent3D]]: ...
    @overload
    def on(name: ProjectileName) -> _Decorator[_NoType[ProjectileEvent3D]]: ...
    @overload
    def on(name: CollisionName, first: type[FirstT], /) -> _Decorator[_OneType[CollisionEvent3D, FirstT]]: ...
    @overload
    def on(name: TriggerName, first: type[FirstT], /) -> _Decorator[_OneType[TriggerEvent3D, FirstT]]: ...
    @overload
    def on(
        name: ProjectileName, first: type[FirstT], /
    ) -> _Decorator[_OneType[ProjectileEvent3D, FirstT]]: ...
    @overload
    def on(
        name: CollisionName, first: type[FirstT], second: type[SecondT], /
    ) -> _Decorator[_TwoTypes[CollisionEvent3D, FirstT, SecondT]]: ...
    @overload
    def on(
        name: TriggerName, first: type[FirstT], second: type[SecondT], /
    ) -> _Decorator[_TwoTypes[TriggerEvent3D, FirstT, SecondT]]: ...
    @overload
    def on(
        name: ProjectileName, first: type[FirstT], second: type[SecondT], /
    ) -> _Decorator[_TwoTypes[ProjectileEvent3D, FirstT, SecondT]]: ...
    def on(name: str, *types: type) -> Callable[[Callable[..., object]], Callable[..., object]]:
        """Return a decorator that adds a handler of an event, see `ecsphys.on`."""

else:
    on = _on
