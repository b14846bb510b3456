"""Ignored pairs, filters and contact hooks: a game decides who meets whom, and how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import (
    COLLISION_BEGIN,
    COLLISION_END,
    COLLISION_STAY,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    Box,
    Circle,
    ContactView,
)
from tests.acceptance.support import (
    Recorder,
    body,
    collider,
    disc,
    ground,
    physics,
    place,
    rigid,
    run,
    transform,
    wall,
)

Decorator = Callable[[Any], Any]


def as_it_is(function: Any) -> Any:
    return function


def compiled(function: Any) -> Any:
    """What a user does."""
    numba = pytest.importorskip("numba")
    return numba.njit(function)


BOTH = pytest.mark.parametrize("form", [as_it_is, compiled])


class Ice:
    pass


class Crate:
    pass


class BigCrate(Crate):
    pass


def made(entity: int, *components: object) -> int:
    for component in components:
        esper.add_component(entity, component)
    return entity


# ignore


def test_an_ignored_pair_ends_and_begins_again() -> None:
    clock = physics()
    heard = Recorder()
    a, b = disc(0, 0), disc(31.9, 0)
    c = disc(0, 31.9)
    run(2)
    clock.ignore(b, a)
    run(1)
    assert [(event.entities, event.reason) for event in heard.of(COLLISION_END)] == [((a, b), "filtered")]
    assert clock.collisions.of(a) == {c}
    place(b, 10, 0)
    run(5)
    assert heard.count(COLLISION_BEGIN) == 2
    assert rigid(b).velocity == (0, 0)
    clock.unignore(a, b)
    run(2)
    assert heard.count(COLLISION_BEGIN) == 3
    assert rigid(b).velocity.x > 0


def test_ignoring_before_the_first_step_and_again_and_again() -> None:
    clock = physics(response=False)
    heard = Recorder()
    a, b = disc(0, 0), disc(10, 0)
    clock.ignore(a, b)
    clock.ignore(b, a)
    run(3)
    clock.unignore(b, a)
    clock.unignore(b, a)
    run(1)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (1, 0)


def test_triggers_can_be_ignored_too() -> None:
    clock = physics()
    heard = Recorder()
    coin, ball = wall(0, 0, trigger=True), disc(0, 0)
    run(2)
    clock.ignore(coin, ball)
    run(2)
    assert [event.reason for event in heard.of(TRIGGER_EXIT)] == ["filtered"]
    clock.unignore(coin, ball)
    run(1)
    assert heard.count(TRIGGER_ENTER) == 2


def test_compound_colliders_are_ignored_as_a_whole() -> None:
    clock = physics()
    heard = Recorder()
    a = body([Circle(10, (-20, 0)), Circle(10, (20, 0))], 0, 0)
    b = body([Circle(10, (-20, 0)), Circle(10, (20, 0))], 0, 5)
    clock.ignore(a, b)
    run(3)
    assert heard.log == []


def test_ignoring_wakes_what_rests() -> None:
    clock = physics((0, -900))
    floor = ground()
    box = body(Box(40, 40), 0, 20)
    run(90)
    assert not rigid(box).awake
    clock.ignore(floor, box)
    run(30)
    assert transform(box).y < -50


@pytest.mark.parametrize(("seconds", "steps"), [(0.1, 6), (1 / 60, 1), (0.09, 6)])
def test_ignoring_for_a_time(seconds: float, steps: int) -> None:
    clock = physics(response=False)
    heard = Recorder()
    a, b = disc(0, 0), disc(10, 0)
    clock.ignore(a, b, seconds=seconds)
    run(steps)
    assert heard.log == []
    run(1)
    assert heard.count(COLLISION_BEGIN) == 1
    assert len(clock._gate.ignored) == 0


def test_the_dead_are_forgotten() -> None:
    clock = physics(response=False)
    heard = Recorder([COLLISION_BEGIN])
    a, b = disc(0, 0), disc(10, 0)
    clock.ignore(a, b)
    run(1)
    esper.clear_database()
    assert (disc(0, 0), disc(10, 0)) == (a, b)  # the same numbers
    run(1)
    assert heard.count(COLLISION_BEGIN) == 1
    clock.ignore(a, b)
    esper.delete_entity(b)
    run(2)
    assert len(clock._gate.ignored) == 0


def test_a_new_pair_of_old_numbers_is_kept() -> None:
    clock = physics(response=False)
    heard = Recorder([COLLISION_BEGIN])
    a, b = disc(0, 0), disc(10, 0)
    clock.ignore(a, b)
    run(1)
    esper.clear_database()
    disc(0, 0), disc(10, 0)
    clock.ignore(a, b)
    run(3)
    assert heard.log == []


def test_pairs_of_entities_that_never_took_part_do_not_pile_up() -> None:
    clock = physics()
    floor = ground()
    for _ in range(2000):
        ghost = esper.create_entity()
        clock.ignore(floor, ghost)
        esper.delete_entity(ghost, immediate=True)
    assert len(clock._gate.ignored) < 200
    clock.ignore(floor, 10**6)  # gone or never there: of no effect
    clock.unignore(floor, 10**6)


@pytest.mark.parametrize(("a", "b", "error"), [(1, 1, ValueError), ("1", 2, TypeError), (1, None, TypeError)])
def test_ignore_is_checked(a: Any, b: Any, error: type[Exception]) -> None:
    clock = physics()
    for call in (clock.ignore, clock.unignore):
        with pytest.raises(error):
            call(a, b)
    with pytest.raises(ValueError, match="seconds"):
        clock.ignore(1, 2, seconds=0)


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


# contact hooks


def slide(clock: Any) -> float:
    """How far a crate comes on level ground."""
    ground()
    crate = made(body(Box(40, 40), 0, 20, velocity=(300, 0)), Crate())
    run(60)
    return transform(crate).x


@BOTH
def test_a_hook_sets_the_friction_of_each_step(form: Decorator) -> None:
    clock = physics((0, -900))

    def icy(contact: Any) -> None:
        contact.friction *= 0.0

    hook = clock.add_contact_hook(form(icy), Crate)
    assert slide(clock) == pytest.approx(300, rel=0.01)
    clock.remove_contact_hook(hook)
    run(60)
    moving = next(entity for entity, _ in esper.get_component(Crate))
    assert rigid(moving).velocity.x == pytest.approx(0, abs=0.01)


def test_the_surface_starts_from_the_colliders_in_every_step() -> None:
    clock = physics((0, -900))
    seen: list[tuple[float, float, float]] = []

    def hook(contact: ContactView) -> None:
        seen.append((contact.friction, contact.restitution, contact.surface_speed))
        contact.friction = contact.restitution = contact.surface_speed = 1

    clock.add_contact_hook(hook)
    ground(friction=0.9, surface_speed=5)
    body(Box(40, 40), 0, 20, friction=0.4, restitution=0.3)
    run(10)
    assert len(seen) >= 9
    assert all(values == pytest.approx((0.6, 0.3, 5)) for values in seen)


@BOTH
def test_a_hook_makes_a_conveyor(form: Decorator) -> None:
    clock = physics((0, -900))

    def conveyor(contact: Any) -> None:
        contact.surface_speed = 120.0
        contact.friction = 1.0

    clock.add_contact_hook(form(conveyor))
    ground()
    crate = body(Box(40, 40), 0, 20)
    run(60)
    assert rigid(crate).velocity.x == pytest.approx(120, abs=1)


@BOTH
def test_a_hook_bounces(form: Decorator) -> None:
    clock = physics((0, -900))

    def bouncy(contact: Any) -> None:
        contact.restitution = 1.0

    clock.add_contact_hook(form(bouncy))
    ground()
    ball = disc(0, 100)
    highest = 0.0
    for _ in range(120):
        run(1)
        if rigid(ball).velocity.y > 0:
            highest = max(highest, transform(ball).y)
    assert highest == pytest.approx(100, rel=0.05)


@BOTH
@pytest.mark.parametrize("speed", [0, 300, 1000])
def test_a_dropped_contact_neither_pushes_nor_touches(form: Decorator, speed: float) -> None:
    clock = physics()

    def ghost(contact: Any) -> None:
        contact.dropped = 1

    clock.add_contact_hook(form(ghost), Crate)
    heard = Recorder()
    wall(0, 0)
    crate = made(disc(-60, 0, velocity=(speed, 0)), Crate())
    run(30)
    assert transform(crate).x == pytest.approx(-60 + speed / 2)
    assert heard.log == []


def test_what_never_pushes_can_be_dropped_too() -> None:
    clock = physics()
    clock.add_contact_hook(lambda contact: contact.drop())
    heard = Recorder()
    wall(0, 0), body(Box(40, 40), 5, 0, kind="kinematic")
    body(Box(40, 40), 300, 0, kind="kinematic", velocity=(-100, 0)), wall(200, 0)
    run(30)
    assert heard.log == []


def test_a_contact_that_is_dropped_now_and_then_ends_and_begins() -> None:
    clock = physics(sleeping=False)
    drop = [False]

    def hook(contact: ContactView) -> None:
        if drop[0]:
            contact.drop()

    clock.add_contact_hook(hook)
    heard = Recorder()
    disc(0, 0), disc(31.9, 0)
    run(2)
    for state in (True, False, True):
        drop[0] = state
        run(2)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (2, 2)
    assert {event.reason for event in heard.of(COLLISION_END)} == {"separated"}


def test_a_hook_sees_where_and_how_fast() -> None:
    clock = physics()
    seen: list[ContactView] = []
    clock.add_contact_hook(seen.append)
    a, b = wall(0, 0), disc(36.5, 3, velocity=(-60, 0))
    run(1)
    (contact,) = seen
    assert (contact.entity_a, contact.entity_b) == (a, b)
    assert contact.other(a) == b
    assert contact.other(b) == a
    assert contact.normal == (1, 0)
    assert contact.point == pytest.approx((20, 3), abs=0.5)
    assert contact.speed == pytest.approx(60)
    assert contact.penetration == pytest.approx(-0.5)
    with pytest.raises(ValueError, match="entity must be 1 or 2"):
        contact.other(3)


@BOTH
def test_hooks_are_scoped_by_types_and_run_in_order(form: Decorator) -> None:
    clock = physics((0, -900))

    def half(contact: Any) -> None:
        contact.friction = 0.5 * contact.friction

    def more(contact: Any) -> None:
        contact.friction = contact.friction + 1.0

    seen: dict[int, float] = {}
    clock.add_contact_hook(form(half), Crate)
    clock.add_contact_hook(form(more), Ice, Crate)
    clock.add_contact_hook(lambda contact: seen.__setitem__(contact.entity_b, contact.friction))
    floor = made(ground(), Ice())
    crate, plain = made(body(Box(40, 40), 0, 20), BigCrate()), body(Box(40, 40), 100, 20)
    run(1)
    assert seen == {crate: 1.25, plain: 0.5}
    esper.remove_component(floor, Ice)
    run(1)
    assert seen == {crate: 0.25, plain: 0.5}
    made(plain, Crate())
    run(1)
    assert seen == {crate: 0.25, plain: 0.25}


def test_rows_that_move_keep_their_scope() -> None:
    clock = physics((0, -900), sleeping=False)
    seen: list[int] = []
    clock.add_contact_hook(lambda contact: seen.append(contact.entity_b), Crate)
    ground()
    boxes = [body(Box(40, 40), 100 * i, 20) for i in range(4)]
    made(boxes[2], Crate())
    run(2)
    esper.delete_entity(boxes[0], immediate=True)
    run(1)
    assert len(clock.bodies) == 4  # closes the gap
    seen.clear()
    run(2)
    assert seen == [boxes[2]] * 2


@pytest.mark.parametrize(
    ("name", "value"), [("friction", -1.0), ("restitution", float("nan")), ("surface_speed", float("inf"))]
)
@BOTH
def test_what_a_hook_sets_is_checked(form: Decorator, name: str, value: float) -> None:
    clock = physics()

    def friction(contact: Any) -> None:
        contact.friction = value

    def restitution(contact: Any) -> None:
        contact.restitution = value

    def surface_speed(contact: Any) -> None:
        contact.surface_speed = value

    hook = {f.__name__: f for f in (friction, restitution, surface_speed)}[name]
    clock.add_contact_hook(form(hook))
    a, b = disc(0, 0), disc(20, 0)
    with pytest.raises(ValueError, match=f"{name} must be finite.*entities {a} and {b}"):
        run(1)


def test_a_hook_that_raises_leaves_the_world_consistent() -> None:
    clock = physics()
    heard = Recorder()
    broken = [True]

    def hook(contact: ContactView) -> None:
        if broken:
            raise KeyError("mine")

    clock.add_contact_hook(hook)
    disc(0, 0), disc(20, 0)
    with pytest.raises(KeyError):
        run(1)
    broken.clear()
    run(2)
    assert heard.count(COLLISION_BEGIN) == 1


def test_mistakes_are_refused() -> None:
    clock = physics()
    for add, remove in (
        (clock.add_filter, clock.remove_filter),
        (clock.add_contact_hook, clock.remove_contact_hook),
    ):
        with pytest.raises(TypeError, match="callable"):
            add(3)  # type: ignore[type-var]
        with pytest.raises(TypeError, match="two component types"):
            add(print, Ice, Ice, Ice)
        with pytest.raises(TypeError, match="two component types"):
            add(print, Ice())  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="added"):
            remove(print)


@pytest.mark.jit
def test_a_compiled_hook_that_cannot_be_compiled_is_refused_at_once() -> None:
    numba = pytest.importorskip("numba")
    clock = physics()

    def wrong(contact: Any) -> None:
        contact.colour = 3

    with pytest.raises(TypeError, match=r"must compile for a record with the fields entity_a, .*friction"):
        clock.add_contact_hook(numba.njit(wrong))
    with pytest.raises(TypeError, match="must compile for two int64 entities"):
        clock.add_filter(numba.njit(wrong))
    run(1)


def test_stays_and_collisions_of_dropped_contacts() -> None:
    clock = physics((0, -900), sleeping=False)
    heard = Recorder()
    floor = ground()
    box = body(Box(40, 40), 0, 20)
    run(3)
    stays = heard.count(COLLISION_STAY)
    clock.add_contact_hook(lambda contact: contact.drop())
    run(2)
    assert heard.count(COLLISION_STAY) == stays
    assert clock.collisions.of(box) == set()
    assert collider(floor).friction == 0.5


def test_a_number_given_anew_to_who_never_took_part() -> None:
    clock = physics(response=False)
    heard = Recorder([COLLISION_BEGIN])
    a, b = esper.create_entity(), esper.create_entity()
    clock.ignore(a, b)
    run(1)
    esper.clear_database()
    assert (disc(0, 0), disc(10, 0)) == (a, b)
    run(1)
    assert heard.count(COLLISION_BEGIN) == 1
