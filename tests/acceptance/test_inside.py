"""What is inside a chain loop counts as solid; what a loop goes around clockwise is a room."""

import math

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
    Polygon,
    Projectile,
    RigidBody,
    Segment,
    Transform,
)

SHAPES = [Circle(10), Box(20, 20), Box(60, 8), Capsule(40, 8), Polygon([(-10, -8), (10, -8), (0, 12)])]


def rectangle(left, bottom, right, top):
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


@pytest.fixture
def physics():
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    return physics


def add_ground(*loops, **options) -> int:
    return esper.create_entity(Transform(), Collider([Chain(loop, loop=True) for loop in loops], **options))


HILL = [(0, 0), (900, 0), (900, 100), (600, 100), (450, 250), (300, 100), (0, 100)]


def test_points_and_shapes_inside_an_island_overlap_it(physics):
    ground = add_ground(HILL)
    for point in ((10, 10), (450, 240), (450, 50), (890, 99)):
        assert physics.overlap_point(point) == [ground]
    for point in ((310, 150), (450, 260), (450, -1), (901, 50)):
        assert physics.overlap_point(point) == []
    assert physics.overlap(Circle(5), (450, 60, 0)) == [ground]
    assert physics.overlap_box((440, 40), (445, 45)) == [ground]
    assert physics.nearest((450, 40), 100).distance == pytest.approx(-40)
    assert physics.nearest((450, 40), 100).point == pytest.approx((450, 0))


def test_rays_and_casts_that_start_inside_hit_at_once_as_in_any_solid(physics):
    ground = add_ground(HILL)
    hit = physics.raycast((450, 50), (450, 500))
    assert (hit.entity, hit.fraction, hit.normal) == (ground, 0.0, (0, -1))
    assert [hit.fraction for hit in physics.raycast_all((450, 50), (450, 500))] == [0.0]
    assert list(physics.raycast_many([(450, 50)], [(450, 500)]).fraction) == [0.0]
    assert physics.shape_cast(Circle(5), (450, 50, 0), (0, 500)).fraction == 0.0
    assert physics.raycast((450, 300), (450, 0)).fraction == pytest.approx(50 / 300)
    assert physics.raycast((450, 251), (450, 500)) is None


def test_a_room_is_hollow_and_so_is_what_is_beyond(physics):
    add_ground(rectangle(0, 0, 400, 400)[::-1])
    assert physics.overlap_point((200, 200)) == physics.overlap_point((-50, 200)) == []
    ball = esper.create_entity(Transform(200, 200), RigidBody(), Collider(Circle(10)))
    physics.step_once()
    assert physics.collisions.of(ball) == set()


def test_loops_of_one_collider_make_holes_and_islands_in_them(physics):
    loops = (
        rectangle(0, 0, 400, 400),
        rectangle(100, 100, 300, 300)[::-1],
        rectangle(180, 180, 220, 220),
    )
    chains = [Chain(loop, loop=True) for loop in loops]
    placed = Transform(1000, -200, 0.4)
    ring = esper.create_entity(placed, Collider(chains, offset=(30, 0), angle=0.3))
    for x, y, solid in ((50, 50, True), (120, 290, False), (200, 200, True), (350, 200, True)):
        turned = (math.cos(0.3) * x - math.sin(0.3) * y + 30, math.sin(0.3) * x + math.cos(0.3) * y)
        assert physics.overlap_point(placed.local_to_world(turned)) == ([ring] if solid else [])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("depth", [5, 20, 45])
def test_a_body_made_in_the_ground_comes_out_on_top_and_rests(physics, shape, depth):
    add_ground(rectangle(0, 0, 800, 200))
    low = -shape.bounds().lower.y
    entity = esper.create_entity(Transform(400, 200 + low - depth), RigidBody(), Collider(shape))
    transform = esper.component_for_entity(entity, Transform)
    for _ in range(240):
        physics.step_once()
        assert transform.y < 200 + low + 5  # is not thrown out
    assert transform.y == pytest.approx(200 + low, abs=0.5)
    assert transform.x == pytest.approx(400, abs=5)


@pytest.mark.parametrize("side", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_the_way_out_is_the_shortest(physics, side):
    physics.gravity = (0, 0)
    add_ground(rectangle(-100, -100, 100, 100), friction=0)
    x, y = side[0] * 70, side[1] * 70
    entity = esper.create_entity(Transform(x, y), RigidBody(), Collider(Circle(10)))
    transform = esper.component_for_entity(entity, Transform)
    for _ in range(240):
        physics.step_once()
    assert max(abs(transform.x), abs(transform.y)) == pytest.approx(110, abs=1)
    assert transform.x * side[0] + transform.y * side[1] > 109


def test_out_of_a_cave_wall_is_into_the_cave(physics):
    physics.gravity = (0, 0)
    add_ground(rectangle(0, 0, 800, 800), rectangle(300, 300, 500, 500)[::-1])
    entity = esper.create_entity(Transform(270, 400), RigidBody(), Collider(Circle(10)))
    for _ in range(240):
        physics.step_once()
    assert esper.component_for_entity(entity, Transform).x == pytest.approx(310, abs=1)


@pytest.mark.parametrize("depth", [5, 20, 45])
@pytest.mark.parametrize("shape", [Capsule(40, 8), Circle(10), Box(20, 30)])
def test_a_character_made_in_the_ground_is_put_on_top(physics, shape, depth):
    add_ground(rectangle(0, 0, 800, 200))
    low = -shape.bounds().lower.y
    hero = CharacterController()
    entity = esper.create_entity(
        Transform(400, 200 + low - depth), RigidBody.kinematic(), Collider(shape), hero
    )
    for _ in range(10):
        physics.step_once()
    transform = esper.component_for_entity(entity, Transform)
    assert (transform.x, transform.y) == pytest.approx((400, 200 + low), abs=0.5)
    assert hero.on_floor


def test_a_collision_with_the_inside_is_one_with_the_chain(physics):
    ground = add_ground(rectangle(0, 0, 800, 200))
    ball = esper.create_entity(Transform(400, 180), RigidBody(), Collider(Circle(10)))
    physics.step_once()
    collision = physics.collisions.between(ground, ball)
    assert collision.normal == (0, 1) and collision.points[0].penetration > 25
    begins = len(physics.collisions.of(ball))
    for _ in range(120):
        physics.step_once()
    assert len(physics.collisions.of(ball)) == begins == 1


def test_what_flies_is_not_stopped_by_the_inside_once_it_is_there(physics):
    physics.gravity = (0, 0)
    add_ground(rectangle(0, 0, 800, 200), friction=0)
    shot = esper.create_entity(
        Transform(400, 100), RigidBody.kinematic(velocity=(0, 9000)), Projectile(mode="ray")
    )
    for _ in range(2):
        physics.step_once()
    assert esper.component_for_entity(shot, Transform).y == pytest.approx(400)


def test_a_segment_is_hit_by_nothing_inside(physics):
    """A line without area has no inside, whatever its ends are."""
    line = esper.create_entity(
        Transform(), Collider([Chain([(0, 0), (100, 0), (50, 80)]), Segment((0, 0), (50, 80))])
    )
    assert physics.overlap_point((50, 20)) == [] and line
