"""A component type outside the package, and the rules that all component types share by `ecs.binding`."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import (
    CharacterController,
    CharacterSystem,
    Circle,
    Collider,
    IntegrationSystem,
    NarrowPhaseSystem,
    Physics,
    Projectile,
    RayCaster,
    RigidBody,
    Transform,
)
from ecsphys.arrays import offsets_of
from ecsphys.ecs.binding import Component
from ecsphys.ecs.fields import Field, real
from ecsphys.math2d.check import finite
from ecsphys.systems.component import ComponentSystem

# All that a new component type needs: a record, a component, a system.
FORCE = np.dtype([("entity", "i8"), ("body", "i8"), ("fx", "f8"), ("fy", "f8"), ("torque", "f8")])
WORDS = {name: at // 8 for name, at in offsets_of(FORCE).items()}


class ConstantForce(Component, record=FORCE, capacity=4):
    """A force on its body in every step."""

    __slots__ = ()

    fx: Field[float, float] = real("fx", finite, "Along x.", words=WORDS)
    fy: Field[float, float] = real("fy", finite, "Along y.", words=WORDS)
    torque: Field[float, float] = real("torque", finite, "Counter-clockwise.", words=WORDS)

    def __init__(self, fx: float = 0.0, fy: float = 0.0, torque: float = 0.0):
        self._stage()
        self.fx, self.fy, self.torque = fx, fy, torque


class ConstantForceSystem(ComponentSystem[ConstantForce]):
    """Adds all constant forces to their bodies."""

    component = ConstantForce

    def run(self) -> None:
        """Add the forces of all that take part."""
        forces, bodies = self.table.rows[self.order], self.world.bodies.rows
        for name, source in (("force_x", "fx"), ("force_y", "fy"), ("torque", "torque")):
            bodies[name][forces["body"]] += forces[source]


MAKERS: tuple[Callable[[], Any], ...] = (
    ConstantForce,
    lambda: CharacterController(max_slope=0.5),
    lambda: Projectile(pierce=3),
    lambda: RayCaster((1, 0), 10.0),
)


def clock() -> Physics:
    """Return a Physics with the new system, in the current esper world."""
    physics = Physics(gravity=(0, 0))
    physics.insert(ConstantForceSystem(), before=NarrowPhaseSystem)
    esper.add_processor(physics)
    return physics


def body(*components: Any, x: float = 0.0) -> int:
    """Create a kinematic disc, which all of the types may have."""
    return esper.create_entity(
        Transform(x, 0.0), RigidBody("kinematic"), Collider(Circle(4.0), mask=0), *components
    )


def test_a_new_component_type_acts_in_every_step() -> None:
    clock()
    push = ConstantForce(fx=60.0)
    entity = esper.create_entity(Transform(), RigidBody(mass=2.0), Collider(Circle(4.0)), push)
    waiting = esper.create_entity(ConstantForce(fy=1.0))  # no body
    esper.process(1 / 60)
    esper.process(1 / 60)
    assert esper.component_for_entity(entity, RigidBody).velocity == pytest.approx((1.0, 0.0))
    push.fx = 0.0
    esper.process(1 / 60)
    assert esper.component_for_entity(entity, RigidBody).velocity == pytest.approx((1.0, 0.0))
    rigid = RigidBody(mass=1.0)
    esper.add_component(waiting, Transform(100.0, 0.0))
    esper.add_component(waiting, rigid)
    esper.process(1 / 60)
    assert rigid.velocity == pytest.approx((0.0, 1 / 60))


def test_many_new_components_have_rows_of_their_own() -> None:
    """More than one staging buffer of four."""
    clock()
    forces = [ConstantForce(fx=float(k)) for k in range(11)]
    for k, force in enumerate(forces):
        body(force, x=100.0 * k)
    esper.process(1 / 60)
    assert [force.fx for force in forces] == list(range(11))


def test_values_stay_when_a_component_is_removed_and_added_again() -> None:
    clock()
    force = ConstantForce(fx=3.0)
    entity = body(force)
    esper.process(1 / 60)
    esper.remove_component(entity, ConstantForce)
    esper.process(1 / 60)
    assert force.fx == 3.0
    force.fx = 4.0
    esper.add_component(body(x=100.0), force)
    esper.process(1 / 60)
    assert force.fx == 4.0


@pytest.mark.parametrize("make", MAKERS)
def test_a_component_of_two_entities_is_refused(make: Callable[[], Any]) -> None:
    clock()
    component = make()
    first = body(component)
    esper.process(1 / 60)
    second = body(component, x=100.0)
    name = type(component).__name__
    with pytest.raises(ValueError, match=f"{name} of entity {second} is already entity {first}'s; make"):
        esper.process(1 / 60)


@pytest.mark.parametrize("make", MAKERS)
def test_a_component_of_another_world_is_refused(make: Callable[[], Any]) -> None:
    before = esper.current_world
    clock()
    component = make()
    body(component)
    esper.process(1 / 60)
    esper.switch_world("elsewhere")
    try:
        clock()
        body(component)
        with pytest.raises(ValueError, match=f"in the esper world '{before}'"):
            esper.process(1 / 60)
    finally:
        esper.switch_world(before)
        esper.delete_world("elsewhere")


@pytest.mark.parametrize("make", MAKERS)
def test_a_component_can_move_to_another_entity(make: Callable[[], Any]) -> None:
    clock()
    component = make()
    first = body(component)
    second = body(x=100.0)
    esper.process(1 / 60)
    esper.remove_component(first, type(component))
    esper.add_component(second, component)
    esper.process(1 / 60)
    esper.delete_entity(second, immediate=True)
    esper.add_component(first, component)
    esper.process(1 / 60)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda part: pickle.loads(pickle.dumps(part))])
def test_copies_are_nobody_s(make: Callable[[], Any], again: Callable[[Any], Any]) -> None:
    clock()
    component = make()
    body(component)
    esper.process(1 / 60)
    other = again(component)
    body(other, x=100.0)
    esper.process(1 / 60)
    for name in ("fx", "max_slope", "pierce", "length"):
        if hasattr(component, name):
            value = getattr(component, name)
            assert getattr(other, name) == value
            setattr(other, name, 1)
            assert getattr(other, name) == 1 and getattr(component, name) == value


def test_a_system_in_the_place_of_another_takes_its_components_over() -> None:
    physics = clock()
    controller = CharacterController()
    entity = body(controller)
    esper.process(1 / 60)
    physics.replace(CharacterSystem, CharacterSystem())
    controller.move((60.0, 0.0))
    esper.process(1 / 60)
    esper.process(1 / 60)
    assert esper.component_for_entity(entity, Transform).x > 0.0


def test_systems_stand_where_they_were_put() -> None:
    physics = clock()
    kinds = [type(system) for system in physics.systems]
    assert kinds.index(ConstantForceSystem) + 1 == kinds.index(NarrowPhaseSystem)
    assert kinds.index(ConstantForceSystem) < kinds.index(IntegrationSystem)
