"""The same script gives the same bits: twice, in two processes, with any hash seed and broad phase."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import esper
import pytest

from ecsphys.world.checks import fingerprint
from tests.acceptance.mixed import play
from tests.acceptance.support import disc, physics, run, transform

ROOT = Path(__file__).parents[2]


@pytest.mark.jit
def test_two_runs_give_the_same_bits() -> None:
    esper.switch_world("first")
    first = play(1000)
    esper.switch_world("second")
    assert play(1000) == first


@pytest.mark.jit
def test_processes_with_other_hash_seeds_give_the_same_bits() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-m", "tests.acceptance.mixed", "1000"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "12345")
    }
    outputs.add(play(1000) + "\n")
    assert len(outputs) == 1


@pytest.mark.parametrize("steps", [5, pytest.param(200, marks=pytest.mark.jit)])
@pytest.mark.parametrize("broad_phase", ["sweep_and_prune", "brute_force"])
def test_broad_phases_give_the_same_bits(broad_phase: str, steps: int) -> None:
    esper.switch_world("quadtree")
    reference = play(steps, bodies=40)
    esper.switch_world(broad_phase)
    assert play(steps, bodies=40, broad_phase=broad_phase) == reference


def test_a_fingerprint_shows_small_differences() -> None:
    clock = physics()
    ball = disc(0, 0)
    run(1)
    before = fingerprint(clock)
    assert fingerprint(clock) == before
    assert int(before, 16) >= 0
    transform(ball).x = 5e-324
    assert fingerprint(clock) != before
