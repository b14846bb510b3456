"""`ecsphys.arcade`: outlines, sprites that follow bodies, the debug drawing."""

from __future__ import annotations

import math

import esper
import numpy as np
import pytest

from ecsphys import (
    AABB,
    Box,
    Capsule,
    Chain,
    Circle,
    Collider,
    Physics,
    PhysicsWarning,
    Polygon,
    RigidBody,
    Transform,
)

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from ecsphys.arcade.sprite_sync import sprite_poses
from ecsphys.drawing.outlines import outline
from ecsphys.drawing.poses import find_rows
from tests.calls import calls_of


def perimeter(shape, **options) -> float:
    lines = outline(*shape.cores[0], **options).reshape(-1, 2, 2)
    return float(np.hypot(*(lines[:, 1] - lines[:, 0]).T).sum())


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Box(4, 2), 12.0),
        (AABB(4, 2), 12.0),
        (Box(4, 2, radius=1), 12 + 2 * math.pi),
        (Capsule(6, 1), 8 + 2 * math.pi),
        (Circle(1), 2 * math.pi + 1),  # with its spoke
        (Polygon([(0, 0), (3, 0), (0, 4)]), 12.0),
        (Polygon([(0, 0), (3, 0), (0, 4)], radius=0.5), 12 + math.pi),
    ],
)
def test_outlines_have_the_right_length(shape, expected):
    assert perimeter(shape, arc_segments=400) == pytest.approx(expected, rel=1e-4)


def test_a_chain_is_drawn_link_by_link():
    chain = Chain([(0, 0), (4, 0), (4, 3)])
    assert sum(len(outline(*core)) for core in chain.cores) == 4


def test_rows_of_finds_rows_and_says_which_are_missing():
    column = np.array([4, -1, 9, 2])
    assert find_rows(np.array([2, 3, 9, 4]), column).tolist() == [3, -1, 2, 0]
    assert find_rows(np.array([1]), np.zeros(0, np.int64)).tolist() == [-1]


def test_sprites_turn_clockwise_and_carry_their_offset():
    poses = np.array([[10.0, 20.0, math.pi / 2]] * 2)
    frames = np.array([[5.0, 0.0, 0.0, 1.0], [5.0, 0.0, 0.0, 0.0]])
    assert sprite_poses(poses, frames) == pytest.approx(np.array([[10, 25, -90], [15, 20, 0]]))


@pytest.fixture
def scene(window):
    import arcade

    from ecsphys.arcade import SpriteSync

    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    sprites = arcade.SpriteList()
    return physics, sprites, SpriteSync(physics, sprites)


def ball(x: float = 0.0, y: float = 0.0) -> int:
    return esper.create_entity(Transform(x, y), RigidBody(), Collider(Circle(8)))


def slot(sprites, sprite) -> np.ndarray:
    table = np.array(sprites._sprite_pos_angle_data, np.float32).reshape(-1, 4)
    return table[sprites.sprite_slot[sprite]]


def test_a_sprite_follows_between_the_steps(scene):
    import arcade

    _, sprites, sync = scene
    entity = ball(100, 200)
    sprite = sync.add(entity, arcade.SpriteCircle(8, arcade.color.RED))
    for _ in range(30):
        esper.process(1 / 60)
    esper.process(0.5 / 60)
    sync.update()
    pose = esper.component_for_entity(entity, Transform).interpolated
    assert slot(sprites, sprite)[:2] == pytest.approx(pose[:2], abs=1e-3)
    assert pose[1] < 200


@pytest.mark.parametrize("hashed", [False, True])
def test_a_sprite_knows_where_it_is(window, hashed):
    import arcade

    from ecsphys.arcade import SpriteSync

    physics = Physics(gravity=(0, 0))
    esper.add_processor(physics)
    sprites: arcade.SpriteList = arcade.SpriteList(use_spatial_hash=hashed)
    sync = SpriteSync(physics, sprites)
    entity = esper.create_entity(Transform(1000, 200), RigidBody(velocity=(60, 0)), Collider(Box(40, 8)))
    sprite = sync.add(entity, arcade.SpriteSolidColor(40, 8))
    esper.component_for_entity(entity, Transform).angle = math.pi / 2
    for _ in range(2):
        esper.process(1 / 60)
        sync.update()
    pose = esper.component_for_entity(entity, Transform).interpolated
    assert sprite.position == pytest.approx(pose[:2]) and sprite.angle == pytest.approx(-90.0)
    assert sprite.center_x > 1000
    assert arcade.get_sprites_at_point((1000, 218), sprites) == [sprite]  # upright: its hit box has turned
    assert not arcade.get_sprites_at_point((1018, 200), sprites)
    assert not arcade.get_sprites_at_point((0, 0), sprites)


