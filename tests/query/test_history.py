"""`at_step`: the answer is the one that the same query gave right after that step."""

from __future__ import annotations

import random
from typing import Any

import esper
import pytest

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
from tests.query.test_brute_force import filters
from tests.query.worlds import INDICES, disturb, point, solid, world_of

STEP = 1 / 60
KEPT = 6


def questions(dice: random.Random, alive: list[int]) -> list[Any]:
    """Queries as (name, arguments, keywords), to be asked more than once."""
    start, end, where = point(dice), point(dice), (*point(dice), dice.uniform(-3, 3))
    low = (start[0] - 90, start[1] - 90)
    asked = [
        ("raycast", (start, end)),
        ("raycast_all", (start, end)),
        ("overlap", (solid(dice), where)),
        ("overlap_point", (start,)),
        ("overlap_box", (low, (low[0] + 200, low[1] + 200))),
        ("shape_cast", (solid(dice), where, point(dice))),
        ("shape_cast_all", (solid(dice), where, point(dice))),
        ("nearest", (end, 500.0)),
    ]
    return [(name, arguments, filters(dice, alive)) for name, arguments in asked]


def answers(physics: Physics, asked: list[Any], **more: Any) -> list[Any]:
    return [getattr(physics, name)(*arguments, **chosen, **more) for name, arguments, chosen in asked]


@pytest.mark.jit
@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("seed", range(4))
def test_the_past_answers_as_it_did(index: str, seed: int) -> None:
    dice = random.Random(seed)
    physics, alive = world_of(dice, 30, index, history=KEPT)
    told: dict[int, Any] = {}
    for turn in range(25):
        disturb(dice, alive, steps=False)
        if turn % 7 == 6:
            _ = physics.bodies  # rows move together
        esper.process(STEP)
        asked = [question for _ in range(3) for question in questions(dice, alive)]
        rays = [point(dice) for _ in range(20)], [point(dice) for _ in range(20)]
        told[physics.step_count] = asked, answers(physics, asked), rays, physics.raycast_many(*rays)
        disturb(dice, alive, steps=False)
        for step in dice.sample(range(max(1, turn + 2 - KEPT), turn + 2), min(3, turn + 1)):
            asked, before, rays, many = told[step]
            assert answers(physics, asked, at_step=step) == before, step
            for now, then in zip(physics.raycast_many(*rays, at_step=step), many, strict=True):
                assert (now == then).all()


@pytest.fixture
def physics() -> Physics:
    physics = Physics(history=3)
    esper.add_processor(physics)
    return physics


def test_what_has_moved_since(physics: Physics) -> None:
    runner = esper.create_entity(Transform(0, 0), RigidBody(velocity=(6000, 0)), Collider(Box(20, 20)))
    for step in range(1, 5):
        esper.process(STEP)
        assert physics.overlap_point((100 * step, 0)) == [runner]
    for step in (2, 3, 4):
        assert physics.overlap_point((100 * step, 0), at_step=step) == [runner]
        assert physics.overlap(Circle(1), (100 * step + 50, 0, 0), at_step=step) == []
        hit = physics.raycast((0, 0), (1000, 0), at_step=step)
        assert hit is not None and hit.point == pytest.approx((100 * step - 10, 0))


def test_the_last_step_before_what_handlers_changed(physics: Physics) -> None:
    entity = esper.create_entity(Transform(0, 0), Collider(Box(20, 20)))
    esper.process(STEP)
    esper.component_for_entity(entity, Transform).x = 500
    assert physics.overlap_point((0, 0)) == []
    assert physics.overlap_point((0, 0), at_step=1) == [entity]


def test_created_deleted_and_changed_since(physics: Physics) -> None:
    old = esper.create_entity(Transform(0, 0), Collider(Circle(5)))
    collider = Collider(Circle(5), layer=1)
    kept = esper.create_entity(Transform(50, 0), collider)
    shape = collider.shape
    esper.process(STEP)
    esper.delete_entity(old, immediate=True)
    new = esper.create_entity(Transform(0, 0), Collider(Circle(7)))
    collider.layer, collider.shapes = 2, Box(2, 2)
    esper.process(STEP)
    assert [hit.entity for hit in physics.raycast_all((-100, 0), (100, 0))] == [new, kept]
    then = physics.raycast_all((-100, 0), (100, 0), at_step=1)
    assert [(hit.entity, hit.point.x) for hit in then] == [(old, -5), (kept, 45)]
    assert then[1].shape is shape
    assert physics.raycast_all((-100, 0), (100, 0), at_step=1, mask=2) == []
    collider.enabled = False
    esper.process(STEP)
    assert physics.overlap_point((50, 0)) == []
    assert physics.overlap_point((50, 0), at_step=2) == [kept]
    assert physics.overlap_point((50, 0), at_step=2, where=lambda entity: entity != kept) == []


def test_an_empty_world_has_a_past(physics: Physics) -> None:
    esper.process(STEP)
    new = esper.create_entity(Transform(0, 0), Collider(Circle(5)))
    esper.process(STEP)
    assert physics.overlap_point((0, 0), at_step=1) == []
    assert physics.overlap_point((0, 0), at_step=2) == [new]
    assert physics.raycast((9, 0), (0, 0), at_step=1) is None


def test_which_steps_are_kept(physics: Physics) -> None:
    with pytest.raises(ValueError, match="none has been run"):
        physics.raycast((0, 0), (1, 0), at_step=0)
    for _ in range(5):
        esper.process(STEP)
    for step in (2, 6, -1):
        with pytest.raises(ValueError, match=f"3 to 5, got {step}"):
            physics.overlap_point((0, 0), at_step=step)
    for step in (1.5, "3", True):
        with pytest.raises(TypeError, match="at_step must be a whole number"):
            physics.overlap_point((0, 0), at_step=step)  # type: ignore[arg-type]


def test_without_history() -> None:
    physics = Physics()
    esper.add_processor(physics)
    esper.process(STEP)
    with pytest.raises(ValueError, match=r"history=n"):
        physics.raycast((0, 0), (1, 0), at_step=1)
    with pytest.raises(ValueError, match="history must be"):
        Physics(history=-1)
    with pytest.raises(TypeError, match="history must be"):
        Physics(history=2.5)  # type: ignore[arg-type]
