"""The base of all rules, and the run that they share."""

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
    """One run of a level, as rules see it. `random` is the source of all random numbers."""

    level: Level
    physics: Physics
    session: Session
    controls: Controls
    random: Random

    @property
    def player_position(self) -> Vec2:
        """Position of the character."""
        return esper.component_for_entity(self.session.player, Transform).position


class Rule(esper.Processor):
    """A rule of the game: `process` runs before each physics step, handlers after it."""

    def __init__(self, run: Run):
        self.run = run
        self.physics = run.physics
        self.session = run.session
        self.controls = run.controls

    def process(self, dt: float) -> None:
        """Do nothing; a rule that acts in every step overrides this."""


def position_of(entity: int) -> Vec2:
    """Return the position of an entity."""
    return esper.component_for_entity(entity, Transform).position


def shove(entity: int, velocity: Vec2, point: Vec2 | None = None) -> None:
    """Add to the velocity of a dynamic body or a character; other entities stay as they are."""
    body, character = find_component(entity, RigidBody), find_component(entity, CharacterController)
    if character is not None:
        character.launch(character.real_velocity + velocity)
    elif body is not None and body.kind == "dynamic":
        body.apply_impulse(velocity * body.mass, point)


def steer(velocity: Vec2, wanted: Vec2, limit: float) -> Vec2:
    """Return `velocity` changed towards `wanted` by at most `limit`."""
    change = wanted - velocity
    return wanted if change.length <= limit else velocity + change.normalized() * limit
