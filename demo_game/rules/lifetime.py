"""Things that go by themselves after a while."""

from __future__ import annotations

import esper

from ..components import Lifetime
from .rule import Rule


class Lifetimes(Rule):
    """Despawns what has lived long enough."""

    def process(self, dt: float) -> None:
        """Age everything by one step."""
        for entity, lifetime in esper.get_component(Lifetime):
            lifetime.seconds -= dt
            if lifetime.seconds <= 0.0:
                self.physics.despawn(entity)
