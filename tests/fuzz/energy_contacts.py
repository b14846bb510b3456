"""Families with contacts: piles, planks on barrels, bounces, locks, overlaps, and machines that touch."""

from __future__ import annotations

import math
import random
from typing import Any

from tests.fuzz.energy_machines import any_of, hinge, limited, weld
from tests.fuzz.energy_scene import (
    WORLD,
    Body,
    Link,
    Scene,
    box,
    capsule,
    disc,
    heavier,
    join,
    random_ratio,
    random_size,
    rod,
    scene,
    static,
)

DEEP = 5e-5  # length_unit: an overlap that pushes nothing to speak of, half of `TREMOR`


def floor_of(size: float, **others: Any) -> Body:
    """Return a static floor below y = 0."""
    return static(box(200 * size, 4 * size, 0.0, -2 * size, **others))


def walls_of(size: float, **others: Any) -> list[Body]:
    """Return a room of static walls around a square of this half width."""
    sides = [(0.0, -1.5), (0.0, 1.5), (-1.5, 0.0), (1.5, 0.0)]
    return [
        static(box(*((4 * size, size) if y else (size, 4 * size)), size * x, size * y, **others))
        for x, y in sides
    ]


def solid(rng: random.Random, size: float, x: float, y: float, **others: Any) -> Body:
    """Return a body of any shape, at most `size` across."""
    w, h, form = size * rng.uniform(0.3, 0.7), size * rng.uniform(0.3, 0.7), rng.choice("bbdc")
    if form == "d":
        return disc(0.5 * w, x, y, **others)
    if form == "b":
        return box(w, h, x, y, rng.uniform(-3, 3), **others)
    return capsule(0.7 * w, 0.2 * h, x, y, rng.uniform(-3, 3), **others)


def pile(rng: random.Random) -> Scene:
    """Return boxes that stand on each other or drop, and come to rest by friction."""
    size, friction = random_size(rng), rng.uniform(0.4, 1.0)
    bodies = [floor_of(size, friction=friction)]
    for row in range(rng.choice((1, 2, 3))):
        high = 0.0
        for _ in range(rng.choice((1, 2, 3))):
            w, h = size * rng.uniform(0.3, 0.9), size * rng.uniform(0.2, 0.9)
            gap = size * rng.choice((0.0, 0.0, rng.uniform(0, 0.8)))
            x, angle = size * (1.5 * row + 0.1 * rng.uniform(-1, 1)), rng.choice((0.0, 0.3)) if gap else 0.0
            made = box(w, h, x, 0.0, angle, friction=friction)
            bodies.append(made._replace(y=high + gap + lowest(made)))
            high += gap + 2 * lowest(made)
        bodies[-1] = heavier(bodies[-1], random_ratio(rng))
    return settled(scene(rng, bodies, []), size)


def settled(made: Scene, size: float) -> Scene:
    """Return a scene that is to rest: after 4 s and the time of sixteen falls of its size."""
    return made._replace(rests=True, seconds=4 + 16 * math.sqrt(2 * size / made.gravity), hz=min(made.hz, 60))


def rollers(rng: random.Random) -> Scene:
    """Return planks that rock or roll on barrels, which stand, or roll on a floor."""
    size = random_size(rng)
    radius, thick, long = 0.5 * size, size * rng.uniform(0.1, 0.2), size * rng.uniform(1.5, 3)
    rough = {"friction": rng.uniform(0.5, 1.0)}
    if rng.random() < 0.5:
        angle = rng.choice((0.0, 0.05, 0.1))
        plank = box(long, thick, 0.0, (radius + 0.5 * thick) / math.cos(angle), angle, **rough)
        barrel = static(disc(radius, 0.0, 0.0, **rough))
        made = scene(rng, [barrel, heavier(plank, random_ratio(rng))], [])
        return made._replace(hz=min(made.hz, 60), seconds=20.0)
    drift = {"velocity": (0.05 * size, 0.0)}
    at = (-0.35 * long, 0.35 * long) if rng.random() < 0.7 else (0.0,)
    barrels = [disc(radius, x, radius, **rough) for x in at]
    plank = box(
        long,
        thick,
        0.05 * size * rng.uniform(-1, 1),
        2 * radius + 0.5 * thick,
        **rough,
        **drift,
    )
    return scene(rng, [floor_of(size, **rough), *barrels, heavier(plank, random_ratio(rng))], [])


