"""Shots of bodies: at static, moving, turning and light walls, in closed rooms, past targets.

Plane geometry judges: nothing may end behind a wall, stand still with speed, gain energy, or hit what it
does not touch.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import esper

from ecsphys import (
    COLLISION_BEGIN,
    Box,
    Capsule,
    Chain,
    Circle,
    Collider,
    Physics,
    Polygon,
    RigidBody,
    Segment,
    Transform,
)
from tests.fuzz.plain import Point, edges
from tests.fuzz.plane import gap_of, local_of, moved

DT = 1 / 60
APART = 300_000.0  # distance of cases; no shot goes a third as far
SHOTS, SHOT_STEPS = 36, 3
ROOMS, ROOM_STEPS = 4, 20
FINE = 300  # poses a step of the reference
RESIDUE = 1.0  # speed that a body may have when it was pushed out of a wall, units per second
SINK = 1.0  # more than the slop, by which a thin body may lie in a wall


class Form(NamedTuple):
    """A shape by its corners and radius, around its centre of mass."""

    shape: Any
    corners: list[Point]
    radius: float

    @property
    def reach(self) -> float:
        return max(math.hypot(*point) for point in self.corners) + self.radius


class Shot(NamedTuple):
    entity: int
    place: Transform
    body: RigidBody
    form: Form


Check = Callable[[int], str | None]  # step -> what is wrong


class Case(NamedTuple):
    """A scene of its own: its entities, its shots, and what judges it after each step."""

    entities: set[int]
    shots: list[Shot]
    check: Check
    is_free: bool  # nothing but static things around, no gravity: energy cannot grow


def run(seed: int) -> None:
    """Play many shots, or some rooms, in one world."""
    rng = random.Random(seed)
    in_rooms = rng.random() < 0.25
    gravity = rng.choice([0.0, 0.0, -900.0]) if not in_rooms else rng.choice([0.0, -900.0, -3000.0])
    esper.add_processor(Physics(gravity=(0, gravity)))
    met: list[tuple[int, int, float]] = []

    def note(event: Any) -> None:
        met.append((*event.entities, event.time))

    esper.set_handler(COLLISION_BEGIN, note)
    kinds = [room] if in_rooms else [wall, wall, moving_wall, light_plate, corner, target]
    count, steps = (ROOMS, ROOM_STEPS) if in_rooms else (SHOTS, SHOT_STEPS)
    side = math.isqrt(count)
    cases = []
    for k in range(count):
        origin = (APART * (k % side - side // 2), APART * (k // side - side // 2))
        cases.append(rng.choice(kinds)(rng, origin, gravity, met))
    play(cases, steps, met)


def play(cases: list[Case], steps: int, met: list[tuple[int, int, float]]) -> None:
    """Run the steps and judge every case after each of them."""
    owner = {entity: k for k, case in enumerate(cases) for entity in case.entities}
    energy = {s.entity: energy_of(s) for case in cases if case.is_free for s in case.shots}
    stuck: dict[int, int] = {}
    for step in range(steps):
        before = {s.entity: s.place.position for case in cases for s in case.shots}
        met.clear()
        esper.process(DT)
        for a, b, _ in met:
            assert owner[a] == owner[b], f"step {step}: {a} hits {b}, far away"
        for k, case in enumerate(cases):
            wrong = case.check(step)
            assert wrong is None, f"step {step}, case {k}, entities {sorted(case.entities)}: {wrong}"
            for s in case.shots:
                if case.is_free:
                    now = energy_of(s)
                    left = 0.5 * s.body.mass * RESIDUE**2
                    assert now <= energy[s.entity] * (1 + 1e-6) + left, (
                        f"step {step}: {s.entity} gains energy: {energy[s.entity]} to {now}"
                    )
                    energy[s.entity] = now
                x, y = before[s.entity]
                way = math.hypot(s.place.x - x, s.place.y - y)
                speed = math.hypot(*s.body.velocity)
                stands = len(case.shots) == 1 and speed * DT > s.form.reach and way < 1e-3 * speed * DT
                stuck[s.entity] = stuck.get(s.entity, 0) + 1 if stands else 0
                assert stuck[s.entity] < 2, f"step {step}: {s.entity} stands still at {speed}/s"


def energy_of(shot: Shot) -> float:
    """Return the kinetic energy of a shot."""
    vx, vy = shot.body.velocity
    return (
        0.5 * shot.body.mass * (vx * vx + vy * vy) + 0.5 * shot.body.inertia * shot.body.angular_velocity**2
    )


# shapes


def random_form(rng: random.Random) -> Form:
    """Return a random shape around its centre of mass."""
    size = rng.uniform(3, 40)
    kind = rng.randrange(6)
    if kind == 0:
        return Form(Circle(size), [(0, 0)], size)
    if kind == 1:
        w, h = size, rng.uniform(2, 40)
        return Form(Box(2 * w, 2 * h), [(-w, -h), (w, -h), (w, h), (-w, h)], 0.0)
    if kind == 2:
        radius = rng.uniform(1, 10)
        half = size + radius
        ends = [(0.0, -size), (0.0, size)]
        return Form(Capsule(2 * half, radius), ends, radius)
    if kind == 3:
        return Form(Segment((-size, 0), (size, 0)), [(-size, 0), (size, 0)], 0.0)
    count = rng.randrange(3, 8)
    turn = rng.uniform(0, 6)
    points = [
        (size * math.cos(turn + 2 * math.pi * k / count), size * math.sin(turn + 2 * math.pi * k / count))
        for k in range(count)
    ]
    return Form(Polygon(points), points, 0.0)


def fire(rng: random.Random, form: Form, x: float, y: float, vx: float, vy: float, **options: Any) -> Shot:
    """Create a shot."""
    spin = rng.choice([0.0, 0.0, rng.uniform(-20, 20), rng.uniform(-200, 200)])
    mass = rng.choice([0.1, 1.0, 50.0])
    inertia = 0.4 * mass * form.reach**2
    place = Transform(x, y, rng.uniform(-3, 3))
    body = RigidBody(velocity=(vx, vy), angular_velocity=spin, mass=mass, inertia=inertia, **options)
    entity = esper.create_entity(place, body, collider(rng, form.shape))
    return Shot(entity, place, body, form)


def collider(rng: random.Random, shape: Any) -> Collider:
    """Return a collider with a random surface."""
    return Collider(shape, restitution=rng.choice([0, 0, 0.5, 1]), friction=rng.choice([0, 0.5, 1]))


# cases


def build_wall(rng: random.Random, origin: Point, angle: float, half: float) -> set[int]:
    """Create a straight static wall of one of many makes, with its front to the left of its angle."""
    make = rng.randrange(5)
    thick = rng.choice([0.001, 0.5, 5.0, 40.0])

    def put(shape: Any, x: float, y: float) -> int:
        (at,) = moved([(x, y)], *origin, angle)
        return esper.create_entity(Transform(*at, angle), collider(rng, shape))

    if make == 0:
        return {put(Segment((-half, 0), (half, 0)), 0, 0)}
    if make == 1:
        return {put(Box(2 * half, thick), 0, -0.5 * thick)}
    parts = rng.randrange(2, 9)
    ends = [half * (2 * k / parts - 1) for k in range(parts + 1)]
    if make == 2:
        return {put(Chain([(x, 0) for x in reversed(ends)]), 0, 0)}
    if make == 3:
        return {put(Segment((a, 0), (b, 0)), 0, 0) for a, b in pairwise(ends)}
    return {put(Box(b - a, thick), 0.5 * (a + b), -0.5 * thick) for a, b in pairwise(ends)}


def wall(rng: random.Random, origin: Point, gravity: float, met: Any) -> Case:
    """A shot at a static wall, from in front."""
    form, angle, speed = random_form(rng), rng.uniform(-3.2, 3.2), 10 ** rng.uniform(2.5, 6)
    slope = rng.uniform(0.05, math.pi - 0.05)
    vx, vy = speed * math.cos(slope), -speed * math.sin(slope)
    half = 4 * abs(vx) * DT + 1000
    entities = build_wall(rng, origin, angle, half)
    height = form.reach + 1 + rng.random() * abs(vy) * DT
    (start,) = moved([(0, height)], *origin, angle)
    (velocity,) = moved([(vx, vy)], 0, 0, angle)
    shot = fire(rng, form, *start, *velocity, continuous=rng.choice(["auto", "bullet"]))
    frame = Transform(*origin, angle)

    def check(step: int) -> str | None:
        x, y = local_of(frame, *shot.place.position)
        return f"behind the wall at {x, y}" if y < -SINK and abs(x) < half - form.reach else None

    return Case(entities | {shot.entity}, [shot], check, gravity == 0)


def corner(rng: random.Random, origin: Point, gravity: float, met: Any) -> Case:
    """A shot into the corner of two static walls, or at its outside."""
    form, speed = random_form(rng), 10 ** rng.uniform(2.5, 5)
    opening, turn = rng.choice([rng.uniform(0.7, 3.0), rng.uniform(3.3, 5.5)]), rng.uniform(-3, 3)
    size = 12 * speed * DT + 2000
    entities = set()
    for angle in (turn, turn + opening):
        end = (size * math.cos(angle), size * math.sin(angle))
        shape = Segment((0, 0), end)
        entities.add(esper.create_entity(Transform(*origin), collider(rng, shape)))
    middle, way = turn + 0.5 * opening, 2 * speed * DT * rng.random()
    away = way + form.reach / math.sin(min(0.5 * opening, 0.5 * math.pi)) + 2
    x, y = origin[0] + away * math.cos(middle), origin[1] + away * math.sin(middle)
    aim = middle + math.pi + rng.choice([0.0, rng.uniform(-0.2, 0.2)])
    shot = fire(rng, form, x, y, speed * math.cos(aim), speed * math.sin(aim))

    def check(step: int) -> str | None:
        dx, dy = shot.place.x - origin[0], shot.place.y - origin[1]
        angle = (math.atan2(dy, dx) - turn) % (2 * math.pi)
        away = math.hypot(dx, dy)
        is_near = away < size - form.reach
        behind = min(angle - opening, 2 * math.pi - angle) if angle > opening else 0.0
        hidden = away * math.sin(min(behind, 0.5 * math.pi))  # distance from the nearer wall
        return f"behind the corner at {dx, dy}" if is_near and hidden > SINK else None

    return Case(entities | {shot.entity}, [shot], check, gravity == 0)


def beside(place: Transform, half: float, shot: Shot) -> Check:
    """Return a check that a shot stays above a plate that moves, as long as it is not near its ends."""
    left = False

    def check(step: int) -> str | None:
        nonlocal left
        x, y = local_of(place, *shot.place.position)
        left = left or abs(x) > 0.5 * half
        return None if y >= -SINK or left else f"behind the plate at {x, y}, plate {place}"

    return check


def fire_at_plate(rng: random.Random, form: Form, place: Transform, aside: float, gap: float) -> Shot:
    """Fire a bullet at a plate from above it: up to `aside` from its middle, by at least `gap` apart."""
    speed = 10 ** rng.uniform(2, 5)
    height = form.reach + gap + rng.random() * speed * DT
    (start,) = moved([(rng.uniform(-aside, aside), height)], *place.position, place.angle)
    aim = place.angle + rng.uniform(-math.pi + 0.1, -0.1)
    return fire(rng, form, *start, speed * math.cos(aim), speed * math.sin(aim), continuous="bullet")


def moving_wall(rng: random.Random, origin: Point, gravity: float, met: Any) -> Case:
    """A kinematic wall that moves and turns, and a bullet in front of it."""
    form, angle, half = random_form(rng), rng.uniform(-3, 3), 8000.0
    rise, spin = rng.uniform(-500, 4000), rng.choice([0, rng.uniform(-1, 1), rng.uniform(-20, 20)])
    (drift,) = moved([(rng.uniform(-500, 500), rise)], 0, 0, angle)
    place = Transform(*origin, angle)
    body = RigidBody.kinematic(
        velocity=drift, angular_velocity=spin, continuous=rng.choice(["auto", "bullet"])
    )
    plate = Segment((-half, 0), (half, 0)) if rng.random() < 0.5 else Box(2 * half, rng.choice([0.5, 5, 40]))
    entity = esper.create_entity(place, body, collider(rng, plate))
    shot = fire_at_plate(rng, form, place, 100, 21)
    return Case({entity, shot.entity}, [shot], beside(place, half, shot), False)


def light_plate(rng: random.Random, origin: Point, gravity: float, met: Any) -> Case:
    """A dynamic plate, light or heavy, that may spin, and a bullet in front of it."""
    form, angle, half = random_form(rng), rng.uniform(-3, 3), 8000.0
    mass = 10 ** rng.uniform(-3, 2)
    place = Transform(*origin, angle)
    spin = rng.choice([0, rng.uniform(-5, 5)])
    body = RigidBody(
        mass=mass,
        inertia=mass * half * half / 3,
        angular_velocity=spin,
        continuous=rng.choice(["auto", "bullet"]),
    )
    entity = esper.create_entity(place, body, collider(rng, Box(2 * half, rng.choice([1, 5, 30]))))
    shot = fire_at_plate(rng, form, place, 2000, 16)
    return Case({entity, shot.entity}, [shot], beside(place, half, shot), False)


def target(rng: random.Random, origin: Point, gravity: float, met: list[tuple[int, int, float]]) -> Case:
    """A shot at, or past, a small static thing; many poses a step tell whether and when they meet."""
    form, other = random_form(rng), random_form(rng)
    angle, speed = rng.uniform(-3, 3), 10 ** rng.uniform(2.5, 4.5)
    entity = esper.create_entity(Transform(*origin, angle), collider(rng, other.shape))
    aim, reach = rng.uniform(-3, 3), form.reach + other.reach
    way = reach + 1 + rng.random() * speed * DT
    aside = rng.uniform(-1.3, 1.3) * reach
    x = origin[0] - way * math.cos(aim) - aside * math.sin(aim)
    y = origin[1] - way * math.sin(aim) + aside * math.cos(aim)
    shot = fire(rng, form, x, y, speed * math.cos(aim), speed * math.sin(aim), gravity_scale=0)
    start = (x, y, shot.place.angle)
    motion = (*shot.body.velocity, shot.body.angular_velocity)
    corners = moved(other.corners, *origin, angle)
    round_by = form.radius + other.radius

    def gap_at(time: float) -> float:
        pose = [p + time * DT * v for p, v in zip(start, motion, strict=True)]
        return gap_of(moved(form.corners, pose[0], pose[1], pose[2]), corners) - round_by

    def check(step: int) -> str | None:
        if step > 0:
            return None
        times = [t for a, b, t in met if {a, b} == {entity, shot.entity}]
        gaps = [gap_at(k / FINE) for k in range(FINE + 1)]
        stride = (speed + abs(motion[2]) * form.reach) * DT / FINE
        first = next((k / FINE for k, gap in enumerate(gaps) if gap < -1.0), None)
        if first is not None and (not times or times[0] > first + 1e-6):
            return f"deep at {first}, met at {times}"
        if times and min(gaps) > stride + 0.5:
            return f"met at {times}, but the gap is at least {min(gaps)}"
        if times and gap_at(times[0]) > 2.0:
            return f"met at {times[0]}, where the gap is {gap_at(times[0])}"
        return None

    return Case({entity, shot.entity}, [shot], check, gravity == 0)


def room(rng: random.Random, origin: Point, gravity: float, met: Any) -> Case:
    """Bodies in a closed room, alone or in a crowd."""
    half_w, half_h = rng.uniform(60, 400), rng.uniform(60, 400)
    x, y = origin
    ring = [
        (x - half_w, y - half_h),
        (x + half_w, y - half_h),
        (x + half_w, y + half_h),
        (x - half_w, y + half_h),
    ]
    entities = build_room(rng, ring)
    count = rng.choice([1, 1, 2, 3, 12, 40])
    speed, shots = 10 ** rng.uniform(2, 5), []
    for _ in range(count):
        form, place = fit(rng, shots, origin, half_w, half_h)
        if place is None:
            continue
        way, mode = rng.uniform(-3.2, 3.2), rng.choice(["auto", "bullet"])
        vx, vy = speed * math.cos(way), speed * math.sin(way)
        shots.append(fire(rng, form, *place, vx, vy, continuous=mode))

    def check(step: int) -> str | None:
        for s in shots:
            if abs(s.place.x - x) > half_w + SINK or abs(s.place.y - y) > half_h + SINK:
                return f"{s.entity} has left the room: {s.place.x - x, s.place.y - y} of {half_w, half_h}"
        return None

    return Case(entities | {s.entity for s in shots}, shots, check, gravity == 0 and len(shots) == 1)


def fit(
    rng: random.Random, shots: list[Shot], origin: Point, half_w: float, half_h: float
) -> tuple[Form, Point | None]:
    """Return a shape and a place in a room where it overlaps no other, if one is found."""
    form = random_form(rng)
    for _ in range(30):
        while form.reach > 0.3 * min(half_w, half_h):
            form = random_form(rng)
        left, up = half_w - form.reach - 1, half_h - form.reach - 1
        at = (origin[0] + rng.uniform(-left, left), origin[1] + rng.uniform(-up, up))
        if all(math.dist(at, s.place.position) > s.form.reach + form.reach for s in shots):
            return form, at
    return form, None


def build_room(rng: random.Random, ring: list[Point]) -> set[int]:
    """Create the walls of a rectangular room; `ring` runs counter-clockwise."""
    make, thick = rng.randrange(3), rng.choice([1.0, 5.0, 40.0])
    if make == 0:
        return {esper.create_entity(Transform(), collider(rng, Chain(ring[::-1], loop=True)))}
    entities = set()
    for a, b in edges(ring):
        if make == 1:
            entities.add(esper.create_entity(Transform(), collider(rng, Segment(a, b))))
            continue
        long, angle = math.dist(a, b), math.atan2(b[1] - a[1], b[0] - a[0])
        (at,) = moved([(0.5 * long, -0.5 * thick)], *a, angle)
        entities.add(esper.create_entity(Transform(*at, angle), collider(rng, Box(long + 2 * thick, thick))))
    return entities
