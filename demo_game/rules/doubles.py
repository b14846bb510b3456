"""The double of the character: a dynamic body that hangs on a rope or swims, and that the character follows.

A character is kinematic, so joints and water would not move it.
"""

from __future__ import annotations

import esper

from ecsphys import Capsule, CharacterController, Collider, RevoluteJoint, RigidBody, Transform, Vec2

from .. import tuning
from ..components import Double, Player, find_component
from ..layers import Layer
from ..spawn.context import collision_filter
from .rule import Run

_SLIMMER = 3.0  # px: so that the character, which follows, touches nothing that its double does not touch
_TOO_FAR = 40.0  # px between both at which it lets go


def begin(run: Run, link: int | None = None) -> None:
    """Let the character follow a new double, which has its velocity; with a link it hangs on that."""
    entity = run.session.player
    transform = esper.component_for_entity(entity, Transform)
    controller = esper.component_for_entity(entity, CharacterController)
    shape = Capsule(tuning.BODY_HEIGHT - _SLIMMER, tuning.BODY_RADIUS - _SLIMMER)
    player = esper.component_for_entity(entity, Player)
    double = Double()
    player.double = esper.create_entity(
        Transform(*transform.position),
        RigidBody(velocity=controller.real_velocity, lock_rotation=True, can_sleep=False),
        Collider(shape, density=tuning.SWIM_DENSITY, friction=0.2, **collision_filter(Layer.DOUBLE)),
        double,
    )
    if link is not None:
        place = esper.component_for_entity(link, Transform).position
        double.joint = esper.create_entity(RevoluteJoint(link, player.double, anchor=place))
    controller.mode = "floating"


def end(run: Run, velocity: Vec2 | None = None) -> None:
    """Let the character go on by itself, at a velocity, by default that of its double."""
    player = esper.component_for_entity(run.session.player, Player)
    controller = esper.component_for_entity(run.session.player, CharacterController)
    assert player.double is not None
    body, double = find_component(player.double, RigidBody), find_component(player.double, Double)
    if velocity is None:
        velocity = body.velocity if body is not None else Vec2(0.0, 0.0)
    if double is not None and double.joint is not None:
        run.physics.despawn(double.joint)
    run.physics.despawn(player.double)
    player.double = None
    player.leaping = True
    controller.mode = "grounded"
    controller.launch(velocity)


def follow(run: Run, dt: float) -> bool:
    """Move the character to where its double will be; return False, and end it, where it cannot follow."""
    entity = run.session.player
    player = esper.component_for_entity(entity, Player)
    assert player.double is not None
    body = esper.component_for_entity(player.double, RigidBody)
    gap = position_of_double(player) - esper.component_for_entity(entity, Transform).position
    if gap.length > _TOO_FAR:
        end(run)
        return False
    controller = esper.component_for_entity(entity, CharacterController)
    velocity = body.velocity + gap / dt
    controller.launch(velocity)
    controller.move(velocity)
    return True


def push(player: Player, acceleration: Vec2) -> None:
    """Accelerate the double for one step."""
    assert player.double is not None
    body = esper.component_for_entity(player.double, RigidBody)
    body.apply_force(acceleration * body.mass)


def position_of_double(player: Player) -> Vec2:
    """Return the position of the double."""
    assert player.double is not None
    return esper.component_for_entity(player.double, Transform).position
