"""Menus, options, gamepads, results: the game's views, driven by events in the shared window."""

from __future__ import annotations

import json

import pytest

from demo_game.components import Weapon
from demo_game.controls import Action
from demo_game.game import Game
from demo_game.launch import Launch
from demo_game.levels import LEVELS
from demo_game.session import Outcome
from ecsphys import Vec2
from tests.demo_game.levels import FLAT, at, level
from tests.demo_game.play import arsenal, place, put
from tests.demo_game.windows import picture, tap

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

import arcade
from arcade import key

STEP = 1 / 60
TEAL = (84, 224, 200)


def show(window, game):
    from demo_game.view.play import PlayView

    view = PlayView(game)
    window.show_view(view)
    pass_time(window, 0.2)
    return view


@pytest.fixture
def play(window):
    """A view of the flat level."""
    game = Game(level=FLAT)
    yield show(window, game)
    game.close()


def pass_time(window, seconds: float) -> None:
    for _ in range(round(seconds / STEP)):
        window.dispatch_event("on_update", STEP)


def click(window, row: int) -> None:
    """On a row of the list of the view that is shown, in the window's coordinates."""
    choice = window.current_view.choice
    x, y = 640, choice.top - (row + 0.5) * choice.row
    window.dispatch_event("on_mouse_motion", x, y, 0, 0)
    window.dispatch_event("on_mouse_press", x, y, arcade.MOUSE_BUTTON_LEFT, 0)


# -- menus -----------------------------------------------------------------------------------------------


def test_the_menu_lists_all_levels_with_their_best_times(kept):
    from demo_game.view.play import PlayView

    kept.records.enter(LEVELS[0].name, 83.4)
    kept.show_menu()
    pass_time(kept, 0.1)
    items = kept.current_view.choice.items
    assert [item.words.split("   ")[-1] for item in items[: len(LEVELS)]] == [one.name for one in LEVELS]
    assert items[0].value() == "best 1:23.4" and items[-1].words == "Quit"
    assert picture(kept).getpixel((374, 272)) == TEAL  # the mark
    tap(kept, key.ENTER)
    assert isinstance(kept.current_view, PlayView) and kept.game.number == 1


def test_the_mouse_chooses_too_and_clicks_beside_the_list_do_nothing(kept):
    kept.show_menu()
    menu = kept.current_view
    picture(kept)
    kept.dispatch_event("on_mouse_press", 30, 400, arcade.MOUSE_BUTTON_LEFT, 0)
    assert kept.current_view is menu and menu.choice.at == 0
    click(kept, len(LEVELS) + 1)
    assert kept.current_view.title == "OPTIONS"


def test_volume_full_screen_and_damaged_files(kept, tmp_path):
    kept.show_menu()
    kept.show_options(kept.current_view)
    tap(kept, key.LEFT, key.LEFT, key.RIGHT)
    assert kept.options.volume == pytest.approx(0.6) and kept.sounds.volume == kept.options.volume
    picture(kept)
    tap(kept, key.ESCAPE)
    (file,) = tmp_path.rglob("options.json")
    assert json.loads(file.read_text())["volume"] == 0.6
    assert kept.current_view.title == "FOUNDRY"
    file.write_text("{ no json")
    kept.begin(Launch(sound=False))
    assert "damaged" in kept.message and kept.options.volume == 0.7
    kept.show_menu()
    assert TEAL in {color for _, color in picture(kept).getcolors(1_000_000)}


def test_a_long_message_is_shown_whole(kept):
    path = "/home/somebody/" + "a_rather_long_folder/" * 8
    kept.message = f"{path}options.json is damaged (no table); it is now options.json.damaged"
    kept.show_menu()
    image = picture(kept)
    words = [(x, y) for y in range(600, 690) for x in range(1280) if image.getpixel((x, y)) == TEAL]
    xs, ys = zip(*words, strict=True)
    assert min(xs) > 50 and max(xs) < 1230 and max(ys) - min(ys) > 25  # two lines or more
    kept.message = ""


