"""`Physics.predict`: what it says comes true, it leaves no trace, and one call runs many steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import esper
import numpy as np
import numpy.typing as npt
import pytest

import ecsphys
from ecsphys import (
    Area,
    Box,
    CharacterController,
    Circle,
    Collider,
    ConstantForce,
    DistanceJoint,
    Physics,
    Projectile,
    RigidBody,
    Transform,
)
from ecsphys.limits import limits_of
from ecsphys.state import diff
from ecsphys.step.records import NOTHING, STRAYS
from ecsphys.systems import whole_step
from tests.acceptance.support import disc, physics, transform, wall
from tests.state.flights import flight
from tests.state.scenes import SCENES, Health

IS_SLOW = ecsphys.backend == "python"
STEPS = 12 if IS_SLOW else 600
BEFORE = 10 if IS_SLOW else 40
Reals = npt.NDArray[np.float64]


def steps(clock: Physics, count: int) -> None:
    for _ in range(count):
        esper.process(clock.step)


def last_body() -> int:
    return max(entity for entity, _ in esper.get_component(RigidBody))


# -- the future --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in SCENES if name != "spawner"])
def test_a_prediction_comes_true_and_leaves_no_trace(name: str) -> None:
    clock = SCENES[name]()
    steps(clock, BEFORE)
    entity = sorted(entity for entity, _ in esper.get_component(RigidBody))[-1]
    before = clock.snapshot()
    poses = clock.predict(entity, 30)
    assert diff(before, clock.snapshot()) == []
    place = transform(entity)
    for pose in poses:
        steps(clock, 1)
        if not esper.entity_exists(entity):
            break
        assert tuple(pose) == (place.x, place.y, place.angle)


def test_a_prediction_takes_changes_and_refuses_others() -> None:
    clock = physics((0, -100))
    ball = disc(0, 50)
    thrown = clock.predict(ball, 60, velocity=(120, 0), gravity_scale=0.0)
    assert np.allclose(thrown[-1], (120, 50, 0))
    assert transform(ball).position == (0, 50)
    with pytest.raises(TypeError, match="'velo'"):
        clock.predict(ball, 3, velo=(1, 2))
    with pytest.raises(ValueError, match="finite"):
        clock.predict(ball, 3, velocity=(float("nan"), 0))
    with pytest.raises(ValueError, match="needs an entity with a body, got 77"):
        clock.predict(77, 3)


def test_handlers_hear_nothing_of_predictions() -> None:
    clock = physics((0, -500))
    disc(0, 0)
    disc(0, 40)
    heard: list[Any] = []
    esper.set_handler("collision_begin", heard.append)
    stream = clock.stream("collision_begin")
    clock.predict(disc(0, 100), 60)
    assert heard == []
    assert len(stream.take()) == 0
    clock.paused = True
    esper.process(1.0)
    assert heard == []


def test_poses_after_its_death_are_nan() -> None:
    clock = physics((0, 0))
    place, body, shape = Transform(0, 0), RigidBody(velocity=(600, 0)), Collider(Circle(2))
    shot = esper.create_entity(place, body, shape, Projectile(despawn=True))
    wall(100, 0)
    poses = clock.predict(shot, 30)
    alive = np.isfinite(poses[:, 0])
    assert 5 < alive.sum() < 30
    assert alive[: alive.sum()].all()
    assert place.x == 0
    steps(clock, int(alive.sum()))
    assert esper.entity_exists(shot)
    steps(clock, 1)
    assert not esper.entity_exists(shot)


def test_what_is_despawned_is_not_there_in_the_future() -> None:
    clock = physics((0, -100))
    floor, ball = wall(0, -36), disc(0, 0)
    steps(clock, 60)
    assert clock.predict(ball, 30)[-1, 1] > -1
    fell: list[float] = []

    def drop(event: Any) -> None:
        clock.despawn(floor)
        fell.append(clock.predict(ball, 30)[-1, 1])
        fell.append(clock.predict(floor, 1)[-1, 1])

    esper.set_handler("collision_stay", drop)
    steps(clock, 1)
    esper.remove_handler("collision_stay", drop)
    steps(clock, 30)
    assert fell[0] == transform(ball).y < -1
    assert np.isnan(fell[1])


# -- no trace ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENES)
def test_a_world_goes_on_as_if_nothing_had_been_predicted(name: str) -> None:
    clock = SCENES[name]()
    steps(clock, BEFORE)
    start = clock.snapshot(Health)
    steps(clock, STEPS)
    expected, after = clock.fingerprint(), clock.snapshot(Health)
    clock.restore(start)
    before = clock.fingerprint()
    clock.predict(last_body(), 4 if IS_SLOW else 50, velocity=(300, 200))
    assert clock.fingerprint() == before
    assert diff(start, clock.snapshot(Health)) == []
    steps(clock, STEPS)
    assert clock.fingerprint() == expected
    assert diff(after, clock.snapshot(Health)) == []


@pytest.mark.jit
@pytest.mark.parametrize("name", ["pile", "spawner", "triggers", "joints"])
def test_handlers_may_predict(name: str) -> None:
    clock = SCENES[name]()
    start, heard = clock.snapshot(Health), []

    def run() -> tuple[list[Any], str]:
        heard.clear()
        steps(clock, STEPS // 2)
        return [*heard], clock.fingerprint()

    def note(event: Any) -> None:
        heard.append((event.entity_a, event.entity_b, event.time))

    def ask(event: Any) -> None:
        clock.predict(event.entity_a, 3)
        if esper.entity_exists(event.entity_b):
            clock.predict(event.entity_b, 2)

    esper.set_handler("collision_begin", note)
    esper.set_handler("collision_end", note)
    expected = run()
    clock.restore(start)
    esper.set_handler("collision_begin", ask)
    assert run() == expected
    assert heard


# -- many steps by one call ---------------------------------------------------------------------------


class Watch:
    """How many steps ran by calls of many, and how often the kernel returned with what."""

    def __init__(self) -> None:
        self.returned: Counter[int] = Counter()
        self.steps = 0


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    if not whole_step.IS_READY:
        pytest.skip("steps by their stages where jit compiles")
    found, run_steps, run = Watch(), vars(whole_step)["run_steps"], whole_step.WholeStep.run

    def watched(*args: Any) -> int:
        missing: int = run_steps(*args)
        found.returned[missing] += 1
        return missing

    def counted(self: Any, is_listed: bool = True, *args: Any) -> int:
        count = run(self, is_listed, *args)
        found.steps += 0 if is_listed else count
        return count

    monkeypatch.setattr(whole_step, "run_steps", watched)
    monkeypatch.setattr(whole_step.WholeStep, "run", counted)
    yield found


def by_systems(clock: Physics, entity: int, count: int, **changes: Any) -> Reals:
    """Predict by steps of the systems."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whole_step.WholeStep, "is_possible", lambda self, is_pushed=True: False)
        return clock.predict(entity, count, **changes)


