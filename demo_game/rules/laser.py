"""The laser: hits at once whatever the ray meets first."""

from __future__ import annotations

import esper

from ecsphys import Physics, RigidBody, Transform, Vec2

from .. import old_signals as signals
from .. import tuning
from ..layers import SOLID, Layer
from ..old_components import Beam, Drone, Lifetime, Player, Weapons, part
from ..old_controls import Controls
from ..old_session import Session
from .gun import find_muzzle
from .health import hurt


class Laser(esper.Processor):
    """Fires when wanted and cooled down."""

    def __init__(self, physics: Physics, session: Session, controls: Controls):
        self.physics = physics
        self.session = session
        self.controls = controls

    def process(self, dt: float) -> None:
        """Cool down, and fire if wanted."""
        for entity, (player, weapons, transform) in esper.get_components(Player, Weapons, Transform):
            weapons.laser = max(0.0, weapons.laser - dt)
            if weapons.laser == 0.0 and self.controls.laser.wanted() and self.session.playing:
                weapons.laser = tuning.LASER_PAUSE
                self.session.laser_shots += 1
                self._fire(entity, transform.position, player.aim)

    def _fire(self, entity: int, position: Vec2, aim: Vec2) -> None:
        reach = position + aim * tuning.LASER_RANGE
        hit = self.physics.raycast(position, reach, mask=SOLID | Layer.DRONE, ignore=(entity,))
        end = reach if hit is None else hit.point
        if hit is not None:
            self._strike(hit.entity, hit.point, aim)
        muzzle = find_muzzle(self.physics, entity, position, aim)
        esper.create_entity(Beam(muzzle, end), Lifetime(tuning.BEAM_LIFE))
        esper.dispatch_event(signals.LASER_FIRED, end)

    def _strike(self, entity: int, point: Vec2, aim: Vec2) -> None:
        """Hurt a drone; push whatever can be pushed."""
        if part(entity, Drone) is not None:
            self.session.hits += 1
            hurt(entity, tuning.LASER_DAMAGE, point)
        body = part(entity, RigidBody)
        if body is not None:
            body.apply_impulse(aim * (tuning.LASER_PUSH * body.mass), point)
