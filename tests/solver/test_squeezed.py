"""What a kinematic body presses against a static one stays on this side of it, and says so."""

from __future__ import annotations

import math
from typing import Any

import esper
import pytest

from ecsphys import (
    COLLISION_CRUSH,
    Box,
    Circle,
    Collider,
    Physics,
    RevoluteJoint,
    RigidBody,
    Shape,
    Transform,
    WeldJoint,
    on,
)

SLOP = 0.005
CRATE = Box(1, 1)


def put(x: float, y: float, shape: Shape, body: RigidBody | None = None, angle: float = 0.0) -> int:
    """Create an entity; without a body it is static."""
    parts: list[Any] = [Transform(x, y, angle), Collider(shape)]
    return esper.create_entity(*parts, *([] if body is None else [body]))


def new_physics(**options: Any) -> Physics:
    """A world in metres with a floor whose top is at 0, and a wall from x = 0."""
    physics = Physics(gravity=(0, -10), length_unit=1, **options)
    esper.add_processor(physics)
    put(0, -0.5, Box(100, 1))
    return physics


def place_of(entity: int) -> Transform:
    return esper.component_for_entity(entity, Transform)


def body_of(entity: int) -> RigidBody:
    return esper.component_for_entity(entity, RigidBody)


def depth(entity: int) -> float:
    """How deep the foremost corner of a crate is in the wall."""
    place = place_of(entity)
    return place.x + 0.5 * (abs(math.cos(place.angle)) + abs(math.sin(place.angle)))


def press(physics: Physics, crates: list[int], steps: int) -> tuple[float, float, list[bool]]:
    """Return how deep a crate was at most, the highest speed of one, and which of them were squeezed."""
    deepest, fastest, squeezed = -1.0, 0.0, [False] * len(crates)
    for _ in range(steps):
        physics.step_once()
        deepest = max(deepest, *map(depth, crates))
        fastest = max(fastest, *(body_of(crate).velocity.length for crate in crates))
        squeezed = [was or body_of(crate).squeezed for was, crate in zip(squeezed, crates, strict=True)]
    return deepest, fastest, squeezed


@pytest.mark.parametrize(
    ("thickness", "speed", "substeps"), [(0.5, 0.5, 4), (0.5, 5, 1), (1, 5, 8), (4, 20, 4), (0.5, 50, 1)]
)
def test_a_crate_stays_on_this_side_of_a_wall(thickness: float, speed: float, substeps: int) -> None:
    physics = new_physics(substeps=substeps)
    put(thickness / 2, 2, Box(thickness, 4))
    crate = put(-0.51, 0.5, CRATE, RigidBody())
    piston = put(-1.7, 1, Box(1, 2), RigidBody.kinematic(velocity=(speed, 0)))
    if speed < 1:
        place_of(piston).x = -0.8  # the interesting part: its middle passes that of the crate
    deepest, fastest, squeezed = press(physics, [crate], min(60, int(60 * 2.5 / speed) + 5))
    assert deepest < 1.1 * SLOP
    assert fastest < 1.1 * max(speed, 3)
    assert squeezed == [True]


@pytest.mark.parametrize("shape", [Circle(0.5), Box(1, 1)])
def test_round_and_turned_bodies_stay_as_well(shape: Shape) -> None:
    physics = new_physics()
    put(0.25, 2, Box(0.5, 4))
    angle = 0.4 if isinstance(shape, Box) else 0.0
    crate = put(-0.7, 0.66, shape, RigidBody(), angle)
    put(-2, 1, Box(1, 2), RigidBody.kinematic(velocity=(5, 0)))
    for step in range(50):
        physics.step_once()
        deep = depth(crate) if isinstance(shape, Box) else place_of(crate).x + 0.5
        assert deep < (14 * SLOP if step < 20 else 1.1 * SLOP)
    assert not body_of(crate).squeezed  # the piston has gone


def test_a_row_is_squeezed_as_a_whole_and_stays() -> None:
    physics = new_physics()
    put(0.25, 2, Box(0.5, 4))
    crates = [put(-0.5 - k, 0.5, CRATE, RigidBody()) for k in range(3)]
    put(-3.55, 1, Box(1, 2), RigidBody.kinematic(velocity=(4, 0)))
    found: list[set[int]] = []
    keep = on(COLLISION_CRUSH)(lambda event: found.append(set(event.entities)))
    deepest, fastest, squeezed = press(physics, crates, 25)
    assert keep
    assert deepest < 3 * SLOP
    assert fastest < 8
    assert squeezed == [True] * 3
    assert len(found) == 3


