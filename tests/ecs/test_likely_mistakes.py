"""What does nothing, or not what was meant: a warning, once, at the game's line; `explain` says it, too."""

from __future__ import annotations

import gc
import math
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import (
    Area,
    Circle,
    Collider,
    DistanceJoint,
    MotorJoint,
    Physics,
    PhysicsWarning,
    PrismaticJoint,
    RatchetJoint,
    RayCaster,
    RevoluteJoint,
    RigidBody,
    ShapeCaster,
    Transform,
    WheelJoint,
)
from ecsphys.space3d import Body3D, Collider3D, Physics3D, Sphere, Transform3D, from_axis_angle
from ecsphys.state import Snapshot
from tests.ecs.test_mistakes import clock
from tests.ecs.test_mistakes import warnings_of as warnings_there


def warnings_of(steps: int) -> list[str]:
    return warnings_there(steps)


def ball(**options: Any) -> int:
    return esper.create_entity(Transform(), RigidBody(), Collider(Circle(9), **options))


def ball_in_space() -> int:
    return esper.create_entity(Transform3D(), Body3D(), Collider3D(Sphere(1)))


# -- plane and space -----------------------------------------------------------------------------------


def test_components_of_space_beside_those_of_the_plane() -> None:
    physics = clock()
    mixed = esper.create_entity(Transform(), Body3D(), Collider3D(Sphere(1)))
    (message,) = warnings_of(3)
    assert f"entity {mixed} has a Transform beside Body3D, Collider3D, of space, which Physics" in message
    assert message.endswith("use RigidBody, Collider")
    assert "it has no Collider, but Collider3D of space" in physics.explain(mixed, ball())


def test_components_of_the_plane_beside_those_of_space() -> None:
    physics = Physics3D()
    esper.add_processor(physics)
    mixed = esper.create_entity(Transform3D(), RigidBody())
    (message,) = warnings_of(3)
    assert "RigidBody, of the plane, which Physics3D does not see; use Body3D" in message
    esper.create_entity(Transform3D(), Body3D(), RayCaster((1, 0), 5))
    (message,) = warnings_of(3)
    assert message.endswith("RayCaster, of the plane, which Physics3D does not see; space has none yet")
    assert "no Collider3D" in physics.explain(mixed, ball_in_space())


def test_a_world_of_the_other_dimension_alone() -> None:
    clock()
    ball_in_space()
    (message,) = warnings_of(3)
    assert message.startswith("physics sees no entity of its world, for they have Body3D, Collider3D, Trans")


def test_plane_and_space_side_by_side_are_right() -> None:
    clock()
    esper.add_processor(Physics3D())
    ball()
    ball_in_space()
    esper.create_entity(Transform(), RigidBody(), Transform3D(), Body3D(), [1])
    assert warnings_of(3) == []


def test_a_derived_caster_is_not_seen() -> None:
    class Feeler(RayCaster):
        """A type of the game's own."""

    clock()
    entity = esper.create_entity(Transform(), Collider(Circle(1)), Feeler((1, 0), 5))
    (message,) = warnings_of(3)
    assert f"the Feeler of entity {entity}" in message and "type_alias=RayCaster" in message


# -- physics that nobody runs --------------------------------------------------------------------------


def test_a_physics_that_no_one_added() -> None:
    ball()
    with pytest.warns(PhysicsWarning, match="this Physics has never run, and entities waited") as caught:
        Physics()
        line = sys._getframe().f_lineno - 1
        gc.collect()
    assert [(one.filename, one.lineno) for one in caught] == [(__file__, line)]


