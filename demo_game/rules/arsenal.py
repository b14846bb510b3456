"""Switch and fire weapons; the shot itself is in each weapon's own file."""

from __future__ import annotations

from collections.abc import Callable

import esper

from ecsphys import Physics, Transform, Vec2

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
    """Cools weapons down, switches and fires them."""

    def process(self, dt: float) -> None:
        """Cool down, switch and fire in one step."""
        for _, (player, arsenal, transform) in esper.get_components(Player, Arsenal, Transform):
            arsenal.cooldown = max(0.0, arsenal.cooldown - dt)
            if not self.session.playing:
                return
            self._choose(arsenal, transform.position)
            if self.controls.current.wants(Action.FIRE) and arsenal.cooldown == 0.0:
                self._fire(player, arsenal, transform.position)

    def _choose(self, arsenal: Arsenal, position: Vec2) -> None:
        """Switch to the weapon whose key is pressed, if the character has it."""
        inputs = self.controls.current
        wanted = next((weapon for key, weapon in KEYS.items() if inputs.presses(key)), arsenal.current)
        if inputs.presses(Action.NEXT_WEAPON):
            owned = [weapon for weapon in Weapon if weapon in arsenal.ammo]
            wanted = owned[(owned.index(arsenal.current) + 1) % len(owned)]
        if wanted is not arsenal.current and wanted in arsenal.ammo:
            arsenal.current = wanted
            signals.send(signals.WEAPON_CHOSEN, position, kind=wanted)

    def _fire(self, player: Player, arsenal: Arsenal, position: Vec2) -> None:
        """Fire the weapon in hand, or send EMPTY if it has no shots left."""
        weapon = arsenal.current
        pause, radius, fire = _FIRE[weapon]
        arsenal.cooldown = pause
        if arsenal.ammo[weapon] < 1:
            signals.send(signals.EMPTY, position, kind=weapon)
            return
        arsenal.ammo[weapon] -= 1
        muzzle = find_muzzle(self.physics, position, player.aim, radius, self.session.player)
        signals.send(signals.FIRED, muzzle, self.session.player, weapon)
        fire(self.run, muzzle, player.aim)


def find_muzzle(physics: Physics, position: Vec2, aim: Vec2, radius: float, ignore: int) -> Vec2:
    """Return the point where shots start: in front of the character, but not beyond a nearby wall."""
    muzzle = position + aim * tuning.MUZZLE
    hit = physics.raycast(position, muzzle + aim * radius, mask=SOLID, ignore=ignore)
    return muzzle if hit is None else hit.point - aim * (radius + 1.0)
