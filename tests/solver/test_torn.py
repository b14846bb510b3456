"""Joints that contradict each other settle at a compromise, and rest there."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import (
    Box,
    Circle,
    Collider,
    DistanceJoint,
    Physics,
    RevoluteJoint,
    RigidBody,
    Transform,
    WeldJoint,
    presets,
)
from tests.acceptance.support import physics

CORNERS = [(0.0, 0.0), (60.0, 0.0), (30.0, 50.0)]
LENGTHS = [20.0, 40.0, 160.0]  # break the triangle inequality
# Of machines within 200 px: a contradiction stretches its joints, and throws nothing. It creeps at most.
FAR, CREEP = 600.0, 20.0
RATES = [(20, 1), (20, 4), (30, 2), (60, 1), (60, 4), (60, 8), (120, 2), (240, 1), (240, 4)]


def new_disc(x: float, y: float, mass: float = 1.0, **options: float) -> int:
    """A disc that touches nothing."""
    made = RigidBody(mass=mass, **options)
    return esper.create_entity(Transform(x, y), made, Collider(Circle(6), group=-1))


def play(made: Physics, seconds: float, rate: float) -> float:
    """Step until all sleep, at most so long; return how far anything ever is."""
    made.settle()
    far = 0.0
    for _ in range(round(seconds * rate)):
        esper.process(made.step)
        far = max(far, float(np.abs([made.bodies["x"], made.bodies["y"]]).max()))
        if not made.bodies["awake"].any():
            break
    assert math.isfinite(far)
    assert not made.lost
    return far


@pytest.mark.jit
@pytest.mark.parametrize("heavy", [1.0, 10.0, 1000.0])
@pytest.mark.parametrize(("rate", "substeps"), [(20.0, 1), (60.0, 4)])
def test_rods_too_long_for_their_triangle_come_to_rest(heavy: float, rate: float, substeps: int) -> None:
    made = physics((0.0, 0.0), step=1.0 / rate, substeps=substeps)
    masses = [1.0, 1.0, heavy]
    discs = [new_disc(*at, mass) for at, mass in zip(CORNERS, masses, strict=True)]
    for k, length in enumerate(LENGTHS):
        esper.create_entity(DistanceJoint(discs[k], discs[(k + 1) % 3], length=length))
    made.settle()

    def center() -> Any:
        rows = made.bodies
        return np.array([np.dot(rows["mass"], rows["x"]), np.dot(rows["mass"], rows["y"])]) / sum(masses)

    start = center()
    play(made, 3.0, rate)
    assert not made.bodies["awake"].any()
    assert np.abs(center() - start).max() < 1e-6
    gaps = [abs(joint.stretch) for _, joint in esper.get_component(DistanceJoint)]
    assert max(gaps) < 60.0  # of 100 px that are missing, shared by all


@pytest.mark.jit
@pytest.mark.parametrize("count", [4, 5, 6])
@pytest.mark.parametrize(("rate", "substeps"), [(20, 1), (60, 4), (240, 1)])
def test_rods_between_all_discs_come_to_rest(count: int, rate: int, substeps: int) -> None:
    """Five and six discs have six and ten loops, of which a search finds the impulses at once."""
    made, rng = physics((0.0, 0.0), step=1.0 / rate, substeps=substeps), random.Random(5)
    turns = [math.tau * k / count for k in range(count)]
    discs = [new_disc(60.0 * math.cos(turn), 60.0 * math.sin(turn)) for turn in turns]
    for k in range(count):
        for n in range(k):
            esper.create_entity(
                DistanceJoint(discs[n], discs[k], length=rng.choice([20.0, 40.0, 80.0, 160.0]))
            )
    assert play(made, 10.0, rate) < FAR
    assert not made.bodies["awake"].any()


@pytest.mark.jit
@pytest.mark.parametrize("stretch", [1.02, 1.05, 1.3, 5.0])
@pytest.mark.parametrize(("rate", "substeps"), [(20, 1), (60, 4), (240, 4)])
def test_a_chain_between_points_too_far_apart_comes_to_rest(stretch: float, rate: int, substeps: int) -> None:
    """However little is missing: gaps of a few slops once trembled for ever."""
    made, count, length = physics((0.0, -900.0), step=1.0 / rate, substeps=substeps), 8, 24.0
    span = count * length * stretch
    places = [span * (k + 0.5) / count for k in range(count)]
    shape, ends = Box(length, 6), {"anchor_a": (0.5 * length, 0.0), "anchor_b": (-0.5 * length, 0.0)}
    bars = [
        esper.create_entity(Transform(x, 0), RigidBody(linear_damping=0.5), Collider(shape, group=-1))
        for x in places
    ]
    for a, b in itertools.pairwise(bars):
        esper.create_entity(RevoluteJoint(a, b, **ends))
    esper.create_entity(RevoluteJoint(None, bars[0], anchor_a=(0.0, 0.0), anchor_b=ends["anchor_b"]))
    esper.create_entity(RevoluteJoint(None, bars[-1], anchor_a=(span, 0.0), anchor_b=ends["anchor_a"]))
    assert play(made, 20.0, rate) < span + length
    assert not made.bodies["awake"].any()


@pytest.mark.jit
@pytest.mark.parametrize(("rate", "substeps"), [(20, 1), (20, 4), (60, 1), (60, 4), (240, 1)])
def test_a_ragdoll_that_two_hands_pull_apart_stays_between_them(rate: int, substeps: int) -> None:
    """They leave its arm and its leg a thousand pixels apart: once that ended in NaN."""
    made, doll = physics((0.0, -900.0), step=1.0 / rate, substeps=substeps), presets.ragdoll((0.0, 0.0))
    hands = []
    for side, limb in ((1.0, doll.right_lower_arm), (-1.0, doll.left_lower_leg)):
        at = esper.component_for_entity(limb, Transform)
        hand = RigidBody("kinematic", velocity=(1000.0 * side, 0.0))
        hands.append(hand)
        entity = esper.create_entity(Transform(at.x, at.y), hand)
        esper.create_entity(RevoluteJoint(entity, limb, anchor=(at.x, at.y)))
    play(made, 0.5, rate)
    for hand in hands:
        hand.velocity = (0.0, 0.0)
    assert play(made, 15.0, rate) < 1500.0
    assert np.hypot(made.bodies["vx"], made.bodies["vy"]).max() < 500.0


@pytest.mark.jit
def test_random_machines_whose_joints_contradict_each_other_settle() -> None:
    """Rods, pins and welds of any length between discs of up to a hundred times each other's mass."""
    awake = 0
    for seed in range(60):
        with_world(seed)
        made, rate = contradictory(random.Random(seed))
        far = play(made, 20.0, rate)
        assert far < FAR, seed
        if made.bodies["awake"].any():
            awake += 1
            before = np.array([made.bodies["x"], made.bodies["y"]])
            esper.process(made.step)
            moved = np.hypot(*(np.array([made.bodies["x"], made.bodies["y"]]) - before))
            assert moved.max() * rate < CREEP, seed
        without_world(seed)
    assert awake <= 6


