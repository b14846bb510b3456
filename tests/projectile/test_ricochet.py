"""Ricochets: off walls without restitution, that move and turn, in corners, along floors of tiles."""

from __future__ import annotations

import math
from typing import Any

import esper
import pytest

from ecsphys import Box, Collider, RigidBody, Segment, Transform
from tests.projectile.shots import BOTH, RADIUS, Range, shot


def front(mode: str, x: float) -> float:
    """Where a projectile stops before a surface at x."""
    return x - (RADIUS if mode == "swept" else 0.0)


@BOTH
@pytest.mark.parametrize("speed", [3e3, 3e4, 3e5])
def test_head_on_without_restitution_it_stays_at_the_wall(mode: str, speed: float) -> None:
    play = Range()
    for x in (100, 200, 300):
        esper.create_entity(Transform(x, 0), Collider(Box(10, 100)))
    place, body, projectile = shot((speed, 0), mode=mode, ricochet=2)
    play.run(5)
    assert place.position == pytest.approx((front(mode, 95), 0))
    assert body.velocity == (0, 0) and not projectile.spent
    assert [hit.spent for hit in play.hits] == [False] and projectile.ricochet == 1


@BOTH
@pytest.mark.parametrize("wall", [Box(10, 4000), Segment((-5, -2000), (-5, 2000))])
def test_oblique_without_restitution_it_slides_along(mode: str, wall: Any) -> None:
    play = Range()
    esper.create_entity(Transform(100, 0), Collider(wall))
    place, body, projectile = shot((3000, 300), mode=mode, ricochet=1)
    play.run(60)
    assert len(play.hits) == 1 and not projectile.spent
    assert place.position == pytest.approx((front(mode, 95), 300))
    assert place.x < front(mode, 95) and body.velocity == pytest.approx((0, 300))


@BOTH
def test_it_slides_over_the_seams_of_tiles(mode: str) -> None:
    play = Range()
    angle = 0.3
    c, s = math.cos(angle), math.sin(angle)
    for k in range(60):  # tops on a line through the origin
        x, y = 20.0 * k, -10.0
        esper.create_entity(Transform(c * x - s * y, s * x + c * y, angle), Collider(Box(20, 20)))
    x, y = 5.0, 40.0
    place, _, projectile = shot(
        (3000 * c + 900 * s, 3000 * s - 900 * c), (c * x - s * y, s * x + c * y), mode=mode, ricochet=1
    )
    play.run(20)
    assert len(play.hits) == 1 and not projectile.spent
    assert c * place.y - s * place.x == pytest.approx(0 if mode == "ray" else RADIUS, abs=1e-3)


@BOTH
def test_a_wall_takes_along_what_stays_at_it(mode: str) -> None:
    play = Range()
    wall = RigidBody.kinematic()
    where = Transform(100, 0)
    esper.create_entity(where, wall, Collider(Box(10, 100)))
    place, _, projectile = shot((3000, 0), mode=mode, ricochet=9)
    play.run(60)  # it rests, and sleeps
    wall.velocity = (-600, 0)
    play.run(30)
    assert where.x == pytest.approx(-200)
    assert place.x == pytest.approx(front(mode, where.x - 5), abs=1e-4)
    assert len(play.hits) == 2 and projectile.ricochet == 7


@BOTH
@pytest.mark.parametrize("shape", [Box(4, 600), Segment((0, -300), (0, 300))])
def test_a_wall_that_turns_hits_what_it_sweeps_over(mode: str, shape: Any) -> None:
    play = Range()
    esper.create_entity(Transform(0, 0), RigidBody.kinematic(angular_velocity=20), Collider(shape))
    shot((0, 1), (-60, 200), mode=mode)
    shot((0, 1), (60, -200), mode=mode)
    play.run(30)
    assert len(play.hits) == 2
    assert all(hit.spent for hit in play.hits)


@BOTH
def test_a_room_that_turns_lets_nothing_out(mode: str) -> None:
    play = Range()
    walls = [Segment(p, q) for p, q in zip(corners(4, 100), corners(4, 100)[1:], strict=False)]
    room = RigidBody.kinematic(angular_velocity=3)
    esper.create_entity(Transform(), room, Collider([*walls], restitution=0.5))
    shots = [
        shot((2000 * math.cos(a), 2000 * math.sin(a)), mode=mode, ricochet=10**6) for a in (0.1, 1, 2, 3, 4.5)
    ]
    play.run(60)
    assert 20 < len(play.hits) < 2000
    assert all(math.hypot(*place.position) < 100 for place, _, _ in shots)


def corners(sides: int, radius: float) -> list[tuple[float, float]]:
    """The corners of a regular polygon, the first again at the end."""
    angles = [2 * math.pi * k / sides for k in range(sides + 1)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in angles]


@BOTH
def test_a_projectile_in_a_corner_stays_there(mode: str) -> None:
    play = Range()
    esper.create_entity(Transform(100, 0), Collider(Segment((0, -200), (0, 200))))
    esper.create_entity(Transform(0, 100), Collider(Segment((-200, 0), (200, 0))))
    place, body, _ = shot((3000, 3000), mode=mode, ricochet=5)
    play.run(10)
    assert place.position == pytest.approx((front(mode, 100), front(mode, 100)))
    assert place.x < 100 and place.y < 100 and body.velocity == pytest.approx((0, 0))


def test_a_ray_does_not_slip_through_a_corner() -> None:
    play = Range()
    for turn in range(40):
        angle = 0.1 + turn
        c, s = math.cos(angle), math.sin(angle)
        x, y = 1000.0 * turn, 0.0
        for end in ((100.0, -100.0), (-100.0, 100.0)):  # two segments that meet at (100, 100)
            p, q = ((c * u - s * v, s * u + c * v) for u, v in ((100.0, 100.0), end))
            esper.create_entity(Transform(x, y), Collider(Segment(p, q)))
        shot((3000 * (c - s), 3000 * (s + c)), (x, y), mode="ray")
    play.run(5)
    assert len(play.hits) == 40


@BOTH
@pytest.mark.parametrize("spin", [0, 1])
def test_in_a_sharp_corner_it_does_not_bounce_to_and_fro(mode: str, spin: float) -> None:
    play = Range()
    tip, ends = (100.0, 0.0), [(-300.0, 60.0), (-300.0, -60.0)]
    corner = RigidBody.kinematic(angular_velocity=spin)
    esper.create_entity(Transform(), corner, Collider([Segment(tip, end) for end in ends]))
    place, _, projectile = shot((3000, 40), (-100, 0), mode=mode, ricochet=10**6)
    play.run(20)
    assert 2 <= len(play.hits) <= 120 and not projectile.spent
    assert place.position.length < 100
