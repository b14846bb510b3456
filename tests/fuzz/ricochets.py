"""Projectiles in closed rooms, at walls that move and turn, on tiles, in corners: where they must never be.

Rooms that stand have the law of reflection, hit for hit, in plain Python.
"""

from __future__ import annotations

import math
import random
from typing import Any

import esper

from ecsphys import (
    PROJECTILE_HIT,
    Box,
    Capsule,
    Chain,
    Circle,
    Collider,
    Physics,
    Polygon,
    Projectile,
    ProjectileEvent,
    RigidBody,
    Segment,
    Transform,
    on,
)
from tests.fuzz.swept_oracle import Point, contains, random_solid

SLOP = 0.32  # of the default length_unit
STEP = 1 / 60
SHOTS = 30


def convex_room(rng: random.Random, size: float) -> list[Point]:
    """Return the corners of a convex room, counter-clockwise."""
    n, turn = rng.randrange(3, 8), rng.uniform(0, 6)
    return [
        (size * math.cos(turn + 2 * math.pi * k / n), size * math.sin(turn + 2 * math.pi * k / n))
        for k in range(n)
    ]


def wall_shapes(rng: random.Random, corners: list[Point]) -> list[Any]:
    """Return the walls of a room: thin segments, flush boxes or a chain."""
    pairs = list(zip(corners, corners[1:] + corners[:1], strict=True))
    kind = rng.randrange(3)
    if kind == 0:
        return [Segment(p, q) for p, q in pairs]
    if kind == 1:
        return [Capsule.between(outward(p, q, p), outward(p, q, q), 5.0) for p, q in pairs]
    shapes = []
    for p, q in pairs:  # two flush boxes a wall
        for u, v in ((0.0, 0.5), (0.5, 1.0)):
            a = (p[0] + u * (q[0] - p[0]), p[1] + u * (q[1] - p[1]))
            b = (p[0] + v * (q[0] - p[0]), p[1] + v * (q[1] - p[1]))
            far_a, far_b = outward(p, q, a, 10.0), outward(p, q, b, 10.0)
            shapes.append(Polygon([a, b, far_b, far_a]))
    return shapes


def outward(p: Point, q: Point, at: Point, far: float = 5.0) -> Point:
    """Return a point moved out of a room, away from the wall from p to q."""
    x, y = q[0] - p[0], q[1] - p[1]
    length = math.hypot(x, y)
    return at[0] + far * y / length, at[1] - far * x / length


def run_room(rng: random.Random) -> None:
    """A closed room that stands: each leg and each reflection against the law."""
    physics = Physics()
    esper.add_processor(physics)
    hits: list[tuple[int, int, ProjectileEvent]] = []
    on(PROJECTILE_HIT)(lambda event: hits.append((event.projectile, physics.step_count, event)))
    corners = convex_room(rng, rng.uniform(80, 300))
    e = rng.choice([0.0, 0.5, 1.0])
    if rng.random() < 0.25:  # a clockwise loop is a room
        esper.create_entity(Transform(), Collider(Chain(corners[::-1], loop=True), restitution=e))
    else:
        for shape in wall_shapes(rng, corners):
            esper.create_entity(Transform(), Collider(shape, restitution=e))
    shots = []
    for _ in range(SHOTS):
        mode, r = rng.choice(["swept", "ray"]), rng.uniform(2, 8)
        speed, way = 10 ** rng.uniform(2, 5.3), rng.uniform(0, 7)
        body = RigidBody(velocity=(speed * math.cos(way), speed * math.sin(way)), gravity_scale=0)
        projectile = Projectile(ricochet=rng.choice([1, 3, 10**6]), mode=mode)
        place = Transform(rng.uniform(-20, 20), rng.uniform(-20, 20))
        start = (place.x, place.y, *body.velocity)
        entity = esper.create_entity(place, body, Collider(Circle(r)), projectile)
        shots.append((entity, r if mode == "swept" else 0.0, start, place, body, projectile))
    steps = rng.randrange(1, 30)
    for _ in range(steps):
        physics.process(STEP)
    for entity, r, start, place, body, projectile in shots:
        own = [((count - 1 + event.time) * STEP, event) for shot, count, event in hits if shot == entity]
        assert contains(corners, place.position), f"{entity} has left the room, to {place.position}"
        check_reflections(corners, e, r, start, own)
        if not projectile.spent and e == 1.0:
            assert math.isclose(body.velocity.length, math.hypot(*start[2:]), rel_tol=1e-9), "speed lost"
            travelled = math.hypot(*start[2:]) * steps * STEP
            assert math.isclose(projectile.distance, travelled, rel_tol=1e-6), "way lost"


