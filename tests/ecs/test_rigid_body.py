"""Forces, impulses and velocities that a body of its kind does not obey are warned of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import Circle, Collider, Physics, PhysicsWarning, RigidBody, Transform

PUSHES: dict[str, Callable[[RigidBody], None]] = {
    "apply_force": lambda body: body.apply_force((9, 0)),
    "apply_impulse": lambda body: body.apply_impulse((9, 0)),
    "apply_torque": lambda body: body.apply_torque(9),
    "apply_angular_impulse": lambda body: body.apply_angular_impulse(9),
}


def in_use(kind: Any) -> RigidBody:
    esper.add_processor(Physics())
    body = RigidBody(kind, mass=1, inertia=1)
    esper.create_entity(Transform(), body, Collider(Circle(5)))
    esper.process(1 / 60)
    return body


@pytest.mark.parametrize("kind", ["kinematic", "static"])
@pytest.mark.parametrize("method", PUSHES)
@pytest.mark.parametrize("adopted", [True, False])
def test_a_push_on_what_is_not_dynamic(kind: Any, method: str, adopted: bool) -> None:
    body = in_use(kind) if adopted else RigidBody(kind)
    with pytest.warns(PhysicsWarning, match=f"{method} has no effect on a {kind} body") as caught:
        PUSHES[method](body)
    assert [warning.filename for warning in caught] == [__file__]
    if adopted:
        esper.process(1 / 60)
    assert body.velocity == (0, 0) and body.angular_velocity == 0


@pytest.mark.parametrize("method", PUSHES)
def test_a_push_before_the_kind_changes_acts(method: str) -> None:
    esper.add_processor(Physics())
    body = RigidBody("static", mass=1, inertia=1)
    with pytest.warns(PhysicsWarning):
        PUSHES[method](body)
    body.kind = "dynamic"
    esper.create_entity(Transform(), body)
    esper.process(1 / 60)
    assert body.velocity.x + body.angular_velocity > 0.1


def test_a_velocity_of_a_static_body() -> None:
    body = in_use("static")
    with pytest.warns(PhysicsWarning, match="velocity of a static body") as caught:
        body.velocity = (60, 0)
    with pytest.warns(PhysicsWarning, match="angular_velocity of a static body"):
        body.angular_velocity = 1
    with pytest.warns(PhysicsWarning, match="velocity of a static body"):
        RigidBody.static(velocity=(60, 0))
    assert caught[0].filename == __file__
    body.velocity = (0, 0)  # no mistake
    body.kind = "dynamic"
    body.velocity = (60, 0)
    esper.process(1 / 60)
    assert body.velocity == (60, 0)


def test_a_velocity_given_before_the_kind_changes_counts() -> None:
    body = in_use("static")
    with pytest.warns(PhysicsWarning):
        body.velocity = (60, 0)
    body.kind = "kinematic"
    esper.process(1 / 60)
    assert body.velocity == (60, 0)