def test_a_physics_of_a_program_that_ends() -> None:
    program = (
        "import esper\nfrom ecsphys import *\nphysics = Physics()\n"
        "esper.create_entity(Transform(), RigidBody())\nesper.process(1 / 60)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "<string>:3: PhysicsWarning: this Physics has never run" in ran.stderr


@pytest.mark.parametrize("use", [Physics.step_once, Physics.settle, esper.add_processor])
def test_a_physics_that_is_used_in_any_way(
    use: Callable[[Physics], Any], recwarn: pytest.WarningsRecorder
) -> None:
    ball()
    physics = Physics()
    use(physics)
    del physics
    esper.remove_processor(Physics)
    gc.collect()
    assert list(recwarn) == []


def test_a_second_physics_and_one_without_entities_are_no_mistake(recwarn: pytest.WarningsRecorder) -> None:
    Physics()
    clock()
    ball()
    Physics()
    gc.collect()
    assert list(recwarn) == []


# -- degrees -------------------------------------------------------------------------------------------

ANGLES: list[Callable[[float], Any]] = [
    lambda angle: RevoluteJoint(None, 1, limits=(-abs(angle), abs(angle))),
    lambda angle: RevoluteJoint(None, 1, target_angle=angle),
    lambda angle: RevoluteJoint(None, 1, reference_angle=angle),
    lambda angle: MotorJoint(None, 1, angle=angle),
    lambda angle: RatchetJoint(None, 1, angle),
    lambda angle: RatchetJoint(None, 1, 0.5, phase=angle),
    lambda angle: Collider(Circle(1), angle=angle),
    lambda angle: ShapeCaster(Circle(1), (1, 0), angle=angle),
    lambda angle: from_axis_angle((0, 1, 0), angle),
]


@pytest.mark.parametrize("make", ANGLES)
@pytest.mark.parametrize("degrees", [22.5, 45, 360.0])
def test_angles_that_look_like_degrees(make: Callable[[float], Any], degrees: float) -> None:
    with pytest.warns(PhysicsWarning, match="angles are in radians, .* use math.radians") as caught:
        make(degrees)
    assert [one.filename for one in caught] == [__file__]


@pytest.mark.parametrize("make", ANGLES)
@pytest.mark.parametrize("angle", [6.0, -3.5, 2 * math.pi, 20 * math.pi, 7.3])
def test_angles_in_radians(make: Callable[[float], Any], angle: float, recwarn: Any) -> None:
    make(angle)
    assert list(recwarn) == []


def test_a_joint_in_degrees_is_explained_and_copied_in_silence(recwarn: pytest.WarningsRecorder) -> None:
    physics = clock()
    joint = esper.create_entity(RevoluteJoint(None, ball(), limits=(-45, 45)))
    esper.process(1 / 60)
    assert "its angles look like degrees, and are in radians" in physics.explain(joint)
    recwarn.clear()
    physics.restore(Snapshot.from_bytes(physics.snapshot().to_bytes()))
    esper.process(1 / 60)
    assert list(recwarn) == []


# -- joints --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "effort"),
    [
        (RevoluteJoint, "max_motor_torque"),
        (WheelJoint, "max_motor_torque"),
        (PrismaticJoint, "max_motor_force"),
    ],
)
def test_a_motor_that_has_nothing_to_run_with(kind: Any, effort: str) -> None:
    physics = clock()
    entity = esper.create_entity(kind(None, ball(), motor_speed=3))
    esper.create_entity(kind(None, ball(), motor_speed=3))
    (message,) = warnings_of(3)
    assert f"the {kind.__name__} of entity {entity} has a motor_speed, and its {effort} is 0" in message
    assert "its motor has nothing to run with" in physics.explain(entity)


def test_a_motor_that_gets_its_speed_later() -> None:
    clock()
    joint = RevoluteJoint(None, ball())
    esper.create_entity(joint)
    assert warnings_of(1) == []
    joint.motor_speed = 3
    assert len(warnings_of(2)) == 1


def test_a_motor_may_coast() -> None:
    clock()
    joint = RevoluteJoint(None, ball(), motor_speed=3, max_motor_torque=100)
    esper.create_entity(joint)
    assert warnings_of(1) == []
    joint.max_motor_torque = 0
    assert warnings_of(1) == []
    joint.motor_speed = 4
    assert warnings_of(1) == []


