"""Things that go by themselves after a while."""

from __future__ import annotations

import esper

from ecsphys import Physics

from ..old_components import Lifetime


class Lifetimes(esper.Processor):
    """Despawns what has lived long enough."""

    def __init__(self, physics: Physics):
        self.physics = physics

    def process(self, dt: float) -> None:
        """Age everything by one step."""
        for entity, lifetime in esper.get_component(Lifetime):
            lifetime.seconds -= dt
            if lifetime.seconds <= 0.0:
                self.physics.despawn(entity)
