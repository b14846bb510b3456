"""What single queries answer, what they see of changes, and how they refuse."""

from __future__ import annotations

import math
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import (
    AABB,
    Box,
    Chain,
    Circle,
    Collider,
    HalfPlane,
    Nearest,
    Physics,
    RigidBody,
    Segment,
    ShapeCaster,
    Transform,
    Vec2,
    WorldHit,
)
from tests.query.worlds import INDICES


@pytest.fixture(params=INDICES)
def physics(request: pytest.FixtureRequest) -> Physics:
    made = Physics(broad_phase=request.param)
    esper.add_processor(made)
    return made


def thing(shape: Any, x: float, y: float = 0, **options: Any) -> int:
    return esper.create_entity(Transform(x, y), Collider(shape, **options))


def test_an_empty_world_answers_nothing(physics: Physics) -> None:
    assert physics.raycast((0, 0), (9, 0)) is None
    assert physics.raycast_all((0, 0), (9, 0)) == []
    assert physics.raycast_many([], []).entity.tolist() == []
    hits = physics.raycast_many([(0, 0)], [(9, 0)])
    assert hits.entity.tolist() == [0] and hits.fraction.tolist() == [1] and hits.point.tolist() == [[9, 0]]
    assert hits.normal.tolist() == [[0, 0]]
    assert physics.shape_cast(Circle(1), (0, 0, 0), (9, 0)) is None
    assert physics.overlap(Box(9, 9), (0, 0, 0)) == []
    assert physics.overlap_point((0, 0)) == physics.overlap_box((0, 0), (1, 1)) == []
    assert physics.nearest((0, 0), math.inf) is None


def test_a_ray_meets_the_nearest_and_says_where(physics: Physics) -> None:
    box, far = Box(2, 2), Circle(2)
    a, b = thing(box, 10), thing(far, 20)
    first = WorldHit(a, box, 0.3, Vec2(9, 0), Vec2(-1, 0))
    assert physics.raycast((0, 0), (30, 0)) == first
    assert physics.raycast_all((0, 0), (30, 0)) == [first, WorldHit(b, far, 0.6, Vec2(18, 0), Vec2(-1, 0))]
    assert physics.raycast((0, 0), (8, 0)) is None


@pytest.mark.parametrize("shape", [Circle(3), Box(4, 4), HalfPlane((0, 1), 1)])
def test_a_start_inside_is_a_hit_at_once(physics: Physics, shape: Any) -> None:
    entity = thing(shape, 0)
    assert physics.raycast((0, 0), (10, 0)) == WorldHit(entity, shape, 0, Vec2(0, 0), Vec2(-1, 0))
    assert physics.raycast_many([(0, 0)], [(10, 0)]).fraction.tolist() == [0]


def test_equally_far_the_smaller_entity_then_the_earlier_shape_is_first(physics: Physics) -> None:
    ball, box = Circle(1), Box(2, 2)
    entities = [thing([box, ball], 10), thing(ball, 10), thing(box, 10)]
    hits = physics.raycast_all((0, 0), (20, 0))
    assert [(hit.entity, hit.shape) for hit in hits] == [
        (entities[0], box), (entities[0], ball), (entities[1], ball), (entities[2], box),
    ]  # fmt: skip
    assert physics.raycast((0, 0), (20, 0)) == hits[0]
    esper.delete_entity(entities[0], immediate=True)
    again = thing(ball, 10)  # its row is the smallest now, its number is not
    assert physics.raycast((0, 0), (20, 0)).entity == entities[1] < again  # type: ignore[union-attr]


def test_a_chain_is_one_hit_from_its_front_only(physics: Physics) -> None:
    chain = Chain([(-10, 0), (0, 0), (10, 0)])
    entity = thing(chain, 0)
    down, up = physics.raycast_all((0, 5), (0, -5)), physics.raycast_all((0, -5), (0, 5))
    assert sorted(len(hits) for hits in (down, up)) == [0, 1]
    assert (down + up)[0].entity == entity and (down + up)[0].fraction == 0.5


