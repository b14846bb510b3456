"""Instructions of frames, counted by callgrind (Debian's valgrind): a cost that a busy machine cannot touch.

A scene runs in a fresh process under callgrind. Start-up, building and warming up run without counting, some
frames with it: the child asks valgrind for that (`make_gate`). Addresses and hashes are not random, so that
runs agree to the last instruction. Counts are no times: a cache miss, a mispredicted branch and a division
are one instruction each. Times decide (`python -m benchmarks`), counts find and guard.

`python -m benchmarks.callgrind SCENE` is the child; `benchmarks.ledger` is its only caller.
"""

from __future__ import annotations

import collections
import ctypes
import gc
import itertools
import json
import mmap
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, NamedTuple

from .ledger_scenes import LEDGER_SCENES

ROOT = Path(__file__).parents[1]
# Functions of kernels by their stage; the first that matches. In space the same rooms lie in `space3d`.
STAGES = (
    ("sleep", r"solver\.island"),
    ("bounces", r"solver\.contact\.(bounce|restitut)"),
    ("joints", r"solver\.joints\."),
    ("solver", r"solver\."),
    ("continuous", r"ccd\."),
    ("seams", r"contacts\.seams|collide\.(seam|open_faces)"),
    ("narrow phase", r"collide\.|math[23]d\.|contacts\.(?!touch|post_solve|table)"),
    ("touches", r"contacts\.(touch|post_solve)|events\."),
    ("broad phase", r"spatial\.|contacts\.table"),
)
Costs = collections.Counter[tuple[str, str]]  # instructions by (object file, function)
FUNCTION_TEXT = 4000  # characters of a symbol that are kept: numba's can have 60,000


class Count(NamedTuple):
    """A scene's contact points, and its instructions a frame: by stage, of Python, of libraries."""

    points: float
    native: dict[str, int]
    python: int
    libraries: int  # numpy, libc, libm
    functions: dict[str, int]  # of kernels

    @property
    def total(self) -> int:
        """Instructions of all kernels a frame."""
        return sum(self.native.values())


# -- the child ---------------------------------------------------------------------------------------------


def make_gate() -> Callable[[bool], None]:
    """Return a function that lets callgrind begin or cease to count: valgrind's client request on x86-64.

    It is the machine code of valgrind.h: `rol rdi` by 3, 13, 61 and 51 (together: nothing) and
    `xchg rbx, rbx`, which a processor passes over and valgrind reads as a request with its arguments at rax.
    """
    code = bytes.fromhex("4889f8 31d2 48c1c703 48c1c70d 48c1c73d 48c1c733 4887db 4889d0 c3")
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    start = ctypes.addressof(ctypes.c_char.from_buffer(page))
    request = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)(start)
    requests = (ord("C") << 24) + (ord("T") << 16)  # callgrind's
    start_counting, stop_counting = 4, 5
    on, off = ((ctypes.c_uint64 * 6)(requests + k) for k in (start_counting, stop_counting))

    def gate(begin: bool) -> None:
        request(ctypes.addressof(on if begin else off))

    gate.page = page  # type: ignore[attr-defined]  # kept as long as the function
    return gate


def run_frames(name: str, counted: bool) -> float:
    """Play a scene's frames; return the contact points of a frame."""
    scene = LEDGER_SCENES[name]
    played = scene.make()
    for _ in range(scene.warm_up):
        played.frame()
    gc.collect()
    gc.freeze()  # else chance decides whether a full collection is counted
    gate = make_gate() if counted else None
    if gate:
        gate(True)
    for _ in range(scene.frames):
        played.frame()
    if gate:
        gate(False)
    return played.count_points()


def child(name: str, mode: str) -> None:
    """Run a scene and end without a teardown: `count` under callgrind, `points` without."""
    points = run_frames(name, mode == "count")
    print(json.dumps(points), flush=True)
    os._exit(0)


# -- the parent --------------------------------------------------------------------------------------------


def environment(folder: str) -> dict[str, str]:
    """Return the environment of a child: the same in every run."""
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
    return {
        **threads,
        "PATH": "/usr/bin:/bin",
        "HOME": folder,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(Path(folder, "pyc")),
        "ECSPHYS_BACKEND": "native",
    }


