"""What all rules share."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import esper

from ecsphys import CharacterController, Physics, RigidBody, Transform, Vec2

from ..components import find_component
from ..controls import Controls
from ..levels import Level
from ..session import Session


@dataclass(frozen=True)
class Run:
    """One attempt at a level, as the rules see it. All chance comes from `random`."""

    level: Level
    physics: Physics
    session: Session
    controls: Controls
    random: Random

    @property
    def player_position(self) -> Vec2:
        """Where the character is."""
        return esper.component_for_entity(self.session.player, Transform).position


class Rule(esper.Processor):
    """A rule of the game: `process` runs before each physics step, handlers after it."""

    def __init__(self, run: Run):
        self.run = run
        self.physics = run.physics
        self.session = run.session
        self.controls = run.controls

    def process(self, dt: float) -> None:
        """Nothing, for a rule that only listens."""


def position_of(entity: int) -> Vec2:
    """Where an entity is."""
    return esper.component_for_entity(entity, Transform).position


def shove(entity: int, velocity: Vec2, point: Vec2 | None = None) -> None:
    """Add to the velocity of whatever can be pushed: a dynamic body, or a character."""
    body, character = find_component(entity, RigidBody), find_component(entity, CharacterController)
    if character is not None:
        character.launch(character.real_velocity + velocity)
    elif body is not None and body.kind == "dynamic":
        body.apply_impulse(velocity * body.mass, point)


def steer(velocity: Vec2, wanted: Vec2, most: float) -> Vec2:
    """`velocity` changed towards `wanted` by at most `most`."""
    change = wanted - velocity
    return wanted if change.length <= most else velocity + change.normalized() * most
