"""Helpers of tests that play a game."""

from __future__ import annotations

from collections.abc import Callable

import esper

from demo_game.components import Arsenal, Health, Weapon
from demo_game.controls import Action
from demo_game.game import Game
from demo_game.signals import Signal
from demo_game.tuning import TILE
from ecsphys import CharacterController, RigidBody, Transform, Vec2


def run(game: Game, seconds: float) -> None:
    """Run a game for some seconds, step by step."""
    for _ in range(round(seconds / game.physics.step)):
        game.step()


def run_until(game: Game, condition: Callable[[], bool], seconds: float = 5.0) -> None:
    """Run a game until a condition holds; fail if it takes too long."""
    for _ in range(round(seconds / game.physics.step)):
        if condition():
            return
        game.step()
    raise AssertionError(f"not so after {seconds} s")


def tap(game: Game, action: Action) -> None:
    """Press and release a key within one step."""
    game.controls.press(action)
    game.controls.release(action)
    game.step()


def fire_at(game: Game, x: float, y: float) -> None:
    """Fire one shot at a point, in tiles."""
    game.controls.target = Vec2(x, y) * TILE
    tap(game, Action.FIRE)


def place(game: Game) -> Vec2:
    """Return the position of the character."""
    return esper.component_for_entity(game.session.player, Transform).position


def put(game: Game, x: float, y: float) -> None:
    """Teleport the character, at rest."""
    esper.component_for_entity(game.session.player, Transform).position = (x, y)
    esper.component_for_entity(game.session.player, CharacterController).launch((0, 0))


def velocity(game: Game) -> Vec2:
    """Return the velocity of the character."""
    return esper.component_for_entity(game.session.player, RigidBody).velocity


def grounded(game: Game) -> bool:
    """Return whether the character stands."""
    return esper.component_for_entity(game.session.player, CharacterController).on_floor


def health(game: Game) -> float:
    """Return the character's points of health."""
    return esper.component_for_entity(game.session.player, Health).points


def arsenal(game: Game) -> Arsenal:
    """Return the character's weapons."""
    return esper.component_for_entity(game.session.player, Arsenal)


def arm(game: Game, weapon: Weapon, shots: float = 10.0) -> None:
    """Give the character a weapon."""
    arsenal(game).ammo[weapon] = shots
    arsenal(game).current = weapon


def only(kind: type) -> int:
    """Return the only entity with a component."""
    ((entity, _),) = esper.get_component(kind)
    return entity


def where(entity: int) -> Vec2:
    """Return the position of an entity, in tiles."""
    return esper.component_for_entity(entity, Transform).position / TILE


class Heard:
    """Collects the signals of a name while it is referenced: esper holds handlers weakly."""

    def __init__(self, name: str):
        self.signals: list[Signal] = []
        esper.set_handler(name, self.hear)

    def hear(self, signal: Signal) -> None:
        """Add a signal."""
        self.signals.append(signal)
