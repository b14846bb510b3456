"""The fixed-step clock and the list of systems."""

from __future__ import annotations

import esper
import pytest

from ecsphys import Physics
from ecsphys.world.checks import fingerprint
from tests.acceptance.support import STEP, disc, ground, physics, rigid, run, transform

ORDER = (
    "BroadPhaseSystem",
    "AreaSystem",
    "NarrowPhaseSystem",
    "ConstantForceSystem",
    "IntegrationSystem",
    "JointSystem",
    "CharacterSystem",
    "ProjectileSystem",
    "ContinuousSystem",
    "CollisionListSystem",
    "TriggerSystem",
    "SleepSystem",
    "CasterSystem",
)


@pytest.mark.parametrize("step", [1 / 60, 1 / 50, 1 / 144, 0.01, 0.1, 1 / 3])
def test_a_dt_of_one_step_runs_exactly_one_step(step: float) -> None:
    clock = physics(step=step)
    for expected in range(1, 3001):
        clock.process(step)
        assert clock.step_count == expected


def test_a_dt_of_one_step_runs_one_step_whatever_is_left_over() -> None:
    clock = physics()
    for part in (0.3, 0.99, 0.5, 0.0001):
        clock.process(part * STEP)
        before = clock.step_count
        clock.process(STEP)
        assert clock.step_count == before + 1


def test_time_is_accumulated() -> None:
    clock = physics()
    counts = []
    for _ in range(8):
        clock.process(STEP / 4)
        counts.append((clock.step_count, round(clock.alpha, 6)))
    assert counts == [(0, 0.25), (0, 0.5), (0, 0.75), (1, 0), (1, 0.25), (1, 0.5), (1, 0.75), (2, 0)]


def test_no_time_is_lost_or_made() -> None:
    clock = physics()
    total = 0.0
    for i in range(1000):
        dt = (i * 7919 % 31 + 1) / 1000
        total += dt
        clock.process(dt)
        assert 0 <= clock.alpha < 1
    assert (clock.step_count + clock.alpha) * STEP == pytest.approx(total)


def test_a_long_frame_is_cut_and_the_rest_counted() -> None:
    clock = physics(max_steps=8)
    clock.process(1.0)
    assert clock.step_count == 8
    assert clock.dropped_steps == 52
    clock.process(STEP)
    assert clock.step_count == 9


def test_pause_time_scale_and_single_steps() -> None:
    clock = physics()
    ball = disc(0, 0, velocity=(60, 0))
    clock.paused = True
    run(10)
    assert clock.step_count == 0
    clock.step_once()
    assert clock.step_count == 1
    assert transform(ball).x == pytest.approx(1)
    clock.paused = False
    clock.time_scale = 0.5
    run(10)
    assert clock.step_count == 6
    clock.time_scale = 2.0
    run(10)
    assert clock.step_count == 26


def test_zero_dt_does_nothing() -> None:
    clock = physics()
    clock.process(0)
    assert clock.step_count == 0


@pytest.mark.parametrize("dt", [-1.0, float("nan"), float("inf")])
def test_a_dt_that_is_no_time_is_refused(dt: float) -> None:
    clock = physics()
    with pytest.raises(ValueError, match="dt"):
        clock.process(dt)
    clock.process(STEP)
    assert clock.step_count == 1


# systems


class Counter(esper.Processor):
    """Notes when it runs and with what."""

    def __init__(self) -> None:
        self.calls: list[float] = []

    def process(self, dt: float) -> None:
        self.calls.append(dt)


def names(clock: Physics) -> list[str]:
    return [type(system).__name__ for system in clock.systems]


def system(clock: Physics, name: str) -> type[esper.Processor]:
    return next(type(system) for system in clock.systems if type(system).__name__ == name)


def test_the_systems_stand_in_the_documented_order() -> None:
    clock = physics()
    assert names(clock) == [name for name in ORDER if name in names(clock)]
    assert set(ORDER) <= set(names(clock))
    assert all(isinstance(system, esper.Processor) for system in clock.systems)


def test_a_system_put_between_runs_once_a_step() -> None:
    clock = physics()
    before, after = Counter(), type("Later", (Counter,), {})()
    clock.insert(before, before=system(clock, "IntegrationSystem"))
    clock.insert(after, after=system(clock, "SleepSystem"))
    order = names(clock)
    assert order.index("Counter") == order.index("IntegrationSystem") - 1
    assert order.index("Later") == order.index("SleepSystem") + 1
    clock.process(3 * STEP)
    assert before.calls == after.calls == pytest.approx([STEP] * 3)


def test_wind_as_a_system_of_its_own() -> None:
    clock = physics()

    class Wind(esper.Processor):
        def process(self, dt: float) -> None:
            clock.bodies["vx"] += 60 * dt

    clock.insert(Wind(), before=system(clock, "IntegrationSystem"))
    ball = disc(0, 0)
    run(60)
    assert rigid(ball).velocity[0] == pytest.approx(60)


def test_replacing_a_system() -> None:
    clock = physics((0, -900))
    ground()
    ball = disc(0, 16)
    counter = Counter()
    clock.replace(system(clock, "SleepSystem"), counter)
    assert names(clock)[-2:] == ["Counter", "CasterSystem"]
    run(120)
    assert len(counter.calls) == 120
    assert rigid(ball).awake
    with pytest.raises((ValueError, LookupError)):
        clock.replace(Physics, Counter())


def test_insert_needs_exactly_one_place() -> None:
    clock = physics()
    place = type(clock.systems[0])
    for keywords in ({}, {"before": place, "after": place}, {"before": Counter}):
        with pytest.raises((ValueError, TypeError, LookupError)):
            clock.insert(Counter(), **keywords)
    assert "Counter" not in names(clock)


def test_the_systems_added_to_esper_one_by_one_do_the_same() -> None:
    prints = []
    for name in ("clock", "systems"):
        esper.switch_world(name)
        clock = Physics(gravity=(0, -900))
        for processor in [clock] if name == "clock" else clock.systems:
            esper.add_processor(processor)
        ground()
        discs = [disc(31 * i % 62, 30 + 33 * i) for i in range(4)]
        run(30)
        assert transform(discs[0]).y < 20
        prints.append(fingerprint(clock))
    assert prints[0] == prints[1]


def test_settings_can_be_read_back() -> None:
    clock = physics((0, -900), substeps=6, step=1 / 30)
    assert clock.gravity == (0, -900)
    assert clock.substeps == 6
    assert clock.step == 1 / 30