def count_scene(name: str, folder: str) -> Count:
    """Count a scene, after a run without valgrind, so that Python compiles no file while it is counted."""
    output = Path(folder, name)
    tool = ["setarch", "-R", "valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={output}"]
    start_child([], name, "points", folder)
    points = start_child([*tool, "--demangle=no", "--instr-atstart=no"], name, "count", folder)
    with output.open(errors="replace") as file:
        costs = read_profile(file)
    output.unlink()
    return summarize(costs, LEDGER_SCENES[name].frames, points)


def compile_python(folder: str) -> None:
    """Compile the files of Python that scenes share, one after the other.

    Compiled files of the same source differ with what else a process has compiled: where two scenes did it at
    the same time, counts of Python changed by 1.7 %.
    """
    packages = [str(ROOT / package) for package in ("ecsphys", "benchmarks")]
    command = [sys.executable, "-m", "compileall", "-q", *packages]
    subprocess.run(command, env=environment(folder), cwd=folder, check=True, capture_output=True)
    start_child([], next(iter(LEDGER_SCENES)), "points", folder)


def start_child(tool: list[str], name: str, mode: str, folder: str) -> float:
    """Run a scene in a process of its own; return the contact points of a frame."""
    command = [*tool, sys.executable, "-m", "benchmarks.callgrind", name, mode]
    done = subprocess.run(
        command, env=environment(folder), cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr[-2000:] or done.stdout}")
    return float(json.loads(done.stdout))


def summarize(costs: Costs, frames: int, points: float) -> Count:
    """Return costs a frame by stage."""
    native: collections.Counter[str] = collections.Counter()
    functions: collections.Counter[str] = collections.Counter()
    python = libraries = 0
    for (file, function), cost in costs.items():
        base = os.path.basename(file)
        if base.startswith("_native"):
            name = short_name(function)
            native[stage_of(name)] += cost
            functions[name] += cost
        elif base.startswith(("python", "libpython")):
            python += cost
        else:
            libraries += cost
    return Count(
        points,
        {stage: cost // frames for stage, cost in sorted(native.items()) if cost >= frames},
        python // frames,
        libraries // frames,
        {function: cost // frames for function, cost in functions.most_common()},
    )


def read_profile(lines: IO[str]) -> Costs:
    """Return the instructions of each function itself, out of callgrind's file."""
    names: dict[str, dict[str, str]] = {"ob": {}, "fn": {}}
    costs: Costs = collections.Counter()
    file = function = ""
    called = False
    for line in lines:
        if line[0] in "0123456789+-*":
            if not called:  # behind `calls=` it is the inclusive cost of the call
                costs[file, function] += int(line.split()[1])
            called = False
        elif line.startswith("fn="):
            function = resolve(names["fn"], line[3:-1])
        elif line.startswith("ob="):
            file = resolve(names["ob"], line[3:-1])
        elif line.startswith("calls="):
            called = True
        elif line.startswith(("cfn=", "cob=")):
            resolve(names[line[1:3]], line[4:-1])
    return costs


def resolve(names: dict[str, str], text: str) -> str:
    """Return a name that callgrind gives once, as `(7) name`, and then as `(7)`."""
    found = re.match(r"\((\d+)\)(?: (.*))?", text, re.S)
    if not found:
        return text
    key, name = found.groups()
    if name is not None:
        names[key] = name[:FUNCTION_TEXT]
    return names.get(key, key)


def short_name(symbol: str) -> str:
    """Return `solver.substeps.solve_substep` of numba's symbol for that kernel."""
    found = re.match(r"_?_?ZN", symbol)
    if not found:
        return symbol
    parts, at = [], found.end()
    while found := re.match(r"\d+", symbol[at:]):
        begin = at + found.end()
        at = begin + int(found[0])
        parts.append(symbol[begin:at])
    return ".".join(part for part in parts if part != "ecsphys") or symbol


def stage_of(function: str) -> str:
    """Return the stage to which a kernel belongs, by the room that it lies in."""
    name = function.removeprefix("space3d.")
    return next((stage for stage, pattern in STAGES if re.match(pattern, name)), "others")


def count_all(names: list[str]) -> Iterator[tuple[str, Count]]:
    """Yield the counts of scenes, one to each processor: counts do not depend on the load."""
    with tempfile.TemporaryDirectory(prefix="ledger-") as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        compile_python(folder)
        counts = pool.map(count_scene, names, itertools.repeat(folder))
        yield from zip(names, counts, strict=True)


if __name__ == "__main__":
    child(*sys.argv[1:3])
