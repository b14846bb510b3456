"""Areas: gravity, damping and wind on what is inside a trigger; modes, priorities, sleep and mistakes."""

from __future__ import annotations

import math
from collections.abc import Callable

import esper
import pytest

from ecsphys import Area, Box, Capsule, Circle, Collider, Physics, RigidBody, Transform
from tests.acceptance.support import STEP, body, disc, ground, physics, place, rigid, run, transform


def area(
    width: float = 400, x: float = 0, y: float = 0, height: float | None = None, **fields: object
) -> int:
    """A static trigger with an Area."""
    box = Collider(Box(width, height or width), trigger=True)
    return esper.create_entity(Transform(x, y), box, Area(**fields))  # type: ignore[arg-type]


def area_of(entity: int) -> Area:
    return esper.component_for_entity(entity, Area)


# -- what it does ------------------------------------------------------------------------------------


def test_gravity_acts_inside_and_from_the_first_step() -> None:
    physics(gravity=(0, -60))
    area(gravity=(120, 0))
    inside, outside = disc(0, 0), disc(1000, 0)
    run(1)
    assert rigid(inside).velocity == pytest.approx((2, -1))
    assert rigid(outside).velocity == pytest.approx((0, -1))


def test_gravity_is_scaled_like_the_worlds() -> None:
    physics()
    area(gravity=(120, 0))
    light = body(Circle(10), gravity_scale=0.5)
    run(1)
    assert rigid(light).velocity == pytest.approx((1, 0))


def test_gravity_towards_a_point_falls_with_the_square_beyond_the_unit_distance() -> None:
    physics()
    area(4000, gravity=600, point=(0, 0), unit_distance=100)
    for distance, gravity in ((50, 600), (100, 600), (200, 150), (1000, 6)):
        entity = disc(0, distance, 1)
        run(1)
        assert rigid(entity).velocity.y == pytest.approx(-gravity * STEP, rel=0.05)
        esper.delete_entity(entity, immediate=True)


def test_the_point_moves_with_its_area() -> None:
    physics()
    esper.create_entity(
        Transform(100, 0, math.pi / 2), Collider(Circle(300), trigger=True), Area(gravity=60, point=(200, 0))
    )
    entity = disc(100, -100)
    run(1)
    assert rigid(entity).velocity == pytest.approx((0, 1))


def test_a_planet_keeps_an_orbit_under_any_integrator_of_higher_order() -> None:
    for integrator in ("velocity_verlet", "rk4"):
        esper.clear_database()
        for processor in list(esper._processors):
            esper.remove_processor(type(processor))
        physics(integrator=integrator)
        area(4000, gravity=100, point=(0, 0), unit_distance=100)  # 10^6 / r^2
        moon = disc(400, 0, velocity=(0, 60))

        def energy(moon: int = moon) -> float:
            return 0.5 * rigid(moon).velocity.length_squared - 1e6 / transform(moon).position.length

        run(1)
        before, momentum = energy(), transform(moon).position.cross(rigid(moon).velocity)
        run(120)
        assert energy() == pytest.approx(before, rel=2e-5)
        assert transform(moon).position.cross(rigid(moon).velocity) == pytest.approx(momentum, rel=1e-5)


def test_damping_adds_to_the_bodys_own() -> None:
    physics(integrator="rk4")
    area(4000, linear_damping=1, angular_damping=2)
    entity = disc(velocity=(100, 0), angular_velocity=10, linear_damping=0.5)
    run(60)
    assert rigid(entity).velocity.x == pytest.approx(100 * math.exp(-1.5), rel=1e-3)
    assert rigid(entity).angular_velocity == pytest.approx(10 * math.exp(-2), rel=1e-3)


def test_wind_pushes_by_the_projected_length() -> None:
    physics()
    area(1000, wind=(50, 0), drag=1)
    flat, high = body(Box(40, 10), 0, 0), body(Box(10, 40), 100, 0)
    run(1)
    force = 0.5 * 1.225 * 50 * 50
    assert rigid(flat).velocity.x == pytest.approx(10 * force / 400 * STEP, rel=0.03)
    assert rigid(high).velocity.x == pytest.approx(40 * force / 400 * STEP, rel=0.1)


@pytest.mark.parametrize("integrator", ["semi_implicit_euler", "velocity_verlet", "rk4", "midpoint"])
def test_drag_carries_along_and_never_beyond_the_wind(integrator: str) -> None:
    physics(integrator=integrator)
    area(40000, wind=(300, 0), drag=1)
    feather = body(Capsule(40, 5), -10000, density=1e-4, gravity_scale=0)
    highest = 0.0
    for _ in range(60):
        run(1)
        highest = max(highest, rigid(feather).velocity.x)
    assert 250 < rigid(feather).velocity.x <= highest <= 300.0001


