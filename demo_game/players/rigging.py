"""The script for The Rigging."""

from __future__ import annotations

from ..components import Weapon
from ..tuning import TILE
from .pilot import Task
from .runner import Runner


def _to_the_ropes(me: Runner) -> Task:
    """Cut the rope of the drawbridge and cross it."""
    yield from me.go(11)
    yield from me.shoot(Weapon.PISTOL, 21.0, 10.9, until=lambda: me.where("drawbridge").y < 6.0)
    yield from me.until(lambda: me.where("drawbridge").y < 4.4)
    yield from me.walk(24.5)


def _to_the_ball(me: Runner) -> Task:
    """Swing from rope to rope over the lava."""
    yield from me.go(29.8)
    yield from me.grab(34.2)
    yield from me.swing(36.6)
    yield from me.grab(41.2)
    yield from me.swing(43.6)
    yield from me.fly(48)
    yield from me.go(48)


def _to_the_pool(me: Runner) -> Task:
    """Drop the wrecking ball on the wall, cross the seesaws."""
    yield from me.go(47)
    yield from me.shoot(Weapon.PISTOL, 49.2, 11.8, until=lambda: me.where("ball").x > 52)
    yield from me.until(lambda: me.where("brick 0 3").x > 63.0)
    yield from me.wait(3.0)
    yield from me.go(62.2)
    yield from me.go(71.5)
    yield from me.go(87.6)


def _to_the_cart(me: Runner) -> Task:
    """Dive under the wall."""
    yield from me.go(90)
    yield from me.walk(92.5)
    yield from me.swim(95.5, 1.0)
    yield from me.swim(100.5, 1.0)
    yield from me.swim(103.6, 3.2)
    yield from me.surface(106.5)
    yield from me.go(107)


def _to_the_exit(me: Runner) -> Task:
    """Ride the cart over the lava."""
    yield from me.clear("track drone 1", "track drone 2", patience=3.0)
    yield from me.walk(112.6)
    for gem in (120.0, 126.0, 132.0):
        yield from me.until(lambda gem=gem: me.position.x / TILE > gem - 1.4)
        yield from me.hop()
    yield from me.until(lambda: me.where("cart").x > 137.0)
    yield from me.go(143.5, 4.2)


STAGES = (_to_the_ropes, _to_the_ball, _to_the_pool, _to_the_cart, _to_the_exit)
