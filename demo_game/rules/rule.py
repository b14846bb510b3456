"""The base of all rules, and the run that they share."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import esper

from ecsphys import CharacterController, Physics, RigidBody, Transform, Vec2

from ..components import Component, find_component
from ..controls import Controls
from ..levels import Level
from ..session import Memory, Session


@dataclass(frozen=True)
class Run:
    """One run of a level, as rules see it.

    Rules keep no state of their own: it is in components, which a snapshot has and a restored world gives
    back.
    """

    level: Level
    physics: Physics
    controls: Controls

    @property
    def session(self) -> Session:
        """Score, time and counts."""
        return _only(Session)

    @property
    def memory(self) -> Memory:
        """What rules remember."""
        return _only(Memory)

    @property
    def player_position(self) -> Vec2:
        """Position of the character."""
        return esper.component_for_entity(self.session.player, Transform).position


class Rule(esper.Processor):
    """A rule of the game: `process` runs before each physics step, handlers after it."""

    def __init__(self, run: Run):
        self.run = run
        self.physics = run.physics
        self.controls = run.controls

    @property
    def session(self) -> Session:
        """Score, time and counts of the run."""
        return self.run.session

    @property
    def memory(self) -> Memory:
        """What rules remember."""
        return self.run.memory

    def process(self, dt: float) -> None:
        """Do nothing; a rule that acts in every step overrides this."""


def _only(kind: type[Component]) -> Component:
    """Return the only component of a type."""
    ((_, component),) = esper.get_component(kind)
    return component


def in_order(*kinds: type) -> list[Any]:
    """Return `esper.get_components` by ascending entity, where the order matters.

    That of esper is the order of a set, which may be another one in a restored world.
    """
    return sorted(esper.get_components(*kinds), key=itemgetter(0))


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
