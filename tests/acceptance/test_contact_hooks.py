"""Contact hooks: what the surfaces of a contact are like in this step, or that there is none."""

from __future__ import annotations

from typing import Any

import esper
import pytest

from ecsphys import COLLISION_BEGIN, COLLISION_END, COLLISION_STAY, Box, ContactView
from tests.acceptance.support import (
    Recorder,
    body,
    collider,
    disc,
    ground,
    physics,
    rigid,
    run,
    transform,
    wall,
)
from tests.acceptance.tags import BOTH, BigCrate, Crate, Decorator, Ice, made

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
@pytest.mark.parametrize("speed", [0, 300, 1000, 6000])
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


def test_a_hook_drops_what_a_fast_body_passes_within_a_step() -> None:
    clock = physics(response=False)
    heard = Recorder()
    one, two = wall(40, 0, 4, 200), wall(80, 0, 4, 200)
    ball = body(Box(8, 8), 0, 0, velocity=(12000, 0))
    seen = []

    def drop(contact: ContactView) -> None:
        seen.append((contact.entity_a, contact.entity_b, contact.nx, contact.speed > 1000))
        contact.dropped = int(contact.entity_a == one)

    clock.add_contact_hook(drop)
    run(1)
    assert sorted(seen) == [(one, ball, -1.0, True), (two, ball, -1.0, True)]
    assert [event.entities for event in heard.of(COLLISION_BEGIN)] == [(two, ball)]