def test_a_sprite_of_two_entities_is_warned_of(scene):
    import arcade

    _, _, sync = scene
    first, second = ball(), ball(50)
    sprite = sync.add(first, arcade.SpriteCircle(8, arcade.color.RED))
    with pytest.warns(PhysicsWarning, match=f"entity {second} gets the sprite of entity {first}") as caught:
        sync.add(second, sprite)
    assert [one.filename for one in caught] == [__file__]


def test_a_sprite_may_change_from_one_entity_to_another(scene, recwarn):
    import arcade

    _, sprites, sync = scene
    first, second = ball(), ball(50)
    sprite = arcade.SpriteCircle(8, arcade.color.RED)
    sprites.append(sprite)
    sync.add(first, sprite)
    sync.remove(first)
    sync.add(second, sprite)
    assert list(recwarn) == []


def test_sprites_of_a_physics_that_nobody_runs_are_warned_of(window):
    import arcade

    from ecsphys.arcade import SpriteSync

    physics = Physics()
    sync = SpriteSync(physics, arcade.SpriteList())
    sync.add(ball(), arcade.SpriteCircle(8, arcade.color.RED))
    with pytest.warns(PhysicsWarning, match=r"wait for a Physics that nothing runs: esper.add_processor"):
        sync.update()
    esper.add_processor(physics)


def test_a_basic_sprite_follows_too(scene):
    import arcade

    _, _, sync = scene
    entity = ball(10, 20)
    sprite = sync.add(entity, arcade.BasicSprite(arcade.make_circle_texture(8, arcade.color.RED)))
    esper.process(1 / 60)
    sync.update()
    assert sprite.position[0] == pytest.approx(10)


def test_arguments_of_other_types_are_refused(scene):
    from ecsphys.arcade import DebugDraw, SpriteSync, bind, collider_from_sprite

    physics, sprites, _ = scene
    with pytest.raises(TypeError, match=r"physics must be a Physics, got .*SpriteList"):
        SpriteSync(sprites, physics)
    with pytest.raises(TypeError, match="sprites must be an arcade SpriteList, got None"):
        SpriteSync(physics, None)
    with pytest.raises(TypeError, match="physics must be a Physics, got None"):
        DebugDraw(None)
    with pytest.raises(TypeError, match="sprite must be an arcade Sprite, got None"):
        collider_from_sprite(None)
    with pytest.raises(TypeError, match="window must be an arcade Window, got None"):
        bind(None)


def test_a_bound_window_runs_the_physics_when_its_update_is_called(scene, window):
    from ecsphys import PhysicsWarning
    from ecsphys.arcade import bind

    physics, _, _ = scene
    first = bind(window)
    with pytest.warns(PhysicsWarning, match="twice as fast"):
        second = bind(window)
    start = physics.step_count
    window.on_update(2.5 / 60)
    twice = physics.step_count - start
    first()
    window.on_update(2.5 / 60)
    second()
    window.on_update(2.5 / 60)
    assert (twice, physics.step_count - start) == (5, 7)


def process(self, dt):
    esper.process(dt)


@pytest.mark.parametrize("in_view", [False, True])
def test_a_bound_window_warns_once_of_a_game_that_runs_the_physics_itself(scene, window, in_view):
    import arcade

    from ecsphys import PhysicsWarning
    from ecsphys.arcade import bind

    physics, _, _ = scene
    window.show_view(type("Game", (arcade.View,), {"on_update": process} if in_view else {})())
    if not in_view:
        window.on_update = process.__get__(window)
    unbind = bind(window)
    try:
        with pytest.warns(PhysicsWarning, match=r"bind\(window\) runs it .* twice as fast") as caught:
            for _ in range(5):
                window.dispatch_event("on_update", 1 / 60)
    finally:
        unbind()
        vars(window).pop("on_update", None)
    assert physics.step_count == 10 and len(caught) == 1
    assert (caught[0].filename, caught[0].lineno) == (__file__, process.__code__.co_firstlineno + 1)


def test_a_level_that_settles_in_a_bound_window_gets_no_warning(scene, window):
    from ecsphys.arcade import bind

    physics, _, _ = scene
    unbind = bind(window)
    window.on_update(1 / 60)
    for _ in range(10):  # a new level settles before it is seen
        esper.process(1 / 60)
    window.on_update(1 / 60)
    window.on_update(1 / 60)
    unbind()
    assert physics.step_count == 13 and physics.simulation.clock.on_process is None


def test_a_view_is_not_bound(scene):
    import arcade

    from ecsphys.arcade import bind

    with pytest.raises(TypeError, match=r"the window, not a view.*bind\(arcade.get_window\(\)\)"):
        bind(arcade.View())


