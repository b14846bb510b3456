"""Fast bodies that touch go on: nothing stands still in the air with a speed."""

from __future__ import annotations

import random

import esper
import numpy as np
import pytest

from ecsphys.space3d import Body3D, Box, Capsule, Collider3D, Physics3D, Quaternion, Sphere, Transform3D

SHAPES = Box(0.1, 1.4, 1.1), Box(0.1, 2.0, 0.1), Box(0.5, 0.8, 0.6), Capsule(1.6, 0.1), Sphere(0.4)
HELD = 4  # steps in a row


def vector(rng, most):
    return tuple(rng.uniform(-most, most) for _ in "xyz")


def orientation(rng):
    q = np.array([rng.gauss(0.0, 1.0) for _ in range(4)])
    return Quaternion(*(q / np.linalg.norm(q)).tolist())


def throw(rng, at, rate):
    """Make a fast body that may turn by a third of a radian in a sub-step."""
    return esper.create_entity(
        Transform3D(*at, orientation=orientation(rng)),
        Body3D(
            velocity=vector(rng, rng.choice((5.0, 20.0, 60.0))),
            angular_velocity=vector(rng, min(rng.choice((0.0, 5.0, 50.0)), 0.3 * rate)),
            continuous=rng.choice(("auto", "bullet")),
        ),
        Collider3D(
            rng.choice(SHAPES), friction=rng.choice((0.0, 1.0)), density=rng.choice((1.0, 1.0, 100.0))
        ),
    )


def longest_stop(physics, entities, steps, rate):
    """Return for how many steps in a row a body hardly moved that had a speed."""
    places = [esper.component_for_entity(entity, Transform3D) for entity in entities]
    motions = [esper.component_for_entity(entity, Body3D) for entity in entities]
    before, held, longest = [np.array(place.position) for place in places], [0] * len(places), 0
    for _ in range(steps):
        physics.step_once()
        for k, (place, motion) in enumerate(zip(places, motions, strict=True)):
            speed, now = np.linalg.norm(motion.velocity), np.array(place.position)
            stands = speed > 2.0 and np.linalg.norm(now - before[k]) < 0.02 * speed / rate
            held[k] = held[k] + 1 if stands else 0
            longest, before[k] = max(longest, held[k]), now
    return longest


def held_in(seeds, seconds, fill):
    """Return the seeds in which a body is held, of those that `fill` throws with the rate of the steps."""
    stopped = []
    for seed in seeds:
        rng, name = random.Random(seed), f"held {seed}"
        rate = rng.choice((30, 60, 120, 240))
        esper.switch_world(name)
        physics = Physics3D(gravity=(0.0, -9.81, 0.0), step=1 / rate, substeps=rng.choice((1, 4)))
        esper.add_processor(physics)
        if longest_stop(physics, fill(rng, rate), round(seconds * rate), rate) >= HELD:
            stopped.append(seed)
        esper.switch_world("default")
        esper.delete_world(name)
    return stopped


def fill_pair(rng, rate):
    places = [tuple(np.array(((-0.7, 0.7)[k], 0.0, 0.0)) + vector(rng, 0.3)) for k in range(2)]
    return [throw(rng, place, rate) for place in places]


def fill_corner(rng, rate):
    esper.create_entity(Transform3D(0.0, -1.0), Collider3D(Box(6.0, 0.1, 6.0)))
    esper.create_entity(Transform3D(1.0, 0.0), Collider3D(Box(0.1, 6.0, 6.0)))
    return [throw(rng, (0.0, 1.0, 0.0), rate)]


@pytest.mark.jit
def test_pairs_that_meet_fast_are_hardly_ever_held_in_the_air():
    """Where the middle of one would come out behind the other, a sweep stops it at once."""
    assert len(held_in(range(400), 0.5, fill_pair)) <= 2


@pytest.mark.jit
def test_what_flies_into_a_corner_is_not_held_in_the_air():
    assert held_in(range(200), 1.0, fill_corner) == []


def spin_inside_each_other(rng, rate):
    """Make a capsule and a box that overlap, and whose points part by their spin while the centres meet."""
    made = []
    for shape, at in ((Capsule(1.6, 0.5), (0.0, 0.0, 0.0)), (Box(1.0, 0.4, 0.8), vector(rng, 0.4))):
        motion = Body3D(
            velocity=vector(rng, 3.0),
            angular_velocity=vector(rng, 40.0 * min(rate / 30, 2.0)),
            continuous="bullet",
        )
        place = Transform3D(*at, orientation=orientation(rng))
        made.append(esper.create_entity(place, motion, Collider3D(shape, restitution=1.0)))
    return made


@pytest.mark.jit
def test_what_spins_inside_each_other_falls():
    """They parted at their points, so that no impulse came, and each step was taken back from its start."""
    assert held_in(range(450), 1.0, spin_inside_each_other) == []
