"""Liquids: draught, stability, energy, damping, flow and sleep of what floats."""

from __future__ import annotations

import math
from collections.abc import Iterator

import esper
import pytest

from ecsphys import (
    AABB,
    Area,
    Box,
    Capsule,
    Circle,
    Collider,
    HalfPlane,
    Physics,
    Polygon,
    Transform,
    Vec2,
    backend,
)
from ecsphys.collide.submerged import SurfaceFrame, submerged
from ecsphys.geometry import decompose
from ecsphys.shapes import Shape
from tests.acceptance.support import body, physics, rigid, run, transform

GRAVITY = 900.0
RATES = (30, 60, 120)


def pool(density: float = 1.0, **fields: object) -> int:
    """A wide pool, 2000 deep, whose surface is at y = 0."""
    box = Collider(Box(20000, 2000), trigger=True)
    made = Area(density=density, **fields)  # type: ignore[arg-type]
    return esper.create_entity(Transform(0, -1000), box, made)


def clock(hz: float = 60, **options: object) -> Physics:
    return physics(gravity=(0, -GRAVITY), step=1 / hz, **options)


def until_asleep(entity: int, clock: Physics, seconds: float) -> None:
    for _ in range(round(seconds / clock.step)):
        clock.step_once()
        if not rigid(entity).awake:
            return


# -- draught -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("ratio", [0.1, 0.5, 0.93])
def test_the_draught_of_a_box_is_the_ratio_of_the_densities(ratio: float, hz: int) -> None:
    physics_ = clock(hz)
    pool(2.0, linear_damping=4 / ratio, angular_damping=4)
    raft = body(Box(100, 30), 0, 0, density=2.0 * ratio)
    until_asleep(raft, physics_, 20)
    assert not rigid(raft).awake
    draught = 15 - transform(raft).y
    assert draught / 30 == pytest.approx(ratio, rel=1e-3)
    assert transform(raft).angle == pytest.approx(0, abs=1e-6)


SHAPES: dict[str, Shape | list[Shape]] = {
    "circle": Circle(20),
    "capsule": Capsule(60, 15),
    "rounded": Box(40, 20, radius=6),
    "polygon": Polygon([(-30, 0), (30, 0), (20, 20), (-20, 20)]),
    "compound": [Box(60, 10), Circle(12, center=(0, -10)), Box(10, 20, radius=2)],
}


def below_surface(entity: int, ground: float = 0.0) -> tuple[float, float]:
    """Area of a body below y = 0, and potential energy in a liquid of density 1, by the exact kernel."""
    t = transform(entity)
    area = energy = 0.0
    for shape in esper.component_for_entity(entity, Collider).shapes:
        for core in shape.cores:
            frame = SurfaceFrame(t.x, t.y - ground, math.cos(t.angle), math.sin(t.angle))
            part = submerged(core.rows, 0, len(core.rows), core.radius, frame)
            area += part.area
            energy -= GRAVITY * part.area * part.z
    return area, energy


@pytest.mark.parametrize("name", SHAPES)
def test_any_shape_displaces_its_own_mass(name: str) -> None:
    physics_ = clock()
    pool(linear_damping=6, angular_damping=6)
    float_ = body(SHAPES[name], 0, 5, 0.3, density=0.6)
    until_asleep(float_, physics_, 30)
    assert not rigid(float_).awake
    assert below_surface(float_)[0] == pytest.approx(rigid(float_).mass, rel=1e-3)


def test_a_surface_may_lie_below_the_top_and_area_may_be_tilted() -> None:
    physics_ = clock()
    esper.create_entity(
        Transform(300, -700, 0.0),
        Collider(Box(4000, 2000), trigger=True),
        Area(density=1, surface=500, linear_damping=6, angular_damping=6),
    )
    raft = body(Box(100, 30), 300, -200, density=0.5)
    until_asleep(raft, physics_, 20)
    assert transform(raft).y == pytest.approx(-200, abs=0.03)


def test_what_is_denser_sinks_and_what_is_as_dense_hovers() -> None:
    clock()
    pool()
    stone, fish = body(Circle(10), 0, -100, density=2), body(Circle(10), 100, -100)
    run(30)
    assert rigid(stone).velocity.y == pytest.approx(-GRAVITY * 0.5 * 0.5, rel=1e-6)
    assert transform(fish).position == pytest.approx((100, -100), abs=1e-9)


