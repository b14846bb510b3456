"""The back ends native, jit and python: their choice, equal bits, errors for unfit arguments."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import ecsphys
from ecsphys.compile import ENABLED, ENTRIES, INT, INTS, REAL, REALS2, array, backends, entry, group, records

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
BUILT = bool(list((ROOT / "ecsphys").glob("_native*.so")) + list((ROOT / "ecsphys").glob("_native*.pyd")))
WITHOUT = """if True:
    import importlib.util as util, warnings
    from importlib.machinery import PathFinder
    for finder in (util, PathFinder):
        def find(name, *rest, real=finder.find_spec):
            return None if name in {hidden} else real(name, *rest)
        finder.find_spec = find
    warnings.simplefilter("always")
    import ecsphys
    print(ecsphys.backend)
"""


def python(*arguments: str, root: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run this Python with the package of a folder and a choice of environment variables."""
    own = {k: v for k, v in os.environ.items() if k not in ("ECSPHYS_BACKEND", "ECSPHYS_JIT")}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=root,
        env=own | {"PYTHONPATH": str(root)} | environment,
        capture_output=True,
        text=True,
    )


def without(*hidden: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return python("-c", WITHOUT.format(hidden=hidden), **environment)


@pytest.mark.parametrize("backend", backends.BACKENDS)
def test_all_back_ends_give_the_same_bits(backend: str) -> None:
    if (backend == "native" and not BUILT) or (backend == "jit" and not backends.can_compile):
        pytest.skip(f"{backend} is not to be had here")
    if backend == "jit" and ecsphys.backend != "jit":
        pytest.skip("compiles all kernels: a run with jit compares it with the others")
    from tests.acceptance.variety import play

    done = python("-m", "tests.acceptance.variety", "40", ECSPHYS_BACKEND=backend)
    if backend == "native" and "built from other sources" in done.stderr:
        pytest.skip("the native build is of other sources")
    assert done.stdout.split() == [backend, *play(40).split()], done.stderr


@pytest.mark.skipif(not backends.can_compile, reason="without numba")
def test_the_environment_forces_a_back_end() -> None:
    code = "import ecsphys; print(ecsphys.backend)"
    for variables, expected in (
        ({"ECSPHYS_BACKEND": "jit"}, "jit"),
        ({"ECSPHYS_BACKEND": "python"}, "python"),
        ({"ECSPHYS_JIT": "0"}, "python"),
        ({"NUMBA_DISABLE_JIT": "1"}, "python"),
        ({"NUMBA_BOUNDSCHECK": "1"}, "jit"),
        ({"ECSPHYS_BACKEND": "jit", "ECSPHYS_JIT": "0"}, "jit"),
    ):
        assert python("-c", code, **variables).stdout.strip() == expected, variables


def test_what_cannot_be_forced_says_why() -> None:
    wrong = python("-c", "import ecsphys", ECSPHYS_BACKEND="cuda")
    assert "ECSPHYS_BACKEND must be one of native, jit, python, got 'cuda'" in wrong.stderr
    absent = without("numba", "ecsphys._native", ECSPHYS_BACKEND="native")
    assert "ECSPHYS_BACKEND=native, but this installation has no native kernels" in absent.stderr
    assert "numba is not installed" in without("numba", ECSPHYS_BACKEND="jit").stderr


def test_plain_python_warns_once_and_says_how_to_get_speed() -> None:
    slow = without("numba", "ecsphys._native")
    assert slow.stdout.strip() == "python"
    assert slow.stderr.count("RuntimeWarning") == 1
    assert "plain Python" in slow.stderr and 'pip install "ecsphys[jit]"' in slow.stderr
    meant = without("numba", "ecsphys._native", ECSPHYS_BACKEND="python")
    assert (meant.stdout.strip(), meant.stderr) == ("python", "")


@pytest.mark.skipif(ecsphys.backend != "native", reason="native is not chosen here")
def test_native_kernels_of_other_sources_are_not_used(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "ecsphys", tmp_path / "ecsphys", ignore=shutil.ignore_patterns("__pycache__"))
    show = ("-c", "import ecsphys; from ecsphys.compile import reason; print(ecsphys.backend, reason)")
    assert python(*show, root=tmp_path).stdout.split() == ["native"]
    with (tmp_path / "ecsphys" / "physics.py").open("a") as file:
        file.write("\n# no kernel depends on this file\n")
    assert python(*show, root=tmp_path).stdout.split() == ["native"]
    with (tmp_path / "ecsphys" / "constants.py").open("a") as file:
        file.write("\n# but on this one\n")
    assert (
        python(*show, root=tmp_path).stdout.strip() == "jit its native kernels were built from other sources"
    )
    forced = python(*show, root=tmp_path, ECSPHYS_BACKEND="native")
    assert "built from other sources" in forced.stderr


@pytest.mark.skipif(not ENABLED, reason="needs compiled kernels")
def test_the_first_step_of_a_warm_cache_imports_nothing_slow() -> None:
    code = """if True:
        import sys
        import esper
        from ecsphys import Box, Circle, Collider, HalfPlane, Physics, RigidBody, Transform
        esper.add_processor(Physics(gravity=(0, -900)))
        esper.create_entity(Transform(0, 0), Collider(HalfPlane((0, 1))))
        esper.create_entity(Transform(0, 8), RigidBody(), Collider(Circle(10)))
        esper.process(1 / 60)
        print(*sorted({"arcade", "llvmlite", "numba", "setuptools"} & set(sys.modules)))
    """
    python("-c", code, ECSPHYS_BACKEND=ecsphys.backend)
    loaded = python("-c", code, ECSPHYS_BACKEND=ecsphys.backend)
    assert loaded.stdout.split() == {"native": [], "jit": ["llvmlite", "numba"]}[ecsphys.backend], (
        loaded.stderr
    )


class Flock(NamedTuple):
    weights: np.ndarray
    names: np.ndarray


class Ends(NamedTuple):
    first: int
    last: int


class Sum(NamedTuple):
    total: float
    ends: Ends
    count: int


ROW = np.dtype([("mass", np.float64), ("id", np.int64)])
FLOCK = group(Flock, REALS2, INTS)


@entry(FLOCK, array(ROW), REAL, INT)
def add_up(flock: Flock, rows: np.ndarray, scale: float, first: int) -> Sum:
    total = 0.0
    for i in range(first, len(rows)):
        total += scale * rows[i].mass * flock.weights[i, 1]
    return Sum(total, Ends(first, len(rows)), len(flock.names))


def given(count: int = 3) -> tuple[Flock, np.ndarray]:
    rows = records(count, ROW)
    rows["mass"] = np.arange(count) + 1.0
    return Flock(np.ones((count, 2)), np.arange(2)), rows


def test_a_kernel_returns_python_objects_of_the_stated_kind() -> None:
    answer = add_up(*given(), 2.0, 1)
    assert type(answer) is Sum and type(answer.ends) is Ends
    assert answer == (10.0, (1, 3), 2)
    assert hash(answer) == hash((10.0, (1, 3), 2))
    assert add_up(*given(0), 2, np.int64(0)) == (0.0, (0, 0), 2)
    assert add_up(*given(1), np.float64(2), True) == (0.0, (1, 1), 2)


UNFIT = [
    (lambda f, r: (f, r, 1.0), "takes 4 arguments"),
    (lambda f, r: (f.weights, r, 1.0, 0), "flock must be Flock"),
    (lambda f, r: ((f.weights,), r, 1.0, 0), "flock must be Flock"),
    (lambda f, r: (f._replace(weights=[[1.0]]), r, 1.0, 0), "flock.weights must be a 2-dimensional"),
    (lambda f, r: (f._replace(weights=f.weights[0]), r, 1.0, 0), "flock.weights must be a 2-dimensional"),
    (lambda f, r: (f._replace(weights=f.weights.T), r, 1.0, 0), "C-contiguous array of float64"),
    (lambda f, r: (f._replace(names=f.names.astype(float)), r, 1.0, 0), "flock.names must be"),
    (lambda f, r: (f._replace(names=f.names.astype(np.int32)), r, 1.0, 0), "array of int64"),
    (lambda f, r: (f, r[::2], 1.0, 0), "rows must be a 1-dimensional C-contiguous array"),
    (lambda f, r: (f, r["mass"].copy(), 1.0, 0), "rows must be"),
    (lambda f, r: (f, r, "1", 0), "real number"),
]


@pytest.mark.skipif(not ENABLED, reason="plain Python checks no types")
@pytest.mark.parametrize("change", [change for change, _ in UNFIT])
def test_jit_raises_type_errors_for_unfit_arguments(change: object) -> None:
    add_up(*given(), 1.0, 0)  # numba checks again only what has another type than in the call before
    with pytest.raises(TypeError):
        add_up(*change(*given()))  # type: ignore[operator]


@pytest.fixture(scope="module")
def native_add_up(tmp_path_factory: pytest.TempPathFactory) -> object:
    """`add_up` compiled ahead of time, in an extension module of its own."""
    pytest.importorskip("setuptools")
    if pytest.importorskip("numba").config.DISABLE_JIT:
        pytest.skip("numba compiles nothing")
    from tests.compile.build import build_native

    (entry,) = (entry for entry in ENTRIES if entry.source == Path(__file__))
    return build_native(entry, tmp_path_factory.mktemp("native"))


@pytest.mark.parametrize("change, message", [*UNFIT, (lambda f, r: (f, r, 1.0, 0.5), "integer")])
def test_native_wrappers_say_which_argument_does_not_fit(
    native_add_up: Callable[..., Sum], change: object, message: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        native_add_up(*change(*given()))  # type: ignore[operator]


def test_native_wrappers_return_python_objects_of_the_stated_kind(native_add_up: Callable[..., Sum]) -> None:
    answer = native_add_up(*given(), 2.0, 1)
    assert type(answer) is Sum and type(answer.ends) is Ends
    assert answer == (10.0, (1, 3), 2)
    assert hash(answer) == hash((10.0, (1, 3), 2))
    assert native_add_up(*given(1), np.float64(2), True) == (0.0, (1, 1), 2)
    assert native_add_up(*given(), 2.0, 1, None) == (10.0, (1, 3), 2)  # without the GIL


def test_native_calls_leave_no_references_behind(native_add_up: Callable[..., Sum]) -> None:
    check_references(native_add_up)


def test_calls_leave_no_references_behind() -> None:
    check_references(add_up)


def check_references(function: Callable[..., Sum]) -> None:
    flock, rows = given()
    function(flock, rows, 1.0, 0)
    held = flock.weights, rows, Sum, Ends
    before = [sys.getrefcount(thing) for thing in held]
    for _ in range(100):
        function(flock, rows, 1.0, 0)
    assert [sys.getrefcount(thing) for thing in held] == before


@pytest.mark.skipif(not backends.can_compile, reason="without numba")
def test_bounds_checks_raise_index_errors() -> None:
    code = """if True:
        import numpy as np
        from tests.compile.test_backends import add_up, given
        flock, rows = given()
        add_up(flock._replace(weights=np.ones((1, 2))), rows, 1.0, 0)
    """
    done = python("-c", code, NUMBA_BOUNDSCHECK="1", NUMBA_DISABLE_JIT="0")
    assert "IndexError" in done.stderr and "out of bounds" in done.stderr
