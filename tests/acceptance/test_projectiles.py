"""Projectiles: bodies whose path is cast, that pierce, ricochet and are spent."""

from __future__ import annotations

import math
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import (
    ALL,
    COLLISION_BEGIN,
    PROJECTILE_HIT,
    PROJECTILE_SPENT,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    Box,
    Chain,
    Circle,
    Collider,
    Listener,
    Physics,
    Projectile,
    ProjectileEvent,
    RigidBody,
    Segment,
    Transform,
    on,
)

STEP = 1 / 60


@pytest.fixture
def clock() -> Physics:
    made = Physics()
    esper.add_processor(made)
    return made


class Log:
    """What happened, in order."""

    def __init__(self, *names: str) -> None:
        self.events: list[tuple[str, Any]] = []
        self.handlers = []
        for name in names or (PROJECTILE_HIT, PROJECTILE_SPENT):
            handler = self.handler(name)
            self.handlers.append(handler)
            esper.set_handler(name, handler)

    def handler(self, name: str) -> Any:
        return lambda event: self.events.append((name, event))

    def hits(self) -> list[ProjectileEvent]:
        return [event for name, event in self.events if name == PROJECTILE_HIT]

    def spent(self) -> list[ProjectileEvent]:
        return [event for name, event in self.events if name == PROJECTILE_SPENT]


def wall(x: float, width: float = 2.0, **options: Any) -> int:
    return esper.create_entity(Transform(x, 0), Collider(Box(width, 200), **options))


def shot(
    velocity: tuple[float, float] = (6000, 0), at: tuple[float, float] = (0, 0), **options: Any
) -> tuple[int, Projectile, Transform, RigidBody]:
    """A small projectile; a Collider with mode "swept" only."""
    collider = options.pop("collider", Collider(Circle(2)))
    projectile = Projectile(**options)
    where, body = Transform(*at), RigidBody(velocity=velocity, gravity_scale=0)
    parts: list[Any] = [where, body, projectile]
    if projectile.mode == "swept":
        parts.append(collider)
    return esper.create_entity(*parts), projectile, where, body


def run(clock: Physics, steps: int) -> None:
    for _ in range(steps):
        clock.process(clock.step)


@pytest.mark.parametrize(("mode", "reach"), [("swept", 97.0), ("ray", 99.0)])
def test_the_first_hit_spends_it(clock: Physics, mode: str, reach: float) -> None:
    log, target = Log(), wall(100)
    entity, projectile, where, body = shot(mode=mode)
    run(clock, 3)
    (hit,) = log.hits()
    assert (hit.projectile, hit.entity, hit.shape) == (entity, target, 0)
    assert hit.point == pytest.approx((99, 0))
    assert hit.normal == pytest.approx((-1, 0))
    assert hit.distance == pytest.approx(reach)
    assert hit.time == pytest.approx(reach / 100)
    assert hit.speed == pytest.approx(6000)
    assert hit.spent and hit.other(entity) == target and hit.has(target)
    assert log.spent() == [hit]
    assert projectile.spent and where.position == pytest.approx((reach, 0)) and body.velocity == (0, 0)


def test_it_passes_nothing_however_fast(clock: Physics) -> None:
    log = Log()
    esper.create_entity(Transform(500, 0), Collider(Segment((0, -50), (0, 50))))
    for speed in (1e3, 1e4, 1e5, 1e6, 1e7):
        shot((speed, 0), at=(0, 4))
        shot((speed, 0), at=(0, -4), mode="ray")
    run(clock, 40)
    assert len(log.hits()) == 10
    assert all(hit.point.x == pytest.approx(500) for hit in log.hits())


def test_hits_of_one_step_come_in_order_of_time(clock: Physics) -> None:
    log = Log()
    targets = [wall(x, width=1) for x in (80, 20, 50)]
    shot(pierce=3)
    shot(pierce=3, at=(0, 20), velocity=(5000, 0))
    run(clock, 1)
    assert [hit.time for hit in log.hits()] == sorted(hit.time for hit in log.hits())
    assert [hit.entity for hit in log.hits() if hit.point.y == 0] == [targets[1], targets[2], targets[0]]


