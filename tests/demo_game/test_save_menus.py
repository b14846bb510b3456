"""Saving and loading from the menus, in the shared window."""

from __future__ import annotations

from pathlib import Path

import pytest

from demo_game.controls import Action
from demo_game.game import Game
from demo_game.launch import Launch
from demo_game.session import Outcome
from tests.demo_game.play import put
from tests.demo_game.windows import picture, tap

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from arcade import key

STEP = 1 / 60


def pass_time(window, seconds: float) -> None:
    for _ in range(round(seconds / STEP)):
        window.dispatch_event("on_update", STEP)


def choose(window, words: str) -> None:
    """Choose a row by its words."""
    choice = window.current_view.choice
    choice.at = [item.words.strip() for item in choice.items].index(words)
    tap(window, key.ENTER)


def values(window) -> list[str]:
    return [item.value() for item in window.current_view.choice.items]


def test_a_game_is_saved_from_the_pause_menu_and_loaded_from_the_main_menu(kept, tmp_path: Path) -> None:
    kept.play(2)
    pass_time(kept, 0.5)
    put(kept.game, 9 * 64.0, 3 * 64.0)
    kept.game.session.score = 300
    pass_time(kept, 0.5)
    camera, fingerprint = kept.current_view.level.camera.position, kept.game.fingerprint()
    tap(kept, key.ESCAPE)
    choose(kept, "Save")
    assert kept.current_view.title == "SAVE" and values(kept) == ["empty"] * 5 + [""]
    choose(kept, "2")
    assert kept.message == "saved in slot 2"
    assert values(kept)[1].startswith("0:01.0   score 300   20")
    assert kept.current_view.choice.items[1].words == "2   The Glassworks"
    picture(kept)
    tap(kept, key.ESCAPE)
    assert kept.current_view.title == "PAUSED" and kept.message == ""
    choose(kept, "Go on")
    pass_time(kept, 0.3)
    assert kept.game.fingerprint() != fingerprint
    tap(kept, key.ESCAPE)
    choose(kept, "Main menu")
    choose(kept, "Load a game")
    picture(kept)
    choose(kept, "2   The Glassworks")
    assert kept.game.number == 2 and kept.game.session.score == 300 and kept.message == ""
    assert kept.game.fingerprint() == fingerprint
    assert kept.current_view.level.camera.position == camera
    pass_time(kept, 0.2)
    assert [path.name for path in tmp_path.rglob("*.save")] == ["slot_2.save"]


def test_what_cannot_be_loaded_leaves_the_game_as_it_is(kept, tmp_path: Path) -> None:
    kept.play(1)
    pass_time(kept, 0.2)
    game, screen = kept.game, kept.current_view
    tap(kept, key.ESCAPE)
    choose(kept, "Save")
    choose(kept, "1")
    (path,) = tmp_path.rglob("slot_1.save")
    path.write_bytes(path.read_bytes()[:-500])
    path.with_name("slot_3.save").write_text("no saved game")
    tap(kept, key.ESCAPE)
    choose(kept, "Load")
    assert values(kept)[1:3] == ["empty", "damaged"]
    choose(kept, "1   The Foundry")
    assert "slot_1.save cannot be loaded: the document is damaged: it is cut off" in kept.message
    choose(kept, "2")
    assert kept.message == "slot 2 is empty"
    choose(kept, "3")
    assert kept.message == "slot_3.save cannot be loaded: it is no saved game"
    picture(kept)
    tap(kept, key.ESCAPE)
    choose(kept, "Go on")
    assert kept.current_view is screen and kept.game is game
    before = game.physics.step_count
    pass_time(kept, 0.2)
    assert game.physics.step_count > before


def test_a_run_that_is_over_and_a_scripted_player_are_not_saved(kept) -> None:
    kept.play(1)
    pass_time(kept, 0.1)
    kept.game.session.outcome = Outcome.LOST
    kept.current_view.pause()
    choose(kept, "Save")
    choose(kept, "1")
    assert kept.message == "not saved: the run is over" and values(kept)[0] == "empty"
    kept.begin(Launch(script=True, sound=False))
    kept.play(1)
    kept.current_view.pause()
    assert "Save" not in [item.words for item in kept.current_view.choice.items]


def test_without_a_folder_there_is_a_message(window) -> None:
    game = Game(1)
    from demo_game.view.play import PlayView

    window.show_view(PlayView(game))
    window.current_view.pause()
    choose(window, "Save")
    choose(window, "1")
    assert window.message == "not saved: nothing can be saved: the user has no home folder"
    assert not window.load(1) and window.message == "there is no folder of saved games"
    game.controls.release(Action.FIRE)
    game.close()
