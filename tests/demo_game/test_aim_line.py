"""The arc of a grenade before it is thrown, and that it changes nothing."""

from __future__ import annotations

import esper
import pytest

from demo_game.components import Glass, Grenade, Weapon
from demo_game.controls import Action
from demo_game.game import Game
from demo_game.levels import Level
from ecsphys import Transform, Vec2
from tests.demo_game.levels import at, box, level
from tests.demo_game.play import arm, only, run, tap

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

TILE = 64.0
YARD = level(at("crate", 9, 2.5), at("drone", 20, 6), box("glass", 8, 2, 0.25, 6))


def armed(games: list[Game], yard: Level, target: tuple[float, float]) -> Game:
    """A game whose character aims a grenade at a point, in tiles."""
    game = Game(level=yard)
    games.append(game)
    run(game, 0.5)
    arm(game, Weapon.GRENADES)
    game.controls.target = Vec2(*target) * TILE
    run(game, 0.1)
    return game


def line(game: Game):
    from demo_game.view.aim_line import AimLine

    return AimLine(game)


def flight(game: Game) -> list[Vec2]:
    """Throw a grenade; return where it is after each step."""
    tap(game, Action.FIRE)
    place = esper.component_for_entity(only(Grenade), Transform)
    positions = []
    while esper.get_component(Grenade):
        positions.append(place.position)
        game.step()
    return positions


@pytest.mark.parametrize(
    ("yard", "target"),
    [(level(), (12, 7)), (level(at("crate", 10, 2.5)), (9, 5)), (level(view="top"), (9, 5))],
    ids=["bounces", "crate", "from above"],
)
def test_a_grenade_flies_as_the_line_shows(
    games: list[Game], yard: Level, target: tuple[float, float]
) -> None:
    game = armed(games, yard, target)
    expected = line(game).points()
    positions = flight(game)
    assert len(positions) > 80
    for real, shown in zip(positions[1:], expected, strict=False):
        assert real.distance(shown) < 3.0  # a crate that is hit moves
    if not any(thing.kind == "crate" for thing in yard.things):
        for real, shown in zip(positions[1:], expected, strict=False):
            assert real.distance(shown) < 1e-9  # entities there have other numbers, so a pair may be swapped


@pytest.mark.jit
def test_the_line_changes_nothing(games: list[Game]) -> None:
    plain, shown = (armed(games, YARD, (14, 6)) for _ in range(2))
    aim = line(shown)
    for step in range(90):
        for game in (plain, shown):
            game.controls.hold(Action.FIRE, step == 20)
            game.step()
        aim.points()
        assert esper.current_world == shown.world
    for game in (plain, shown):
        game.enter()
        game.step()
    assert shown.fingerprint() == plain.fingerprint() and shown.session == plain.session
    assert shown.recording.entries == plain.recording.entries


def test_the_line_follows_what_breaks_and_what_moves(games: list[Game]) -> None:
    game = armed(games, YARD, (14, 6))
    aim = line(game)
    pane = only(Glass)
    assert max(point.x for point in aim.points()) < 8 * TILE  # bounces off the glass
    game.physics.despawn(pane)
    game.step()
    assert max(point.x for point in aim.points()) > 12 * TILE


def test_there_is_a_line_only_with_a_grenade_in_hand(games: list[Game]) -> None:
    game = armed(games, YARD, (14, 6))
    aim = line(game)
    assert len(aim.points()) == 96
    arm(game, Weapon.GRENADES, 0.0)
    assert aim.points() == []
    arm(game, Weapon.PISTOL)
    assert aim.points() == []
    restarted = armed(games, YARD, (14, 6))
    assert len(line(restarted).points()) == 96  # in place of the other one


def test_a_prediction_does_not_run_the_rules(games: list[Game]) -> None:
    """They are processors among the systems of the physics."""
    game = armed(games, YARD, (14, 6))
    before, seconds = game.physics.fingerprint(), game.session.seconds
    game.physics.predict(game.session.player, 20)
    assert (game.physics.fingerprint(), game.session.seconds) == (before, seconds)
    assert len(game.recording.entries) == game.physics.step_count


def test_the_line_is_drawn_for_a_player(window, games: list[Game]) -> None:
    from demo_game.view.play import PlayView
    from tests.demo_game.windows import picture

    game = armed(games, level(), (12, 7))
    window.show_view(PlayView(game))
    game.step()
    with_line = picture(window)
    game.script = True
    assert picture(window) != with_line
    game.script = False
    assert picture(window) == with_line