def assert_equal_bits(clock: Physics, entity: int, count: int, **changes: Any) -> Reals:
    before = clock.snapshot()
    poses = clock.predict(entity, count, **changes)
    assert diff(before, clock.snapshot()) == []
    expected = by_systems(clock, entity, count, **changes)
    assert poses.tobytes() == expected.tobytes()
    return poses


def compare_flights(seeds: range, count: int) -> None:
    for seed in seeds:
        esper.switch_world(f"flight {seed}")
        clock, entity = flight(seed)
        assert_equal_bits(clock, entity, count)
        esper.switch_world("default")
        esper.delete_world(f"flight {seed}")


def test_random_flights_have_the_bits_of_whole_steps(watch: Watch) -> None:
    compare_flights(range(6 if IS_SLOW else 12), 30)
    assert watch.steps > (20 if IS_SLOW else 50)


@pytest.mark.slow
def test_many_random_flights_have_the_bits_of_whole_steps(watch: Watch) -> None:
    compare_flights(range(100, 250), 200)
    assert watch.steps > 0.4 * 150 * 200


def thrown(clock: Physics, x: float = 0.0, y: float = 100.0, **body: Any) -> int:
    esper.add_processor(clock)
    esper.create_entity(Transform(0, -10), Collider(Box(2000, 20), restitution=0.4))
    options: dict[str, Any] = {"velocity": (200, 0), **body}
    return esper.create_entity(Transform(x, y), RigidBody(**options), Collider(Circle(6), restitution=0.5))


def test_one_call_runs_a_flight_with_its_bounces(watch: Watch) -> None:
    clock = Physics((0, -900))
    ball = thrown(clock, continuous="bullet")
    for k in range(20):
        wall(40 * k - 100, 30 + 7 * (k % 3), 10, 10)
    poses = assert_equal_bits(clock, ball, 100)
    assert watch.returned[NOTHING] == 2  # the first step, and all others
    assert watch.steps == 99
    assert (np.diff(np.sign(np.diff(poses[:, 1]))) > 0).sum() >= 2  # it bounces


def test_a_body_that_comes_to_rest_falls_asleep(watch: Watch) -> None:
    clock = Physics((0, -900))
    poses = assert_equal_bits(clock, thrown(clock, y=7, velocity=(0, 0)), 90)
    assert (poses[-1] == poses[-2]).all()
    assert watch.steps == 89


def test_processors_of_the_game_do_not_matter(watch: Watch) -> None:
    class Rules(esper.Processor):
        def process(self, dt: float) -> None:
            raise AssertionError("not in a prediction")

    clock = Physics((0, -900))
    ball = thrown(clock)
    clock.insert(Rules(), after=ecsphys.ContinuousSystem)
    assert_equal_bits(clock, ball, 20)
    assert watch.steps == 19


