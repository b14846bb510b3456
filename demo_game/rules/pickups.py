"""Pickups: gems, medkits, weapons and ammunition."""

from __future__ import annotations

import math

import esper

import ecsphys
from ecsphys import TRIGGER_ENTER, TriggerEvent

from .. import signals, tuning
from ..components import Arsenal, Health, Pickup, Player, Weapon
from .rule import Rule, Run, position_of


class Pickups(Rule):
    """Gives the character the pickups that it touches and can use."""

    def __init__(self, run: Run):
        super().__init__(run)
        ecsphys.on(TRIGGER_ENTER, Pickup, Player)(self.take)

    def take(self, event: TriggerEvent, entity: int, pickup: Pickup, character: int, player: Player) -> None:
        """Take a pickup, unless the character cannot use it."""
        if pickup.taken or not self.session.playing or not self._give(pickup, character):
            return
        pickup.taken = True
        self.physics.despawn(entity)
        signals.send(signals.PICKED_UP, position_of(entity), entity, pickup.kind, pickup.amount)

    def _give(self, pickup: Pickup, character: int) -> bool:
        """Apply a pickup; return whether it was of use."""
        if pickup.kind == "gem":
            self.session.gems_taken += 1
            return True
        if pickup.kind == "medkit":
            health = esper.component_for_entity(character, Health)
            full = health.points >= health.maximum
            health.points = min(health.maximum, health.points + tuning.MEDKIT)
            return not full
        self._arm(esper.component_for_entity(character, Arsenal), Weapon(pickup.kind), pickup.amount)
        return True

    def _arm(self, arsenal: Arsenal, weapon: Weapon, shots: float) -> None:
        """Add ammunition; a weapon that is new is taken in hand."""
        if weapon not in arsenal.ammo:
            arsenal.current = weapon
        more = math.inf if weapon is Weapon.PISTOL else shots
        arsenal.ammo[weapon] = arsenal.ammo.get(weapon, 0.0) + more
