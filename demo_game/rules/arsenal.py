"""Choosing a weapon and pulling its trigger; what then happens is each weapon's own business."""

from __future__ import annotations

from collections.abc import Callable

import esper

from ecsphys import Transform, Vec2

from .. import signals, tuning
from ..components import Arsenal, Player, Weapon
from ..controls import Action
from ..layers import SOLID
from .grenades import throw
from .laser import burn
from .pistol import shoot
from .rockets import launch
from .rule import Rule, Run

KEYS = dict(zip((Action.WEAPON_1, Action.WEAPON_2, Action.WEAPON_3, Action.WEAPON_4), Weapon, strict=True))
_FIRE: dict[Weapon, tuple[float, float, Callable[[Run, Vec2, Vec2], object]]] = {
    Weapon.PISTOL: (tuning.PISTOL_PAUSE, tuning.PISTOL_RADIUS, shoot),
    Weapon.LASER: (tuning.LASER_PAUSE, 1.0, burn),
    Weapon.ROCKETS: (tuning.ROCKET_PAUSE, tuning.ROCKET_RADIUS, launch),
    Weapon.GRENADES: (tuning.GRENADE_PAUSE, tuning.GRENADE_RADIUS, throw),
}


class Weapons(Rule):
    """Cools down, chooses, fires."""

    def process(self, dt: float) -> None:
        """One step with a weapon in hand."""
        for _, (player, arsenal, transform) in esper.get_components(Player, Arsenal, Transform):
            arsenal.cooling = max(0.0, arsenal.cooling - dt)
            if not self.session.playing:
                return
            self._choose(arsenal, transform.position)
            if self.controls.now.wants(Action.FIRE) and arsenal.cooling == 0.0:
                self._fire(player, arsenal, transform.position)

    def _choose(self, arsenal: Arsenal, place: Vec2) -> None:
        inputs = self.controls.now
        wanted = next((weapon for key, weapon in KEYS.items() if inputs.presses(key)), arsenal.current)
        if inputs.presses(Action.NEXT_WEAPON):
            owned = [weapon for weapon in Weapon if weapon in arsenal.shots]
            wanted = owned[(owned.index(arsenal.current) + 1) % len(owned)]
        if wanted is not arsenal.current and wanted in arsenal.shots:
            arsenal.current = wanted
            signals.send(signals.WEAPON_CHOSEN, place, what=wanted)

    def _fire(self, player: Player, arsenal: Arsenal, place: Vec2) -> None:
        weapon = arsenal.current
        pause, radius, fire = _FIRE[weapon]
        arsenal.cooling = pause
        if arsenal.shots[weapon] < 1:
            signals.send(signals.EMPTY, place, what=weapon)
            return
        arsenal.shots[weapon] -= 1
        muzzle = find_muzzle(self.run, place, player.aim, radius)
        signals.send(signals.FIRED, muzzle, self.session.player, weapon)
        fire(self.run, muzzle, player.aim)


def find_muzzle(run: Run, place: Vec2, aim: Vec2, radius: float) -> Vec2:
    """Where shots begin: before the character, but not behind a wall that it leans against."""
    muzzle = place + aim * tuning.MUZZLE
    hit = run.physics.raycast(place, muzzle + aim * radius, mask=SOLID, ignore=(run.session.player,))
    return muzzle if hit is None else hit.point - aim * (radius + 1.0)
