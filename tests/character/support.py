"""What the tests of characters among bodies say again and again."""

from __future__ import annotations

from typing import Any

import esper

from ecsphys import Capsule, CharacterController, Collider, RigidBody, Shape, Transform

HERO = Capsule(48, 12)
SKIN = 0.064  # distance kept from everything, with length_unit 64
GRAVITY = (0, -900)


def hero(x: float = 0, feet: float = SKIN, shape: Shape = HERO, **options: Any) -> int:
    """A character whose soles are at `feet`; `options` go to its controller."""
    return esper.create_entity(
        Transform(x, feet - shape.bounds((0, 0, 0)).lower.y),
        RigidBody.kinematic(),
        Collider(shape),
        CharacterController(**options),
    )


def control(entity: int) -> CharacterController:
    return esper.component_for_entity(entity, CharacterController)


def feet(entity: int) -> float:
    """The height of a character's soles."""
    shape = esper.component_for_entity(entity, Collider).shape
    return esper.component_for_entity(entity, Transform).y + shape.bounds((0, 0, 0)).lower.y
