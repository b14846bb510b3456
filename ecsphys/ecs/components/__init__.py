"""The components that are the physics state: light views on the rows of a world."""

from .character_controller import CharacterController, CharacterHit
from .collider import Collider
from .layers import ALL
from .projectile import Projectile
from .rigid_body import RigidBody
from .transform import Transform

__all__ = [
    "ALL",
    "CharacterController",
    "CharacterHit",
    "Collider",
    "Projectile",
    "RigidBody",
    "Transform",
]
