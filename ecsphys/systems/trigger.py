"""Triggers."""

from __future__ import annotations

from ..contacts.narrow_phase import find_post_solve_touches, run_narrow_phase
from ..contacts.table import PAIRS
from ..events import COLLISION_NAMES, TRIGGER_NAMES
from .collision_list import CollisionListSystem


class TriggerSystem(CollisionListSystem):
    """Finds out who is inside which trigger, from where the bodies are after the step."""

    _first = len(COLLISION_NAMES)
    _names = (1 << len(TRIGGER_NAMES)) - 1

    def run(self) -> None:
        """Bring the list of trigger overlaps up to date and note enters and exits."""
        world, table = self.world, self.world.triggers
        if table.contact_count + table.counts[PAIRS] + len(world.crossings) == 0:
            return
        if world.awake_count or world.has_unknown_touches:
            run_narrow_phase(world, table, self.physics.context)
            find_post_solve_touches(world, table)
        self.list(table, 1)