def test_filters(physics: Physics) -> None:
    static = thing(Circle(1), 10, layer=1)
    moving = esper.create_entity(
        Transform(20, 0), RigidBody.kinematic(), Collider(Circle(1), layer=1 << 63, trigger=True)
    )
    falling = esper.create_entity(Transform(30, 0), RigidBody(), Collider(Circle(1), layer=4))
    way: Any = ((0, 0), (40, 0))

    def found(**filters: Any) -> list[int]:
        return [hit.entity for hit in physics.raycast_all(*way, **filters)]

    assert found() == [static, falling]
    assert found(triggers=True) == [static, moving, falling]
    assert found(mask=1 << 63, triggers=True) == [moving]
    assert found(mask=5, ignore=static) == [falling]
    assert found(mask=~4) == [static]
    assert found(ignore=[falling, static]) == found(mask=0) == []
    assert found(ignore=np.array([static])) == found(ignore={static, 99}) == [falling]
    assert found(kind="static") == [static]
    assert found(kind=("kinematic", "dynamic"), triggers=True) == [moving, falling]
    asked: list[int] = []
    assert found(where=lambda entity: bool(asked.append(entity)) or entity != static) == [falling]
    assert asked == [static, falling]
    assert physics.raycast_many([way[0]], [way[1]], ignore=static).entity.tolist() == [falling]


def test_queries_see_what_changed_since_the_last_step(physics: Physics) -> None:
    ball = esper.create_entity(Transform(10, 0), RigidBody(velocity=(600, 0)), Collider(Circle(1)))

    def seen() -> float | None:
        hit = physics.raycast((-1000, 0), (1000, 0))
        return None if hit is None else round(hit.point.x + 1, 6)

    assert seen() == 10
    esper.process(1 / 60)
    assert seen() == 20
    where = esper.component_for_entity(ball, Transform)
    where.x = 500
    assert seen() == 500
    where.x = -300
    assert seen() == -300
    esper.process(1 / 60)
    assert seen() == -290
    esper.component_for_entity(ball, Collider).shape = Circle(5)
    assert seen() == -294
    esper.component_for_entity(ball, Collider).enabled = False
    assert seen() is None
    esper.component_for_entity(ball, Collider).enabled = True
    assert seen() == -294
    esper.delete_entity(ball)
    assert seen() is None


def test_queries_do_not_disturb_the_simulation() -> None:
    def end(asking: bool) -> list[float]:
        esper.switch_world(f"asking {asking}")
        physics = Physics(gravity=(0, -900))
        esper.add_processor(physics)
        thing(Box(400, 20), 0)
        balls = [
            esper.create_entity(Transform(k, 30 + 25 * k), RigidBody(), Collider(Circle(10)))
            for k in range(8)
        ]
        for step in range(120):
            esper.process(1 / 60)
            if step % 10 == 0:
                esper.component_for_entity(balls[step % 8], Transform).y += 30
            if asking:
                physics.raycast((0, 300), (0, 0))
                physics.overlap(Box(50, 50), (0, 0, 0))
        return [esper.component_for_entity(ball, Transform).pose for ball in balls]

    assert end(True) == end(False)


def test_a_question_during_a_step_sees_what_has_moved(physics: Physics) -> None:
    from ecsphys import IntegrationSystem

    esper.create_entity(Transform(0, 0), RigidBody(velocity=(600, 0)), Collider(Circle(1)))
    seen: list[float] = []

    class Asker(esper.Processor):
        def process(self, dt: float) -> None:
            seen.append(physics.raycast((0, 0), (0, 0)) is None)
            seen.append(physics.nearest((100, 0), 1000).point.x)  # type: ignore[union-attr]

    physics.insert(Asker(), after=IntegrationSystem)
    for _ in range(3):
        esper.process(1 / 60)
    assert seen == pytest.approx([True, 11, True, 21, True, 31])


def test_a_cast_shape_stops_at_the_surface(physics: Physics) -> None:
    box = AABB(2, 2)
    entity = thing(box, 10)
    hit = physics.shape_cast(Circle(1), (0, 0, 0), (20, 0))
    assert hit == WorldHit(entity, box, 0.4, Vec2(9, 0), Vec2(1, 0))
    assert physics.shape_cast(Circle(1), (9, 0, 0), (20, 0)).fraction == 0  # type: ignore[union-attr]
    assert physics.shape_cast(Circle(1), (0, 5, 0), (20, 0)) is None
    assert physics.shape_cast(Circle(1), (0, 0, 0), (20, 0), ignore=entity) is None


def test_a_cast_of_what_stands_on_a_floor_sees_the_wall_not_the_floor(physics: Physics) -> None:
    floor, wall = thing(Box(200, 2), 0, -1), thing(Box(2, 20), 10, 10)
    assert physics.shape_cast(Box(2, 2), (0, 1), (20, 0)).entity == wall  # type: ignore[union-attr]
    assert [hit.entity for hit in physics.shape_cast_all(Box(2, 2), (0, 1), (20, 0))] == [wall]
    assert [hit.entity for hit in physics.shape_cast_all(Box(2, 2), (0, 1), (20, -1))] == [floor, wall]
    ahead, below = ShapeCaster(Box(2, 2), (20, 0)), ShapeCaster(Box(2, 2), (0, -1))
    for caster in (ahead, below):
        esper.create_entity(Transform(0, 1), caster)
    physics.step_once()
    assert [hit.entity for hit in ahead.hits] == [wall] and [hit.entity for hit in below.hits] == [floor]