@pytest.mark.parametrize("mode", ["swept", "ray"])
def test_what_it_pierces_it_hits_once(clock: Physics, mode: str) -> None:
    log, glass, behind = Log(), wall(100, width=90), wall(300)
    _, projectile, _, _ = shot((1200, 0), mode=mode, pierce=1)
    run(clock, 30)
    assert [hit.entity for hit in log.hits()] == [glass, behind]
    assert [hit.spent for hit in log.hits()] == [False, True]
    assert projectile.pierce == 0


@pytest.mark.parametrize("mode", ["swept", "ray"])
def test_a_ricochet_is_reflected_about_the_normal(clock: Physics, mode: str) -> None:
    wall(100, restitution=1.0)
    _, projectile, where, body = shot((6000, 1500), at=(0, -30), mode=mode, ricochet=2)
    run(clock, 2)
    reach = 97 if mode == "swept" else 99
    assert body.velocity == pytest.approx((-6000, 1500))
    assert where.position == pytest.approx((reach - (200 - reach), -30 + 50))
    assert projectile.ricochet == 1 and not projectile.spent
    assert projectile.distance == pytest.approx(2 * math.hypot(100, 25))


def test_restitution_slows_a_ricochet_along_the_normal(clock: Physics) -> None:
    wall(100, restitution=0.25)
    _, _, _, body = shot((6000, 600), ricochet=1, collider=Collider(Circle(2), restitution=0.5))
    run(clock, 2)
    assert body.velocity == pytest.approx((-3000, 600))


def test_it_ricochets_between_walls_until_it_is_spent(clock: Physics) -> None:
    log = Log()
    left, right = wall(-50, restitution=1.0), wall(50, restitution=1.0)
    shot((60_000, 0), ricochet=5)
    run(clock, 2)
    assert [hit.entity for hit in log.hits()] == [right, left] * 3
    assert [hit.spent for hit in log.hits()] == [False] * 5 + [True]
    assert log.hits()[-1].distance == pytest.approx(47 + 5 * 94)


def test_its_distance_ends_it(clock: Physics) -> None:
    log = Log()
    wall(100)
    _, projectile, where, _ = shot((1200, 900), max_distance=60)
    run(clock, 10)
    assert log.hits() == []
    (end,) = log.spent()
    assert end.entity == 0 and end.distance == pytest.approx(60)
    assert where.position == pytest.approx((48, 36)) and projectile.spent


def test_it_ignores_who_fired_it_and_layers_it_does_not_meet(clock: Physics) -> None:
    log = Log()
    shooter = esper.create_entity(Transform(), RigidBody(), Collider(Box(40, 40)))
    wall(60, layer=2)
    target = wall(150)
    shot(ignore=shooter, collider=Collider(Circle(2), mask=ALL & ~2))
    run(clock, 4)
    assert [hit.entity for hit in log.hits()] == [target]


def test_it_pushes_nothing_and_touches_nothing(clock: Physics) -> None:
    log = Log(COLLISION_BEGIN)
    crate = RigidBody()
    esper.create_entity(Transform(30, 0), crate, Collider(Box(20, 20)))
    shot((600, 0), pierce=1)
    run(clock, 10)
    assert crate.velocity == (0, 0) and log.events == []


def test_projectiles_do_not_hit_each_other(clock: Physics) -> None:
    log = Log()
    shot((6000, 0), at=(-100, 0))
    shot((-6000, 0), at=(100, 0))
    run(clock, 5)
    assert log.events == []


def test_a_target_that_moves_across_the_way_is_hit(clock: Physics) -> None:
    log = Log()
    esper.create_entity(Transform(150, 0), RigidBody.kinematic(velocity=(-9000, 0)), Collider(Box(4, 20)))
    shot((3000, 0))
    shot((3000, 0), at=(0, 5), mode="ray")
    run(clock, 2)
    assert len(log.hits()) == 2
    assert all(30 < hit.point.x < 45 for hit in log.hits())


