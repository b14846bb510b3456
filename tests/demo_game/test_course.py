"""The course in the window and on the command line; tests/character plays its scenes."""

from __future__ import annotations

import esper
import pytest

from demo_game import cli
from demo_game.course import SCENES
from demo_game.course.tour import Tour, report
from tests.demo_game.windows import picture, tap

STEP = 1 / 60


def number_of(name: str) -> int:
    return next(k for k, scene in enumerate(SCENES, 1) if scene.name == name)


def test_there_are_enough_scenes_and_their_names_differ():
    assert len(SCENES) >= 20
    assert len({scene.name for scene in SCENES}) == len(SCENES)
    assert all(scene.about for scene in SCENES)


def test_a_tour_deletes_the_worlds_it_leaves():
    before = set(esper.list_worlds())
    tour = Tour(1)
    tour.show(0)
    assert tour.number == len(SCENES)
    tour.show(len(SCENES) + 1)
    assert tour.number == 1
    assert len(set(esper.list_worlds()) - before) == 1
    tour.close()
    assert set(esper.list_worlds()) <= before


def test_a_failing_scene_is_reported(monkeypatch, capsys):
    assert report(1)
    scene = SCENES[0]
    failing = type(scene)("bad", "", scene.build, scene.script, lambda stage: ["this", "that"], 2)
    monkeypatch.setattr("demo_game.course.tour.SCENES", (failing,))
    assert not report(None)
    assert "not: this; not: that" in capsys.readouterr().out


@pytest.mark.parametrize("number", ["0", "-1", "2.5", "x", "1000"])
def test_a_wrong_number_is_explained(number, capsys):
    with pytest.raises(SystemExit) as error:
        cli.main(["--course", number])
    assert error.value.code == 2
    assert f"from 1 to {len(SCENES)}" in capsys.readouterr().err


def test_on_the_command_line(capsys):
    assert cli.main(["--headless", "--course", "2"]) == 0
    assert "wall" in capsys.readouterr().out


class Driver:
    """Shows a CourseView and passes time and keys to it."""

    def __init__(self, window, number, **options):
        import arcade

        from demo_game.view.course import CourseView

        self.key, self.window = arcade.key, window
        self.view = CourseView(number, **options)
        window.show_view(self.view)

    def pass_time(self, steps):
        for _ in range(steps):
            self.window.dispatch_event("on_update", STEP)

    def tap(self, key):
        tap(self.window, key)

    def picture(self):
        return picture(self.window)


@pytest.fixture
def driver(window):
    driver = Driver(window, 1)
    yield driver
    driver.view.tour.close()


def test_the_scene_plays_and_the_next_one_follows(driver):
    driver.pass_time(SCENES[0].steps)
    assert driver.view.tour.verdict == []
    driver.pass_time(70)
    assert driver.view.tour.number == 2


def test_keys_choose_the_scene(driver):
    driver.tap(driver.key.PAGEDOWN)
    assert driver.view.tour.number == 2
    driver.tap(driver.key.PAGEUP)
    driver.tap(driver.key.PAGEUP)
    assert driver.view.tour.number == len(SCENES)
    driver.pass_time(5)
    driver.tap(driver.key.R)
    assert driver.view.tour.stage.track == []


def test_pause(driver):
    driver.tap(driver.key.P)
    driver.pass_time(10)
    assert driver.view.tour.stage.track == []


def test_the_hero_can_be_steered(driver):
    driver.pass_time(5)
    driver.window.dispatch_event("on_key_press", driver.key.LEFT, 0)
    driver.pass_time(30)
    stage = driver.view.tour.stage
    assert stage.last.velocity.x == pytest.approx(-200)
    driver.window.dispatch_event("on_key_release", driver.key.LEFT, 0)
    driver.tap(driver.key.SPACE)
    driver.pass_time(5)
    assert not stage.last.on_floor and stage.last.velocity.x == 0
    assert driver.view.tour.verdict is None


def test_shapes_and_words_are_drawn(driver):
    driver.pass_time(30)
    picture = driver.picture()
    width, height = picture.size
    colors = {color for _, color in picture.getcolors(maxcolors=1_000_000)}
    assert (120, 220, 130) in colors  # static outlines
    assert (110, 170, 255) in colors  # the hero's
    assert (255, 240, 120) in colors  # its dot
    assert picture.crop((0, 0, 400, 60)).getcolors(maxcolors=100_000) is not None
    assert len(picture.crop((0, 0, 400, 60)).getcolors(maxcolors=100_000)) > 10  # the title
    assert picture.getpixel((width - 5, 5)) == (12, 14, 30) and height > 0