def test_only_dynamic_bodies_are_moved() -> None:
    physics()
    area(gravity=(60, 0))
    moved = body(Circle(10), kind="kinematic", velocity=(0, 1))
    run(10)
    assert rigid(moved).velocity == (0, 1)


def test_an_area_of_several_shapes_counts_once() -> None:
    physics()
    shapes = [Box(200, 200), Box(300, 100), Circle(120)]
    esper.create_entity(Transform(), Collider(shapes, trigger=True), Area(gravity=(60, 0)))
    entity = body([Circle(10), Circle(5, center=(12, 0))])
    run(1)
    assert rigid(entity).velocity.x == pytest.approx(1)


def test_areas_add_up() -> None:
    physics()
    for _ in range(3):
        area(gravity=(60, 0))
    entity = disc()
    run(1)
    assert rigid(entity).velocity.x == pytest.approx(3)


# -- modes and priorities ----------------------------------------------------------------------------


def test_replace_shuts_out_the_world_and_what_comes_later() -> None:
    physics(gravity=(0, -60))
    area(gravity=(600, 0), priority=1)
    area(gravity=(0, 120), mode="replace", priority=5)
    area(gravity=(60, 0), priority=9)
    entity = disc()
    run(1)
    assert rigid(entity).velocity == pytest.approx((1, 2))


def test_replace_concerns_the_effects_that_an_area_has() -> None:
    physics(gravity=(0, -60), integrator="rk4")
    area(linear_damping=1, priority=5, mode="replace")
    area(gravity=(60, 0), linear_damping=100)
    entity = disc()
    run(1)
    x, y = rigid(entity).velocity
    assert (x, y) == pytest.approx((1, -1), rel=0.02)


def test_no_gravity_at_all_leaves_a_body_exactly_at_rest() -> None:
    physics(gravity=(0, -937.3))
    area(gravity=(0, 0), mode="replace")
    entity = disc()
    run(20)
    assert (*transform(entity).position, *rigid(entity).velocity) == (0, 0, 0, 0)


def test_ties_go_to_the_smaller_entity() -> None:
    physics()
    area(gravity=(60, 0), mode="replace")
    area(gravity=(0, 60), mode="replace")
    entity = disc()
    run(1)
    assert rigid(entity).velocity == pytest.approx((1, 0))


# -- sleep -------------------------------------------------------------------------------------------


def sleeper_in(entity: int) -> int:
    """A disc on the ground that has fallen asleep inside an area."""
    ground(-16)
    sleeper = disc()
    run(60)
    assert not rigid(sleeper).awake
    assert esper.entity_exists(entity)
    return sleeper


