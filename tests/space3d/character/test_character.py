"""Characters in space: what players expect of them, and closed forms."""

from __future__ import annotations

import math

import esper
import pytest

import ecsphys
from ecsphys.space3d import (
    AABB,
    Body3D,
    Box,
    Capsule,
    CharacterController3D,
    Collider3D,
    Hull,
    Mesh,
    Physics3D,
    Sphere,
    Transform3D,
    Vec3,
    from_axis_angle,
)
from ecsphys.space3d.math3d.quaternion import rotate, rotation_of

pytestmark = pytest.mark.jit  # in plain Python they take minutes; `test_bits` compares them with jit

STEP, GRAVITY = 1 / 60, 9.81
HALF = 0.9  # of the hero's height
SKIN = 0.001


@pytest.fixture
def physics():
    made = Physics3D(gravity=(0, -GRAVITY, 0))
    esper.add_processor(made)
    return made


def fixed(shape, place, turn=(1, 0, 0, 0), **options):
    return esper.create_entity(Transform3D(*place, orientation=turn), Collider3D(shape, **options))


def floor(width=40.0):
    return fixed(Box(width, 1, width), (0, -0.5, 0))


def hero(place, shape=None, **options):
    controller = CharacterController3D(**options)
    entity = esper.create_entity(
        Transform3D(*place), Body3D.kinematic(), Collider3D(shape or Capsule(2 * HALF, 0.4)), controller
    )
    return entity, esper.component_for_entity(entity, Transform3D), controller


def run(physics, steps):
    for _ in range(steps):
        physics.step_once()


def test_it_falls_and_stands(physics):
    ground = floor()
    _, transform, c = hero((1, 3, 2))
    run(physics, 80)
    assert transform.position == pytest.approx((1, HALF + SKIN, 2), abs=1e-6)
    assert c.on_floor and c.floor_entity == ground
    assert c.floor_normal == pytest.approx((0, 1, 0))


def test_falling_is_the_parabola(physics):
    _, transform, c = hero((0, 100, 0))
    run(physics, 60)
    assert transform.y == pytest.approx(100 - 0.5 * GRAVITY, rel=1e-12)
    assert c.real_velocity.y == pytest.approx(-GRAVITY * (1 - 0.5 * STEP))


@pytest.mark.parametrize("speed", [2.0, 5.0])
def test_a_jump_is_as_high_as_the_closed_form(physics, speed):
    floor()
    _, transform, c = hero((0, HALF + SKIN, 0))
    run(physics, 2)
    start = transform.y
    c.jump(speed)
    run(physics, 1)
    assert c.jumped
    heights = []
    for _ in range(90):
        physics.step_once()
        heights.append(transform.y)
    assert max(heights) - start == pytest.approx(speed**2 / (2 * GRAVITY), rel=3e-3)
    assert c.on_floor and transform.y == pytest.approx(start, abs=1e-6)


def test_a_released_jump_is_lower(physics):
    floor()
    tops = []
    for release in (False, True):
        _, transform, c = hero((0 if release else 3, HALF + SKIN, 0))
        run(physics, 2)
        c.jump(5)
        run(physics, 6)
        if release:
            c.release_jump()
        top = 0.0
        for _ in range(60):
            physics.step_once()
            top = max(top, transform.y)
        tops.append(top)
    assert tops[1] < tops[0] - 0.3


@pytest.mark.parametrize("way", [(3, 0, 0), (0, 0, -2), (2, 0, 1)])
def test_it_walks_at_the_speed_it_wants(physics, way):
    floor()
    _, transform, c = hero((0, HALF + SKIN, 0))
    run(physics, 2)
    c.move((way[0], 7.0, way[2]))  # y does not count
    run(physics, 60)
    assert transform.position == pytest.approx((way[0], HALF + SKIN, way[2]), abs=1e-6)
    assert c.real_velocity == pytest.approx(way)