def test_sprites_of_deleted_entities_go_and_others_stay(scene):
    import arcade

    _, sprites, sync = scene
    kept, lost = ball(0), ball(100)
    other = arcade.SpriteCircle(3, arcade.color.BLUE)
    sprites.append(other)
    for entity in (kept, lost):
        sync.add(entity, arcade.SpriteCircle(8, arcade.color.RED))
    sync.update()
    assert len(sprites) == 3  # not adopted yet, so not gone either
    esper.process(1 / 60)
    sync.update()
    esper.delete_entity(lost, immediate=True)
    esper.process(1 / 60)
    late = ball(50)
    sprite = sync.add(late, arcade.SpriteCircle(8, arcade.color.GREEN))
    esper.process(1 / 60)
    sync.update()
    assert len(sync) == 2 and kept in sync and lost not in sync
    assert other in sprites and len(sprites) == 3
    assert slot(sprites, sprite)[0] == pytest.approx(50)
    with pytest.raises(ValueError, match="already"):
        sync.add(late, sprite)


def test_a_killed_sprite_follows_no_longer_and_leaves_its_slot_to_others(scene):
    import arcade

    _, sprites, sync = scene
    first, second = ball(10, 20), ball(30, 40)
    for entity in (first, second):
        sync.add(entity, arcade.SpriteCircle(8, arcade.color.RED))
    esper.process(1 / 60)
    sync.update()
    sync.sprite(first).kill()
    other = arcade.SpriteCircle(3, arcade.color.BLUE, center_x=500, center_y=600)
    sprites.append(other)  # takes the slot of the one that is gone
    sync.update()
    assert slot(sprites, other)[:2] == pytest.approx((500, 600))
    assert first not in sync and second in sync
    sync.remove(first)
    sync.add(first, arcade.SpriteCircle(8, arcade.color.RED))
    assert len(sync) == 2


def test_an_entity_may_have_sprites_in_several_lists(scene):
    import arcade

    from ecsphys.arcade import SpriteSync

    physics, sprites, sync = scene
    lights: arcade.SpriteList = arcade.SpriteList()
    other = SpriteSync(physics, lights)
    entity = ball(70, 80)
    sprite = sync.add(entity, arcade.SpriteCircle(8, arcade.color.RED))
    light = other.add(entity, arcade.SpriteCircle(4, arcade.color.WHITE), offset=(5, 0))
    esper.process(1 / 60)
    for one in (sync, other):
        one.update()
    assert slot(lights, light)[0] == pytest.approx(slot(sprites, sprite)[0] + 5)
    esper.delete_entity(entity)
    esper.process(1 / 60)
    for one in (sync, other):
        one.update()
    assert len(sprites) == len(lights) == 0


def test_no_python_runs_for_single_sprites_that_move(scene):
    import arcade

    _, _, sync = scene
    texture = arcade.make_circle_texture(8, arcade.color.RED)

    def calls(more: int) -> int:
        for k in range(more):
            sync.add(ball(30 * (k % 100), 30 * (k // 100)), arcade.Sprite(texture))
        for _ in range(2):  # the first time finds out who is where
            esper.process(1 / 60)
            sync.update()
        esper.process(1 / 60)
        return calls_of(sync.update)

    assert calls(10) == calls(200) > 0


def test_debug_drawing_shows_every_collider_where_it_is(scene, window):
    import arcade

    from ecsphys.arcade import DebugDraw
    from ecsphys.drawing.shape_lines import AWAKE_COLOR, STATIC_COLOR, TRIGGER_COLOR

    esper.create_entity(Transform(200, 100), Collider(Box(200, 40)))
    esper.create_entity(Transform(600, 500), Collider(Box(60, 60), trigger=True))
    ball(500, 400)
    physics, _, _ = scene
    debug = DebugDraw(physics)
    for _ in range(2):  # the second time nothing has to be made anew
        esper.process(1 / 60)
        window.clear()
        debug.draw()
    image = arcade.get_image().convert("RGB")
    ball_y = round(esper.component_for_entity(3, Transform).interpolated.y)

    def near(x: int, y: int) -> set:
        """Colours within two pixels, y up."""
        height = image.height
        return {image.getpixel((x + i, height - 1 - y + j)) for i in range(-2, 3) for j in range(-2, 3)}

    assert STATIC_COLOR[:3] in near(100, 100) and STATIC_COLOR[:3] in near(200, 120)
    assert TRIGGER_COLOR[:3] in near(570, 500)
    assert AWAKE_COLOR[:3] in near(492, ball_y)
    assert near(300 - 50, 300) == {(0, 0, 0)}
