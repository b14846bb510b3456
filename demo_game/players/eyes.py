"""The senses of scripted players."""

from __future__ import annotations

import esper

from ecsphys import RigidBody, Transform, Vec2

from ..components import Arsenal, Drone, Origin, Walker, Weapon
from ..layers import OPAQUE, SOLID, Layer
from ..rules.rule import Run
from ..tuning import PISTOL_SPEED

_RANGE = 620.0


class Eyes:
    """Finds entities, obstacles and enemies through rays and components."""

    def __init__(self, run: Run):
        self.run = run

    def find(self, name: str) -> int | None:
        """Return the entity of a named map object, None if it is gone."""
        number = self.run.level.named(name).number
        entities = (entity for entity, origin in esper.get_component(Origin) if origin.number == number)
        return next(entities, None)

    def blocked(self, start: Vec2, end: Vec2, mask: Layer = SOLID) -> bool:
        """Return whether a body of these layers lies between two points."""
        ray = self.run.physics.raycast(start, end, mask=mask, ignore=(self.run.session.player,))
        return ray is not None

    def enemy(self) -> Vec2 | None:
        """Return the point to aim at for the nearest visible enemy, None if there is none."""
        position = self.run.player_position
        arsenal = esper.component_for_entity(self.run.session.player, Arsenal)
        speed = PISTOL_SPEED if arsenal.current is Weapon.PISTOL else 1e6
        seen = []
        for kind in (Drone, Walker):
            for entity, (_, transform, body) in esper.get_components(kind, Transform, RigidBody):
                distance = position.distance(transform.position)
                if distance < _RANGE and not self.blocked(position, transform.position, OPAQUE | Layer.GLASS):
                    lead = body.velocity * (distance / speed)
                    seen.append((distance, entity, transform.position + lead))
        return min(seen)[2] if seen else None
