"""Projectiles among shapes that stand, move and turn: what they pierce, when, and in which order.

Each hit is checked against `swept_oracle`, and a sample of places on the way by fine steps. Some pairs are
parted by layers, masks, groups, `ignore`, filters and hooks.
"""

from __future__ import annotations

import math
import random
from typing import Any, NamedTuple

import esper

from ecsphys import (
    PROJECTILE_HIT,
    Collider,
    Physics,
    Projectile,
    ProjectileEvent,
    RigidBody,
    Segment,
    Transform,
    on,
)
from tests.fuzz.swept_oracle import Course, Solid, first_touch, gap_at, random_solid, stay_apart

SLOP = 0.32  # of the default length_unit
STEP = 1 / 60
TOUCH = 1e-4  # gap at a hit in linear motion
TURNING_TOUCH = 0.3 * SLOP  # … where something turns
SHOTS = 30
SAMPLED, FINE_STEPS = 16, 500  # one shot of so many is followed in so many steps


class Target(NamedTuple):
    """An entity to be hit: its solids, and how it moves."""

    entity: int
    solids: list[Solid]
    course: Course
    options: dict[str, int]


class Shot(NamedTuple):
    """A projectile: its solid, whether it is one that turns, and how it moves."""

    entity: int
    solid: Solid
    course: Course
    projectile: Projectile
    place: Transform
    options: dict[str, int]
    ignore: tuple[int, ...]


def random_target(rng: random.Random, physics: Physics) -> Target:
    """Make an entity to be hit: one shape, a thin segment or a compound; it stands, moves or turns."""
    course = Course(rng.uniform(-300, 300), rng.uniform(-300, 300), rng.uniform(-4, 4), 0.0, 0.0, 0.0)
    kind = rng.randrange(5)
    if kind == 0:
        half = rng.uniform(5, 80)
        shapes, solids = [Segment((-half, 0), (half, 0))], [Solid([(-half, 0.0), (half, 0.0)], 0.0)]
    elif kind == 1:
        pairs = [random_solid(rng, rng.uniform(5, 20)) for _ in range(3)]
        shapes, solids = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    else:
        shape, solid = random_solid(rng, rng.uniform(1, 40))
        shapes, solids = [shape], [solid]
    body = []
    if rng.random() < 0.5:
        v, spin = rng.choice([0, 100, 3000]), rng.choice([0.0, 0.0, 2.0, 15.0])
        course = course._replace(vx=rng.uniform(-v, v), vy=rng.uniform(-v, v), spin=rng.uniform(-spin, spin))
        body = [
            RigidBody.kinematic(
                velocity=(course.vx, course.vy), angular_velocity=course.spin, continuous="off"
            )
        ]
    options = random_options(rng)
    place = Transform(course.x, course.y, course.angle)
    entity = esper.create_entity(place, *body, Collider(shapes, **options))
    return Target(entity, solids, course, options)


def random_options(rng: random.Random) -> dict[str, int]:
    """Return layer, mask and group of a collider."""
    if rng.random() < 0.6:
        return {"layer": 1, "mask": 7, "group": 0}
    return {"layer": rng.randrange(1, 8), "mask": rng.randrange(8), "group": rng.choice([-2, -1, 0, 0, 1])}


def meet(a: dict[str, int], b: dict[str, int]) -> bool:
    """Whether two colliders meet, by layers and groups."""
    if a["group"] == b["group"] != 0:
        return a["group"] > 0
    return bool(a["layer"] & b["mask"] and b["layer"] & a["mask"])


def random_shot(rng: random.Random, targets: list[Target], until: float) -> Shot | None:
    """Shoot at one of the targets from a free place; None if there is none."""
    mode = rng.choice(["swept", "ray"])
    shape, solid = random_solid(rng, rng.uniform(6, 12))
    aim = rng.choice(targets).course
    x, y, angle = rng.uniform(-500, 500), rng.uniform(-500, 500), rng.uniform(0, 2 * math.pi)
    speed = 10 ** rng.uniform(2.5, 6)
    way = math.atan2(aim.y - y, aim.x - x) + rng.choice([0.0, rng.gauss(0, 0.1)])
    spin = rng.choice([0.0, 0.0, rng.uniform(-20, 20)])
    course = Course(x, y, angle, speed * math.cos(way), speed * math.sin(way), spin)
    own = Solid([(0.0, 0.0)], 0.0) if mode == "ray" else solid
    if any(gap_at(own, course, part, t.course, 0.0) < 1.0 for t in targets for part in t.solids):
        return None
    options = random_options(rng)
    ignore = tuple(t.entity for t in targets if rng.random() < 0.05)
    projectile = Projectile(pierce=rng.choice([0, 0, 1, 3, 30]), mode=mode, ignore=ignore)
    place = Transform(x, y, angle)
    parts: list[Any] = [
        place,
        RigidBody(velocity=(course.vx, course.vy), angular_velocity=spin, gravity_scale=0),
    ]
    if mode == "swept" or rng.random() < 0.5:
        parts.append(Collider(shape, **options))
    else:
        options = {"layer": 1, "mask": -1, "group": 0}
    entity = esper.create_entity(*parts, projectile)
    return Shot(entity, own, course, projectile, place, options, ignore)


