"""Lava and the furnace: damage over time, burning crates, and the companion cube."""

from __future__ import annotations

import esper

import ecsphys
from ecsphys import TRIGGER_ENTER, TRIGGER_EXIT, RigidBody, Transform, TriggerEvent, Vec2

from .. import signals, tuning
from ..components import Barrel, Crate, Cube, Furnace, Health, Lava, Origin, find_component
from .health import drain
from .rule import Rule, Run, position_of

_FURNACE_DAMAGE = 60.0  # points a second


class Fire(Rule):
    """Deals fire damage in ticks; lights furnaces and adds their numbers to `Memory.active`."""

    def __init__(self, run: Run):
        super().__init__(run)
        for fire in (Lava, Furnace):
            ecsphys.on(TRIGGER_ENTER, fire)(self.enter)
            ecsphys.on(TRIGGER_EXIT, fire)(self.leave)
        ecsphys.on(TRIGGER_ENTER, Furnace, Cube)(self.feed)

    def process(self, dt: float) -> None:
        """Damage the actors inside a fire once per tick."""
        memory = self.memory
        memory.fire_wait -= dt
        if memory.fire_wait > 0.0:
            return
        memory.fire_wait += tuning.LAVA_TICK
        for fire, inside in sorted(memory.burning.items()):
            lava = find_component(fire, Lava)
            damage = lava.damage if lava is not None else _FURNACE_DAMAGE
            for entity in sorted(inside):
                health = find_component(entity, Health)
                if health is not None and health.points > 0.0:
                    drain(
                        entity, damage * tuning.LAVA_TICK, position_of(entity), "lava" if lava else "furnace"
                    )

    def enter(self, event: TriggerEvent, entity: int, fire: Lava | Furnace, visitor: int) -> None:
        """Start burning an actor, destroy a crate, ignite a barrel, put the cube back to its start."""
        if find_component(visitor, Health) is not None:
            self.memory.burning.setdefault(entity, set()).add(visitor)
        elif (barrel := find_component(visitor, Barrel)) is not None:
            barrel.fuse = 0.0
        elif find_component(visitor, Crate) is not None:
            self.physics.despawn(visitor)
            signals.send(signals.BURNT, event.point, visitor, "crate")
        elif find_component(visitor, Cube) is not None and isinstance(fire, Lava):
            signals.send(signals.BURNT, event.point, visitor, "cube")
            bring_back(self.run, visitor)

    def leave(self, event: TriggerEvent, entity: int, fire: Lava | Furnace, visitor: int) -> None:
        """Stop burning an entity that left the fire or was removed."""
        self.memory.burning.get(entity, set()).discard(visitor)

    def feed(self, event: TriggerEvent, entity: int, furnace: Furnace, visitor: int, cube: Cube) -> None:
        """Burn the companion cube and light the furnace."""
        if furnace.lit:
            return
        furnace.lit = True
        self.memory.active.add(esper.component_for_entity(entity, Origin).number)
        self.physics.despawn(visitor)
        signals.send(signals.FURNACE_FED, position_of(entity), entity)


def bring_back(run: Run, cube: int) -> None:
    """Move a lost cube back to its position in the map."""
    thing = run.level.thing(esper.component_for_entity(cube, Origin).number)
    esper.component_for_entity(cube, Transform).pose = (*thing.center, thing.angle)
    body = esper.component_for_entity(cube, RigidBody)
    body.velocity, body.angular_velocity = Vec2(0.0, 0.0), 0.0
