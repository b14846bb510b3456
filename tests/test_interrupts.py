"""Exceptions of signal handlers wait for the end of a block, unless the game's code runs."""

from __future__ import annotations

import inspect
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import esper
import pytest

from ecsphys import (
    Box,
    Circle,
    Collider,
    ContactView,
    IntegrationSystem,
    Physics,
    RigidBody,
    Transform,
    interrupts,
)
from ecsphys.interrupts import UNINTERRUPTED
from ecsphys.parallel import step_guard
from tests.acceptance.support import disc, physics, rigid, run, transform


def function_of(module: str, source: str, **names: Any) -> Any:
    """Return the function `f` of a source, as if it stood in a module of that name."""
    space = {"__name__": module, "signal": signal, "UNINTERRUPTED": UNINTERRUPTED, **names}
    exec(source, space)
    return space["f"]


ENGINE = """
def f(call=None):
    with UNINTERRUPTED:
        if call is None:
            signal.raise_signal(signal.SIGINT)
        else:
            call()
        done.append(1)
"""


@pytest.fixture(autouse=True)
def ctrl_c() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_of_the_engine_waits_for_the_end_of_the_block() -> None:
    done: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        function_of("ecsphys.room", ENGINE, done=done)()
    assert done == [1]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_nested_blocks_end_with_the_outermost() -> None:
    done: list[int] = []
    inner = function_of("ecsphys.room", ENGINE, done=done)
    with pytest.raises(KeyboardInterrupt):
        function_of("ecsphys.room", ENGINE, done=done)(inner)
    assert done == [1, 1]


def test_an_interrupt_of_a_library_that_the_engine_calls_waits() -> None:
    done: list[int] = []
    library = function_of("numpy.linalg", "def f(): signal.raise_signal(signal.SIGINT)")
    with pytest.raises(KeyboardInterrupt):
        function_of("ecsphys.room", ENGINE, done=done)(library)
    assert done == [1]


@pytest.mark.parametrize("between", [None, "esper", "random"])
def test_an_interrupt_of_the_game_is_raised_at_once(between: str | None) -> None:
    done: list[int] = []

    def game() -> None:
        signal.raise_signal(signal.SIGINT)
        pytest.fail("the game goes on")

    calls: Callable[[], object] = game
    if between == "esper":  # it calls the game's handlers
        calls = function_of("esper", "def f(): game()", game=game)
    elif between == "random":  # the game calls it
        library = function_of("random", "def f(): signal.raise_signal(signal.SIGINT)")
        calls = lambda: library()  # noqa: E731
    with pytest.raises(KeyboardInterrupt):
        function_of("ecsphys.room", ENGINE, done=done)(calls)
    assert done == []


def test_a_block_that_does_not_end_can_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    monkeypatch.setattr(interrupts, "_PATIENCE", -1.0)
    press = "signal.raise_signal(signal.SIGINT)"
    source = f"def f():\n    for k in (1, 2, 3):\n        done.append(k)\n        {press}"
    with pytest.raises(KeyboardInterrupt):
        function_of("ecsphys.room", ENGINE, done=[])(function_of("ecsphys.room", source, done=done))
    assert done == [1, 2]
    assert UNINTERRUPTED.held is None


def test_a_games_handler_that_does_not_raise_is_called_at_once() -> None:
    called: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: called.append(number))
    function_of("ecsphys.room", ENGINE, done=called)()
    assert called == [signal.SIGINT, 1]


def test_a_handler_that_the_game_sets_within_the_block_stays() -> None:
    def mine(number: int, frame: object) -> None: ...

    with UNINTERRUPTED:
        signal.signal(signal.SIGINT, mine)
    assert signal.getsignal(signal.SIGINT) is mine