def test_beside_the_pool_there_is_no_liquid() -> None:
    clock()
    esper.create_entity(Transform(0, -50), Collider(Box(100, 100), trigger=True), Area(density=100))
    beside = body(Box(20, 20), 62, -30)
    run(2)
    assert rigid(beside).velocity.y == pytest.approx(-GRAVITY * 2 / 60)


# -- the area ----------------------------------------------------------------------------------------

ROUND = Circle(200)
NOTCHED = decompose([(-200, -200), (200, -200), (200, 200), (0, 200), (0, 0), (-200, 0)])
TRIANGLE = Polygon([(-300, -100), (300, -100), (0, 200)])
CROSSED = [Box(400, 40), Box(40, 400)]

# The shapes of the area, its angle, where a disc of radius 10 is, and the share of it that is in the liquid.
AREAS = {
    "in the corner of the box of a round pond": (ROUND, 0.0, (-188, -188), 0.0),
    "in a round pond": (ROUND, 0.0, (-120, -120), 1.0),
    "below a pool": (Box(400, 300), 0.0, (0, -165), 0.0),
    "half below a pool": (Box(400, 300), 0.0, (0, -150), 0.5),
    "half beside a pool": (Box(400, 300), 0.0, (200, 0), 0.5),
    "in a corner of a pool": (Box(400, 300), 0.0, (200, -150), 0.25),
    "far inside the box of a triangle": (TRIANGLE, 0.0, (-250, 40), 0.0),
    "half over the slope of a triangle": (TRIANGLE, 0.0, (-150, 50), 0.5),
    "in the rounded corner of a pool": (Box(200, 200, radius=100), 0.0, (-195, -195), 0.0),
    "in the notch of a pool": (NOTCHED, 0.0, (-100, 60), 0.0),
    "on the seam of its parts": (NOTCHED, 0.0, (0, -60), 1.0),
    "half beside the notch": (NOTCHED, 0.0, (0, 60), 0.5),
    "where its shapes overlap": (CROSSED, 0.0, (0, 0), 1.0),
    "in one of two shapes": (CROSSED, 0.0, (100, 0), 1.0),
    "in the box of two shapes": (CROSSED, 0.0, (100, 100), 0.0),
    "half beside a pool that is turned": (Box(400, 300), math.pi / 2, (150, 0), 0.5),
    "half beside an upright pool of a turned body": (AABB(400, 300), math.pi / 6, (200, 0), 0.5),
    "half in an ocean": (HalfPlane((0.6, 0.8)), 0.0, (8, -6), 0.5),
    "deep in an ocean": (HalfPlane((0.6, 0.8)), 0.0, (-500, -6), 1.0),
}  # fmt: skip


@pytest.mark.parametrize("name", AREAS)
def test_a_liquid_bears_what_is_inside_of_its_area(name: str) -> None:
    shapes, angle, place, share = AREAS[name]
    clock()
    esper.create_entity(Transform(0, 0, angle), Collider(shapes, trigger=True), Area(density=3, surface=1000))
    disc = body(Circle(10), *place, density=1)
    run(1)
    up = Vec2(-math.sin(angle), math.cos(angle))
    lift = 3 * GRAVITY * share * up.y
    # In the step it moves by some hundredths, along an edge or out of it.
    assert rigid(disc).velocity * 60 == pytest.approx(up * lift + (0, -GRAVITY), abs=0.02 * GRAVITY)


def test_half_of_a_disc_is_borne_at_its_middle() -> None:
    clock()
    esper.create_entity(Transform(-200, 0), Collider(Box(400, 300), trigger=True), Area(density=1))
    disc = body(Circle(10), 0, -50, lock_x=True)
    run(1)
    assert rigid(disc).velocity.y == pytest.approx(-GRAVITY * 0.5 / 60, rel=1e-6)
    torque = 0.5 * rigid(disc).mass * GRAVITY * -4 * 10 / (3 * math.pi)
    assert rigid(disc).angular_velocity == pytest.approx(torque / rigid(disc).inertia / 60, rel=1e-3)


@pytest.mark.parametrize("x", [-380.0, 0.0, 380.0])
def test_a_float_has_its_draught_wherever_it_is_in_the_pool(x: float) -> None:
    physics_ = clock()
    esper.create_entity(
        Transform(0, -100),
        Collider(Box(800, 200), trigger=True),
        Area(density=1, linear_damping=6, angular_damping=6),
    )
    raft = body(Box(40, 20), x, 2, density=0.5)  # at the outermost places it ends with the pool
    until_asleep(raft, physics_, 20)
    assert not rigid(raft).awake
    assert transform(raft).position == pytest.approx((x, 0), abs=0.03)


