"""Whatever a restore releases is adopted again, and what a game reads between steps is as it was.

All types of components, made before the first step, between steps, changed and removed; snapshots of all
these moments, restored in any order, in the same world and from bytes in another one.
"""

from __future__ import annotations

import copy
import inspect
import math
import random
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import esper
import pytest

from ecsphys import (
    Area,
    Box,
    CharacterController,
    Circle,
    Collider,
    ConstantForce,
    Physics,
    PhysicsWarning,
    Projectile,
    RayCaster,
    RevoluteJoint,
    RigidBody,
    ShapeCaster,
    Transform,
    WeldJoint,
)
from ecsphys.ecs.binding import Component
from ecsphys.rollback import SyncTest
from ecsphys.state import Snapshot, diff
from ecsphys.state.document import read_document, write_document
from ecsphys.state.writing import KIND, VERSION
from ecsphys.systems.character import CharacterSystem
from tests.ecs.test_copies import everything, metres
from tests.state.scenes import SCENES

AFTER = 2  # steps that are compared after each moment
LONE = 9  # the entity with a Transform and casters, and no body

Readings = dict[Any, Any]


class Moment(NamedTuple):
    """A snapshot, what a game could read then, and in each of the next steps."""

    snapshot: Snapshot
    readings: list[Readings]


@cache
def readable(kind: type) -> tuple[str, ...]:
    """Return the names of the properties of a type."""
    names = (name for name in dir(kind) if name[0] != "_")
    return tuple(name for name in names if not callable(getattr(kind, name)))


def read(physics: Physics) -> Readings:
    """Return all that a game can read of components and collisions, as text: NaN equals NaN."""
    found: Readings = {
        (entity, kind.__name__): repr([getattr(part, name) for name in readable(kind)])
        for entity in sorted(esper._entities)
        for kind, part in esper._entities[entity].items()
        if isinstance(part, Component)
    }
    return found | {
        "collisions": [repr((one, one.impulse)) for one in physics.collisions],
        "steps": physics.step_count,
    }


def step(physics: Physics) -> None:
    """Run a step; before every second one the game moves a Transform that has no body."""
    place = esper.component_for_entity(LONE, Transform)
    if physics.step_count % 2:
        place.x += 0.25
    physics.step_once()


def follow(physics: Physics, run: Callable[[Physics], None] = step) -> list[Readings]:
    """Return what can be read now, and after each of the next steps."""
    readings = [read(physics)]
    for _ in range(AFTER):
        run(physics)
        readings.append(read(physics))
    return readings


def make(entities: list[tuple[Any, ...]]) -> None:
    for parts in entities:
        esper.create_entity(*parts)


def all_components() -> list[tuple[Any, ...]]:
    """Entities 1 to 21; the last one carries casters along."""
    rider = (Transform(31, 12), RigidBody(), Collider(Circle(0.5)), RayCaster((0, -1), 30))
    return [*everything(), (*rider, ShapeCaster(Circle(0.2), (-9, -9)))]


def remove_some() -> None:
    """Take a component of each type away, and give some to other entities."""
    for kind in (Area, CharacterController, ConstantForce, Projectile, ShapeCaster):
        entity = min(entity for entity, _ in esper.get_component(kind))
        part = esper.remove_component(entity, kind)
        if kind is ShapeCaster:
            esper.add_component(10, part)
        elif kind is ConstantForce:
            esper.add_component(entity, ConstantForce((-2, 1)))
    esper.delete_entity(14, immediate=True)
    esper.add_component(LONE, Collider(Box(1, 1)))
    esper.component_for_entity(21, RayCaster).max_hits = 1


def play(physics: Physics, first: int) -> list[Moment]:
    """Play a game, of which so many entities are there before the first step; return its moments."""
    esper.add_processor(physics)
    entities = all_components()
    acts: list[Callable[[], None]] = [
        lambda: make(entities[:first]),
        lambda: make(entities[first:]),
        lambda: step(physics),
        remove_some,
        lambda: step(physics),
    ]
    moments = []
    for act in acts:
        act()
        moments.append(Moment(snapshot := physics.snapshot(), follow(physics)))
        assert diff(snapshot, physics.snapshot())
    return moments


LAYOUTS = pytest.mark.parametrize("first", [21, 10])


@LAYOUTS
def test_moments_come_back_in_any_order(first: int) -> None:
    physics, chance = metres(), random.Random(first)
    moments = play(physics, first)
    assert all("WorldHit" in moment.readings[-1][LONE, "RayCaster"] for moment in moments)
    for moment in chance.sample([*moments, *moments], 7):
        physics.restore(moment.snapshot)
        assert diff(moment.snapshot, physics.snapshot()) == []
        physics.predict(2, 2)
        assert follow(physics) == moment.readings