@pytest.mark.parametrize("make", [DistanceJoint, RevoluteJoint])
def test_a_joint_to_a_body_that_is_gone(make: Any) -> None:
    physics = clock()
    first, other = ball(), ball()
    esper.process(1 / 60)
    esper.delete_entity(first, immediate=True)
    esper.process(1 / 60)
    joint = esper.create_entity(make(first, other))
    (message,) = warnings_of(3)
    assert f"of entity {joint} joins {first} and {other}, and one of them is gone" in message
    assert f"it is broken, entity {first} does not exist" in physics.explain(joint)


def test_a_joint_whose_body_goes_later_ends_in_silence() -> None:
    clock()
    first = ball()
    esper.create_entity(DistanceJoint(first, ball()))
    assert warnings_of(1) == []
    esper.delete_entity(first, immediate=True)
    assert warnings_of(2) == []


# -- areas ---------------------------------------------------------------------------------------------


def area(mask: int = 1, **options: Any) -> int:
    return esper.create_entity(Transform(), Collider(Circle(99), trigger=True, mask=mask), Area(**options))


def test_wind_without_drag() -> None:
    physics = clock()
    first, leaf = area(wind=(5, 0)), ball()
    area(wind=(5, 0))
    (message,) = warnings_of(3)
    assert f"the Area of entity {first} has wind and no drag" in message and "drag=1" in message
    assert "its wind has no drag, so that speed grows for ever" in physics.explain(first, leaf)


@pytest.mark.parametrize("options", [{"drag": 1}, {"linear_damping": 0.5}, {"density": 1}])
def test_wind_that_something_slows_down(options: Any) -> None:
    clock()
    area(wind=(5, 0), **options)
    area(wind=(0, 0))
    ball()
    assert warnings_of(3) == []


def test_an_area_that_layers_part_from_everything() -> None:
    physics = clock()
    first, visitor = area(mask=2, gravity=(0, 5)), ball()
    (message,) = warnings_of(3)
    assert f"the Area of entity {first} acts on nothing: layers, masks and groups part" in message
    assert "not in the mask" in physics.explain(first, visitor)


def test_an_area_that_meets_one_of_many() -> None:
    clock()
    area(mask=2, gravity=(0, 5))
    ball()
    ball(layer=2)
    assert warnings_of(3) == []
    assert area(gravity=(0, 5)) and warnings_of(2) == []


def test_an_area_in_an_empty_world() -> None:
    clock()
    area(mask=2, gravity=(0, 5))
    esper.create_entity(Transform(), Collider(Circle(9)))  # static
    assert warnings_of(3) == []


# -- casters -------------------------------------------------------------------------------------------


def hits_of(*casters: RayCaster) -> list[str]:
    found = warnings_of(1)
    for _ in range(3):
        with pytest.WarningsRecorder(_ispytest=True) as caught:
            for caster in casters:
                caster.hits  # noqa: B018
        found += [str(one.message) for one in caught] + warnings_of(1)
    return found


def test_two_casters_of_an_entity() -> None:
    clock()
    left, right = RayCaster((-1, 0), 50), RayCaster((1, 0), 50)
    esper.create_entity(Transform(), left, right)
    (message,) = hits_of(left, right)
    assert "a RayCaster whose hits are read belongs to no entity" in message and "of its own" in message


def test_a_ray_and_a_shape_of_an_entity_and_a_caster_that_was_removed() -> None:
    clock()
    ray, shape = RayCaster((1, 0), 50), ShapeCaster(Circle(1), (0, -5))
    entity = esper.create_entity(Transform(), ray, shape)
    esper.create_entity(Transform(), RayCaster((1, 0), 50))
    assert hits_of(ray, shape) == []  # type: ignore[arg-type]
    esper.remove_component(entity, RayCaster)
    assert hits_of(ray) == []


def test_a_caster_may_be_made_before_its_entity() -> None:
    clock()
    ray = RayCaster((1, 0), 50)
    assert ray.hits == [] == ray.hits
    esper.create_entity(Transform(), ray)
    assert hits_of(ray) == []
