"""Entities with a limited lifetime."""

from __future__ import annotations

from ..components import Lifetime
from .rule import Rule, in_order


class Lifetimes(Rule):
    """Despawns entities at the end of their lifetime."""

    def process(self, dt: float) -> None:
        """Age all entities by one step."""
        for entity, (lifetime,) in in_order(Lifetime):
            lifetime.seconds -= dt
            if lifetime.seconds <= 0.0:
                self.physics.despawn(entity)
