"""Every chapter of the tutorial runs, and a scripted player gets as far as its text says."""

from __future__ import annotations

import importlib.util
import itertools
import subprocess
import sys
from pathlib import Path
from textwrap import indent
from types import ModuleType
from typing import Any

import esper
import pytest

from tests.docs.pages import blocks_of

pytestmark = pytest.mark.jit

FOLDER = Path(__file__).parents[2] / "docs" / "tutorial"
_worlds = itertools.count()


def load(name: str) -> ModuleType:
    """Import a file of the tutorial."""
    spec = importlib.util.spec_from_file_location(f"tutorial_{name}", FOLDER / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def new_game(number: int) -> tuple[Any, ModuleType]:
    esper.switch_world(f"tutorial {next(_worlds)}")
    module = load(f"chapter_{number}")
    return module.Game(), module


def run(game: Any, seconds: float) -> None:
    for _ in range(round(60 * seconds)):
        game.update(1 / 60)


def test_1_the_ball_bounces_and_rests() -> None:
    game, _ = new_game(1)
    heights = []
    for _ in range(600):
        game.update(1 / 60)
        heights.append(game.ball.y)
    assert heights[-1] == pytest.approx(20, abs=0.5)
    assert min(heights) > 12  # within a step it sinks in a little, and bounces in the next one
    assert max(heights[40:]) > 60  # the first bounce


def test_2_the_hero_runs_and_jumps_as_high_as_said() -> None:
    game, module = new_game(2)
    run(game, 0.2)
    game.press("right")
    run(game, 1)
    assert game.place.x == pytest.approx(module.SPEED, rel=0.02)
    game.press("jump")
    heights = []
    for _ in range(60):
        game.update(1 / 60)
        heights.append(game.place.y - 24)
    assert max(heights) == pytest.approx(module.JUMP**2 / 3000, rel=0.03)
    game.press("jump")
    game.update(1 / 60)
    game.release("jump")
    run(game, 0.5)
    assert game.hero.on_floor  # a tap is a low jump


def test_3_the_ledge_lets_through_and_the_lift_carries() -> None:
    game, _ = new_game(3)
    game.place.position = (420, 24)
    run(game, 0.1)
    game.press("jump")
    run(game, 1)
    assert game.place.y == pytest.approx(80 + 6 + 24, abs=1)
    game.press("drop")
    run(game, 0.6)
    assert game.place.y == pytest.approx(24, abs=1)
    game.place.position = (700, 80)
    run(game, 0.5)
    heights = []
    for _ in range(60 * 6):
        game.update(1 / 60)
        heights.append(game.place.y)
        assert game.hero.on_floor
    assert max(heights) - min(heights) > 150


def test_4_coins_are_taken() -> None:
    game, module = new_game(4)
    before = len(list(esper.get_component(module.Coin)))
    game.press("right")
    run(game, 2)
    assert game.player.coins == 1
    run(game, 0.1)
    assert len(list(esper.get_component(module.Coin))) == before - 1


def test_5_slimes_turn_round_die_and_kill() -> None:
    game, module = new_game(5)
    run(game, 12)
    assert game.deaths == 1  # it came to the hero, who stood still
    game.start_again()
    ((slime, (place, kind)),) = esper.get_components(module.Transform, module.Slime)
    game.place.position = (place.x + 20 * kind.direction, 130)
    run(game, 1)
    assert not esper.entity_exists(slime)
    deaths = game.deaths
    game.place.position = (1150, 50)  # into the gap
    run(game, 1)
    assert game.deaths == deaths + 1 and game.place.x < 1000
    assert len(list(esper.get_component(module.Slime))) == 1


def test_6_the_bridge_bears_and_the_raft_floats() -> None:
    game, _ = new_game(6)
    game.place.position = (1150, 40)
    run(game, 2)
    assert game.hero.on_floor and -40 < game.place.y < 40
    game.place.position = (1650, 40)
    run(game, 3)
    assert game.hero.on_floor and -40 < game.place.y < 40 and game.deaths == 0


@pytest.mark.long
def test_7_the_tests_that_the_chapter_shows_pass() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_game.py"]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout


@pytest.mark.parametrize("number", range(1, 8))
def test_a_page_shows_its_chapter(number: int) -> None:
    page = FOLDER / f"chapter_{number}.md"
    programs = [(FOLDER / name).read_text("utf-8") for name in (f"chapter_{number}.py", "test_game.py")]
    blocks = [block.code for block in blocks_of(page)]
    for block in blocks:
        method = indent(block, "    ")
        assert any(block in program or method in program for program in programs), block
    whole = f"[chapter_{number}.py](chapter_{number}.py)\n\n<!-- {{literalinclude}} chapter_{number}.py -->"
    assert programs[0] in blocks or whole in page.read_text("utf-8")


def test_every_chapter_has_its_picture_below_its_title(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sphinx", reason="the documentation's tools are not installed")
    pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")
    import example_pictures

    from docs.pictures.make_tutorial import SHOTS

    assert set(SHOTS) == set(range(1, 8))
    monkeypatch.setattr(example_pictures, "CHAPTERS", tmp_path)
    page = (FOLDER / "chapter_3.md").read_text("utf-8")
    app: Any = None
    example_pictures.show_chapter(app, "tutorial/chapter_3", source := [page])
    assert source == [page]  # none was made
    (tmp_path / "chapter_3.gif").touch()
    example_pictures.show_chapter(app, "guide/chapter_3", source)
    assert source == [page]
    example_pictures.show_chapter(app, "tutorial/chapter_3", source)
    title, _, picture, *_ = source[0].splitlines()
    assert title.startswith("# 3 ") and picture.endswith("(../pictures/tutorial/chapter_3.gif)")


def test_the_window_shows_a_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")
    import arcade
    from arcade import key

    try:
        window = arcade.Window(320, 180, visible=False)
    except Exception as error:
        pytest.skip(f"no display: {error}")
    monkeypatch.setattr(arcade, "Window", lambda *arguments: window)
    monkeypatch.setattr(arcade, "run", lambda: None)
    window._enable_event_queue = False
    game, _ = new_game(4)
    try:
        load("window").run(game)
        window.dispatch_event("on_key_press", key.RIGHT, 0)
        for _ in range(60):
            window.dispatch_event("on_update", 1 / 60)
            window.dispatch_event("on_draw")
        window.dispatch_event("on_key_release", key.RIGHT, 0)
        assert game.player.coins == 1 and not game.keys
    finally:
        window.hide_view()
        window.close()
