"""The window of the lab on whatever display there is: keys, mouse, panels, files."""

from __future__ import annotations

import pytest

from ecsphys.lab import names, open_exhibit
from ecsphys.lab.controls import Choice, Slider, Toggle
from ecsphys.lab.exhibit import Exhibit
from ecsphys.lab.runner import Runner

CTRL, SHIFT = 2, 1  # modifiers of pyglet
ERROR = (255, 96, 96)


@pytest.fixture
def key():
    import arcade

    return arcade.key


def center(spot):
    return spot.bounds.center


@pytest.mark.parametrize("name", names())
def test_every_exhibit_opens_and_draws(lab, name):
    lab.desk.open(name)
    lab.frames(3)
    assert lab.desk.visit.error == []
    assert lab.runner.name == name
    assert len(set(lab.part(lab.window.stage_bounds))) > 10  # something is drawn


def test_arrows_go_through_the_list_and_around(lab, key):
    listed = names()
    before = lab.part(lab.window.info.bounds)
    lab.tap(key.RIGHT)
    assert lab.runner.name == listed[1]
    assert lab.part(lab.window.info.bounds) != before
    lab.tap(key.UP)
    lab.tap(key.LEFT)
    assert lab.runner.name == listed[-1]
    lab.tap(key.DOWN)
    assert lab.runner.name == listed[0]


def test_a_click_into_the_list_opens_an_exhibit(lab):
    spot = lab.window.list.spots[2]  # after the search field and the first exhibit
    lab.click(*center(spot))
    assert lab.runner.name == names()[1]


def test_the_list_scrolls_to_the_exhibit(lab):
    lab.window.dispatch_event("on_resize", 1280, 400)
    lab.desk.open(names()[-1])
    lab.frames(1)
    low = min(spot.bounds.lower.y for spot in lab.window.list.spots)
    assert lab.window.list.bounds.lower.y - 1 <= low
    lab.window.dispatch_event("on_mouse_scroll", 50, 200, 0, 50)
    lab.frames(1)
    first = lab.window.list.spots[1]
    assert first.bounds.upper.y < 400 - 44


def test_search_by_keys(lab, key):
    lab.tap(key.SLASH, text="/")
    assert lab.desk.searching and lab.desk.query == ""
    lab.type("tunnelx")
    assert [entry.name for entry in lab.desk.listed()] == []
    lab.tap(key.BACKSPACE)
    assert "tunnelling" in [entry.name for entry in lab.desk.listed()]
    first = lab.desk.listed()[0].name
    lab.tap(key.ENTER)
    assert lab.runner.name == first and not lab.desk.searching
    lab.tap(key.ESCAPE)
    assert len(lab.desk.listed()) == len(names())


def test_search_by_mouse_takes_letters_from_the_exhibit(lab, key):
    lab.desk.open("tutorial-scene")
    lab.frames(1)
    before = lab.runner.exhibit.values["gravity"]
    lab.click(*center(lab.window.list.spots[0]))
    lab.tap(key.G, text="g")
    assert lab.desk.query == "g" and lab.runner.exhibit.values["gravity"] == before
    lab.click(*lab.window.stage_bounds.center)
    assert not lab.desk.searching
    lab.tap(key.G, text="g")
    assert lab.runner.exhibit.values["gravity"] != before


def test_time_pauses_steps_and_slows(lab, key):
    lab.desk.open("tunnelling")
    lab.frames(10)
    assert lab.runner.steps == 10
    lab.tap(key.SPACE)
    lab.frames(10)
    assert lab.runner.steps == 10
    lab.tap(key.PERIOD)
    assert lab.runner.steps == 11
    lab.tap(key.SPACE)
    lab.tap(key.F7)
    before = lab.runner.steps
    lab.frames(50)
    assert lab.runner.steps - before == pytest.approx(10, abs=1)
    lab.tap(key.F5)
    assert lab.runner.steps <= 1


def test_the_bar_does_what_keys_do(lab):
    from ecsphys.lab.window.commands import COMMANDS

    buttons = [command.name for command in COMMANDS if command.button]
    spots = dict(zip(buttons, [center(spot) for spot in lab.window.bar.spots], strict=True))
    before = lab.part(lab.window.bar.bounds)
    lab.click(*spots["pause"])
    assert lab.runner.paused
    assert lab.part(lab.window.bar.bounds) != before
    lab.click(*spots["next"])
    assert lab.runner.name == names()[1] and lab.runner.paused
    lab.click(*spots["help"])
    assert lab.desk.shows_help
    lab.click(*spots["code"])
    assert lab.desk.shows_code and not lab.desk.shows_help


