"""Running, crouching and jumping: turn inputs into commands for the character controller."""

from __future__ import annotations

import esper

from ecsphys import Capsule, CharacterController, Collider, RigidBody, Transform, Vec2

from .. import signals, tuning
from ..components import Player, find_component
from ..controls import Action
from ..layers import SOLID
from .rule import Rule

_LIFT = 0.5  # px: keeps a character that changes size above its ledge


class Movement(Rule):
    """Side view: commands the controller before the step that carries it out; reports jumps and landings."""

    def process(self, dt: float) -> None:
        """Steer the character for one step."""
        for entity, (player, controller, body, transform) in esper.get_components(
            Player, CharacterController, RigidBody, Transform
        ):
            if player.double is not None:
                continue
            self._report(controller, transform.position)
            self._crouch(entity, player, controller, transform)
            self._run(player, controller)
            player.leaping = player.leaping and not controller.on_floor
            self._jump(player, controller, transform.position)
            falls = not controller.on_floor and controller.real_velocity.y < 0.0
            body.gravity_scale = tuning.FALL_FACTOR if falls else 1.0

    def _run(self, player: Player, controller: CharacterController) -> None:
        """Run or crawl to the side of the pressed key."""
        side = self.controls.current.direction.x
        if side:
            player.facing = 1 if side > 0 else -1
        controller.move((side * (tuning.CROUCH_SPEED if player.crouching else tuning.RUN_SPEED), 0.0))

    def _jump(self, player: Player, controller: CharacterController, position: Vec2) -> None:
        """Jump; with the down key held on a ledge, drop through it instead."""
        inputs = self.controls.current
        if inputs.presses(Action.UP):
            if inputs.holds(Action.DOWN) and self._on_ledge(controller):
                controller.drop(tuning.DROP_TIME)
                signals.send(signals.DROPPED, position)
            else:
                controller.jump(tuning.JUMP_SPEED)
        if not inputs.wants(Action.UP) and not player.leaping:
            controller.release_jump()

    def _on_ledge(self, controller: CharacterController) -> bool:
        """Return whether the floor is a one-way ledge."""
        floor = find_component(controller.floor_entity, Collider) if controller.floor_entity else None
        return floor is not None and floor.one_way is not None

    def _crouch(
        self, entity: int, player: Player, controller: CharacterController, transform: Transform
    ) -> None:
        """Crouch on the floor while the down key is held; stand up when there is room."""
        wanted = self.controls.current.holds(Action.DOWN)
        if wanted == player.crouching or (wanted and not controller.on_floor):
            return
        height = tuning.CROUCH_HEIGHT if wanted else tuning.BODY_HEIGHT
        position = transform.position + Vec2(0.0, (height - player.height) / 2.0 + _LIFT)
        if not wanted and self._no_room(entity, position):
            return
        player.crouching, player.height = wanted, height
        esper.component_for_entity(entity, Collider).shape = Capsule(height, tuning.BODY_RADIUS)
        transform.position = position

    def _no_room(self, entity: int, position: Vec2) -> bool:
        """Return whether there is no room to stand up; the tested body is narrower, so walls do not count."""
        body = Capsule(tuning.BODY_HEIGHT - 2.0, tuning.BODY_RADIUS - 1.0)
        return bool(
            self.physics.overlap(
                body, (position.x, position.y + 1.0, 0.0), mask=SOLID, ignore=(entity,), where=_blocks
            )
        )

    def _report(self, controller: CharacterController, position: Vec2) -> None:
        """Send JUMPED or LANDED for the last step."""
        if controller.jumped:
            signals.send(signals.JUMPED, position)
        elif controller.on_floor and not self.memory.stood:
            signals.send(signals.LANDED, position)
        self.memory.stood = controller.on_floor


class Gliding(Rule):
    """Top-down view: moves in the direction of the keys, at the same speed along diagonals."""

    def process(self, dt: float) -> None:
        """Steer the character for one step."""
        direction = self.controls.current.direction
        for _, (player, controller) in esper.get_components(Player, CharacterController):
            if direction.x:
                player.facing = 1 if direction.x > 0 else -1
            controller.move(direction.normalized() * tuning.RUN_SPEED if direction.length else direction)


def _blocks(entity: int) -> bool:
    """Return whether an entity blocks a character from below: one-way ledges do not."""
    collider = find_component(entity, Collider)
    return collider is not None and collider.one_way is None
