"""Several processes and threads, each with worlds: they go on, or an error says why not."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import esper
import numpy as np
import pytest

import ecsphys
from ecsphys import COLLISION_BEGIN, Circle, Collider, Physics, RigidBody, Transform
from ecsphys.compile import ENABLED
from ecsphys.parallel.thread_pool import ThreadPool
from ecsphys.world.checks import fingerprint
from tests.acceptance.support import STEP, disc, ground, physics, run
from tests.parallel.test_threads import double

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
HAS_FORK = hasattr(os, "fork")


def script(source: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a process of its own, which must end."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", source], cwd=ROOT, capture_output=True, text=True, timeout=300
    )


def pile(name: str, count: int = 20, **options: Any) -> Physics:
    """A world of its own with a pile of discs."""
    esper.switch_world(name)
    clock = physics((0, -900), **options)
    ground()
    for k in range(count):
        disc(31 * (k % 7) + k, 40 + 31 * (k // 7))
    return clock


# -- processes -----------------------------------------------------------------------------------------

FORK = """if True:
    import os, sys
    from ecsphys.world.checks import fingerprint
    from tests.parallel.test_threads import heap, own_threads, run
    clock = heap({threads})
    run(3)
    threads = len(own_threads())
    reader, writer = os.pipe()
    child = os.fork()
    run(3)
    if not child:
        os.write(writer, f"{{fingerprint(clock)}} {{len(own_threads())}}".encode())
        sys.exit(0)  # joins the threads of the child
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(code, os.read(reader, 99).decode() == f"{{fingerprint(clock)}} {{threads}}", threads)
"""


@pytest.mark.jit
@pytest.mark.skipif(not HAS_FORK, reason="there is no fork here")
@pytest.mark.parametrize("threads", [2, 3])
def test_parent_and_child_of_a_fork_go_on_with_the_same_bits(threads: int) -> None:
    done = script(FORK.format(threads=threads))
    assert done.stdout.split()[:2] == ["0", "True"] and int(done.stdout.split()[2]) > 0, done.stderr


POOL = """if True:
    import multiprocessing
    from tests.acceptance.crowded import play
    if __name__ == "__main__":
        expected = play(5, 2)
        with multiprocessing.get_context("{method}").Pool(2) as pool:
            print(set(pool.starmap(play, [(5, 1), (5, 2), (5, 3)])) == {{expected}})