def test_it_accelerates_and_brakes(physics):
    floor()
    _, _, c = hero((0, HALF + SKIN, 0), acceleration=6.0, friction=12.0)
    run(physics, 2)
    c.move((0, 0, 3))
    run(physics, 20)
    assert c.real_velocity.z == pytest.approx(2.0)
    run(physics, 20)
    assert c.real_velocity.z == pytest.approx(3.0)
    c.move((0, 0, 0))
    run(physics, 10)
    assert c.real_velocity.z == pytest.approx(1.0)


@pytest.mark.parametrize("degrees", [10, 30, 44])
@pytest.mark.parametrize("heading", [0.0, 0.7, math.pi / 2, math.pi])
def test_it_walks_on_slopes_at_any_heading_and_stands_still_on_them(physics, degrees, heading):
    slope = math.radians(degrees)
    fixed(Box(60, 1, 60), (0, 0, 0), from_axis_angle((0, 0, 1), slope))
    _, transform, c = hero((0, 3, 0))
    run(physics, 60)
    assert c.on_floor
    stood = transform.position
    run(physics, 60)
    assert transform.position == pytest.approx(stood, abs=1e-9)
    way = (math.cos(heading), 0.0, math.sin(heading))
    c.move(way)
    run(physics, 60)
    moved = transform.position - stood
    assert moved.y == pytest.approx(moved.x * math.tan(slope), abs=1e-5)
    assert moved.x * way[2] == pytest.approx(moved.z * way[0], abs=1e-6)  # straight on
    climb = math.atan(math.cos(heading) * math.tan(slope))
    assert moved.length == pytest.approx(math.cos(climb), abs=1e-5)
    assert c.on_floor and c.floor_normal.y == pytest.approx(math.cos(slope), abs=1e-9)


@pytest.mark.parametrize("constant_speed", [False, True])
@pytest.mark.parametrize("slope", [-0.5, 0.7])
def test_on_slopes_it_is_as_fast_as_in_the_plane(physics, slope, constant_speed):
    fixed(Box(60, 1, 60), (0, 0, 0), from_axis_angle((0, 0, 1), slope))
    _, transform, c = hero((0, 3, 0), constant_speed=constant_speed)
    run(physics, 60)
    stood = transform.position
    c.move((2, 0, 0))
    run(physics, 60)
    flat = plane_walk(slope, constant_speed)
    assert transform.position.distance(stood) == pytest.approx(flat, abs=1e-4)
    assert flat == pytest.approx(2.0 if constant_speed else 2.0 * math.cos(slope), abs=1e-4)


def plane_walk(slope: float, constant_speed: bool) -> float:
    """Return how far a character of the plane gets on a slope in a second."""
    physics = ecsphys.Physics(gravity=(0, -20), length_unit=1)
    esper.add_processor(physics)
    esper.create_entity(ecsphys.Transform(0, 0, slope), ecsphys.Collider(ecsphys.Box(60, 1)))
    transform = ecsphys.Transform(0, 3)
    c = ecsphys.CharacterController(constant_speed=constant_speed)
    body = ecsphys.RigidBody.kinematic()
    esper.create_entity(transform, body, ecsphys.Collider(ecsphys.Capsule(2, 0.5)), c)
    run(physics, 60)
    stood = transform.position
    c.move((2, 0))
    run(physics, 60)
    return (transform.position - stood).length


def test_a_slope_too_steep_is_no_floor(physics):
    fixed(Box(60, 1, 60), (0, 0, 0), from_axis_angle((0, 0, 1), math.radians(60)))
    _, transform, c = hero((0, 4, 0))
    run(physics, 60)
    assert not c.on_floor and c.on_wall
    assert transform.x < -0.5 and transform.y < 2.0
    c.move((3, 0, 0))  # uphill
    high = transform.y
    run(physics, 30)
    assert transform.y < high


def test_it_climbs_steps_up_to_its_height_and_no_higher(physics):
    floor()
    for k in range(4):
        fixed(Box(1, 0.25 * (k + 1), 10), (2 + k, 0.125 * (k + 1), 0))
    _, transform, c = hero((0, HALF + SKIN, 0))
    c.move((2, 0, 0))
    run(physics, 150)
    assert transform.y == pytest.approx(1.0 + HALF + SKIN, abs=1e-5)
    fixed(Box(1, 1.4, 10), (6, 0.7, 0))  # 0.4 above the last step, more than 0.3
    run(physics, 90)
    assert transform.x == pytest.approx(5.5 - 0.4 - SKIN, abs=1e-5)
    assert c.on_wall and c.on_floor