def test_best_times_that_cannot_be_saved_are_reported(kept, tmp_path):
    game = Game(level=level(), records=kept.records)
    show(kept, game)
    kept.records._path = tmp_path / "file" / "best_times.json"
    (tmp_path / "file").write_text("no folder")
    game.session.outcome = Outcome.WON
    game.session.result = kept.records.enter("x", 5.0)
    pass_time(kept, 2.0)
    assert kept.current_view.title == "LEVEL CLEARED" and "cannot be written" in kept.message
    picture(kept)
    game.close()


def test_full_screen_is_toggled_when_the_key_comes_up(kept, monkeypatch):
    asked = []
    monkeypatch.setattr(kept, "set_fullscreen", asked.append)
    kept.show_menu()
    kept.dispatch_event("on_key_press", key.F11, 0)
    assert asked == []
    kept.dispatch_event("on_key_release", key.F11, 0)
    assert asked == [True]


def test_a_key_is_bound_by_pressing_it_and_works_at_once(kept, tmp_path):
    kept.show_menu()
    kept.show_options(kept.current_view)
    tap(kept, key.DOWN, key.DOWN, key.ENTER)
    assert kept.current_view.title == "KEYS"
    tap(kept, key.DOWN, key.ENTER)
    assert kept.current_view.waiting is Action.RIGHT
    picture(kept)
    tap(kept, key.F1)  # is the overlay's
    assert kept.current_view.waiting is Action.RIGHT
    tap(kept, key.L)
    assert kept.options.keys[Action.RIGHT] == ("L", "RIGHT")
    tap(kept, key.ENTER, key.ESCAPE)
    assert kept.options.keys[Action.RIGHT] == ("L", "RIGHT") and kept.current_view.title == "KEYS"
    tap(kept, key.DOWN, key.DOWN, key.DOWN, key.ENTER)  # fire
    kept.dispatch_event("on_mouse_press", 5, 5, arcade.MOUSE_BUTTON_MIDDLE, 0)
    assert kept.options.keys[Action.FIRE] == ("MOUSE_MIDDLE", "J")
    (file,) = tmp_path.rglob("options.json")
    assert json.loads(file.read_text())["keys"]["fire"] == ["MOUSE_MIDDLE", "J"]
    kept.play(1)
    start = place(kept.game).x
    kept.dispatch_event("on_key_press", key.L, 0)
    pass_time(kept, 0.3)
    assert place(kept.game).x > start + 40


def test_a_broken_map_leads_back_to_the_menu_which_names_it(kept, monkeypatch):
    import demo_game.game
    from demo_game.levels import BrokenMap

    def broken(number):
        raise BrokenMap(f"{LEVELS[0].path}: layer 'things': object 7: a crate has no property 'colour'")

    monkeypatch.setattr(demo_game.game, "load_number", broken)
    kept.show_menu()
    tap(kept, key.ENTER)
    assert kept.current_view.title == "FOUNDRY" and kept.game is None
    assert kept.message.startswith("1_foundry.tmj: layer 'things': object 7")
    before = picture(kept).crop((0, 655, 1280, 680))
    kept.message = ""
    assert picture(kept).crop((0, 655, 1280, 680)) != before


# -- playing ---------------------------------------------------------------------------------------------


def test_two_keys_of_one_action_hold_it_until_both_are_up(play, window):
    window.dispatch_event("on_key_press", key.D, 0)
    window.dispatch_event("on_key_press", key.RIGHT, 0)
    window.dispatch_event("on_key_release", key.D, 0)
    assert play.game.controls.sample().holds(Action.RIGHT)
    window.dispatch_event("on_key_release", key.RIGHT, 0)
    assert not play.game.controls.sample().holds(Action.RIGHT)


def test_a_key_restarts_after_death(play, window):
    play.game.session.outcome = Outcome.LOST
    pass_time(window, 1.0)
    image = picture(window)
    assert image.getpixel((640, 400)) != image.getpixel((640, 500))
    put(play.game, 1000, 200)
    tap(window, key.R)
    assert play.game.session.playing and play.game.session.deaths == 1
    assert place(play.game).x < 400
    picture(window)