def test_the_mouse_drags_and_the_wheel_turns(lab):
    lab.desk.open("swept-shapes")
    lab.frames(1)
    window, exhibit = lab.window, lab.runner.exhibit
    name = next(n for n, c in exhibit.controls.items() if hasattr(c, "turns") and c.turns)
    x, y, angle = exhibit.values[name]
    lab.drag(window.window_point((x, y)), window.window_point((x + 15, y - 25)))
    assert exhibit.values[name] == pytest.approx((x + 15, y - 25, angle), abs=1e-6)
    window.dispatch_event("on_mouse_scroll", *window.window_point((x + 15, y - 25)), 0, 2)
    assert exhibit.values[name].angle == pytest.approx(angle + 2 * 5 * 3.14159265 / 180, abs=1e-6)


def test_keys_move_the_selected_thing(lab, key):
    values = lab.runner.exhibit.values
    start = dict(values)
    lab.tap(key.TAB)
    lab.tap(key.RIGHT, SHIFT)
    lab.tap(key.UP, SHIFT)
    assert values["a"][:2] == pytest.approx((start["a"].x + 4, start["a"].y + 4))
    lab.tap(key.TAB)
    lab.tap(key.DOWN, SHIFT)
    assert values["b"][:2] == pytest.approx((start["b"].x, start["b"].y - 4))
    assert lab.runner.name == "circle-and-circle"


def test_ctrl_arrows_turn(lab, key):
    lab.desk.open("swept-shapes")
    lab.tap(key.TAB)
    name = lab.runner.selected
    angle = lab.runner.exhibit.values[name].angle
    lab.tap(key.LEFT, CTRL)
    assert lab.runner.exhibit.values[name].angle == pytest.approx(angle + 0.0872664626)


def test_keys_move_turn_and_lift_in_space_and_move_the_camera(lab, key):
    lab.desk.open("space-separating-axes")
    exhibit = lab.runner.exhibit
    lab.frames(1)
    before = lab.part(lab.window.stage_bounds)
    lab.tap(key.TAB)
    assert lab.runner.selected == "a"
    assert lab.part(lab.window.stage_bounds) != before  # a ring shows what is selected
    x, y, z = exhibit.a.position
    lab.tap(key.RIGHT, SHIFT)
    lab.tap(key.UP, SHIFT)
    assert exhibit.a.position[1] == y and exhibit.a.position[0] > x and exhibit.a.position[2] < z
    lab.tap(key.PAGEUP, SHIFT)
    assert exhibit.a.position[1] > y
    turns = [exhibit.a.orientation]
    for symbol in (key.LEFT, key.UP):
        lab.tap(symbol, CTRL)
        turns.append(exhibit.a.orientation)
    assert len(set(turns)) == 3
    camera, pose = exhibit.camera(), exhibit.a
    for symbol in (key.END, key.PAGEUP, key.PLUS):
        lab.tap(symbol)
    after = exhibit.camera()
    assert after.turn > camera.turn and after.height > camera.height and after.distance < camera.distance
    for symbol in (key.HOME, key.PAGEDOWN, key.MINUS):
        lab.tap(symbol)
    assert exhibit.camera()[1:] == pytest.approx(camera[1:]) and exhibit.a == pose


class Controls(Exhibit):
    """One control of each kind."""

    title = "Controls"
    speed = Slider("speed", 10.0, 30.0, 20.0)
    on = Toggle("on", False, key="o")
    kind = Choice("kind", ("one", "two"), "one")
    failing = Toggle("failing", False)

    def numbers(self):
        if self.failing:
            raise RuntimeError("the exhibit is broken")
        return {"speed": self.speed, "on": self.on}


@pytest.fixture
def controls(lab):
    lab.desk.visit.runner = Runner("controls", Controls)
    lab.frames(1)
    return lab


def test_controls_by_mouse(controls):
    slider, toggle, _, two, _ = controls.window.info.spots
    values = controls.runner.exhibit.values
    controls.click(*center(slider))
    assert values["speed"] == pytest.approx(20.0)
    (left, _), (right, _) = slider.bounds
    y = center(slider).y
    controls.drag((left + 20, y), (right + 500, y))  # beyond its end
    assert values["speed"] == 30.0
    quarter = left + 7 + 0.25 * (right - left - 14)
    controls.drag((left + 20, y), (quarter, y))
    assert values["speed"] == pytest.approx(15.0)
    controls.click(*center(toggle))
    assert values["on"] is True
    controls.tap(ord("o"))
    assert values["on"] is False
    controls.click(*center(two))
    assert values["kind"] == "two"


def test_values_are_drawn_live(controls):
    bounds = controls.window.info.bounds
    before = controls.part(bounds)
    controls.runner.set("speed", 28.0)
    assert controls.part(bounds) != before
    controls.runner.set("speed", 20.0)
    controls.frames(3)
    assert controls.part(bounds) == before


