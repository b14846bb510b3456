"""Triggers."""

from __future__ import annotations

from ..detect.narrow import late_touches, narrow_phase
from ..detect.pairs import PAIRS, table_of
from ..detect.proxies import proxies_of
from ..events import TRIGGER_NAMES
from .collision_list import CollisionListSystem


class TriggerSystem(CollisionListSystem):
    """Finds out who is inside which trigger, from where the bodies are after the step."""

    def run(self) -> None:
        """Bring the list of trigger overlaps up to date and note enters and exits."""
        world = self.world
        if world.triggers.counts[PAIRS] + len(world.crossings) == 0:
            return
        if world.awake_count or world.unsettled:
            bodies, proxies, table = world.bodies.rows, proxies_of(world), table_of(world.triggers)
            narrow_phase(bodies, proxies, table, self.physics.context)
            late_touches(bodies, proxies, table)
        self.list(world.triggers, TRIGGER_NAMES, 1)
