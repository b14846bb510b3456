"""The time line of `PhysicsOverlay` in a window: its keys and mouse, sprites, and what it draws."""

from __future__ import annotations

from weakref import ref

import esper
import numpy as np
import pytest

from ecsphys import (
    COLLISION_BEGIN,
    Box,
    Circle,
    Collider,
    DistanceJoint,
    Physics,
    PhysicsWarning,
    RayCaster,
    RigidBody,
    Transform,
)
from ecsphys.replay import TimeLine
from ecsphys.state import Snapshot

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

import arcade
from arcade import key

from ecsphys.arcade import PhysicsOverlay, SpriteSync
from ecsphys.arcade import recorder as colors
from ecsphys.arcade.side_by_side import DIFFERENT_COLOR
from ecsphys.arcade.time_bar import FUTURE_COLOR, HEIGHT, NOW_COLOR, PAST_COLOR, Rail, path_lines
from ecsphys.drawing.force_lines import CONTACT_FORCE_COLOR, JOINT_FORCE_COLOR, force_lines
from ecsphys.drawing.poses import interpolate_poses
from tests.demo_game.windows import picture

STEPS = 60
SIZE = (1280, 720)


class Play(arcade.View):
    """A game of an arcade user: a ball that bounces, a ray that follows it, a sprite."""

    def __init__(self, keeps: bool = True):
        super().__init__()
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        esper.create_entity(Transform(640, 20), Collider(Box(1200, 40), restitution=0.9))
        self.ball = esper.create_entity(
            Transform(400, 300), RigidBody(velocity=(200, 0)), Collider(Circle(20), restitution=0.9)
        )
        line = TimeLine(self.physics) if keeps else None
        self.overlay = PhysicsOverlay(self.physics, time_line=line)
        self.sprites = arcade.SpriteList()
        self.sync = SpriteSync(self.physics, self.sprites)
        self.sync.add(self.ball, arcade.SpriteSolidColor(40, 40))
        self.heard: list[object] = []

    @property
    def line(self) -> TimeLine:
        line = self.overlay.time.time_line
        assert line is not None
        return line

    def on_update(self, dt):
        esper.process(dt)
        self.sync.update()

    def on_draw(self):
        self.clear()
        self.overlay.draw_world()
        self.overlay.draw_screen(*SIZE)

    def on_key_press(self, symbol, modifiers):
        if not self.overlay.on_key_press(symbol):
            self.heard.append(symbol)

    def on_key_release(self, symbol, modifiers):
        self.heard.append(-symbol)

    def on_mouse_motion(self, x, y, dx, dy):
        self.overlay.hover((x, y))

    def on_mouse_press(self, x, y, button, modifiers):
        self.heard.append("mouse")


@pytest.fixture
def show(window):
    views = []

    def start(keeps: bool = True) -> Play:
        view = Play(keeps)
        window.show_view(view)
        views.append(view)
        run(window, STEPS)
        return view

    yield start
    for view in views:
        view.overlay.time.stop()


def run(window, frames: int) -> None:
    for _ in range(frames):
        window.dispatch_event("on_update", 1 / 60)


def press(window, symbol: int, modifiers: int = 0) -> None:
    window.dispatch_event("on_key_press", symbol, modifiers)


def shown(image) -> set:
    return {color for _, color in image.getcolors(1_000_000)}


def test_keys_scrub_play_and_keep_off_the_game(window, show):
    view = show()
    line = view.line
    press(window, key.F8)
    assert line.is_open and view.physics.paused
    for symbol, step in ((key.LEFT, 59), (key.LEFT, 58), (key.RIGHT, 59), (key.HOME, 0), (key.END, 60)):
        press(window, symbol)
        assert line.step == step
    press(window, key.RIGHT)
    assert line.step == 61 == line.steps[-1]
    press(window, key.LEFT, key.MOD_SHIFT)
    run(window, 5)
    assert line.step == 56 and line.direction == -1
    press(window, key.SPACE)
    run(window, 2)
    assert line.step == 56
    press(window, key.F5)
    run(window, 2)
    assert line.step == 58
    press(window, key.F6)
    assert line.step == 59 and line.direction == 0
    window.dispatch_event("on_mouse_scroll", 5, 5, 0, -1)
    assert line.step == 58
    assert view.heard == []
    window.dispatch_event("on_key_release", key.W, 0)
    assert view.heard == [-key.W]  # else the game would think that it is still down
    press(window, key.ESCAPE)
    assert not line.is_open and not view.physics.paused and line.step == 61
    press(window, key.LEFT)
    assert view.heard[1:] == [key.LEFT] and line.step == 61
    run(window, 1)
    assert line.step == 62