@pytest.mark.parametrize(("bound", "told"), [(("R", "T"), "R or T or fire"), ((), "fire")])
def test_the_keys_for_a_restart_are_shown_after_death(play, window, bound, told):
    window.options.keys[Action.RESTART] = bound
    play.game.session.outcome = Outcome.LOST
    picture(window)
    assert play.level.hud._hint.text == f"{told}: from the checkpoint"


def test_the_view_follows_every_restart(play, window):
    tap(window, key.F1)
    play.game.restart_from_checkpoint()  # as a script does, or a recording
    pass_time(window, 0.1)
    assert play.overlay.physics is play.game.physics and play.overlay.debug.shapes
    picture(window)


def test_a_level_that_is_won_shows_its_results(kept):
    game = Game(level=level(at("pickup", 5, 8, what="gem")), records=kept.records)
    view = show(kept, game)
    game.session.outcome = Outcome.WON
    game.session.seconds = 12.3
    pass_time(kept, 2.0)
    results = kept.current_view
    assert results.title == "LEVEL CLEARED" and "time 0:12.3  a new record!" in results.words
    assert "gems 0 / 1" in results.words
    assert picture(kept).getpixel((374, 272)) == TEAL
    tap(kept, key.ESCAPE)
    assert kept.current_view.title == "FOUNDRY"
    assert kept.records.best("flat") == pytest.approx(12.3)
    assert view.game is game
    game.close()


def test_the_pause_menu_goes_on_restarts_and_leads_back(play, window):
    tap(window, key.P)
    assert window.current_view.title == "PAUSED"
    tap(window, key.ENTER)
    assert window.current_view is play
    put(play.game, 1000, 200)
    tap(window, key.ESCAPE, key.DOWN, key.DOWN, key.ENTER)
    assert window.current_view is play and place(play.game).x < 400
    tap(window, key.P, key.UP, key.ENTER)
    assert window.current_view.title == "FOUNDRY"


def test_the_overlay_is_reached_from_the_game_and_the_mouse_names_things(play, window):
    tap(window, key.F1)
    camera = play.level.camera.camera
    x, y = camera.project(tuple(place(play.game)))
    window.dispatch_event("on_mouse_motion", x, y, 0, 0)
    pass_time(window, STEP)
    assert "Player(" in " ".join(play.overlay.inspector.text())
    tap(window, key.LSHIFT)
    assert play.overlay.inspector.pinned == play.game.session.player
    steps = play.game.physics.step_count
    tap(window, key.F6)
    pass_time(window, 0.5)
    assert play.game.physics.step_count == steps + 1
    picture(window)
    tap(window, key.F5)
    pass_time(window, STEP)
    assert play.game.physics.step_count == steps + 2


def test_the_game_is_silent_without_a_device_or_a_file(play, window, monkeypatch):
    def broken(*_):
        raise OSError("no device")

    window.sounds.volume = 0.5
    monkeypatch.setattr(arcade, "load_sound", broken)
    tap(window, key.J)
    pass_time(window, 0.2)
    assert play.game.session.counts["fired pistol"] == 1
    window.sounds.volume = 0.0
    window.sounds.click()


# -- gamepads --------------------------------------------------------------------------------------------


class FakePad:
    """Stands in for a pyglet Controller."""

    def __init__(self):
        self.opened, self.listener = False, None

    def open(self):
        self.opened = True

    def push_handlers(self, listener):
        self.listener = listener

    def remove_handlers(self, listener):
        self.listener = None