def test_the_event_comes_once_when_squeezing_begins() -> None:
    physics = new_physics()
    wall = put(0.25, 2, Box(0.5, 4))
    crate = put(-0.5, 0.5, CRATE, RigidBody())
    piston = put(-1.52, 1, Box(1, 2), RigidBody.kinematic(velocity=(1, 0)))
    found: list[Any] = []
    keep = on(COLLISION_CRUSH)(lambda event: found.append((physics.step_count, event.entities, event.normal)))
    flags = []
    for _ in range(20):
        physics.step_once()
        flags.append(body_of(crate).squeezed)
    first = flags.index(True)
    assert keep
    assert all(flags[first:])
    assert [(entities, normal) for _, entities, normal in found] == [((crate, piston), (-1.0, 0.0))]
    assert not body_of(piston).squeezed
    esper.delete_entity(piston)
    for _ in range(10):
        physics.step_once()
    assert not body_of(crate).squeezed
    assert abs(body_of(crate).velocity.x) < 0.05  # what pressed it has left no speed
    assert wall


def test_two_kinematic_bodies_squeeze_as_well() -> None:
    physics = new_physics()
    crate = put(0, 0.5, CRATE, RigidBody())
    put(-1.05, 1, Box(1, 2), RigidBody.kinematic(velocity=(1, 0)))
    put(1.05, 1, Box(1, 2), RigidBody.kinematic(velocity=(-1, 0)))
    for _ in range(15):
        physics.step_once()
    assert body_of(crate).squeezed


def test_a_lift_squeezes_nothing_before_the_ceiling() -> None:
    physics = new_physics()
    put(0, 5, Box(8, 1))
    crates = [put(0, 1.5 + k, CRATE, RigidBody()) for k in range(2)]
    put(0.6 + 0.5, 1, Box(1, 2))  # beside them: a wall that they touch
    put(0, 0.9, Box(1.1, 0.2), RigidBody.kinematic(velocity=(0, 1)))
    flags = []
    for _ in range(150):
        physics.step_once()
        flags.append([body_of(crate).squeezed for crate in crates])
    at_ceiling = flags.index([True, True])
    assert not any(any(two) for two in flags[: at_ceiling - 5])
    assert place_of(crates[1]).y < 4 + 1.1 * SLOP


@pytest.mark.parametrize("joint", [RevoluteJoint, WeldJoint])
def test_what_is_joined_to_a_pressed_body_stays_as_well(joint: Any) -> None:
    physics = new_physics()
    put(0.25, 2, Box(0.5, 4))
    front, back = put(-0.52, 0.5, CRATE, RigidBody()), put(-1.62, 0.5, CRATE, RigidBody())
    esper.create_entity(joint(back, front, anchor=(-1.07, 0.5)))
    put(-2.7, 1, Box(1, 2), RigidBody.kinematic(velocity=(3, 0)))
    deepest, _, _ = press(physics, [front, back], 15)
    assert deepest < 8 * SLOP  # the step in which it is pushed into the wall, before they touch
    deepest, _, _ = press(physics, [front, back], 35)
    assert deepest < 6 * SLOP


def test_it_goes_on_to_the_bit_after_a_restore() -> None:
    physics = new_physics()
    put(0.25, 2, Box(0.5, 4))
    crate = put(-0.5, 0.5, CRATE, RigidBody())
    put(-1.52, 1, Box(1, 2), RigidBody.kinematic(velocity=(2, 0)))
    for _ in range(12):
        physics.step_once()
    assert body_of(crate).squeezed
    found: list[Any] = []
    keep = on(COLLISION_CRUSH)(found.append)
    snapshot = physics.snapshot()
    ends = []
    for _ in range(2):
        for _ in range(8):
            physics.step_once()
        ends.append(physics.fingerprint())
        physics.restore(snapshot)
        assert body_of(crate).squeezed
    assert ends[0] == ends[1]
    assert not found  # it was squeezed before
    assert keep
