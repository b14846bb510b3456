"""Pressure plates: down while something stands on them, and what they open is open."""

from __future__ import annotations

import esper

import ecsphys
from ecsphys import TRIGGER_ENTER, TRIGGER_EXIT, TriggerEvent

from .. import signals
from ..components import Origin, Plate
from .rule import Rule, Run, position_of


class Plates(Rule):
    """Switches `on` what stands under a weight."""

    def __init__(self, run: Run, on: set[int]):
        super().__init__(run)
        self.on = on
        ecsphys.on(TRIGGER_ENTER, Plate)(self.change)
        ecsphys.on(TRIGGER_EXIT, Plate)(self.change)

    def change(self, event: TriggerEvent, entity: int, plate: Plate, visitor: int) -> None:
        """Somebody came or went."""
        down = bool(self.physics.collisions.triggers_of(entity)) or (plate.stays and plate.down)
        if down == plate.down:
            return
        plate.down = down
        number = esper.component_for_entity(entity, Origin).number
        if down:
            self.on.add(number)
        else:
            self.on.discard(number)
        signals.send(signals.PLATE_DOWN if down else signals.PLATE_UP, position_of(entity), entity)
