"""Checkpoints, signs and the exit: what happens where the character comes."""

from __future__ import annotations

import ecsphys
from ecsphys import TRIGGER_ENTER, TRIGGER_EXIT, TriggerEvent

from .. import signals
from ..components import Checkpoint, Exit, Player, Sign
from ..session import Outcome
from .rule import Rule, Run, position_of


class Places(Rule):
    """Listens for the character's visits."""

    def __init__(self, run: Run):
        super().__init__(run)
        ecsphys.on(TRIGGER_ENTER, Checkpoint, Player)(self.check)
        ecsphys.on(TRIGGER_ENTER, Sign, Player)(self.read)
        ecsphys.on(TRIGGER_EXIT, Sign, Player)(self.read_no_more)
        ecsphys.on(TRIGGER_ENTER, Exit, Player)(self.leave)

    def check(
        self, event: TriggerEvent, entity: int, point: Checkpoint, character: int, player: Player
    ) -> None:
        """From now on a restart begins here."""
        if point.reached or not self.session.playing:
            return
        point.reached = True
        signals.send(signals.CHECKPOINT, position_of(entity), entity)

    def read(self, event: TriggerEvent, entity: int, sign: Sign, character: int, player: Player) -> None:
        """The HUD shows the words."""
        self.session.sign_text = sign.words

    def read_no_more(
        self, event: TriggerEvent, entity: int, sign: Sign, character: int, player: Player
    ) -> None:
        """Unless another sign's have taken their place."""
        if self.session.sign_text == sign.words:
            self.session.sign_text = ""

    def leave(self, event: TriggerEvent, entity: int, way_out: Exit, character: int, player: Player) -> None:
        """The level is won."""
        if self.session.playing:
            self.session.outcome = Outcome.WON
            signals.send(signals.LEVEL_WON, position_of(entity), entity)