def test_the_mouse_scrubs_on_the_bar_and_follows_what_it_clicks(window, show):
    view = show()
    line = view.line
    press(window, key.F8)
    picture(window)
    rail = view.overlay.time._bar.rail
    window.dispatch_event("on_mouse_press", rail.x(30), 20, 1, 0)
    assert line.step == 30
    for step in (29, 12, 44):
        window.dispatch_event("on_mouse_drag", rail.x(step), 500, 0, 0, 1, 0)
        assert line.step == step
    window.dispatch_event("on_mouse_release", 0, 0, 1, 0)
    window.dispatch_event("on_mouse_drag", rail.x(3), 500, 0, 0, 1, 0)
    assert line.step == 44 and line.followed is None
    line.seek(20)
    x, y = esper.component_for_entity(view.ball, Transform).position
    window.dispatch_event("on_mouse_motion", x, y, 0, 0)
    window.dispatch_event("on_mouse_press", x, y, 1, 0)
    assert line.followed == view.ball and view.heard == []
    future, past, cross = path_lines(line)
    assert (len(past.points), len(future.points)) == (2 * 20, 2 * 40)
    assert cross.points.mean(axis=0) == pytest.approx((x, y), abs=1e-3)
    window.dispatch_event("on_mouse_motion", 20, 600, 0, 0)
    window.dispatch_event("on_mouse_press", 20, 600, 1, 0)
    assert line.followed is None and path_lines(line) == []


def test_the_bar_shows_marks_and_the_step(window, show):
    view = show()
    view.line.mark(COLLISION_BEGIN)
    run(window, 90)
    assert not shown(picture(window)) & {NOW_COLOR[:3], PAST_COLOR[:3]}
    press(window, key.F8)
    at = next(iter(view.line.marks))
    press(window, key.PAGEUP)
    while view.line.step > at:
        press(window, key.PAGEUP)
    image = picture(window)
    assert {NOW_COLOR[:3], PAST_COLOR[:3], FUTURE_COLOR[:3]} <= shown(image)
    texts = [text.text for text in view.overlay.time._bar._words._texts]
    assert f"step {at}" in texts[0] and COLLISION_BEGIN in texts[0]
    bar = image.crop((0, SIZE[1] - round(HEIGHT), *SIZE))
    rail = view.overlay.time._bar.rail
    assert bar.getpixel((round(rail.x(at)), round(HEIGHT) - 34)) == NOW_COLOR[:3]
    press(window, key.F8)
    assert not shown(picture(window)) & {NOW_COLOR[:3], PAST_COLOR[:3]}


def test_places_on_the_rail_are_steps():
    rail = Rail(10.0, 110.0, range(100, 151))
    assert [rail.step(rail.x(step)) for step in (100, 117, 150)] == [100, 117, 150]
    assert (rail.step(-50), rail.step(999), Rail(0.0, 1.0, range(3, 4)).step(0.7)) == (100, 150, 3)


def test_without_a_time_line_f8_begins_to_keep(window, show):
    view = show(keeps=False)
    assert view.overlay.time.time_line is None and view.physics.hooks.watchers == ()
    press(window, key.F8)
    line = view.line
    assert line.is_open and line.steps == range(STEPS, STEPS + 1)
    press(window, key.F8)
    run(window, 5)
    press(window, key.F8)
    press(window, key.HOME)
    assert line.step == STEPS
    press(window, key.F8)
    view.overlay.time.stop()
    assert view.physics.hooks.watchers == () and "raycast" not in vars(view.physics)


def test_a_break_opens_it_and_another_view_closes_it(window, show):
    view = show()
    view.line.break_on(COLLISION_BEGIN)
    for _ in range(200):
        run(window, 1)
        picture(window)
        if view.line.is_open:
            break
    press(window, key.LEFT)
    assert view.line.is_open and view.line.step == view.line.steps[-2] and view.heard == []
    window.show_view(arcade.View())
    run(window, 1)
    assert not view.line.is_open and view.line.step == view.line.steps[-1]


# -- sprites -------------------------------------------------------------------------------------------


def test_sprites_follow_and_come_back_with_their_entities(window, show):
    view = show()
    sprite = view.sync.sprite(view.ball)
    crate = esper.create_entity(Transform(900, 60), RigidBody(), Collider(Box(40, 40)))
    box = view.sync.add(crate, arcade.SpriteSolidColor(40, 40), offset=(0, 5))
    run(window, 10)
    esper.delete_entity(view.ball)
    run(window, 10)
    assert list(view.sprites) == [box]
    press(window, key.F8)
    for _ in range(12):
        press(window, key.LEFT)
    run(window, 1)
    assert list(view.sprites) == [box, sprite]
    assert sprite.position == pytest.approx(esper.component_for_entity(view.ball, Transform).position)
    press(window, key.HOME)
    run(window, 1)
    assert list(view.sprites) == [sprite] and sprite.position == pytest.approx((400, 300), abs=1)
    press(window, key.END)
    run(window, 1)
    assert list(view.sprites) == [box]
    assert box.center_y == pytest.approx(esper.component_for_entity(crate, Transform).y + 5)


