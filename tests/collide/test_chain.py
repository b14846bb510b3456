"""Chains: one-sided, and smooth at their joints."""

from __future__ import annotations

import math

import esper
import numpy as np
import pytest

from ecsphys import Collider, Physics, RigidBody, Transform
from ecsphys.math2d.vec2 import Vec2
from ecsphys.shapes import Box, Capsule, Chain, Circle, Polygon, Shape
from tests.collide.calls import HERE, contacts, depth, normals

MARGIN = 0.02
FLAT = Chain([(x, 0) for x in (6, 3.1, 3, 2.2, 1, 0.4, 0, -1, -1.01, -3, -6)])
RIDGE = Chain([(6, -6), (0, 0), (-6, -6)])
VALLEY = Chain([(6, 6), (0, 0), (-6, 6)])
RIDERS: list[tuple[Shape, float]] = [
    (Circle(1), 1.0),
    (Box(2, 2), 1.0),
    (Box(2, 2, 0.25), 1.25),
    (Capsule(3, 1), 1.5),
    (Capsule.between((-1, 0), (1, 0), 0.5), 0.5),
    (Polygon([(-0.5, -1), (0.5, -1), (0, 1)]), 1.0),
    (Box(0.1, 0.1), 0.05),
]


@pytest.mark.parametrize(("rider", "height"), RIDERS, ids=lambda v: repr(v)[:24])
@pytest.mark.parametrize("sunk", [0.0101, 0.001, -0.005])
def test_a_flat_chain_feels_like_one_line(rider: Shape, height: float, sunk: float) -> None:
    for x in np.linspace(-4, 4, 401):
        found = contacts(FLAT, HERE, rider, (x, height - sunk, 0), MARGIN)
        assert normals(found) == {(0, 1)}, x
        assert depth(found) == pytest.approx(sunk, abs=1e-12)


@pytest.mark.parametrize(("rider", "height"), RIDERS[1:4], ids=lambda v: repr(v)[:24])
@pytest.mark.parametrize("tilt", [1e-3, -1e-3, 0.01, -0.01])
def test_a_slightly_tilted_rider_feels_no_bump_either(rider: Shape, height: float, tilt: float) -> None:
    for x in np.linspace(-4, 4, 401):
        found = contacts(FLAT, HERE, rider, (x, height - 0.01, tilt), MARGIN)
        # The only normals on a flat chain are the line's own.
        assert normals(found) == {(0, 1)}, x


def test_what_rests_on_several_segments_is_held_at_both_ends() -> None:
    found = contacts(FLAT, HERE, Box(4, 2), (0.5, 0.99, 0), MARGIN)
    xs = [x for m in found for x in (m.x0, m.x1)[: m.count]]
    assert min(xs) == pytest.approx(-1.5) and max(xs) == pytest.approx(2.5)


@pytest.mark.parametrize("sunk", [0.01, 0.2])
def test_a_circle_over_a_ridge_has_one_contact_that_turns_smoothly(sunk: float) -> None:
    previous = None
    for t in np.linspace(-1.2, 1.2, 601):
        # Around the tip at a constant distance, from slope to slope.
        way = Vec2(0, 1 - sunk).rotated(-max(-math.pi / 4, min(math.pi / 4, t)))
        along = (
            Vec2(1, -1).normalized() * max(0.0, t - math.pi / 4)
            if t > 0
            else Vec2(-1, -1).normalized() * max(0.0, -t - math.pi / 4)
        )
        found = contacts(RIDGE, HERE, Circle(1), (*(way + along), 0), MARGIN)
        assert len(found) == 1
        assert depth(found) == pytest.approx(sunk, abs=1e-9)
        normal = Vec2(found[0].nx, found[0].ny)
        assert previous is None or normal.distance(previous) < 0.02
        previous = normal


def test_a_box_on_a_ridge_stands_on_its_tip() -> None:
    found = contacts(RIDGE, HERE, Box(4, 2), (0.5, 0.9, 0), MARGIN)
    assert normals(found) == {(0, 1)}
    assert all((m.x0, m.y0) == pytest.approx((0, -0.05)) for m in found)


@pytest.mark.parametrize("rider", [Circle(1), Box(2, 2, 0.2), Capsule(2.5, 1)], ids=repr)
def test_in_a_valley_both_slopes_push_with_their_own_normals(rider: Shape) -> None:
    s = math.sqrt(0.5)
    for x in np.linspace(-0.5, 0.5, 41):
        found = contacts(VALLEY, HERE, rider, (x, 1.2 + abs(x), 0), 0.5)
        assert normals(found) <= {(round(-s, 12), round(s, 12)), (round(s, 12), round(s, 12))}
    found = contacts(VALLEY, HERE, Circle(1), (0, 1.41, 0), MARGIN)
    assert len(found) == 2