def test_a_gamepad_plays_and_lets_go_when_it_is_pulled_out(play, window):
    pad = FakePad()
    window.pads.connect(pad)
    window.pads.connect(pad)
    assert pad.opened and window.pads.pads == [pad]
    start = place(play.game).x
    pad.listener.on_stick_motion(pad, "leftstick", (0.9, 0.1))
    pass_time(window, 0.5)
    assert place(play.game).x > start + 60
    pad.listener.on_stick_motion(pad, "rightstick", (0.0, 1.0))
    pad.listener.on_trigger_motion(pad, "righttrigger", 0.8)
    pass_time(window, STEP)
    assert play.game.session.counts["fired pistol"] == 1
    assert play.level.player().aim == pytest.approx((0, 1), abs=0.2)
    pad.listener.on_button_press(pad, "a")
    pass_time(window, 0.1)
    assert place(play.game).y > 140
    window.pads.disconnect(pad)
    assert window.pads.pads == [] and not play.game.controls.sample().held


def test_a_gamepad_walks_through_menus(play, window):
    pad = FakePad()
    window.pads.connect(pad)
    pad.listener.on_button_press(pad, "start")
    assert window.current_view.title == "PAUSED"
    pad.listener.on_dpad_motion(pad, (0, -1))
    assert window.current_view.choice.at == 1
    pad.listener.on_dpad_motion(pad, (0, 0))
    pad.listener.on_button_press(pad, "b")
    assert window.current_view is play
    window.pads.disconnect(pad)


def test_without_controllers_the_game_goes_on(window, monkeypatch):
    from types import SimpleNamespace

    from demo_game.view import gamepad

    def none():
        raise FileNotFoundError("/dev/input")

    broken = SimpleNamespace(input=SimpleNamespace(ControllerManager=none))
    monkeypatch.setattr(gamepad, "pyglet", broken)
    assert gamepad.Gamepads(window).pads == []


# -- everything that can be seen -----------------------------------------------------------------------


@pytest.mark.parametrize("view", ["side", "top"])
def test_everything_has_its_picture(window, view):
    import esper

    from demo_game.view.sprites import SPRITE_SPECS
    from tests.demo_game.gallery import gallery

    game = Game(level=gallery(view))
    shown = show(window, game)
    for weapon in Weapon:
        arsenal(game).ammo[weapon] = 5.0
        arsenal(game).current = weapon
        arsenal(game).cooldown = 0.0
        tap(window, key.J)
        pass_time(window, 2 * STEP)
        picture(window)
    seen = {kind for kind in SPRITE_SPECS if esper.get_component(kind)}
    assert len(seen) >= len(SPRITE_SPECS) - 2  # shards and what has flown away
    for kind in seen:
        for entity, _ in esper.get_component(kind):
            layer = shown.level.scene.layers[SPRITE_SPECS[kind].layer]
            assert entity in layer, kind
    colors = {color for _, color in picture(window).getcolors(1_000_000)}
    assert len(colors) > 500
    game.close()


def test_the_character_crouches_and_looks_where_it_walks(play, window):
    hero = play.level.scene.hero
    tall = hero.sprite.height
    window.dispatch_event("on_key_press", key.S, 0)
    pass_time(window, 0.3)
    assert hero.sprite.height < 0.8 * tall
    window.dispatch_event("on_key_release", key.S, 0)
    window.dispatch_event("on_key_press", key.A, 0)
    pass_time(window, 0.3)
    assert play.level.player().facing == -1
    assert "left" not in hero.sprite.texture.file_path.name  # the same file, mirrored
    assert hero.sprite.texture is not play.level.scene.hero._walk.texture(1, True, 0.0, (0.0, 0.0))


@pytest.mark.long
def test_an_animation_is_small_and_has_a_palette(tmp_path):
    from io import BytesIO

    from PIL import Image

    from demo_game.view.snapshot import animation

    noise = [Image.effect_noise((560, 315), 80 + k).convert("RGB") for k in range(24)]
    data = animation(noise)  # the worst that can happen
    assert len(data) <= 3_000_000
    with Image.open(BytesIO(data)) as image:
        assert image.n_frames > 1 and image.mode == "P" and image.info["loop"] == 0


def test_screen_points_are_found_again_whatever_the_window(play, window):
    spot = play.spot(640, 360)
    assert spot == pytest.approx(Vec2(640, 360))
