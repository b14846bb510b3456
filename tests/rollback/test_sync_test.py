"""SyncTest: games that are fit for rollback pass, others are found out."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from typing import Any

import esper
import pytest

from ecsphys import Physics, RigidBody
from ecsphys.rollback import Input, SyncTest

from .arena import Ball, Game, Thrower, buttons

COMPONENTS = (Thrower, Ball)


@pytest.mark.jit
def test_a_game_that_keeps_its_state_passes() -> None:
    game = Game()
    test = SyncTest(game.physics, 2, game.step, components=COMPONENTS)
    test.run(200, lambda frame: (buttons(1, frame), buttons(2, frame)))
    assert test.frame == 200 and game.physics.step_count == 200
    assert len(game.frames) == 200 + 199 * 2 + 1


@pytest.mark.jit
@pytest.mark.parametrize("distance", [1, 7])
def test_other_distances(distance: int) -> None:
    game = Game()
    test = SyncTest(game.physics, 2, game.step, distance, components=COMPONENTS)
    test.run(60, lambda frame: (buttons(1, frame), buttons(2, frame)))
    assert len(game.frames) == 60 + sum(min(k, distance) for k in range(1, 61))


def test_state_outside_of_the_world_is_found() -> None:
    game, count = Game(), itertools.count()

    def step(inputs: tuple[Input, ...]) -> None:
        esper.component_for_entity(game.players[1], RigidBody).velocity = (float(next(count)), 0.0)
        game.step(inputs)

    test = SyncTest(game.physics, 2, step, components=COMPONENTS)
    with pytest.raises(AssertionError) as error:
        test.advance((0, 0))
    text = str(error.value)
    assert "frame 0" in text and f"entity {game.players[1]}" in text and "Transform.x" in text


def test_a_component_that_is_not_named_is_found() -> None:
    game = Game()
    test = SyncTest(game.physics, 2, game.step, components=(Ball,))
    with pytest.raises(AssertionError, match=r"frame \d+"):
        test.run(100, lambda frame: (8, 0))


def test_a_named_component_that_differs_is_named() -> None:
    @dataclass
    class Luck:
        value: int = 0

    game, count = Game(), itertools.count()
    holder = esper.create_entity(Luck())

    def step(inputs: tuple[Input, ...]) -> None:
        esper.component_for_entity(holder, Luck).value = next(count)
        game.step(inputs)

    test = SyncTest(game.physics, 2, step, components=(*COMPONENTS, Luck))
    with pytest.raises(AssertionError, match=rf"frame 0 [^$]*entity {holder}: Luck\.value is 0 and 1"):
        test.advance((0, 0))


@pytest.mark.parametrize("kept", [True, False])
def test_a_random_generator_belongs_into_a_component(kept: bool) -> None:
    @dataclass
    class Luck:
        dice: random.Random

    game = Game()
    holder = esper.create_entity(Luck(random.Random(1)))

    def step(inputs: tuple[Input, ...]) -> None:
        vx = esper.component_for_entity(holder, Luck).dice.random()
        esper.component_for_entity(game.players[0], RigidBody).velocity = (vx, 0.0)
        game.step(inputs)

    test = SyncTest(game.physics, 2, step, components=(*COMPONENTS, Luck) if kept else COMPONENTS)
    if kept:
        test.run(10, lambda frame: (0, 0))
    else:
        with pytest.raises(AssertionError, match="frame 0"):
            test.advance((0, 0))


def test_step_knows_that_it_runs_again() -> None:
    physics, seen = Physics(), []
    test = SyncTest(physics, 1, lambda inputs: seen.append(test.is_resimulating))
    test.run(2, lambda frame: (0,))
    assert seen == [False, True, False, True, True]


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"physics": 3}, TypeError, "physics"),
        ({"players": 0}, ValueError, "players"),
        ({"step": 3}, TypeError, "step"),
        ({"check_distance": 0}, ValueError, "check_distance"),
        ({"components": 3}, TypeError, "components"),
    ],
)
def test_wrong_arguments_stop_at_the_door(change: dict[str, Any], error: type[Exception], words: str) -> None:
    arguments: dict[str, Any] = {"physics": Physics(), "players": 2, "step": lambda inputs: None, **change}
    with pytest.raises(error, match=words):
        SyncTest(**arguments)


def test_wrong_inputs_stop_at_the_door() -> None:
    test = SyncTest(Physics(), 2, lambda inputs: None)
    with pytest.raises(ValueError, match="inputs"):
        test.advance((1,))
    with pytest.raises(TypeError, match="player 1"):
        test.advance((1, "a"))
