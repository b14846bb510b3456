"""Snapshots as what differs from an earlier one."""

from __future__ import annotations

import json
import random
from typing import Any

import esper
import pytest

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
from ecsphys.state import Snapshot
from ecsphys.state.delta import differences, with_differences
from tests.acceptance.support import physics
from tests.fuzz.documents import attempt, resealed
from tests.state.scenes import SCENES, Health
from tests.state.test_snapshots import steps, upset

COUNT = 500


def gas(count: int, shape: Any) -> Physics:
    """Bodies that fly through each other's neighbourhood."""
    clock, rng = physics(), random.Random(1)
    room = 100.0 * count**0.5
    for _ in range(count):
        place = Transform(rng.uniform(0, room), rng.uniform(0, room), rng.uniform(0, 6))
        velocity = rng.uniform(-300, 300), rng.uniform(-300, 300)
        body = RigidBody(velocity=velocity, angular_velocity=rng.uniform(-3, 3))
        esper.create_entity(place, body, Collider(shape, restitution=1))
    return clock


@pytest.mark.parametrize("name", SCENES)
def test_a_delta_makes_the_later_snapshot(name: str) -> None:
    clock = SCENES[name]()
    steps(clock, 20)
    base = clock.snapshot(Health)
    again = Snapshot.from_bytes(base.to_bytes())
    assert again.to_bytes() == base.to_bytes()
    steps(clock, 5)
    later = clock.snapshot(Health)
    assert Snapshot.from_bytes(later.to_bytes(base), again).to_bytes() == later.to_bytes()
    upset()
    changed = clock.snapshot(Health)
    assert Snapshot.from_bytes(changed.to_bytes(base), again).to_bytes() == changed.to_bytes()


def test_a_delta_restores_the_world() -> None:
    clock = gas(50, Box(20, 10))
    steps(clock, 10)
    base = clock.snapshot()
    steps(clock, 10)
    later, print_of_then = clock.snapshot(), clock.fingerprint()
    steps(clock, 50)
    expected = clock.fingerprint()
    clock.restore(Snapshot.from_bytes(later.to_bytes(base), base))
    assert clock.fingerprint() == print_of_then
    steps(clock, 50)
    assert clock.fingerprint() == expected


@pytest.mark.jit
@pytest.mark.parametrize("shape", [Circle(10), Box(20, 10)])
@pytest.mark.parametrize("frames", [1, 6, 60])
def test_a_body_that_moved_takes_at_most_120_bytes(shape: Any, frames: int) -> None:
    clock = gas(COUNT, shape)
    steps(clock, 60)
    base = clock.snapshot()
    steps(clock, frames)
    assert len(clock.snapshot().to_bytes(base)) <= 120 * COUNT


@pytest.mark.jit
def test_sleepers_take_nothing() -> None:
    sizes = []
    for count in (20, COUNT):
        esper.switch_world(f"sleepers {count}")
        clock = Physics((0, -600))
        esper.add_processor(clock)
        esper.create_entity(Transform(0, -10), Collider(Box(100_000, 20)))
        for k in range(count):
            esper.create_entity(Transform(30 * k, 10), RigidBody(), Collider(Box(20, 20)))
        steps(clock, 60)
        assert not any(body.awake for _, body in esper.get_component(RigidBody))
        base = clock.snapshot()
        steps(clock, 60)
        sizes.append(len(clock.snapshot().to_bytes(base)))
        esper.switch_world("default")
        esper.delete_world(f"sleepers {count}")
    assert abs(sizes[1] - sizes[0]) <= 32
    assert max(sizes) < 1500


def test_another_base_is_refused() -> None:
    clock = gas(5, Circle(10))
    first = clock.snapshot()
    steps(clock, 2)
    second = clock.snapshot()
    delta = second.to_bytes(first)
    with pytest.raises(ValueError, match="from another snapshot than this base"):
        Snapshot.from_bytes(delta, second)
    with pytest.raises(ValueError, match="not a 'snapshot'"):
        Snapshot.from_bytes(delta)
    with pytest.raises(ValueError, match="not a 'delta'"):
        Snapshot.from_bytes(second.to_bytes(), first)
    with pytest.raises(TypeError, match="base must be a Snapshot"):
        second.to_bytes(first.to_bytes())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="base must be a Snapshot"):
        Snapshot.from_bytes(delta, 3)  # type: ignore[arg-type]


def test_damaged_deltas_are_refused() -> None:
    clock = gas(5, Circle(10))
    base = clock.snapshot()
    steps(clock, 2)
    later, rng, refused = clock.snapshot(), random.Random(3), 0
    delta = later.to_bytes(base)
    for _ in range(200):
        damaged = bytearray(delta)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        try:
            assert Snapshot.from_bytes(damaged, base).to_bytes() == later.to_bytes()  # a byte between parts
        except ValueError:
            refused += 1
    assert refused > 180


def test_faults_behind_right_checksums_are_refused() -> None:
    clock = gas(5, Box(20, 10))
    base = clock.snapshot()
    steps(clock, 2)
    delta, rng = clock.snapshot().to_bytes(base), random.Random(5)

    def read(data: bytes) -> str:
        Snapshot.from_bytes(data, base)
        return "read"

    outcomes = {attempt(rng, resealed(rng, delta), read) for _ in range(300)}
    assert outcomes == {"read", "refused"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({}, {}),
        ({"a": 1}, {"a": 1.0}),
        ({"a": 1, "b": [1, {"c": 2}]}, {"b": [1, {"c": 3}], "d": None}),
        ({"a": [1, 2]}, {"a": [1, 2, 3]}),
        ({"a": True}, {"a": 1}),
        ([[], {}], [{}, []]),
    ],
)
def test_differences_of_headers(old: Any, new: Any) -> None:
    again = with_differences(old, differences(old, new))
    assert again == new
    assert json.dumps(again, sort_keys=True) == json.dumps(new, sort_keys=True)
    assert differences(new, new) == []