def check_reflections(
    corners: list[Point],
    e: float,
    r: float,
    start: tuple[float, ...],
    hits: list[tuple[float, ProjectileEvent]],
) -> None:
    """Check hit for hit, each from where the one before was reported."""
    x, y, vx, vy = start
    now = 0.0
    for time, event in hits:
        x, y = x + (time - now) * vx, y + (time - now) * vy
        gaps = [
            (wall_gap(p, q, (x, y)) - r, p, q)
            for p, q in zip(corners, corners[1:] + corners[:1], strict=True)
        ]
        scale = 1e-6 * (1.0 + math.hypot(vx, vy) * (time - now))
        nearest = min(gap for gap, _, _ in gaps)
        grazing = 2.5 * SLOP if r else 1e-4  # in a corner it may graze both walls
        assert abs(nearest) < grazing + scale, f"a hit at a gap of {nearest}"
        nx, ny = event.normal
        law = [inward(p, q) for gap, p, q in gaps if gap < grazing + scale]
        assert any(abs(nx - u) + abs(ny - v) < 1e-6 for u, v in law), f"normal {event.normal}, not of {law}"
        along = min(vx * nx + vy * ny, 0.0)
        assert along < 1e-6 * math.hypot(vx, vy) + 1e-6, "a hit of a wall that it leaves"
        vx, vy = vx - (1.0 + e) * along * nx, vy - (1.0 + e) * along * ny
        x, y, now = event.point[0] + r * nx, event.point[1] + r * ny, time


def wall_gap(p: Point, q: Point, at: Point) -> float:
    """Return how far a point is inside of a wall."""
    nx, ny = inward(p, q)
    return (at[0] - p[0]) * nx + (at[1] - p[1]) * ny


def inward(p: Point, q: Point) -> Point:
    """Return the normal of a wall into its room."""
    length = math.hypot(q[0] - p[0], q[1] - p[1])
    return -(q[1] - p[1]) / length, (q[0] - p[0]) / length


def run_moving_room(rng: random.Random) -> None:
    """A closed room that moves and turns: nothing leaves it."""
    physics = Physics()
    esper.add_processor(physics)
    corners = convex_room(rng, rng.uniform(80, 300))
    v, spin = rng.choice([0, 300, 3000]), rng.choice([0, 1, 8])
    room = Transform()
    body = RigidBody.kinematic(
        velocity=(rng.uniform(-v, v), rng.uniform(-v, v)), angular_velocity=rng.uniform(-spin, spin)
    )
    e = rng.choice([0.0, 0.5, 1.0])
    esper.create_entity(room, body, Collider(wall_shapes(rng, corners), restitution=e))
    places = []
    for _ in range(SHOTS):
        speed, way = 10 ** rng.uniform(1, 5), rng.uniform(0, 7)
        shot = RigidBody(velocity=(speed * math.cos(way), speed * math.sin(way)), gravity_scale=0)
        shape, _ = random_solid(rng, rng.uniform(2, 8))
        place = Transform(rng.uniform(-20, 20), rng.uniform(-20, 20))
        projectile = Projectile(ricochet=10**5, mode=rng.choice(["swept", "ray"]))
        esper.create_entity(place, shot, Collider(shape), projectile)
        places.append((place, projectile))
    for _ in range(rng.randrange(1, 20)):
        physics.process(STEP)
        for place, projectile in places:
            inside = room.world_to_local(place.position)
            assert projectile.spent or contains(corners, inside), f"out of the room, at {inside}"


def run_wall(rng: random.Random) -> None:
    """A long wall that moves and turns: what it reaches stays on its side."""
    physics = Physics()
    esper.add_processor(physics)
    half = 1e5
    shape = rng.choice([Segment((-half, 0), (half, 0)), Box(2 * half, rng.uniform(0.1, 50))])
    thick = getattr(shape, "height", 0.0) / 2
    body = RigidBody.kinematic(
        velocity=(rng.uniform(-900, 900), rng.uniform(-900, 900)), angular_velocity=rng.uniform(-6, 6)
    )
    wall = Transform(0, 0, rng.uniform(-3, 3))
    esper.create_entity(wall, body, Collider(shape, restitution=rng.choice([0.0, 0.5, 1.0])))
    shots = []
    for _ in range(SHOTS):
        side, r = rng.choice([-1, 1]), rng.uniform(2, 8)
        place = Transform(
            *wall.local_to_world((rng.uniform(-200, 200), side * (thick + r + 10 ** rng.uniform(-2, 2))))
        )
        v = rng.choice([0.0, 100.0, 3000.0, 1e5])
        shot = RigidBody(velocity=(rng.uniform(-v, v), rng.uniform(-v, v)), gravity_scale=0)
        projectile = Projectile(ricochet=10**5, mode=rng.choice(["swept", "ray"]))
        esper.create_entity(place, shot, Collider(Circle(r)), projectile)
        shots.append((side, place, projectile))
    for _ in range(rng.randrange(1, 40)):
        physics.process(STEP)
        for side, place, projectile in shots:
            x, y = wall.world_to_local(place.position)
            assert projectile.spent or side * y > 0.0 or abs(x) > half / 2, f"behind the wall, {x, y}"


