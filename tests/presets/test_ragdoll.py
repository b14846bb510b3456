"""A ragdoll falls, settles within its limits, and sleeps."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys import Box, Collider, RevoluteJoint, RigidBody, Transform
from ecsphys.compile import ENABLED
from ecsphys.presets import ragdoll
from tests.presets.support import STEPS, asleep, floor, make_physics, place, run, stretch


@pytest.mark.parametrize("facing", [1, -1])
def test_a_ragdoll_settles_and_sleeps(facing: int) -> None:
    physics = make_physics()
    floor()
    doll = ragdoll((0, 60), facing=facing)  # type: ignore[arg-type]
    hinges = [esper.component_for_entity(one, RevoluteJoint) for one in doll.joints]
    beyond = gap = 0.0

    def look() -> None:
        nonlocal beyond, gap
        gap = max(gap, stretch(physics))
        for hinge in hinges:
            lower, upper = hinge.limits or (-math.inf, math.inf)
            beyond = max(beyond, lower - hinge.angle, hinge.angle - upper)

    run(physics, STEPS, look)
    assert gap < 5  # in the impact
    assert beyond < math.radians(10)  # also in the impact
    if ENABLED:
        assert asleep(doll.bodies)
        assert place(doll.head).y < 64


def test_a_ragdoll_stands_upright_at_first() -> None:
    doll = ragdoll((100, 50), height=100)
    assert place(doll.hips).x == pytest.approx(100)
    assert place(doll.head).y > place(doll.torso).y > place(doll.hips).y > 100
    lowest = min(
        esper.component_for_entity(one, Collider)
        .shapes[0]
        .bounds(esper.component_for_entity(one, Transform))
        .lower.y
        for one in doll.bodies
    )
    assert lowest == pytest.approx(50, abs=3)
    assert place(doll.left_lower_arm).x > 100 > place(doll.right_lower_leg).x
    assert len(doll.bodies) == 11 == len(doll.joints) + 1


def test_dolls_look_both_ways() -> None:
    right, left = ragdoll((0, 0)), ragdoll((0, 0), facing=-1)
    for one, other in zip(right.bodies, left.bodies, strict=True):
        assert place(one).x == pytest.approx(-place(other).x, abs=1e-9)
        assert place(one).y == pytest.approx(place(other).y)


def test_its_parts_pass_through_each_other_but_not_through_another_doll() -> None:
    first, second = ragdoll((0, 0)), ragdoll((300, 0))
    groups = [
        {esper.component_for_entity(one, Collider).group for one in doll.bodies} for doll in (first, second)
    ]
    assert groups == [{-first.hips}, {-second.hips}]
    third = ragdoll((0, 0), group=-7)
    assert {esper.component_for_entity(one, Collider).group for one in third.bodies} == {-7}


def test_a_ragdoll_flies() -> None:
    physics = make_physics()
    doll = ragdoll((0, 0))
    for limb in doll.bodies:
        esper.component_for_entity(limb, RigidBody).velocity = 300, 300
    run(physics, 30)
    assert place(doll.torso).x == pytest.approx(150, rel=0.1)


def test_all_of_it_can_be_deleted() -> None:
    physics = make_physics()
    esper.create_entity(Transform(0, -20), Collider(Box(800, 40)))
    doll = ragdoll((0, 0))
    run(physics, 3)
    for entity in doll.entities:
        physics.despawn(entity)
    run(physics, 2)  # joints are counted by the next one
    assert len(physics.joints) == 0
    assert not any(esper.entity_exists(entity) for entity in doll.entities)


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"position": (math.nan, 0)}, "position"),
        ({"height": 0}, "height"),
        ({"facing": 0}, "facing"),
        ({"density": 0}, "density"),
        ({"friction": -1}, "friction"),
        ({"stiffness": -1}, "stiffness"),
        ({"group": 0}, "group"),
        ({"group": 3}, "group"),
    ],
)
def test_wrong_arguments_create_nothing(wrong: dict[str, object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        ragdoll(**{"position": (0, 0), **wrong})  # type: ignore[arg-type]
    assert not list(esper.get_components(Transform))
