"""Piles that must stand, sleep and wake; and the same bits whatever runs the kernels."""

from __future__ import annotations

import hashlib
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from .world import KINEMATIC, STATIC, TinyWorld

pytestmark = pytest.mark.jit


def floor(**options):
    """Return a world with a floor."""
    world = TinyWorld(**options)
    world.add(("plane", (0.0, 1.0, 0.0)), kind=STATIC)
    return world


def test_a_stack_of_ten_boxes_stands_and_sleeps():
    world = floor()
    for k in range(10):
        world.add(("box", 1, 1, 1), (0, 0.5 + 1.01 * k, 0))
    world.run(20)
    rows = world.bodies[1:]
    assert not rows.awake.any()
    np.testing.assert_allclose(rows.y, 0.5 + np.arange(10), atol=0.02)
    assert np.hypot(rows.x, rows.z).max() < 0.01


def test_a_pyramid_of_ten_rows_stands_and_sleeps():
    world = floor(capacity=80)
    for level in range(10):
        for k in range(10 - level):
            world.add(("box", 1, 1, 1), (1.05 * (k - (9 - level) / 2), 0.5 + 1.01 * level, 0))
    before = world.bodies.x.copy()
    world.run(20)
    assert not world.bodies.awake.any()
    np.testing.assert_allclose(world.bodies.x, before, atol=0.02)
    assert np.abs(world.bodies.z).max() < 0.02


@pytest.mark.parametrize("ratio", [10.0, 100.0])
def test_a_heavy_box_rests_on_light_ones(ratio):
    world = floor()
    for k in range(3):
        world.add(("box", 1, 1, 1), (0, 0.5 + k, 0), mass=1.0 if k < 2 else ratio)
    world.run(10)
    assert not world.bodies.awake.any()
    np.testing.assert_allclose(world.bodies.y[1:], [0.5, 1.5, 2.5], atol=0.03)


def test_a_box_between_two_slopes_does_not_jitter():
    world = floor()
    for side in (-1, 1):  # a groove of 90 degrees
        a = side * math.radians(45)
        place = (-side * 2.0, 2.0, 0)
        world.add(("box", 6, 0.5, 6), place, (math.cos(a / 2), 0, 0, -math.sin(a / 2)), kind=STATIC)
    world.add(("box", 1, 1, 1), (0, 2.0, 0), (math.cos(math.pi / 8), 0, 0, math.sin(math.pi / 8)))
    world.run(3)
    body = world.bodies[3]
    assert body.awake == 0
    before = body.y
    world.run(1)
    assert world.bodies[3].y == before


def test_a_house_of_two_cards_stands():
    world = floor()
    a, length = math.radians(25), 2.0
    reach = length / 2 * math.sin(a) + 0.05 / 2 * math.cos(a)
    height = length / 2 * math.cos(a) + 0.05 / 2 * math.sin(a)
    for side in (-1, 1):  # they lean against each other: the upper ends touch
        q = (math.cos(a / 2), 0, 0, side * math.sin(a / 2))
        world.add(("box", 0.05, length, 1), (side * reach, height, 0), q, friction=0.9)
    world._shapes["friction"][0] = 0.9
    world.run(10)
    assert np.abs(world.bodies.y[1:] - height).max() < 0.02
    assert not world.bodies.awake.any()


def test_a_touch_wakes_the_whole_island_and_only_that():
    world = floor()
    for k in range(3):
        world.add(("box", 1, 1, 1), (0, 0.5 + k, 0))
    world.add(("box", 1, 1, 1), (9, 0.5, 0))
    world.run(3)
    assert not world.bodies.awake.any()
    world.add(("sphere", 0.2), (0, 5, 0), vy=-1.0)
    for _ in range(90):
        world.step()
        if world.bodies.awake[1]:
            break
    assert world.bodies.awake.tolist() == [0, 1, 1, 1, 0, 1]


def test_a_platform_that_moves_keeps_its_load_awake_and_carries_it():
    world = TinyWorld()
    world.add(("box", 4, 0.2, 4), kind=KINEMATIC, vx=1.0)
    row = world.add(("box", 1, 1, 1), (0, 0.6, 0), vx=1.0)
    world.run(3)
    assert world.bodies.awake[row] == 1
    assert world.bodies.x[row] == pytest.approx(3.0, abs=1e-3)


def digest(steps):
    """Return a digest of all poses after a scene in which everything meets."""
    world = TinyWorld(capacity=32)
    world.add(("plane", (0.0, 1.0, 0.0)), kind=STATIC, restitution=0.3)
    rng = np.random.default_rng(5)
    for k in range(12):
        q = rng.normal(size=4)
        place = (0.3 * (k % 3), 1.0 + 0.8 * k, 0.2 * (k % 2))
        shape = ("sphere", 0.4) if k % 3 == 0 else ("box", 0.6, 0.8, 1.0)
        world.add(shape, place, q / np.linalg.norm(q), vx=rng.normal())
    world.step(steps)
    words = [world.bodies[name].tobytes() for name in ("x", "y", "z", "qw", "qx", "qy", "qz", "wx")]
    return hashlib.sha256(b"".join(words)).hexdigest()


def test_python_and_compiled_kernels_have_the_same_bits():
    script = f"from tests.space3d.solver.test_stacks import digest; print(digest({STEPS}))"
    environment = {**os.environ, "ECSPHYS_BACKEND": "python"}
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest(STEPS)


STEPS = 60
