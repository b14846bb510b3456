"""A scripted player that sees the world through rays and components, and acts through the controls."""

from __future__ import annotations

import esper

from ecsphys import CharacterController, Physics, RigidBody, Transform, Vec2

from . import tuning
from .layers import SOLID
from .levels import Level
from .old_components import Drone
from .old_controls import Button, Controls
from .old_session import Session

_ARRIVED = 26.0  # px beside the next point of the route
_STEP_UP = 30.0  # what is higher than this needs a jump
_RUN_UP = 185.0  # jump when the higher point is this near
_JUMP_HEIGHT = 205.0
_LOOK_AHEAD = 46.0  # px before the body's centre
_GUN_RANGE = 650.0


class Autopilot(esper.Processor):
    """Follows the level's route, jumps where it must, and shoots at every drone in sight."""

    def __init__(self, physics: Physics, session: Session, controls: Controls, level: Level):
        self.physics = physics
        self.session = session
        self.controls = controls
        self.route = [Vec2(x * tuning.TILE, y * tuning.TILE) for x, y in level.route]
        self.next = 0

    def process(self, dt: float) -> None:
        """Decide for one step."""
        if not self.session.playing:
            self.controls.let_go()
            return
        player = self.session.player
        position = esper.component_for_entity(player, Transform).position
        self._travel(position, esper.component_for_entity(player, CharacterController).on_floor)
        self._fight(position)

    def _travel(self, position: Vec2, grounded: bool) -> None:
        feet = position - (0.0, tuning.BODY_HEIGHT / 2)
        if grounded:
            self.next = next_point(self.route, self.next, feet)
        way = self.route[self.next] - feet
        self.controls.move = 0.0 if abs(way.x) < _ARRIVED / 2 else (1.0 if way.x > 0 else -1.0)
        if grounded and self._must_jump(position, way):
            self.controls.jump.press()
        elif grounded:
            self.controls.jump.release()

    def _must_jump(self, position: Vec2, way: Vec2) -> bool:
        """The next point is up here, or something is in the way, or the ground ends before it."""
        if way.y > _STEP_UP and abs(way.x) < _RUN_UP:
            return True
        if not self.controls.move:
            return False
        ahead = position + Vec2(self.controls.move * _LOOK_AHEAD, 0.0)
        if self._blocked(position, ahead):
            return True
        return way.y > -_STEP_UP and not self._blocked(ahead, ahead - (0.0, 2.5 * tuning.TILE))

    def _blocked(self, start: Vec2, end: Vec2) -> bool:
        return self.physics.raycast(start, end, mask=SOLID, ignore=(self.session.player,)) is not None

    def _fight(self, position: Vec2) -> None:
        """Aim at the nearest drone that no wall hides; laser far, gun near."""
        seen = [
            (position.distance(transform.position), entity, transform.position, body.velocity)
            for entity, (_, transform, body) in esper.get_components(Drone, Transform, RigidBody)
            if position.distance(transform.position) < tuning.LASER_RANGE
            and not self._blocked(position, transform.position)
        ]
        if not seen:
            self.controls.target = None
            hold(self.controls.gun, False)
            hold(self.controls.laser, False)
            return
        distance, _, place, velocity = min(seen)
        self.controls.target = place + velocity * (distance / tuning.SHOT_SPEED)
        hold(self.controls.gun, distance < _GUN_RANGE)
        hold(self.controls.laser, True)


def next_point(route: list[Vec2], index: int, feet: Vec2) -> int:
    """The point to make for: the one after a point reached, the one before if this is out of reach."""
    way = route[index] - feet
    if abs(way.x) < _ARRIVED and abs(way.y) < tuning.TILE and index + 1 < len(route):
        return index + 1
    if way.y > _JUMP_HEIGHT and index > 0:
        return index - 1
    return index


def hold(button: Button, down: bool) -> None:
    """Press or release, if it is not so already."""
    if down != button.held:
        button.press() if down else button.release()