def test_triggers_see_it_and_nothing_behind_its_end(clock: Physics) -> None:
    log = Log(TRIGGER_ENTER, TRIGGER_EXIT)
    seen = esper.create_entity(Transform(20, 0), Collider(Box(2, 50), trigger=True))
    esper.create_entity(Transform(120, 0), Collider(Box(2, 50), trigger=True))
    wall(100)
    shot((12_000, 0))
    run(clock, 2)
    assert [(name, event.trigger) for name, event in log.events] == [
        (TRIGGER_ENTER, seen),
        (TRIGGER_EXIT, seen),
    ]


def test_one_way_shapes_and_chains_stop_it_from_their_side_only(clock: Physics) -> None:
    log = Log()
    platform = esper.create_entity(Transform(0, -50), Collider(Box(100, 4), one_way=(0, 1)))
    chain = esper.create_entity(Transform(), Collider(Chain([(100, 0), (-100, 0)])))
    shot((0, -12_000), at=(0, -20))
    shot((0, 12_000), at=(10, -90))
    run(clock, 1)
    assert sorted(hit.entity for hit in log.hits()) == [platform]
    shot((0, -12_000), at=(20, 50), mode="ray")
    shot((0, 12_000), at=(20, -20), mode="ray")
    run(clock, 2)
    assert sum(hit.entity == chain for hit in log.hits()) <= 1


def test_who_hears_of_a_hit(clock: Physics) -> None:
    class Bullet:
        pass

    class Enemy:
        pass

    heard: list[Any] = []
    target = wall(100)
    esper.add_component(target, Enemy())
    esper.add_component(
        target, Listener(on_projectile_hit=lambda me, other, event: heard.append((me, other)))
    )

    @on(PROJECTILE_HIT, Enemy, Bullet)
    def struck(event: Any, enemy: int, _: Enemy, bullet: int, __: Bullet) -> None:
        heard.append(("typed", enemy, bullet))

    entity, *_ = shot(on_hit=lambda me, other, event: heard.append((me, other, event.spent)))
    esper.add_component(entity, Bullet())
    run(clock, 2)
    assert heard == [(entity, target, True), ("typed", target, entity), (target, entity)]


def test_a_handler_may_delete_it_and_what_it_hit(clock: Physics) -> None:
    target = wall(100)

    def gone(me: int, other: int, event: ProjectileEvent) -> None:
        clock.despawn(me)
        clock.despawn(other)

    entity, *_ = shot(on_hit=gone)
    run(clock, 3)
    assert not esper.entity_exists(entity) and not esper.entity_exists(target)


def test_it_falls_under_gravity_like_any_body() -> None:
    clock = Physics(gravity=(0, -900), integrator="velocity_verlet")
    esper.add_processor(clock)
    where = Transform(0, 0)
    esper.create_entity(where, RigidBody(velocity=(300, 0)), Projectile(mode="ray"))
    run(clock, 60)
    assert where.position == pytest.approx((300, -450), rel=1e-6)


def test_its_fields_can_be_changed_in_flight_and_read_afterwards(clock: Physics) -> None:
    log, glass = Log(), wall(100)
    entity, projectile, _, _ = shot((1200, 0))
    run(clock, 1)
    projectile.pierce, projectile.ignore = 4, (glass,)
    run(clock, 10)
    assert log.hits() == [] and projectile.pierce == 4
    projectile.max_distance = 300
    run(clock, 10)
    assert projectile.spent and projectile.distance == pytest.approx(300)
    esper.delete_entity(entity, immediate=True)
    run(clock, 1)
    assert projectile.spent and projectile.distance == pytest.approx(300)


def test_a_body_that_stops_being_a_projectile_collides_again(clock: Physics) -> None:
    log = Log(COLLISION_BEGIN)
    crate = RigidBody()
    esper.create_entity(Transform(60, 0), crate, Collider(Box(20, 20)))
    entity, *_ = shot((600, 0), pierce=3, ignore=1)
    run(clock, 1)
    esper.remove_component(entity, Projectile)
    run(clock, 20)
    assert crate.velocity.x > 0 and len(log.events) == 1