@LAYOUTS
def test_moments_come_back_from_bytes(first: int) -> None:
    moments = play(metres(), first)
    for number, moment in enumerate(moments):
        esper.switch_world(f"{esper.current_world} {number}")
        physics = metres()
        esper.add_processor(physics)
        loaded = Snapshot.from_bytes(moment.snapshot.to_bytes())
        assert diff(loaded, moment.snapshot) == []
        assert loaded.to_bytes() == moment.snapshot.to_bytes()
        physics.restore(loaded)
        assert follow(physics) == moment.readings


def test_a_delta_has_the_hits() -> None:
    moments = play(metres(), 21)
    base, later = moments[0].snapshot, moments[2].snapshot
    assert diff(Snapshot.from_bytes(later.to_bytes(base), base), later) == []


def test_a_hit_keeps_a_shape_that_nobody_has_any_more() -> None:
    physics, ray = Physics(), RayCaster((1, 0), 60)
    esper.add_processor(physics)
    wall = esper.create_entity(Transform(50, 0), Collider(Box(20, 200)))
    esper.create_entity(Transform(), ray)
    physics.step_once()
    esper.component_for_entity(wall, Collider).shape = Circle(20)
    for act in (lambda: None, lambda: esper.delete_entity(wall, immediate=True)):
        act()
        data = physics.snapshot().to_bytes()
        assert [hit.shape for hit in ray.hits] == [Box(20, 200)]
        physics.restore(Snapshot.from_bytes(data))
        assert [one.hits for _, one in esper.get_component(RayCaster)] == [ray.hits]


@pytest.mark.parametrize("comes_back", [False, True])
@pytest.mark.parametrize("loads", [False, True])
@pytest.mark.parametrize("takes_in", [Physics.step_once, Physics.settle])
def test_a_body_that_went_since_the_last_step_ends_its_joint_after_a_restore_too(
    comes_back: bool, loads: bool, takes_in: Callable[[Physics], None]
) -> None:
    physics, wall = metres(), Collider(Box(1, 1))
    esper.add_processor(physics)
    post = esper.create_entity(Transform(0, 5), wall)
    sign = esper.create_entity(Transform(2, 5), RigidBody(), Collider(Box(1, 1)))
    esper.create_entity(RevoluteJoint(post, sign, anchor=(0, 5)))
    takes_in(physics)
    esper.remove_component(post, Collider)
    physics.settle()
    if comes_back:
        esper.add_component(post, wall)
    snapshot = physics.snapshot()
    physics.step_once()
    (is_broken,) = [joint.broken for _, joint in esper.get_component(RevoluteJoint)]
    assert is_broken is not comes_back
    if loads:
        snapshot = Snapshot.from_bytes(snapshot.to_bytes())
        esper.switch_world("loaded")
        esper.add_processor(physics := metres())
    physics.restore(snapshot)
    physics.step_once()
    assert [joint.broken for _, joint in esper.get_component(RevoluteJoint)] == [is_broken]


def beside(parts: tuple[Any, ...]) -> list[int]:
    """Return entities that are to go, made before some parts and a body that these stand on, or hang on."""
    gone = [
        esper.create_entity(Transform(60 + 3 * k, 9), RigidBody(), Collider(Circle(1))) for k in range(20)
    ]
    lift = esper.create_entity(Transform(0, 2), RigidBody.kinematic(velocity=(1, 0)), Collider(Box(5, 1)))
    entity = esper.create_entity(*parts)
    if Area not in map(type, parts):
        esper.create_entity(WeldJoint(lift, entity))
    return gone


@pytest.mark.parametrize(
    "parts",
    [
        (Transform(0, 5), RigidBody(), Collider(Circle(0.5)), ConstantForce((1, 1))),
        (Transform(0, 3.1), RigidBody.kinematic(), Collider(Circle(0.5)), CharacterController()),
        (Transform(0, 9), RigidBody(velocity=(9, 0)), Collider(Circle(0.2)), Projectile()),
        (Transform(0, 3), Collider(Box(9, 9), trigger=True), Area(wind=(1, 1))),
    ],
    ids=lambda parts: type(parts[-1]).__name__,
)
def test_bodies_that_have_another_row_since_the_last_step_are_found_after_loading(parts: Any) -> None:
    """`physics.bodies` closes gaps: what knew a body by its row cannot be written as it is."""
    esper.add_processor(physics := metres())
    gone = beside(copy.deepcopy(parts))
    for _ in range(8):
        physics.step_once()
    for entity in gone:
        esper.delete_entity(entity, immediate=True)
    assert len(physics.bodies) == 2
    snapshot = physics.snapshot()
    expected = follow(physics, Physics.step_once)
    esper.switch_world("loaded")
    esper.add_processor(physics := metres())
    physics.restore(Snapshot.from_bytes(snapshot.to_bytes()))
    assert follow(physics, Physics.step_once)[1:] == expected[1:]
    characters = next(system for system in physics.systems if isinstance(system, CharacterSystem))
    rows = characters.table.rows["body"][characters.order]
    assert characters._of_body[rows].tolist() == characters.order.tolist()  # or kernels read before an array