def test_numbers_follow(controls, tmp_path):
    (left, _), (right, _) = controls.window.info.spots[-1].bounds
    below = controls.window.info.spots[-1].bounds.lower.y
    numbers = type(controls.window.info.bounds)((left, 40), (right, below))
    before = controls.part(numbers)
    controls.runner.set("on", True)
    controls.frames(3)
    assert controls.part(numbers) != before
    controls.runner.set("on", False)
    controls.window.save_screen(tmp_path / "now.png")  # at once
    assert controls.part(numbers) == before


def test_an_error_is_shown_and_the_window_goes_on(controls, key):
    def reds():
        image = controls.picture()
        return sum(pixel == ERROR for pixel in image.crop((215, 0, 935, 680)).getdata())

    assert reds() == 0
    controls.runner.set("failing", True)
    controls.frames(3)
    assert controls.desk.visit.error[0] == "RuntimeError: the exhibit is broken"
    assert reds() > 100
    controls.tap(key.RIGHT)
    assert controls.desk.visit.error == [] and controls.runner.name == names()[1]


def test_the_code_is_shown_and_scrolls(lab, key):
    from ecsphys.lab.window.code_panel import code_rows

    rows = code_rows("circle-and-circle")
    assert rows[0].text.startswith("ecsphys/collide/")
    number = next(row.number for row in rows if row.text.startswith("def collide_circles("))
    with open(rows[0].text) as file:
        assert file.read().splitlines()[number - 1].startswith("def collide_circles(")
    stage = lab.part(lab.window.stage_bounds)
    lab.tap(key.C, text="c")
    first = lab.part(lab.window.code.bounds)
    lab.window.dispatch_event("on_mouse_scroll", 600, 300, 0, -1)
    assert lab.part(lab.window.code.bounds) != first
    lab.tap(key.ESCAPE)
    assert lab.part(lab.window.stage_bounds) == stage


@pytest.mark.parametrize("name", names())
def test_every_exhibit_has_code(name):
    from ecsphys.lab.window.code_panel import code_rows

    assert sum(row.number > 0 for row in code_rows(name)) >= 5


def test_help_is_shown(lab, key):
    before = lab.part(lab.window.stage_bounds)
    lab.tap(key.F1)
    assert lab.part(lab.window.stage_bounds) != before
    lab.tap(key.F1)
    assert lab.part(lab.window.stage_bounds) == before


def test_the_state_is_copied_as_python(lab, key):
    lab.desk.open("tunnelling")
    lab.frames(5)
    slider = next(
        n for n, c in lab.runner.exhibit.controls.items() if isinstance(c, Slider) and not c.rebuild
    )
    control = lab.runner.exhibit.controls[slider]
    lab.runner.set(slider, control.at(0.8))
    lab.frames(20)
    lab.tap(key.SPACE)
    lab.tap(key.C, CTRL)
    again = eval(lab.window.get_clipboard_text(), {"open_exhibit": open_exhibit})
    assert again.numbers() == lab.runner.numbers()
    assert again.exhibit.values == lab.runner.exhibit.values
    again.close()


def test_the_state_is_copied_as_a_test(lab, key):
    lab.runner.set("a", (-30.0, 12.0))
    lab.tap(key.T, CTRL)
    space = {}
    exec(lab.window.get_clipboard_text(), space)
    space["test_circle_and_circle"]()
    wrong = lab.window.get_clipboard_text().replace("a=(-30.0, 12.0", "a=(-31.0, 12.0")
    exec(wrong, space)
    with pytest.raises(AssertionError):
        space["test_circle_and_circle"]()


def test_pictures_and_films_are_saved(lab, key, tmp_path):
    from PIL import Image

    lab.tap(key.F12)
    lab.tap(key.F12)
    with Image.open(tmp_path / "circle-and-circle-2.png") as image:
        assert image.size == (1280, 720)
    lab.tap(key.F11)
    for k in range(24):
        lab.runner.set("a", (-30.0 + 5 * k, 12.0))
        lab.frames(1)
    lab.tap(key.F11)
    assert "Saving" in lab.desk.message
    for film in lab.desk._saving:
        film.wait()
    lab.frames(1)
    assert lab.desk.message.startswith("Saved")
    with Image.open(tmp_path / "circle-and-circle-1.gif") as film:
        assert film.n_frames == 11  # 0.4 s and a bit at 25 pictures a second
        assert film.info["duration"] == 40


def test_a_folder_that_cannot_be_written_is_a_message(lab, key, tmp_path):
    lab.desk.folder = tmp_path / "missing"
    lab.tap(key.F12)
    assert lab.desk.message.startswith("No picture: ")


def test_the_stage_scales_with_the_window(lab):
    assert lab.window.place.scale == 1.0
    lab.window.dispatch_event("on_resize", 1000, 500)
    lab.frames(1)
    assert lab.window.place.scale == pytest.approx(min(440 / 720, 460 / 640))
    point = (120.0, -70.0)
    assert lab.window.stage_point(*lab.window.window_point(point)) == pytest.approx(point)