def test_two_without_inside_never_meet(physics: Physics) -> None:
    thing(HalfPlane((0, 1)), 0)
    assert physics.overlap(HalfPlane((0, 1)), (0, 0, 0)) == []
    assert physics.shape_cast_all(Chain([(0, 0), (5, 0)]), (0, 5, 0), (0, -9)) == []


def test_overlaps_are_entities_each_once(physics: Physics) -> None:
    two = thing([Circle(2), Box(3, 3)], 0)
    one = thing(Segment((-5, 0), (5, 0)), 0)
    assert physics.overlap(Circle(1), (1, 0, 0)) == [two, one]
    assert physics.overlap_point((0, 1)) == [two]
    assert physics.overlap_box((4, -1), (6, 1)) == [one]
    assert physics.overlap_box((0, 0), (0, 0)) == [two, one]
    assert physics.overlap_box((2, 1), (2, 1)) == []


def test_nearest_inside_is_negative(physics: Physics) -> None:
    near, deep = thing(Circle(2), 0), thing(Circle(5), 0, layer=2)
    assert physics.nearest((3, 0), 9, mask=1) == Nearest(near, Vec2(2, 0), 1)
    assert physics.nearest((1, 0), 0) == Nearest(deep, Vec2(5, 0), -4)
    assert physics.nearest((100, 0), 95) == Nearest(deep, Vec2(5, 0), 95)
    assert physics.nearest((100, 0), 94) is None


def test_far_from_the_origin_nothing_is_lost(physics: Physics) -> None:
    far = 1e7
    thing(Circle(1), far, far)
    hit = physics.raycast((far - 5, far), (far + 5, far))
    assert hit is not None and hit.fraction == pytest.approx(0.4, abs=1e-12)


@pytest.mark.parametrize(
    ("error", "says", "ask"),
    [
        (ValueError, "start", lambda p: p.raycast((math.nan, 0), (1, 0))),
        (TypeError, "end", lambda p: p.raycast((0, 0), 5)),
        (TypeError, "mask", lambda p: p.raycast((0, 0), (1, 0), mask="all")),
        (TypeError, "ignore", lambda p: p.raycast((0, 0), (1, 0), ignore="ball")),
        (ValueError, "kind", lambda p: p.raycast((0, 0), (1, 0), kind="solid")),
        (TypeError, "where", lambda p: p.raycast((0, 0), (1, 0), where=3)),
        (TypeError, "layer", lambda p: p.raycast((0, 0), (1, 0), layer=3)),
        (
            ValueError,
            r"starts must be of shape \(N, 2\), got \(1, 3\)",
            lambda p: p.raycast_many([(0, 0, 0)], []),
        ),
        (ValueError, "starts and ends", lambda p: p.raycast_many([(0, 0)], [(0, 0), (1, 1)])),
        (ValueError, "ends must be finite", lambda p: p.raycast_many([(0, 0)], [(0, math.inf)])),
        (ValueError, "starts must be", lambda p: p.raycast_many([(0, 0), (1,)], [])),
        (TypeError, "shape", lambda p: p.overlap(5, (0, 0, 0))),
        (TypeError, "pose", lambda p: p.overlap(Circle(1), 5)),
        (ValueError, "translation", lambda p: p.shape_cast(Circle(1), (0, 0, 0), (0, math.nan))),
        (ValueError, "lower", lambda p: p.overlap_box((1, 0), (0, 1))),
        (ValueError, "max_distance", lambda p: p.nearest((0, 0), -1)),
        (ValueError, "max_distance", lambda p: p.nearest((0, 0), math.nan)),
    ],
)
def test_bad_arguments(error: type[Exception], says: str, ask: Any) -> None:
    made = Physics()
    esper.add_processor(made)
    with pytest.raises(error, match=says):
        ask(made)


def test_another_world_is_refused(physics: Physics) -> None:
    esper.switch_world("elsewhere")
    with pytest.raises(RuntimeError, match="belongs to the esper world"):
        physics.raycast((0, 0), (1, 0))


def test_a_teleport_to_nowhere_is_refused_until_mended(physics: Physics) -> None:
    entity = thing(Circle(1), 10)
    esper.process(1 / 60)
    where = esper.component_for_entity(entity, Transform)
    where.x = math.nan
    with pytest.raises(ValueError, match=f"entity {entity}: x must be finite"):
        physics.raycast((0, 0), (30, 0))
    where.x = 20
    assert physics.raycast((0, 0), (30, 0)).point.x == 19  # type: ignore[union-attr]
