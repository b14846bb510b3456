"""Families of machines of joints, without contacts: trees, ropes, loops, springs, gears."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from tests.fuzz.energy_scene import (
    GRAVITY,
    WORLD,
    Body,
    Link,
    Point,
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
)

Joiner = Callable[[random.Random, list[Body], int, int, Point], Link]


def part(rng: random.Random, size: float, x: float, y: float) -> Body:
    """Return a body of a machine, that meets nothing."""
    w, h = size * rng.uniform(0.15, 0.45), size * rng.uniform(0.15, 0.45)
    form = rng.choice("bbdc")
    if form == "d":
        return disc(0.5 * w, x, y, solid=False)
    make = box if form == "b" else capsule
    return make(w, h if form == "b" else 0.3 * h, x, y, rng.uniform(-3, 3), solid=False)


def tree(rng: random.Random, joiner: Joiner, root: int = WORLD) -> tuple[list[Body], list[Link]]:
    """Return 2 to 8 bodies, each joined halfway to one before it, the first one to the world at its centre.

    Some of them is as heavy as a random ratio says. With `root` 0 the world holds nothing.
    """
    size, count = random_size(rng), rng.choice((2, 3, 4, 6, 8))
    bodies = [part(rng, size, *(1.5 * size * rng.uniform(-1, 1) for _ in "xy")) for _ in range(count)]
    one = rng.choice((count - 1, rng.randrange(count)))
    bodies[one] = heavier(bodies[one], random_ratio(rng))
    links = [] if root != WORLD else [joiner(rng, bodies, WORLD, 0, (bodies[0].x, bodies[0].y))]
    for b in range(1, count):
        a = rng.choice((b - 1, rng.randrange(b)))
        middle = 0.5 * (bodies[a].x + bodies[b].x), 0.5 * (bodies[a].y + bodies[b].y)
        links.append(joiner(rng, bodies, a, b, middle))
    return bodies, links


def hinge(rng: random.Random, bodies: list[Body], a: int, b: int, at: Point) -> Link:
    """Return a hinge."""
    return join("revolute", bodies, a, b, at)


def weld(rng: random.Random, bodies: list[Body], a: int, b: int, at: Point) -> Link:
    """Return a rigid weld; the world's is a hinge or holds the first body out level."""
    return (
        join("weld", bodies, a, b, at) if a != WORLD or rng.random() < 0.5 else hinge(rng, bodies, a, b, at)
    )


def limited(rng: random.Random, bodies: list[Body], a: int, b: int, at: Point) -> Link:
    """Return a hinge with limits, or with a brake."""
    if rng.random() < 0.2:
        return join("revolute", bodies, a, b, at, max_motor_torque=rng.uniform(0, 5) * bodies[b].inertia)
    return join("revolute", bodies, a, b, at, limits=(-rng.uniform(0, 1.5), rng.uniform(0, 1.5)))


def slide(rng: random.Random, bodies: list[Body], a: int, b: int, at: Point) -> Link:
    """Return a slide with limits; the world's may be level, upright or oblique."""
    angle, room = rng.uniform(-3, 3), 2 * bodies[b].reach
    limits = -room * rng.random(), room * rng.random()
    return join("prismatic", bodies, a, b, at, axis=(math.cos(angle), math.sin(angle)), limits=limits)


def slot(rng: random.Random, bodies: list[Body], a: int, b: int, at: Point) -> Link:
    """Return a wheel joint without a spring: a pin in a slot, with ends."""
    if rng.random() < 0.7:
        made = slide(rng, bodies, a, b, at)
        return made._replace(kind="wheel", options={**made.options, "hertz": 0.0})
    return hinge(rng, bodies, a, b, at)


def bar(rng: random.Random, bodies: list[Body], a: int, b: int, at: Point) -> Link:
    """Return a rod between centres, or between points near the rims, or a rope."""
    ends = [(0.0, 0.0), (0.0, 0.0)]
    if rng.random() < 0.5:
        ends = [
            (0.0, 0.8 * rng.choice((-1, 1)) * half_width(bodies[k])) if k != WORLD else at for k in (a, b)
        ]
    if a == WORLD:  # from a point beside it
        ends[0] = at[0] - 3 * bodies[b].reach, at[1]
    elif rng.random() < 0.2:
        apart = math.dist(bodies[a][2:4], bodies[b][2:4])
        return rod(a, b, *ends, max_length=1.05 * apart + bodies[a].reach + bodies[b].reach)
    return rod(a, b, *ends)


