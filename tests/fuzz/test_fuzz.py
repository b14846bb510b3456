"""CI's share of each fuzzer. Longer runs: `python -m tests.fuzz NAME --seconds 600`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from ecsphys.compile import ENABLED
from tests.fuzz.runner import fuzzers, load, script_of, try_seed

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]


class Share(NamedTuple):
    """How many seeds the tests run; CI runs ten times as many, see `.ci/run`."""

    compiled: int
    interpreted: int  # in plain Python


COUNTS = {
    "changes": Share(40, 2),  # some 300 changes each
    "documents": Share(12, 6),  # 400 files each
    "recordings": Share(6, 1),  # 100 files each
    "coarse": Share(24, 2),
    "equality": Share(4, 1),
    "events": Share(8, 1),
    "extreme_shapes": Share(80, 4),
    "extremes": Share(80, 4),
    "files": Share(12, 8),
    "interrupts": Share(12, 2),
    "passes": Share(24, 4),
    "projectiles": Share(16, 2),
    "ricochets": Share(32, 4),
    "shots": Share(12, 1),
    "snapshots": Share(40, 2),
}
COUNTED = {"energy"}  # seeds of these fail today; which, is kept in a table: see test_energy.py
PARTS = 4  # of each fuzzer's share, for the workers of pytest-xdist


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", COUNTS)
def test_seeds(name: str, part: int) -> None:
    fuzzer = load(name)
    count = COUNTS[name].compiled if ENABLED else COUNTS[name].interpreted
    for seed in range(part, count, PARTS):
        if failure := try_seed(fuzzer, seed):
            pytest.fail(f"{name} {seed}\n{failure.traceback}\nas a script:\n{failure.script}", pytrace=False)


def test_every_fuzzer_has_its_share() -> None:
    assert sorted({*COUNTS, *COUNTED}) == fuzzers()
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert [name for name in COUNTS if not re.search(rf'"{name} \d+"', ci)] == [], "CI leaves them out"


@pytest.mark.jit
@pytest.mark.parametrize("name", COUNTS)
def test_scripts_run_by_themselves(name: str, tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text(script_of(load(name), 0), "utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", path],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_a_failing_seed_becomes_a_script() -> None:
    fuzzer = ModuleType("broken")
    fuzzer.run = lambda seed: {}[seed]  # type: ignore[attr-defined]
    fuzzer.script = lambda seed: f"print({seed})"  # type: ignore[attr-defined]
    failure = try_seed(fuzzer, 3)
    assert failure is not None and failure.seed == 3
    assert "KeyError: 3" in failure.traceback and failure.script == "print(3)"
