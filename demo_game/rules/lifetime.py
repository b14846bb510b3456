"""Entities with a limited lifetime."""

from __future__ import annotations

import esper

from ..components import Lifetime
from .rule import Rule


class Lifetimes(Rule):
    """Despawns entities at the end of their lifetime."""

    def process(self, dt: float) -> None:
        """Age all entities by one step."""
        for entity, lifetime in esper.get_component(Lifetime):
            lifetime.seconds -= dt
            if lifetime.seconds <= 0.0:
                self.physics.despawn(entity)
