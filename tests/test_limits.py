"""The range of numbers: what is inside is taken everywhere, what is outside refused, by name."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import (
    AABB,
    Box,
    Capsule,
    Circle,
    Collider,
    Physics,
    Polygon,
    RigidBody,
    Segment,
    Transform,
    limits,
)
from tests.acceptance.support import collider, disc, motion, physics, rigid, run, transform

HUGE = 10**400

DOORS: list[tuple[str, Callable[[Physics, int], Any]]] = [
    ("Transform.x", lambda p, e: Transform(1e150)),
    ("velocity", lambda p, e: RigidBody(velocity=(0, -1e300))),
    ("mass", lambda p, e: RigidBody(mass=1e-31)),
    ("inertia", lambda p, e: RigidBody(inertia=1e67)),
    ("gravity_scale", lambda p, e: RigidBody(gravity_scale=1e19)),
    ("linear_damping", lambda p, e: RigidBody(linear_damping=1e300)),
    ("radius", lambda p, e: Circle(1e200)),
    ("radius", lambda p, e: Circle(5e-324)),
    ("width", lambda p, e: Box(1e19, 1)),
    ("height", lambda p, e: AABB(1, 1e-19)),
    ("points", lambda p, e: Polygon([(0, 0), (1e300, 0), (0, 1)])),
    ("p2", lambda p, e: Segment((0, 0), (1e300, 0))),
    ("p1", lambda p, e: Capsule.between((-1e300, 0), (0, 0), 1)),
    ("density", lambda p, e: Collider(Circle(1), density=1e300)),
    ("offset", lambda p, e: Collider(Circle(1), offset=(1e300, 0))),
    ("gravity", lambda p, e: Physics(gravity=(0, -1e300))),
    ("length_unit", lambda p, e: Physics(length_unit=1e-7)),
    ("step", lambda p, e: Physics(step=1e-300)),
    ("substeps", lambda p, e: Physics(substeps=10**9)),
    ("end_after", lambda p, e: Physics(end_after=2**40)),
    ("threads", lambda p, e: Physics(threads=10**6)),
    ("gravity", lambda p, e: setattr(p, "gravity", (1e300, 0))),
    ("length_unit", lambda p, e: setattr(p, "length_unit", 1e300)),
    ("hit_speed", lambda p, e: setattr(p, "hit_speed", 1e300)),
    ("time_scale", lambda p, e: setattr(p, "time_scale", 1e300)),
    ("dt", lambda p, e: p.process(1.7e308)),
    ("start", lambda p, e: p.raycast((1e300, 0), (0, 0))),
    ("end", lambda p, e: p.raycast_all((0, 0), (0, -1.7e308))),
    ("ends", lambda p, e: p.raycast_many([(0, 0)], [(0, 1e300)])),
    ("starts", lambda p, e: p.raycast_many([(0, HUGE)], [(0, 1)])),
    ("translation", lambda p, e: p.shape_cast(Circle(1), (0, 0), (1e300, 0))),
    ("pose", lambda p, e: p.overlap(Circle(1), (1e300, 0))),
    ("p", lambda p, e: p.overlap_point((0, 1e300))),
    ("upper", lambda p, e: p.overlap_box((0, 0), (HUGE, 1))),
    ("max_distance", lambda p, e: p.nearest((0, 0), 1e300)),
    ("seconds", lambda p, e: p.ignore(e, e + 1, 1e308)),
    ("entity", lambda p, e: p.despawn(HUGE)),
    ("a", lambda p, e: p.explain(HUGE, e)),
]

ATTRIBUTES: list[tuple[str, Callable[[int], Any]]] = [
    ("mass", lambda e: setattr(rigid(e), "mass", 1e31)),
    ("inertia", lambda e: setattr(rigid(e), "inertia", math.nan)),
    ("gravity_scale", lambda e: setattr(rigid(e), "gravity_scale", 1e150)),
    ("angular_damping", lambda e: setattr(rigid(e), "angular_damping", -1e-310)),
    ("kind", lambda e: setattr(rigid(e), "kind", "solid")),
    ("f", lambda e: rigid(e).apply_force((1e308, 1e308), (1e5, -1e5))),
    ("point", lambda e: rigid(e).apply_force((1, 0), (math.nan, 0))),
    ("t", lambda e: rigid(e).apply_torque(math.inf)),
    ("j", lambda e: rigid(e).apply_impulse((1e99, 0))),
    ("j", lambda e: rigid(e).apply_impulse((1e20, 0), (0, 1e18))),
    ("l", lambda e: rigid(e).apply_angular_impulse(-1e99)),
    ("friction", lambda e: setattr(collider(e), "friction", 1e150)),
    ("density", lambda e: setattr(collider(e), "density", 1e-19)),
    ("offset", lambda e: setattr(collider(e), "offset", (0, 1e19))),
    ("surface_speed", lambda e: setattr(collider(e), "surface_speed", -HUGE)),
]


@pytest.mark.parametrize(("word", "call"), DOORS)
def test_numbers_out_of_range_stop_at_the_door(word: str, call: Callable[[Physics, int], Any]) -> None:
    clock = physics()
    first, second = disc(0, 0, velocity=(60, 0)), disc(100, 0)
    run(1)
    with pytest.raises(ValueError, match=rf"^{word}\b"):
        call(clock, first)
    run(1)
    assert motion(first) == (2, 0, 0, 60, 0, 0)
    assert motion(second) == (100, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(("word", "call"), ATTRIBUTES)
def test_errors_about_a_component_in_use_name_its_entity(word: str, call: Callable[[int], Any]) -> None:
    physics()
    first, second = disc(0, 0, velocity=(60, 0)), disc(100, 0)
    run(1)
    before = repr(rigid(second))
    with pytest.raises(ValueError, match=rf"^entity {second}: {word}\b"):
        call(second)
    assert repr(rigid(second)) == before
    run(1)
    assert motion(first) == (2, 0, 0, 60, 0, 0)
    assert motion(second) == (100, 0, 0, 0, 0, 0)


FIELDS = {
    "x": (lambda e, v: setattr(transform(e), "x", v), "position"),
    "y": (lambda e, v: setattr(transform(e), "position", (0, v)), "position"),
    "angle": (lambda e, v: setattr(transform(e), "angle", v), ""),
    "vx": (lambda e, v: setattr(rigid(e), "velocity", (v, 0)), "speed"),
    "angular_velocity": (lambda e, v: setattr(rigid(e), "angular_velocity", v), ""),
}


@pytest.mark.parametrize("unit", [1.0, 64.0, 1e-6])
@pytest.mark.parametrize("field", FIELDS)
def test_the_range_of_bodies_is_counted_in_length_units(field: str, unit: float) -> None:
    clock = physics(length_unit=unit)
    assign, scaled = FIELDS[field]
    first, second = disc(0, 0, radius=0.1 * unit), disc(0, 100 * unit, radius=0.1 * unit)
    run(1)
    most = 1e12 * (unit if scaled else 1.0)
    assign(second, 1.001 * most)
    wanted = re.escape(f"entity {second}: {field} must be from {-most:g} to {most:g}")
    for _ in range(2):
        with pytest.raises(ValueError, match=wanted):
            run(1)
    assign(second, 0.5 * most)
    run(1)
    assert clock.step_count == 2
    assert clock.lost == ()
    assert motion(first) == (0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("column", ["x", "vy", "torque", "gravity_scale", "linear_damping"])
@pytest.mark.parametrize("value", [-1e150, math.nan, -math.inf])
def test_bulk_writes_are_refused_when_the_step_begins(column: str, value: float) -> None:
    clock = physics((0, -100))
    first, second = disc(0, 0), disc(100, 0)
    run(1)
    before, bodies = motion(first), clock.bodies
    present = bodies[column].copy()
    bodies[column][bodies["entity"] == second] = value
    for _ in range(2):
        with pytest.raises(ValueError, match=rf"entity {second}: {column} must be "):
            run(1)
    assert motion(first) == before
    clock.bodies[column] = present
    run(1)
    assert clock.step_count == 2
    assert motion(first) != before


@pytest.mark.parametrize("tiny", [5e-324, -1e-310, 0.0, -0.0])
def test_denormal_numbers_are_like_any_others(tiny: float) -> None:
    clock = physics((tiny, tiny))
    first = disc(tiny, tiny, velocity=(tiny, tiny), angular_velocity=tiny)
    second = disc(20, 0)
    rigid(second).apply_force((tiny, tiny), (tiny, 0))
    rigid(second).apply_impulse((tiny, tiny))
    run(60)
    assert all(map(math.isfinite, (*motion(first), *motion(second))))
    assert clock.raycast((tiny, 40), (tiny, -40)) is not None
    assert clock.lost == ()


def test_a_world_at_the_edge_of_the_range_runs() -> None:
    clock = physics((0, -1e18), length_unit=1e6)
    made = [
        disc(x, 1e17, radius=radius, velocity=(vx, 0), density=density)
        for x, radius, vx, density in (
            (-9e17, 1e-3, 9e17, 1e10),
            (0.0, 1e3, 0.0, 1e-18),
            (9e17, 1.0, -9e17, 1.0),
        )
    ]
    esper.create_entity(Transform(0, -1e17), Collider(Box(1e18, 1e17)))
    run(30)
    bodies = clock.bodies
    assert all(
        np.isfinite(bodies[name]).all() for name in ("x", "y", "angle", "vx", "vy", "angular_velocity")
    )
    assert set(clock.lost) <= set(made)


def test_a_new_length_unit_is_looked_at_in_the_next_step() -> None:
    clock = physics(length_unit=1e6)
    ball = disc(1e15, 0)
    run(1)
    clock.length_unit = 1.0
    with pytest.raises(ValueError, match=f"entity {ball}: x must be from"):
        run(1)


def test_the_limits_are_those_that_are_documented() -> None:
    assert limits.POSITION * limits.LENGTH_UNIT[1] == limits.LARGEST
    assert limits.SMALLEST * limits.LARGEST == 1.0
