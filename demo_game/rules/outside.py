"""Bodies that left the map, thrown by an explosion or through a gap."""

from __future__ import annotations

from ecsphys import RigidBody, Transform, Vec2

from .. import tuning
from ..components import Cube, Health, find_component
from .fire import bring_back
from .health import drain
from .rule import Rule, in_order

_INTERVAL = 30  # steps between two checks


class Outside(Rule):
    """Checks at intervals for bodies outside the map: kills actors, returns the cube, despawns the rest."""

    def process(self, dt: float) -> None:
        """Check, if the interval is over."""
        memory = self.memory
        memory.outside_wait = (memory.outside_wait + 1) % _INTERVAL
        if memory.outside_wait:
            return
        for entity, (_, transform) in in_order(RigidBody, Transform):
            if self._is_out(transform.position):
                self._retire(entity, transform.position)

    def _is_out(self, position: Vec2) -> bool:
        """Return whether a position is more than two tiles outside the map."""
        margin, (width, height) = 2.0 * tuning.TILE, self.run.level.size
        return not (-margin < position.x < width + margin and -margin < position.y < height + margin)

    def _retire(self, entity: int, position: Vec2) -> None:
        """Kill, return or despawn a body outside the map."""
        health = find_component(entity, Health)
        if health is not None:
            if health.points > 0.0:
                drain(entity, health.points, position, "the fall")
        elif find_component(entity, Cube) is not None:
            bring_back(self.run, entity)
        else:
            self.physics.despawn(entity)
