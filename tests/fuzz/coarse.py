"""Coarse volumes change no bit: crowds of bodies of many parts, with volumes and without.

Both worlds get the same bodies, pushes and teleports. After each step their bodies, events, pairs that touch
and counts of contacts must be equal; at the end so must what rays and predictions find.
"""

from __future__ import annotations

import math
import random
from typing import Any

import esper

from ecsphys import (
    AABB,
    Box,
    Capsule,
    Chain,
    CharacterController,
    Circle,
    Collider,
    HalfPlane,
    Physics,
    Polygon,
    Projectile,
    RigidBody,
    Segment,
    Shape,
    Transform,
    Vec2,
)

STEPS = 25
NAMES = "collision_begin", "collision_hit", "collision_end", "trigger_enter", "trigger_exit", "projectile_hit"
Log = list[Any]


def run(seed: int) -> None:
    """Compare a world with itself without volumes."""
    bare, made = log_of(seed, False), log_of(seed, True)
    for k, (one, two) in enumerate(zip(bare, made, strict=True)):
        assert one == two, f"entry {k} of the log is {two!r:.200} with coarse volumes, was {one!r:.200}"


def log_of(seed: int, coarse: bool) -> Log:
    """Play a scene; return what could be seen of it."""
    rng, world = random.Random(seed), f"coarse {seed} {coarse}"
    esper.switch_world(world)
    unit = rng.choice((1.0, 1.0, 64.0))
    physics = Physics(
        gravity=(0.0, -10.0 * unit * rng.choice((0, 1, 1))),
        length_unit=unit,
        broad_phase=rng.choice(("quadtree", "sweep_and_prune", "brute_force")),
        end_after=rng.choice((1, 3)),
    )
    esper.add_processor(physics)
    streams = [physics.stream(name) for name in NAMES]
    floor(rng, unit)
    bodies = [body(rng, unit, coarse) for _ in range(rng.randrange(6, 18))]
    log: Log = []
    for _ in range(STEPS):
        disturb(rng, physics, bodies, unit)
        physics.step_once()
        log.append(physics.fingerprint())
        log.append([stream.take().tobytes() for stream in streams])
        log.append([(one.entity_a, one.entity_b, one.impulse) for one in physics.collisions])
        counts = physics.counts
        log.append((counts.nodes, counts.boxes, counts.pairs, counts.exact + counts.stopped, counts.touching))
        assert coarse or counts.coarse == counts.stopped == 0
    alive = [entity for entity in bodies if esper.entity_exists(entity)]
    for entity in alive[:3]:
        log.append(physics.predict(entity, 20).tobytes())
    for k in range(8):
        way = math.cos(k), math.sin(k)
        log.append(physics.raycast_all((0.0, 0.0), (9 * unit * way[0], 9 * unit * way[1])))
    for entity in alive:
        collider = esper.try_component(entity, Collider)
        if collider is not None and coarse:
            volume = collider.coarse
            collider.shapes = collider.shapes  # "circle" and "box" are made anew
            assert collider.coarse == volume
    return log


def floor(rng: random.Random, unit: float) -> None:
    """Make what stands still: a floor of one kind or another, and a sensor."""
    kind = rng.randrange(4)
    corners = [(x * unit, y * unit) for x, y in ((9, 6), (9, -3), (0, -3.5), (-9, -3), (-9, 6))]
    shapes: tuple[list[Shape], ...] = (
        [Box(20 * unit, unit)],
        [Chain(corners[::-1])],
        [HalfPlane((rng.uniform(-0.2, 0.2), 1.0), -3 * unit)],
        [Box(unit, unit), Circle(unit, (3 * unit, 0.0)), Segment((-9 * unit, 0.0), (9 * unit, unit))],
    )
    lower = -3.5 * unit if kind in (0, 3) else 0.0
    esper.create_entity(Transform(0.0, lower), Collider(shapes[kind], friction=rng.random()))
    esper.create_entity(Transform(2 * unit, 0.0), Collider(Box(3 * unit, 3 * unit), trigger=True))