def run(seed: int) -> None:
    """Play a scene of some 30 shots."""
    rng = random.Random(seed)
    physics = Physics()
    esper.add_processor(physics)
    hits: list[tuple[int, float, ProjectileEvent]] = []
    on(PROJECTILE_HIT)(lambda event: hits.append((event.projectile, physics.step_count, event)))
    targets = [random_target(rng, physics) for _ in range(rng.randrange(1, 12))]
    steps = rng.randrange(1, 5)
    shots = [shot for _ in range(SHOTS) if (shot := random_shot(rng, targets, steps * STEP))]
    refused = refuse_some(rng, physics, targets, shots)
    for _ in range(steps):
        physics.process(STEP)
    for shot in shots:
        own = [
            ((count - 1 + event.time) * STEP, event) for entity, count, event in hits if entity == shot.entity
        ]
        check_hits(shot, [t for t in targets if may_hit(shot, t, refused)], own, steps * STEP)


def refuse_some(
    rng: random.Random, physics: Physics, targets: list[Target], shots: list[Shot]
) -> set[tuple[int, int]]:
    """Part some pairs by `ignore`, a filter or a hook; return them."""
    how = rng.randrange(6)
    pairs = {(s.entity, t.entity) for s in shots for t in targets if rng.random() < 0.3}
    parted = pairs | {(b, a) for a, b in pairs}
    if how == 0:
        for a, b in pairs:
            physics.ignore(a, b)
    elif how == 1:
        physics.add_filter(lambda a, b: (a, b) not in parted)
    elif how == 2:
        physics.add_contact_hook(lambda c: c.drop() if (c.entity_a, c.entity_b) in parted else None)
    else:
        return set()
    return pairs


def may_hit(shot: Shot, target: Target, refused: set[tuple[int, int]]) -> bool:
    """Whether a shot may hit a target at all."""
    if target.entity in shot.ignore or (shot.entity, target.entity) in refused:
        return False
    return meet(shot.options, target.options)


def check_hits(
    shot: Shot, targets: list[Target], hits: list[tuple[float, ProjectileEvent]], until: float
) -> None:
    """Check the hits of a shot that flies straight on, with their times."""
    times, by_entity = [time for time, _ in hits], {t.entity: t for t in targets}
    assert times == sorted(times), "hits are not in order"
    assert len({event.entity for _, event in hits}) == len(hits), "a target is hit twice"
    allowed = shot.projectile.pierce + len(hits) - shot.projectile.spent
    assert shot.projectile.spent == any(event.spent for _, event in hits), (shot, hits)
    assert len(hits) <= allowed + 1
    end = times[-1] if shot.projectile.spent else until
    small = shot.solid.shrunk(0.8, min(1.1 * SLOP, 0.26 * shot.solid.radius))
    rounding = 1e-9 * until + 1e-3 / math.hypot(shot.course.vx, shot.course.vy)
    late = {t.entity: certain_touch(shot, small, t, end) for t in targets}
    for time, event in hits:
        assert event.entity in by_entity, f"hits {event.entity}, which it may not"
        target = by_entity[event.entity]
        turns = shot.course.spin != 0.0 or target.course.spin != 0.0
        gap = min(gap_at(shot.solid, shot.course, part, target.course, time) for part in target.solids)
        assert gap <= (TURNING_TOUCH if turns else TOUCH), f"hits {event.entity} at a gap of {gap}"
        latest = late[event.entity]
        assert latest is None or time <= latest + rounding, f"hits {event.entity} at {time} after {latest}"
    hit = {event.entity: time for time, event in hits}
    if shot.entity % SAMPLED == 0:
        step_finely(shot, small, targets, hit, end, rounding)
    for entity, latest in late.items():
        assert entity in hit or latest is None or latest >= end - rounding, f"missed {entity} at {latest}"


def step_finely(
    shot: Shot, small: Solid, targets: list[Target], hit: dict[int, float], until: float, rounding: float
) -> None:
    """Check in small steps that a shrunk shot is in no target that it has not hit."""
    near = [
        t for t in targets if not all(stay_apart(small, shot.course, s, t.course, until) for s in t.solids)
    ]
    for k in range(FINE_STEPS):
        time = until * k / FINE_STEPS
        for target in near:
            inside = any(
                gap_at(small, shot.course, part, target.course, time) <= 0.0 for part in target.solids
            )
            assert not inside or hit.get(target.entity, math.inf) <= time + rounding, (
                f"in {target.entity} at {time}"
            )


def certain_touch(shot: Shot, small: Solid, target: Target, until: float) -> float | None:
    """Return when a shrunk shot certainly touches a target."""
    found = [
        first_touch(
            small, shot.course, part, target.course, until, 0.0 if small.radius + part.radius else 1e-6
        )
        for part in target.solids
    ]
    return min((time for time in found if time is not None), default=None)
