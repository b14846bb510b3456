"""A step does not come to do more than it did: counts that are the same on every machine, never times."""

from __future__ import annotations

import json
import subprocess
import sys

import esper
import pytest

from benchmarks.counts import COUNTED, RECORDED, count_calls, count_work
from ecsphys import Circle, Collider, Physics, Projectile, RigidBody, Transform

# A step that does less is welcome; `python -m benchmarks.counts --save` keeps what it does now.
SLACK = {"KiB for a while": 2.0, "KiB kept": 0.5}
FIGURES = json.loads(RECORDED.read_text("utf-8"))


@pytest.mark.jit
@pytest.mark.parametrize("name", COUNTED)
def test_a_step_does_no_more_than_it_did(name: str) -> None:
    found = count_work(COUNTED[name]())
    assert set(found) == set(FIGURES[name])
    for count, value in found.items():
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
    """Compiled functions and what they are made of are taken apart in any order."""
    done = subprocess.run([sys.executable, "-m", "benchmarks.counts"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "pyramid" in done.stdout


def test_projectiles_are_adopted_once() -> None:
    """Queries between steps take in what is new before the system of projectiles has seen it."""
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