def part(rng: random.Random, unit: float) -> Shape:
    """Return a part of a body."""
    x, y = rng.uniform(-0.8, 0.8) * unit, rng.uniform(-0.8, 0.8) * unit
    size = rng.uniform(0.1, 0.5) * unit
    turn = rng.uniform(-3, 3)
    way = size * math.cos(turn), size * math.sin(turn)
    choice = rng.randrange(6)
    if choice == 0:
        return Circle(size, (x, y))
    if choice == 1:
        return Capsule.between((x - way[0], y - way[1]), (x + way[0], y + way[1]), 0.3 * size)
    if choice == 2:
        return Box(size, 2 * size, rng.choice((0.0, 0.2 * size)))
    if choice == 3 and rng.random() < 0.3:
        return AABB(size, 2 * size)
    corners = [
        (x + size * math.cos(turn + 2 * math.pi * k / 5), y + size * math.sin(turn + 2 * math.pi * k / 5))
        for k in range(rng.choice((3, 5)))
    ]
    return Polygon(corners, rng.choice((0.0, 0.1 * size)))


def volume_of(rng: random.Random, shapes: list[Shape], given: dict[str, Any]) -> Any:
    """Return a volume for a collider: a word, or a shape around it."""
    choice = rng.randrange(5)
    wider, sides, turn = rng.choice((1.0, 1.3)), rng.randrange(4, 9), rng.uniform(0, 3)
    if choice < 2:
        return ("circle", "box")[choice]
    around: Any = Collider(shapes, coarse="circle", **given).coarse
    center, r = around.center, around.radius * wider
    if choice == 2:
        return Circle(r, center)
    if choice == 3:
        return Capsule.between(center, center + 0.5 * r * unit_vector(turn), r)
    step = 2 * math.pi / sides
    far = r / math.cos(0.5 * step)
    return Polygon([center + far * unit_vector(turn + k * step) for k in range(sides)], 1e-6 * r)


def unit_vector(angle: float) -> Vec2:
    return Vec2(math.cos(angle), math.sin(angle))


def body(rng: random.Random, unit: float, coarse: bool) -> int:
    """Make a body; return its entity."""
    place = Transform(rng.uniform(-4, 4) * unit, rng.uniform(-2, 5) * unit, rng.uniform(-3, 3))
    given = {
        "offset": (rng.uniform(-1, 1) * unit, 0.3 * unit) if rng.random() < 0.3 else (0.0, 0.0),
        "angle": rng.uniform(-3, 3) if rng.random() < 0.3 else 0.0,
    }
    kind = rng.choice(("plain",) * 8 + ("character", "shot", "sensor", "kinematic", "ledge"))
    if kind == "character":
        shapes: list[Shape] = [Capsule(1.6 * unit, 0.4 * unit)]
    else:
        shapes = [part(rng, unit) for _ in range(rng.choice((1, 2, 5, 9)))]
    volume, wanted = volume_of(rng, shapes, given), rng.random() < 0.8
    collider = Collider(
        shapes,
        coarse=volume if coarse and wanted else None,
        restitution=rng.choice((0.0, 0.0, 0.8)),
        friction=rng.random(),
        trigger=kind == "sensor",
        one_way=(0.0, 1.0) if kind == "ledge" else None,
        **given,
    )
    speed = rng.choice((0.0, 2.0, 40.0)) * unit
    velocity = rng.uniform(-speed, speed), rng.uniform(-speed, speed)
    moving = RigidBody(
        "kinematic" if kind in ("kinematic", "ledge", "character") else "dynamic",
        velocity=(0.0, 0.0) if kind == "character" else velocity,
        angular_velocity=rng.uniform(-5, 5) if kind in ("plain", "kinematic") else 0.0,
        continuous=rng.choice(("auto", "bullet", "off")),
    )
    others: dict[str, list[Any]] = {"character": [CharacterController()], "shot": [Projectile(ricochet=2)]}
    return esper.create_entity(place, moving, collider, *others.get(kind, []))


def disturb(rng: random.Random, physics: Physics, bodies: list[int], unit: float) -> None:
    """Move, push, put to sleep or delete a body."""
    entity, act = rng.choice(bodies), rng.randrange(12)
    x, y = rng.uniform(-3, 3) * unit, rng.uniform(-2, 4) * unit
    if not esper.entity_exists(entity):
        return
    if act == 0:
        esper.component_for_entity(entity, Transform).pose = (x, y, 0.5)
    elif act == 1:
        esper.component_for_entity(entity, RigidBody).sleep()
    elif act == 2 and rng.random() < 0.3:
        physics.despawn(entity)
    elif act == 3:
        esper.component_for_entity(entity, RigidBody).velocity = (x, y)
    elif act == 4:
        esper.component_for_entity(entity, Collider).friction = rng.random()