def test_it_follows_stairs_and_slopes_down_without_leaving_the_floor(physics):
    floor(60)
    for k in range(4):
        fixed(Box(1, 0.25 * (4 - k), 10), (k, 0.125 * (4 - k), 0))
    fixed(Box(6, 1, 10), (-3.2, 0.5, 0))
    _, transform, c = hero((-2, 1 + HALF + SKIN, 0))
    run(physics, 2)
    c.move((3, 0, 0))
    for _ in range(120):
        physics.step_once()
        assert c.on_floor
    assert transform.y == pytest.approx(HALF + SKIN, abs=1e-5)


@pytest.mark.parametrize("degrees", [20, 45, 70])
def test_it_slides_along_walls_by_the_part_of_its_way_along_them(physics, degrees):
    floor()
    angle = math.radians(degrees)
    fixed(Box(30, 4, 1), (0, 2, 0), from_axis_angle((0, 1, 0), angle))
    along = (math.cos(angle), 0.0, -math.sin(angle))
    normal = (math.sin(angle), 0.0, math.cos(angle))
    start = [-n * (0.5 + 0.4 + SKIN) for n in normal]
    _, transform, c = hero((start[0], HALF + SKIN, start[2]))
    run(physics, 2)
    before = transform.position
    c.move((2, 0, 0))
    run(physics, 60)
    moved = transform.position - before
    share = 2.0 * along[0]
    expected = tuple(share * a for a in along)
    assert (moved.x, moved.z) == pytest.approx((expected[0], expected[2]), abs=1e-3)
    assert c.on_wall


def test_a_corner_stops_it(physics):
    floor()
    fixed(Box(1, 4, 20), (3, 2, 0))
    fixed(Box(20, 4, 1), (0, 2, 3))
    _, transform, c = hero((1, HALF + SKIN, 1))
    c.move((3, 0, 2))
    run(physics, 120)
    assert (transform.x, transform.z) == pytest.approx((2.5 - 0.4 - SKIN, 2.5 - 0.4 - SKIN), abs=1e-5)
    still = transform.position
    run(physics, 60)
    assert transform.position == pytest.approx(still, abs=1e-9)


def test_nothing_lets_it_through_at_any_speed(physics):
    floor(400)
    fixed(Box(0.05, 10, 400), (20, 5, 0))
    _, transform, c = hero((0, HALF + SKIN, 0))
    c.move((4000, 0, 1))
    run(physics, 5)
    assert transform.x == pytest.approx(20 - 0.025 - 0.4 - SKIN, abs=1e-4)


def test_a_ceiling_ends_a_jump(physics):
    floor()
    fixed(Box(10, 1, 10), (0, 2.6, 0))
    _, transform, c = hero((0, HALF + SKIN, 0))
    run(physics, 2)
    c.jump(6)
    seen = False
    for _ in range(60):
        physics.step_once()
        seen = seen or c.on_ceiling
        assert transform.y + HALF <= 2.1
    assert seen and c.on_floor


# -- platforms -----------------------------------------------------------------------------------------


def test_platforms_carry_it_sideways_and_up(physics):
    platform = esper.create_entity(
        Transform3D(0, 0, 0), Body3D.kinematic(velocity=(1, 0.5, -2)), Collider3D(Box(4, 1, 4))
    )
    _, transform, c = hero((0.5, 0.5 + HALF + SKIN, 0.5))
    run(physics, 60)
    moved = esper.component_for_entity(platform, Transform3D).position
    assert transform.position - moved == pytest.approx((0.5, 0.5 + HALF + SKIN, 0.5), abs=1e-5)
    assert c.platform_velocity == pytest.approx((1, 0.5, -2))
    assert c.on_floor


