"""Floors of tiles that touch flush are one surface: no seam stops, tilts or lifts what slides over it."""

from __future__ import annotations

import itertools
import math

import esper
import pytest

from ecsphys import (
    AABB,
    COLLISION_BEGIN,
    COLLISION_HIT,
    Box,
    Capsule,
    Collider,
    CollisionEvent,
    Polygon,
    RigidBody,
    Segment,
    Shape,
    Transform,
)
from tests.contacts.floors import (
    BALL,
    BOX,
    FLAT,
    GRAVITY,
    KEPT,
    LEVEL,
    SIZE,
    SLOP,
    TILE,
    Frame,
    clock,
    cross_floor,
    lay,
    lay_compound,
    play,
    put,
    row,
    slowest,
    state,
    tilt_of,
)

UPRIGHT = 1e-3  # radians

SLIDERS: dict[str, Shape] = {
    "box": BOX,
    "circle": BALL,
    "rounded": Box(16, 16, 2),
    "capsule": Capsule.between((-8, 0), (8, 0), 10),
    "hexagon": Polygon([(-10, -10), (10, -10), (14, 0), (10, 10), (-10, 10), (-14, 0)]),
}

TILES: dict[str, Shape] = {
    "box": TILE,
    "hexagon": Polygon([(-16, 16), (-16, 0), (-8, -16), (8, -16), (16, 0), (16, 16)]),
    "trapezium": Polygon([(-16, 16), (-8, -16), (8, -16), (16, 16)]),
    "rounded": Box(28, 28, 2),
    "capsule": Capsule.between((-16, 11), (16, 11), 5),
    "segment": Segment((-16, 16), (16, 16)),
}

compiled = pytest.mark.jit


def floor(separate: bool, frame: Frame = LEVEL, tiles: int = 40, **options: float) -> None:
    """Tiles as entities, or as one collider, without friction."""
    if separate:
        lay(row(TILE, tiles), frame, friction=0, **options)
    else:
        lay_compound([SIZE * k for k in range(tiles)], frame, friction=0, **options)


@compiled
@pytest.mark.parametrize("speed", [50, 100, 200, 400, 800, 1500, 3000])
@pytest.mark.parametrize("separate", [True, False], ids=["entities", "collider"])
@pytest.mark.parametrize("slider", [BOX, BALL], ids=["box", "circle"])
def test_speed_is_kept_over_forty_tiles(slider: Shape, separate: bool, speed: float) -> None:
    clock()
    floor(separate)
    states = cross_floor(put(slider, SIZE, FLAT, speed), speed)
    assert states[-1].x > 37 * SIZE
    assert slowest(states, speed) > KEPT
    assert max(s.vx for s in states) < speed / KEPT
    assert tilt_of(states) < UPRIGHT
    assert all(abs(s.y - FLAT) < SLOP for s in states)


@pytest.mark.parametrize("separate", [True, False], ids=["entities", "collider"])
@pytest.mark.parametrize("slider", [BOX, BALL], ids=["box", "circle"])
def test_speed_is_kept_over_few_tiles(slider: Shape, separate: bool) -> None:
    clock()
    floor(separate, tiles=6)
    states = cross_floor(put(slider, SIZE, FLAT, 200), 200, tiles=6)
    assert slowest(states, 200) > KEPT


@compiled
@pytest.mark.parametrize("tile", TILES.values(), ids=TILES)
@pytest.mark.parametrize("slider", SLIDERS.values(), ids=SLIDERS)
@pytest.mark.parametrize("angle", [0.0, 0.6])
def test_convex_tiles_of_any_shape_are_one_floor(slider: Shape, tile: Shape, angle: float) -> None:
    frame = Frame(angle)
    clock(frame)
    lay(row(tile, 12), frame, friction=0)
    states = cross_floor(put(slider, SIZE, FLAT, 100, frame), 100, frame, tiles=12)
    assert slowest(states, 100) > KEPT
    assert tilt_of(states) < 3 * UPRIGHT


@compiled
@pytest.mark.parametrize("angle", [0.1, math.pi / 4, math.pi / 2, 2.2, math.pi, -1.1])
@pytest.mark.parametrize("slider", [BOX, BALL], ids=["box", "circle"])
def test_floors_at_any_angle(slider: Shape, angle: float) -> None:
    frame = Frame(angle)
    clock(frame)
    lay(row(TILE, 12), frame, friction=0)
    states = cross_floor(put(slider, SIZE, FLAT, 100, frame), 100, frame, tiles=12)
    assert slowest(states, 100) > KEPT
    assert tilt_of(states) < UPRIGHT