class Coin:
    """A component of the game."""


def saved_with_coin(*parts: Any) -> Snapshot:
    """Return a snapshot from bytes of a world whose entity 1 has these parts; another has a coin now."""
    esper.add_processor(physics := Physics())
    esper.create_entity(*parts)
    data = physics.snapshot().to_bytes()
    esper.switch_world("with a coin")
    esper.create_entity(Transform(), Collider(Circle(5)), Coin())
    return Snapshot.from_bytes(data)


def test_entities_of_another_game_under_the_same_numbers_are_named() -> None:
    snapshot, physics = saved_with_coin(Transform(), RigidBody()), Physics()
    said = r"entity 1 has RigidBody, Transform in it, and here Collider, Transform and Coin, which it keeps"
    with pytest.warns(PhysicsWarning, match=said) as caught:
        physics.restore(snapshot)
        line = inspect.currentframe().f_lineno - 1  # type: ignore[union-attr]
    assert [(warning.filename, warning.lineno) for warning in caught] == [(__file__, line)]
    assert esper.has_component(1, Coin) and esper.has_component(1, RigidBody)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        physics.restore(snapshot)


def test_the_same_level_built_again_takes_a_snapshot_from_bytes_in_silence() -> None:
    snapshot = saved_with_coin(Transform(3), Collider(Circle(5)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Physics().restore(snapshot)
    assert esper.component_for_entity(1, Transform).x == 3 and esper.has_component(1, Coin)


def seen() -> bytes:
    """Return a snapshot in which a ray has hit a wall, and another shape that is gone."""
    physics = Physics()
    esper.add_processor(physics)
    for x in (50, 90):
        esper.create_entity(Transform(x, 0), Collider(Box(20, 200)))
    esper.create_entity(Transform(), RayCaster((1, 0), 160))
    physics.step_once()
    esper.delete_entity(2, immediate=True)
    return physics.snapshot().to_bytes()


@pytest.mark.parametrize(
    "field, value",
    [
        *(("caster", 0), ("caster", -1), ("caster", 99), ("entity", 0), ("entity", 77)),
        *(("shape", 1), ("shape", -3), ("fraction", math.nan), ("nx", math.inf)),
    ],
)
def test_hits_that_no_caster_can_have_are_refused(field: str, value: float) -> None:
    version, header, columns = read_document(seen(), KIND, VERSION)
    assert columns["hits"]["shape"].tolist() == [0, -1]
    hits = columns["hits"].copy()
    hits[field][0] = value
    with pytest.raises(ValueError, match="hit"):
        Snapshot.from_bytes(write_document(KIND, version, header, {**columns, "hits": hits}))


def test_what_a_character_touches_is_compared() -> None:
    physics = SCENES["character"]()
    ((entity, hero),) = esper.get_component(CharacterController)
    snapshots, touched = [], []
    for count in (40, 5):
        for _ in range(count):
            physics.step_once()
        snapshots.append(physics.snapshot())
        touched.append([(hit.entity, *hit.normal, *hit.point) for hit in hero.hits])
    found = {one.field: one for one in diff(*snapshots) if one.entity == entity}
    assert touched[0] and [found["hits"].a, found["hits"].b] == touched


def test_sync_test_sees_casters_that_see_something_else() -> None:
    """A shape that changes behind the back of the state: poses and velocities are the same."""
    physics, ray, reach = Physics(), RayCaster((1, 0), 60), iter(range(60, 1000))
    esper.add_processor(physics)
    esper.create_entity(Transform(50, 0), Collider(Box(20, 200)))
    esper.create_entity(Transform(), ray)

    def advance(_: Any) -> None:
        ray.length = next(reach)
        physics.step_once()

    with pytest.raises(AssertionError, match=r"entity 2: RayCaster\.length is 60\.0 and 61\.0"):
        SyncTest(physics, 1, advance).run(1, lambda frame: [0])


def test_a_caster_of_an_older_file_sees() -> None:
    """Before its first step it was written as a component that no world has; hits were not written."""
    data = (Path(__file__).parent / "data" / "caster_1.snapshot").read_bytes()
    physics, snapshot = Physics(), Snapshot.from_bytes(data)
    for _ in range(2):
        physics.restore(snapshot)
        ((_, ray),) = esper.get_component(RayCaster)
        assert (ray.mask, ray.hits) == (3, [])
        physics.step_once()
        assert [hit.point.x for hit in ray.hits] == [90.0]
