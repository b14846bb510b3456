"""Launches: floating ones with default settings, and those that can move nothing."""

from __future__ import annotations

import math
import warnings

import esper
import pytest

from ecsphys import CharacterController, Collider, PhysicsWarning, RigidBody, Transform
from tests.acceptance.support import physics, run, transform
from tests.character.support import GRAVITY, HERO, control, hero


@pytest.mark.parametrize("velocity", [(300, 0), (0, -300), (120, 160)])
@pytest.mark.parametrize("step", [1 / 20, 1 / 60, 1 / 240])
def test_a_floating_one_flies_with_default_settings(velocity: tuple[float, float], step: float) -> None:
    """At that velocity for `wall_jump_lock`, 0.15 s; then it obeys again."""
    physics(step=step)
    one = hero(mode="floating")
    run(3, step)
    start = transform(one).position
    control(one).launch(velocity)
    control(one).move((10, 0))
    run(1, step)
    assert control(one).real_velocity == pytest.approx(velocity)
    run(round(0.15 / step) - 1, step)
    way = transform(one).position - start
    assert way == pytest.approx((0.15 * velocity[0], 0.15 * velocity[1]), rel=1e-6)
    run(2, step)
    assert control(one).real_velocity == pytest.approx((10, 0))


def test_without_lock_it_flies_for_one_step() -> None:
    physics()
    one = hero(mode="floating", wall_jump_lock=0.0)
    control(one).launch((300, 0))
    run(1)
    assert control(one).real_velocity == pytest.approx((300, 0))
    run(1)
    assert control(one).real_velocity == pytest.approx((0, 0))


def test_finite_friction_slows_it_from_the_start() -> None:
    physics()
    one = hero(mode="floating", friction=600.0)
    control(one).launch((300, 0))
    for k in range(1, 10):
        run(1)
        assert control(one).real_velocity == pytest.approx((300 - 10 * k, 0))


def test_a_velocity_given_to_its_body_does_the_same() -> None:
    physics()
    one = hero(mode="floating")
    run(2)
    esper.component_for_entity(one, RigidBody).velocity = (300, 0)
    run(4)
    assert control(one).real_velocity == pytest.approx((300, 0))


def test_before_the_first_step_it_acts_in_that() -> None:
    physics(GRAVITY)
    one = CharacterController()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        one.launch((100, 300))
        esper.create_entity(Transform(), RigidBody.kinematic(), Collider(HERO), one)
        run(1)
    assert one.real_velocity == pytest.approx((100, 292.5))


def test_without_a_transform_it_is_warned_and_waits() -> None:
    physics()
    entity = esper.create_entity(CharacterController(), RigidBody.kinematic())
    run(1)
    with pytest.warns(PhysicsWarning, match=rf"entity {entity}.* Transform") as caught:
        control(entity).launch((100, 0))
    assert caught[0].filename == __file__
    esper.add_component(entity, Transform())
    run(1)
    assert control(entity).real_velocity == pytest.approx((100, 0))


@pytest.mark.parametrize("whole", [True, False])
def test_removed_it_is_warned(whole: bool) -> None:
    physics()
    entity = hero()
    one = control(entity)
    run(1)
    if whole:
        esper.delete_entity(entity, immediate=True)
    else:
        esper.remove_component(entity, CharacterController)
    run(1)
    with pytest.warns(PhysicsWarning, match="removed"):
        one.launch((100, 0))


def test_what_is_refused_warns_of_nothing() -> None:
    with pytest.raises(ValueError, match="velocity"):
        CharacterController().launch((math.nan, 0))