@compiled
@pytest.mark.parametrize("kind", ["static", "kinematic"])
@pytest.mark.parametrize("separate", [True, False], ids=["entities", "collider"])
@pytest.mark.parametrize("slider_first", [True, False])
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("slider", [BOX, BALL], ids=["box", "circle"])
def test_kind_order_and_direction_do_not_matter(
    slider: Shape, direction: int, slider_first: bool, separate: bool, kind: str
) -> None:
    clock()
    start = SIZE if direction == 1 else 10 * SIZE

    def make_floor() -> None:
        if separate:
            lay(row(TILE, 12), kind=kind, friction=0)  # type: ignore[arg-type]
        else:
            lay_compound([SIZE * k for k in range(12)], kind=kind, friction=0)  # type: ignore[arg-type]

    if not slider_first:
        make_floor()
    entity = put(slider, start, FLAT, 70.0 * direction)
    if slider_first:
        make_floor()
    states = play(entity, 240)
    assert slowest(states, 70) > KEPT
    assert tilt_of(states) < UPRIGHT


@compiled
def test_upright_boxes_pass_over_upright_tiles() -> None:
    clock()
    lay(row(AABB(SIZE, SIZE), 12), friction=0)
    assert slowest(cross_floor(put(AABB(20, 20), SIZE, FLAT, 100), 100, tiles=12), 100) > KEPT


@compiled
@pytest.mark.parametrize("restitution", [0.3, 1.0])
@pytest.mark.parametrize("speed", [50, 200, 800])
@pytest.mark.parametrize("slider", [BOX, BALL], ids=["box", "circle"])
def test_elastic_tiles_do_not_bounce_sideways(slider: Shape, speed: float, restitution: float) -> None:
    clock()
    floor(True, restitution=restitution)
    states = cross_floor(put(slider, SIZE, FLAT, speed, restitution=restitution), speed)
    assert slowest(states, speed) > KEPT
    assert max(s.y for s in states) < FLAT + SLOP


@compiled
@pytest.mark.parametrize("speed", [40, 150])
def test_a_pushed_crate_does_not_tip(speed: float) -> None:
    clock()
    lay(row(TILE, 20), friction=0.5)
    crate = put(Box(28, 28), SIZE, SIZE / 2 + 14, 0, friction=0.5)
    body = esper.component_for_entity(crate, RigidBody)
    states = []
    for _ in range(int(500 / speed * 60)):
        missing = speed - body.velocity.x  # pushed from behind at its lower half, towards a speed
        body.apply_force((body.mass * (0.5 * GRAVITY + 10 * missing), 0), (state(crate).x - 14, SIZE / 2 + 8))
        states += play(crate, 1)
    assert states[-1].x > 400
    assert tilt_of(states) < 0.01
    assert min(s.vx for s in states[30:]) > 0.95 * speed


@compiled
def test_tiles_touch_without_hits_and_from_above() -> None:
    clock()
    floor(True, tiles=12)
    sliders = [put(BOX, SIZE, FLAT, 400), put(BALL, 2.5 * SIZE, FLAT, 400)]
    normals, hits = [], []

    def begin(event: CollisionEvent) -> None:
        normals.append(event.normal if event.entity_a not in sliders else -event.normal)

    def hit(event: CollisionEvent) -> None:
        hits.append(event)

    esper.set_handler(COLLISION_BEGIN, begin)
    esper.set_handler(COLLISION_HIT, hit)
    play(sliders[0], 40)
    assert len(normals) > 14
    assert all(normal.y > 0.99 for normal in normals)
    assert not hits


@compiled
@pytest.mark.parametrize("spin", [0.0, 3.0, -9.0])
@pytest.mark.parametrize("x", [0.0, 15.8, 16.0, 16.3])
@pytest.mark.parametrize("slider", [BOX, BALL, Box(18, 6), Polygon([(0, -14), (14, 0), (0, 14), (-14, 0)])])
def test_what_falls_onto_tiles_moves_as_on_a_slab(slider: Shape, x: float, spin: float) -> None:
    """A body that turns and slides across seams; its path hardly depends on them."""
    ends = []
    for tiles in (row(TILE, 9, -4 * SIZE), [(0.0, 0.0, Box(9 * SIZE, SIZE))]):
        esper.switch_world(f"{x}{spin}{len(tiles)}")
        clock()
        lay(tiles, friction=0.3)
        entity = put(slider, x, 60, 40, friction=0.3)
        esper.component_for_entity(entity, RigidBody).angular_velocity = spin
        ends.append(play(entity, 40))
    assert min(s.y for s in ends[0]) > min(s.y for s in ends[1]) - SLOP
    for tiled, slab in zip(*ends, strict=True):
        assert math.hypot(tiled.x - slab.x, tiled.y - slab.y) < 4
        assert abs(tiled.tilt - slab.tilt) < 0.1