def test_a_turntable_carries_it_round(physics):
    esper.create_entity(
        Transform3D(0, 0, 0), Body3D.kinematic(angular_velocity=(0, 0.5, 0)), Collider3D(Box(10, 1, 10))
    )
    _, transform, c = hero((2, 0.5 + HALF + SKIN, 0))
    run(physics, 60)
    angle = 0.5
    assert (transform.x, transform.z) == pytest.approx((2 * math.cos(angle), -2 * math.sin(angle)), abs=1e-2)
    assert c.on_floor


def test_a_jump_off_a_platform_keeps_its_velocity(physics):
    esper.create_entity(
        Transform3D(0, 0, 0), Body3D.kinematic(velocity=(3, 0, 0)), Collider3D(Box(100, 1, 4))
    )
    _, transform, c = hero((0, 0.5 + HALF + SKIN, 0), air_acceleration=0.0, air_friction=0.0)
    run(physics, 10)
    c.jump(3)
    x = transform.x
    run(physics, 20)
    assert transform.x - x == pytest.approx(20 * STEP * 3, abs=1e-6)


# -- other bodies --------------------------------------------------------------------------------------


def test_it_pushes_crates_as_fast_as_it_walks(physics):
    floor()
    crate = esper.create_entity(Transform3D(2, 0.5, 0), Body3D(), Collider3D(Box(1, 1, 1), density=20))
    _, transform, c = hero((0, HALF + SKIN, 0), mass=80.0)
    c.move((1.5, 0, 0))
    run(physics, 180)
    place = esper.component_for_entity(crate, Transform3D)
    assert place.x > 3.0
    assert place.x - transform.x == pytest.approx(0.9, abs=0.1)


def test_without_strength_a_crate_is_a_wall(physics):
    floor()
    crate = esper.create_entity(Transform3D(2, 0.5, 0), Body3D(), Collider3D(Box(1, 1, 1)))
    _, transform, c = hero((0, HALF + SKIN, 0), strength=0.0)
    c.move((3, 0, 0))
    run(physics, 120)
    assert esper.component_for_entity(crate, Transform3D).x == pytest.approx(2, abs=1e-3)
    assert transform.x == pytest.approx(1.5 - 0.4 - SKIN, abs=2e-3)


def test_its_weight_tips_a_seesaw(physics):
    floor()
    fixed(Box(0.2, 1, 4), (0, 0.5, 0))
    plank = esper.create_entity(Transform3D(0, 1.05, 0), Body3D(), Collider3D(Box(6, 0.1, 2), density=100))
    _, _, c = hero((2, 1.1 + HALF + SKIN, 0), mass=40.0)
    run(physics, 30)
    w, _, _, z = esper.component_for_entity(plank, Transform3D).orientation
    assert 2 * math.atan2(z, w) < -0.05
    assert c.on_floor


def test_two_characters_block_each_other(physics):
    floor()
    _, a, c = hero((-2, HALF + SKIN, 0))
    _, b, d = hero((2, HALF + SKIN, 0))
    c.move((2, 0, 0))
    d.move((-2, 0, 0))
    run(physics, 120)
    assert b.x - a.x >= 0.8 - 1e-6


def test_what_comes_down_on_it_crushes_it(physics):
    floor()
    esper.create_entity(Transform3D(0, 3, 0), Body3D.kinematic(velocity=(0, -1, 0)), Collider3D(Box(6, 1, 6)))
    _, transform, c = hero((0, HALF + SKIN, 0))
    run(physics, 30)
    assert not c.crushed
    for _ in range(60):
        run(physics, 1)
        assert transform.y >= HALF - SKIN  # it stays out of what is static
    assert c.crushed


def test_a_wall_that_moves_pushes_it_along(physics):
    floor()
    wall = esper.create_entity(
        Transform3D(-3, 2, 0), Body3D.kinematic(velocity=(2, 0, 0)), Collider3D(Box(1, 4, 6))
    )
    _, transform, c = hero((0, HALF + SKIN, 0))
    run(physics, 120)
    place = esper.component_for_entity(wall, Transform3D).x
    assert transform.x - place == pytest.approx(0.5 + 0.4 + SKIN, abs=1e-3)
    assert c.on_floor and not c.crushed