def bouncing(rng: random.Random) -> Scene:
    """Return a room of bodies that bounce by a common restitution, with gravity or without."""
    size = random_size(rng)
    given = {"restitution": rng.choice((1.0, 1.0, rng.random())), "friction": rng.choice((0.0, 0.5))}
    bodies = []
    for k in range(rng.choice((1, 4, 9))):
        thrown = size * rng.uniform(-4, 4), size * rng.uniform(-4, 4)
        at = 0.6 * size * (k % 3 - 1), 0.6 * size * (k // 3 - 1)
        bodies.append(solid(rng, 0.5 * size, *at, velocity=thrown, spin=rng.uniform(-5, 5), **given))
    bodies[0] = heavier(bodies[0], random_ratio(rng))
    walls = walls_of(size, **given) if rng.random() < 0.8 else []
    heavy = {} if walls and rng.random() < 0.5 else {"gravity": 0.0}
    return scene(rng, [*bodies, *walls], [], threshold=0.0, **heavy)


def locked(rng: random.Random) -> Scene:
    """Return bodies with locked axes that lie, slide and fall among static ones, some joined."""
    size = random_size(rng)
    bodies = [floor_of(size), static(box(size, 20 * size, -2.5 * size, 8 * size))]
    for k in range(rng.choice((2, 4, 6))):
        locks = rng.choice(("x", "y", "r", "xr", "yr", "xy", ""))
        x, y = size * (1.5 * (k % 3) - 1.5), size * (0.5 + 1.2 * (k // 3))
        made = solid(rng, size, x, y, locks=locks)
        if k == 0 and rng.random() < 0.6:
            made = cornered(rng, size)
        elif k < 3:  # on the floor, the first one at the wall as well, hardly in them
            made = made._replace(y=lowest(made) - DEEP)
            made = made._replace(x=lowest(turned_back(made)) - 2 * size - DEEP) if k == 0 else made
        bodies.append(heavier(made, random_ratio(rng)))
    links = [hinge(rng, bodies, WORLD, len(bodies) - 1, (0.0, 3 * size))] if rng.random() < 0.3 else []
    return scene(rng, bodies, links)


def cornered(rng: random.Random, size: float) -> Body:
    """Return an upright capsule that cannot be lifted, a little in the floor and in the wall."""
    made = capsule(0.6 * size, 0.2 * size, 0.0, 0.0, 0.5 * math.pi, locks="y")
    deep, aside = rng.choice((0.001, 0.004)), rng.random()
    return made._replace(y=lowest(made) - deep, x=lowest(turned_back(made)) - 2 * size - deep * aside)


def lowest(body: Body) -> float:
    """Return the height at which a body just touches the floor."""
    c, s = abs(math.cos(body.angle)), abs(math.sin(body.angle))
    if body.form == "box":
        return 0.5 * (body.size[0] * s + body.size[1] * c)
    return body.size[0] if body.form == "circle" else 0.5 * body.size[0] * s + body.size[1]


def turned_back(body: Body) -> Body:
    """Return a body turned so that its left is below."""
    return body._replace(angle=body.angle + 0.5 * math.pi)


def overlap(rng: random.Random) -> Scene:
    """Return bodies made in each other, without gravity: they part, and then stay where they are."""
    size = 0.1 + rng.random()
    bodies = []
    for _ in range(rng.choice((2, 2, 3, 5))):
        bodies.append(solid(rng, size, 0.3 * size * rng.uniform(-1, 1), 0.3 * size * rng.uniform(-1, 1)))
    bodies[0] = heavier(bodies[0], rng.choice((1.0, 1.0, random_ratio(rng))))
    if rng.random() < 0.2:
        bodies[0] = static(bodies[0])
    return scene(rng, bodies, [], gravity=0.0, overlaps=True)._replace(seconds=4.0, hz=rng.choice((30, 60)))


def tangles(rng: random.Random) -> Scene:
    """Return machines whose parts meet each other and a floor."""
    size, count = random_size(rng), rng.choice((2, 3, 5))
    joiner = rng.choice((hinge, hinge, limited, weld, any_of))
    bodies = [solid(rng, size, 1.1 * size * k, size * (1 + 0.2 * (k % 2))) for k in range(count)]
    bodies[-1] = heavier(bodies[-1], random_ratio(rng))
    links = [joiner(rng, bodies, k - 1, k, (1.1 * size * (k - 0.5), size)) for k in range(1, count)]
    if rng.random() < 0.5:
        links.append(joiner(rng, bodies, WORLD, 0, (bodies[0].x, bodies[0].y)))
    return scene(rng, [*bodies, floor_of(size)], links)


def carts(rng: random.Random) -> Scene:
    """Return a cart on two sprung wheels that drops on a floor and a bump, and rolls or brakes."""
    size, rough = random_size(rng), {"friction": 0.8}
    long, radius = 2 * size, 0.35 * size
    chassis = heavier(box(long, 0.5 * size, 0.0, 1.2 * size, velocity=(size * rng.uniform(-2, 2), 0.0)), 1.0)
    wheels = [disc(radius, x * size, 0.8 * size, **rough) for x in (-0.8, 0.8)]
    bodies = [heavier(chassis, rng.choice((1.0, 3.0, 10.0, 30.0))), *wheels, floor_of(size, **rough)]
    bodies.append(static(disc(size, 3 * size, -0.8 * size, **rough)))
    soft = {
        "hertz": rng.uniform(1, 3) / math.sqrt(max(size, 0.3)),
        "damping_ratio": rng.choice((0.0, 0.3, 0.7)),
    }
    brake = {"max_motor_torque": rng.choice((0.0, 10.0)) * chassis.mass * radius}
    links = []
    for k in (1, 2):
        at = bodies[k].x, bodies[k].y
        room = 0.15 * size
        links.append(join("wheel", bodies, 0, k, at, axis=(0.0, 1.0), limits=(-room, room), **soft, **brake))
    return scene(rng, bodies, links)


def blobs(rng: random.Random) -> Scene:
    """Return a soft ball, a rim of rods held out by damped springs, that drops on a floor."""
    size, count = random_size(rng), rng.choice((6, 8, 12))
    slope = math.sin(math.pi / count)
    rim = size * slope / (1 + slope)
    high = size * rng.uniform(1.05, 2)
    bodies = [disc(0.25 * size, 0.0, high)]
    for k in range(count):
        c, s = math.cos(math.tau * k / count), math.sin(math.tau * k / count)
        bodies.append(disc(0.98 * rim, (size - rim) * c, high + (size - rim) * s))
    soft = {"hertz": rng.uniform(2, 6) / math.sqrt(max(size, 0.3)), "damping_ratio": rng.choice((0.1, 0.5))}
    links = [rod(k or count, k + 1) for k in range(count)] + [rod(0, k + 1, **soft) for k in range(count)]
    return scene(rng, [*bodies, floor_of(size)], links)


def bridges(rng: random.Random) -> Scene:
    """Return a bridge of planks, hinged or welded with some play, that bodies drop on."""
    size, count = random_size(rng), rng.choice((3, 6, 10))
    bodies: list[Body] = [box(size, 0.25 * size, size * (k + 0.5), 0.0) for k in range(count)]
    links: list[Link] = []
    for k in range(count + 1):
        a, b = (k - 1, k) if k < count else (WORLD, count - 1)
        links.append(hinge(rng, bodies, a, b, (size * k, 0.0)))
    for k in range(rng.choice((0, 1, 3))):
        load = solid(rng, size, size * (0.5 + 0.4 * count + k), size * rng.uniform(0.7, 2))
        bodies.append(heavier(load, random_ratio(rng)))
    return scene(rng, bodies, links)


def brakes(rng: random.Random) -> Scene:
    """Return bodies that friction from above slows: motor joints with bounded effort that aim at rest."""
    size, bodies, links = random_size(rng), [], []
    gravity = rng.choice((0.0, 10.0))
    for k in range(rng.choice((1, 3))):
        thrown = size * rng.uniform(-3, 3), size * rng.uniform(-3, 3)
        body = solid(rng, size, 2 * size * k, 0.0, velocity=thrown, spin=rng.uniform(-5, 5))
        bodies.append(heavier(body._replace(solid=False), random_ratio(rng)))
        most = bodies[-1].mass * rng.uniform(0.3, 1.5) * 10
        still = {"linear_velocity": (0.0, 0.0), "angular_velocity": 0.0}
        bound = {"max_force": most, "max_torque": most * bodies[-1].reach * rng.random()}
        links.append(join("motor", bodies, k - 1, k, (body.x, body.y), **still, **bound))
    return scene(rng, bodies, links, gravity=gravity)
