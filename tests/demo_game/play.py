"""What tests do with a game."""

from __future__ import annotations

import esper

from demo_game.old_components import Health
from demo_game.game import Game
from ecsphys import CharacterController, RigidBody, Transform, Vec2


def run(game: Game, seconds: float) -> None:
    """Let game time pass, step by step."""
    for _ in range(round(seconds / game.physics.step)):
        game.step()


def place(game: Game) -> Vec2:
    """Where the character is."""
    return esper.component_for_entity(game.session.player, Transform).position


def put(game: Game, x: float, y: float) -> None:
    """Teleport the character, at rest."""
    esper.component_for_entity(game.session.player, Transform).position = (x, y)
    esper.component_for_entity(game.session.player, CharacterController).launch((0, 0))


def velocity(game: Game) -> Vec2:
    """How fast the character moves."""
    return esper.component_for_entity(game.session.player, RigidBody).velocity


def grounded(game: Game) -> bool:
    """Whether the character stands."""
    return esper.component_for_entity(game.session.player, CharacterController).on_floor


def health(game: Game) -> int:
    """Wounds left."""
    return esper.component_for_entity(game.session.player, Health).points


def only(kind: type) -> int:
    """The one entity that has such a component."""
    ((entity, _),) = esper.get_component(kind)
    return entity
