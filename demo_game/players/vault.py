"""The script for The Vault."""

from __future__ import annotations

from ..components import Weapon
from .glider import Glider
from .pilot import Task


def _to_the_panes(me: Glider) -> Task:
    """Push a crate onto the first plate."""
    yield from me.glide(4, 6)
    yield from me.glide(18, 4)
    yield from me.clear("guard A", "drone A")
    yield from me.glide(18, 8)
    yield from me.glide(18, 13)
    yield from me.glide(5, 13)
    yield from me.glide(5, me.where("crate A").y)
    yield from me.glide(14.2, me.where("crate A").y)
    yield from me.until(lambda: me.where("door A").y < 8.5)
    yield from me.glide(14.1, 13)
    yield from me.glide(18.5, 12.5)
    yield from me.glide(19, 10.5)
    yield from me.glide(24.5, 10.5)


def _to_the_gang(me: Glider) -> Task:
    """Shoot the barrel behind armoured glass, step on the plate that it guards."""
    yield from me.clear("guard B1", "guard B2", patience=2)
    yield from me.glide(28.5, 10.5)
    yield from me.glide(28.5, 2.5)
    yield from me.glide(28.5, 11)
    yield from me.destroy("barrel B", Weapon.LASER, 34.6, 15.2)
    yield from me.clear("guard B3", patience=3)
    yield from me.glide(33, 12.5)
    yield from me.glide(32.6, 16.5)
    yield from me.glide(33, 12.5)
    yield from me.glide(40.5, 12.5)
    yield from me.glide(40.5, 17.5)
    yield from me.glide(40.5, 5.5)
    yield from me.glide(46, 5.5)


def _to_the_presses(me: Glider) -> Task:
    """Use grenades and rockets, pass the wall of crates."""
    yield from me.glide(48, 3)
    yield from me.shoot(Weapon.GRENADES, 59, 5, until=lambda: me.spent(Weapon.GRENADES, 3))
    yield from me.clear("guard C1", "guard C2", patience=2)
    yield from me.glide(50.5, 7)
    yield from me.glide(50.5, 16.5)
    yield from me.clear("guard C3", "guard C4", patience=3)
    yield from me.glide(46.5, 17.5)
    yield from me.glide(55, 16.5)
    yield from me.clear("guard C1", "guard C2", "guard C3", "guard C4", patience=3)
    yield from me.glide(62.5, 16)
    yield from me.glide(62.5, 2.5)
    yield from me.glide(62.5, 16)
    yield from me.glide(52, 15.5)
    yield from me.destroy("armour C", Weapon.ROCKETS, 52, 20.5)
    yield from me.glide(52, 23)


def _to_the_cube(me: Glider) -> Task:
    """Pass between the presses."""
    yield from me.glide(54, 24)
    yield from me.until(lambda: me.where("press 1").y < 22.7)
    yield from me.glide(56, 25.3)
    yield from me.glide(61.5, 25)
    yield from me.glide(62, 29.2)
    yield from me.glide(57, 29.2)
    yield from me.until(lambda: me.where("press 2").y < 28.3)
    yield from me.glide(55, 30.9)
    yield from me.glide(53.4, 30.9)
    yield from me.until(lambda: me.where("press 3").y < 28.6)
    yield from me.glide(50, 30.7)
    yield from me.glide(48.3, 30)
    yield from me.glide(48.3, 34)
    yield from me.clear("guard D1", "guard D2", patience=4)
    yield from me.glide(56, 34)
    yield from me.glide(63, 39)
    yield from me.glide(48.4, 34.5)
    yield from me.glide(48.4, 30)
    yield from me.glide(41, 30.5)


def _to_the_last_room(me: Glider) -> Task:
    """Push the cube into the furnace."""
    yield from me.glide(40, 38)
    yield from me.glide(38.5, 32.3)
    yield from me.destroy("pane E", Weapon.PISTOL, 34.3, 32.3)
    yield from me.glide(32.5, 32.2)
    yield from me.glide(32.5, 30.5)
    yield from me.clear("guard E1", "guard E2", patience=6)
    yield from me.glide(32.5, 32.2)
    yield from me.glide(40, 32.2)
    yield from me.glide(40, me.where("cube").y)
    yield from me.glide(26.5, me.where("cube").y)
    yield from me.until_gone("cube")
    yield from me.glide(27, 26)
    yield from me.glide(24, 23)
    yield from me.glide(23, 27)
    yield from me.glide(23, 30.5)
    yield from me.glide(17.5, 30.5)


def _to_the_exit(me: Glider) -> Task:
    """Fight the last group, take the last gem."""
    yield from me.clear("guard F1", "guard F4", patience=3)
    yield from me.glide(17.5, 36)
    yield from me.clear("guard F2", patience=3)
    yield from me.glide(10, 36)
    yield from me.glide(3, 39)
    yield from me.clear("guard F2", "guard F3", patience=3)
    yield from me.glide(2.5, 30)
    yield from me.until(lambda: me.where("door F").x > 4)
    yield from me.glide(2.5, 25)
    yield from me.glide(7, 23.8)
    yield from me.glide(16, 23.8)  # through the lava: it costs less than time
    yield from me.glide(18, 23)


STAGES = (_to_the_panes, _to_the_gang, _to_the_presses, _to_the_cube, _to_the_last_room, _to_the_exit)