def test_a_handler_that_the_game_sets_between_two_blocks_is_found() -> None:
    called: list[int] = []
    function_of("ecsphys.room", ENGINE, done=called)(list)
    signal.signal(signal.SIGINT, lambda number, frame: called.append(number))
    function_of("ecsphys.room", ENGINE, done=called)()
    assert called == [1, signal.SIGINT, 1]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    function_of("ecsphys.room", ENGINE, done=called)()
    assert called == [1, signal.SIGINT, 1, 1]
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_handlers_are_noted_when_they_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    with UNINTERRUPTED:
        pass
    monkeypatch.setattr(UNINTERRUPTED, "_note", lambda: pytest.fail("none has changed"))
    with UNINTERRUPTED:
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_signal_while_handlers_are_noted_leaves_them_to_the_next_block(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Interrupted(dict[int, Any]):
        def __setitem__(self, number: int, handler: Any) -> None:
            raise KeyboardInterrupt

    def handler(number: int, frame: Any) -> None:
        done.append(number)
        raise KeyboardInterrupt

    done: list[int] = []
    signal.signal(signal.SIGINT, handler)
    with monkeypatch.context() as patch:
        patch.setattr(UNINTERRUPTED, "_replaced", Interrupted())
        with pytest.raises(KeyboardInterrupt), UNINTERRUPTED:
            pass
    with pytest.raises(KeyboardInterrupt):
        function_of("ecsphys.room", ENGINE, done=done)()
    assert done == [signal.SIGINT, 1]


def test_other_threads_handle_no_signals() -> None:
    def block() -> None:
        with UNINTERRUPTED:
            seen.append(signal.getsignal(signal.SIGINT))

    seen: list[Any] = []
    thread = threading.Thread(target=block)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


def test_ctrl_c_ends_the_frame_after_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = physics()
    ball = disc(0, 0, velocity=(60, 0))
    press = function_of("ecsphys.room", "def f(dt): signal.raise_signal(signal.SIGINT)")
    clock.before_step(press)
    with pytest.raises(KeyboardInterrupt):
        clock.process(4 / 60)
    clock.off(press)
    assert clock.step_count == 1
    assert transform(ball).x == 1
    run(1)
    assert clock.step_count == 5


def bullet(x: float, y: float) -> int:
    moving = RigidBody(velocity=(6000, 0), continuous="bullet")
    return esper.create_entity(Transform(x, y), moving, Collider(Circle(5), restitution=1, friction=0))


@pytest.mark.parametrize("error", [KeyError, KeyboardInterrupt])
def test_a_hook_that_raises_in_flight_leaves_no_flyer_behind(error: type[BaseException]) -> None:
    def play(raises: bool) -> list[tuple[float, ...]]:
        esper.switch_world(f"{error} {raises}")
        clock = physics()
        armed = [raises]

        def decide(contact: ContactView) -> None:
            callers = [frame.filename for frame in inspect.stack()]
            if armed[0] and any(name.endswith("continuous.py") for name in callers):
                armed[0] = False
                raise error

        clock.add_contact_hook(decide)
        first = bullet(0, 0)
        esper.create_entity(Transform(60, 0), Collider(Box(4, 100)))
        if raises:
            with pytest.raises(error):
                run(1)
        else:
            run(1)
        transform(first).position, rigid(first).velocity = (0, 300), (0, 0)
        second = bullet(-60, 300)
        run(2)
        return [(*transform(e).pose, *rigid(e).velocity) for e in (first, second)]

    assert play(True) == play(False)


def test_a_system_that_is_interrupted_leaves_a_world_that_goes_on() -> None:
    class Hasty(esper.Processor):
        def process(self, dt: float = 0.0) -> None:
            if clock.step_count == 2 and not pressed:
                pressed.append(1)
                signal.raise_signal(signal.SIGINT)

    pressed: list[int] = []
    clock = Physics()
    clock.insert(Hasty(), before=IntegrationSystem)
    esper.add_processor(clock)
    ball = disc(0, 0, velocity=(60, 0))
    run(2)
    with pytest.raises(KeyboardInterrupt):
        run(1)
    assert (clock.step_count, transform(ball).x) == (2, 2)
    run(1)
    assert transform(ball).x == 3


@pytest.mark.parametrize("line", range(1, 11))
def test_an_interrupt_at_any_line_of_a_step_lets_other_threads_step(line: int) -> None:
    clock, lines = physics(), iter(range(1, 10_000))
    functions = Physics.step_once, Physics._guarded_step, step_guard.begin, step_guard.end
    codes = {function.__code__ for function in functions}
    press = function_of("ecsphys.room", "def f(): signal.raise_signal(signal.SIGINT)")

    def trace(frame: Any, event: str, argument: object) -> Any:
        if frame.f_code not in codes:
            return None
        if event == "line" and next(lines) == line:
            press()
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with pytest.raises(KeyboardInterrupt):
            clock.step_once()
    finally:
        sys.settrace(before)
    with ThreadPoolExecutor(1) as other:
        other.submit(clock.step_once).result(60)