# -- meshes ----------------------------------------------------------------------------------------------


def grid_mesh(height, cells=12, side=1.0):
    places = [
        (side * (i - cells / 2), side * (k - cells / 2)) for i in range(cells + 1) for k in range(cells + 1)
    ]
    points = [(x, height(x, z), z) for x, z in places]
    faces = []
    for i in range(cells):
        for k in range(cells):
            a, b = i * (cells + 1) + k, (i + 1) * (cells + 1) + k
            faces += [(a, a + 1, b), (b, a + 1, b + 1)]
    return Mesh(points, faces)


def test_a_flat_mesh_is_as_smooth_as_a_box(physics):
    fixed(grid_mesh(lambda x, z: 0.0), (0, 0, 0))
    _, transform, c = hero((-4, HALF + SKIN, -3.9))
    run(physics, 2)
    c.move((2, 0, 1.7))
    for k in range(1, 121):
        physics.step_once()
        assert c.on_floor
        assert transform.y == pytest.approx(HALF + SKIN, abs=1e-6)
        assert transform.x == pytest.approx(-4 + 2 * k * STEP, abs=1e-6)


def test_it_walks_over_hills_of_a_mesh(physics):
    fixed(grid_mesh(lambda x, z: 0.4 * math.sin(x) * math.cos(z), cells=40, side=0.25), (0, 0, 0))
    _, transform, c = hero((-3, 3, 0.3))
    run(physics, 60)
    c.move((2, 0, 0))
    for _ in range(150):
        physics.step_once()
        assert c.on_floor
        under = 0.4 * math.sin(transform.x) * math.cos(transform.z)
        assert under - 0.1 < transform.y - HALF < under + 0.2


# -- life ------------------------------------------------------------------------------------------------


def test_a_launch_throws_it_off_the_floor(physics):
    floor()
    _, transform, c = hero((0, HALF + SKIN, 0), air_friction=0.0)
    run(physics, 2)
    c.launch((1, 4, 2))
    run(physics, 10)
    t = 10 * STEP
    start = HALF + SKIN
    expected = (t, start + 4 * t - 0.5 * GRAVITY * t * t, 2 * t)
    assert transform.position == pytest.approx(expected, abs=1e-6)


def test_floating_it_moves_in_all_directions_and_slides(physics):
    fixed(Box(10, 1, 10), (0, 5, 0))
    _, transform, c = hero((0, 2, 0), mode="floating")
    c.move((1, 3, 0.5))
    run(physics, 120)
    assert transform.y == pytest.approx(4.5 - HALF - SKIN, abs=1e-5)
    assert (transform.x, transform.z) == pytest.approx((2, 1), abs=1e-4)


def test_a_teleport_is_no_motion(physics):
    floor()
    _, transform, c = hero((0, HALF + SKIN, 0))
    run(physics, 5)
    transform.position = (5, HALF + SKIN, 5)
    run(physics, 1)
    assert c.on_floor and c.real_velocity == pytest.approx((0, 0, 0), abs=1e-9)


@pytest.mark.parametrize(
    "shape", [[Sphere(1), Box(1, 1, 1)], Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])]
)
def test_its_shape_must_be_one_that_characters_can_have(physics, shape):
    hero((0, 0, 0), shape)
    with pytest.raises(ValueError, match="one Capsule, Sphere, AABB or Box, entity 1 has Collider3D"):
        physics.step_once()


HUMANOIDS = [AABB(0.8, 2 * HALF, 0.8), Box(0.8, 2 * HALF, 0.6)]


