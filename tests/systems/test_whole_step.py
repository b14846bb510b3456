"""A step by one call has the bits of a step by its systems, and comes back for what it misses."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys import (
    COLLISION_CRUSH,
    COLLISION_HIT,
    Box,
    Capsule,
    Chain,
    Circle,
    Collider,
    DistanceJoint,
    HalfPlane,
    Physics,
    Polygon,
    RevoluteJoint,
    RigidBody,
    Segment,
    Transform,
    WeldJoint,
)
from ecsphys.step import records
from ecsphys.systems import whole_step
from ecsphys.world.checks import fingerprint
from tests.acceptance.support import EVENTS, Recorder

HEARD = (*EVENTS, COLLISION_HIT, COLLISION_CRUSH)
pytestmark = pytest.mark.skipif(not whole_step.IS_READY, reason="steps by their stages where jit compiles")
IS_SLOW = ecsphys.backend == "python"
NAMES = (
    "NOTHING", "NODES", "KEYS", "LISTS", "CONTACTS", "WORKSPACE_ROOM", "SWEEPS", "TOUCHES", "ISLANDS",
    "MOVED_ORDER", "KEYS_ORDER", "ANSWER", "REASONS", "STRAYS", "PASSAGES",
)  # fmt: skip
NAME_OF = {getattr(records, name): name for name in NAMES}


def add_body(rng: random.Random, speed: float) -> int:
    """Add a body of some kind and shape."""
    shape: Any = rng.choice(
        [
            Circle(8),
            Box(20, 12),
            Capsule(20, 6),
            Polygon([(-9, -6), (10, -5), (1, 12)]),
            [Circle(5), Box(4, 24)],
        ]
    )
    place = Transform(rng.uniform(-300, 300), rng.uniform(20, 500), rng.uniform(0, 6))
    velocity = (rng.uniform(-speed, speed), rng.uniform(-speed, speed))
    if rng.random() < 0.05:
        body = RigidBody.kinematic(velocity=(0.2 * velocity[0], 0.2 * velocity[1]), angular_velocity=1.0)
    else:
        continuous: Any = rng.choice(["auto", "auto", "bullet", "off"])
        body = RigidBody(velocity=velocity, angular_velocity=rng.uniform(-9, 9), continuous=continuous)
    options: dict[str, Any] = {
        "restitution": rng.choice([0.0, 0.0, 0.4, 1.0]),
        "friction": rng.choice([0.0, 0.6]),
    }
    return esper.create_entity(place, body, Collider(shape, **options))


def make_world(seed: int) -> tuple[Physics, random.Random, list[int]]:
    """Make a random world; return it, and its bodies."""
    rng = random.Random(seed)
    clock = Physics((0, rng.choice([0, -900])), substeps=rng.choice([1, 4]))
    esper.add_processor(clock)
    esper.create_entity(Transform(0, 0), Collider(HalfPlane((0.03, 1))))
    esper.create_entity(Transform(0, 0), Collider(Chain([(400, 0), (400, 600), (-400, 600), (-400, 0)])))
    esper.create_entity(Transform(40, 140), Collider(Segment((-60, 0), (60, 0)), one_way=(0, 1)))
    esper.create_entity(Transform(-100, 100), Collider(Box(80, 120), trigger=True))
    bodies = [add_body(rng, rng.choice([100, 3000])) for _ in range(rng.choice([1, 8, 40]))]
    for a, b in pairwise(bodies):
        kind = rng.choice([None, None, None, RevoluteJoint, WeldJoint, DistanceJoint])
        if kind is DistanceJoint:
            esper.create_entity(DistanceJoint(a, b, length=rng.uniform(20, 300)))
        elif kind is not None:
            esper.create_entity(kind(a, b, anchor=(rng.uniform(-50, 50), 200)))
    return clock, rng, bodies


def play(seed: int, steps: int) -> list[Any]:
    """Run a random world, in which bodies come and go; return what could be seen after each step."""
    clock, rng, bodies = make_world(seed)
    recorder = Recorder(tuple(rng.sample(HEARD, rng.randint(0, len(HEARD)))))
    seen = []
    for step in range(steps):
        if step % 10 == 9:
            bodies.append(add_body(rng, 2000))
            esper.delete_entity(bodies.pop(rng.randrange(len(bodies))))
        clock.step_once()
        seen.append((fingerprint(clock), [repr(entry) for entry in recorder.log], repr(clock.counts)))
        recorder.log.clear()
    return seen


def alone(run: Callable[[], list[Any]]) -> list[Any]:
    """Return what a function returns in an esper world of its own."""
    esper.switch_world("alone")
    seen = run()
    esper.switch_world("default")
    esper.delete_world("alone")
    return seen


def both_ways(run: Callable[[], list[Any]]) -> tuple[Counter[str], list[Any], list[Any]]:
    """Return what `run` returns with whole steps and with systems, and what the kernel came back for."""
    returned: Counter[str] = Counter()
    run_steps: Any = vars(whole_step)["run_steps"]

    def watched(*args: Any) -> int:
        missing: int = run_steps(*args)
        returned[NAME_OF[missing]] += 1
        return missing

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whole_step, "run_steps", watched)
        whole = alone(run)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whole_step.WholeStep, "is_possible", lambda self: False)
        return returned, whole, alone(run)


def compare(seeds: range, steps: int) -> Counter[str]:
    """Run worlds both ways; return how often the kernel came back for what."""
    total: Counter[str] = Counter()
    for seed in seeds:
        returned, whole, by_systems = both_ways(lambda seed=seed: play(seed, steps))  # type: ignore[misc]
        assert whole == by_systems, f"seed {seed}"
        total += returned
    return total


def test_random_worlds_have_the_bits_of_their_systems() -> None:
    returned = compare(range(2 if IS_SLOW else 12), 12 if IS_SLOW else 60)
    assert returned["NOTHING"] >= 20
    assert returned["WORKSPACE_ROOM"] >= 1


def test_a_crowd_that_flies_apart_misses_nodes_and_lists() -> None:
    def play_apart() -> list[str]:
        clock = Physics((0, 0))
        esper.add_processor(clock)
        for k in range(30 if IS_SLOW else 900):
            x, y = k % 30 - 15, k // 30 - 15
            esper.create_entity(
                Transform(3 * x, 3 * y), RigidBody(velocity=(300 * x, 300 * y)), Collider(Circle(1))
            )
        seen = []
        for _ in range(3 if IS_SLOW else 30):
            clock.step_once()
            seen.append(fingerprint(clock))
        return seen

    returned, whole, by_systems = both_ways(play_apart)
    assert whole == by_systems
    assert IS_SLOW or set(returned) >= {"NODES", "CONTACTS"}, returned


def test_islands_have_room_for_bodies_that_came_later() -> None:
    def rest() -> list[str]:
        clock = Physics((0, -900))
        esper.add_processor(clock)
        esper.create_entity(Transform(0, 0), Collider(HalfPlane((0, 1))))
        seen = []
        for count in (2, 300):
            for k in range(count):  # the last ones have rows beyond the scratch of the first islands
                body = [RigidBody()] if k >= count - 2 else []
                esper.create_entity(Transform(30 * k, 5 * count), *body, Collider(Box(10, 10 * count)))
            for _ in range(3 if IS_SLOW else 60):
                clock.step_once()
            seen.append(fingerprint(clock))
        return seen

    returned, whole, by_systems = both_ways(rest)
    assert whole == by_systems
    assert IS_SLOW or returned["ISLANDS"] == 2


@pytest.mark.slow
def test_many_random_worlds_have_the_bits_of_their_systems() -> None:
    returned = compare(range(100, 220), 120)
    assert set(returned) >= set(NAMES) - {"NODES", "LISTS", "STRAYS", "ISLANDS", "KEYS", "ANSWER"}