def half_width(body: Body) -> float:
    """Return half the smaller side of a body."""
    return body.size[-1] if body.form != "box" else 0.5 * min(body.size)


def hinges(rng: random.Random) -> Scene:
    return scene(rng, *tree(rng, hinge))


def welds(rng: random.Random) -> Scene:
    return scene(rng, *tree(rng, weld))


def rods(rng: random.Random) -> Scene:
    return scene(rng, *tree(rng, bar))


def slides(rng: random.Random) -> Scene:
    return scene(rng, *tree(rng, slide))


def slots(rng: random.Random) -> Scene:
    return scene(rng, *tree(rng, slot))


def limits(rng: random.Random) -> Scene:
    return scene(rng, *tree(rng, limited))


def any_of(rng: random.Random, bodies: list[Body], a: int, b: int, at: Point) -> Link:
    """Return any joint."""
    return rng.choice((hinge, weld, limited, slide, slot, bar))(rng, bodies, a, b, at)


def mixed(rng: random.Random) -> Scene:
    return scene(rng, *tree(rng, any_of))


def loops(rng: random.Random) -> Scene:
    """Return a tree with one or two joints more, which close loops; all are hinges, or any."""
    joiner = rng.choice((hinge, hinge, any_of))
    bodies, links = tree(rng, joiner)
    for _ in range(rng.choice((1, 2))):
        b = len(bodies) - 1
        a = rng.choice((WORLD, rng.randrange(b)))
        links.append(joiner(rng, bodies, a, b, (bodies[b].x, bodies[b].y)))
    return scene(rng, bodies, links)


def free(rng: random.Random) -> Scene:
    """Return a machine that nothing holds, without gravity, thrown and spun."""
    bodies, links = tree(rng, rng.choice((hinge, weld, bar, limited, any_of)), root=0)
    for i, body in enumerate(bodies):
        speed = 5 * body.reach
        thrown = speed * rng.uniform(-1, 1), speed * rng.uniform(-1, 1)
        bodies[i] = body._replace(velocity=thrown, spin=rng.uniform(-3, 3))
    return scene(rng, bodies, links, gravity=0.0)


def ropes(rng: random.Random) -> Scene:
    """Return a rope of links or of balls on rods with a heavy end, let go level or at an angle."""
    size, count = random_size(rng), rng.choice((4, 5, 8, 12, 20))
    length, angle = 0.4 * size, rng.choice((0.0, rng.uniform(-1.5, 1.5)))
    c, s = math.cos(angle), math.sin(angle)
    balls, thick = rng.random() < 0.3, length * rng.choice((0.2, 0.4, 0.7))
    bodies: list[Body] = []
    for k in range(count):
        x, y = (k + 0.5) * length * c, (k + 0.5) * length * s
        ends = count - 1 == k
        bodies.append(
            disc(0.5 * thick, x, y, solid=False) if balls else box(length, thick, x, y, angle, solid=False)
        )
        if ends:
            bodies[-1] = heavier(bodies[-1], random_ratio(rng))
    if balls:
        return scene(rng, bodies, [rod(k - 1, k) for k in range(count)])
    points = [(k * length * c, k * length * s) for k in range(count)]
    return scene(rng, bodies, [join("revolute", bodies, k - 1, k, points[k]) for k in range(count)])


def springs(rng: random.Random) -> Scene:
    """Return bodies that hang by springs of every kind: between centres, at a hinge, a slide, a soft weld."""
    size, bodies, links = random_size(rng), [], []
    for k in range(rng.choice((1, 2, 4))):
        x = 3 * size * k
        hertz, ratio = rng.uniform(0.3, 0.1 * 30), rng.choice((0.0, 0.1, 0.7))
        soft: dict[str, Any] = {"hertz": hertz, "damping_ratio": ratio}
        bodies.append(heavier(part(rng, size, x, 0.0), random_ratio(rng)))
        links.append(spring_of(rng, bodies, 2 * size, k, soft))
    return scene(rng, bodies, links)


