"""The script for The Foundry."""

from __future__ import annotations

from ..components import Weapon
from .pilot import Task
from .runner import Runner


def _to_the_belts(me: Runner) -> Task:
    """Play the steps, ledges, tunnel and crate yard, up to the belts over the lava."""
    yield from me.go(12, 4.2)
    yield from me.until_gone("first drone")
    yield from me.jump(16.5, 5.6)
    yield from me.jump(20.5, 8)
    yield from me.jump(25.5, 9.05)
    yield from me.go(27.5)
    yield from me.go(22.5)
    yield from me.walk(23)
    yield from me.crawl(32)
    yield from me.until_gone("yard walker")
    yield from me.go(34.3, 5)
    yield from me.jump(38.5, 7.6)
    yield from me.walk(36.2)
    yield from me.go(43.7, 4)
    yield from me.jump(46.8, 6)
    yield from me.go(49.5)
    yield from me.go(70)


def _to_the_upper_floor(me: Runner) -> Task:
    """Push the crate onto the plate, cross the hill and the pane, ride the platforms."""
    yield from me.go(72.9)
    yield from me.walk(81)
    yield from me.go(77)
    yield from me.go(79.5, 5.2)
    yield from me.go(84.5, 7.8)
    yield from me.go(88.5, 2)
    yield from me.go(98.2)
    yield from me.hop(99)
    yield from me.go(104)
    yield from me.until_gone("hill walker")
    yield from me.go(108.4)
    yield from me.hop(109)
    yield from me.go(110)
    yield from me.shoot(Weapon.LASER, 113.5, 5, until=lambda: me.arsenal.ammo[Weapon.LASER] < 13)
    yield from me.destroy("pane", Weapon.PISTOL, 113.5, 5)
    yield from me.go(117.2)
    yield from me.until(lambda: 119.5 < me.where("ferry").x < 120.6)
    yield from me.jump(me.where("ferry").x, 2.2)
    yield from me.until(lambda: me.where("ferry").x > 122.4)
    yield from me.hop(123.4)
    yield from me.until(lambda: me.where("ferry").x > 124.8 and me.where("lift").y < 4.2)
    yield from me.jump(130, 3, loose=True)
    yield from me.until(lambda: me.where("lift").y > 7.6)
    yield from me.hop(130.2)
    yield from me.until(lambda: me.where("lift").y > 8.2)
    yield from me.go(135, 9)


def _to_the_seesaw(me: Runner) -> Task:
    """Push the companion cube into the furnace."""
    yield from me.go(137)
    yield from me.jump(me.where("cube").x, 10)
    yield from me.until_gone("upper walker")
    yield from me.go(137)
    yield from me.walk(149)
    yield from me.until_gone("cube")
    yield from me.go(154, 9)
    yield from me.until_gone("guard")
    yield from me.go(164, 9)


def _to_the_exit(me: Runner) -> Task:
    """Cross the seesaw and blow up the barrels."""
    yield from me.go(173.8, 6)
    yield from me.jump(178, 6, loose=True)
    yield from me.hop(179.6)
    yield from me.go(186, 6)
    yield from me.destroy("bomb", Weapon.PISTOL, 195.5, 7.4)
    yield from me.wait(0.5)
    yield from me.go(197.4, 6)
    yield from me.hop(198)
    yield from me.go(201.5, 9.2)
    yield from me.go(205.5, 11.8)
    yield from me.go(203.5)
    yield from me.go(206.8, near=40)
    yield from me.until(lambda: me.where("gem door").y > 9.5)
    yield from me.go(212, near=40)


STAGES = (_to_the_belts, _to_the_upper_floor, _to_the_seesaw, _to_the_exit)
