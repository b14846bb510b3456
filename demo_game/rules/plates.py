"""Pressure plates, which open doors while a body is on them."""

from __future__ import annotations

import esper

import ecsphys
from ecsphys import TRIGGER_ENTER, TRIGGER_EXIT, TriggerEvent

from .. import signals
from ..components import Origin, Plate
from .rule import Rule, Run, position_of


class Plates(Rule):
    """Keeps the numbers of the pressed plates in `Memory.active`."""

    def __init__(self, run: Run):
        super().__init__(run)
        ecsphys.on(TRIGGER_ENTER, Plate)(self.change)
        ecsphys.on(TRIGGER_EXIT, Plate)(self.change)

    def change(self, event: TriggerEvent, entity: int, plate: Plate, visitor: int) -> None:
        """Press or release a plate when a body enters or leaves it."""
        down = bool(self.physics.collisions.triggers_of(entity)) or (plate.stays and plate.down)
        if down == plate.down:
            return
        plate.down = down
        number = esper.component_for_entity(entity, Origin).number
        if down:
            self.memory.active.add(number)
        else:
            self.memory.active.discard(number)
        signals.send(signals.PLATE_DOWN if down else signals.PLATE_UP, position_of(entity), entity)
