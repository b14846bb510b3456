"""What holds of every exhibit of the catalogue."""

import math

import esper
import numpy as np
import pytest

from ecsphys.lab import names, open_exhibit
from ecsphys.lab.controls import Point, Thing
from ecsphys.lab.display import Disc, Polygon, SceneItem, Segments, Text
from ecsphys.lab.sources import listing
from ecsphys.lab.space.exhibit import Thing3


@pytest.fixture(params=names())
def runner(request):
    runner = open_exhibit(request.param)
    yield runner
    runner.close()


def play(runner, steps):
    if runner.exhibit.moves():
        runner.play(steps)


def visit(runner):
    """Run, drag each handle, run on."""
    play(runner, 5)
    for name, control in runner.exhibit.controls.items():
        if isinstance(control, Thing | Point | Thing3):
            value = runner.exhibit.values[name]
            x, y = runner.exhibit.camera().place(value[0]) if isinstance(control, Thing3) else value[:2]
            if runner.press((x, y)):
                runner.drag((x + 7.0, y - 5.0))
            runner.release()
    play(runner, 5)


def coordinates(item):
    if isinstance(item, Segments):
        return item.points
    if isinstance(item, Polygon):
        return item.points
    if isinstance(item, SceneItem):
        solids = [some.placed().reshape(-1, 3) for some in item.scene.solids]
        return np.concatenate([*solids, *(lines.points for lines in item.scene.lines)])
    return item.center if isinstance(item, Disc) else item.position


def test_it_says_what_it_shows(runner):
    kind = type(runner.exhibit)
    assert kind.title
    assert 40 <= len(kind.text.split()) <= 130
    assert kind.source
    for thing in kind.source:
        assert listing(thing).path.startswith("ecsphys/") and listing(thing).text.strip()


def test_its_letters_are_free(runner):
    keys = [
        part.key for part in [*runner.exhibit.controls.values(), *runner.exhibit.buttons.values()] if part.key
    ]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & {"c", "h"}  # of the window: code and help


def test_what_it_draws_is_finite_and_readable(runner):
    for _ in range(3):
        items = runner.display().items
        assert items
        for item in items:
            assert np.isfinite(np.array(coordinates(item), float)).all()
            assert not isinstance(item, Text) or item.size >= 11.0
        play(runner, 10)


def test_numbers_are_plain_and_finite(runner):
    play(runner, 5)
    for name, value in runner.numbers().items():
        assert type(value) in (bool, int, float, str), (name, type(value))
        assert not isinstance(value, float) or math.isfinite(value), name


def test_its_state_is_a_line_of_python(runner):
    visit(runner)
    again = eval(runner.state(), {"open_exhibit": open_exhibit})
    assert again.numbers() == runner.numbers()
    assert again.state() == runner.state()
    again.close()


def test_its_state_is_a_test(runner):
    visit(runner)
    namespace = {}
    exec(runner.as_test(), namespace)
    (test,) = (value for key, value in namespace.items() if key.startswith("test_"))
    test()


def test_handles_may_lie_on_each_other_and_outside(runner):
    dots = [name for name, control in runner.exhibit.controls.items() if isinstance(control, Point)]
    for name in dots:
        for place in [*(runner.exhibit.values[other] for other in dots if other != name), (900.0, -700.0)]:
            runner.set(name, place)
            play(runner, 1)
            assert runner.display().items
            assert runner.numbers()


def test_reset_begins_again(runner):
    before = runner.numbers()
    visit(runner)
    runner.reset()
    assert runner.numbers() == before


def test_it_leaves_no_world_behind():
    before = esper.list_worlds(), esper.current_world
    for name in names():
        runner = open_exhibit(name)
        runner.step_once()
        runner.close()
    assert (esper.list_worlds(), esper.current_world) == before
