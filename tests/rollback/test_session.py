"""A session of players on this machine and "remote" ones, without a net."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

from ecsphys import Physics, PhysicsWarning
from ecsphys.rollback import Input, Session, SyncTest

from .arena import Ball, Game, Thrower, buttons, reference

COMPONENTS = (Thrower, Ball)


def session_of(game: Game, players: Any, **settings: Any) -> Session:
    return Session(game.physics, players, game.step, components=COMPONENTS, **settings)


def test_local_players_only_play_the_plain_game() -> None:
    game = Game()
    session = session_of(game, 2)
    inputs = [(buttons(1, frame), buttons(2, frame)) for frame in range(120)]
    for pair in inputs:
        advance = session.advance(pair)
        assert (advance.is_new, advance.wait, advance.resimulated) == (True, "", 0)
    assert session.frame == 120 and session.confirmed_frame == 119
    assert game.fingerprint() == reference(120, inputs)


@pytest.mark.jit
def test_late_inputs_are_predicted_and_corrected() -> None:
    late, frames = 5, 200
    inputs = [(buttons(1, frame), buttons(2, frame)) for frame in range(frames)]
    game = Game()
    session = session_of(game, ["local", "remote"])
    most = 0
    for frame in range(frames + late):
        if frame >= late:
            session.confirm(1, frame - late, inputs[frame - late][1])
        advance = session.advance((inputs[min(frame, frames - 1)][0],))
        most = max(most, advance.resimulated)
        assert advance.is_new
    assert most == late
    assert session.confirmed_frame == frames - 1
    # The last frames are predicted; a reference knows the prediction: the last input, repeated.
    whole = [*inputs, *[(inputs[-1][0], inputs[-1][1])] * late]
    assert game.fingerprint() == reference(frames + late, whole)


def test_predictions_say_so_and_repeat_the_last_input() -> None:
    game = Game()
    session = session_of(game, ["local", "remote"])
    session.advance((1,))
    assert game.frames[-1] == (Input(1, "confirmed"), Input(0, "predicted"))
    session.confirm(1, 0, 2)
    assert session.advance((1,)).resimulated == 1
    assert game.frames[-2:] == [
        (Input(1, "confirmed"), Input(2, "confirmed")),
        (Input(1, "confirmed"), Input(2, "predicted")),
    ]


def test_right_predictions_are_not_simulated_again() -> None:
    game = Game()
    session = session_of(game, ["local", "remote"])
    for frame in range(30):
        if frame >= 4:
            session.confirm(1, frame - 4, 0)
        assert session.advance((buttons(1, frame),)).resimulated == 0
    assert len(game.frames) == 30


@pytest.mark.parametrize("most", [0, 1, 8])
def test_it_waits_at_the_end_of_the_prediction(most: int) -> None:
    game = Game()
    session = session_of(game, ["local", "remote"], max_prediction=most)
    results = [session.advance((1,)) for _ in range(most + 3)]
    assert [one.is_new for one in results] == [True] * most + [False] * 3
    assert {one.wait for one in results[most:]} == {"prediction"} and session.frame == most
    session.confirm(1, 0, 2)
    last = session.advance((1,))
    assert last.is_new and last.resimulated == most and session.frame == most + 1


def test_input_delay_shifts_local_inputs() -> None:
    game = Game()
    session = session_of(game, 1 + 1, input_delay=3)
    for frame in range(6):
        session.advance((frame + 1, 0))
    assert [one[0].value for one in game.frames] == [0, 0, 0, 1, 2, 3]


def test_a_player_who_leaves_is_disconnected_behind_the_last_input() -> None:
    game = Game()
    session = session_of(game, ["local", "remote"])
    session.confirm(1, 0, 2)
    for _ in range(4):
        session.advance((1,))
    session.disconnect(1)
    assert session.events()[0].kind == "disconnected"
    assert session.advance((1,)).resimulated == 3
    assert [one[1] for one in game.frames[-4:]] == [Input(0, "disconnected")] * 4
    for _ in range(20):
        assert session.advance((1,)).is_new


def test_once_tells_the_first_time_of_a_key_in_a_frame() -> None:
    game = Game()
    played: list[tuple[int, int]] = []

    def step(inputs: tuple[Input, ...]) -> None:
        for player, one in enumerate(inputs):
            if one.value and session.once("sound", player):
                played.append((session.frame, player))
        game.step(inputs)

    session = Session(game.physics, ["local", "remote"], step, components=COMPONENTS)
    for _ in range(4):
        session.advance((1,))
    session.confirm(1, 0, 3)
    session.advance((1,))
    assert [frame for frame, player in played if player == 0] == [0, 1, 2, 3, 4]
    assert sorted(frame for frame, player in played if player == 1) == [0, 1, 2, 3, 4]


def test_is_resimulating_only_while_frames_run_again() -> None:
    game = Game()
    seen: list[bool] = []

    def step(inputs: tuple[Input, ...]) -> None:
        seen.append(session.is_resimulating)
        game.step(inputs)

    session = Session(game.physics, ["local", "remote"], step, components=COMPONENTS)
    for _ in range(3):
        session.advance((0,))
    session.confirm(1, 0, 2)
    session.advance((0,))
    assert seen == [False] * 3 + [True] * 3 + [False]
    assert not session.is_resimulating


def test_what_step_raises_ends_the_session() -> None:
    game = Game()

    def step(inputs: tuple[Input, ...]) -> None:
        raise ZeroDivisionError

    session = Session(game.physics, 1, step)
    with pytest.raises(ZeroDivisionError):
        session.advance((0,))
    with pytest.raises(RuntimeError, match="at its end"):
        session.advance((0,))


def test_step_cannot_advance_the_session() -> None:
    game = Game()
    session = Session(game.physics, 1, lambda inputs: session.advance((0,)))
    with pytest.raises(RuntimeError, match="advances already"):
        session.advance((0,))


def test_another_esper_world_is_refused_before_anything_happens() -> None:
    game, other = Game(), Game()
    session = session_of(game, 1)
    other.enter()
    with pytest.raises(RuntimeError, match="belongs to the esper world"):
        session.advance((0,))
    game.enter()
    assert session.frame == 0


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"players": 0}, ValueError, "players"),
        ({"players": 1.5}, TypeError, "players"),
        ({"players": "local"}, TypeError, "players"),
        ({"players": [[]]}, TypeError, r"players\[0\]"),
        ({"players": ["local", ("127.0.0.1", 1)]}, ValueError, "transport"),
        ({"physics": 3}, TypeError, "physics"),
        ({"step": 3}, TypeError, "step"),
        ({"step": lambda: None}, TypeError, "step"),
        ({"input_delay": -1}, ValueError, "input_delay"),
        ({"max_prediction": 61}, ValueError, "max_prediction"),
        ({"max_prediction": True}, TypeError, "max_prediction"),
        ({"check_every": 0}, ValueError, "check_every"),
        ({"components": Thrower}, TypeError, "components"),
        ({"components": [3]}, TypeError, "components"),
        ({"default": object()}, TypeError, "default"),
    ],
)
def test_wrong_arguments_stop_at_the_door(change: dict[str, Any], error: type[Exception], words: str) -> None:
    game = Game()
    arguments: dict[str, Any] = {"physics": game.physics, "players": 2, "step": game.step, **change}
    with pytest.raises(error, match=words):
        Session(**arguments)


@pytest.mark.parametrize(
    ("inputs", "error", "words"),
    [
        ((1,), ValueError, "local players"),
        ((1, object()), TypeError, "player 1"),
        ((1, "left"), TypeError, "player 1"),
        ((1, float), TypeError, "player 1"),
    ],
)
def test_wrong_inputs_stop_at_the_door(inputs: Any, error: type[Exception], words: str) -> None:
    game = Game()
    session = session_of(game, 2)
    with pytest.raises(error, match=words):
        session.advance(inputs)
    assert session.frame == 0 and session.advance((1, 2)).is_new


def test_wrong_confirmations_stop_at_the_door() -> None:
    session = session_of(Game(), ["local", "remote"])
    for arguments, error in [((0, 0, 1), ValueError), ((1, 1, 1), ValueError), ((2, 0, 1), ValueError)]:
        with pytest.raises(error):
            session.confirm(*arguments)
    with pytest.raises(TypeError):
        session.confirm(1, 0, object())
    with pytest.raises(ValueError):
        session.disconnect(0)


def test_a_closed_session_refuses() -> None:
    session = session_of(Game(), 1)
    session.close()
    session.close()
    with pytest.raises(RuntimeError, match="closed"):
        session.advance((0,))


def test_physics_is_not_needed_to_step() -> None:
    physics = Physics()
    seen: list[Any] = []
    session = Session(physics, 1, seen.append)
    session.advance((5,))
    assert seen == [(Input(5, "confirmed"),)]


def make_session(physics: Physics, step: Any) -> Callable[[], object]:
    session = Session(physics, 1, step)
    return lambda: session.advance([0])


def make_sync_test(physics: Physics, step: Any) -> Callable[[], object]:
    test = SyncTest(physics, 1, step)
    return lambda: test.advance([0])


@pytest.mark.parametrize("make", [make_session, make_sync_test])
def test_a_step_that_never_steps_is_named_once(make: Any) -> None:
    physics = Physics()
    advance = make(physics, lambda inputs: None)
    with pytest.warns(PhysicsWarning, match="has run no step of the physics in 30 frames: call") as said:
        for _ in range(70):
            advance()
    assert [warning.filename for warning in said] == [__file__]


def test_a_game_may_pause_at_the_beginning_and_later() -> None:
    physics = Physics()
    session = Session(physics, 1, lambda inputs: physics.step_once() if session.frame == 20 else None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(70):
            session.advance([0])
    assert physics.step_count == 1
