"""Random scenes have the same log in all back ends, and with each hash seed of Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ecsphys
from ecsphys.compile import backends
from tests.fuzz.equality import log_of

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
SEEDS = 3 if ecsphys.backend == "python" else 8  # plain Python, one of those compared, takes 3 s for each


def digests(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.equality", "0", str(SEEDS)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
    )
    if "built from other sources" in done.stderr or "no native kernels" in done.stderr:
        pytest.skip("no native build of these sources")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def expected() -> str:
    found = digests(PYTHONHASHSEED="0")
    assert len(set(found.split()[2::3])) == SEEDS
    return found


@pytest.mark.parametrize("seed", ["1", "4711"])
def test_hash_seeds(expected: str, seed: str) -> None:
    assert digests(PYTHONHASHSEED=seed) == expected


@pytest.mark.parametrize("backend", [name for name in backends.BACKENDS if name != ecsphys.backend])
def test_back_ends(expected: str, backend: str) -> None:
    if backend == "jit":
        pytest.skip("compiles all kernels: a run with jit compares it with the others")
    assert digests(ECSPHYS_BACKEND=backend) == expected


def test_logs_are_long_enough() -> None:
    assert sum(len(log_of(seed)) for seed in range(5)) > 200