def with_world(seed: int) -> None:
    """Change to a world of this seed's."""
    esper.switch_world(f"torn {seed}")


def without_world(seed: int) -> None:
    """Change back."""
    esper.switch_world("default")
    esper.delete_world(f"torn {seed}")


def contradictory(rng: random.Random) -> tuple[Physics, int]:
    """Make a random machine; return its clock and rate."""
    (rate, substeps), gravity = rng.choice(RATES), rng.choice([0.0, 0.0, 900.0])
    made, count = physics((0.0, -gravity), step=1.0 / rate, substeps=substeps), rng.randint(2, 7)

    def place(reach: float) -> tuple[float, float]:
        return rng.uniform(-reach, reach), rng.uniform(-reach, reach)

    damping = {"linear_damping": 0.5, "angular_damping": 0.5}
    bodies = [new_disc(*place(100.0), rng.choice([1.0, 1.0, 10.0, 100.0]), **damping) for _ in range(count)]
    pairs = [(k, rng.randrange(k)) for k in range(1, count)]
    pairs += [(k, rng.randrange(k)) for k in rng.choices(range(1, count), k=rng.randint(1, count))]
    for a, b in pairs:
        kind, ends = rng.random(), {"anchor_a": place(15.0), "anchor_b": place(15.0)}
        if kind < 0.5:
            rod = DistanceJoint(bodies[a], bodies[b], length=rng.choice([20.0, 40.0, 80.0, 160.0]), **ends)
            esper.create_entity(rod)
        else:
            joint = RevoluteJoint if kind < 0.8 else WeldJoint
            esper.create_entity(joint(bodies[a], bodies[b], **ends))
    for _ in range(rng.randint(1, 3) if gravity > 0.0 else rng.choice([0, 2])):
        pin = RevoluteJoint(None, rng.choice(bodies), anchor_a=place(100.0), anchor_b=(0.0, 0.0))
        esper.create_entity(pin)
    return made, rate


@pytest.mark.jit
def test_any_number_of_threads_mends_alike() -> None:
    expected = torn_poses(1)
    for threads in (2, 3):
        assert torn_poses(threads) == expected, threads


def torn_poses(threads: int) -> bytes:
    """Play triangles of rods that are too long, one after the other, with so many threads."""
    with_world(threads)
    made = physics((0.0, -900.0), threads=threads)
    for n in range(150):
        discs = [new_disc(x + 200.0 * n, y) for x, y in CORNERS]
        for k, length in enumerate(LENGTHS):
            esper.create_entity(DistanceJoint(discs[k], discs[(k + 1) % 3], length=length))
        esper.create_entity(RevoluteJoint(None, discs[0], anchor=(200.0 * n, 0.0)))
    for _ in range(20):
        esper.process(1 / 60)
    poses = np.array([made.bodies[name] for name in ("x", "y", "angle", "vx", "vy")]).tobytes()
    without_world(threads)
    return poses