def test_what_only_comes_near_to_a_liquid_drifts_on() -> None:
    physics(gravity=(0, 0))
    esper.create_entity(Transform(), Collider(Box(400, 400), trigger=True), Area(density=1, linear_damping=1))
    beside = body(Circle(10), 211, 0, velocity=(0, 1))
    run(120)
    assert rigid(beside).awake and rigid(beside).velocity == (0, 1)


def test_a_light_ball_that_leaves_through_the_side_of_its_pool_is_not_thrown() -> None:
    clock(30)
    water = Area(density=1, linear_damping=1, flow=(20, 0))
    esper.create_entity(Transform(0, -100), Collider(Box(400, 200), trigger=True), water)
    ball = body(Circle(10), 180, 10, density=0.001, velocity=(20, 0))
    while transform(ball).x < 215:
        run(1)
        assert transform(ball).y < 15
    run(10)
    assert transform(ball).y < 0


# -- stability ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "rights"), [(32.0, True), (27.0, True), (22.0, False), (10.0, False)])
def test_a_box_rights_itself_or_capsizes_as_the_metacentre_says(width: float, rights: bool) -> None:
    # At half the density the metacentre is above the centre of mass if width / height > sqrt(3 / 2).
    height, ratio = 20.0, 0.5
    metacentre = width**2 / (12 * ratio * height) - height * (1 - ratio) / 2
    assert (metacentre > 0) == rights
    clock()
    pool(linear_damping=3, angular_damping=3)
    box = body(Box(width, height), 0, 0, 0.05, density=ratio)
    run(240)
    assert (abs(transform(box).angle) < 0.04) == rights
    assert (abs(transform(box).angle) > 0.2) != rights


def test_it_rolls_at_the_frequency_of_its_metacentric_height() -> None:
    width, height, ratio = 60.0, 20.0, 0.5
    metacentre = width**2 / (12 * ratio * height) - height * (1 - ratio) / 2
    rate = math.sqrt(GRAVITY * metacentre / ((width**2 + height**2) / 12))
    physics_ = clock(240, integrator="velocity_verlet")
    pool()
    box = body(Box(width, height), 0, 0, 0.01, density=ratio)
    crossings = zero_crossings(lambda: transform(box).angle, physics_, 3 * math.pi / rate + 0.02)
    assert next(crossings) * rate == pytest.approx(0.5 * math.pi, rel=0.01)
    assert next(crossings) * rate == pytest.approx(1.5 * math.pi, rel=0.01)


def zero_crossings(value: object, physics_: Physics, seconds: float) -> Iterator[float]:
    """The times at which a value changes its sign."""
    last = value()  # type: ignore[operator]
    for k in range(round(seconds / physics_.step)):
        physics_.step_once()
        now = value()  # type: ignore[operator]
        if (now < 0) != (last < 0):
            yield (k + last / (last - now)) * physics_.step
        last = now


@pytest.mark.parametrize(
    "integrator", ["semi_implicit_euler", "velocity_verlet", "rk4", "midpoint", "trapezoid"]
)
def test_it_bobs_at_the_frequency_of_its_waterline(integrator: str) -> None:
    physics_ = clock(60, integrator=integrator)
    pool()
    box = body(Box(60, 40), 0, 4, density=0.5)  # 4 above its rest
    rate = math.sqrt(GRAVITY / 20)
    crossings = zero_crossings(lambda: transform(box).y, physics_, 6 / rate)
    assert next(crossings) * rate == pytest.approx(0.5 * math.pi, rel=0.01)
    assert next(crossings) * rate == pytest.approx(1.5 * math.pi, rel=0.01)


# -- energy ------------------------------------------------------------------------------------------


def energy_of(entity: int) -> float:
    t, r = transform(entity), rigid(entity)
    kinetic = 0.5 * r.mass * r.velocity.length_squared + 0.5 * r.inertia * r.angular_velocity**2
    return kinetic + r.mass * GRAVITY * t.y + below_surface(entity)[1]


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("ratio", [0.05, 0.5, 0.9])
def test_a_bobbing_box_never_gains_energy(ratio: float, hz: int) -> None:
    physics_ = clock(hz)
    pool()
    box = body(Box(40, 30), 0, 60, 0.4, density=ratio)
    physics_.step_once()
    # Of the energy, the lowest that the box can have at all does not count.
    lowest = rigid(box).mass * GRAVITY * -15
    first = energy_of(box) - lowest
    for _ in range(6 * hz if backend == "native" else hz):
        physics_.step_once()
        assert energy_of(box) - lowest <= first * 1.02


