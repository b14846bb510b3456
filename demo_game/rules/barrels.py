"""Barrels, which explode shortly after a hard hit, a shot or a nearby explosion."""

from __future__ import annotations

import ecsphys
from ecsphys import COLLISION_HIT, CollisionEvent, Transform

from .. import tuning
from ..components import Barrel
from .blast import explode, light
from .rule import Rule, Run, in_order


class Barrels(Rule):
    """Burns fuses; lights barrels that are hit hard."""

    def __init__(self, run: Run):
        super().__init__(run)
        ecsphys.on(COLLISION_HIT, Barrel)(self.hit)

    def process(self, dt: float) -> None:
        """Burn fuses for one step."""
        for entity, (barrel, transform) in in_order(Barrel, Transform):
            if barrel.fuse is None:
                continue
            barrel.fuse -= dt
            if barrel.fuse <= 0.0:
                self.physics.despawn(entity)
                explode(self.run, transform.position, *tuning.Blasts.BARREL, "barrel", entity)

    def hit(self, event: CollisionEvent, entity: int, barrel: Barrel, other: int) -> None:
        """Light a barrel that fell, or that a body fell on."""
        if event.speed >= tuning.BARREL_HIT:
            light(barrel)
