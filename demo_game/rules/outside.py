"""What leaves the level, by an explosion or a hole in the map, does not fall for ever."""

from __future__ import annotations

import esper

from ecsphys import RigidBody, Transform, Vec2

from .. import tuning
from ..components import Cube, Health, find_component
from .fire import bring_back
from .health import drain
from .rule import Rule, Run

_EVERY = 30  # steps between two looks


class Outside(Rule):
    """Looks now and then for what is out of the map: it dies, comes back (the cube), or is gone."""

    def __init__(self, run: Run):
        super().__init__(run)
        self._wait = _EVERY

    def process(self, dt: float) -> None:
        """Look, if it is time."""
        self._wait -= 1
        if self._wait > 0:
            return
        self._wait = _EVERY
        for entity, (_, transform) in esper.get_components(RigidBody, Transform):
            if self._is_out(transform.position):
                self._lost(entity, transform.position)

    def _is_out(self, position: Vec2) -> bool:
        margin, (width, height) = 2.0 * tuning.TILE, self.run.level.size
        return not (-margin < position.x < width + margin and -margin < position.y < height + margin)

    def _lost(self, entity: int, position: Vec2) -> None:
        health = find_component(entity, Health)
        if health is not None:
            if health.points > 0.0:
                drain(entity, health.points, position, "the fall")
        elif find_component(entity, Cube) is not None:
            bring_back(self.run, entity)
        else:
            self.physics.despawn(entity)
