"""The way out: the door goes up when the last gem is taken, and behind it the level is won."""

from __future__ import annotations

import esper

from ecsphys import TRIGGER_ENTER, RigidBody, Transform, TriggerEvent, Vec2

from .. import old_signals as signals
from .. import tuning
from ..old_components import Door, Exit, part
from ..old_session import Outcome, Session


class Doors(esper.Processor):
    """Unlocks, moves and stops the door; its handler ends the level."""

    def __init__(self, session: Session):
        self.session = session
        esper.set_handler(TRIGGER_ENTER, self.on_trigger_enter)

    def process(self, dt: float) -> None:
        """Start the door, or stop it at the top."""
        for _, (door, transform, body) in esper.get_components(Door, Transform, RigidBody):
            if not door.unlocked and self.session.taken == self.session.gems:
                door.unlocked = True
                body.velocity = Vec2(0.0, tuning.DOOR_SPEED)
                esper.dispatch_event(signals.DOOR_UNLOCKED, transform.position)
            elif door.unlocked and transform.y >= door.open_y and body.velocity.y:
                body.velocity = Vec2(0.0, 0.0)

    def on_trigger_enter(self, event: TriggerEvent) -> None:
        """Something came to the exit."""
        if part(event.trigger, Exit) is None or event.visitor != self.session.player:
            return
        if self.session.playing:
            self.session.outcome = Outcome.WON
            esper.dispatch_event(signals.LEVEL_WON, event.point)
