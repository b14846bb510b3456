"""A step does no more work than recorded: counts that are equal on every machine, never times."""

from __future__ import annotations

import json
import subprocess
import sys

import esper
import pytest

from benchmarks.counts import COUNTED, RECORDED, count_calls, count_work
from ecsphys import Circle, Collider, Physics, Projectile, RigidBody, Transform

# Less work is welcome; `python -m benchmarks.counts --save` records the current counts.
SLACK = {"KiB for a while": 2.0, "KiB kept": 0.5}
FIGURES = json.loads(RECORDED.read_text("utf-8"))


@pytest.mark.jit
@pytest.mark.parametrize("name", COUNTED)
def test_a_step_does_no_more_than_it_did(name: str) -> None:
    counts = count_work(COUNTED[name]())
    assert set(counts) == set(FIGURES[name])
    for count, value in counts.items():
        assert value <= 1.02 * FIGURES[name][count] + SLACK.get(count, 0.0), count


def test_a_sleeping_world_costs_two_kernel_calls() -> None:
    physics = Physics((0, -900))
    esper.add_processor(physics)
    esper.create_entity(Transform(0, -8), Collider(Circle(8)))
    esper.create_entity(Transform(0, 8), RigidBody(), Collider(Circle(8)))
    for _ in range(90):
        esper.process(1 / 60)
    with count_calls() as calls:
        for _ in range(10):
            esper.process(1 / 60)
    assert calls[0] <= 20


@pytest.mark.jit
def test_python_ends_well_after_many_kernels() -> None:
    """Compiled functions and their parts are freed in any order."""
    done = subprocess.run([sys.executable, "-m", "benchmarks.counts"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "pyramid" in done.stdout


def test_projectiles_are_adopted_once() -> None:
    """Queries between steps adopt new projectiles before their system runs."""
    physics = Physics()
    esper.add_processor(physics)
    for k in range(3):
        flying = RigidBody(velocity=(60, 0))
        esper.create_entity(Transform(0, 100 * k), flying, Collider(Circle(4)), Projectile())
    for _ in range(5):
        esper.process(1 / 60)
        physics.raycast((-100, 0), (100, 0))
    before = physics.world.structure_version
    for _ in range(5):
        esper.process(1 / 60)
        physics.raycast((-100, 0), (100, 0))
    assert physics.world.structure_version == before
