"""`Physics(threads=n)`: the same bits for any n, in every back end; threads that end."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import Physics
from ecsphys.compile import ENABLED, INT, INTS, Entry, array, backend, entry
from ecsphys.compile import backends as choice
from ecsphys.parallel.thread_pool import ThreadPool
from ecsphys.parallel.work_queue import next_task, task_done, wait_until_done
from ecsphys.world.checks import fingerprint
from tests.acceptance.crowded import play
from tests.acceptance.support import disc, ground, physics, run

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]


@entry(INTS, INT, INT)
def double(numbers: np.ndarray, begin: int, end: int) -> int:
    for k in range(begin, end):
        numbers[k] = 2 * numbers[k]
    return end - begin


def own_threads() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name.startswith("ecsphys")]


def heap(threads: int, count: int = 4000) -> Physics:
    """A heap of `count` discs; the default is enough for two threads to share."""
    clock = physics((0, -900), threads=threads)
    ground()
    for k in range(count):
        disc(31 * (k % 50), 16 + 31 * (k // 50))
    return clock


def python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.parametrize("steps", [5, pytest.param(400, marks=pytest.mark.jit)])
def test_any_number_of_threads_gives_the_same_bits(steps: int) -> None:
    expected = play(steps, 1)
    for threads in (2, 3, 5):
        assert play(steps, threads) == expected, threads


@pytest.mark.parametrize("backend", choice.BACKENDS)
def test_all_back_ends_give_the_same_bits(backend: str) -> None:
    if backend == "jit" and choice.backend != "jit":
        pytest.skip("compiles all kernels: a run with jit compares it with the others")
    done = python("-m", "tests.acceptance.crowded", "10", "3", ECSPHYS_BACKEND=backend)
    if backend == "native" and "ImportError" in done.stderr:
        pytest.skip("no native build of these sources")
    assert done.stdout.split() == ["3", *play(10, 1).split()], done.stderr


@pytest.mark.jit
def test_large_worlds_come_to_the_same_bits() -> None:
    """Worlds of this size are really shared: chunks of one colour run side by side."""
    found = set()
    for threads in (1, 2, 3, 5):
        esper.switch_world(f"heap {threads}")
        clock = heap(threads)
        run(60)
        found.add(fingerprint(clock))
    assert len(found) == 1


@pytest.mark.jit
def test_worlds_large_enough_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    shared, begin, before = [], ThreadPool._begin, own_threads()

    def seen(pool: ThreadPool, kernel: Any, calls: Any) -> Any:
        assert len(calls) == 2
        shared.append(getattr(kernel, "python", kernel).__name__.split(".")[-1])
        return begin(pool, kernel, calls)

    monkeypatch.setattr(ThreadPool, "_begin", seen)
    heap(2)
    run(3)
    assert set(shared) >= {"narrow_phase", "solve_stages"}
    assert len(set(own_threads()) - set(before)) == 1


def test_small_worlds_start_no_thread() -> None:
    before = own_threads()
    heap(8, 100)
    run(3)
    assert set(own_threads()) <= set(before)


@pytest.mark.jit
def test_compiled_hooks_and_filters_work_in_all_threads() -> None:
    numba = pytest.importorskip("numba")
    if not choice.can_compile or not ENABLED:
        pytest.skip("without numba")

    @numba.njit  # type: ignore[untyped-decorator, unused-ignore]
    def slippery(contact: Any) -> None:
        contact.friction = 0.0

    @numba.njit  # type: ignore[untyped-decorator, unused-ignore]
    def odd(a: int, b: int) -> bool:
        return a * b % 7 != 3

    def poses(threads: int) -> bytes:
        esper.switch_world(f"hooked {threads}")
        clock = heap(threads)
        clock.add_contact_hook(slippery)
        clock.add_filter(odd)
        run(20)
        return clock.bodies["x"].tobytes() + clock.bodies["y"].tobytes()

    assert poses(1) == poses(2)


def test_the_number_of_threads_can_be_read() -> None:
    assert Physics().threads == 1
    assert Physics(threads=np.int64(3)).threads == 3


@pytest.mark.parametrize(
    ("threads", "error"),
    [
        (0, ValueError),
        (-2, ValueError),
        (2.0, TypeError),
        (True, TypeError),
        ("2", TypeError),
        (None, TypeError),
    ],
)
def test_mistakes_stop_at_the_door(threads: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="threads must be a whole number > 0"):
        Physics(threads=threads)


def test_a_pool_calls_range_by_range_and_answers_in_order() -> None:
    pool = ThreadPool(3)
    numbers = np.arange(10)
    ranges = pool.ranges(len(numbers), 2)
    assert ranges == [(0, 3), (3, 6), (6, 10)]
    assert pool.call(double, [(numbers, *part) for part in ranges]) == [3, 3, 4]
    assert numbers.tolist() == list(range(0, 20, 2))
    assert pool.ranges(5, 2) == [(0, 2), (2, 5)]
    assert pool.ranges(3, 2) == [(0, 3)] and pool.is_alone(3, 2) and not pool.is_alone(4, 2)


@entry(INTS)
def count_up(numbers: np.ndarray) -> int:
    """Only one test calls it, so that test compiles it."""
    numbers[0] += 1
    return numbers[0]


@pytest.mark.skipif(backend == "python", reason="needs compiled kernels")
def test_kernels_are_compiled_by_the_calling_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_, seen = Entry.compile, set()

    def compiled(self: Entry) -> Any:
        seen.add(threading.current_thread())
        return compile_(self)

    monkeypatch.setattr(Entry, "compile", compiled)
    assert ThreadPool(4).call(count_up, [(np.zeros(1, np.int64),) for _ in range(4)]) == [1, 1, 1, 1]
    assert seen <= {threading.current_thread()}


@entry(array(np.int64, 2), INTS, INT)
def pass_on(heights: np.ndarray, queue: np.ndarray, rounds: int) -> int:
    """Make each number of a round one more than the sum of the round before, which must be done."""
    number, done = next_task(queue), 0
    width = heights.shape[1]
    for k in range(rounds):
        if number < width * (k + 1):
            wait_until_done(queue, width * k)
        while number < width * (k + 1):
            total = 1
            for i in range(width):
                total += heights[k - 1, i] if k > 0 else 0
            heights[k, number - width * k] = total % 1000003
            task_done(queue)
            number = next_task(queue)
            done += 1
    return done


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_task_can_wait_for_all_tasks_before(threads: int) -> None:
    heights = np.zeros((2000 if ENABLED else 20, 7), np.int64)
    pool = ThreadPool(threads)
    done = pool.call(pass_on, [(heights, pool.queue, len(heights))] * threads)
    assert sum(done) == heights.size
    expected = 1
    for row in heights:
        assert (row == expected).all()
        expected = (1 + 7 * expected) % 1000003


@pytest.mark.skipif(not ENABLED, reason="plain Python checks no types")
def test_no_thread_waits_for_one_that_failed() -> None:
    pool = ThreadPool(3)
    heights = np.zeros((2000, 7), np.int64)
    for wrong in range(3):
        calls: list[tuple[Any, ...]] = [(heights, pool.queue, 2000)] * 3
        calls[wrong] = (heights, pool.queue, "2000")
        with pytest.raises(TypeError):
            pool.call(pass_on, calls)


@pytest.mark.skipif(not ENABLED, reason="plain Python checks no types")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_exception_in_a_thread_reaches_the_caller(place: int) -> None:
    pool = ThreadPool(3)
    calls: list[tuple[Any, ...]] = [(np.arange(4), 0, 4) for _ in range(3)]
    calls[place] = ("none", 0, 4)
    with pytest.raises(TypeError, match="No matching definition"):
        pool.call(double, calls)
    assert pool.call(double, calls[:place] + calls[place + 1 :]) == [4, 4]


@pytest.mark.jit
def test_threads_end_with_their_world() -> None:
    before = own_threads()
    esper.switch_world("short")
    heap(2)
    run(2)
    (thread,) = set(own_threads()) - set(before)
    esper.switch_world("default")
    esper.delete_world("short")
    gc.collect()
    thread.join(10)
    assert not thread.is_alive()


SCRIPT = """if True:
    import os, sys
    from tests.parallel.test_threads import heap, own_threads, run
    clock = heap(2)
    run(2)
    print(len(own_threads()), flush=True)
    {end}
"""


@pytest.mark.jit
@pytest.mark.parametrize("end", ["", "sys.exit(0)", "del clock", "raise SystemExit"])
def test_python_ends_while_threads_wait(end: str) -> None:
    done = python("-c", SCRIPT.format(end=end))
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr


@pytest.mark.jit
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_has_threads_of_its_own() -> None:
    end = """
    child = os.fork()
    run(2)
    if child:
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    os._exit(len(own_threads()) - 1)
    """
    done = python("-c", SCRIPT.format(end=end.strip()))
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr
