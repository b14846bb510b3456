"""`RayCaster` and `ShapeCaster`: what an entity carries meets what the same query from its pose would."""

from __future__ import annotations

import gc
import math
import random
import sys
from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import (
    AABB,
    COLLISION_BEGIN,
    Box,
    CasterSystem,
    Chain,
    Circle,
    Collider,
    HalfPlane,
    Physics,
    RayCaster,
    RigidBody,
    ShapeCaster,
    Transform,
    Vec2,
)
from ecsphys.compile import ENABLED
from tests.query.test_brute_force import filters
from tests.query.worlds import INDICES, disturb, point, solid, world_of

STEP = 1 / 60


@pytest.fixture
def physics() -> Physics:
    physics = Physics()
    esper.add_processor(physics)
    return physics


def wall(x: float, **options: Any) -> int:
    return esper.create_entity(Transform(x, 0), Collider(Box(20, 200), **options))


# -- equal to queries ------------------------------------------------------------------------------


def caster(dice: random.Random, alive: list[int]) -> RayCaster | ShapeCaster:
    chosen: dict[str, Any] = {**filters(dice, alive), "max_hits": dice.choice([None, None, 1, 2])}
    if dice.random() < 0.5:
        chosen["offset"] = point(dice, 60)
    if dice.random() < 0.5:
        return RayCaster(point(dice), dice.uniform(0, 900), **chosen)
    shape = dice.choice([solid(dice), solid(dice), Chain([(-60, 0), (0, 10), (70, -5)])])
    return ShapeCaster(shape, point(dice), angle=dice.uniform(-3, 3), **chosen)


def expected(physics: Physics, entity: int, caster: Any) -> list[Any]:
    at = esper.component_for_entity(entity, Transform)
    ignored = caster.ignore if isinstance(caster.ignore, tuple) else (caster.ignore,)
    chosen = {
        "mask": caster.mask,
        "ignore": (*ignored, entity),
        "triggers": caster.triggers,
        "kind": caster.kind,
    }
    start = at.local_to_world(caster.offset)
    if isinstance(caster, RayCaster):
        end = at.local_to_world(caster.offset + caster.direction * caster.length)
        hits = physics.raycast_all(start, end, **chosen)
    else:
        pose = (*start, at.angle + caster.angle)
        hits = physics.shape_cast_all(caster.shape, pose, caster.translation.rotated(at.angle), **chosen)
    return hits[: caster.max_hits]


def agree(hits: list[Any], wanted: list[Any]) -> None:
    assert [(hit.entity, hit.shape) for hit in hits] == [(hit.entity, hit.shape) for hit in wanted]
    for hit, other in zip(hits, wanted, strict=True):
        assert hit.fraction == pytest.approx(other.fraction, abs=1e-9)
        if hit.fraction > 0:
            assert hit.point.distance(other.point) < 1e-6
            assert hit.normal.distance(other.normal) < 1e-6


@pytest.mark.jit
@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("seed", range(4))
def test_hits_are_those_of_a_query_after_each_step(index: str, seed: int) -> None:
    dice = random.Random(seed)
    physics, alive = world_of(dice, 30, index)
    met = 0
    for _ in range(25):
        disturb(dice, alive)
        bare = dice.random() < 0.3
        carrier = esper.create_entity(Transform(*point(dice), 1.0)) if bare else dice.choice(alive)
        esper.add_component(carrier, caster(dice, alive))
        if dice.random() < 0.5:
            for _, (at, _) in esper.get_components(Transform, RayCaster)[:2]:
                at.pose = (*point(dice), dice.uniform(-3, 3))
        if dice.random() < 0.2 and esper.has_component(carrier, RayCaster):
            esper.remove_component(carrier, RayCaster)
        esper.process(STEP)
        found = [
            (entity, one)
            for kind in (RayCaster, ShapeCaster)
            for entity, (_, one) in esper.get_components(Transform, kind)
        ]
        for entity, one in found:
            agree(one.hits, expected(physics, entity, one))
            assert entity not in [hit.entity for hit in one.hits]
            met += len(one.hits)
    assert met > 50


# -- one by one --------------------------------------------------------------------------------------


def test_empty_before_the_first_step_and_kept_after_removal(physics: Physics) -> None:
    wall(100)
    eye = RayCaster((1, 0), 500)
    assert eye.hits == [] and eye.hit is None
    entity = esper.create_entity(Transform(), eye)
    assert eye.hits == []
    esper.process(STEP)
    assert eye.hit is not None and eye.hit.point == (90, 0) and eye.hit.normal == (-1, 0)
    esper.remove_component(entity, RayCaster)
    esper.process(STEP)
    assert [hit.point for hit in eye.hits] == [(90, 0)]
    esper.delete_entity(entity, immediate=True)
    assert eye.hit.point == (90, 0)


def test_hits_name_what_was_met_even_when_that_is_gone(physics: Physics) -> None:
    target = wall(100)
    shape = esper.component_for_entity(target, Collider).shape
    eye = RayCaster((1, 0), 500)
    esper.create_entity(Transform(), eye)
    esper.process(STEP)
    esper.delete_entity(target, immediate=True)
    esper.create_entity(Transform(100, 0), Collider(Circle(3)))
    physics.raycast((0, 0), (1, 1))
    assert [(hit.entity, hit.shape) for hit in eye.hits] == [(target, shape)]


def test_all_sorted_or_the_nearest_few(physics: Physics) -> None:
    walls = [wall(x) for x in (300, 100, 200)]
    eye, first, two = (RayCaster((2, 0), 500, max_hits=n) for n in (None, 1, 2))
    for one in (eye, first, two):
        esper.create_entity(Transform(), one)
    esper.process(STEP)
    assert [hit.entity for hit in eye.hits] == [walls[1], walls[2], walls[0]]
    assert [hit.fraction for hit in eye.hits] == pytest.approx([0.18, 0.38, 0.58])
    assert first.hits == eye.hits[:1] and two.hits == eye.hits[:2]


def test_turns_and_moves_with_its_entity(physics: Physics) -> None:
    right, upper = wall(100), esper.create_entity(Transform(0, 300), Collider(Box(200, 20)))
    eye, feeler = RayCaster((1, 0), 500, offset=(10, 0)), ShapeCaster(Box(20, 2), (400, 0), offset=(10, 0))
    body = RigidBody.kinematic(angular_velocity=math.pi / 2 / STEP)
    esper.create_entity(Transform(), body, eye, feeler)
    esper.process(STEP)
    assert eye.hit is not None and eye.hit.entity == upper
    assert eye.hit.fraction == pytest.approx(280 / 500) and eye.hit.point.distance((0, 290)) < 1e-9
    assert feeler.hit is not None and feeler.hit.entity == upper
    assert feeler.hit.fraction == pytest.approx(270 / 400)  # its long side turned, too
    body.angular_velocity = -body.angular_velocity
    esper.process(STEP)
    assert eye.hit.entity == right


def test_an_aabb_is_not_turned(physics: Physics) -> None:
    esper.create_entity(Transform(0, 300), Collider(Box(200, 20)))
    feeler = ShapeCaster(AABB(20, 2), (400, 0), angle=1.0)
    esper.create_entity(Transform(0, 0, math.pi / 2), feeler)
    esper.process(STEP)
    assert feeler.hit is not None and feeler.hit.fraction == pytest.approx(289 / 400)


def test_a_transform_alone_is_enough_and_may_be_set(physics: Physics) -> None:
    target = wall(100)
    at, eye, feeler = Transform(), RayCaster((1, 0), 50), ShapeCaster(Circle(5), (50, 0))
    entity = esper.create_entity(at, eye, feeler)
    esper.process(STEP)
    assert eye.hits == [] and feeler.hits == []
    at.x = 60
    assert at.pose == (60, 0, 0) and at.interpolated == (60, 0, 0)
    esper.process(STEP)
    assert [hit.entity for hit in eye.hits] == [hit.entity for hit in feeler.hits] == [target]
    assert eye.hits[0].point == (90, 0)
    esper.add_component(entity, RigidBody(velocity=(-60, 0)))  # now physics moves it
    for _ in range(60):
        esper.process(STEP)
    assert at.x == pytest.approx(0) and eye.hits == []
    esper.remove_component(entity, RigidBody)
    at.x = 70
    esper.process(STEP)
    assert eye.hit is not None and eye.hit.fraction == pytest.approx(0.4)


@pytest.mark.parametrize("restores", [False, True])
def test_a_transform_may_be_part_of_a_body_for_a_while(physics: Physics, restores: bool) -> None:
    """No step runs in which it is one, so that casters see it as they last did, elsewhere in memory."""
    esper.create_entity(Transform(100, 0), Collider(Box(20, 200)))
    place, feeler = Transform(), RayCaster((1, 0), 60)
    robot = esper.create_entity(place, feeler)
    physics.step_once()
    before = physics.snapshot()
    esper.add_component(robot, Collider(Circle(5)))
    physics.settle()
    if restores:
        physics.restore(before)
    else:
        esper.remove_component(robot, Collider)
    for x, count in ((50, 1), (0, 0)):
        place.x = x
        physics.step_once()
        assert len(feeler.hits) == count


def test_fields_count_from_the_next_step_on(physics: Physics) -> None:
    near, far = wall(100, layer=2), wall(200, layer=4)
    trigger = wall(50, trigger=True)
    eye, feeler = RayCaster((1, 0), 500), ShapeCaster(Circle(5), (500, 0))
    esper.create_entity(Transform(), eye, feeler)

    def met() -> tuple[list[int], list[int]]:
        before = [hit.entity for hit in eye.hits], [hit.entity for hit in feeler.hits]
        esper.process(STEP)
        after = [hit.entity for hit in eye.hits], [hit.entity for hit in feeler.hits]
        assert before[0] == seen[0] and before[1] == seen[1], "nothing changes before the step"
        seen[:] = after
        assert after[0] == after[1]
        return after

    seen: list[list[int]] = [[], []]
    assert met()[0] == [near, far]
    changes: list[tuple[str, Any, list[int]]] = [
        ("mask", 4, [far]),
        ("mask", 6, [near, far]),
        ("triggers", True, [near, far]),
        ("mask", ~0, [trigger, near, far]),
        ("ignore", near, [trigger, far]),
        ("ignore", [far, trigger], [near]),
        ("ignore", (), [trigger, near, far]),
        ("max_hits", 2, [trigger, near]),
        ("max_hits", None, [trigger, near, far]),
        ("kind", "dynamic", []),
        ("kind", ["static", "dynamic"], [trigger, near, far]),
        ("enabled", False, []),
        ("enabled", True, [trigger, near, far]),
        ("offset", (70, 0), [near, far]),
        ("offset", (75, 300), []),
        ("offset", (0, 0), [trigger, near, far]),
    ]
    for name, value, entities in changes:
        for one in (eye, feeler):
            setattr(one, name, value)
        assert met()[0] == entities, (name, value)
    eye.direction, feeler.translation = (-3, 0), (-500, 0)
    assert eye.direction == Vec2(-1, 0)
    assert met()[0] == []
    eye.direction, eye.length, feeler.translation = (1, 0), 60, (60, 0)
    assert met()[0] == [trigger]
    feeler.translation, feeler.shape = (60, 0), HalfPlane((1, 0), 40)
    eye.length = 500
    esper.process(STEP)
    assert [hit.entity for hit in feeler.hits] == [trigger, near]


def test_hits_that_nobody_has_read_yet_do_not_change_either(physics: Physics) -> None:
    walls = [wall(x) for x in (100, 200, 300)]
    eye = RayCaster((1, 0), 500, max_hits=2)
    esper.create_entity(Transform(), eye)
    esper.process(STEP)
    eye.max_hits, eye.enabled = 1, False
    assert [hit.entity for hit in eye.hits] == walls[:2]
    esper.process(STEP)
    assert eye.hits == []


def test_a_handler_sees_fresh_hits(physics: Physics) -> None:
    seen = []
    eye = RayCaster((0, -1), 100, ignore=())
    esper.create_entity(Transform(0, -10), Collider(Box(100, 20)))
    ball = esper.create_entity(Transform(0, 12), RigidBody(velocity=(0, -300)), Collider(Circle(10)), eye)

    def begun(event: Any) -> None:
        y = esper.component_for_entity(ball, Transform).y
        seen.append((eye.hits[0].fraction * 100, y))

    esper.set_handler(COLLISION_BEGIN, begun)
    for _ in range(4):
        esper.process(STEP)
    assert len(seen) == 1 and seen[0][0] == pytest.approx(seen[0][1], abs=1e-9)
    assert type(physics.systems[-1]) is CasterSystem


