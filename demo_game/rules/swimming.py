"""Swimming: the water of a pool bears the character's double, keys push it."""

from __future__ import annotations

import esper

import ecsphys
from ecsphys import TRIGGER_ENTER, TRIGGER_EXIT, RigidBody, Transform, TriggerEvent, Vec2

from .. import signals, tuning
from ..components import Double, Player, Pool
from ..controls import Action
from . import doubles
from .rule import Rule, Run, position_of


class Swimming(Rule):
    """Lets the character swim in the pools that it is in, and leap out of them."""

    def __init__(self, run: Run):
        super().__init__(run)
        ecsphys.on(TRIGGER_ENTER, Pool, Player)(self.enter)
        ecsphys.on(TRIGGER_EXIT, Pool, Player)(self.leave)

    def enter(self, event: TriggerEvent, entity: int, pool: Pool, character: int, player: Player) -> None:
        """Touch the water."""
        self.memory.pools.append(entity)

    def leave(self, event: TriggerEvent, entity: int, pool: Pool, character: int, player: Player) -> None:
        """Touch the water no more."""
        self.memory.pools.remove(entity)

    def process(self, dt: float) -> None:
        """Begin, go on or end to swim."""
        player = esper.component_for_entity(self.session.player, Player)
        position = esper.component_for_entity(self.session.player, Transform).position
        depth = max((self._surface(pool) - position.y for pool in self.memory.pools), default=-tuning.TILE)
        if player.double is None:
            if depth > tuning.DIVE and not player.crouching:
                doubles.begin(self.run)
                signals.send(signals.SPLASHED, position)
        elif esper.component_for_entity(player.double, Double).joint is None:
            self._swim(player, depth, dt)

    def _surface(self, pool: int) -> float:
        """Return the height of the water."""
        return position_of(pool).y + esper.component_for_entity(pool, Pool).size[1] / 2.0

    def _swim(self, player: Player, depth: float, dt: float) -> None:
        """Swim in the direction of the keys; leap out at the surface."""
        inputs = self.controls.current
        assert player.double is not None
        velocity = esper.component_for_entity(player.double, RigidBody).velocity
        if inputs.presses(Action.UP) and depth < tuning.WATER_JUMP_DEPTH:
            doubles.end(self.run, Vec2(velocity.x, tuning.WATER_JUMP))
        elif depth < 0.0 or not self.session.playing:
            doubles.end(self.run)
        elif doubles.follow(self.run, dt):
            direction = inputs.direction
            if direction.x:
                player.facing = 1 if direction.x > 0 else -1
            doubles.push(player, direction * tuning.SWIM_ACCELERATION)
