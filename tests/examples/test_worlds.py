"""The examples of state, of several worlds and of many bodies keep what they promise."""

from __future__ import annotations

import esper
import numpy as np
import pytest

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from arcade import key

from ecsphys import RigidBody, Transform
from tests.examples.stage import STEP, load

pytestmark = pytest.mark.jit


def test_the_server_reports_every_second(capsys):
    server = load("headless_server")
    matches = server.main()
    assert capsys.readouterr().out.count("bounces") == 4 * server.SECONDS
    assert all(match.bounces > 50 for match in matches)
    assert all(match.physics.step_count == 60 * server.SECONDS for match in matches)


def test_four_worlds_have_the_bits_of_one():
    server = load("headless_server")
    ends = []
    for numbers in ((0, 1, 2, 3), (2,)):
        matches = [server.Match(number) for number in numbers]
        for _ in range(300):
            for match in matches:
                match.tick(STEP)
        ends.append({match.world: (match.bounces, match.report()) for match in matches})
        for match in matches:
            esper.switch_world("default")
            esper.delete_world(match.world)
    assert ends[1]["match 2"] == ends[0]["match 2"]
    assert len({report for _, report in ends[0].values()}) == 4


def test_rewinding_goes_back_to_the_bit(show):
    stage = show("save_and_rewind")
    stage.run(0.5)
    before = stage.physics.fingerprint()
    stage.run(1)
    assert stage.physics.fingerprint() != before
    stage.hold(1, key.BACKSPACE)
    assert stage.physics.fingerprint() == before
    stage.hold(3, key.BACKSPACE)  # further than the beginning
    assert stage.physics.step_count == 0


def test_a_saved_tower_is_loaded(show, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    stage = show("save_and_rewind")
    stage.tap(key.L)  # there is none yet
    stage.run(0.8)
    stage.tap(key.S)
    saved, count = stage.physics.fingerprint(), len(stage.moving())
    stage.click(640, 650)
    stage.run(0.5)
    assert len(stage.moving()) == count + 1
    stage.tap(key.L)
    assert stage.physics.fingerprint() == saved and len(stage.moving()) == count


def test_a_file_brings_sprites_back(show, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    stage = show("saved_sprites")
    sync = stage.view.sync
    stage.click(640, 300)
    stage.run(0.2)
    stage.tap(key.S)
    stage.picture()
    saved = looks(sync)
    stage.click(300, 400)
    stage.run(0.5)
    assert len(looks(sync)) == len(saved) + 1
    stage.tap(key.L)
    stage.picture()
    assert looks(sync) == saved and len(sync.sprites) == len(sync)
    esper.switch_world("another run")
    again = stage.module.SavedSprites()
    again.on_key_press(key.L, 0)
    again.on_draw()
    assert looks(again.sync) == saved


def looks(sync):
    """Return the bodies with the pictures of their sprites, and how high these are."""
    entities = sorted(sync.physics.bodies["entity"].tolist())
    sprites = [sync.sprite(entity) for entity in entities]
    return [(sprite.texture.file_path.stem, sprite.center_y) for sprite in sprites]


def test_both_machines_come_to_the_same_game(show):
    stage = show("rollback")
    machines = stage.view.machines
    stage.run(1)
    stage.hold(0.7, key.D, key.LEFT)
    stage.hold(0.3, key.W)
    stage.run(2)
    assert all(machine.physics.step_count > 200 for machine in machines)
    left, right = places(machines[0]), places(machines[1])
    assert left == right and left[0] > 250 and left[1] < 390  # both ran to the middle
    for machine in machines:
        assert not [event for event in machine.session.events() if event.kind == "desync"]


def places(machine):
    esper.switch_world(machine.world)
    return [round(place.x, 3) for _, (place, _) in sorted(esper.get_components(Transform, RigidBody))]


@pytest.mark.long
def test_the_crowd_walks_around_the_mouse_and_its_sprites_follow(show):
    stage = show("crowd")
    stage.point(640, 360)
    before = stage.physics.step_count
    stage.run(1)
    stage.view.sync.update()
    bodies = stage.physics.bodies
    x, y = bodies["x"] - 640, bodies["y"] - 360
    assert len(bodies) == 5000 and stage.physics.step_count == before + 60
    turning = x * bodies["vy"] - y * bodies["vx"]
    assert np.mean(turning > 0) > 0.9
    person = int(bodies["entity"][1234])
    place = stage.part(person, Transform).interpolated
    assert stage.view.sync.sprite(person).position == pytest.approx(place[:2], abs=1e-3)


def test_drops_are_born_move_and_age(show):
    stage = show("own_processors")
    stage.run(1)
    assert len(stage.moving()) == 60
    oldest = stage.moving()[0]
    assert stage.part(oldest, stage.module.Age).seconds == pytest.approx(1)
    stage.run(4)
    assert not esper.entity_exists(oldest) and 235 < len(stage.moving()) <= 241