CHANGES: dict[str, Callable[[int], object]] = {
    "gravity": lambda entity: setattr(area_of(entity), "gravity", (50, 0)),
    "point": lambda entity: setattr(area_of(entity), "point", (5, 0)),
    "unit_distance": lambda entity: setattr(area_of(entity), "unit_distance", 5),
    "linear_damping": lambda entity: setattr(area_of(entity), "linear_damping", 1),
    "angular_damping": lambda entity: setattr(area_of(entity), "angular_damping", 1),
    "wind": lambda entity: setattr(area_of(entity), "wind", (1, 1)),
    "drag": lambda entity: setattr(area_of(entity), "drag", 1),
    "lift": lambda entity: setattr(area_of(entity), "lift", 1),
    "density": lambda entity: setattr(area_of(entity), "density", 1),
    "surface": lambda entity: setattr(area_of(entity), "surface", 1),
    "flow": lambda entity: setattr(area_of(entity), "flow", (1, 0)),
    "mode": lambda entity: setattr(area_of(entity), "mode", "replace"),
    "priority": lambda entity: setattr(area_of(entity), "priority", 3),
    "moved a little": lambda entity: place(entity, 1, 0),
    "moved away": lambda entity: place(entity, 5000, 0),
    "component removed": lambda entity: esper.remove_component(entity, Area),
    "deleted": lambda entity: esper.delete_entity(entity, immediate=True),
    "disabled": lambda entity: setattr(esper.component_for_entity(entity, Collider), "enabled", False),
    "another area": lambda entity: area(gravity=(1, 0)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_sleeping_visitor_wakes_when_its_area_changes(change: str) -> None:
    physics(gravity=(0, -900))
    entity = area(gravity=(0, -10))
    sleeper = sleeper_in(entity)
    run(5)
    assert not rigid(sleeper).awake
    CHANGES[change](entity)
    run(2)
    assert rigid(sleeper).awake


def test_an_area_that_drives_over_a_sleeper_wakes_it_when_it_comes_and_when_it_goes() -> None:
    physics(gravity=(0, -900))
    ground(-16)
    sleeper = disc()
    lift = esper.create_entity(
        Transform(-450, 0),
        RigidBody.kinematic(velocity=(300, 0)),
        Collider(Box(100, 100), trigger=True),
        Area(gravity=(0, -1)),
    )
    run(40)
    assert not rigid(sleeper).awake
    seen = []
    for _ in range(180):
        run(1)
        seen.append(rigid(sleeper).awake)
        if transform(lift).x > 120:
            rigid(lift).velocity = (0, 0)
    assert True in seen
    assert not rigid(sleeper).awake


def test_a_visitor_at_rest_falls_asleep() -> None:
    physics(gravity=(0, -900))
    sleeper_in(area(gravity=(0, -100), linear_damping=1, wind=(0, 0)))


# -- life and mistakes -------------------------------------------------------------------------------


def test_a_world_forgets_its_last_area() -> None:
    physics()
    entity = area(gravity=(60, 0), linear_damping=1)
    visitor = disc()
    run(2)
    esper.delete_entity(entity, immediate=True)
    before = rigid(visitor).velocity
    run(3)
    assert rigid(visitor).velocity == before


def test_fields_read_back() -> None:
    made = Area(gravity=5, point=(1, 2), unit_distance=3, wind=(1, 0), drag=0.5, lift=0.25, priority=-4)
    assert (made.gravity, made.point, made.unit_distance) == (5, (1, 2), 3)
    assert (made.wind, made.drag, made.lift, made.priority, made.mode) == ((1, 0), 0.5, 0.25, -4, "add")
    assert (made.density, made.surface, made.linear_damping, made.angular_damping) == (None,) * 4
    assert made.flow == (0, 0)
    made.gravity, made.point = (0, -3), None
    assert (made.gravity, made.point) == ((0, -3), None)
    assert "gravity=Vec2(x=0.0, y=-3.0)" in repr(made)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"gravity": (0, math.nan)}, "gravity"), ({"gravity": 5}, "gravity must be a pair"),
        ({"point": (0, 0)}, "point needs a gravity"), ({"gravity": math.inf, "point": (0, 0)}, "gravity"),
        ({"unit_distance": 0}, "unit_distance"), ({"linear_damping": -1}, "linear_damping"),
        ({"wind": (1, math.nan)}, "wind"), ({"drag": -1}, "drag"), ({"lift": math.nan}, "lift"),
        ({"density": 0}, "density"), ({"surface": math.nan}, "surface"), ({"flow": (math.inf, 0)}, "flow"),
        ({"mode": "both"}, "mode"), ({"priority": 2**40}, "priority"),
    ],
)  # fmt: skip
def test_bad_values_are_refused_by_name(fields: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Area(**fields)  # type: ignore[arg-type]


def test_a_bad_value_of_an_area_in_use_names_its_entity_and_changes_nothing() -> None:
    physics()
    entity = area(gravity=(60, 0))
    run(1)
    with pytest.raises(ValueError, match=f"entity {entity}: gravity"):
        area_of(entity).gravity = (math.nan, 0)
    with pytest.raises(ValueError, match=f"entity {entity}: density"):
        area_of(entity).density = -1
    assert (area_of(entity).gravity, area_of(entity).density) == ((60, 0), None)


def test_a_collider_that_is_no_trigger_is_refused() -> None:
    physics()
    entity = esper.create_entity(Transform(), Collider(Box(10, 10)), Area(gravity=(1, 0)))
    with pytest.raises(ValueError, match=f"trigger=True, entity {entity}"):
        run(1)
    esper.component_for_entity(entity, Collider).trigger = True
    run(1)


def test_an_area_belongs_to_one_entity() -> None:
    physics()
    entity = area(gravity=(1, 0))
    esper.create_entity(Transform(), Collider(Box(10, 10), trigger=True), area_of(entity))
    with pytest.raises(ValueError, match="belongs to one entity"):
        run(1)


def crowd(threads: int = 1, broad_phase: str = "quadtree") -> str:
    """The fingerprint of a crowd in overlapping areas."""
    from ecsphys.world.checks import fingerprint

    esper.switch_world(f"crowd {threads} {broad_phase} {len(esper.list_worlds())}")
    clock: Physics = physics(gravity=(0, -900), threads=threads, broad_phase=broad_phase)
    ground(-60)
    area(800, 0, -50, density=1.5, linear_damping=1)
    area(300, 100, 100, wind=(50, 20), drag=1, lift=0.3)
    area(300, -100, 100, gravity=900, point=(0, 0), unit_distance=50, mode="replace")
    for k in range(24):
        body([Box(30, 20), Circle(8, center=(12, 8))], -200 + 37 * (k % 12), 60 + 60 * (k // 12), 0.3 * k)
    run(30)
    print_ = fingerprint(clock)
    esper.switch_world("default")
    return print_


@pytest.mark.jit
def test_the_same_bits_with_threads_and_any_broad_phase() -> None:
    first = crowd()
    assert crowd(threads=3) == first
    assert crowd(broad_phase="brute_force") == first
    assert crowd(broad_phase="sweep_and_prune") == first
