"""Drones: fly their rounds, chase whom they see, and hurt by touch."""

from __future__ import annotations

import esper

from ecsphys import COLLISION_BEGIN, CharacterController, CollisionEvent, Physics, RigidBody, Transform, Vec2

from .. import tuning
from ..layers import SOLID
from ..old_components import Drone, Player, part
from ..old_session import Session
from .health import hurt


class Drones(esper.Processor):
    """Steers all drones; its handler deals out what their touch costs."""

    def __init__(self, physics: Physics, session: Session):
        self.physics = physics
        self.session = session
        esper.set_handler(COLLISION_BEGIN, self.on_collision_begin)

    def process(self, dt: float) -> None:
        """Steer every drone for one step."""
        prey = part(self.session.player, Transform) if self.session.playing else None
        for _, (drone, transform, body) in esper.get_components(Drone, Transform, RigidBody):
            drone.stunned = max(0.0, drone.stunned - dt)
            goal = self._goal(drone, transform.position, prey.position if prey else None)
            speed = tuning.DRONE_CHASE_SPEED if drone.chasing else tuning.DRONE_SPEED
            wanted = (goal - transform.position).normalized() * speed
            body.velocity = steer(body.velocity, wanted, tuning.DRONE_ACCELERATION * dt)

    def _goal(self, drone: Drone, position: Vec2, prey: Vec2 | None) -> Vec2:
        """The player if it can be seen, else the next point of the round."""
        drone.chasing = drone.stunned == 0.0 and prey is not None and self._sees(position, prey)
        if drone.chasing and prey is not None:
            return prey
        if (drone.path[drone.leg] - position).length < tuning.DRONE_RADIUS:
            drone.leg = (drone.leg + 1) % len(drone.path)
        return drone.path[drone.leg]

    def _sees(self, position: Vec2, prey: Vec2) -> bool:
        if position.distance(prey) > tuning.DRONE_SIGHT:
            return False
        return self.physics.raycast(position, prey, mask=SOLID) is None

    def on_collision_begin(self, event: CollisionEvent) -> None:
        """A drone touched the player."""
        for entity in (event.entity_a, event.entity_b):
            drone, other = part(entity, Drone), event.other(entity)
            if drone is not None and part(other, Player) is not None and self.session.playing:
                self._touch(entity, drone, other, event.point)

    def _touch(self, entity: int, drone: Drone, player: int, point: Vec2) -> None:
        """A wound, a push away from each other, and a pause before the next attack."""
        drone.stunned = tuning.DRONE_STUN
        if hurt(player, tuning.DRONE_DAMAGE, point):
            self.session.wounds += 1
        places = [esper.component_for_entity(one, Transform).x for one in (player, entity)]
        side = 1.0 if places[0] >= places[1] else -1.0
        knock = Vec2(side * tuning.KNOCK_BACK[0], tuning.KNOCK_BACK[1])
        esper.component_for_entity(player, CharacterController).launch(knock)
        esper.component_for_entity(entity, RigidBody).velocity = Vec2(-knock.x, 0.0)


def steer(velocity: Vec2, wanted: Vec2, most: float) -> Vec2:
    """`velocity` changed towards `wanted` by at most `most`."""
    change = wanted - velocity
    return wanted if change.length <= most else velocity + change.normalized() * most
