"""The script for The Reactor."""

from __future__ import annotations

from ..components import Weapon
from .pilot import Task
from .runner import Runner


def _to_the_hill(me: Runner) -> Task:
    """Take the rockets, cross the lava lake, step on the plate that stays down."""
    yield from me.go(10.5)
    yield from me.go(13, 2)
    yield from me.jump(13.2, 2)
    yield from me.shoot(Weapon.ROCKETS, 18.4, 3.4, until=lambda: me.spent(Weapon.ROCKETS, 1))
    yield from me.wait(0.8)
    yield from me.take(Weapon.PISTOL)
    yield from me.go(16.5)
    yield from me.destroy("armour 1", Weapon.ROCKETS, 24, 5.2)
    yield from me.go(27)
    yield from me.clear("low 1", "low 2")
    yield from me.go(34.5, 5)
    yield from me.go(38.5, 7.4)
    yield from me.go(41.5, 2)
    yield from me.until(lambda: me.where("ferry 1").x < 45.2)
    yield from me.jump(me.where("ferry 1").x, 2, loose=True)
    yield from me.until(lambda: me.where("ferry 1").x > 49 and me.where("ferry 2").x < 54)
    yield from me.jump(53, 3.4, loose=True)
    yield from me.until(lambda: me.where("ferry 2").x > 57.2)
    yield from me.jump(61.5, 2)
    yield from me.go(64.5, 4.8)
    yield from me.go(70.5, 7.4)
    yield from me.until(lambda: me.where("low door").y > 6)
    yield from me.go(74, 2)
    yield from me.go(79)


def _to_the_lift(me: Runner) -> Task:
    """Cross the hill."""
    yield from me.go(81.6)
    yield from me.jump(82.6, 2)
    yield from me.go(88, 4.4)
    yield from me.clear("low 4", patience=2)
    yield from me.go(103)
    yield from me.until(lambda: me.where("lift 1").y < 2.6)
    yield from me.go(106, near=30)
    yield from me.until(lambda: me.where("lift 1").y > 11.8)
    yield from me.go(101, 12)


def _to_the_cube(me: Runner) -> Task:
    """Walk against the belt and over the glass, climb the shaft."""
    yield from me.clear("mid 1", patience=2)
    yield from me.go(92)
    yield from me.jump(88.5, 12)
    yield from me.go(75.5, 14)
    yield from me.go(73)
    yield from me.clear("mid 2", "mid 3", patience=2)
    yield from me.go(58)
    yield from me.clear("glass drone")
    yield from me.go(46, 12)
    yield from me.destroy("mid pane", Weapon.PISTOL, 42, 13.2)
    yield from me.clear("mid 4", "mid 5", patience=2)
    yield from me.go(28, 14.8)
    yield from me.go(12)
    yield from me.go(9)
    yield from me.go(2.8)
    yield from me.climb(22)
    yield from me.go(8, 22)


def _to_the_furnace(me: Runner) -> Task:
    """Push the cube into the furnace."""
    yield from me.go(12)
    yield from me.walk(36)
    yield from me.shoot(Weapon.LASER, 40, 25.5, until=lambda: me.spent(Weapon.LASER, 1))
    yield from me.go(35.6)
    yield from me.destroy("high pane", Weapon.PISTOL, 40, 25.5)
    yield from me.go(43, 22)
    yield from me.clear("high 1", "high 2", patience=6)
    yield from me.go(35)
    yield from me.walk(59)
    yield from me.until_gone("cube")
    yield from me.go(66)


def _to_the_second_lift(me: Runner) -> Task:
    """Clear the next hall with rockets."""
    yield from me.go(67)
    yield from me.destroy("armour 2", Weapon.ROCKETS, 74, 23.5)
    yield from me.shoot(Weapon.PISTOL, 78, 22.6, until=lambda: me.session.counts["exploded barrel"] > 2)
    yield from me.clear("high 3", "high 4", patience=3)
    yield from me.go(85.5, 25)
    yield from me.go(95, 22)
    yield from me.go(117, 22)
    yield from me.go(113)
    yield from me.until(lambda: me.where("lift 2").y < 22.5)
    yield from me.jump(110.5, 22.2, loose=True)
    yield from me.until(lambda: me.where("lift 2").y > 31.8)
    yield from me.go(105, 32)


def _to_the_exit(me: Runner) -> Task:
    """Cross the seesaw, blow up the barrels, enter the vault."""
    yield from me.go(90.5)
    yield from me.jump(85, 32, loose=True)
    yield from me.go(79, 32)
    yield from me.clear("top 1", "top 2", patience=3)
    yield from me.destroy("top barrel", Weapon.PISTOL, 61, 33)
    yield from me.wait(0.5)
    yield from me.go(50, 34.8)
    yield from me.clear("top 3", "top 4", patience=2)
    yield from me.go(37, 32)
    yield from me.until(lambda: me.where("vault door").y > 36)
    yield from me.go(25)


STAGES = (_to_the_hill, _to_the_lift, _to_the_cube, _to_the_furnace, _to_the_second_lift, _to_the_exit)
