"""The script for The Glassworks."""

from __future__ import annotations

from ..components import Weapon
from .pilot import Task
from .runner import Runner


def _to_the_mirror(me: Runner) -> Task:
    """Break through the bridge and three panes."""
    yield from me.go(5.5, 17.2)
    yield from me.go(9.2, 14)
    yield from me.leap(13.5, until=lambda: not me.alive("bridge"))
    yield from me.until(lambda: me.controller.on_floor)
    yield from me.go(12.5)
    yield from me.go(19)
    for pane, x in (("pane 1", 21), ("pane 2", 27), ("pane 3", 33)):
        yield from me.destroy(pane, Weapon.PISTOL, x, 3.2)
        yield from me.clear("behind 1" if x == 21 else "behind 2")
        yield from me.go(x + 0.5)
        if pane == "pane 2":
            yield from me.go(29.6)
            yield from me.hop(30)
    yield from me.go(44)


def _to_the_pen(me: Runner) -> Task:
    """Use the mirror, clear the hall, climb the shaft."""
    yield from me.go(48, 5)
    yield from me.go(45, 7.6)
    yield from me.go(50.5, 2)
    yield from me.go(49)
    yield from me.destroy("hung barrel", Weapon.LASER, 55, 2.72)
    yield from me.until_gone("armour")
    yield from me.go(60)
    yield from me.destroy("hall barrel", Weapon.PISTOL, 68, 2.5)
    yield from me.clear("hall 1", "hall 2")
    yield from me.go(63.5, 5)
    yield from me.go(68, 7.6)
    yield from me.go(73.5, 10)
    yield from me.until(lambda: me.where("hall door").y > 5)
    yield from me.go(85.6)
    yield from me.climb(14)
    yield from me.go(89, 14)


def _to_the_hatch(me: Runner) -> Task:
    """Throw grenades into the pen, cross two seesaws."""
    yield from me.go(91.5)
    yield from me.go(92.5)
    yield from me.clear("pen drone")
    yield from me.shoot(Weapon.GRENADES, 99, 16.2, until=lambda: me.spent(Weapon.GRENADES, 4))
    yield from me.take(Weapon.PISTOL)
    yield from me.go(96.5, 15.2)
    yield from me.clear("pen 1", "pen 2", "pen 3")
    yield from me.go(108, 14)
    yield from me.jump(112.5, 14, loose=True)
    yield from me.hop(114.6)
    yield from me.go(131, 14)


def _to_the_exit(me: Runner) -> Task:
    """Drop through the hatch, wait for the belt to bring the crate to the plate."""
    yield from me.go(131, 17.2)
    yield from me.drop(14)
    yield from me.leap(135, until=lambda: not me.alive("hatch"))
    yield from me.until(lambda: me.controller.on_floor)
    yield from me.go(137.5)
    yield from me.walk(152)
    yield from me.until(lambda: me.where("freight door").y > 5.5)
    yield from me.go(148.5, 5)
    yield from me.go(155, 2)
    yield from me.go(161)
    yield from me.go(165, 5)
    yield from me.clear("last 1", "last 2")
    yield from me.destroy("last pane", Weapon.PISTOL, 172, 3.5)
    yield from me.go(176)


STAGES = (_to_the_mirror, _to_the_pen, _to_the_hatch, _to_the_exit)
