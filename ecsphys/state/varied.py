"""Components with attributes beside their rows that a game sets without a word to the world."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ..ecs.binding import Component, UnownedRows
from ..ecs.components import Projectile
from ..query.caster import Caster

Varied = tuple[Any, ...]


def varies(component: object) -> bool:
    """Whether a component of ecsphys has such attributes: projectiles, casters, and what games derive."""
    return isinstance(component, (Projectile, Caster)) or (
        isinstance(component, Component) and hasattr(component, "__dict__")
    )


def take_varied(component: Any) -> Varied:
    """Return the attributes of a component, those of a class that a game derived first."""
    own = dict(vars(component)) if hasattr(component, "__dict__") else None
    if isinstance(component, Projectile):
        return own, component._on_hit, component._ignore, component._despawn
    if isinstance(component, Caster):
        return own, dict(vars(component._settings)), list(component.hits)
    return (own,)


def give_back_varied(component: Any, varied: Varied) -> None:
    """Give a component its attributes back."""
    own, *others = varied
    give_back_own(component, own)
    if isinstance(component, Projectile):
        component._on_hit, component._ignore, component._despawn = others
    elif isinstance(component, Caster):
        _give_back_caster(component, *others)


def give_back_own(component: Any, own: dict[str, Any] | None) -> None:
    """Give a component of a class that a game derived the attributes that it adds."""
    if own is not None:
        vars(component).clear()
        vars(component).update(own)


def _give_back_caster(caster: Caster, settings: dict[str, Any], hits: list[Any]) -> None:
    rows = caster._rows
    if settings != vars(caster._settings):
        caster._settings = SimpleNamespace(**settings)
        caster._filters = caster._query_filter()
        if not isinstance(rows, UnownedRows):
            rows.mark_changed(caster._at, structure=True)
    caster._hits = list(hits)
    caster._hits_of = None if isinstance(rows, UnownedRows) else rows.last
