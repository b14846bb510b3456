"""Nothing gains energy where machines bounce, whatever their restitutions, friction, masses and limits."""

from __future__ import annotations

import random
import warnings

import pytest

from tests.fuzz import energy
from tests.fuzz.energy_scene import WORLD, Body, Link, Scene, box, capsule, heavier, join, rod, static
from tests.fuzz.runner import own_world

WALLS = ((0, -5, 14, 2), (0, 9, 14, 2), (-6, 2, 2, 16), (6, 2, 2, 16))
RESTITUTIONS = 0.0, 0.3, 0.6, 1.0


def scene_of(seed: int) -> Scene:
    """Return one to three rows of bodies that are thrown about in a room."""
    rng = random.Random(seed)
    one = rng.choice((*RESTITUTIONS, None))
    surface = {"friction": rng.choice((0.0, 0.0, 0.3, 0.8))}

    def restitution() -> float:
        return rng.choice(RESTITUTIONS) if one is None else one

    bodies = [static(box(w, h, x, y, restitution=restitution(), **surface)) for x, y, w, h in WALLS]
    links: list[Link] = []
    for row in range(rng.randint(1, 3)):
        x, y = rng.uniform(-3, 3), -2.0 + 3 * row
        velocity, before = (rng.uniform(-6, 6), rng.uniform(-6, 6)), WORLD
        for k in range(rng.randint(1, 5)):
            length = rng.uniform(0.3, 0.9)
            body = part(rng, length, x + 0.5 * length, y)
            bodies.append(body._replace(velocity=velocity, restitution=restitution(), **surface))
            if k > 0 or rng.random() < 0.3:
                links.append(link(rng, bodies, before, x, y))
            before = len(bodies) - 1
            x += length
    return Scene(bodies, links, rng.choice((60, 60, 120)), rng.choice((1, 2, 4, 4)), 3.0)


def part(rng: random.Random, length: float, x: float, y: float) -> Body:
    """Return a box or a capsule of a random mass."""
    body = (
        box(length, rng.uniform(0.2, 0.5), x, y)
        if rng.random() < 0.5
        else capsule(0.6 * length, 0.2 * length, x, y)
    )
    return heavier(body, rng.choice((1, 1, 1, 5, 20)))


def link(rng: random.Random, bodies: list[Body], a: int, x: float, y: float) -> Link:
    """Return a joint of the last body and another one at a point."""
    b = len(bodies) - 1
    kind = "revolute" if a == WORLD else rng.choice(("revolute", "revolute", "weld", "prismatic", "rod"))
    if kind == "rod":
        return rod(a, b)
    if kind == "prismatic":
        return join(kind, bodies, a, b, (x, y), axis=(1, 0), limits=(-0.1, 0.1))
    limits = {"limits": (-0.5, 0.5)} if kind == "revolute" and rng.random() < 0.4 else {}
    return join(kind, bodies, a, b, (x, y), **limits)


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(60))
def test_machines_that_bounce_gain_no_energy(seed: int) -> None:
    scene = scene_of(seed)
    with own_world(f"bounces {seed}"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        verdict = energy.play(scene)
    assert not {"gain", "lost"} & verdict.faults.keys()