def ricochets(broad_phase: str) -> list[Any]:
    """The hits of some projectiles among boxes, in a world of their own."""
    esper.switch_world(f"ricochets of {broad_phase}")
    clock = Physics(broad_phase=broad_phase)
    esper.add_processor(clock)
    log, rng = Log(), np.random.default_rng(3)
    for x, y in rng.uniform(-300, 300, (100, 2)):
        esper.create_entity(Transform(x, y), Collider(Box(20, 20), restitution=1.0))
    for a in rng.uniform(0, 6.28, 20):
        shot((4000 * math.cos(a), 4000 * math.sin(a)), ricochet=4, pierce=1)
    run(clock, 30)
    return [(hit.projectile, hit.entity, hit.point, hit.time) for hit in log.hits()]


def test_every_broad_phase_gives_the_same() -> None:
    seen = ricochets("quadtree")
    assert len(seen) > 40
    assert seen == ricochets("sweep_and_prune") == ricochets("brute_force")


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"pierce": -1}, ValueError, "pierce must not be negative"),
        ({"pierce": 1.5}, TypeError, "pierce must be an int"),
        ({"ricochet": True}, TypeError, "ricochet must be an int"),
        ({"max_distance": 0}, ValueError, "max_distance"),
        ({"max_distance": math.nan}, ValueError, "max_distance"),
        ({"mode": "laser"}, ValueError, "mode"),
        ({"on_hit": 3}, TypeError, "on_hit must be callable"),
        ({"ignore": "me"}, TypeError, "ignore must be an entity"),
    ],
)
def test_mistakes_are_told(options: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        Projectile(**options)


def test_what_cannot_fly_is_told_before_anything_moves(clock: Physics) -> None:
    entity = esper.create_entity(Transform(), RigidBody(velocity=(60, 0)), Projectile())
    with pytest.raises(ValueError, match="needs a Collider"):
        run(clock, 1)
    esper.add_component(entity, Collider(Circle(1)))
    run(clock, 1)
    same = Projectile(mode="ray")
    esper.create_entity(Transform(), RigidBody(), same)
    esper.create_entity(Transform(), RigidBody(), same)
    with pytest.raises(ValueError, match="belongs to one entity"):
        run(clock, 1)


def test_on_hit_is_told_of_the_end_of_the_range(clock: Physics) -> None:
    log, heard = Log(), list[Any]()

    def struck(me: int, other: int, event: ProjectileEvent) -> None:
        heard.append((me, other, event.spent, event.distance))

    entity, *_ = shot(max_distance=50, on_hit=struck)
    run(clock, 5)
    assert heard == [(entity, 0, True, 50)]
    assert log.hits() == [] and len(log.spent()) == 1 and esper.entity_exists(entity)


@pytest.mark.parametrize("end", ["hit", "range"])
@pytest.mark.parametrize("listened", [True, False])
def test_a_spent_one_deletes_itself(clock: Physics, end: str, listened: bool) -> None:
    heard: list[tuple[int, bool]] = []
    target = wall(100)

    def struck(me: int, other: int, event: ProjectileEvent) -> None:
        heard.append((other, esper.entity_exists(me)))

    limit, handler = (50 if end == "range" else None), (struck if listened else None)
    entity, projectile, *_ = shot(max_distance=limit, on_hit=handler, despawn=True)
    assert projectile.despawn
    run(clock, 5)
    assert not esper.entity_exists(entity) and projectile.spent
    assert heard == ([(0 if end == "range" else target, True)] if listened else [])


def test_one_that_pierces_stays_until_it_is_spent(clock: Physics) -> None:
    for x in (100, 200):
        wall(x)
    entity, projectile, *_ = shot((6000, 0), pierce=1, despawn=True)
    run(clock, 1)
    assert esper.entity_exists(entity) and projectile.pierce == 0
    run(clock, 1)
    assert projectile.spent and not esper.entity_exists(entity)