def test_a_number_that_is_another_entity_now_has_its_own_sprite(window, show):
    view = show()
    first = view.sync.sprite(view.ball)
    before = view.physics.snapshot()
    view.physics.reset()
    for x in (100, 200):
        ball = esper.create_entity(Transform(x, 300), RigidBody(), Collider(Circle(20)))
    assert ball == view.ball
    view.sync.remove(ball)
    second = view.sync.add(ball, arcade.SpriteSolidColor(10, 10))
    run(window, 3)
    assert list(view.sprites) == [second]
    after = view.physics.snapshot()
    for snapshot, sprites in ((before, [first]), (after, [second]), (before, [first])):
        view.physics.restore(snapshot)
        view.sync.update()
        assert list(view.sprites) == sprites


@pytest.fixture
def plain():
    """A world with a ball and its sprite, that nothing records."""
    physics, sprites = Physics(), arcade.SpriteList()
    esper.add_processor(physics)
    sync = SpriteSync(physics, sprites)
    ball = esper.create_entity(Transform(5, 0), RigidBody(), Collider(Circle(20)))
    return physics, sync, ball, sync.add(ball, arcade.SpriteSolidColor(40, 40), offset=(0, 5))


@pytest.mark.parametrize("way", ["delete", "kill and delete", "remove and delete", "kill", "remove"])
def test_a_snapshot_alone_brings_a_sprite_back(window, plain, way):
    physics, sync, ball, sprite = plain
    before = physics.snapshot()
    physics.step_once()
    if "kill" in way:
        sprite.kill()
    if "remove" in way:
        sync.remove(ball)
    if "delete" in way:
        esper.delete_entity(ball)
    for _ in range(3):
        physics.step_once()
        sync.update()
    assert ball not in sync and not sync.sprites
    physics.restore(before)
    sync.update()
    assert sync.sprite(ball) is sprite and sprite.position == (5, 5)


def test_a_sprite_goes_with_the_last_snapshot_that_could_bring_it_back(window, plain):
    class Weak(arcade.SpriteSolidColor): ...  # arcade's own cannot be referenced weakly

    physics, sync, ball, _ = plain
    sync.remove(ball)
    gone = ref(sync.add(ball, Weak(40, 40)))
    before = physics.snapshot()
    physics.step_once()
    esper.delete_entity(ball, immediate=True)
    step_without(physics, sync)
    assert gone() is not None and before.entities == 1
    del before
    step_without(physics, sync)
    assert gone() is None


def step_without(physics, sync):
    """Step, let the keeper of snapshots forget the last world, and let the sprites follow."""
    esper.create_entity(Transform(), Collider(Circle(1)))
    physics.step_once()
    physics.snapshot()
    sync.update()


def test_a_restore_to_when_a_sprite_had_been_removed_leaves_it_away(window, plain):
    physics, sync, ball, _ = plain
    for _ in range(2):
        physics.step_once()
        sync.update()
    sync.remove(ball)
    physics.step_once()
    after = physics.snapshot()
    physics.step_once()
    physics.restore(after)
    sync.update()
    assert ball not in sync and not sync.sprites


def test_what_is_asked_between_a_restore_and_the_next_update_is_of_the_restored_world(window, plain):
    physics, sync, ball, sprite = plain
    before = physics.snapshot()
    esper.delete_entity(ball, immediate=True)
    for _ in range(2):
        physics.step_once()
        sync.update()
    physics.restore(before)
    assert ball in sync and len(sync) == 1 and sync.sprite(ball) is sprite
    physics.reset()  # the level begins again, and numbers with it
    assert esper.create_entity(Transform(), RigidBody(), Collider(Circle(9))) == ball
    assert ball not in sync
    sync.add(ball, arcade.SpriteSolidColor(9, 9))


def test_a_loaded_file_asks_for_the_sprites_of_its_bodies(window, plain):
    physics, sync, ball, old = plain
    wall = esper.create_entity(Transform(), Collider(Box(10, 10)))
    data = physics.snapshot().to_bytes()
    asked = []

    @sync.on_restored
    def make(entity):
        asked.append(entity)
        return None if entity == wall else sync.add(entity, arcade.SpriteSolidColor(9, 9), offset=(0, 7))

    before = physics.snapshot()
    physics.restore(Snapshot.from_bytes(data))
    sync.update()
    sync.update()
    assert asked == [ball, wall] and list(sync.sprites) == [sync.sprite(ball)] != [old]
    assert sync.sprite(ball).position == (5, 7)
    physics.restore(before)  # has its own
    sync.update()
    assert list(sync.sprites) == [old] and asked == [ball, wall, wall]