def test_systems_run_one_by_one_keep_hits_fresh() -> None:
    physics = Physics()
    for system in physics.systems:
        esper.add_processor(system)
    wall(100)
    eye = RayCaster((1, 0), 500)
    esper.create_entity(Transform(), RigidBody(velocity=(600, 0)), eye)
    for k in range(1, 4):
        esper.process(STEP)
        assert eye.hits[0].fraction * 500 == pytest.approx(90 - 10 * k)


def test_an_instance_belongs_to_one_entity(physics: Physics) -> None:
    eye = RayCaster((1, 0), 10)
    a, b = esper.create_entity(Transform(), eye), esper.create_entity(Transform(), eye)
    with pytest.raises(ValueError, match=f"RayCaster of entity {b} is already entity {a}'s"):
        esper.process(STEP)
    esper.remove_component(b, RayCaster)
    esper.process(STEP)
    esper.remove_component(a, RayCaster)
    esper.add_component(b, eye)  # one after the other is fine
    esper.process(STEP)
    assert eye.hits == []


@pytest.mark.parametrize(
    ("make", "kind", "says"),
    [
        (lambda: RayCaster((0, 0), 5), ValueError, "direction"),
        (lambda: RayCaster((1, 0), -5), ValueError, "length"),
        (lambda: RayCaster((1, 0), math.inf), ValueError, "length"),
        (lambda: RayCaster("up", 5), TypeError, "direction"),
        (lambda: RayCaster((1, 0), 5, offset=(math.nan, 0)), ValueError, "offset"),
        (lambda: RayCaster((1, 0), 5, mask="all"), TypeError, "mask"),
        (lambda: RayCaster((1, 0), 5, ignore="me"), TypeError, "ignore"),
        (lambda: RayCaster((1, 0), 5, kind="solid"), ValueError, "kind"),
        (lambda: RayCaster((1, 0), 5, max_hits=0), ValueError, "max_hits"),
        (lambda: RayCaster((1, 0), 5, max_hits=1.5), TypeError, "max_hits"),
        (lambda: ShapeCaster((1, 0), (1, 0)), TypeError, "shape"),
        (lambda: ShapeCaster(Circle(1), (1, math.inf)), ValueError, "translation"),
        (lambda: ShapeCaster(Circle(1), (1, 0), angle=math.nan), ValueError, "angle"),
    ],
)
def test_bad_input(make: Callable[[], Any], kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says):
        make()


def test_a_refused_value_changes_nothing(physics: Physics) -> None:
    target = wall(100)
    eye = RayCaster((1, 0), 500, mask=3)
    esper.create_entity(Transform(), eye)
    for name, value in (("mask", "x"), ("kind", "soft"), ("length", -1), ("max_hits", 0), ("ignore", "a")):
        with pytest.raises((TypeError, ValueError), match=name):
            setattr(eye, name, value)
    assert eye.mask == 3 and eye.kind is None and eye.length == 500 and eye.ignore == ()
    esper.process(STEP)
    assert [hit.entity for hit in eye.hits] == [target]


@pytest.mark.skipif(not ENABLED, reason="kernels are functions, too")
def test_a_step_does_not_loop_over_casters_in_python(physics: Physics) -> None:
    wall(100)

    def calls(more: int) -> int:
        for k in range(more):
            parts = [RigidBody(velocity=(1, 0))] if k % 2 else []
            eyes = RayCaster((1, 0), 5), ShapeCaster(Circle(1), (5, 0))
            esper.create_entity(Transform(-10 * k, 0), *parts, *eyes)
        for _ in range(3):
            esper.process(STEP)
        count = 0

        def called(frame: Any, event: str, argument: Any) -> None:
            nonlocal count
            count += 1

        gc.disable()  # hypothesis has a callback there: when it is called is chance
        sys.setprofile(called)
        esper.process(STEP)
        sys.setprofile(None)
        gc.enable()
        return count

    assert calls(5) == calls(200)
