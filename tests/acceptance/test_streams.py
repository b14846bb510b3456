"""Events as arrays."""

from __future__ import annotations

import gc

import esper
import numpy as np
import pytest

from ecsphys import (
    COLLISION_BEGIN,
    COLLISION_END,
    COLLISION_HIT,
    COLLISION_STAY,
    REASONS,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    Box,
    Circle,
    Collider,
    Projectile,
    RigidBody,
    Transform,
)
from tests.acceptance.support import (
    Recorder,
    body,
    disc,
    ground,
    pairs_of_discs,
    physics,
    run,
)


def test_a_stream_has_the_same_events_as_handlers() -> None:
    clock = physics((0, -900), end_after=2)
    names = (COLLISION_BEGIN, COLLISION_END, COLLISION_STAY, COLLISION_HIT, TRIGGER_ENTER, TRIGGER_EXIT)
    streams = {name: clock.stream(name) for name in names}
    heard = Recorder(names)
    ground(), body(Box(900, 60), 0, 60, kind="kinematic", trigger=True)
    balls = [disc(40 * i - 200, 150 + 9 * i, restitution=0.7, trigger=i == 3) for i in range(10)]
    for _ in range(4):
        run(30)
        esper.delete_entity(balls.pop())
        for name, stream in streams.items():
            rows, events = stream.take(), heard.of(name)
            fields = rows.dtype.names
            assert len(rows) == len(events)
            for row, event in zip(rows, events, strict=True):
                two = ("trigger", "visitor") if "trigger" in fields else ("entity_a", "entity_b")
                assert (row[two[0]], row[two[1]]) == event.entities
                assert (row["x"], row["y"]) == event.point
                assert REASONS[row["reason"]] == event.reason
                assert row["time"] == event.time
                if "impulse" in fields:
                    assert row["impulse"] == event.impulse
                    assert (row["nx"], row["ny"]) == event.normal
        heard.clear()
    assert len(streams[COLLISION_BEGIN].take()) == 0


def test_a_stream_counts_as_a_listener_as_long_as_it_is_held() -> None:
    clock = physics(response=False)
    stream = clock.stream(COLLISION_STAY)
    pairs_of_discs(2)
    run(3)
    rows = stream.take()
    assert len(rows) == 4
    np.testing.assert_array_equal(rows["entity_b"] - rows["entity_a"], 1)
    assert clock.wants(COLLISION_STAY)
    del stream
    gc.collect()
    assert not clock.wants(COLLISION_STAY)
    with pytest.raises(ValueError, match="collision_began"):
        clock.stream("collision_began")


def test_two_triggers_are_two_rows() -> None:
    clock = physics()
    stream = clock.stream(TRIGGER_ENTER)
    a, b = disc(0, 0, trigger=True), disc(5, 0, trigger=True)
    run(1)
    assert [(row["trigger"], row["visitor"]) for row in stream.take()] == [(a, b), (b, a)]


def test_projectiles_have_streams_too() -> None:
    clock = physics()
    hits, spent = clock.stream("projectile_hit"), clock.stream("projectile_spent")
    target = disc(100, 0)
    shot = esper.create_entity(
        Transform(0, 0), RigidBody(velocity=(6000, 0)), Collider(Circle(2)), Projectile(pierce=1)
    )
    arrow = Projectile(mode="ray", max_distance=50)
    lost = esper.create_entity(Transform(0, 500), RigidBody(velocity=(6000, 0)), arrow)
    run(2)
    (row,) = hits.take()
    assert (row["projectile"], row["target"]) == (shot, target)
    assert row["x"] == pytest.approx(84)
    assert spent.take()["projectile"].tolist() == [lost]
    assert spent.take().dtype == row.dtype