@pytest.mark.parametrize("hz", RATES)
@pytest.mark.parametrize("integrator", ["semi_implicit_euler", "velocity_verlet", "rk4"])
@pytest.mark.parametrize("ratio", [0.001, 0.01])
def test_a_light_body_in_a_dense_liquid_comes_to_rest(ratio: float, integrator: str, hz: int) -> None:
    physics_ = clock(hz, integrator=integrator)
    pool(linear_damping=1, angular_damping=1)
    ball = body(Box(20, 20), 0, -5, 0.2, density=ratio, linear_damping=0.5, angular_damping=0.5)
    highest = 0.0
    for _ in range(2 * hz):
        physics_.step_once()
        highest = max(highest, transform(ball).y)
    # From 5 below the surface it gains 5 * 900 * (1 / ratio) of energy at most: v^2 / 2 = g * height.
    assert highest < 15 / ratio
    assert math.isfinite(transform(ball).y)


@pytest.mark.parametrize("integrator", ["velocity_verlet", "rk4"])
def test_methods_of_higher_order_keep_the_energy_of_a_bobbing_box(integrator: str) -> None:
    physics_ = clock(120, integrator=integrator)
    pool()
    box = body(Box(60, 40), 0, 8, 0.05, density=0.5)
    physics_.step_once()
    rest = -0.5 * rigid(box).mass * GRAVITY * 10  # potential energy at its draught of 20
    first = energy_of(box) - rest
    for _ in range(120):
        physics_.step_once()
    assert energy_of(box) - rest == pytest.approx(first, rel=0.01)


# -- damping, flow, sleep ----------------------------------------------------------------------------


def test_damping_is_relative_to_the_flow() -> None:
    physics(integrator="rk4")
    esper.create_entity(
        Transform(),
        Collider(Box(4000, 4000), trigger=True),
        Area(density=1, flow=(60, -30), linear_damping=2),
    )
    leaf = body(Circle(10), 0, 0)
    run(60)
    share = 1 - math.exp(-2)
    assert rigid(leaf).velocity == pytest.approx((60 * share, -30 * share), rel=1e-3)


def test_half_a_body_in_the_liquid_is_damped_by_half() -> None:
    physics(integrator="rk4")
    esper.create_entity(
        Transform(0, -500), Collider(Box(4000, 1000), trigger=True), Area(density=1, linear_damping=2)
    )
    half = body(Box(20, 20), velocity=(100, 0), lock_y=True)
    run(60)
    assert rigid(half).velocity.x == pytest.approx(100 * math.exp(-1), rel=1e-3)


def test_a_floating_body_sleeps_and_wakes_when_the_liquid_changes() -> None:
    physics_ = clock()
    water = pool(linear_damping=6, angular_damping=6)
    raft = body(Box(100, 30), 0, 0, density=0.5)
    until_asleep(raft, physics_, 10)
    assert not rigid(raft).awake
    esper.component_for_entity(water, Area).surface = 990
    run(5)
    assert rigid(raft).awake
    until_asleep(raft, physics_, 10)
    assert transform(raft).y == pytest.approx(-10, abs=0.03)


def test_a_bobbing_body_does_not_fall_asleep() -> None:
    physics_ = clock(integrator="velocity_verlet")
    pool()
    raft = body(Box(100, 400), 0, 1, density=0.5, lock_rotation=True)  # slow: less than the sleeping speed
    for _ in range(120):
        physics_.step_once()
        assert rigid(raft).awake


def test_floats_that_touch_carry_each_other() -> None:
    physics_ = clock()
    pool(linear_damping=6, angular_damping=6)
    raft = body(Box(200, 40), 0, 0, density=0.25)
    cargo = body(Box(100, 20), 0, 30, density=0.5)
    until_asleep(raft, physics_, 15)
    draught = 20 - transform(raft).y
    assert draught == pytest.approx((200 * 40 * 0.25 + 100 * 20 * 0.5) / 200, rel=0.03)
    assert transform(cargo).y - transform(raft).y == pytest.approx(30, abs=0.5)
