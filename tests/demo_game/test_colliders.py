"""`ecsphys.arcade`: colliders from tile maps and sprites, and a window that runs the physics."""

from __future__ import annotations

import json
import math
import warnings

import esper
import pytest

from ecsphys import (
    Box,
    Capsule,
    Chain,
    CharacterController,
    Circle,
    Collider,
    Physics,
    PhysicsWarning,
    Polygon,
    RigidBody,
    Transform,
)

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

import arcade
import pytiled_parser

from ecsphys.arcade import bind, collider_from_sprite, load_colliders
from ecsphys.math2d.outline import signed_area
from ecsphys.math2d.union import union_outlines

SIDE = 64
SLOPE_UP, LEDGE, WATER, ICE = 2, 3, 4, 5
MAPS = ":resources:tiled_maps/"


def square(column: int, row: int) -> list[tuple[float, float]]:
    x, y = column * SIDE, row * SIDE
    return [(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)]


def tiled(tmp_path, rows: list[list[int]], objects: list[dict] | None = None) -> pytiled_parser.TiledMap:
    """A map with the layers "ground" and "things"; tile 2 is a slope, see the names above for the others."""
    slope = {"points": [(0, SIDE), (SIDE, 0), (SIDE, SIDE)]}
    tiles = [
        {
            "id": SLOPE_UP - 1,
            "objectgroup": group([{"polygon": [{"x": x, "y": y} for x, y in slope["points"]]}]),
        },
        {"id": LEDGE - 1, "properties": [{"name": "one_way", "type": "bool", "value": True}]},
        {"id": WATER - 1, "properties": [{"name": "trigger", "type": "bool", "value": True}]},
        {"id": ICE - 1, "properties": [{"name": "friction", "type": "float", "value": 0.01}]},
    ]
    tileset = {
        "columns": 8,
        "firstgid": 1,
        "image": "t.png",
        "imagewidth": 8 * SIDE,
        "imageheight": SIDE,
        "margin": 0,
        "name": "t",
        "spacing": 0,
        "tilecount": 8,
        "tileheight": SIDE,
        "tilewidth": SIDE,
        "tiles": tiles,
    }
    height, width = len(rows), len(rows[0])
    ground = {
        "data": [gid for row in rows for gid in row],
        "height": height,
        "id": 1,
        "name": "ground",
        "opacity": 1,
        "type": "tilelayer",
        "visible": True,
        "width": width,
        "x": 0,
        "y": 0,
    }
    things = {**group(objects or []), "name": "things", "id": 2}
    whole = {
        "compressionlevel": -1,
        "height": height,
        "infinite": False,
        "layers": [ground, things],
        "nextlayerid": 3,
        "nextobjectid": 9,
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "tiledversion": "1.10.2",
        "tileheight": SIDE,
        "tilesets": [tileset],
        "tilewidth": SIDE,
        "type": "map",
        "version": "1.10",
        "width": width,
    }
    path = tmp_path / "map.tmj"
    path.write_text(json.dumps(whole))
    return pytiled_parser.parse_map(path)


def group(objects: list[dict]) -> dict:
    blank = {"height": 0, "width": 0, "name": "", "rotation": 0, "type": "", "visible": True, "x": 0, "y": 0}
    listed = [{**blank, "id": k, **one} for k, one in enumerate(objects)]
    return {
        "draworder": "index",
        "name": "",
        "objects": listed,
        "opacity": 1,
        "type": "objectgroup",
        "visible": True,
        "x": 0,
        "y": 0,
        "id": 2,
    }


def points(collider: Collider) -> list[set]:
    return [set(shape.points) for shape in collider.shapes]


# -- merging -------------------------------------------------------------------------------------------


def test_shared_edges_cancel_and_straight_runs_become_one_edge():
    (outline,) = union_outlines([square(k, 0) for k in range(10)], SIDE)
    assert set(outline) == {(0, 0), (640, 0), (640, 64), (0, 64)}
    assert signed_area(outline) == 640 * 64


