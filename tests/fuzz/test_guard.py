"""The guard pages work: an access beside an array ends the process, one inside does not."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import ecsphys

ROOT = Path(__file__).parents[2]
READ = """if True:
    import ctypes, sys
    import numpy as np
    import ecsphys
    from tests.fuzz.guard import install
    install(sys.argv[1])
    array = np.zeros(1000, np.int64)
    first = array.ctypes.data
    array[:] = 1
    assert ctypes.string_at(first, 8000) == array.tobytes()
    ctypes.string_at(first + int(sys.argv[2]), 1)
    print("survived")
"""
KERNEL = """if True:
    import sys
    import numpy as np
    import ecsphys
    from ecsphys.limits import limits_of
    from ecsphys.world import bodies, body_range
    from tests.fuzz.guard import install
    install("behind")
    store = bodies.Bodies(64)
    most = limits_of(1.0)
    assert body_range.find_beyond(store.rows, np.array([63]), 0, most) == 1
    body_range.find_beyond(store.rows, np.array([64]), 0, most)  # one row behind the last
    print("survived")
"""
pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or not shutil.which(os.environ.get("CC", "cc")),
    reason="needs Linux and a C compiler",
)


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("side, at", [("behind", 7999), ("behind", -1), ("before", 0), ("before", 8000)])
def test_the_other_side_and_the_inside_are_free(side: str, at: int) -> None:
    done = python(READ, side, str(at))
    assert done.stdout == "survived\n", done.stderr


@pytest.mark.parametrize("side, at", [("behind", 8000), ("before", -1)])
def test_an_access_beside_an_array_ends_the_process(side: str, at: int) -> None:
    assert python(READ, side, str(at)).returncode == -signal.SIGSEGV


@pytest.mark.skipif(ecsphys.backend != "native", reason="other back ends may check indices")
def test_a_kernel_that_reads_beside_an_array_ends_the_process() -> None:
    done = python(KERNEL)
    if "IndexError: " in done.stderr:
        pytest.skip("kernels with bounds checks")
    assert (done.returncode, done.stdout) == (-signal.SIGSEGV, ""), done.stderr
