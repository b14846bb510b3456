"""Checkpoints, signs and the exit."""

from __future__ import annotations

import ecsphys
from ecsphys import TRIGGER_ENTER, TRIGGER_EXIT, TriggerEvent

from .. import signals
from ..components import Checkpoint, Exit, Player, Sign
from ..session import Outcome
from .rule import Rule, Run, position_of


class Places(Rule):
    """Handles the character's visits to them."""

    def __init__(self, run: Run):
        super().__init__(run)
        ecsphys.on(TRIGGER_ENTER, Checkpoint, Player)(self.reach)
        ecsphys.on(TRIGGER_ENTER, Sign, Player)(self.read)
        ecsphys.on(TRIGGER_EXIT, Sign, Player)(self.stop_reading)
        ecsphys.on(TRIGGER_ENTER, Exit, Player)(self.leave)

    def reach(
        self, event: TriggerEvent, entity: int, point: Checkpoint, character: int, player: Player
    ) -> None:
        """Mark a checkpoint as reached."""
        if point.reached or not self.session.playing:
            return
        point.reached = True
        signals.send(signals.CHECKPOINT, position_of(entity), entity)

    def read(self, event: TriggerEvent, entity: int, sign: Sign, character: int, player: Player) -> None:
        """Show the text of a sign."""
        self.session.sign_text = sign.words

    def stop_reading(
        self, event: TriggerEvent, entity: int, sign: Sign, character: int, player: Player
    ) -> None:
        """Hide the text of a sign, unless another sign has replaced it."""
        if self.session.sign_text == sign.words:
            self.session.sign_text = ""

    def leave(self, event: TriggerEvent, entity: int, way_out: Exit, character: int, player: Player) -> None:
        """Win the level."""
        if self.session.playing:
            self.session.outcome = Outcome.WON
            signals.send(signals.LEVEL_WON, position_of(entity), entity)
