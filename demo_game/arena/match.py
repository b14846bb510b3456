"""A match: the arena on one machine, its session, and what is to be seen and heard of it once."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import esper

from ecsphys import Vec2
from ecsphys.rollback import Address, Advance, Session, SessionEvent, Transport

from .components import COMPONENTS, Buttons
from .field import Field

INPUT_DELAY = 3  # frames: with 8 predicted ones enough for 180 ms
_worlds = itertools.count()


class Effect(NamedTuple):
    """Something to show or play: "shot", "spark" or "hit", where, and whose."""

    kind: str
    place: Vec2
    player: int


class Match:
    """One player's side of a match, in an esper world of its own. `player` is 0 or 1."""

    def __init__(self, player: int, transport: Transport, other: Address):
        self.player = player
        self.world = f"arena {next(_worlds)}"
        self._home = esper.current_world
        self.enter()
        self.field = Field(self._show)
        self.session = Session(
            self.field.physics,
            ["local" if number == player else other for number in range(2)],
            self.field.step,
            INPUT_DELAY,
            components=COMPONENTS,
            default=Buttons(0),
            transport=transport,
            connect_timeout=None,  # the other player may take their time
        )
        self.effects: list[Effect] = []
        self.desyncs: list[SessionEvent] = []
        self.news = "waiting for the other player"

    def enter(self) -> None:
        """Make the arena's world esper's current one."""
        esper.switch_world(self.world)

    def advance(self, buttons: Buttons) -> Advance:
        """Play one frame with what the player holds."""
        self.enter()
        result = self.session.advance([buttons])
        for event in self.session.events():
            self.news = "" if event.kind in ("connected", "resumed") else event.kind
            if event.kind == "mismatch":
                self.news = f"the other player has another game: {event.theirs:.60}"
            self.desyncs += [event] if event.kind == "desync" else []
        return result

    def take_effects(self) -> list[Effect]:
        """Return the effects since the last call."""
        effects, self.effects = self.effects, []
        return effects

    def close(self) -> None:
        """Leave the match and delete its world."""
        self.session.close()
        esper.switch_world(self._home)
        esper.delete_world(self.world)

    def _show(self, kind: str, place: Vec2, player: int) -> None:
        if self.session.once(kind, player):
            self.effects.append(Effect(kind, place, player))
