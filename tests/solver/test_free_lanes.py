"""Bodies under influences that are moved in lanes: as each of them would move by itself."""

from __future__ import annotations

import itertools
import math
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import Area, Box, Capsule, Circle, Collider, Physics, Polygon, RigidBody, Transform
from ecsphys.solver.records import FREE_LANES, SLOTS

KINDS: dict[str, dict[str, Any]] = {
    "points": {"gravity": 300.0, "point": (250.0, 80.0), "unit_distance": 200.0},
    "wind": {"wind": (80.0, -30.0), "drag": 0.5},
    "liquid": {"density": 2.0, "linear_damping": 0.4, "angular_damping": 0.3, "flow": (20.0, 5.0)},
}
WORLDS = itertools.count()
SIDE = 8000.0


def new_world(kinds: tuple[str, ...], idle: int = 0, **options: Any) -> Physics:
    """A world of areas one above the other, and of `idle` ones that attract with no strength."""
    esper.switch_world(f"lanes {next(WORLDS)}")
    physics = Physics(gravity=(0, -50), **options)
    esper.add_processor(physics)
    for k, kind in enumerate(kinds):
        room = Collider(Box(SIDE + 400.0 * k, SIDE), trigger=True)
        esper.create_entity(Transform(0.0, 0.0, 0.1 * k), room, Area(**KINDS[kind]))
    for _ in range(idle):
        nothing = Area(gravity=0.0, point=(0.0, 0.0))
        esper.create_entity(Transform(), Collider(Box(2 * SIDE, 2 * SIDE), trigger=True), nothing)
    return physics


def shape_of(k: int) -> Any:
    """A shape of some kind."""
    pentagon = Polygon([(math.cos(a) * 14, math.sin(a) * 14) for a in np.arange(5) * math.tau / 5])
    shapes = Circle(9), Box(20, 12), pentagon, Box(16, 10, radius=3), Capsule(30, 6)
    return shapes[k % len(shapes)]


def body_of(k: int, place: Any) -> int:
    """A body; some are locked, spin or fly fast, are weighed otherwise, or have their centre beside."""
    x, y, vx, vy = place
    speed, spin = (40.0 if k % 7 == 3 else 1.0), (30.0 if k % 5 == 2 else 1.0)
    rigid = RigidBody(
        velocity=(speed * vx, speed * vy),
        angular_velocity=spin,
        gravity_scale=0.5 if k % 4 == 1 else 1.0,
        linear_damping=0.2 if k % 3 == 0 else 0.0,
        lock_rotation=k % 6 == 4,
    )
    collider = Collider(shape_of(k), offset=(4.0, 1.0) if k % 8 == 6 else (0.0, 0.0), layer=2, mask=1)
    return esper.create_entity(Transform(x, y, 0.1 * (k % 50)), rigid, collider)


def places(count: int) -> Any:
    """Where bodies begin, and their velocities."""
    rng = np.random.default_rng(38)
    return rng.uniform((-3000, -3000, -30, -30), (3000, 3000, 30, 30), (count, 4))


def state_of(entities: list[int]) -> np.ndarray:
    """Poses and velocities."""
    rows = []
    for entity in entities:
        at, rigid = (
            esper.component_for_entity(entity, Transform),
            esper.component_for_entity(entity, RigidBody),
        )
        rows.append((*at.position, at.angle, *rigid.velocity, rigid.angular_velocity))
    return np.array(rows)


def moved(physics: Physics, count: int, only: int | None = None) -> np.ndarray:
    """The states of some bodies after some steps, or of one of them."""
    starts = list(enumerate(places(count)))
    entities = [body_of(k, start) for k, start in starts if only is None or k == only]
    for _ in range(6):
        physics.step_once()
    return state_of(entities)


ALL = [
    ("points",),
    ("wind",),
    ("liquid",),
    ("points", "points", "wind"),
    ("points", "wind", "liquid", "liquid"),
]


@pytest.mark.parametrize("kinds", ALL, ids="-".join)
def test_lanes_move_bodies_as_they_would_move_by_themselves(kinds: tuple[str, ...]) -> None:
    count = 2 * FREE_LANES + 3
    in_lanes = moved(new_world(kinds), count)
    by_themselves = moved(new_world(kinds, idle=SLOTS + 1), count)  # too many influences for a lane
    assert np.abs(in_lanes - places_and_rest(count)).max() > 1.0
    assert in_lanes == pytest.approx(by_themselves, rel=1e-9, abs=1e-9)


def places_and_rest(count: int) -> np.ndarray:
    """Where bodies would be if nothing moved them."""
    return np.pad(places(count)[:, :2], ((0, 0), (0, 4)))


@pytest.mark.parametrize("kinds", ALL, ids="-".join)
def test_bits_do_not_depend_on_the_other_lanes(kinds: tuple[str, ...]) -> None:
    count = FREE_LANES + 5
    together = moved(new_world(kinds), count)
    for k in range(0, count, 6):
        assert (moved(new_world(kinds), count, only=k)[0] == together[k]).all()


def test_bits_do_not_depend_on_threads() -> None:
    alone, shared = (moved(new_world(ALL[-1], threads=threads), 70) for threads in (1, 3))
    assert (alone == shared).all()


def test_a_body_that_is_thrown_out_of_range_is_put_aside() -> None:
    physics = new_world(())
    room = Collider(Box(SIDE, SIDE), trigger=True)
    esper.create_entity(Transform(), room, Area(gravity=1e18, point=(100.0, 0.0), unit_distance=1e3))
    entities = [body_of(k, (50.0 * k, 50.0, 0.0, 0.0)) for k in range(3)]
    with pytest.warns(match="aside"):
        for _ in range(3):
            physics.step_once()
    assert np.isfinite(state_of(entities)).all()
