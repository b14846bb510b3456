"""Running and jumping of the character: a dynamic body whose velocity along the ground is steered."""

from __future__ import annotations

import esper

from ecsphys import Physics, RigidBody, Transform, Vec2

from .. import signals, tuning
from ..components import Player, Stride
from ..controls import Controls
from ..session import Session
from .ground import Ground, find_ground


class Movement(esper.Processor):
    """Turns the controls into velocity, before the step that carries it out."""

    def __init__(self, physics: Physics, session: Session, controls: Controls):
        self.physics = physics
        self.session = session
        self.controls = controls

    def process(self, dt: float) -> None:
        """Steer every character for one step."""
        for entity, (player, stride, transform, body) in esper.get_components(
            Player, Stride, Transform, RigidBody
        ):
            move, pressed, held = self._wishes()
            if move:
                player.facing = 1 if move > 0 else -1
            ground = self._ground(entity, stride, transform.position)
            tick(stride, dt, pressed, ground is not None)
            if ground is not None:
                run(body, ground, move, dt, self.physics.gravity)
            else:
                fly(body, move, dt, self.physics.gravity)
            if jump(body, stride, held, ground.velocity.y if ground else 0.0):
                esper.dispatch_event(signals.JUMPED, transform.position)

    def _wishes(self) -> tuple[float, bool, bool]:
        """Direction, jump pressed, jump held; nothing once the attempt is over."""
        pressed = self.controls.jump.take()
        if not self.session.playing:
            return 0.0, False, False
        return max(-1.0, min(1.0, self.controls.move)), pressed, self.controls.jump.held

    def _ground(self, entity: int, stride: Stride, position: Vec2) -> Ground | None:
        """What carries the character; walking downhill it may be a little further away."""
        if stride.take_off > 0.0:
            return None
        ground = find_ground(self.physics, entity, position)
        near = tuning.SNAP_GAP if stride.grounded else tuning.GROUND_GAP
        if ground is None or ground.gap > near:
            return None
        if not stride.grounded:
            esper.dispatch_event(signals.LANDED, position)
        return ground


def tick(stride: Stride, dt: float, pressed: bool, grounded: bool) -> None:
    """Run down the timers that make jumping forgiving."""
    stride.grounded = grounded
    stride.take_off = max(0.0, stride.take_off - dt)
    stride.coyote = tuning.COYOTE_TIME if grounded else max(0.0, stride.coyote - dt)
    stride.buffered = tuning.JUMP_BUFFER if pressed else max(0.0, stride.buffered - dt)
    if grounded:
        stride.cuttable = False


def run(body: RigidBody, ground: Ground, move: float, dt: float, gravity: tuple[float, float]) -> None:
    """Approach the wanted speed along the ground, and keep the soles on it.

    Gravity still presses into the ground (onto a crate, say); what would make the character slide
    down a slope is cancelled by a force, so that it holds in every sub-step.
    """
    tangent = -ground.normal.perpendicular
    along = (body.velocity - ground.velocity).dot(tangent)
    along = approach(along, move * tuning.RUN_SPEED, tuning.GROUND_ACCELERATION * dt)
    closing = max(0.0, ground.gap) / dt * 0.5
    body.velocity = ground.velocity + tangent * along - ground.normal * closing
    body.apply_force(tangent * (-tangent.dot(gravity) * body.mass))


def fly(body: RigidBody, move: float, dt: float, gravity: tuple[float, float]) -> None:
    """Steer a little in the air; fall faster than one rises, but not without limit."""
    vx, vy = body.velocity
    vx = approach(vx, move * tuning.RUN_SPEED, tuning.AIR_ACCELERATION * dt)
    body.velocity = Vec2(vx, max(vy, -tuning.FALL_SPEED))
    if vy < 0.0:
        body.apply_force(Vec2(*gravity) * ((tuning.FALL_FACTOR - 1.0) * body.mass))


def jump(body: RigidBody, stride: Stride, held: bool, lift: float) -> bool:
    """Take off if a press waits and the ground is, or just was, there; cut the rise on release.

    `lift` is the vertical speed of the ground, which is added when it rises.
    """
    vx, vy = body.velocity
    if stride.buffered > 0.0 and stride.coyote > 0.0:
        body.velocity = Vec2(vx, tuning.JUMP_SPEED + max(0.0, lift))
        stride.buffered = stride.coyote = 0.0
        stride.take_off = tuning.TAKE_OFF_TIME
        stride.grounded = False
        stride.cuttable = True
        return True
    if stride.cuttable and not held and vy > 0.0:
        body.velocity = Vec2(vx, vy * tuning.JUMP_CUT)
        stride.cuttable = False
    return False


def approach(value: float, target: float, most: float) -> float:
    """`value` moved towards `target` by at most `most`."""
    return min(target, value + most) if value < target else max(target, value - most)