def test_a_load_without_new_sprites_is_warned_of_once(window, plain):
    physics, sync, ball, _ = plain
    data = physics.snapshot().to_bytes()
    for _ in range(2):  # a game may make them itself
        physics.restore(Snapshot.from_bytes(data))
        sync.add(ball, arcade.SpriteSolidColor(9, 9))
        sync.update()
    physics.restore(Snapshot.from_bytes(data))
    with pytest.warns(PhysicsWarning, match=r"entity 1 .* no sprite .*on_restored") as caught:
        sync.update()
        sync.update()
    assert caught[0].filename == __file__


# -- forces, rays, two runs ----------------------------------------------------------------------------


def test_forces_are_as_large_as_what_they_hold(window):
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    esper.create_entity(Transform(640, 0), Collider(Box(1200, 40)))
    esper.create_entity(Transform(400, 40), RigidBody(can_sleep=False), Collider(Box(40, 40)))
    hung = esper.create_entity(Transform(800, 300), RigidBody(can_sleep=False), Collider(Circle(20)))
    esper.create_entity(DistanceJoint(None, hung, anchor_a=(800, 400)))
    for _ in range(90):
        physics.step_once()
    bodies = physics.world.bodies
    contacts, joints = force_lines(physics, interpolate_poses(bodies.rows[: bodies.count], 1.0))
    assert (contacts.colors[0] == CONTACT_FORCE_COLOR).all() and (joints.colors[0] == JOINT_FORCE_COLOR).all()
    strokes = contacts.points.reshape(-1, 3, 2, 2)[:, 0]
    third = 1.6 * 64 / 3  # F = W / 2 at each corner: F / (F + W)
    assert strokes[:, 1] - strokes[:, 0] == pytest.approx(np.array([[0, third], [0, third]]), abs=0.2)
    assert joints.points[:2] == pytest.approx(np.array([[800, 300], [800, 300 + 0.8 * 64]]), abs=0.2)


def test_rays_of_the_step_shown_are_drawn_though_nothing_was_drawn_then(window, show):
    view = show()
    caster = esper.create_entity(Transform(100, 600), Collider(Circle(5), mask=0), RayCaster((1, 0), 300))
    for k in range(20):
        view.physics.raycast((100 + k, 500), (100 + k, 0))
        run(window, 1)
    press(window, key.F8)
    press(window, key.F3)
    for _ in range(8):
        press(window, key.LEFT)
    view.overlay.draw_world()
    lines = view.overlay.debug._recorder.lines_of_step(view.overlay.time.calls())
    rays = [part.points for part in lines if (part.colors[0] == colors.RAY_COLOR).all()]
    assert rays[0] == pytest.approx(np.array([(111, 500), (111, 40)]))
    assert rays[1][0] == pytest.approx((100, 600), abs=40) and len(rays) == 2
    press(window, key.F8)
    assert view.overlay.time.calls() is None and esper.entity_exists(caster)


def test_two_runs_are_shown_side_by_side_where_they_differ(window, show):
    view = show()
    press(window, key.F8)
    press(window, key.C)  # there is no other run yet
    for _ in range(20):
        press(window, key.LEFT)
    press(window, key.ENTER)
    run(window, 5)
    press(window, key.F8)
    press(window, key.C)
    assert view.overlay.time.side_by_side is None  # so far they are equal
    press(window, key.F8)
    esper.component_for_entity(view.ball, RigidBody).velocity = (-100, 50)
    run(window, 5)
    press(window, key.F8)
    press(window, key.C)
    both = view.overlay.time.side_by_side
    assert both is not None and both.entities == [view.ball] and "step 46" in both.words[0]
    assert f"entity {view.ball}" in both.words[1] and "Transform.x" in both.words[1]
    image = picture(window)
    halves = [image.crop((x, 0, x + 640, 720)) for x in (0, 640)]
    assert all(DIFFERENT_COLOR[:3] in shown(half) for half in halves)
    press(window, key.LEFT)
    assert view.line.step == 50
    press(window, key.C)
    assert DIFFERENT_COLOR[:3] not in shown(picture(window))
    assert view.overlay.compare(view.line.compare())
    assert not view.overlay.compare(None)
    press(window, key.F8)
    assert view.overlay.time.side_by_side is None and view.line.step == 50
