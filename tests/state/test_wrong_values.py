"""What a made file or a newcomer gets wrong is refused, and what components share is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import esper
import pytest

from ecsphys import COLLISION_HIT, Box, Circle, Collider, Physics, RigidBody, Transform
from ecsphys.replay import Recorder, Replay
from ecsphys.rollback import Session
from ecsphys.state import Snapshot
from ecsphys.state.document import read_document, write_document
from ecsphys.state.writing import KIND, VERSION
from tests.acceptance.support import disc, physics


@dataclass
class Node:
    name: str = "x"


@dataclass
class Inventory:
    items: list[int]
    friend: Node


@dataclass
class Luck:
    points: int = 0


def changed(data: bytes, path: tuple[str, ...], value: Any) -> bytes:
    """Return a snapshot's document with another value in its header, and right checksums."""
    _, header, columns = read_document(data, KIND, VERSION)
    place = header
    for key in path[:-1]:
        place = place[key]
    assert path[-1] in place
    place[path[-1]] = value
    return write_document(KIND, VERSION, header, columns)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("values", "ConstantForce.table", "changed"), 1),
        (("values", "bodies", "teleported"), 2**31),
        (("values", "clock", "step"), 0.0),
        (("values", "clock", "time_scale"), "fast"),
        (("values", "clock", "max_steps"), 0),
        (("dt",), 0.0),
        (("dt",), None),
        (("values", "world", "lost"), 3),
    ],
)
def test_wrong_values_behind_right_checksums_are_refused(path: tuple[str, ...], value: Any) -> None:
    clock = physics()
    disc(0, 50)
    data = changed(clock.snapshot().to_bytes(), path, value)
    clock.step_once()
    before = clock.fingerprint()
    with pytest.raises(ValueError, match=r"\w"):
        clock.restore(Snapshot.from_bytes(data))
    assert clock.fingerprint() == before
    clock.step_once()


def test_what_components_share_stays_shared() -> None:
    clock = physics()
    node, items = Node(), [1]
    a = esper.create_entity(Inventory(items, node), node)
    b = esper.create_entity(Inventory(items, node))
    snapshot = clock.snapshot(Inventory, Node)
    data = snapshot.to_bytes()
    for one in (snapshot, snapshot, Snapshot.from_bytes(data)):
        clock.restore(one)
        first, second = (esper.component_for_entity(entity, Inventory) for entity in (a, b))
        if one is snapshot:
            assert first.items is second.items
            assert first.friend is second.friend is esper.component_for_entity(a, Node)
            assert esper.component_for_entity(a, Node) is node
        first.items.append(2)
        node.name = "renamed"
    clock.restore(snapshot)
    assert (first.items, node.name) == ([1], "x")


def test_bytes_are_restored_as_often_as_wanted() -> None:
    clock = physics()
    entity = esper.create_entity(Luck(3))
    snapshot = Snapshot.from_bytes(clock.snapshot(Luck).to_bytes())
    esper.delete_entity(entity, immediate=True)
    for _ in range(3):
        clock.restore(snapshot)
        luck = esper.component_for_entity(entity, Luck)
        assert luck.points == 3
        luck.points = 99


def test_the_hit_speed_is_state() -> None:
    clock = Physics(gravity=(0, -900))
    esper.add_processor(clock)
    clock.hit_speed = 100
    esper.create_entity(Transform(0, -10), Collider(Box(99, 20)))
    esper.create_entity(Transform(0, 100), RigidBody(), Collider(Circle(5)))
    hits: list[int] = []

    def note(event: Any) -> None:
        hits.append(clock.step_count)

    esper.set_handler(COLLISION_HIT, note)
    snapshot = clock.snapshot()
    for _ in range(40):
        clock.step_once()
    expected = hits[:]
    assert expected
    for one in (snapshot, Snapshot.from_bytes(snapshot.to_bytes())):
        hits.clear()
        clock.hit_speed = 1e6
        clock.restore(one)
        assert clock.hit_speed == 100
        for _ in range(40):
            clock.step_once()
        assert hits == expected


@pytest.mark.parametrize("keyframe", [1, 5])
def test_a_change_of_a_component_of_the_game_shows(keyframe: int) -> None:
    clock = physics()
    ball = disc(0, 20)
    esper.add_component(ball, Luck())
    recorder = Recorder(clock, Luck, keyframe=keyframe)
    for step in range(20):
        if step == 12:
            esper.component_for_entity(ball, Luck).points = 99
        clock.step_once()
    replay = Replay(recorder)
    replay.seek(0)
    assert replay.play() == (13 if keyframe == 1 else 15)
    with pytest.raises(AssertionError, match=r"Luck"):
        replay.reproduce()


def test_wrong_types_are_named() -> None:
    clock = physics()
    ball = disc(0, 20)
    data = clock.snapshot().to_bytes()
    with pytest.raises(TypeError, match=r"Snapshot\.from_bytes") as error:
        clock.restore(data)  # type: ignore[arg-type]
    assert len(str(error.value)) < 200
    with pytest.raises(TypeError, match="takes bytes"):
        Snapshot.from_bytes("abc")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="apply"):
        Recorder(clock, apply=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="dump"):
        Recorder(clock, dump=3)  # type: ignore[arg-type]
    session = Session(clock, 1, lambda inputs: clock.step_once())
    with pytest.raises(TypeError, match="inputs must be a sequence"):
        session.advance(3)  # type: ignore[arg-type]
    assert esper.entity_exists(ball)
