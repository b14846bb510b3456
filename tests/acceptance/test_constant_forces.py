"""Constant forces: in every step, turning with the body, sleep and mistakes."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys import Box, Circle, ConstantForce, Transform
from tests.acceptance.support import STEP, body, disc, ground, physics, rigid, run, transform

INTEGRATORS = ("semi_implicit_euler", "velocity_verlet", "rk4", "midpoint", "trapezoid")


def force_of(entity: int) -> ConstantForce:
    return esper.component_for_entity(entity, ConstantForce)


@pytest.mark.parametrize("integrator", [*INTEGRATORS, "explicit_euler"])
def test_it_acts_in_every_step(integrator: str) -> None:
    physics(integrator=integrator)
    entity = disc(0, 0, 10)
    mass, inertia = math.pi * 100, math.pi * 100 * 50
    esper.add_component(entity, ConstantForce((60 * mass, -30 * mass), torque=6 * inertia))
    run(10)
    assert rigid(entity).velocity == pytest.approx((10, -5))
    assert rigid(entity).angular_velocity == pytest.approx(1)


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_local_force_turns_with_the_body(integrator: str) -> None:
    physics(integrator=integrator)
    spin, thrust = 3.0, 120.0
    rocket = body(Box(10, 10), 0, 0, 0.5, angular_velocity=spin)
    esper.add_component(rocket, ConstantForce((thrust * 100, 0), local=True))
    run(30)
    turned = 0.5 + spin * 0.5
    expected = (
        thrust / spin * (math.sin(turned) - math.sin(0.5)),
        thrust / spin * (math.cos(0.5) - math.cos(turned)),
    )
    tolerance = 3e-2 if integrator == "semi_implicit_euler" else 1e-4
    assert rigid(rocket).velocity == pytest.approx(expected, rel=tolerance)


def test_one_without_local_does_not_turn() -> None:
    physics()
    entity = body(Box(10, 10), 0, 0, 1.0, angular_velocity=3)
    esper.add_component(entity, ConstantForce((6000, 0)))
    run(1)
    assert rigid(entity).velocity == pytest.approx((1, 0))


def test_it_changes_comes_and_goes() -> None:
    physics()
    entity = body(Box(10, 10))
    esper.add_component(entity, ConstantForce((6000, 0)))
    run(1)
    force_of(entity).force = (0, 6000)
    run(1)
    esper.remove_component(entity, ConstantForce)
    run(3)
    assert rigid(entity).velocity == pytest.approx((1, 1))


@pytest.mark.parametrize("change", ["force", "torque", "local", "removed"])
def test_a_change_wakes(change: str) -> None:
    physics(gravity=(0, -900))
    ground(-5)
    entity = body(Box(10, 10))
    esper.add_component(entity, ConstantForce((0, -100)))
    run(60)
    assert not rigid(entity).awake
    if change == "removed":
        esper.remove_component(entity, ConstantForce)
    else:
        setattr(force_of(entity), change, {"force": (1, 0), "torque": 1.0, "local": True}[change])
    run(1)
    assert rigid(entity).awake


def test_only_dynamic_bodies_are_moved() -> None:
    physics()
    entity = body(Circle(5), kind="kinematic", velocity=(1, 0))
    esper.add_component(entity, ConstantForce((1e6, 0), 1e6, local=True))
    run(2)
    assert rigid(entity).velocity == (1, 0)
    assert transform(entity).x == pytest.approx(2 * STEP)


def test_one_without_a_body_warns() -> None:
    physics()
    esper.create_entity(Transform(), ConstantForce((1, 0)))
    with pytest.warns(UserWarning, match="ConstantForce of entity"):
        run(1)


def test_mistakes_name_field_and_entity() -> None:
    with pytest.raises(ValueError, match="force"):
        ConstantForce((math.nan, 0))
    with pytest.raises(ValueError, match="torque"):
        ConstantForce(torque=math.inf)
    with pytest.raises(TypeError, match="local must be True or False, got 'yes'"):
        ConstantForce(local="yes")  # type: ignore[arg-type]
    physics()
    entity = body(Box(10, 10))
    esper.add_component(entity, ConstantForce((1, 0), 2, local=True))
    run(1)
    with pytest.raises(ValueError, match=f"entity {entity}: force"):
        force_of(entity).force = (math.inf, 0)
    with pytest.raises(TypeError, match="local must be True or False, got 0"):
        force_of(entity).local = 0  # type: ignore[assignment]
    made = force_of(entity)
    assert (made.force, made.torque, made.local) == ((1, 0), 2, True)


def test_a_step_that_is_cut_off_leaves_nothing_behind() -> None:
    """What turns with the body is listed anew in each step, also after one that an exception ended."""
    clock = physics()
    entity = body(Box(10, 10))
    esper.add_component(entity, ConstantForce((60, 0), local=True))
    failures = [True]

    @clock.add_field
    def fails_once(fields: object) -> None:
        if failures and failures.pop():
            raise RuntimeError("cut off")

    with pytest.raises(RuntimeError, match="cut off"):
        run(1)
    run(1)
    assert rigid(entity).velocity.x == pytest.approx(60 / rigid(entity).mass * STEP)
