"""The demo game's time line: the last ten seconds, in a window, with all of the game's own state."""

from __future__ import annotations

import copy

import esper
import pytest

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from arcade import key

from demo_game import signals
from demo_game.components import Arsenal
from demo_game.controls import Action
from demo_game.game import Game
from demo_game.view.past import CONSTANT
from demo_game.view.play import PlayView
from tests.demo_game.windows import picture, tap

pytestmark = pytest.mark.jit
SECONDS = 1.2


@pytest.fixture
def view(window):
    game = Game(2, seed=7, script=True)
    view = PlayView(game)
    window.show_view(view)
    advance(window, SECONDS)
    yield view
    if view.overlay.time.is_open:
        view.overlay.time.close()
    window.hide_view()
    game.close()


def advance(window, seconds: float) -> None:
    for _ in range(round(60 * seconds)):
        window.dispatch_event("on_update", 1 / 60)


def test_a_look_back_leaves_the_game_and_its_future_as_they_were(window, view):
    game, line = view.game, view.overlay.time.time_line
    then = game.fingerprint(), copy.deepcopy(game.session), len(game.recording.entries)
    tap(window, key.F8)
    assert view.looks_back and game.physics.paused
    for symbol in (key.LEFT, key.LEFT, key.PAGEUP, key.HOME, key.RIGHT):
        tap(window, symbol)
        window.dispatch_event("on_update", 1 / 60)
        picture(window)
    assert line.step == line.steps[0] + 1 and game.session.seconds < 0.05 < then[1].seconds
    tap(window, key.F8)
    assert (game.fingerprint(), game.session, len(game.recording.entries)) == then
    advance(window, 0.2)
    twin = Game(2, seed=7, script=True)
    for _ in range(game.physics.step_count):
        twin.step()
    assert twin.fingerprint() == game.fingerprint() and not line.problem
    twin.close()


def test_a_game_that_goes_on_from_the_past_can_be_replayed_from_its_recording(window, view):
    game = view.game
    tap(window, key.F8)
    for _ in range(20):
        tap(window, key.LEFT)
    step = game.physics.step_count
    tap(window, key.ENTER)
    assert not view.looks_back and game.physics.step_count == step == round(60 * SECONDS) - 20
    game.script = False
    game._script = None
    game.controls.press(Action.FIRE)
    advance(window, 0.5)
    assert len(game.recording.entries) == game.physics.step_count == step + 30
    assert game.session.counts["fired pistol"] > 0
    twin = Game(replay=game.recording)
    for _ in range(game.physics.step_count):
        twin.step()
    assert twin.fingerprint() == game.fingerprint()
    assert twin.session.counts == game.session.counts
    twin.close()
    found = view.overlay.time.time_line.compare()
    assert found is not None and found.divergence.step > step


def test_events_of_the_past_make_no_sound_and_no_sparks(window, view):
    heard = []

    def hear(signal: signals.Signal) -> None:
        heard.append(signal)

    for name in (signals.FIRED, signals.JUMPED, signals.LANDED, signals.PICKED_UP):
        esper.set_handler(name, hear)
    tap(window, key.F8, key.HOME, key.SPACE)
    for _ in range(200):
        window.dispatch_event("on_update", 1 / 60)
    line = view.overlay.time.time_line
    assert line.step == line.steps[-1] and heard == []


def test_every_step_is_kept_and_constant_components_are(view):
    game = view.game
    line = view.overlay.time.time_line
    assert line.keyframes == list(line.steps)
    before = {kind: copy.deepcopy(dict(esper.get_component(kind))) for kind in CONSTANT}
    for _ in range(120):
        game.step()
    for kind, components in before.items():
        now = dict(esper.get_component(kind))
        for entity in components.keys() & now.keys():
            assert now[entity] == components[entity], kind
    assert line.nbytes < 100e6


def test_a_restart_has_a_time_line_of_its_own(window, view):
    old = view.overlay.time.time_line
    view.restart(checkpoint=False)
    advance(window, 0.1)
    line = view.overlay.time.time_line
    assert line is not old and len(line.steps) < 10
    tap(window, key.F8, key.LEFT)
    assert line.step == line.steps[-2]
    arsenal = esper.component_for_entity(view.game.session.player, Arsenal)
    view.pad_press("a")
    assert arsenal is esper.component_for_entity(view.game.session.player, Arsenal)
