"""Running and jumping: the controls become wishes of the character's controller, which knows how."""

from __future__ import annotations

import esper

from ecsphys import CharacterController, RigidBody, Transform

from .. import old_signals as signals
from .. import tuning
from ..old_components import Player
from ..old_controls import Controls
from ..old_session import Session


class Movement(esper.Processor):
    """Passes the controls on, before the step that carries them out, and tells of jumps and landings."""

    def __init__(self, session: Session, controls: Controls):
        self.session = session
        self.controls = controls
        self._stood = False

    def process(self, dt: float) -> None:
        """Steer every character for one step."""
        for _, (player, hero, body, transform) in esper.get_components(
            Player, CharacterController, RigidBody, Transform
        ):
            self._tell(hero, transform)
            move, pressed, held = self._wishes()
            if move:
                player.facing = 1 if move > 0 else -1
            hero.move((move * tuning.RUN_SPEED, 0.0))
            if pressed:
                hero.jump(tuning.JUMP_SPEED)
            if not held:
                hero.release_jump()
            falls = not hero.on_floor and hero.real_velocity.y < 0.0
            body.gravity_scale = tuning.FALL_FACTOR if falls else 1.0

    def _wishes(self) -> tuple[float, bool, bool]:
        """Direction, jump pressed, jump held; nothing once the attempt is over."""
        pressed = self.controls.jump.take()
        if not self.session.playing:
            return 0.0, False, False
        return max(-1.0, min(1.0, self.controls.move)), pressed, self.controls.jump.held

    def _tell(self, hero: CharacterController, transform: Transform) -> None:
        """What the last step brought."""
        if hero.jumped:
            esper.dispatch_event(signals.JUMPED, transform.position)
        elif hero.on_floor and not self._stood:
            esper.dispatch_event(signals.LANDED, transform.position)
        self._stood = hero.on_floor