def run_seams(rng: random.Random) -> None:
    """A floor of flush tiles, turned anyhow: shots at its seams bounce as off one plane, or slide along."""
    physics = Physics()
    esper.add_processor(physics)
    hits: list[ProjectileEvent] = []
    on(PROJECTILE_HIT)(hits.append)
    angle, width = rng.uniform(-4, 4), rng.uniform(5, 40)
    c, s = math.cos(angle), math.sin(angle)
    e = rng.choice([0.0, 1.0])

    def turned(x: float, y: float) -> Point:
        return c * x - s * y, s * x + c * y

    for k in range(-15, 16):
        esper.create_entity(
            Transform(*turned(k * width, -width / 2), angle), Collider(Box(width, width), restitution=e)
        )
    shots = []
    for _ in range(SHOTS):
        r, mode = rng.uniform(1, 8), rng.choice(["swept", "ray"])
        own = r if mode == "swept" else 0.0
        at = (rng.randrange(-3, 3) + 0.5) * width
        x, y = rng.uniform(-60, 60), rng.uniform(40, 90)
        speed = 10 ** rng.uniform(4, 5)
        length = math.hypot(at - x, y - own)
        vx, vy = speed * (at - x) / length, -speed * (y - own) / length
        place = Transform(*turned(x, y))
        body = RigidBody(velocity=turned(vx, vy), gravity_scale=0)
        entity = esper.create_entity(place, body, Collider(Circle(r)), Projectile(ricochet=1, mode=mode))
        shots.append((entity, vx, vy, own, place, body))
    physics.process(STEP)
    physics.process(STEP)
    for entity, vx, vy, own, place, body in shots:
        found = [hit.normal for hit in hits if hit.projectile == entity]
        assert len(found) == 1, f"{entity} hits {len(found)} times"
        up, out = turned(0.0, 1.0), turned(vx, -e * vy)
        assert math.hypot(found[0][0] - up[0], found[0][1] - up[1]) < 1e-6, f"normal {found[0]}, not {up}"
        assert math.hypot(body.velocity[0] - out[0], body.velocity[1] - out[1]) < 1e-5 * math.hypot(vx, vy)
        assert -s * place.x + c * place.y > own - SLOP


def run_corners(rng: random.Random) -> None:
    """Rays and discs at the very corner of two thin walls that meet: none slips through."""
    physics = Physics()
    esper.add_processor(physics)
    hits: list[ProjectileEvent] = []
    on(PROJECTILE_HIT)(hits.append)
    for k in range(SHOTS):
        x, y = 2000.0 * k + rng.uniform(0, 100), rng.uniform(-1e4, 1e4)
        turn, half = rng.uniform(0, 7), rng.uniform(0.2, 1.5)
        tip = (x + 100 * math.cos(turn), y + 100 * math.sin(turn))
        for side in (-half, half):
            back = turn + math.pi + side
            end = tip[0] + 300 * math.cos(back), tip[1] + 300 * math.sin(back)
            esper.create_entity(Transform(), Collider(Segment(tip, end)))
        speed = 10 ** rng.uniform(2, 6)
        place, mode = Transform(x, y), rng.choice(["ray", "swept"])
        body = RigidBody(velocity=(speed * math.cos(turn), speed * math.sin(turn)), gravity_scale=0)
        esper.create_entity(place, body, Collider(Circle(rng.uniform(0.5, 3))), Projectile(mode=mode))
    for _ in range(70):
        physics.process(STEP)
    assert len(hits) == SHOTS, f"{SHOTS - len(hits)} slipped through a corner"


SCENES = [run_room, run_room, run_moving_room, run_wall, run_seams, run_corners]


def run(seed: int) -> None:
    """Play a scene of 30 shots."""
    SCENES[seed % len(SCENES)](random.Random(seed))