def test_a_body_without_shape_flies(watch: Watch) -> None:
    clock = Physics((0, -900))
    esper.add_processor(clock)
    body = RigidBody(mass=1.0, inertia=1.0, velocity=(10, 20), angular_velocity=1)
    assert_equal_bits(clock, esper.create_entity(Transform(0, 0), body), 20)
    assert watch.steps == 19


def test_a_body_that_leaves_the_range_of_numbers_is_put_aside(watch: Watch) -> None:
    clock = Physics((0, 0))
    most = limits_of(64.0)
    ball = thrown(clock, x=most.position - 0.05 * most.speed, velocity=(most.speed, 0), continuous="off")
    poses = assert_equal_bits(clock, ball, 8)
    assert watch.returned[STRAYS] >= 1
    assert poses[-1, 0] == poses[-2, 0] <= most.position


def test_it_meets_sleepers_and_wakes_them(watch: Watch) -> None:
    clock = Physics((0, -900))
    ball = thrown(clock, velocity=(0, 0), y=6)
    crates = [
        esper.create_entity(Transform(150, 10 + 20 * k), RigidBody(), Collider(Box(20, 20))) for k in range(3)
    ]
    steps(clock, 60)
    assert not any(esper.component_for_entity(crate, RigidBody).awake for crate in crates)
    assert_equal_bits(clock, ball, 60, position=(0, 60), velocity=(400, 60))
    assert_equal_bits(clock, ball, 60, position=(0, 60), velocity=(9000, 0))
    assert_equal_bits(clock, ball, 60, position=(0, 300), velocity=(100, 0))
    assert watch.steps == 3 * 59


def mover() -> None:
    esper.create_entity(Transform(0, 500), RigidBody.kinematic(velocity=(1, 0)), Collider(Box(10, 10)))


def joined(ball: int) -> None:
    esper.create_entity(DistanceJoint(None, ball, anchor_a=(0, 150)))


def breakable(ball: int) -> None:
    esper.create_entity(DistanceJoint(None, ball, anchor_a=(0, 150), break_force=1e9))


def in_an_area(ball: int) -> None:
    esper.create_entity(Transform(0, 100), Collider(Circle(90), trigger=True), Area(gravity=(0, 300)))


def beside_a_character(ball: int) -> None:
    hero = CharacterController()
    esper.create_entity(Transform(900, 30), RigidBody.kinematic(), Collider(Box(10, 20)), hero)


def filtered(ball: int) -> None:
    clock = esper.get_processor(Physics)
    assert clock is not None
    clock.add_filter(lambda a, b: True)


OTHERS: dict[str, Callable[[int], None]] = {
    "another body moves": lambda ball: mover(),
    "a joint": joined,
    "several shapes": lambda ball: esper.add_component(ball, Collider([Circle(3), Box(5, 5)])),
}
CONCERNS: dict[str, Callable[[int], None]] = {
    "a joint that may break": breakable,
    "an area": in_an_area,
    "a constant force": lambda ball: esper.add_component(ball, ConstantForce((0, 5e4))),
    "a character": beside_a_character,
    "a filter": filtered,
    "a projectile": lambda ball: esper.add_component(ball, Projectile()),
}


@pytest.mark.parametrize("other", OTHERS)
def test_one_call_runs_all_that_moves(other: str, watch: Watch) -> None:
    clock = Physics((0, -900))
    ball = thrown(clock)
    OTHERS[other](ball)
    assert_equal_bits(clock, ball, 20)
    assert watch.steps == 19


@pytest.mark.parametrize("concern", CONCERNS)
def test_where_something_else_matters_the_systems_run(concern: str, watch: Watch) -> None:
    clock = Physics((0, -900))
    ball = thrown(clock)
    CONCERNS[concern](ball)
    assert_equal_bits(clock, ball, 20)
    assert watch.steps == 0


def test_a_body_leaves_an_area(watch: Watch) -> None:
    clock = Physics((0, -100))
    ball = thrown(clock, velocity=(900, 0))
    in_an_area(ball)
    assert_equal_bits(clock, ball, 40)
    assert watch.steps == 0


def test_what_sleeps_in_an_area_leaves_the_steps_to_the_systems(watch: Watch) -> None:
    clock = Physics((0, -900))
    ball = thrown(clock, linear_damping=0.3)
    esper.create_entity(Transform(700, 0), Collider(Box(100, 60), trigger=True), Area(density=0.1))
    esper.create_entity(Transform(700, 10), RigidBody(), Collider(Box(20, 20)))
    steps(clock, 90)
    assert_equal_bits(clock, ball, 30, position=(0, 8), velocity=(100, -50))
    assert watch.steps == 0