def spring_of(rng: random.Random, bodies: list[Body], size: float, b: int, soft: dict[str, Any]) -> Link:
    """Return a spring that holds body b, by the world or by the body before it."""
    x, y = bodies[b].x, bodies[b].y
    kind = rng.choice(("reach", "reach", "hinge", "slide", "wheel", "weld", "bend", "mouse"))
    if kind == "reach":
        a = b - 1 if b and rng.random() < 0.5 else WORLD
        return rod(a, b, (0.0, 0.0) if a >= 0 else (x, y + size), length=rng.uniform(0.5, 1.5) * size, **soft)
    if kind == "hinge":
        return join(
            "revolute", bodies, WORLD, b, (x + 0.5 * size, y), target_angle=rng.uniform(-1, 1), **soft
        )
    if kind in ("slide", "wheel"):
        name = "prismatic" if kind == "slide" else "wheel"
        return join(name, bodies, WORLD, b, (x, y), axis=(rng.uniform(-1, 1), 1.0), **soft)
    if kind == "weld":
        return join("weld", bodies, WORLD, b, (x, y), **soft)
    if kind == "mouse":
        return Link("mouse", WORLD, b, (x, y), (0.0, 0.0), soft)
    bent = {"angular_hertz": soft["hertz"], "angular_damping_ratio": soft["damping_ratio"]}
    return join("weld", bodies, WORLD, b, (x + 0.5 * size, y), **bent)


def gears(rng: random.Random) -> Scene:
    """Return wheels out of balance on axles, in mesh in a row; one may have a ratchet or a brake."""
    size, count = random_size(rng), rng.choice((2, 3, 4))
    bodies = [part(rng, size, 2 * size * k, 0.0) for k in range(count)]
    bodies[-1] = heavier(bodies[-1], random_ratio(rng))
    links = []
    for k, body in enumerate(bodies):
        beside = body.x + size * rng.uniform(-0.4, 0.4), size * rng.uniform(-0.4, 0.4)
        links.append(join("revolute", bodies, WORLD, k, beside))
    for a, b in pairwise(range(count)):
        links.append(join("gear", bodies, a, b, (0.0, 0.0), ratio=rng.choice((-1, 1)) * rng.uniform(0.3, 3)))
    if rng.random() < 0.3:
        links.append(join("ratchet", bodies, WORLD, 0, (0.0, 0.0), ratchet=rng.choice((-0.5, 0.3))))
    return scene(rng, bodies, links)


def pulleys(rng: random.Random) -> Scene:
    """Return pairs of weights on a rope over two wheels, held at their centres or their rims."""
    size, bodies, links = random_size(rng), [], []
    for k in range(rng.choice((1, 2))):
        x, drop = 4 * size * k, size * rng.uniform(0.5, 3)
        bodies += [part(rng, size, x, -drop), part(rng, size, x + size, -size * rng.uniform(0.5, 3))]
        heavy = rng.choice((-1, -2))
        bodies[heavy] = heavier(bodies[heavy], random_ratio(rng))
        ends = [(0.0, 0.8 * half_width(body)) if rng.random() < 0.5 else (0.0, 0.0) for body in bodies[-2:]]
        grounds = {
            "ground_a": (x, 0.0),
            "ground_b": (x + size, 0.0),
            "ratio": rng.choice((1.0, 1.0, 2.0, 0.5)),
        }
        links.append(Link("pulley", 2 * k, 2 * k + 1, *ends, grounds))
    return scene(rng, bodies, links)


def kinematic(rng: random.Random) -> Scene:
    """Return a machine that hangs from a kinematic body at rest, which some of its parts may touch."""
    bodies, links = tree(rng, rng.choice((hinge, weld, limited, any_of)))
    bodies[0] = bodies[0]._replace(kind="kinematic", solid=False)
    return scene(rng, bodies, links[1:])


def braked(rng: random.Random) -> Scene:
    """Return a machine with damping, which is to rest: about that of the longest pendulum without overshoot.

    Then speeds fall as exp(-t sqrt(g / length)), to a thousandth within 7 such times. But one that is nearly
    balanced, or on its head for a while, falls later: of 120 seeds four still did so after 12 times, none
    after 20.
    """
    bodies, links = tree(rng, rng.choice((hinge, weld, limited, slot)))
    size = max(math.hypot(body.x, body.y) + body.reach for body in bodies) * 2
    slow = math.sqrt(GRAVITY / size)
    bodies = [body._replace(damping=2 * slow) for body in bodies]
    return scene(rng, bodies, links, rests=True)._replace(hz=rng.choice((30, 60)), seconds=1.0 + 20 / slow)
