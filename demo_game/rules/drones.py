"""Drones, which fly along their paths and chase a player in sight."""

from __future__ import annotations

import esper

from ecsphys import RigidBody, Transform, Vec2

from .. import tuning
from ..components import Drone
from .enemies import sees
from .rule import Rule, steer


class Drones(Rule):
    """Steers all drones."""

    def process(self, dt: float) -> None:
        """Steer every drone for one step."""
        for _, (drone, transform, body) in esper.get_components(Drone, Transform, RigidBody):
            drone.stunned = max(0.0, drone.stunned - dt)
            goal = self._goal(drone, transform.position)
            speed = tuning.DRONE_CHASE_SPEED if drone.chasing else tuning.DRONE_SPEED
            wanted = (
                (goal - transform.position).normalized() * speed if goal != transform.position else Vec2(0, 0)
            )
            body.velocity = steer(body.velocity, wanted, tuning.DRONE_ACCELERATION * dt)
            drone.facing = 1 if body.velocity.x >= 0.0 else -1

    def _goal(self, drone: Drone, position: Vec2) -> Vec2:
        """Return the player's position if it is in sight, else the next point of the path."""
        drone.chasing = drone.stunned == 0.0 and sees(self.run, position, tuning.DRONE_SIGHT)
        if drone.chasing:
            return self.run.player_position
        if drone.path[drone.leg].distance(position) < tuning.DRONE_RADIUS:
            drone.leg = (drone.leg + 1) % len(drone.path)
        return drone.path[drone.leg]
