"""Pickups: triggers that only the player can enter."""

from __future__ import annotations

import esper

from ecsphys import TRIGGER_ENTER, Physics, Transform, TriggerEvent

from .. import old_signals as signals
from ..old_components import Gem, part
from ..old_session import Session


class Gems:
    """Takes away a gem that the player has touched."""

    def __init__(self, physics: Physics, session: Session):
        self.physics = physics
        self.session = session
        esper.set_handler(TRIGGER_ENTER, self.on_trigger_enter)

    def on_trigger_enter(self, event: TriggerEvent) -> None:
        """Something came into a pickup."""
        gem = part(event.trigger, Gem)
        if gem is None or gem.taken or event.visitor != self.session.player:
            return
        gem.taken = True
        self.session.taken += 1
        self.physics.despawn(event.trigger)
        esper.dispatch_event(signals.GEM_TAKEN, esper.component_for_entity(event.trigger, Transform).position)