"""


@pytest.mark.jit
@pytest.mark.parametrize("method", ["spawn", *(["fork", "forkserver"] if HAS_FORK else [])])
def test_worlds_in_a_pool_of_processes(method: str) -> None:
    done = script(POOL.format(method=method))
    assert done.stdout == "True\n", done.stderr


@pytest.mark.skipif(not HAS_FORK, reason="there is no fork here")
def test_a_child_can_step_though_another_thread_of_its_parent_did() -> None:
    """The thread that was in the middle of a step is none of the child's."""
    done = script(
        """if True:
        import os, threading, esper
        from tests.parallel.test_processes import pile
        inside, go_on = threading.Event(), threading.Event()
        def wait(a, b):
            inside.set()
            go_on.wait()
            return True
        busy = pile("busy")
        busy.add_filter(wait)
        thread = threading.Thread(target=lambda: busy.step_once())
        thread.start()
        inside.wait()
        if not (child := os.fork()):
            other = pile("other")
            other.step_once()
            os._exit(other.step_count)
        go_on.set()
        thread.join()
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    )
    assert done.stdout == "1\n", done.stderr


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_physics_has_no_copy(duplicate: Callable[[Any], Any]) -> None:
    """A shallow copy would step the arrays of another one."""
    with pytest.raises(TypeError, match=r"a Physics cannot be copied or pickled: .*; make another"):
        duplicate(physics())


# -- the end of Python ---------------------------------------------------------------------------------


@pytest.mark.jit
def test_a_world_steps_while_python_ends() -> None:
    """By then no thread can be started, nor given work."""
    done = script(
        """if True:
        import atexit
        from ecsphys.world.checks import fingerprint
        from tests.parallel.test_threads import heap, run
        clock = heap(2)
        run(2)
        def last():
            run(2)
            print(clock.step_count, fingerprint(clock))
        atexit.register(last)
        """
    )
    esper.switch_world("expected")
    clock = pile_of_threads()
    run(4)
    assert done.stdout.split() == ["4", fingerprint(clock)], done.stderr


def pile_of_threads() -> Physics:
    from tests.parallel.test_threads import heap

    return heap(1)


@pytest.mark.jit
def test_python_ends_while_a_daemon_thread_steps() -> None:
    done = script(
        """if True:
        import threading, time
        from tests.parallel.test_threads import heap
        clock = heap(2)
        begun = threading.Event()
        def forever():
            while True:
                clock.step_once()
                begun.set()
        threading.Thread(target=forever, daemon=True).start()
        begun.wait()
        """
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not ENABLED, reason="plain Python starts no threads")
@pytest.mark.parametrize("allowed", [0, 1])
def test_a_pool_without_threads_makes_all_calls_itself(allowed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pool, started, start = ThreadPool(4), [], threading.Thread.start

    def no_more(thread: threading.Thread) -> None:
        if len(started) == allowed:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", no_more)
    numbers = np.arange(1000)
    for factor in (2, 4):
        assert pool.call(double, [(numbers, *part) for part in pool.ranges(1000, 2)]) == [250] * 4
        assert (numbers == factor * np.arange(1000)).all()
        started.clear()
    monkeypatch.undo()
    assert pool.call(double, [(numbers, 0, 500), (numbers, 500, 1000)]) == [500, 500]


# -- threads -------------------------------------------------------------------------------------------


def in_a_thread(function: Callable[[], None]) -> BaseException | None:
    """Call a function in a thread of its own; return what it raised."""
    raised: list[BaseException] = []

    def call() -> None:
        try:
            function()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    return raised[0] if raised else None


def test_any_thread_may_step_a_world() -> None:
    clock = pile("one")
    run(30)
    expected = fingerprint(clock)
    clock = pile("two")
    for _ in range(3):
        run(5)
        assert in_a_thread(lambda: run(5)) is None
    assert fingerprint(clock) == expected


@pytest.mark.jit
def test_two_threads_with_a_lock_step_two_worlds() -> None:
    expected = []
    for count in (15, 25):
        clock = pile(f"alone {count}", count)
        run(40)
        expected.append(fingerprint(clock))
    lock, clocks = threading.Lock(), [pile(f"shared {count}", count) for count in (15, 25)]

    def play(name: str) -> None:
        for _ in range(40):
            with lock:
                esper.switch_world(name)
                esper.process(STEP)

    threads = [threading.Thread(target=play, args=(f"shared {count}",)) for count in (15, 25)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [fingerprint(clock) for clock in clocks] == expected


@pytest.mark.parametrize("same", [True, False])
def test_a_second_thread_is_refused_within_a_step(same: bool) -> None:
    other = pile("other")
    clock = pile("busy")
    refused: list[BaseException | None] = []

    def meanwhile(a: int, b: int) -> bool:
        if len(refused) < 3:
            refused.append(in_a_thread(clock.step_once if same else other.step_once))
        return True

    clock.add_filter(meanwhile)
    run(20)
    assert len(refused) == 3
    for error in refused:
        assert isinstance(error, RuntimeError) and "another thread runs a step" in str(error)
    assert clock.step_count == 20
    esper.switch_world("other")
    assert in_a_thread(other.step_once) is None and other.step_count == 1


def test_an_exception_in_a_step_lets_other_threads_step() -> None:
    clock = pile("raising")

    def wrong(a: int, b: int) -> bool:
        raise KeyError(a)

    clock.add_filter(wrong)
    with pytest.raises(KeyError):
        run(20)
    clock.remove_filter(wrong)
    assert in_a_thread(lambda: run(2)) is None


# -- another esper world in the middle of a step --------------------------------------------------------


class Switch(esper.Processor):
    """A system that leaves its world once, and deletes it if wanted."""

    def __init__(self, delete: bool):
        self.delete = delete
        self.done = False

    def process(self, dt: float = 0) -> None:
        if not self.done:
            self.done = True
            home = esper.current_world
            esper.switch_world("elsewhere")
            if self.delete:
                esper.delete_world(home)


@pytest.mark.parametrize("after", [ecsphys.BroadPhaseSystem, ecsphys.NarrowPhaseSystem, ecsphys.CasterSystem])
def test_a_switch_in_the_middle_of_a_step_loses_no_event(after: type[esper.Processor]) -> None:
    clock = pile("home", 0)
    pairs = [
        esper.create_entity(Transform(x, 500), RigidBody(), Collider(Circle(9))) for x in (0, 10, 200, 210)
    ]
    clock.insert(Switch(False), after=after)
    begun: list[tuple[int, int]] = []
    ecsphys.on(COLLISION_BEGIN)(lambda event: begun.append(event.entities))
    esper.process(STEP)
    assert esper.current_world == "elsewhere" and begun == []
    esper.switch_world("home")
    esper.process(STEP)
    assert sorted(map(sorted, begun)) == [pairs[:2], pairs[2:]]


def test_a_world_deleted_in_the_middle_of_its_step_stays_deleted() -> None:
    clock = pile("doomed")
    clock.insert(Switch(True), after=ecsphys.NarrowPhaseSystem)
    esper.process(STEP)
    assert clock.step_count == 1 and "doomed" not in esper.list_worlds()
    with pytest.raises(RuntimeError, match="belongs to the esper world 'doomed'"):
        clock.step_once()