@compiled
@pytest.mark.parametrize("slider", [BOX, BALL, Box(0.5, 40)], ids=["box", "circle", "stick"])
@pytest.mark.parametrize("height", [0.1, 30, 200])
def test_a_landing_on_a_seam_bears(slider: Shape, height: float) -> None:
    lowest = []
    for tiles in (row(TILE, 4), [(1.5 * SIZE, 0.0, Box(4 * SIZE, SIZE))]):
        esper.switch_world(f"landing{len(tiles)}")
        clock()
        lay(tiles, friction=0.5)
        half = slider.bounds((0, 0, 0)).upper.y
        states = play(put(slider, 1.5 * SIZE, SIZE / 2 + half + height, 0, friction=0.5), 40)
        lowest.append(min(s.y for s in states))
    assert lowest[0] > lowest[1] - SLOP


@compiled
@pytest.mark.parametrize("speed", [100, 700])
@pytest.mark.parametrize("slider", [BOX, BALL, Box(16, 16, 2)], ids=["box", "circle", "rounded"])
def test_a_slope_of_triangles_over_boxes_is_one_slope(slider: Shape, speed: float) -> None:
    """Level editors make them of triangles on boxes, whose corners lie in the seams."""
    ends = []
    tiles = [(SIZE * k, SIZE * k, Polygon([(0, 0), (SIZE, 0), (SIZE, SIZE)])) for k in range(8)]
    tiles += [(SIZE * (k + 0.5), SIZE * (j + 0.5), TILE) for k in range(8) for j in range(k)]
    slope = [(0.0, 0.0, Polygon([(0, 0), (8 * SIZE, 0), (8 * SIZE, 8 * SIZE)]))]
    for number, parts in enumerate((tiles, slope)):
        esper.switch_world(f"slope{number}")
        clock()
        lay(parts, friction=0)
        frame = Frame(math.pi / 4)
        ends.append(play(put(slider, 60, 10, speed, frame), 40, frame))
    for tiled, whole in zip(*ends, strict=True):
        assert math.hypot(tiled.x - whole.x, tiled.y - whole.y) < 0.05
        assert abs(tiled.tilt - whole.tilt) < UPRIGHT


# -- compounds that move -----------------------------------------------------------------------------


@compiled
@pytest.mark.parametrize("speed", [50, 200])
def test_the_seams_of_a_moving_compound_catch_on_nothing(speed: float) -> None:
    """A plank of flush boxes slides over two narrow supports, past which its own seams go."""
    clock()
    lay([(-80.0, 0.0, Box(6, SIZE)), (80.0, 0.0, Box(6, SIZE))], friction=0)
    parts = [Polygon([(x, -5), (x + 20, -5), (x + 20, 5), (x, 5)]) for x in range(-150, 150, 20)]
    body = RigidBody(velocity=(speed, 0), can_sleep=False)
    plank = esper.create_entity(Transform(-60, SIZE / 2 + 5), body, Collider(parts, friction=0))
    states = play(plank, int(120 / speed * 60))
    assert slowest(states, speed) > KEPT
    assert tilt_of(states) < 5 * UPRIGHT


@compiled
def test_a_compound_crate_rests_on_tiles() -> None:
    clock()
    lay(row(TILE, 6), friction=0.5)
    parts = [Polygon([(x, -12), (x + 12, -12), (x + 12, 12), (x, 12)]) for x in (-24, -12, 0, 12)]
    crate = esper.create_entity(Transform(70, SIZE / 2 + 14), RigidBody(), Collider(parts, friction=0.5))
    states = play(crate, 180)
    assert abs(states[-1].x - 70) < 0.1
    assert tilt_of(states[60:]) < 0.005
    assert not esper.component_for_entity(crate, RigidBody).awake


# -- the same everywhere -----------------------------------------------------------------------------


@compiled
def test_bits_do_not_depend_on_threads_or_broad_phase() -> None:
    ends = set()
    options = itertools.product(("quadtree", "sweep_and_prune", "brute_force"), (1, 3))
    for number, (broad_phase, threads) in enumerate(options):
        esper.switch_world(f"bits{number}")
        clock(broad_phase=broad_phase, threads=threads)
        for level in range(8):
            lay(row(TILE, 40, y=100.0 * level), friction=0.2)
        entities = [
            put(shape, SIZE * k, FLAT + 100 * level + 3, 90 + 7 * k, friction=0.2)
            for level in range(8)
            for k, shape in enumerate(list(SLIDERS.values()) * 6)
        ]
        play(entities[0], 30)
        ends.add(tuple(state(entity) for entity in entities))
    assert len(ends) == 1
