"""The game in a real window, with real events, on whatever display there is."""

from __future__ import annotations

import time

import esper
import pytest

from demo_game.components import Crate, Weapon
from demo_game.game import Game
from ecsphys import MouseJoint, Vec2
from tests.demo_game.levels import FLAT, at, level
from tests.demo_game.play import arm, health, only, place, where
from tests.demo_game.windows import picture, tap

STEP = 1 / 60


class Driver:
    """Shows a PlayView and passes time and events to it, without a wall clock."""

    def __init__(self, window, game):
        import arcade

        from demo_game.view.play import PlayView

        self.key = arcade.key
        self.window = window
        self.game = game
        self.view = PlayView(game)
        window.show_view(self.view)

    def pass_time(self, seconds):
        for _ in range(round(seconds / STEP)):
            self.window.dispatch_event("on_update", STEP)

    def down(self, key):
        self.window.dispatch_event("on_key_press", key, 0)

    def up(self, key):
        self.window.dispatch_event("on_key_release", key, 0)

    def tap(self, key):
        tap(self.window, key)

    def picture(self):
        return picture(self.window)


@pytest.fixture
def driver(window):
    game = Game(level=FLAT)
    driver = Driver(window, game)
    driver.pass_time(0.2)
    yield driver
    game.close()


def share_of(image, matches) -> float:
    """The share of pixels, every eighth looked at, for which `matches(r, g, b)`."""
    pixels = list(image.resize((image.width // 8, image.height // 8), 0).getdata())
    return sum(matches(*pixel) for pixel in pixels) / len(pixels)


def test_keys_move_the_character_and_the_camera_follows(driver):
    start, camera = place(driver.game), driver.view.level.camera.camera.position[0]
    driver.down(driver.key.D)
    driver.pass_time(2.0)
    driver.up(driver.key.D)
    assert place(driver.game).x > start.x + 600
    assert driver.view.level.camera.camera.position[0] > camera + 200
    driver.down(driver.key.LEFT)
    driver.pass_time(0.5)
    driver.up(driver.key.LEFT)
    driver.pass_time(0.3)
    stopped = place(driver.game).x
    driver.pass_time(0.3)
    assert place(driver.game).x == pytest.approx(stopped, abs=1)


def test_space_jumps(driver):
    ground = place(driver.game).y
    driver.down(driver.key.SPACE)
    driver.pass_time(0.3)
    assert place(driver.game).y > ground + 100


def test_mouse_and_keys_shoot(driver):
    driver.tap(driver.key.J)
    driver.pass_time(0.3)
    assert driver.game.session.counts["fired pistol"] == 1
    driver.window.dispatch_event("on_mouse_motion", 900, 600, 0, 0)
    driver.window.dispatch_event("on_mouse_press", 900, 600, 1, 0)
    driver.window.dispatch_event("on_mouse_release", 900, 600, 1, 0)
    driver.pass_time(STEP)
    assert driver.game.session.counts["fired pistol"] == 2
    aim = driver.view.level.player().aim
    assert aim.x > 0.3 and aim.y > 0.3


def test_the_beam_is_seen(driver):
    def before_the_muzzle():
        x, y = driver.view.level.camera.camera.project(place(driver.game) + Vec2(150, 0))
        return driver.picture().getpixel((round(x), 720 - round(y)))

    assert max(before_the_muzzle()) < 200
    arm(driver.game, Weapon.LASER)
    driver.tap(driver.key.J)
    driver.pass_time(2 * STEP)
    assert min(before_the_muzzle()) > 200  # its white core


def test_pause_stops_everything_and_the_same_key_goes_on(driver):
    from demo_game.view.play_menus import PauseMenu

    driver.down(driver.key.D)
    running = driver.picture()
    driver.tap(driver.key.P)
    assert isinstance(driver.window.current_view, PauseMenu)
    before, steps = place(driver.game), driver.game.physics.step_count
    driver.pass_time(0.5)
    assert place(driver.game) == before and driver.game.physics.step_count == steps
    paused = driver.picture()
    middle = (400, 250, 880, 520)
    assert paused.crop(middle).tobytes() != running.crop(middle).tobytes()
    driver.tap(driver.key.P)
    assert driver.window.current_view is driver.view
    driver.pass_time(0.5)
    assert place(driver.game).x == pytest.approx(before.x, abs=60)  # nothing is held any more
    assert driver.game.physics.step_count == steps + 30


def test_losing_the_focus_pauses_and_lets_go(driver):
    driver.down(driver.key.D)
    driver.window.dispatch_event("on_deactivate")
    assert driver.window.current_view is not driver.view
    assert not driver.game.controls.sample().held


def test_restart_starts_over(driver):
    driver.down(driver.key.D)
    driver.pass_time(0.5)
    driver.tap(driver.key.R)
    driver.pass_time(0.2)
    assert place(driver.game).x == pytest.approx(5 * 64, abs=40)
    driver.picture()


def test_f1_shows_the_shapes(driver):
    from ecsphys.drawing.shape_lines import KINEMATIC_COLOR

    def outlined() -> bool:
        colors = driver.picture().getcolors(maxcolors=1_000_000)
        return KINEMATIC_COLOR[:3] in [color for _, color in colors]

    assert not outlined()
    driver.tap(driver.key.F1)
    assert outlined()
    driver.tap(driver.key.F1)
    assert not outlined()


def test_the_mouse_grabs_while_f1_is_on_and_fires_elsewhere(window):
    game = Game(level=level(at("crate", 8, 2.5)))
    driver = Driver(window, game)
    driver.pass_time(0.2)
    camera, crate = driver.view.level.camera.camera, only(Crate)

    def mouse(event: str, *more: int) -> None:
        x, y = camera.project(where(crate) * 64.0)
        window.dispatch_event(event, round(x), round(y), *more)

    def is_held() -> bool:
        driver.pass_time(STEP)
        return bool(esper.get_component(MouseJoint))

    mouse("on_mouse_press", 1, 0)
    assert not is_held() and game.session.counts["fired pistol"] == 1
    mouse("on_mouse_release", 1, 0)
    driver.tap(driver.key.F1)
    driver.pass_time(0.3)
    mouse("on_mouse_press", 1, 0)
    assert is_held() and game.session.counts["fired pistol"] == 1
    x, y = camera.project(where(crate) * 64.0)
    window.dispatch_event("on_mouse_drag", round(x), round(y) + 200, 0, 200, 1, 0)
    driver.pass_time(0.5)
    assert where(crate).y > 4.5
    mouse("on_mouse_release", 1, 0)
    assert not is_held()
    driver.pass_time(1.0)
    mouse("on_mouse_press", 1, 0)
    assert is_held()
    driver.tap(driver.key.F1)
    assert not is_held()
    mouse("on_mouse_release", 1, 0)
    window.dispatch_event("on_mouse_press", 900, 600, 1, 0)
    assert not is_held() and game.session.counts["fired pistol"] == 2
    game.close()


def test_the_first_picture_shows_hud_level_and_character(window):
    game = Game()
    driver = Driver(window, game)
    driver.pass_time(0.5)
    image = driver.picture()
    assert image.size == (1280, 720)
    assert image.getpixel((200, 36)) == (130, 255, 190)  # the bar of health, full
    assert share_of(image, lambda r, g, b: (r, g, b) == (84, 224, 200)) > 0.001  # the trim of the ground
    hero = driver.view.level.camera.camera.project(place(game))
    box = [round(v) for v in (hero[0] - 40, 720 - hero[1] - 40, hero[0] + 40, 720 - hero[1] + 40)]
    assert share_of(image.crop(box), lambda r, g, b: b > 130 and r < 110) > 0.05  # the blue robot
    assert health(game) == 100
    game.close()


def resize(window, width: int, height: int) -> None:
    """Change the size, and let the X server's answers arrive: they may be late."""
    window.set_size(width, height)
    for _ in range(20):
        window.dispatch_events()
        time.sleep(0.01)
    window.dispatch_event("on_resize", width, height)


@pytest.mark.parametrize("size", [(640, 480), (1000, 300), (300, 900)])
def test_any_window_size_shows_the_same_height_and_all_of_the_hud(driver, size):
    import arcade

    if arcade.headless:
        pytest.skip("WINDOW SIZES NOT TESTED: a window without a screen keeps its size")
    resize(driver.window, *size)
    driver.window.show_view(driver.view)  # it may have lost the focus
    driver.pass_time(0.1)
    camera = driver.view.level.camera.camera
    assert camera.viewport_height / camera.zoom == pytest.approx(720)
    assert camera.viewport_width <= size[0] and camera.viewport_height <= size[1]
    assert 930 < driver.view.wide < 1730
    assert (130, 255, 190) in {color for _, color in driver.picture().getcolors(1_000_000)}
    resize(driver.window, 1280, 720)


def test_the_loading_screen_goes_on_to_the_game_and_shows_its_progress(window):
    import arcade

    from demo_game.view.loading import LoadingView

    following = arcade.View()
    view = LoadingView(lambda: following)
    window.show_view(view)
    deadline = time.monotonic() + 60
    while window.current_view is view and time.monotonic() < deadline:
        window.dispatch_event("on_update", STEP)
        window.dispatch_event("on_draw")
        time.sleep(0.01)
    assert window.current_view is following
    assert view.progress.done == view.progress.total > 0


def test_the_loading_screen_raises_the_exception_of_the_compiler(window, monkeypatch):
    import ecsphys
    from demo_game.view.loading import Progress

    def broken(tell):
        tell(1, 2, "first")
        raise RuntimeError("no compiler")

    monkeypatch.setattr(ecsphys, "warm_up", broken)
    progress = Progress()
    progress._thread.join()
    assert progress.share == 0.5
    with pytest.raises(RuntimeError, match="no compiler"):
        progress.finished()


def test_the_window_has_all_members_of_its_host(window):
    from demo_game.view.host import Host

    offered = {name for name in vars(Host) if not name.startswith("_")} | set(Host.__annotations__)
    assert offered >= {"show_view", "play", "options", "message"}
    assert [name for name in sorted(offered) if not hasattr(window, name)] == []
