"""Machines that are moved: joints hold from when they are made, whole ones go along, torn ones warn."""

from __future__ import annotations

import inspect
import math
import warnings

import esper
import pytest

from ecsphys import (
    DistanceJoint,
    MouseJoint,
    Physics,
    PhysicsWarning,
    PrismaticJoint,
    PulleyJoint,
    RevoluteJoint,
    RigidBody,
    Transform,
    WeldJoint,
)
from tests.ecs.joined import body, new_physics


@pytest.fixture
def physics() -> Physics:
    return new_physics()


def place(entity: int) -> Transform:
    return esper.component_for_entity(entity, Transform)


# -- joints hold from when they are made ---------------------------------------------------------------------


def test_a_joint_knows_at_once_where_it_holds(physics: Physics) -> None:
    a, b = body(1, 0, math.pi / 2), body(4, 4, 1.0)
    hinge, rod, weld = RevoluteJoint(a, b, anchor=(1, 5)), DistanceJoint(a, b), WeldJoint(a, b)
    assert hinge.anchor_a == pytest.approx((5, 0)) and hinge.anchor == pytest.approx((1, 5))
    assert rod.length == 5 and weld.reference_angle == pytest.approx(1.0 - math.pi / 2)
    before = [hinge.anchor_a, hinge.anchor_b, rod.length, weld.reference_angle]
    for joint in (hinge, rod, weld):
        esper.create_entity(joint)
    physics.step_once()
    assert [hinge.anchor_a, hinge.anchor_b, rod.length, weld.reference_angle] == before


def test_bodies_moved_before_the_first_step_take_their_joint_along(physics: Physics) -> None:
    a, b = body(0, 0), body(10, 0)
    hinge = RevoluteJoint(a, b, anchor=(5, 0))
    esper.create_entity(hinge)
    for entity in (a, b):
        place(entity).position += (1000, 0)
    physics.step_once()
    assert place(a).position == (1000, 0) and place(b).position == (1010, 0) and hinge.stretch == 0
    assert hinge.anchor == (1005, 0)


def test_a_new_anchor_holds_at_once(physics: Physics) -> None:
    a, b = body(0, 0), body(10, 0)
    hinge = RevoluteJoint(a, b)
    esper.create_entity(hinge)
    physics.step_once()
    hinge.anchor = (0, 3)
    assert hinge.anchor_a == (0, 3) and hinge.anchor_b == (-10, 3)


def test_a_joint_that_waits_takes_hold_when_it_is_adopted(physics: Physics) -> None:
    a, b = body(0, 0), body(10, 0)
    hinge, rod = RevoluteJoint(a, b, anchor=(5, 0)), DistanceJoint(a, b)
    given = RevoluteJoint(a, b, anchor_a=(5, 0), reference_angle=0.5)
    physics.step_once()
    assert rod.length is None and hinge.anchor == (5, 0) and given.anchor_a == (5, 0)
    place(b).position = (25, 0)
    for joint in (hinge, rod, given):
        esper.create_entity(joint)
    physics.begin_step(physics.step)
    assert (hinge.anchor_a, hinge.anchor_b, rod.length) == ((5, 0), (-20, 0), 25)
    assert (given.anchor_b, given.reference_angle) == ((-20, 0), 0.5)


def test_a_joint_made_in_another_world_takes_hold_in_its_own(physics: Physics) -> None:
    home = esper.current_world
    a, b = body(0, 0), body(10, 0)
    esper.switch_world("elsewhere")
    assert (body(0, 0), body(99, 0)) == (a, b)
    rod = DistanceJoint(a, b)
    assert rod.length == 99
    esper.switch_world(home)
    esper.create_entity(rod)
    physics.step_once()
    assert rod.length == 10


def test_a_joint_made_before_its_bodies_waits_for_them(physics: Physics) -> None:
    rod = DistanceJoint(1, 2)
    assert rod.length is None and rod.anchor is None
    body(0, 0), body(7, 0)
    esper.create_entity(rod)
    physics.step_once()
    assert rod.length == 7


def test_a_derived_joint_holds_when_all_of_it_is_made(physics: Physics) -> None:
    class Door(RevoluteJoint):
        def __init__(self, a: int, b: int):
            super().__init__(a, b)
            self.anchor_a = (5, 0)

    assert Door(body(0, 0), body(20, 0)).anchor_b == (-15, 0)


