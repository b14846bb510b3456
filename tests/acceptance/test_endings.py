"""Every way in which a pair may die: one end, in the next step, with its reason; then everything goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys import Box, Circle, Collider, Listener, Physics, RigidBody, Transform, on
from tests.acceptance.support import (
    Recorder,
    collider,
    disc,
    entities_with_bodies,
    physics,
    place,
    rigid,
    run,
    transform,
)

Way = Callable[[Physics, int, int], Any]


def replace(entity: int, *components: Any) -> None:
    for component in components:
        esper.add_component(entity, component)


def lifetime(entity: int) -> None:
    """Everything about an entity made anew."""
    pose = transform(entity)
    replace(entity, Transform(pose.x, pose.y), RigidBody(), Collider(Circle(16)))


# What is done to two overlapping discs, why their pair ends then, and whether it begins anew at once.
WAYS: dict[str, tuple[Way, str, bool]] = {
    "teleported": (lambda p, a, b: place(b, 500, 0), "separated", False),
    "flown off": (lambda p, a, b: setattr(rigid(b), "velocity", (6000, 0)), "separated", False),
    "deleted at once": (lambda p, a, b: esper.delete_entity(b, immediate=True), "removed", False),
    "deleted lazily": (lambda p, a, b: esper.delete_entity(b), "removed", False),
    "despawned": (lambda p, a, b: p.despawn(b), "removed", False),
    "both deleted": (lambda p, a, b: [esper.delete_entity(e) for e in (a, b)], "removed", False),
    "world cleared": (lambda p, a, b: esper.clear_database(), "removed", False),
    "Collider removed": (lambda p, a, b: esper.remove_component(b, Collider), "removed", False),
    "Transform removed": (lambda p, a, b: esper.remove_component(b, Transform), "removed", False),
    "all replaced": (lambda p, a, b: lifetime(b), "removed", True),
    "Collider replaced by a far one": (
        lambda p, a, b: replace(b, Collider(Circle(5, (300, 0)))),
        "separated",
        False,
    ),
    "Transform replaced by a far one": (lambda p, a, b: replace(b, Transform(500, 0)), "separated", False),
    "disabled": (lambda p, a, b: setattr(collider(b), "enabled", False), "disabled", False),
    "replaced by a disabled one": (
        lambda p, a, b: replace(b, Collider(Circle(16), enabled=False)),
        "disabled",
        False,
    ),
    "shape": (lambda p, a, b: setattr(collider(b), "shape", Box(1, 1)), "separated", False),
    "offset": (lambda p, a, b: setattr(collider(b), "offset", (300, 0)), "separated", False),
    "layer": (
        lambda p, a, b: [setattr(collider(a), "mask", 1), setattr(collider(b), "layer", 2)],
        "filtered",
        False,
    ),
    "mask": (lambda p, a, b: setattr(collider(b), "mask", 0), "filtered", False),
    "group": (lambda p, a, b: [setattr(collider(e), "group", -1) for e in (a, b)], "filtered", False),
    "kinds": (lambda p, a, b: [setattr(rigid(e), "kind", "static") for e in (a, b)], "filtered", False),
    "RigidBodies removed": (
        lambda p, a, b: [esper.remove_component(e, RigidBody) for e in (a, b)],
        "filtered",
        False,
    ),
    "trigger flag": (
        lambda p, a, b: setattr(collider(a), "trigger", not collider(a).trigger),
        "filtered",
        False,
    ),
    "ignored": (lambda p, a, b: p.ignore(a, b), "filtered", False),
    "filter": (lambda p, a, b: p.add_filter(lambda first, second: False), "filtered", False),
}


@pytest.mark.parametrize("trigger", [False, True], ids=["solid", "trigger"])
@pytest.mark.parametrize("when", ["between steps", "in the handler of the begin", "after a query"])
@pytest.mark.parametrize("way", WAYS)
def test_a_pair_ends_once_for_its_reason(way: str, when: str, trigger: bool) -> None:
    clock = physics(response=False)
    begin, end = ("trigger_enter", "trigger_exit") if trigger else ("collision_begin", "collision_end")
    heard = Recorder([begin, end])
    own: list[str] = []
    act, reason, anew = WAYS[way]
    a, b = disc(0, 0, trigger=trigger), disc(20, 0)
    esper.add_component(b, Listener(**{f"on_{end}": lambda me, other, event: own.append(event.reason)}))
    if when == "in the handler of the begin":
        acted: list[int] = []

        def handler(event: Any) -> None:
            if not acted:
                acted.append(1)
                act(clock, a, b)

        on(begin)(handler)
        run(1)
    else:
        run(1)
        act(clock, a, b)
    assert heard.counts(begin, end) == (1, 0)
    if when == "after a query":
        clock.overlap_point((900, 900))
        assert sorted(clock.bodies["entity"].tolist()) == entities_with_bodies()
    run(2)
    assert [event.reason for event in heard.of(end)] == [reason]
    assert own == [reason]
    assert heard.count(begin) == 1 + anew
    run(5)
    assert heard.counts(begin, end) == (1 + anew, 1)


@pytest.mark.parametrize("way", ["teleported", "deleted lazily", "mask", "disabled", "ignored"])
def test_what_is_taken_away_does_not_wait_for_end_after(way: str) -> None:
    """Only bodies that move apart may come back in time."""
    clock = physics(response=False, end_after=5)
    heard = Recorder(["collision_end"])
    a, b = disc(0, 0), disc(20, 0)
    run(2)
    WAYS[way][0](clock, a, b)
    run(1)
    assert heard.count("collision_end") == (way != "teleported")
    run(5)
    assert heard.count("collision_end") == 1


def test_a_pair_waits_while_another_world_is_current() -> None:
    clock = physics(response=False)
    here = esper.current_world
    heard = Recorder(["collision_begin", "collision_end"])
    a, b = disc(0, 0), disc(20, 0)
    run(2)
    esper.switch_world("elsewhere for a while")
    other = physics(response=False)
    disc(0, 0), disc(20, 0)
    run(3)
    assert len(other.collisions) == 1
    esper.switch_world(here)
    esper.delete_world("elsewhere for a while")
    run(2)
    assert heard.counts("collision_begin", "collision_end") == (1, 0)
    assert clock.collisions.of(a) == {b}
    place(b, 500, 0)
    run(1)
    assert heard.counts("collision_begin", "collision_end") == (1, 1)


def test_ids_of_the_dead_stay_readable_for_the_step() -> None:
    physics(response=False)
    seen: list[tuple[int, int]] = []
    ecsphys.on("collision_end")(lambda event: seen.append(event.entities))
    a, b = disc(0, 0), disc(20, 0)
    run(1)
    esper.clear_database()
    run(1)
    assert seen == [(a, b)]


def test_a_sleeping_pair_ends_when_one_of_them_goes() -> None:
    physics(gravity=(0, -900))
    heard = Recorder(["collision_begin", "collision_end"])
    floor = esper.create_entity(Transform(0, -10), Collider(Box(400, 20)))
    box = esper.create_entity(Transform(0, 10), RigidBody(), Collider(Box(20, 20)))
    run(120)
    assert not rigid(box).awake
    assert heard.counts("collision_begin", "collision_end") == (1, 0)
    esper.delete_entity(floor)
    run(10)
    assert [event.reason for event in heard.of("collision_end")] == ["removed"]
    assert transform(box).y < 9