def test_a_hole_runs_the_other_way_and_islands_that_touch_at_a_corner_stay_two():
    ring = [square(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    areas = sorted(signed_area(outline) for outline in union_outlines(ring, SIDE))
    assert areas == [-(64**2), 9 * 64**2]
    diagonal = union_outlines([square(0, 0), square(1, 1)], SIDE)
    assert sorted(map(len, diagonal)) == [4, 4]


def test_a_slope_joins_its_neighbours_where_their_edges_match_in_part():
    slope = [(64.0, 64.0), (128.0, 64.0), (128.0, 128.0)]
    (outline,) = union_outlines([square(0, 0), square(1, 0), slope, square(2, 0), square(2, 1)], SIDE)
    assert set(outline) == {(0, 0), (192, 0), (192, 128), (128, 128), (64, 64), (0, 64)}


def test_slivers_are_left_out():
    assert union_outlines([[(0.0, 0.0), (64.0, 0.0), (64.0, 0.01)]], SIDE) == []


# -- maps ----------------------------------------------------------------------------------------------


def test_equal_tiles_become_one_chain_around_the_ground(tmp_path):
    (ground,) = load_colliders(tiled(tmp_path, [[0, 0, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1]]), "ground")
    (chain,) = ground.shapes
    assert isinstance(chain, Chain) and chain.loop
    assert set(chain.points) == {(0, 0), (256, 0), (256, 128), (0, 128)}


def test_collision_shapes_drawn_in_tiled_count_and_flips_too(tmp_path):
    flipped = SLOPE_UP | 1 << 31
    (ground,) = load_colliders(tiled(tmp_path, [[0, SLOPE_UP, flipped, 0], [1, 1, 1, 1]]), "ground")
    assert points(ground) == [{(0, 0), (256, 0), (256, 64), (192, 64), (128, 128), (64, 64), (0, 64)}]


def test_other_surfaces_are_other_colliders(tmp_path):
    rows = [[LEDGE, LEDGE, 0, WATER], [1, ICE, ICE, 1]]
    colliders = load_colliders(tiled(tmp_path, rows), "ground")
    by_kind = {(c.friction, c.trigger, c.one_way is not None): c for c in colliders}
    assert set(by_kind) == {(0.5, False, True), (0.5, True, False), (0.5, False, False), (0.01, False, False)}
    (ledge,) = by_kind[0.5, False, True].shapes
    assert isinstance(ledge, Polygon) and ledge.area == 2 * 64**2
    assert by_kind[0.5, False, True].one_way == (0, 1)
    assert [shape.area for shape in by_kind[0.5, True, False].shapes] == [64**2]
    assert len(by_kind[0.5, False, False].shapes) == 2  # two islands


def test_options_are_those_of_the_collider_and_properties_of_tiles_take_their_place(tmp_path):
    world = tiled(tmp_path, [[0, LEDGE], [1, ICE]], [{"width": 10, "height": 10}])
    colliders = load_colliders(world, "ground", friction=0.3, layer=4, mask=6, offset=(5, 0))
    assert sorted(collider.friction for collider in colliders) == [0.01, 0.3, 0.3]
    assert {(c.layer, c.mask, c.offset) for c in colliders} == {(4, 6, (5, 0))}
    (thing,) = load_colliders(world, "things", layer=8, trigger=True)
    assert thing.layer == 8 and thing.trigger
    assert all(
        c.trigger and isinstance(c.shape, Polygon) for c in load_colliders(world, "ground", trigger=True)
    )


def test_what_is_inside_the_ground_is_solid(tmp_path):
    physics = Physics()
    esper.add_processor(physics)
    rows = [[0, 0, 0, 0], [SLOPE_UP, 1, 1, 1], [1, 0, 1, 1], [1, 1, 1, 1]]
    (collider,) = load_colliders(tiled(tmp_path, rows), "ground")
    ground = esper.create_entity(Transform(), collider)
    for point, solid in (((10, 10), 1), ((96, 96), 0), ((160, 160), 1), ((50, 140), 1), ((14, 180), 0)):
        assert physics.overlap_point(point) == [ground] * solid


def test_objects_become_colliders_of_their_own(tmp_path):
    rectangle = {"x": 64, "y": 64, "width": 128, "height": 32, "rotation": 90}
    corner = [{"x": 0, "y": 0}, {"x": 64, "y": 0}, {"x": 64, "y": -64}, {"x": 32, "y": -16}]
    line = [{"x": 0, "y": 0}, {"x": 100, "y": 0}]
    objects = [
        rectangle,
        {"x": 0, "y": 192, "polygon": corner},
        {"x": 0, "y": 96, "polyline": line},
        {"x": 10, "y": 10, "width": 40, "height": 40, "ellipse": True},
        {"x": 5, "y": 5, "point": True},
    ]
    box, bent, wire, disc = load_colliders(tiled(tmp_path, [[1], [1], [1]], objects), "things")
    assert {tuple(map(round, p)) for p in box.shapes[0].points} == {(32, 0), (32, 128), (64, 0), (64, 128)}
    assert {tuple(p) for shape in bent.shapes for p in shape.points} == {(0, 0), (64, 0), (64, 64), (32, 16)}
    assert sum(shape.area for shape in bent.shapes) == 64 * 64 / 2 - 512
    assert len(bent.shapes) == 2
    assert [set(chain.points) for chain in wire.shapes] == [{(0, 96), (100, 96)}] * 2
    (ellipse,) = disc.shapes
    assert ellipse.area == pytest.approx(20**2 * 8 * math.sin(math.pi / 8))  # of a regular 16-gon
    assert ellipse.bounds((0, 0, 0)).lower == pytest.approx((10, 192 - 50))
    assert ellipse.bounds((0, 0, 0)).upper == pytest.approx((50, 192 - 10))


@pytest.mark.parametrize(
    ("layer", "error", "words"),
    [("nowhere", ValueError, "'ground', 'things'.*'nowhere'"), (None, ValueError, "None")],
)
def test_an_unknown_layer_is_refused_by_name(tmp_path, layer, error, words):
    with pytest.raises(error, match=words):
        load_colliders(tiled(tmp_path, [[1]]), layer)
    with pytest.raises(TypeError, match="arcade TileMap"):
        load_colliders("map.tmj", "ground")


def test_a_crossing_outline_is_refused_with_object_and_layer(tmp_path):
    bow = [{"x": 0, "y": 0}, {"x": 60, "y": 60}, {"x": 60, "y": 0}, {"x": 0, "y": 60}]
    with pytest.raises(ValueError, match=r"'bow' of layer 'things'.*cross"):
        load_colliders(tiled(tmp_path, [[1]], [{"polygon": bow, "name": "bow"}]), "things")


@pytest.mark.parametrize("scaling", [1.0, 0.5])
def test_arcades_own_map_of_hills_has_no_steps(window, scaling):
    tile_map = arcade.load_tilemap(MAPS + "pymunk_test_map.json", scaling=scaling, offset=arcade.Vec2(10, 20))
    (ground,) = load_colliders(tile_map, "Platforms")
    sprites = tile_map.sprite_lists["Platforms"]
    assert len(ground.shapes) < len(sprites) / 8
    corners = {corner for chain in ground.shapes for corner in chain.points}
    hill = [(1024, 128), (1280, 384), (1536, 384), (1792, 128)]
    assert corners >= {(10 + x * scaling, 20 + y * scaling) for x, y in hill}
    left, right, top = 10 + 1024 * scaling, 10 + 1792 * scaling, 20 + 400 * scaling
    between = {(x, y) for x, y in corners if left < x < right and y < top}
    assert len(between) == 2  # slopes begin and end where tiles do, and have no steps


# -- nothing stumbles over a joint ---------------------------------------------------------------------


def flat_and_hill(tmp_path) -> list[Collider]:
    rows = [[0] * 30, [0] * 12 + [SLOPE_UP, 1, 1, SLOPE_UP | 1 << 31] + [0] * 14, [1] * 30]
    return load_colliders(tiled(tmp_path, rows), "ground")


@pytest.fixture
def land(tmp_path):
    physics = Physics(gravity=(0, -1200))
    esper.add_processor(physics)
    for collider in flat_and_hill(tmp_path):
        collider.friction = 0.0
        esper.create_entity(Transform(), collider)
    return physics


@pytest.mark.parametrize(
    "shape", [Box(40, 40), Circle(20), Capsule(60, 16), Polygon([(-20, -20), (20, -20), (0, 20)])]
)
def test_bodies_slide_over_joints_without_a_bump(land, shape):
    lowest = -shape.bounds((0, 0, 0)).lower.y
    body = RigidBody(velocity=(500, 0))
    entity = esper.create_entity(Transform(40, 64 + lowest), body, Collider(shape, friction=0))
    transform = esper.component_for_entity(entity, Transform)
    for _ in range(75):
        esper.process(1 / 60)
        assert transform.y == pytest.approx(64 + lowest, abs=0.5)
        assert body.velocity.x == pytest.approx(500, abs=0.5)
        assert abs(body.angular_velocity) < 0.05
    assert transform.x > 600  # nine tiles on


def test_a_character_walks_over_joints_and_hills_without_a_stop(land):
    hero = CharacterController(max_slope=math.radians(50), snap=16, constant_speed=True)
    entity = esper.create_entity(
        Transform(100, 64 + 46), RigidBody.kinematic(), Collider(Capsule(92, 25)), hero
    )
    transform = esper.component_for_entity(entity, Transform)
    for _ in range(20):
        esper.process(1 / 60)
    hero.move((300, 0))
    for _ in range(300):
        esper.process(1 / 60)
        assert hero.on_floor
        assert hero.real_velocity.x > 150  # 300 on the flat, 212 on the hill
        if transform.x > 1500:
            break
    assert transform.x > 1500
    assert transform.y == pytest.approx(64 + 46, abs=1)


# -- sprites -------------------------------------------------------------------------------------------


def sprite_of(corners, scale=1.0):
    texture = arcade.make_soft_square_texture(100, arcade.color.RED, outer_alpha=255)
    sprite = arcade.Sprite(texture, scale)
    sprite.hit_box = arcade.hitbox.RotatableHitBox(corners, scale=sprite.scale)
    return sprite


BENT = [(-50, -50), (50, -50), (50, 0), (0, 0), (0, 50), (-50, 50)]


def test_a_concave_hit_box_is_cut_into_convex_parts():
    collider = collider_from_sprite(sprite_of(BENT), friction=0.1)
    assert 2 <= len(collider.shapes) <= 3 and collider.friction == 0.1
    assert sum(shape.area for shape in collider.shapes) == pytest.approx(7500)


@pytest.mark.parametrize("scale", [0.5, (2.0, 1.0), (-1.0, 1.0), (1.0, -1.0)])
def test_scale_and_flips_are_taken_in(scale):
    sprite = sprite_of(BENT, scale)
    collider = collider_from_sprite(sprite)
    sx, sy = sprite.scale
    assert sum(shape.area for shape in collider.shapes) == pytest.approx(7500 * abs(sx * sy))
    inside, outside = (-25 * sx, 25 * sy), (25 * sx, 25 * sy)
    assert any(shape.contains((0, 0, 0), inside) for shape in collider.shapes)
    assert not any(shape.contains((0, 0, 0), outside) for shape in collider.shapes)


def test_place_and_angle_of_the_sprite_are_the_transforms():
    sprite = sprite_of(BENT)
    sprite.position, sprite.angle = (300, 200), 30
    (x, y), angle = sprite.position, -math.radians(sprite.angle)
    collider = collider_from_sprite(sprite)
    theirs = sorted(map(tuple, sprite.hit_box.get_adjusted_points()))
    pose = Transform(x, y, angle)
    ours = sorted({pose.local_to_world(p) for shape in collider.shapes for p in shape.points})
    for mine, other in zip(ours, theirs, strict=True):
        assert mine == pytest.approx(other, abs=1e-6)


def test_hit_boxes_traced_from_pictures_become_colliders():
    for name in ("tiles/grassHill_left", "items/coinGold", "tiles/boxCrate_double", "enemies/saw"):
        texture = arcade.load_texture(
            f":resources:images/{name}.png", hit_box_algorithm=arcade.hitbox.algo_detailed
        )
        collider = collider_from_sprite(arcade.Sprite(texture, 0.5))
        assert sum(shape.area for shape in collider.shapes) > 500
        assert sum(len(shape.points) for shape in collider.shapes) < 60


def test_a_hit_box_that_crosses_itself_is_refused():
    with pytest.raises(ValueError, match="hit box cannot be a collider"):
        collider_from_sprite(sprite_of([(0, 0), (50, 50), (50, 0), (0, 50)]))


# -- the window ----------------------------------------------------------------------------------------


def test_a_bound_window_runs_fixed_steps_with_and_without_views_until_it_is_undone(window):
    physics = Physics()
    esper.add_processor(physics)
    unbind = bind(window)
    window.dispatch_event("on_update", 1 / 60)
    assert physics.step_count == 1
    updates = []

    class View(arcade.View):
        def on_update(self, dt):
            updates.append(physics.step_count)

    window.show_view(View())
    for _ in range(2):
        window.dispatch_event("on_update", 2.5 / 60)
    assert physics.step_count == 6 and len(updates) == 2
    window.hide_view()
    window.dispatch_event("on_update", 1 / 60)
    assert physics.step_count == 7
    unbind()
    unbind()
    window.dispatch_event("on_update", 1 / 60)
    assert physics.step_count == 7


def test_a_window_that_is_bound_twice_is_a_warning(window):
    unbind = bind(window)
    with pytest.warns(PhysicsWarning, match="twice as fast"):
        second = bind(window)
    second()
    unbind()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bind(window)()