# -- whole machines ------------------------------------------------------------------------------------------


def test_a_machine_goes_along_whole(physics: Physics) -> None:
    a, b = body(0, 0), body(10, 0)
    esper.component_for_entity(b, RigidBody).velocity = (3, 0)
    nail, slide = RevoluteJoint(None, a, anchor=(-5, 0)), PrismaticJoint(b, None, anchor_a=(2, 0))
    pulley, rod = PulleyJoint(a, b, (0, 50), (10, 50)), DistanceJoint(a, b)
    mouse = MouseJoint(a, (1, 1))
    for joint in (nail, slide, pulley, rod, mouse):
        esper.create_entity(joint)
    physics.begin_step(physics.step)
    physics.simulation.stepping = False
    physics.teleport((a, b), by=(100, 7))
    assert place(a).pose == (100, 7, 0) and place(b).pose == (110, 7, 0)
    assert esper.component_for_entity(b, RigidBody).velocity == (3, 0)
    assert nail.anchor_a == (95, 7) and nail.anchor_b == (-5, 0)
    assert slide.anchor_b == (112, 7) and slide.anchor_a == (2, 0)
    assert (pulley.ground_a, pulley.ground_b) == ((100, 57), (110, 57)) and rod.length == 10
    assert mouse.target == (1, 1)


def test_half_a_machine_leaves_what_holds_the_other_half(physics: Physics) -> None:
    a, b = body(0, 0), body(10, 0)
    pulley, nail = PulleyJoint(a, b, (0, 50), (10, 50)), RevoluteJoint(None, b)
    for joint in (pulley, nail):
        esper.create_entity(joint)
    physics.teleport(a, by=(100, 0))
    assert (pulley.ground_a, pulley.ground_b) == ((100, 50), (10, 50)) and nail.anchor_a == (10, 0)


@pytest.mark.parametrize(
    ("entities", "by", "error"),
    [
        ((1, 99), (1, 0), "entities must have a Transform, or be joints, got 99"),
        ((1, "x"), (1, 0), "entities must be"),
        ((1,), (math.nan, 0), "by"),
        ((1,), 5, "by must be"),
    ],
)
def test_what_cannot_be_teleported_moves_nothing(
    physics: Physics, entities: tuple[int, ...], by: tuple[float, float], error: str
) -> None:
    body(0, 0)
    with pytest.raises((TypeError, ValueError), match=error):
        physics.teleport(entities, by=by)
    assert place(1).position == (0, 0)


# -- torn ones -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [0, 3])
@pytest.mark.parametrize("make", [RevoluteJoint, DistanceJoint, WeldJoint, PrismaticJoint])
def test_a_torn_machine_warns_once_at_the_line_of_the_game(physics: Physics, make, steps: int) -> None:  # type: ignore[no-untyped-def]
    a, b = body(0, 0), body(10, 0)
    joint = esper.create_entity(make(a, b))
    for _ in range(steps):
        physics.step_once()
    place(b).position += (0, 100)
    with pytest.warns(
        PhysicsWarning, match=f"{make.__name__} of entity {joint} holds entity {a} and"
    ) as caught:
        physics.step_once()
        line = inspect.currentframe().f_lineno - 1  # type: ignore[union-attr]
    assert [(one.filename, one.lineno) for one in caught] == [(__file__, line)]
    place(b).position += (0, 500)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        physics.step_once()


def test_no_warning_where_nothing_is_torn(physics: Physics) -> None:
    a, b, c = body(0, 0), body(10, 0), body(500, 0)
    for joint in (
        RevoluteJoint(a, b),
        PrismaticJoint(None, b, axis=(1, 0)),
        MouseJoint(b, (900, 900), max_force=1),
        DistanceJoint(b, c, max_length=900),
        DistanceJoint(b, c, hertz=1, length=5),
        WeldJoint(b, c, anchor_a=(0, 0), anchor_b=(0, 0), hertz=1),  # made apart
    ):
        esper.create_entity(joint)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        physics.step_once()
        for entity in (a, b):
            place(entity).position += (50, 0)
        physics.step_once()