def test_floor_and_wall() -> None:
    """A box sliding on the floor into a wall: upright and level normals, nothing between."""
    corner = Chain([(6, 0), (3, 0), (0, 0), (0, 3), (0, 6)])
    for x in np.linspace(3, 0.95, 200):
        found = contacts(corner, HERE, Box(2, 2), (x, 0.99, 0), MARGIN)
        assert normals(found) <= {(0, 1), (1, 0)}
        assert ((1, 0) in normals(found)) == (x <= 1 + MARGIN)
        assert (0, 1) in normals(found)


def test_block_from_outside_and_its_corners() -> None:
    block = Chain([(-2, -2), (2, -2), (2, 2), (-2, 2)], loop=True)
    for angle in np.linspace(0, math.tau, 33):
        far = Vec2(3.4, 0).rotated(angle)
        found = contacts(block, HERE, Circle(1), (*far, 0), 1.0)
        plain = contacts(Box(4, 4), HERE, Circle(1), (*far, 0), 1.0)
        assert {round(-depth([m]), 9) for m in plain} <= {round(-depth([m]), 9) for m in found}
    # Overhanging the corner: held by the top alone, not pushed out sideways.
    for tilt in (0.0, 1e-9, -1e-9):
        found = contacts(block, HERE, Box(2, 2), (2.2, 2.95, tilt), MARGIN)
        assert all(m.ny > 1 - 1e-12 for m in found)
        assert depth(found) == pytest.approx(0.05, abs=1e-6)


def test_room_from_inside() -> None:
    room = Chain([(-2, -2), (-2, 2), (2, 2), (2, -2)], loop=True)
    assert normals(contacts(room, HERE, Box(2, 2), (0.99, -0.99, 0), MARGIN)) == {(-1, 0), (0, 1)}
    assert contacts(room, HERE, Circle(1), (-5, 0, 0), 3.0) == []


@pytest.mark.parametrize("rider", [Circle(1), Box(2, 2), Capsule(4, 1)], ids=repr)
def test_the_back_lets_pass(rider: Shape) -> None:
    assert contacts(FLAT, HERE, rider, (0.2, -0.5, 0.1), MARGIN) == []
    assert contacts(Chain(FLAT.points[::-1]), HERE, rider, (0.2, -0.5, 0.1), MARGIN) != []


def test_an_open_end_is_round_to_a_circle() -> None:
    line = Chain([(2, 0), (0, 0)])
    found = contacts(line, HERE, Circle(1), (-0.6, 0.7, 0), 0.0)
    assert len(found) == 1 and (found[0].nx, found[0].ny) == pytest.approx(Vec2(-0.6, 0.7).normalized())
    assert contacts(line, HERE, Circle(1), (-0.6, -0.1, 0), 0.0) == []
    # A box that hangs over the end is still held, and not beyond it.
    found = contacts(line, HERE, Box(2, 2), (-0.5, 0.9, 0), MARGIN)
    assert normals(found) == {(0, 1)}


def test_the_tip_of_a_spike_touches() -> None:
    spike = Chain([(0.2, -3), (0, 0), (-0.2, -3)])
    for rider, height in ((Circle(1), 0.95), (Box(2, 2), 0.95)):
        found = contacts(spike, HERE, rider, (0.3 if isinstance(rider, Box) else 0.0, height, 0), MARGIN)
        assert normals(found) == {(0, 1)} and depth(found) == pytest.approx(0.05)


@pytest.mark.jit
@pytest.mark.parametrize(
    ("rider", "height"), [(Box(32, 32), 16), (Box(32, 32, 4), 20), (Circle(16), 16), (Box(8, 8), 4)]
)
def test_a_body_slides_over_the_joints_of_a_world_undisturbed(rider: Shape, height: float) -> None:
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    ground = Chain([(1000 - 37.3 * k, 0) for k in range(54)])
    esper.create_entity(Transform(), Collider(ground, friction=0))
    rigid = RigidBody(velocity=(300, 0))
    body = esper.create_entity(Transform(-500, height), rigid, Collider(rider, friction=0))
    where = esper.component_for_entity(body, Transform)
    for _ in range(200):
        physics.step_once()
        assert where.y == pytest.approx(height, abs=0.02)
        assert abs(where.angle) < 1e-3
    assert where.x == pytest.approx(500, abs=0.01)
    assert rigid.velocity.x == pytest.approx(300, abs=1e-3)