@pytest.mark.parametrize("shape", HUMANOIDS, ids=["AABB", "Box"])
def test_a_box_as_a_humanoid_walks_to_the_wall_over_a_step(physics, shape):
    ground, step = floor(), fixed(Box(4, 0.2, 4), (3, 0.1, 0))
    wall = fixed(Box(1, 4, 20), (4.5, 2, 0))
    _, transform, c = hero((0, HALF + 0.2, 0), shape)
    run(physics, 20)
    assert c.on_floor and c.floor_entity == ground and transform.y == pytest.approx(HALF + SKIN, abs=1e-6)
    assert not c.on_wall and not c.on_ceiling
    c.move((4, 0, 0))
    run(physics, 40)
    assert c.floor_entity == step and transform.y == pytest.approx(0.2 + HALF + SKIN, abs=1e-6)
    run(physics, 30)
    assert c.on_wall and {hit.entity for hit in c.hits} == {step, wall}
    assert transform.x == pytest.approx(4 - 0.4 - SKIN, abs=1e-6)
    assert transform.orientation == (1, 0, 0, 0)


@pytest.mark.parametrize("shape", HUMANOIDS, ids=["AABB", "Box"])
def test_a_box_as_a_humanoid_goes_up_a_ramp_and_not_up_a_steep_one(physics, shape):
    floor()
    for side, degrees in ((1, 30), (-1, 55)):
        turn = from_axis_angle((0, 0, 1), side * math.radians(degrees))
        way = rotate(rotation_of(*turn), Vec3(side * 10, -0.5, 0))
        fixed(Box(20, 1, 8), way + Vec3(side * 1.5, 0, 0), turn)
    for side, climbs in ((1, True), (-1, False)):
        entity, transform, c = hero((0, HALF + SKIN, 0), shape)
        c.move((side * 3, 0, 0))
        run(physics, 60)
        assert (transform.y > HALF + 0.5) == climbs and c.on_floor
        esper.delete_entity(entity, immediate=True)


@pytest.mark.parametrize("shape", HUMANOIDS, ids=["AABB", "Box"])
@pytest.mark.parametrize("offset", [(0, 0, 0), (0.3, 0, -0.1)])
def test_a_turntable_carries_a_box_by_its_middle(physics, shape, offset):
    esper.create_entity(
        Transform3D(0, 0, 0), Body3D.kinematic(angular_velocity=(0, 0.5, 0)), Collider3D(Box(10, 1, 10))
    )
    place = Transform3D(2 - offset[0], 0.5 + HALF + SKIN, -offset[2])
    c = CharacterController3D()
    esper.create_entity(place, Body3D.kinematic(), Collider3D(shape, offset=offset), c)
    run(physics, 60)
    middle = place.position + offset
    assert (middle.x, middle.z) == pytest.approx((2 * math.cos(0.5), -2 * math.sin(0.5)), abs=1e-2)
    assert c.on_floor


def test_its_body_must_be_kinematic(physics):
    esper.create_entity(Transform3D(), Body3D(), Collider3D(Sphere(1)), CharacterController3D())
    with pytest.raises(ValueError, match=r"needs Body3D.kinematic\(\), entity 1 is dynamic"):
        physics.step_once()


def test_bad_numbers_are_refused_with_name_and_range():
    with pytest.raises(ValueError, match="max_slope must be in radians"):
        CharacterController3D(max_slope=2.0)
    with pytest.raises(ValueError, match="jump_cut"):
        CharacterController3D(jump_cut=-1)
    with pytest.raises(TypeError, match="velocity must be three numbers"):
        CharacterController3D().move((1, 2))


def test_hits_name_what_it_touches(physics):
    ground = floor()
    wall = fixed(Box(1, 4, 20), (3, 2, 0))
    _, _, c = hero((0, HALF + SKIN, 0))
    c.move((3, 0, 0))
    run(physics, 90)
    hits = {hit.entity: hit for hit in c.hits}
    assert set(hits) == {ground, wall}
    assert hits[wall].normal == pytest.approx((-1, 0, 0))
    assert hits[wall].point.x == pytest.approx(2.5, abs=1e-6)


def test_its_values_survive_its_removal(physics):
    floor()
    entity, _, c = hero((0, HALF + SKIN, 0), step_height=0.2)
    run(physics, 3)
    esper.remove_component(entity, CharacterController3D)
    run(physics, 3)
    assert c.step_height == 0.2 and c.on_floor
