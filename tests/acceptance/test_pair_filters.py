"""A game's own filters: who may meet whom."""

from __future__ import annotations

from typing import Any

import esper
import pytest

from ecsphys import (
    COLLISION_BEGIN,
    COLLISION_END,
    TRIGGER_ENTER,
    Box,
    BroadPhaseSystem,
    Circle,
)
from tests.acceptance.support import (
    Recorder,
    body,
    disc,
    ground,
    physics,
    run,
    wall,
)
from tests.acceptance.tags import BOTH, BigCrate, Crate, Decorator, Ice, made

# filters


@BOTH
def test_a_filter_decides(form: Decorator) -> None:
    clock = physics(response=False)
    heard = Recorder()

    def even(a: int, b: int) -> bool:
        return (a + b) % 2 == 0

    even = form(even)
    assert clock.add_filter(even) is even
    entities = [disc(5 * i, 0) for i in range(4)]
    run(2)
    assert [event.entities for event in heard.of(COLLISION_BEGIN)] == [(1, 3), (2, 4)]
    clock.remove_filter(even)
    run(2)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (6, 0)
    clock.add_filter(even)
    run(1)
    assert [event.entities for event in heard.of(COLLISION_END)] == [(1, 2), (1, 4), (2, 3), (3, 4)]
    assert {event.reason for event in heard.of(COLLISION_END)} == {"filtered"}
    assert entities


def test_a_filter_is_asked_once_when_a_pair_is_made() -> None:
    clock = physics((0, -900))
    asked: list[tuple[int, int]] = []
    clock.add_filter(lambda a, b: asked.append((a, b)) or True)  # type: ignore[func-returns-value]
    floor = ground()
    box = body([Box(40, 40), Circle(20, (0, 20))], 0, 60, angle=0.3, velocity=(100, 0))
    run(120)
    assert asked == [(floor, box)]
    clock.refilter(box)
    run(1)
    assert asked == [(floor, box)] * 2
    disc(900, 900)
    clock.refilter()
    run(1)
    assert asked == [(floor, box)] * 3


def test_refilter_follows_the_game() -> None:
    clock = physics(response=False)
    heard = Recorder()
    team = {1: "red", 2: "red", 3: "blue"}
    clock.add_filter(lambda a, b: team[a] != team[b])
    for i in range(3):
        disc(5 * i, 0)
    run(2)
    assert heard.count(COLLISION_BEGIN) == 2
    team[3] = "red"
    run(2)
    assert heard.count(COLLISION_END) == 0
    clock.refilter(3)
    run(1)
    assert [event.reason for event in heard.of(COLLISION_END)] == ["filtered"] * 2
    team[2] = "blue"
    clock.refilter(2)
    run(1)
    assert heard.count(COLLISION_BEGIN) == 4


@BOTH
@pytest.mark.parametrize("types", [(Crate,), (Crate, Ice), (Ice, Crate), (Crate, Crate)])
def test_filters_are_scoped_and_oriented_by_types(form: Decorator, types: tuple[type, ...]) -> None:
    clock = physics(response=False)
    heard = Recorder()
    ice, crate, big, other = made(disc(0, 0), Ice()), disc(5, 0), disc(10, 0), disc(15, 0)
    made(crate, Crate())
    made(big, BigCrate())
    clock.add_filter(form(lambda first, second: False), *types)
    seen: list[tuple[int, int]] = []
    clock.add_filter(lambda first, second: seen.append((first, second)) or True, *types[::-1])  # type: ignore[func-returns-value]
    run(1)
    parted = {
        (Crate,): 5,
        (Crate, Ice): 2,
        (Ice, Crate): 2,
        (Crate, Crate): 1,
    }[types]
    assert heard.count(COLLISION_BEGIN) == 6 - parted
    assert seen == []  # the first has said no
    assert other and ice


def test_the_types_say_who_comes_first() -> None:
    clock = physics(response=False)
    ice, crate = made(disc(0, 0), Ice()), made(disc(5, 0), Crate())
    plain = disc(3, 3)
    seen: list[tuple[int, int]] = []
    for types in ((Crate, Ice), (Ice, Crate), (Crate,), ()):
        clock.add_filter(lambda first, second: seen.append((first, second)) or True, *types)  # type: ignore[func-returns-value]
    run(1)
    assert seen[:2] == [(crate, ice), (ice, crate)]
    assert seen[2:4] == [(crate, ice), (crate, plain)]
    assert seen[4:] == [(ice, crate), (ice, plain), (crate, plain)]


def test_a_component_that_comes_later_counts_from_the_next_pair_on() -> None:
    clock = physics(response=False)
    heard = Recorder()
    clock.add_filter(lambda crate, other: False, Crate)
    a, b = disc(0, 0), disc(5, 0)
    run(2)
    made(a, Crate())
    run(2)
    assert heard.count(COLLISION_END) == 0
    clock.refilter(a)
    run(1)
    assert [event.entities for event in heard.of(COLLISION_END)] == [(a, b)]


def test_a_filter_that_raises_loses_nothing() -> None:
    clock = physics(response=False)
    heard = Recorder()
    broken = [True]

    def ask(a: int, b: int) -> bool:
        if broken:
            raise KeyError("mine")
        return True

    clock.add_filter(ask)
    disc(0, 0), disc(5, 0)
    for _ in range(2):
        with pytest.raises(KeyError):
            run(1)
    broken.clear()
    run(1)
    assert heard.count(COLLISION_BEGIN) == 1


def test_several_filters_must_all_agree() -> None:
    clock = physics(response=False)
    heard = Recorder()
    clock.add_filter(lambda a, b: a != 1)
    clock.add_filter(lambda a, b: b != 3)
    for i in range(4):
        disc(5 * i, 0)
    run(1)
    assert [event.entities for event in heard.of(COLLISION_BEGIN)] == [(2, 4), (3, 4)]


@pytest.mark.parametrize("options", [{"trigger": True}, {"mask": 0, "detect_mask": 1}])
def test_what_a_fast_body_passes_within_a_step_is_filtered_too(options: dict[str, Any]) -> None:
    clock = physics()
    heard = Recorder()
    gates = [wall(x, 0, 4, 200, **options) for x in (40, 80, 120)]
    ball = disc(velocity=(12000, 0), radius=4)
    clock.add_filter(lambda a, b: a != gates[1])
    clock.ignore(ball, gates[2])
    run(1)
    begins = heard.of(COLLISION_BEGIN) + heard.of(TRIGGER_ENTER)
    assert [set(event.entities) for event in begins] == [{gates[0], ball}]


def test_a_filter_by_type_holds_for_what_is_deleted_within_the_step() -> None:
    clock = physics(response=False)
    heard = Recorder()
    clock.add_filter(lambda a, b: False, Crate)
    disc(0, 0)
    crate = made(disc(10, 0), Crate())

    class Thief(esper.Processor):
        def process(self, dt: float = 0) -> None:
            if esper.entity_exists(crate):
                esper.delete_entity(crate, immediate=True)

    clock.insert(Thief(), before=BroadPhaseSystem)
    run(2)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (0, 0)


@pytest.mark.parametrize("entity", [None, "x", 1.5, float("nan")])
def test_refilter_takes_entities_only(entity):
    clock = physics()
    clock.add_filter(lambda a, b: True)
    with pytest.raises(TypeError, match="entities must be"):
        clock.refilter(1, entity)
    run(1)
