"""Nothing gains energy where springs without damping hold machines of rods, hinges and welds."""

from __future__ import annotations

import math
import random
import warnings
from typing import Any

import numpy as np
import pytest

from tests.fuzz.energy_machines import part
from tests.fuzz.energy_oracle import GAIN, Judge
from tests.fuzz.energy_play import Played, start_of
from tests.fuzz.energy_scene import (
    GRAVITY,
    SUBSTEPS,
    WORLD,
    Body,
    Link,
    Scene,
    disc,
    heavier,
    join,
    local,
    rod,
)
from tests.fuzz.runner import own_world

SPRINGS = "centre", "centre", "rim", "weld", "bend", "hinge", "slide", "wheel"
# Read at the ends of sub-steps, stiffer ones seem to gain up to a quarter of (2 pi hertz h) squared.
SOFTEST, STIFFEST = 0.1, 5.0


def spring(rng: random.Random, bodies: list[Body], a: int, b: int) -> Link:
    """Return a spring at rest, of any kind."""
    kind, hertz = rng.choice(SPRINGS), SOFTEST * (STIFFEST / SOFTEST) ** rng.random()
    soft: dict[str, Any] = {"hertz": hertz, "damping_ratio": 0.0}
    begin, end = place_of(bodies, a), place_of(bodies, b)
    middle = 0.5 * (begin[0] + end[0]), 0.5 * (begin[1] + end[1])
    turn = rng.uniform(-3, 3)
    axis = math.cos(turn), math.sin(turn)
    if kind == "weld":
        return join("weld", bodies, a, b, middle, **soft)
    if kind == "bend":
        return join("weld", bodies, a, b, middle, angular_hertz=hertz, angular_damping_ratio=0.0)
    if kind == "hinge":
        return join("revolute", bodies, a, b, middle, target_angle=0.0, **soft)
    if kind == "slide":
        return join("prismatic", bodies, a, b, middle, axis=axis, target_translation=0.0, **soft)
    if kind == "wheel":
        return join("wheel", bodies, a, b, end, axis=axis, **soft)
    beside = bodies[b].reach if kind == "rim" else 0.0
    point = end[0] + beside * rng.uniform(-1, 1), end[1] + beside * rng.uniform(-1, 1)
    return rod(a, b, local(bodies, a, begin), local(bodies, b, point), **soft)


def rigid(rng: random.Random, bodies: list[Body], a: int, b: int) -> Link:
    """Return a rod, a hinge or a weld."""
    begin, end = place_of(bodies, a), place_of(bodies, b)
    kind = rng.choice(("rod", "rod", "revolute", "revolute", "weld"))
    if kind == "rod":
        return rod(a, b)
    return join(kind, bodies, a, b, (0.5 * (begin[0] + end[0]), 0.5 * (begin[1] + end[1])))


def place_of(bodies: list[Body], index: int) -> tuple[float, float]:
    """Return the centre of a body, the origin for the world."""
    return (0.0, 0.0) if index == WORLD else (bodies[index].x, bodies[index].y)


def scene_of(seed: int) -> Scene:
    """Return a machine of two to seven bodies, some of which are thrown; half of all hang on the world."""
    rng = random.Random(seed)
    bodies: list[Body] = []
    for _ in range(rng.choice((2, 3, 4, 5, 7))):
        x, y = rng.uniform(0.4, 2) * rng.choice((-1, 1)), rng.uniform(-2, 2)
        bodies.append(part(rng, 1.0, x, y) if rng.random() < 0.5 else disc(0.2, x, y, solid=False))
    one = rng.randrange(len(bodies))
    bodies[one] = heavier(bodies[one], rng.choice((1, 1, 10, 100)))
    pairs = {(rng.randrange(b), b) for b in range(1, len(bodies))}
    for _ in range(rng.choice((0, 1, 2, len(bodies)))):
        a, b = sorted(rng.sample(range(len(bodies)), 2))
        pairs.add((a, b))
    held = rng.random() < 0.5
    ends = sorted([*pairs, (WORLD, 0)] if held else pairs)
    links = [(spring if rng.random() < 0.7 else rigid)(rng, bodies, a, b) for a, b in ends]
    speed = 10 ** rng.uniform(-0.5, 1.0)
    for k in range(len(bodies)):
        if k == one or rng.random() < 0.5:
            velocity = speed * rng.uniform(-1, 1), speed * rng.uniform(-1, 1)
            bodies[k] = bodies[k]._replace(velocity=velocity, spin=rng.uniform(-3, 3))
    gravity = rng.choice((0.0, GRAVITY)) if held else 0.0
    return Scene(bodies, links, rng.choice((20, 30, 60, 120)), rng.choice(SUBSTEPS), 12.0, gravity=gravity)


def rise_of(scene: Scene) -> float:
    """Play a scene; return by how much of its largest fall it has ever been above its start.

    What its springs hold, nothing at the start, is left out: less than all of it has risen.
    """
    with own_world("springs"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game, start = Played(scene), start_of(scene)
        judge, mass = Judge(scene, start), np.array([body.mass for body in scene.bodies])

        def heights(state: Any) -> list[float]:
            late = -0.5 * scene.sub_step
            return [
                scene.gravity * float((mass * (state[:, 1] + time * state[:, 4])).sum()) for time in (0, late)
            ]

        kinetic, (high, _) = judge.kinetic(start), heights(start)
        fall, rise = kinetic, 0.0
        for _ in range(round(scene.seconds * scene.hz)):
            game.step()
            state = game.state()
            assert np.isfinite(state).all()
            fall = max(fall, high - heights(state)[0])
            rise = max(rise, judge.kinetic(state) + min(heights(state)) - (kinetic + high + judge.noise))
    return rise / fall


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(60))
def test_machines_with_undamped_springs_gain_no_energy(seed: int) -> None:
    """Of these one in five gained, up to 1e9 times their fall, while budgets trusted impulses of springs."""
    assert rise_of(scene_of(seed)) < GAIN
